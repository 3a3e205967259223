"""A slip is taken back by a slip of its own: small ones alone, others by two, by amount and age."""

from collections import Counter
from typing import Any

from casino.acts.kinds import Id, Reason
from casino.acts.runner import act
from casino.approvals.signed import Preview, signed
from casino.cage.models import Drawer, Payment, Shift, SlipPrint
from casino.cage.queries.amounts import thresholds
from casino.cage.queries.due import held_payable
from casino.cage.queries.shifts import drawer_of_series, held_shift, working_shift
from casino.cage.queries.tallies import moved_cents, prints, slip
from casino.cage.rules import Signatures, reversal_signatures
from casino.cage.services.counted_slips import book_counted_slip
from casino.cage.services.explained_counts import explained_by, movable, said_of_explained
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.ledger.chart import CHART
from casino.ledger.entries import reversal
from casino.ledger.queries.balances import refs
from casino.ledger.queries.documents import act_entries
from casino.ledger.queries.rows import EntryRow
from casino.ledger.refusals import AlreadyReversed
from casino.ledger.services import Posted
from casino.messages import Message, msg
from casino.money import format_cents
from casino.refusals import Conflict

PAID = "cage.paid_out"
REVERSIBLE = {"cage.chips_sold", "cage.chips_redeemed", PAID}
SECOND, MANAGER = "cage.reverse_slip", "cage.reverse_slip_large"
PAYMENT = "cage.reverse_payment"


class NotReversible(Conflict):
    """Only sales, redemptions and payments of this drawer are taken back at the desk."""

    code = "CAGE-005"
    message = msg("This slip cannot be reversed at the desk.")
    next_step = msg("Book the opposite: move the amount back.")


# Of a slip that was counted since: its shift was over or short by what was wrong with it.
OPPOSITE = msg("Book the opposite, then say on its slip: It moved in an earlier shift.")
# Where else a slip is corrected, by the app whose it is.
ELSEWHERE = {
    "cashgames": msg("Correct it on the page of its table."),
    "tournaments": msg("Reverse the sale at its tournament."),
}


# And on which page, where the slip itself says which.
PAGES = {
    "cashgames.notes_brought": "notes-take-back",
    "tournaments.entry_sold": "sale-take-back",
    "tournaments.reentry_sold": "sale-take-back",
    "tournaments.rebuy_sold": "sale-take-back",
    "tournaments.addon_sold": "sale-take-back",
}


def page_of(club_id: int, entry: EntryRow) -> str:
    """Return the page on which a slip is taken back, "" where there is none: of a closed table."""
    if entry.kind in REVERSIBLE:
        return "slip-reverse"
    tables = {line.ref for line in entry.lines if line.code == "cash:table"}
    if tables and not tables.issubset(refs(club_id, "chips:table")):
        return ""
    return PAGES.get(entry.kind, "")


def reversal_preview(stamp: Stamp, *, shift_id: int, entry_id: int, reason: str) -> Preview:
    """Say which slip is taken back, who signs it, and what would move, account by account."""
    at_desk = working_shift(stamp.club_id, shift_id, cashier_id=stamp.actor_id)
    first = _reversible(stamp, at_desk, entry_id)
    if first.reversed_by_id:
        raise AlreadyReversed
    needs = reversal_needs(stamp, at_desk, first)
    second = PAYMENT if first.kind == PAID else SECOND
    kinds = {"one": None, "second": second, "manager": MANAGER}
    moved = Counter[Message]()
    for each in _entries(stamp, first):
        for line in each.lines:
            moved[CHART[line.code].name] -= line.cents
    explained = explained_by(first)
    return Preview(
        needs=kinds[needs],
        not_by=explained.not_by(stamp) if explained else (),
        content={
            "number": first.number,
            "kind": first.kind,
            "cents": moved_cents(first),
            "gaming_day": first.gaming_day.isoformat(),
            "drawer": str(at_desk.drawer),
            **said_of_explained(explained),
        },
        ahead={account: format_cents(cents) for account, cents in moved.items()},
    )


