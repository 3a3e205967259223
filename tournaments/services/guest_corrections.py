"""An entry that was sold by another guest's card: whose it is is put right by two."""

from casino.acts.kinds import Id, Reason
from casino.approvals.signed import NothingChanges, Preview, signed
from casino.house.stamp import Stamp
from casino.messages import msg
from casino.names import guest
from casino.players.queries import (
    PlayerExcluded,
    TooYoung,
    admitted_player,
    excluded_until,
    family,
    player,
)
from casino.players.services.guests import held_guest
from casino.players.services.places import check_place
from casino.refusals import Refusal
from tournaments.models import Entry, Ticket, Tournament
from tournaments.queries import tournaments
from tournaments.queries.awards import bounties_of, prizes_of
from tournaments.queries.pool_awards import jackpot_share
from tournaments.services.seating import TOURNAMENT, leave, plays_here, sit
from tournaments.services.shared import held_tournament

GUEST = "tournaments.correct_guest"


class GuestStays(Refusal):
    """What is owed is owed by name; it goes back before the name changes."""

    status = 409
    code = "TOURNAMENT-133"


def guest_preview(stamp: Stamp, *, entry_id: int, player_id: int, reason: str) -> Preview:
    """Say whose entry becomes whose. Raises as correct_guest."""
    entry, _ = _corrected(stamp, entry_id, player_id)
    right = held_guest(stamp, player_id) if stamp.act_id else player(stamp.club_id, player_id)
    return Preview(
        content={
            "tournament_id": entry.tournament_id,
            "tournament": entry.tournament.name,
            "ticket": entry.number,
            "was": guest(entry.player_id),
            "becomes": guest(player_id),
            **_barred(stamp, entry.tournament, player_id),
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

    Seat, chips, eliminations and place stay, and it is the right guest who plays now (AMB-122);
    prizes that are awarded after it are owed to that guest, what was awarded before goes back
    first. A ticket that paid it is the wrong guest's again, and the right one's is used. The slips
    of its sales stay as they were booked. The request that two signed is kept with the entry: who
    it was, and why. Source: OLY-3.4.28.
    Raises NotFound, Gone, NothingChanges, GuestStays, PlaysElsewhere.
    """
    entry, ticket = _corrected(stamp, entry_id, player_id)
    held_guest(stamp, player_id)
    if ticket:
        Ticket.objects.filter(used_by=entry).update(used_by=None)
        Ticket.objects.filter(id=ticket.pk).update(used_by=entry)
    plays = plays_here(entry)
    leave(stamp, entry)
    entry.player_id = player_id
    entry.corrected_by = [*entry.corrected_by, stamp.proposal_id]
    entry.save(update_fields=["player", "corrected_by"])
    if plays:
        sit(stamp, entry.tournament, entry)
    return tournaments.entry(stamp.club_id, entry_id)


def _corrected(stamp: Stamp, entry_id: int, player_id: int) -> tuple[Entry, Ticket | None]:
    """Hold an entry of which nothing is awarded, and a ticket that pays it. Raises as the act."""
    tournament = held_tournament(stamp, tournaments.entry(stamp.club_id, entry_id).tournament_id)
    entry = tournaments.entry(stamp.club_id, entry_id)
    if player_id in family(entry.player_id):
        raise NothingChanges(field="player_id")
    if entry.refunded_at:
        raise GuestStays(msg("This entry was refunded."))
    if tournaments.has_entry(tournament, player_id):
        raise GuestStays(msg("This guest is already in the tournament."), field="player_id")
    _check_awards(tournament, entry)
    if plays_here(entry):
        check_place(stamp, player_id, kind=TOURNAMENT)
    return entry, _ticket(tournament, entry, player_id)


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


def _check_awards(tournament: Tournament, entry: Entry) -> None:
    """Raise GuestStays where something of the tournament is owed to the entry by name."""
    awarded = prizes_of(tournament).filter(entry=entry).exists()
    if awarded or bounties_of(tournament).filter(entry=entry).exists():
        raise GuestStays(
            msg("{player} has been awarded a prize or bounty chips.", player=entry.player),
            next_step=msg("Take back the prizes, correct the guest, then award them again."),
            next_page="prizes-take-back",
            about={"tournament_id": tournament.pk},
        )
    if share := jackpot_share(entry):
        raise GuestStays(
            msg("{player} has won a part of a jackpot.", player=entry.player),
            next_step=msg("Take back that award, correct the guest, then award it again."),
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
        raise GuestStays(
            msg("A ticket of {player} paid this entry.", player=used.player),
            next_step=msg("While the prize pool is open: reverse the sale and sell the entry."),
            next_page="tournament",
            about={"tournament_id": tournament.pk},
        )
    return own
