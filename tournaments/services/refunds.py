"""Money given back: one entry with approval, or all of a tournament that does not take place."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Literal
from uuid import uuid5

from casino.acts.kinds import Id, Reason
from casino.acts.runner import act
from casino.approvals.signed import Preview, signed
from casino.cage.models import Payable
from casino.cage.queries.due import origin
from casino.cage.services.lapses import restore_lapsed
from casino.cage.services.payables import Due, owe, take_back_due
from casino.house.because import Because
from casino.house.queries import book_on
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.ledger.entries import credit, reversal
from casino.ledger.queries.balances import balance_cents
from casino.messages import localized, msg
from casino.money import format_cents
from casino.names import guest
from casino.refusals import Conflict
from tournaments import postings
from tournaments.models import Entry, Purchase, Ticket, Tournament
from tournaments.queries import tournaments
from tournaments.queries.changes import changed_since
from tournaments.queries.pool_awards import rfj_pool_cents, surcharge_pool_cents
from tournaments.queries.pools import PARTS
from tournaments.queries.presence import has_played
from tournaments.rules.participants import start_verdict
from tournaments.rules.refund import Cause as BookCause
from tournaments.rules.refund import Refunded, Request, refund
from tournaments.services.seating import all_leave, leave
from tournaments.services.shared import (
    check_not_fixed,
    held_tournament,
    hold_series,
    parts_of,
    running_tournament,
)
from tournaments.services.tickets import clear_cancelled

Cause = Literal["withdrawal", "tournament_changed", "no_show", "disqualification"]
REFUND, CANCEL = "tournaments.refund", "tournaments.cancel"
# Where a player wins of what the others paid while the tournament is on.
WON = {"tournament:bounties", "rfj:pool", "surcharge:pool"}
PAID_BY = msg("Paid by")
PAID_OUT = msg("What this sale paid into a jackpot has been paid out.")
# What is still done once a sale cannot be taken back any more, and where.
LATE: dict[str, Any] = {
    "next_step": msg(
        "The sale stands. Correct its guest or tender where one is wrong. If the house refunds it"
        " at its own cost, the office books that."
    ),
    "next_page": "journal-new",
}


class NoRefund(Conflict):
    """The book gives nothing back in this case."""

    code = "TOURNAMENT-011"
    message = msg("This case is not refundable.")


class RefundedBefore(Conflict):
    """An entry is given back once."""

    code = "TOURNAMENT-012"
    message = msg("This entry has already been refunded.")


class NotCancelled(Conflict):
    """Everybody gets the money back only when the tournament does not take place."""

    code = "TOURNAMENT-013"
    message = msg("This tournament is not cancelled.")


def refund_preview(
    stamp: Stamp,
    *,
    entry_id: int,
    cause: Cause,
    reason: str,
    valid_reason: bool,
    stack_in_play: bool,
) -> Preview:
    """Say what is given back to whom. Raises as refund_entry."""
    tournament = running_tournament(stamp, tournaments.entry(stamp.club_id, entry_id).tournament_id)
    hold_series(stamp, tournament)  # nobody wins meanwhile what goes back
    check_not_fixed(tournament)
    entry = tournaments.entry(stamp.club_id, entry_id)
    if entry.refunded_at:
        raise RefundedBefore
    if cause == "tournament_changed" and not changed_since(entry):
        raise NoRefund(msg("The tournament has not changed since this ticket was sold."))
    found = _given_back(entry, cause, valid_reason=valid_reason, stack_in_play=stack_in_play)
    if not found.refund_cents:
        raise NoRefund(source=found.because[0].rule)
    sales = kept_sales(entry)
    if is_won(tournament, sales):
        raise NoRefund(PAID_OUT, **LATE)
    return Preview(
        content={
            "tournament_id": tournament.pk,
            "tournament": tournament.name,
            "player": guest(entry.player_id),
            "ticket": entry.number,
            "refund_cents": found.refund_cents,
        },
        # It is paid at the desk, also where no cash came in for it.
        ahead={PAID_BY: _tenders(sales)},
    )


def _tenders(sales: Sequence[Purchase]) -> str:
    """Return what was paid how, in the words of who reads it."""
    paid: Counter[str] = Counter()
    for sale in sales:
        paid[localized(sale.get_paid_with_display())] += sale.total_cents
    return ", ".join(f"{how} {format_cents(cents)}" for how, cents in paid.items())


@signed(
    REFUND,
    asked_as="tournaments.propose_refund",
    preview=refund_preview,
    kinds={REFUND: msg("Refund entry")},
    latest_of="entry_id",
    one_open=True,
)
def refund_entry(
    stamp: Stamp,
    *,
    entry_id: Id,
    cause: Cause,
    reason: Reason,
    valid_reason: bool = False,
    stack_in_play: bool = False,
) -> Entry:
    """
    Give an entry back: buy-in and fee, out of the pools again (AMB-70), owed to the player.

    stack_in_play: the stack was played. Source: OLY-3.3.9, VOO-T14, IMG-T4, AMB-70, AMB-76.
    Raises NotFound, TournamentOver, PoolIsFixed, RefundedBefore, NoRefund.
    """
    entry = tournaments.entry(stamp.club_id, entry_id)
    found = _given_back(entry, cause, valid_reason=valid_reason, stack_in_play=stack_in_play)
    return _give_back(stamp, entry, found.because)


def _given_back(
    entry: Entry,
    cause: BookCause,
    *,
    valid_reason: bool = False,
    stack_in_play: bool = False,
) -> Refunded:
    """Return what the book gives back of what an entry paid, and why."""
    tournament = entry.tournament
    return refund(
        book_on(tournament.club_id, tournament.gaming_day),
        paid_cents=sum(sale.total_cents for sale in kept_sales(entry)),
        request=Request(
            cause=cause,
            approved=True,
            before_start=tournament.started_at is None,
            valid_reason=valid_reason,
            stack_in_play=stack_in_play or has_played(entry),
        ),
    )


def kept_sales(entry: Entry) -> list[Purchase]:
    """Return what an entry bought and did not give back."""
    sold = entry.purchases.filter(refund=None).exclude(what=Purchase.What.REFUND)
    return list(sold.order_by("id"))


def cancel_preview(stamp: Stamp, *, tournament_id: int, reason: str) -> Preview:
    """Say what is given back, and why the tournament does not take place."""
    tournament = running_tournament(stamp, tournament_id)
    hold_series(stamp, tournament)  # nobody wins meanwhile what goes back
    check_not_fixed(tournament)
    kept = tournaments.unrefunded(tournament)
    sales = [sale for each in kept for sale in kept_sales(each)]
    if is_won(tournament, sales):
        raise NoRefund(
            msg(
                "Bounties or a jackpot have been paid out of what the players paid. Fix the"
                " prize pool and end the tournament by a deal instead."
            )
        )
    return Preview(
        content={
            "tournament": tournament.name,
            "entries": len(kept),
            "cause": cause_of(tournament, len(kept)),
            "refund_cents": sum(sale.total_cents for sale in sales),
        }
    )


def is_won(tournament: Tournament, sales: Sequence[Purchase]) -> bool:
    """Return whether part of what would go back of sales was won and paid out meanwhile."""
    wanted: Counter[tuple[str, int]] = Counter()
    for sale in sales:
        for line in parts_of(sale, tournament).lines():
            wanted[line.code, line.ref] -= line.cents
    return any(
        code in WON and cents > free_cents(tournament.club_id, code, ref)
        for (code, ref), cents in wanted.items()
    )


def free_cents(club_id: int, code: str, ref: int) -> int:
    """Return what an account holds that no other cancelled tournament gives back."""
    if code == "rfj:pool":
        return rfj_pool_cents(club_id, ref)
    if code == "surcharge:pool":
        return surcharge_pool_cents(club_id, ref)
    return -balance_cents(club_id, code, ref)


@signed(
    CANCEL,
    asked_as="tournaments.propose_cancel",
    preview=cancel_preview,
    kinds={CANCEL: msg("Cancel tournament")},
    latest_of="tournament_id",
    one_open=True,
)
def cancel_tournament(stamp: Stamp, *, tournament_id: Id, reason: Reason) -> Tournament:
    """
    Cancel a tournament; the refunds of all entries follow.

    Source: VOO-T7, IMG-T5, AMB-69. Raises NotFound, TournamentOver, PoolIsFixed, NoRefund.
    """
    tournament = running_tournament(stamp, tournament_id)
    tournament.cancelled_at = stamp.at
    tournament.save(update_fields=["cancelled_at"])
    all_leave(stamp, tournament)
    return tournament


def cause_of(tournament: Tournament, entries: int) -> str:
    """Return why a tournament does not take place: too few, or the house's decision."""
    book = book_on(tournament.club_id, tournament.gaming_day)
    enough = start_verdict(book, paid_entries=entries).allowed
    return "tournament_cancelled" if enough else "too_few_participants"


