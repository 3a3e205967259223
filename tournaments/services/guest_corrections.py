"""An entry that was sold by another guest's card: whose it is is put right by two."""

from collections.abc import Collection

from django.db.models import F

from casino.acts.kinds import Id, Reason
from casino.approvals.signed import NothingChanges, Preview, signed
from casino.cage.models import Payable
from casino.cage.queries.due import held_payable, payment_of
from casino.cage.services.identity import NotIdentified, check_identified
from casino.house.stamp import Stamp
from casino.messages import msg
from casino.names import guest
from casino.players.queries import (
    PlayerExcluded,
    TooYoung,
    admitted_player,
    card_ids,
    excluded_until,
    family,
    player,
)
from casino.players.services.guests import held_guest
from casino.players.services.places import check_place
from casino.refusals import Conflict
from tournaments.models import Entry, Purchase, Ticket, Tournament
from tournaments.queries import tournaments
from tournaments.queries.awards import bounties_of, prizes_of
from tournaments.queries.ending import refund_due
from tournaments.queries.guests import EXCHANGED
from tournaments.queries.pool_awards import jackpot_share
from tournaments.services.listing import paid
from tournaments.services.refunds import owe_anew
from tournaments.services.seating import TOURNAMENT, leave, plays_here, sit
from tournaments.services.shared import held_tournament

GUEST = "tournaments.correct_guest"


class GuestStays(Conflict):
    """What is owed is owed by name; it goes back before the name changes."""

    code = "TOURNAMENT-133"


def guest_preview(stamp: Stamp, *, entry_id: int, player_id: int, reason: str) -> Preview:
    """Say whose entry becomes whose. Raises as correct_guest."""
    entry, other, _ = _corrected(stamp, entry_id, player_id)
    player_id = other.player_id if other else player_id
    right = held_guest(stamp, player_id) if stamp.act_id else player(stamp.club_id, player_id)
    return Preview(
        content={
            "tournament_id": entry.tournament_id,
            "tournament": entry.tournament.name,
            "ticket": entry.number,
            "was": guest(entry.player_id),
            "becomes": guest(player_id),
            **({EXCHANGED: other.number} if other else {}),
            **_looked_at(stamp, entry, other, player_id),
        },
        ahead={"was_card": str(entry.player.code), "becomes_card": str(right.code)},
    )


@signed(
    GUEST,
    asked_as="tournaments.ask_to_correct_guest",
    preview=guest_preview,
    kinds={GUEST: msg("Correct the guest of an entry")},
    latest_of="entry_id",
    one_open=True,
)
def correct_guest(stamp: Stamp, *, entry_id: Id, player_id: Id, reason: Reason) -> Entry:
    """
    Let an entry be who played it: it was sold by the card of another guest.

    Of two guests whose cards were taken for each other's the entries are exchanged.

    Seat, chips, eliminations and place stay, and it is the right guest who plays now (AMB-122);
    prizes that are awarded after it are owed to that guest, what was awarded before goes back
    first; a refund that is not paid is owed to that guest instead. A ticket that paid it is the
    wrong guest's again, and the right one's is used. The slips of its sales stay as they were
    printed; sums and statements count them to the right guest. The request that two signed is kept
    with the entry: who it was, and why. Source: OLY-3.4.28.
    Raises NotFound, Gone, NothingChanges, GuestStays, NotIdentified, PlaysElsewhere.
    """
    entry, other, tickets = _corrected(stamp, entry_id, player_id)
    held_guest(stamp, player_id)
    if owed := _refund(entry):
        owe_anew(stamp, owed, player_id=player_id, reason=reason)
    Ticket.objects.filter(used_by__in=tickets).update(used_by=None)
    for used_by, ticket in tickets.items():
        Ticket.objects.filter(id=ticket.pk).update(used_by=used_by)
    both = {entry: other.player_id, other: entry.player_id} if other else {entry: player_id}
    playing = [each for each in both if plays_here(each)]
    for each, right in both.items():
        leave(stamp, each)
        if each.refunded_at is None:
            paid(stamp, each.tournament, right)
        each.player_id = right
        each.corrected_by = [*each.corrected_by, stamp.proposal_id]
    _save(both)
    for each in playing:
        sit(stamp, each.tournament, each)
    return tournaments.entry(stamp.club_id, entry_id)


def _save(entries: Collection[Entry]) -> None:
    """Write whose entries they are. A person is in a tournament once, after each statement, too."""
    ids = [each.pk for each in entries]
    Entry.objects.filter(id__in=ids[1:]).update(refunded_at=F("registered_at"))
    for each in entries:
        each.save(update_fields=["player", "corrected_by", "refunded_at"])


def _corrected(
    stamp: Stamp, entry_id: int, player_id: int
) -> tuple[Entry, Entry | None, dict[Entry, Ticket]]:
    """
    Hold an entry of which nothing is awarded, and the right guest's own, if there is one.

    Also returned: the tickets that pay them then. Raises as the act.
    """
    tournament = held_tournament(stamp, tournaments.entry(stamp.club_id, entry_id).tournament_id)
    entry = tournaments.entry(stamp.club_id, entry_id)
    if player_id in family(entry.player_id):
        raise NothingChanges(field="player_id")
    if owed := _refund(entry):
        if stamp.act_id:
            held_payable(stamp.club_id, owed.pk)
            _refund(entry)
        return entry, None, {}
    theirs = tournament.entries.filter(player__in=card_ids(player_id), refunded_at=None)
    other = theirs.select_related("player", "tournament").first()
    _check_awards(tournament, entry, player_id)
    if plays_here(entry):
        check_place(stamp, player_id, kind=TOURNAMENT)
    if other is None:
        own = _ticket(tournament, entry, player_id)
        return entry, None, {entry: own} if own else {}
    _check_awards(tournament, other, entry.player_id)
    if plays_here(other):
        check_place(stamp, entry.player_id, kind=TOURNAMENT)
    return entry, other, _exchanged(tournament, entry, other)


