"""What the right count changes of a wrong one, and what stands in the way of putting it right."""

from dataclasses import dataclass, replace
from typing import Literal

from django.db.models import Q

from casino.acts.kinds import Denominations
from casino.approvals.signed import NothingChanges
from casino.cage import postings
from casino.cage.models import Count, Drawer, HandOver, Shift, VaultCount
from casino.cage.queries.shifts import shift
from casino.cage.queries.tallies import CLOSED, CountFigure, count_entries, figure_of, tally
from casino.cage.rules import counted_cents
from casino.cage.services.vault import VaultLacks, hold_vault
from casino.house.stamp import Stamp
from casino.kept_sql import hold
from casino.ledger.entries import Draft
from casino.ledger.queries.balances import balance_cents
from casino.messages import msg
from casino.refusals import Conflict

Moment = Literal["opening", "closing"]
OPENED = "cage.hand_over_differed"


class CountNotFinal(Conflict):
    """Before its close a drawer is counted again as often as needed."""

    code = "CAGE-066"
    message = msg("This shift is not closed.")
    next_step = msg("Have the cashier count again before the close.")


class FloatIssued(Conflict):
    """A float is held against no count before it: it came out of the vault."""

    code = "CAGE-067"
    message = msg("This drawer was opened with a float, not taken over.")


class AcceptedAsCounted(Conflict):
    """Who accepts a count makes none."""

    code = "CAGE-068"
    message = msg("This drawer was accepted as the cashier before counted it.")
    next_step = msg("Correct the count of that close.")
    next_page = "count-correct"


class CountedSince(Conflict):
    """What a later count showed otherwise is never made false."""

    code = "CAGE-069"
    message = msg("The vault was counted since: its count shows what was there.")
    next_step = msg("Over/short is right in sum. Write a note on the shift.")
    next_page = "shift"


