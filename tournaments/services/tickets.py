"""
Tickets that can no longer be used: what was won is paid or moved, what was given lapses.

What was given or moved by mistake is put right while it can be used: taken back, or moved on.
"""

from collections.abc import Collection, Sequence
from typing import Any

from django.db.models import Q
from django.dispatch import receiver

from casino.acts.kinds import Id, Reason
from casino.acts.runner import act
from casino.approvals.signed import Preview, signed
from casino.cage.models import Payable
from casino.cage.queries.due import held_payable, origin, payable
from casino.cage.services.lapses import restore_lapsed
from casino.cage.services.owing_anew import check_unpaid
from casino.cage.services.payables import Due, NotOwed, owe, take_back_due
from casino.house.queries import book_on
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.ledger.entries import reversal
from casino.ledger.queries.lapsed import not_lapsed
from casino.messages import msg
from casino.names import guest
from casino.players.queries import admitted_player, main_card
from casino.players.services.erasing import StillHeld, guest_leaves
from casino.refusals import BadInput, Conflict, Refusal
from tournaments import postings
from tournaments.models import Ticket, Tournament
from tournaments.queries import tournaments
from tournaments.queries.clock import takes_tickets
from tournaments.services.campaigns import HasTicket, check_takes_entries
from tournaments.services.shared import (
    TournamentOver,
    check_not_fixed,
    held_tournament,
    open_accounts,
)

CLEAR, TAKE_BACK = "tournaments.clear_ticket", "tournaments.take_back_ticket"
CLEARED = "tournaments.take_back_clearing"


@receiver(guest_leaves)
def keep_entrant(sender: Any, *, club_id: int, player_ids: Collection[int], **_: Any) -> None:
    """Let nobody be erased whose ticket did not lapse, or who may get a prize. Raises StillHeld."""
    tickets = Ticket.objects.unused().filter(player__in=player_ids)
    targets = not_lapsed(club_id, "tickets", {each.target_id for each in tickets})
    held = Tournament.objects.filter(id__in=targets)
    entered = Q(entries__player__in=player_ids, entries__refunded_at=None)
    played = Tournament.objects.filter(entered, finished_at=None, cancelled_at=None)
    if found := held.first() or played.first():
        raise StillHeld.of(found.name, page="tournaments")


class TicketCleared(Conflict):
    """A ticket is used, paid or lapses once."""

    code = "TOURNAMENT-052"
    message = msg("This ticket has already been used or settled.")


class TicketUsable(Conflict):
    """A ticket is played as long as its tournament takes entries."""

    code = "TOURNAMENT-053"
    message = msg("The tournament of this ticket still takes entries.")


class TicketLapses(Conflict):
    """What the house gave away is never paid in money (AMB-61)."""

    code = "TOURNAMENT-054"
    message = msg("A promotional ticket expires with its tournament.")
    source = "AMB-61"


class OtherPrice(Refusal):
    """A ticket moves to a tournament of the same price."""

    code = "TOURNAMENT-055"
    message = msg("A ticket can only move to a tournament of the same price.")


class ClearingStands(Conflict):
    """A ticket is a ticket again while its price is not paid."""

    code = "TOURNAMENT-142"


@act("tournaments.clear_cancelled")
def clear_cancelled(stamp: Stamp, *, ticket_id: Id) -> Ticket:
    """
    Clear one unused ticket to a cancelled tournament, once.

    Won: owed to its holder like a refund; given: the house takes its expense back.
    Source: AMB-61, OLY-3.4.28. Raises NotFound, TicketUsable.
    """
    target = held_tournament(stamp, tournaments.ticket(stamp.club_id, ticket_id).target_id)
    ticket = tournaments.ticket(stamp.club_id, ticket_id)
    if ticket.used_by_id or ticket.cleared_at:
        return ticket
    if target.cancelled_at is None:
        raise TicketUsable
    if ticket.won_in:
        _pay(stamp, ticket)
    else:
        lapse(stamp, target, [ticket])
    return tournaments.ticket(stamp.club_id, ticket_id)


def lapse(stamp: Stamp, target: Tournament, given: Sequence[Ticket], *, seq: int = 1) -> None:
    """Take back the expense of tickets that the house gave and nobody used, in one entry."""
    cents = sum(each.cents for each in given)
    if not cents:
        return
    book = book_on(target.club_id, target.gaming_day)
    reasons = [book.why("AMB-61", each.cents, campaign=each.campaign) for each in given]
    memo = f"{target}, tickets not used: {len(given)}"
    draft = postings.tickets_lapsed(target.pk, cents, because=reasons, memo=memo)
    ledger.post_entry(stamp, draft, seq=seq)
    Ticket.objects.filter(id__in=[each.pk for each in given]).update(cleared_at=stamp.at)