def _looked_at(
    stamp: Stamp, entry: Entry, other: Entry | None, player_id: int
) -> dict[str, str | bool | int]:
    """Return what who signs reads of the right guest; of a refund what is owed instead."""
    if owed := _refund(entry):
        return {"refund_cents": owed.cents}
    barred = _barred(stamp, entry.tournament, player_id)
    return {**barred, **_without_id(stamp, entry, other, player_id)}


def _refund(entry: Entry) -> Payable | None:
    """Return what is owed for a refunded entry. Raises GuestStays where it was paid."""
    owed = refund_due(entry) if entry.refunded_at else None
    if entry.refunded_at and owed is None:
        raise GuestStays(msg("This entry was refunded."))
    if owed and (paid := payment_of(owed)):
        raise GuestStays(
            paid.sentence,
            next_step=msg(
                "Reverse the payment at the drawer that paid it, then correct the guest."
            ),
            next_page="slip-reverse",
            about={"entry_id": paid.entry_id},
        )
    return owed


def _barred(stamp: Stamp, tournament: Tournament, player_id: int) -> dict[str, str | bool]:
    """
    Return what kept the right guest out, for who signs that it is who played (OLY-1.3, OLY-1.54).

    Before the start nobody has played yet. Raises PlayerExcluded and TooYoung then.
    """
    try:
        admitted_player(stamp.club_id, player_id, gaming_day=stamp.gaming_day)
    except PlayerExcluded:
        if tournament.started_at is None:
            raise
        until = excluded_until(stamp.club_id, player_id, gaming_day=stamp.gaming_day)
        return {"excluded_until": str(until)}
    except TooYoung:
        if tournament.started_at is None:
            raise
        return {"too_young": True}
    return {}


def _without_id(stamp: Stamp, entry: Entry, other: Entry | None, player_id: int) -> dict[str, bool]:
    """
    Return that the cash which was paid for an entry needs an ID of the right guest, for who signs.

    Before the start the ID is entered first. Raises NotIdentified then.
    """
    cents = _cash(entry) - (_cash(other) if other else 0)
    owner, cents = (player_id, cents) if cents >= 0 or other is None else (entry.player_id, -cents)
    try:
        if cents:
            check_identified(stamp, player_id=owner, cents=cents)
    except NotIdentified:
        if entry.tournament.started_at is None:
            raise
        return {"without_id": True}
    return {}


def _cash(entry: Entry) -> int:
    """Return what was paid for an entry in cash, by card or wire and not given back."""
    paid = [Purchase.PaidWith.CASH, Purchase.PaidWith.CARD, Purchase.PaidWith.BANK]
    sold = entry.purchases.filter(paid_with__in=paid, refund_of=None, refund=None)
    return sum(each.total_cents for each in sold)


def _check_awards(tournament: Tournament, entry: Entry, player_id: int) -> None:
    """Raise GuestStays where something of the tournament is not owed to the right guest by name."""
    prizes = [*prizes_of(tournament).filter(entry=entry).select_related("payable")]
    chips = [*bounties_of(tournament).filter(entry=entry).select_related("payable")]
    owed = [*(each.payable for each in prizes), *(each.payable for each in chips)]
    cards = family(player_id)
    if wrong := next((each for each in owed if each and each.player_id not in cards), None):
        raise GuestStays(
            msg("{player} has been awarded a prize or bounty chips.", player=entry.player),
            next_step=msg("Correct the winner on the page of that payment, then the guest here."),
            next_page="payment",
            about={"payable_id": wrong.pk},
        )
    if None in owed:
        raise GuestStays(
            msg("{player} has been awarded a ticket.", player=entry.player),
            next_step=msg("Take back the prizes, correct the guest, then award them again."),
            next_page="prizes-take-back",
            about={"tournament_id": tournament.pk},
        )
    if share := jackpot_share(entry):
        raise GuestStays(
            msg("{player} has won a part of a jackpot.", player=entry.player),
            next_step=msg("Correct the winner on the page of that payment, then the guest here."),
            next_page="payment",
            about={"payable_id": share.pk},
        )


def _ticket(tournament: Tournament, entry: Entry, player_id: int) -> Ticket | None:
    """Return the ticket of the right guest where one of the wrong guest paid. Raises GuestStays."""
    used = Ticket.objects.filter(used_by=entry).first()
    if used is None or used.player_id in family(player_id):
        return None
    own = tournaments.ticket_of(tournament, player_id)
    if own is None or own.cents != used.cents:
        raise _paid_by(used, tournament)
    return own


def _exchanged(tournament: Tournament, entry: Entry, other: Entry) -> dict[Entry, Ticket]:
    """Return the ticket that pays each of two exchanged entries. Raises GuestStays."""
    used = {
        ticket.used_by_id: ticket
        for ticket in Ticket.objects.select_related("player").filter(used_by__in=[entry, other])
    }
    if len(used) == 1 or len({each.cents for each in used.values()}) > 1:
        raise _paid_by(next(iter(used.values())), tournament)
    return {entry: used[other.pk], other: used[entry.pk]} if used else {}


def _paid_by(ticket: Ticket, tournament: Tournament) -> GuestStays:
    return GuestStays(
        msg("A ticket of {player} paid this entry.", player=ticket.player),
        next_step=msg("While the prize pool is open: reverse the sale and sell the entry."),
        next_page="tournament",
        about={"tournament_id": tournament.pk},
    )