@signed(
    "cage.reverse_slip",
    asked_as="cage.ask_reversal",
    preview=reversal_preview,
    kinds={
        SECOND: msg("Reverse slip"),
        PAYMENT: msg("Reverse payment"),
        MANAGER: msg("Reverse a large slip or one of an earlier day"),
    },
    latest_of="entry_id",
)
def reverse_slip(stamp: Stamp, *, shift_id: Id, entry_id: Id, reason: Reason) -> Posted:
    """
    Take a slip back with slips of its own that name the first; what a payment paid is due again.

    A count that the slip explained is off as it was before.
    Source: RELIABILITY 4. Raises ShiftNotOpen, NotFound, NotReversible, AlreadyReversed.
    """
    at_desk = held_shift(stamp.club_id, shift_id, cashier_id=stamp.actor_id)
    first = _reversible(stamp, at_desk, entry_id)
    payment = Payment.objects.filter(entry_id=first.id).first()
    if payment:
        held_payable(stamp.club_id, payment.payable_id)
    posted = [
        ledger.post_entry(
            stamp,
            reversal(each.draft, entry_id=each.id, memo=reason).numbered(at_desk.drawer.series_id),
            seq=seq,
        )
        for seq, each in enumerate(_entries(stamp, first), start=1)
    ]
    if explained := explained_by(first):
        book_counted_slip(
            stamp,
            at_desk,
            explained,
            reason=reason,
            seq=len(posted) + 1,
            slip_id=posted[0].entry_id,
        )
    if payment:
        Payment.objects.filter(id=payment.pk).update(reversal_id=posted[0].entry_id)
    return posted[0]


def _entries(stamp: Stamp, first: EntryRow) -> list[EntryRow]:
    """Return what is taken back with a slip, itself first: a payment's coins went with it."""
    if first.kind != PAID:
        return [first]
    of_act = act_entries(stamp.club_id, first.act_id)
    return [first, *(each for each in of_act if each.id != first.id)]


def reversal_needs(stamp: Stamp, at_desk: Shift, first: EntryRow) -> Signatures:
    """
    Return who signs the reversal of a slip, by its amount and its age; a payment: by two.

    What explains a count is taken back by whom it was explained by.
    """
    needs: Signatures = (
        "second"
        if first.kind == PAID
        else reversal_signatures(
            moved_cents(first),
            own_shift=first.happened_at >= at_desk.opened_at,
            same_day=first.gaming_day == stamp.gaming_day,
            thresholds=thresholds(stamp.club_id),
        )
    )
    explained = explained_by(first)
    if explained and needs != "manager":
        return "manager" if explained.manager_signs else "second"
    return needs


def _reversible(stamp: Stamp, at_desk: Shift, entry_id: int) -> EntryRow:
    """Return a slip that can be taken back at this drawer. Raises NotFound, NotReversible."""
    first = slip(stamp.club_id, entry_id)
    if first.kind not in REVERSIBLE:
        before = first.happened_at < at_desk.opened_at and movable(at_desk, first)
        raise NotReversible(
            next_step=ELSEWHERE.get(first.kind.partition(".")[0], OPPOSITE if before else None),
            next_page=PAGES.get(first.kind),
            about={"entry_id": entry_id},
        )
    if first.series_id != at_desk.drawer.series_id:
        raise NotReversible(**at_its_drawer(stamp, first))
    return first


def at_its_drawer(stamp: Stamp, first: EntryRow) -> dict[str, Any]:
    """Return how a slip of another drawer is reversed, also where that one is retired."""
    drawer = drawer_of_series(stamp.club_id, first.series_id or 0)
    if drawer is None or drawer.retired_at is None:
        return {"next_step": msg("Reverse it at the drawer it belongs to.")}
    return {
        "next_step": msg("Its drawer is retired. Reinstate it, open a shift and reverse it there."),
        "next_page": "drawer-levels",
        "about": {"drawer_id": drawer.pk},
    }


@act("cage.print_slip")
def print_slip(stamp: Stamp, *, entry_id: Id) -> SlipPrint:
    """Record that a slip is printed; every one after the first is a numbered copy."""
    printed = slip(stamp.club_id, entry_id)
    # Whoever prints waits for the one who is printing a slip of this drawer.
    series_id = printed.series_id or 0
    list(Drawer.objects.select_for_update(no_key=True).filter(series_id=series_id))
    return SlipPrint.objects.create(
        entry_id=printed.id,
        number=prints(printed.id) + 1,
        printed_by_id=stamp.person_id,
        printed_at=stamp.at,
        act_id=stamp.act_id,
    )