def _pay(stamp: Stamp, ticket: Ticket, *, not_by: tuple[int, ...] = ()) -> None:
    """Owe a ticket's price to its holder."""
    about = ticket.target.name
    due = Due(
        kind=postings.TICKET, about=about, cents=ticket.cents, player_id=ticket.player_id,
        not_by=not_by,
    )  # fmt: skip
    (owed,) = owe(stamp, [due])
    book = book_on(stamp.club_id, ticket.target.gaming_day)
    draft = postings.ticket_paid(
        ticket.target_id,
        ticket.cents,
        payable_id=owed.pk,
        player_id=ticket.player_id,
        because=(book.why("AMB-61", ticket.cents, won_in=str(ticket.won_in)),),
        memo=about,
    )
    ledger.post_entry(stamp, draft)
    restore_lapsed(stamp, "tickets", ticket.target_id, seq=2)
    Ticket.objects.filter(id=ticket.pk).update(cleared_at=stamp.at, payable=owed)


def clearing_preview(
    stamp: Stamp, *, ticket_id: int, reason: str, move_to_id: int | None
) -> Preview:
    """Say what becomes of whose ticket. Raises what keeps it from being cleared so."""
    held_tournament(stamp, tournaments.ticket(stamp.club_id, ticket_id).target_id)
    ticket = tournaments.ticket(stamp.club_id, ticket_id)
    if ticket.used_by_id or ticket.cleared_at:
        raise TicketCleared(field="ticket_id")
    usable = takes_tickets(ticket.target, stamp.at)
    if usable and not (move_to_id and _was_moved(ticket)):
        raise TicketUsable(field="ticket_id")
    if ticket.won_in is None:
        raise TicketLapses(field="ticket_id")
    other = _other(stamp, ticket, move_to_id) if move_to_id else None
    return Preview(
        content={
            "player": guest(ticket.player_id),
            "tournament": ticket.target.name,
            "won_in": ticket.won_in.name,
            "worth_cents": ticket.cents,
            "other_tournament": other.name if other else "",
        }
    )


def _was_moved(ticket: Ticket) -> bool:
    """Return whether a ticket that was won leads elsewhere than the satellite led to."""
    return bool(ticket.won_in and ticket.won_in.target_id != ticket.target_id)


def _other(stamp: Stamp, ticket: Ticket, move_to_id: int) -> Tournament:
    """Return the tournament to which a ticket may lead. Raises what keeps it from there."""
    other = held_tournament(stamp, move_to_id)
    if other.cancelled_at or other.finished_at:
        raise TournamentOver(field="move_to_id")
    check_not_fixed(other)
    check_takes_entries(other, stamp.at, field="move_to_id")
    if other.ticket_cents != ticket.cents:
        raise OtherPrice(field="move_to_id")
    admitted_player(stamp.club_id, main_card(ticket.player_id), gaming_day=stamp.gaming_day)
    if tournaments.has_entry_or_ticket(other, ticket.player_id):
        raise HasTicket(field="move_to_id")
    return other


@signed(
    CLEAR,
    asked_as="tournaments.propose_clearing",
    preview=clearing_preview,
    kinds={CLEAR: msg("Settle unusable ticket")},
)
def clear_ticket(
    stamp: Stamp, *, ticket_id: Id, reason: Reason, move_to_id: Id | None = None
) -> Ticket:
    """
    Clear a ticket that was won and can no longer be used: its price is owed to its holder.

    move_to_id: another tournament of the same price, to which it leads instead; so does one that
    was moved before, to the wrong one, while it can still be used there.
    Source: AMB-61, OLY-3.4.28. Raises NotFound, TicketCleared, TicketUsable, TicketLapses,
    OtherPrice, TournamentOver, NoEntries, PoolIsFixed, HasTicket, PlayerExcluded, BadInput.
    """
    ticket = tournaments.ticket(stamp.club_id, ticket_id)
    if move_to_id:
        _move(stamp, ticket, tournaments.tournament(stamp.club_id, move_to_id))
    else:
        _pay(stamp, ticket, not_by=(stamp.person_id, stamp.signer_id))
    return tournaments.ticket(stamp.club_id, ticket_id)


def clearing_back_preview(stamp: Stamp, *, payable_id: int, reason: str) -> Preview:
    """Say whose ticket is one again. Raises as take_back_clearing."""
    ticket, _ = _cleared(stamp, payable_id)
    return Preview(
        content={
            "player": guest(ticket.player_id),
            "tournament_id": ticket.target_id,
            "tournament": ticket.target.name,
            "won_in": str(ticket.won_in),
            "worth_cents": ticket.cents,
        }
    )