def refund_all(stamp: Stamp, *, tournament_id: int) -> Tournament:
    """
    Give back every entry of a cancelled tournament and clear the tickets to it that are unused.

    Each in a transaction of its own: wherever this stops, the next call goes on; nothing is given
    back twice. A ticket that paid an entry is unused again, so tickets follow.
    Raises NotFound, NotCancelled.
    """
    tournament = tournaments.tournament(stamp.club_id, tournament_id)
    if tournament.cancelled_at is None:
        raise NotCancelled
    for entry in tournaments.unrefunded(tournament):
        own = replace(stamp, key=uuid5(stamp.key, str(entry.pk)))
        refund_cancelled(own, entry_id=entry.pk)
    for ticket in tournaments.open_tickets(tournament):
        own = replace(stamp, key=uuid5(stamp.key, f"ticket {ticket.pk}"))
        clear_cancelled(own, ticket_id=ticket.pk)
    return tournaments.tournament(stamp.club_id, tournament_id)


@act("tournaments.refund_cancelled")
def refund_cancelled(stamp: Stamp, *, entry_id: Id) -> Entry:
    """Give back one entry of a cancelled tournament, once. Raises NotFound, NotCancelled."""
    tournament = held_tournament(stamp, tournaments.entry(stamp.club_id, entry_id).tournament_id)
    entry = tournaments.entry(stamp.club_id, entry_id)
    if entry.refunded_at:
        return entry
    if tournament.cancelled_at is None:
        raise NotCancelled
    return _give_back(stamp, entry, _given_back(entry, "tournament_cancelled").because)


