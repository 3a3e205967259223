"""Money given back: one entry with approval, or all of a tournament that does not take place."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any, Literal
from uuid import uuid5

from casino.approvals.models import Proposal
from casino.approvals.services import completes, propose
from casino.cage.services.payables import Due, owe
from casino.db import command
from casino.house.because import Because
from casino.house.queries import book_on
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.ledger.entries import credit
from casino.names import clean_name
from casino.players.models import Place
from casino.players.services import leave_place
from casino.refusals import Refusal
from casino.words import say
from tournaments import postings, queries
from tournaments.models import Entry, Purchase, Ticket, Tournament
from tournaments.rules.participants import start_verdict
from tournaments.rules.refund import Request, refund
from tournaments.services.seating import all_leave
from tournaments.services.shared import (
    check_not_fixed,
    held_tournament,
    parts_of,
    running_tournament,
)
from tournaments.services.tickets import clear_cancelled

Cause = Literal["withdrawal", "no_show", "disqualification"]
REFUND, CANCEL = "tournaments.refund", "tournaments.cancel"
LIVES = timedelta(hours=12)


class NoRefund(Refusal):
    """The book gives nothing back in this case."""

    status = 409
    code = "TOURNAMENT-011"
    message = say("Nothing is given back in this case.")


class RefundedBefore(Refusal):
    """An entry is given back once."""

    status = 409
    code = "TOURNAMENT-012"
    message = say("This entry was given back already.")


class NotCancelled(Refusal):
    """Everybody gets the money back only when the tournament does not take place."""

    status = 409
    code = "TOURNAMENT-013"
    message = say("This tournament is not cancelled.")


@command
def propose_refund(
    stamp: Stamp,
    *,
    entry_id: int,
    cause: Cause,
    reason: str,
    valid_reason: bool = False,
    stack_in_play: bool = False,
) -> Proposal:
    """
    Ask a second person to give an entry back: buy-in and fee, out of the pools again (AMB-70).

    stack_in_play: the stack was played. Source: OLY-3.3.9, VOO-T14, IMG-T4, AMB-70, AMB-76.
    Raises NotFound, TournamentOver, PoolIsFixed, RefundedBefore, NoRefund.
    """
    reason = clean_name(reason, field="reason", longest=200)
    act = ledger.act(
        stamp,
        "tournaments.propose_refund",
        entry_id=entry_id,
        cause=cause,
        reason=reason,
        valid_reason=valid_reason,
        stack_in_play=stack_in_play,
    )
    if act.replayed:
        return Proposal.objects.get(act_id=act.id)
    asked = {"cause": cause, "valid_reason": valid_reason, "stack_in_play": stack_in_play}
    content = _content(stamp, queries.entry(stamp.club_id, entry_id), asked)
    return propose(stamp, act, operation=REFUND, content=content, reason=reason)


def _content(stamp: Stamp, entry: Entry, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is signed. Raises why nothing is given back."""
    tournament = running_tournament(stamp, entry.tournament_id)
    check_not_fixed(tournament)
    if entry.refunded_at:
        raise RefundedBefore
    because, cents = _verdict(tournament, entry, asked)
    if not cents:
        raise NoRefund(source=because[0].rule)
    return {
        "tournament_id": tournament.pk,
        "tournament": tournament.name,
        "entry_id": entry.pk,
        "player": entry.player.name,
        "ticket": entry.number,
        "refund_cents": cents,
        **asked,
    }


def _verdict(
    tournament: Tournament, entry: Entry, asked: Mapping[str, Any]
) -> tuple[tuple[Because, ...], int]:
    book = book_on(tournament.club_id, tournament.gaming_day)
    paid = sum(sale.total_cents for sale in kept_sales(entry))
    played = asked.get("stack_in_play", False) or entry.knockouts.exists()
    found = refund(
        book,
        paid_cents=paid,
        request=Request(
            cause=asked["cause"],
            approved=True,
            before_start=tournament.started_at is None,
            valid_reason=asked.get("valid_reason", False),
            stack_in_play=played,
        ),
    )
    return found.because, found.refund_cents


def kept_sales(entry: Entry) -> list[Purchase]:
    """Return what an entry bought and did not give back."""
    sold = entry.purchases.filter(refund=None).exclude(what=Purchase.What.REFUND)
    return list(sold.order_by("id"))


@completes(REFUND, title=say("Give an entry back"), lives=LIVES)
def refund_approved(stamp: Stamp, act: ledger.Act, proposal: Proposal) -> Entry:
    """Take an entry out of the pools and owe it to the player. Raises as propose_refund."""
    content = proposal.content
    asked = {name: content[name] for name in ("cause", "valid_reason", "stack_in_play")}
    running_tournament(stamp, content["tournament_id"])
    entry = queries.entry(stamp.club_id, content["entry_id"])
    if _content(stamp, entry, asked) != content:
        raise NoRefund(say("What is given back is no longer what was proposed."))
    because, _ = _verdict(entry.tournament, entry, asked)
    return _give_back(stamp, act, entry, because)