@dataclass(frozen=True, kw_only=True, slots=True)
class Change:
    """What a count of a shift is over more than was booked; place: where that cash lies, if new."""

    of: Shift
    moment: Moment
    place: tuple[str, int] | None
    cash_cents: int
    chips_cents: int

    @property
    def over_cents(self) -> int:
        """Below zero: what it is short more."""
        return self.cash_cents + self.chips_cents

    def against(self, other: Shift, moment: Moment, chips_cents: int) -> "Change":
        """Return what another count showed of it, which it showed for nothing."""
        return replace(
            self, of=other, moment=moment, cash_cents=-self.cash_cents, chips_cents=chips_cents
        )

    def draft(self, reason: str) -> Draft | None:
        """Return what is booked of it, None where nothing is."""
        if self.place is None or not (self.cash_cents or self.chips_cents):
            return None
        return postings.count_corrected(
            self.place,
            cash_over_cents=self.cash_cents,
            chips_over_cents=self.chips_cents,
            reason=reason,
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class Faulty:
    """A count that was typed wrongly, and what follows of the right one."""

    of: Shift
    moment: Moment
    wrong: Count
    before: CountFigure
    after: CountFigure
    hand_over: HandOver | None
    changes: list[Change]
    # The counts that are kept anew: its own, and the one that accepted it.
    counts: list[tuple[Shift, Moment]]


def faulty_count(
    stamp: Stamp, shift_id: int, moment: Moment, *, cash: Denominations, chips: Denominations
) -> Faulty:
    """Return what a right count changes, held by an act. Raises what stands in its way."""
    of, hand_over = _held(stamp, shift_id, moment)
    if moment == "closing" and of.state != Shift.State.CLOSED:
        raise CountNotFinal
    if moment == "opening":
        _check_taken_over(of, hand_over)
    wrong = Count.objects.filter(shift=of, moment=moment).latest("id")
    lines = {
        (each.tender, each.cents): each.quantity for each in wrong.lines.all() if each.quantity
    }
    typed = {
        (tender, cents): quantity
        for tender, count in (("cash", cash), ("chips", chips))
        for cents, quantity in count.items()
        if quantity
    }
    if lines == typed:
        raise NothingChanges
    before = figure_of(wrong)
    after = replace(
        before,
        cash_cents=counted_cents(cash, allowed=of.notes_cents, field="cash"),
        chips_cents=counted_cents(chips, allowed=of.chips_cents, field="chips"),
    )
    changes = (_of_close if moment == "closing" else _of_take_over)(of, hand_over, before, after)
    counts: list[tuple[Shift, Moment]] = [(of, moment)]
    if moment == "closing" and hand_over and hand_over.taken and hand_over.accepted:
        counts.append((hand_over.taken, "opening"))
        changes.append(
            Change(of=hand_over.taken, moment="opening", place=None, cash_cents=0, chips_cents=0)
        )
    return Faulty(
        of=of,
        moment=moment,
        wrong=wrong,
        before=before,
        after=after,
        hand_over=hand_over,
        changes=changes,
        counts=counts,
    )


def _held(stamp: Stamp, shift_id: int, moment: Moment) -> tuple[Shift, HandOver | None]:
    """
    Return a shift and how it was handed on, or taken over; an act holds them, drawer and vault.

    A hand-over comes first, as in a take-over, then shifts, as in a close.
    """
    where = shift(stamp.club_id, shift_id).drawer
    which = Q(given=shift_id) if moment == "closing" else Q(taken=shift_id)
    shifts = Shift.objects.select_related("drawer", "cashier").order_by("id")
    if stamp.act_id:
        list(HandOver.objects.select_for_update(no_key=True).filter(which))
        concerned = (
            Q(id=shift_id)
            | (Q(taken_over__given=shift_id) if moment == "closing" else Q(id=shift_id))
            | (Q(drawer=where) & ~Q(state=Shift.State.CLOSED))
        )
        list(shifts.select_for_update(of=("self",), no_key=True).filter(concerned))
        hold(Drawer, where.pk)
        hold_vault(stamp.club_id)
    people = HandOver.objects.select_related(
        "taken__cashier", "taken__drawer", "given__cashier", "given__drawer"
    )
    return shifts.get(id=shift_id), people.filter(which).first()


def _check_taken_over(of: Shift, hand_over: HandOver | None) -> None:
    """Raise FloatIssued, AcceptedAsCounted."""
    if hand_over is None:
        if of.state == Shift.State.CLOSED:
            step, page = (
                msg("Count the vault: it holds what the float was counted off."),
                "vault-count",
            )
        else:
            step, page = msg("Transfer the difference from the vault, or to it."), "till-vault"
        raise FloatIssued(next_step=step, next_page=page)
    if hand_over.accepted:
        raise AcceptedAsCounted(about={"shift_id": hand_over.given_id, "moment": "closing"})


def _of_close(
    of: Shift, hand_over: HandOver | None, before: CountFigure, after: CountFigure
) -> list[Change]:
    """Return what a right closing count changes. Raises CountedSince, VaultLacks."""
    drawer = ("cash:drawer", of.drawer_id)
    more = after.chips_cents - before.chips_cents
    over: list[tuple[Shift, Moment, int]] = [(of, "closing", tally(of).chips.over_cents + more)]
    if hand_over is None:
        _check_vault(of, after.cash_cents - before.cash_cents)
    elif hand_over.taken and not hand_over.accepted:
        found = (hand_over.cash_over_cents, hand_over.chips_over_cents)
        _check_shown(hand_over.taken, "opening", found, before, after)
        over.append((hand_over.taken, "opening", hand_over.chips_over_cents - more))
    elif hand_over.taken and hand_over.taken.state == Shift.State.CLOSED:
        found = _over(hand_over.taken)
        _check_shown(hand_over.taken, "closing", found, before, after)
        over.append((hand_over.taken, "closing", found[1] - more))
    chips = _owed_less(over)
    change = Change(
        of=of,
        moment="closing",
        place=drawer if hand_over else ("cash:vault", 0),
        cash_cents=after.cash_cents - before.cash_cents,
        chips_cents=chips[0],
    )
    shown = zip(over[1:], chips[1:], strict=True)
    return [change, *(change.against(by, at, owed) for (by, at, _), owed in shown)]


def _of_take_over(
    of: Shift, hand_over: HandOver | None, before: CountFigure, after: CountFigure
) -> list[Change]:
    """Return what a right count of a drawer taken over changes. Raises CountedSince."""
    assert hand_over
    more = after.chips_cents - before.chips_cents
    change = Change(
        of=of,
        moment="opening",
        place=("cash:drawer", of.drawer_id),
        cash_cents=after.cash_cents - before.cash_cents,
        chips_cents=more,
    )
    if of.state != Shift.State.CLOSED:
        (owed,) = _owed_less([(of, "opening", hand_over.chips_over_cents + more)])
        return [replace(change, chips_cents=owed)]
    # Its close was booked against the wrong figure: in sum, the shift's over/short is right.
    _check_shown(of, "closing", _over(of), before, after)
    inside = replace(change, place=None)
    return [inside, inside.against(of, "closing", -more)]


def _check_vault(of: Shift, cash_cents: int) -> None:
    """Raise CountedSince, VaultLacks."""
    counts = VaultCount.objects.filter(club_id=of.club_id, counted_at__gt=of.closed_at)
    if cash_cents and counts.exists():
        raise CountedSince(about={"shift_id": of.pk})
    if cash_cents < -balance_cents(of.club_id, "cash:vault"):
        raise VaultLacks(next_step=msg("Count the vault first."), next_page="vault-count")


def _check_shown(
    by: Shift, moment: Moment, over: tuple[int, int], before: CountFigure, after: CountFigure
) -> None:
    """Raise CountedSince where a later count would be off by more than it was."""
    more = (after.cash_cents - before.cash_cents, after.chips_cents - before.chips_cents)
    if any(abs(off - by_now) > abs(off) for off, by_now in zip(over, more, strict=True)):
        raise CountedSince(
            msg("The next count of this drawer shows otherwise."),
            next_step=msg("Correct that count first, if it is wrong."),
            next_page="count-correct",
            about={"shift_id": by.pk, "moment": moment},
        )


def _over(of: Shift) -> tuple[int, int]:
    found = tally(of)
    return found.cash.over_cents, found.chips.over_cents


def _owed_less(counts: list[tuple[Shift, Moment, int]]) -> list[int]:
    """
    Return of each count how much less guests hold than what was booked of it says.

    counts: of what, and what it is over by the right figures. Chips beyond those that guests
    hold without these counts were never sold, as when a drawer is counted.
    """
    booked = [_booked(of, moment) for of, moment, _ in counts]
    held = sum(booked) - balance_cents(counts[0][0].club_id, "chips:floor")
    less = []
    for (_, _, over_cents), before in zip(counts, booked, strict=True):
        due = min(over_cents, held)
        held -= due
        less.append(due - before)
    return less


def _booked(of: Shift, moment: Moment) -> int:
    """Return how much less guests hold by what a count booked, put right or not."""
    kind = OPENED if moment == "opening" else CLOSED
    booked = sum(each.cents_on("chips:floor") for each in count_entries(of, [kind]))
    return booked + sum(each.chips_cents for each in of.corrections.all() if each.moment == moment)