@signed(
    CLEARED,
    asked_as="tournaments.ask_to_take_back_clearing",
    preview=clearing_back_preview,
    kinds={CLEARED: msg("Take back the settlement of a ticket")},
    latest_of="payable_id",
    one_open=True,
)
def take_back_clearing(stamp: Stamp, *, payable_id: Id, reason: Reason) -> Ticket:
    """
    Let a ticket that was won be one again whose price is owed by mistake and not paid.

    It is settled anew then, in money or by another tournament of its price.
    Source: AMB-61, OLY-3.4.28. Raises NotFound, NotOwed, ClearingStands.
    """
    ticket, owed = _cleared(stamp, payable_id)
    first = origin(owed)
    draft = reversal(first.draft, entry_id=first.id, memo=reason)
    take_back_due(owed, entry_id=ledger.post_entry(stamp, draft).entry_id)
    restore_lapsed(stamp, "payable", owed.pk, seq=2)
    Ticket.objects.filter(id=ticket.pk).update(cleared_at=None, payable=None)
    return tournaments.ticket(stamp.club_id, ticket.pk)


def _cleared(stamp: Stamp, payable_id: int) -> tuple[Ticket, Payable]:
    """Hold a ticket and the payment that it became, which is not paid. Raises as the act."""
    owed = payable(stamp.club_id, payable_id)
    if owed.reversal_id:
        raise NotOwed
    found = tournaments.settled_ticket(stamp.club_id, payable_id)
    held_tournament(stamp, found.target_id)
    owed = (held_payable if stamp.act_id else payable)(stamp.club_id, payable_id)
    if owed.reversal_id:
        raise NotOwed
    check_unpaid(owed, ClearingStands)
    return tournaments.ticket(stamp.club_id, found.pk), owed


def _move(stamp: Stamp, ticket: Ticket, other: Tournament) -> None:
    open_accounts(other)
    book = book_on(stamp.club_id, other.gaming_day)
    draft = postings.ticket_moved(
        ticket.target_id,
        other.pk,
        ticket.cents,
        player_id=ticket.player_id,
        because=(book.why("AMB-61", ticket.cents, won_in=str(ticket.won_in)),),
        memo=f"{ticket.target} \N{RIGHTWARDS ARROW} {other}"[:200],
    )
    ledger.post_entry(stamp, draft)
    restore_lapsed(stamp, "tickets", ticket.target_id, seq=2)
    Ticket.objects.filter(id=ticket.pk).update(target=other)


def back_preview(stamp: Stamp, *, ticket_id: int, reason: str) -> Preview:
    """Say whose ticket is taken back. Raises as take_back_ticket."""
    held_tournament(stamp, tournaments.ticket(stamp.club_id, ticket_id).target_id)
    ticket = tournaments.ticket(stamp.club_id, ticket_id)
    if ticket.used_by_id or ticket.cleared_at:
        raise TicketCleared(field="ticket_id")
    if ticket.won_in_id:
        said = msg("A ticket that was won is taken back with the prizes of its tournament.")
        raise BadInput(said, field="ticket_id")
    return Preview(
        content={
            "player": guest(ticket.player_id),
            "tournament": ticket.target.name,
            "promotion": ticket.campaign,
            "worth_cents": ticket.cents,
        }
    )


@signed(
    TAKE_BACK,
    asked_as="tournaments.ask_to_take_back_ticket",
    preview=back_preview,
    kinds={TAKE_BACK: msg("Take back promotional ticket")},
)
def take_back_ticket(stamp: Stamp, *, ticket_id: Id, reason: Reason) -> Ticket:
    """
    Take back a ticket that the house gave to the wrong guest or tournament, until it is used.

    Its expense is taken back; the guest pays for an entry like any other.
    Source: OLY-3.4.28, AMB-61. Raises NotFound, TicketCleared, BadInput.
    """
    ticket = tournaments.ticket(stamp.club_id, ticket_id)
    book = book_on(stamp.club_id, ticket.target.gaming_day)
    draft = postings.ticket_taken_back(
        ticket.target_id,
        ticket.cents,
        player_id=ticket.player_id,
        because=(book.why("AMB-61", ticket.cents, campaign=ticket.campaign),),
        memo=f"{ticket.target}, {ticket.campaign}",
    )
    ledger.post_entry(stamp, draft)
    restore_lapsed(stamp, "tickets", ticket.target_id, seq=2)
    ended = {"cleared_at": stamp.at, "taken_back_at": stamp.at}
    Ticket.objects.filter(id=ticket.pk).update(**ended)
    return tournaments.ticket(stamp.club_id, ticket_id)