@command
def propose_cancel(stamp: Stamp, *, tournament_id: int, reason: str) -> Proposal:
    """
    Ask a second person to cancel a tournament; all entries are refunded then.

    Source: VOO-T7, IMG-T5, AMB-69. Raises NotFound, TournamentOver, PoolIsFixed, BadInput.
    """
    reason = clean_name(reason, field="reason", longest=200)
    act = ledger.act(
        stamp, "tournaments.propose_cancel", tournament_id=tournament_id, reason=reason
    )
    if act.replayed:
        return Proposal.objects.get(act_id=act.id)
    content = _cancellation(stamp, tournament_id)
    return propose(stamp, act, operation=CANCEL, content=content, reason=reason)


def _cancellation(stamp: Stamp, tournament_id: int) -> dict[str, Any]:
    tournament = running_tournament(stamp, tournament_id)
    check_not_fixed(tournament)
    kept = queries.unrefunded(tournament)
    return {
        "tournament_id": tournament.pk,
        "tournament": tournament.name,
        "entries": len(kept),
        "cause": cause_of(tournament, len(kept)),
        "refund_cents": sum(sale.total_cents for each in kept for sale in kept_sales(each)),
    }


def cause_of(tournament: Tournament, entries: int) -> str:
    """Return why a tournament does not take place: too few, or the house's decision."""
    book = book_on(tournament.club_id, tournament.gaming_day)
    enough = start_verdict(book, paid_entries=entries).allowed
    return "tournament_cancelled" if enough else "too_few_participants"


@completes(CANCEL, title=say("Cancel a tournament"), lives=LIVES)
def cancel_approved(stamp: Stamp, act: ledger.Act, proposal: Proposal) -> Tournament:
    """Cancel a tournament, as it stood when that was proposed; the refunds follow."""
    if _cancellation(stamp, proposal.content["tournament_id"]) != proposal.content:
        raise NotCancelled(say("Tickets were sold or given back since this was proposed."))
    tournament = held_tournament(stamp, proposal.content["tournament_id"])
    tournament.cancelled_at = stamp.at
    tournament.save(update_fields=["cancelled_at"])
    all_leave(stamp, tournament)
    return tournament


def refund_all(stamp: Stamp, *, tournament_id: int) -> Tournament:
    """
    Give back every entry of a cancelled tournament and clear the tickets to it that are unused.

    Each in a transaction of its own: wherever this stops, the next call goes on; nothing is given
    back twice. A ticket that paid an entry is unused again, so tickets follow.
    Raises NotFound, NotCancelled.
    """
    tournament = queries.tournament(stamp.club_id, tournament_id)
    if tournament.cancelled_at is None:
        raise NotCancelled
    for entry in queries.unrefunded(tournament):
        own = replace(stamp, key=uuid5(stamp.key, str(entry.pk)))
        refund_cancelled(own, entry_id=entry.pk)
    for ticket in queries.open_tickets(tournament):
        own = replace(stamp, key=uuid5(stamp.key, f"ticket {ticket.pk}"))
        clear_cancelled(own, ticket_id=ticket.pk)
    return queries.tournament(stamp.club_id, tournament_id)


@command
def refund_cancelled(stamp: Stamp, *, entry_id: int) -> Entry:
    """Give back one entry of a cancelled tournament, once. Raises NotFound, NotCancelled."""
    act = ledger.act(stamp, "tournaments.refund_cancelled", entry_id=entry_id)
    tournament = held_tournament(stamp, queries.entry(stamp.club_id, entry_id).tournament_id)
    entry = queries.entry(stamp.club_id, entry_id)
    if act.replayed or entry.refunded_at:
        return entry
    if tournament.cancelled_at is None:
        raise NotCancelled
    because, _ = _verdict(tournament, entry, {"cause": "tournament_cancelled"})
    return _give_back(stamp, act, entry, because)


def _give_back(stamp: Stamp, act: ledger.Act, entry: Entry, because: tuple[Because, ...]) -> Entry:
    """Owe what an entry paid; a ticket becomes the player's again."""
    tournament = entry.tournament
    sales = kept_sales(entry)
    in_tickets = sum(sale.total_cents for sale in sales if sale.paid_with == "ticket")
    money = sum(sale.total_cents for sale in sales) - in_tickets
    about = f"{tournament}, #{entry.number}"
    dues = [Due(kind="tournament.refund", about=about, cents=money, player_id=entry.player_id)]
    owed = owe(stamp, act, dues if money else [])
    draft = postings.ticket_refunded(
        [parts_of(sale, tournament) for sale in sales],
        owed=(
            credit("tickets", in_tickets, tournament.pk),
            *(credit("payable", each.cents, each.pk) for each in owed),
        ),
        player_id=entry.player_id,
        because=because,
        memo=about,
    )
    posted = ledger.post(stamp, act, draft)
    for sale in sales:
        Purchase.objects.create(
            entry=entry,
            what=Purchase.What.REFUND,
            refund_of=sale,
            paid_with=sale.paid_with,
            at=stamp.at,
            gaming_day=stamp.gaming_day,
            sold_by_id=stamp.person_id,
            slip_id=posted.entry_id,
            act_id=act.id,
            **{
                name: getattr(sale, name)
                for name in (
                    "price_cents", "fee_cents", "bounty_cents", "rfj_cents", "surcharge_cents"
                )
            },
        )  # fmt: skip
    Ticket.objects.filter(used_by=entry).update(used_by=None)
    Entry.objects.filter(id=entry.pk).update(refunded_at=stamp.at, table_no=None, seat_no=None)
    leave_place(stamp, player_id=entry.player_id, kind=Place.Kind.TOURNAMENT)
    return queries.entry(stamp.club_id, entry.pk)