def _give_back(stamp: Stamp, entry: Entry, because: tuple[Because, ...]) -> Entry:
    """Owe what an entry paid; a ticket becomes the player's again."""
    tournament = entry.tournament
    sales = kept_sales(entry)
    in_tickets = sum(sale.total_cents for sale in sales if sale.paid_with == "ticket")
    money = sum(sale.total_cents for sale in sales) - in_tickets
    about = f"{tournament}, #{entry.number}"
    dues = [Due(kind=postings.REFUND, about=about, cents=money, player_id=entry.player_id)]
    owed = owe(stamp, dues if money else [])
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
    posted = ledger.post_entry(stamp, draft)
    for sale in sales:
        refund_row(stamp, sale, slip_id=posted.entry_id)
    Ticket.objects.filter(used_by=entry).update(used_by=None)
    Entry.objects.filter(id=entry.pk).update(refunded_at=stamp.at, table_no=None, seat_no=None)
    leave(stamp, entry)
    return tournaments.entry(stamp.club_id, entry.pk)


def refund_row(stamp: Stamp, sale: Purchase, *, slip_id: int) -> Purchase:
    """Keep that a sale was given back, with its parts, as a step of a command."""
    return Purchase.objects.create(
        entry=sale.entry,
        what=Purchase.What.REFUND,
        refund_of=sale,
        paid_with=sale.paid_with,
        at=stamp.at,
        gaming_day=stamp.gaming_day,
        sold_by_id=stamp.person_id,
        slip_id=slip_id,
        act_id=stamp.act_id,
        **{name: getattr(sale, name) for name in PARTS},
    )


def owe_anew(stamp: Stamp, owed: Payable, *, player_id: int, reason: str) -> None:
    """Owe a refund to another guest, as a step of a command that holds it unpaid."""
    first = origin(owed)
    back = reversal(first.draft, entry_id=first.id, memo=reason)
    take_back_due(owed, entry_id=ledger.post_entry(stamp, back).entry_id)
    due = Due(kind=postings.REFUND, about=owed.about, cents=owed.cents, player_id=player_id)
    (anew,) = owe(stamp, [due])
    lines = (
        replace(line, ref=anew.pk) if line.code == "payable" else line for line in first.draft.lines
    )
    draft = replace(first.draft, lines=tuple(lines), player_id=player_id)
    ledger.post_entry(stamp, draft, seq=2)
    restore_lapsed(stamp, "payable", owed.pk, seq=3)
