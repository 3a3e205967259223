"""Closing a shift on its count: alone within the tolerance, by two above it, or by force."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from operator import itemgetter

from django.db.models import Max

from casino.acts.kinds import Denominations, Id, Note, Reason
from casino.approvals.queries import asked_before
from casino.approvals.signed import Preview, signed
from casino.cage import postings
from casino.cage.models import Drawer, HandOver, Shift
from casino.cage.queries.amounts import thresholds
from casino.cage.queries.shifts import counted_by, shift
from casino.cage.queries.tallies import (
    CountFigure,
    ShiftTally,
    at_count,
    closed_alone_cents,
    closing_counts,
    tally,
)
from casino.cage.rules import Signatures, counted_cents, recount_signatures
from casino.cage.services.counts import (
    check_no_requests,
    in_words,
    keep_count,
    own_shift,
    waiting_requests,
)
from casino.cage.services.vault import hold_vault
from casino.house.stamp import Stamp
from casino.kept_sql import hold
from casino.ledger import services as ledger
from casino.ledger.queries import gaming_days
from casino.ledger.queries.balances import balance_cents
from casino.ledger.queries.documents import slips
from casino.messages import msg
from casino.paging import Page
from casino.refusals import BadInput, Conflict

SECOND, MANAGER = "cage.close_shift", "cage.close_shift_large"
FORCE, FORCE_LARGE = "cage.force_close", "cage.force_close_large"


class ReasonMissing(BadInput):
    """A difference is never booked away silently."""

    status = 422
    code = "CAGE-003"
    message = msg("The count does not match the books. Give a reason.")
    source = "AMB-117"


class NotCounted(Conflict):
    """The books close on a count."""

    code = "CAGE-004"
    message = msg("Count the drawer first.")


class NotYourShift(Conflict):
    """A forgotten shift is closed by somebody else than its cashier."""

    code = "CAGE-020"
    message = msg("This is your shift: count and close it yourself.")


@dataclass(frozen=True, kw_only=True, slots=True)
class ShiftDifference:
    """What a count books as over (positive) or short, in cents."""

    cash_cents: int
    chips_cents: int

    @property
    def off_cents(self) -> int:
        """How far the count is off: too much of one never hides too little of the other."""
        return abs(self.cash_cents) + abs(self.chips_cents)


@dataclass(frozen=True, slots=True)
class CountedOff:
    """What a count came to, by tender, and how far it was from the books then."""

    said: Mapping[str, int]
    off_cents: int


def difference(club_id: int, result: ShiftTally) -> ShiftDifference:
    """Return what a shift's count would book."""
    chips = owed_less(club_id, result.chips.over_cents)
    return ShiftDifference(cash_cents=result.cash.over_cents, chips_cents=chips)


def closing_signatures(closing: Shift) -> Signatures:
    """
    Return who signs what a shift was counted at.

    What nobody else signed of the cashier's shifts of the gaming day is one sum with it.
    Source: DESIGN 12.3.
    """
    result, counts = tally(closing), closing_counts(closing)
    first, last = (
        difference(closing.club_id, at_count(result, counts[which])).off_cents for which in (0, -1)
    )
    if not first and not last:
        return "one"
    before = closed_alone_cents(closing)
    return recount_signatures(
        first and first + before,
        last and last + before,
        thresholds=thresholds(closing.club_id),
    )


def closing_preview(stamp: Stamp, *, shift_id: int, reason: str, hand_over: bool) -> Preview:
    """Say what a closing books and who signs it. Raises ShiftNotOpen, NotCounted, ReasonMissing."""
    closing = own_shift(stamp, shift_id)
    check_no_requests(stamp, closing)
    _check(closing, reason)
    result, counts = tally(closing), closing_counts(closing)
    return Preview(
        needs={"one": None, "second": SECOND, "manager": MANAGER}[closing_signatures(closing)],
        content={
            "drawer": str(closing.drawer),
            "cashier": str(closing.cashier),
            "counts": [each.as_plain() for each in counts],
            "cash_expected_cents": result.cash.expected_cents,
            "cash_counted_cents": result.cash.counted_cents,
            "chips_expected_cents": result.chips.expected_cents,
            "chips_counted_cents": result.chips.counted_cents,
        },
        reason=reason or in_words([each.as_plain() for each in counts]),
    )


@signed(
    "cage.close_shift",
    asked_as="cage.ask_close",
    preview=closing_preview,
    kinds={
        SECOND: msg("Close shift with a variance"),
        MANAGER: msg("Close shift: variance above limit"),
    },
    blind={"cash_expected_cents", "chips_expected_cents"},
    latest_of="shift_id",
    counted=True,
)
def close_shift(stamp: Stamp, *, shift_id: Id, reason: Note = "", hand_over: bool = False) -> Shift:
    """
    Close a counted shift: post what is over or short, and take the cash to the vault.

    hand_over: leave cash and chips in the drawer for the next cashier, who takes them over.
    A shift that moved nothing since the close of its gaming day is counted on that day, as the
    catalogue lets counts follow a close. Source: RELIABILITY 4.
    """
    return _close(stamp, own_shift(stamp, shift_id), reason=reason, hand_over=hand_over)


def forcing_preview(
    stamp: Stamp, *, shift_id: int, cash: Denominations, chips: Denominations, reason: str
) -> Preview:
    """
    Say what a forced close books and who signs it. Raises NotYourShift.

    The first figure decides: the cashier's own, or one that was asked for before.
    """
    forgotten = shift(stamp.club_id, shift_id)
    own = counted_by(forgotten)
    if own & stamp.hands:
        raise NotYourShift
    closing = own_shift(stamp.acting_as(forgotten.cashier_id), shift_id)
    figure = CountFigure(
        act_id=stamp.act_id,
        counted_at=stamp.at,
        cash_cents=counted_cents(cash, allowed=closing.notes_cents, field="cash"),
        chips_cents=counted_cents(chips, allowed=closing.chips_cents, field="chips"),
    )
    result = tally(closing)
    off_cents = difference(stamp.club_id, at_count(result, figure)).off_cents
    counts = [*_counted_before(stamp, closing, result), CountedOff(figure.as_plain(), off_cents)]
    needs = recount_signatures(counts[0].off_cents, off_cents, thresholds=thresholds(stamp.club_id))
    stranded = [each.reason for each in waiting_requests(stamp, closing)]
    return Preview(
        needs=FORCE_LARGE if needs == "manager" else FORCE,
        not_by=sorted(own),
        content={
            "drawer": str(closing.drawer),
            "cashier": str(closing.cashier),
            "counts": [each.said for each in counts],
            "cash_expected_cents": result.cash.expected_cents,
            "cash_counted_cents": figure.cash_cents,
            "chips_expected_cents": result.chips.expected_cents,
            "chips_counted_cents": figure.chips_cents,
        },
        ahead={"waiting_requests": "; ".join(stranded)},
    )


@signed(
    FORCE,
    asked_as="cage.ask_force_close",
    preview=forcing_preview,
    kinds={FORCE: msg("Force close"), FORCE_LARGE: msg("Force close: variance above limit")},
    blind={"cash_expected_cents", "chips_expected_cents"},
    latest_of="shift_id",
    counted=True,
)
def force_close(
    stamp: Stamp, *, shift_id: Id, cash: Denominations, chips: Denominations, reason: Reason
) -> Shift:
    """
    Count and close a shift that its cashier forgot; it stays marked.

    Whoever counted never signs. Raises NotFound, ShiftNotOpen (closed), NotYourShift, BadInput.
    """
    cashier_id = shift(stamp.club_id, shift_id).cashier_id
    closing = own_shift(stamp.acting_as(cashier_id), shift_id)
    keep_count(stamp, closing, "closing", cash=cash, chips=chips)
    return _close(stamp, closing, reason=reason, forced=True)


def _counted_before(stamp: Stamp, closing: Shift, result: ShiftTally) -> list[CountedOff]:
    """Return what was counted of a shift before: by its cashier, and to close it by force."""
    club_id = closing.club_id
    kept = [
        (
            each.counted_at,
            CountedOff(each.as_plain(), difference(club_id, at_count(result, each)).off_cents),
        )
        for each in closing_counts(closing)
    ]
    asked = asked_before(
        club_id,
        [FORCE, FORCE_LARGE],
        since=closing.opened_at,
        before_id=stamp.proposal_id or None,
    )
    forced = [
        (each.proposed_at, CountedOff(each.content["counts"][-1], _off_then(club_id, each.content)))
        for each in asked
        if each.content["shift_id"] == closing.pk
    ]
    return [each for _, each in sorted(kept + forced, key=itemgetter(0))]


def _off_then(club_id: int, asked: Mapping[str, int]) -> int:
    """Return how far a count was from the books when it was asked for."""
    over = {
        tender: asked[f"{tender}_counted_cents"] - asked[f"{tender}_expected_cents"]
        for tender in ("cash", "chips")
    }
    return abs(over["cash"]) + abs(owed_less(club_id, over["chips"]))


def _check(closing: Shift, reason: str) -> None:
    """Raise NotCounted, ReasonMissing."""
    if closing.state != Shift.State.COUNTED:
        raise NotCounted
    result = tally(closing)
    differs = result.cash.over_cents or result.chips.over_cents
    if differs and not reason.strip():
        raise ReasonMissing(field="reason")


def _close(
    stamp: Stamp,
    closing: Shift,
    *,
    reason: str,
    hand_over: bool = False,
    forced: bool = False,
) -> Shift:
    """Post the count, number the closing, and hand the drawer over or empty it."""
    z_number = _next_z(closing.drawer_id)
    if not hand_over:
        hold_vault(stamp.club_id)
    result = tally(closing)
    ledger.set_account_open(stamp.club_id, "cash:drawer", ref=closing.drawer_id, is_open=True)
    _post_count(stamp, closing, result, reason=reason, hand_over=hand_over)
    ledger.set_account_open(stamp.club_id, "cash:drawer", ref=closing.drawer_id, is_open=False)
    closing.state, closing.closed_at, closing.reason = Shift.State.CLOSED, stamp.at, reason
    closing.z_number = z_number
    closing.forced, closing.second_id = forced, stamp.signed_by_id
    closing.save(update_fields=["state", "closed_at", "reason", "z_number", "forced", "second_id"])
    if hand_over:
        HandOver.objects.create(
            given=closing,
            drawer_id=closing.drawer_id,
            cash_cents=result.cash.counted_cents,
            chips_cents=result.chips.counted_cents,
        )
    return closing


def _post_count(
    stamp: Stamp,
    closing: Shift,
    result: ShiftTally,
    *,
    reason: str,
    hand_over: bool,
) -> None:
    found = difference(stamp.club_id, result)
    counted = postings.drawer_counted(
        closing.drawer_id,
        cash_over_cents=found.cash_cents,
        chips_over_cents=found.chips_cents,
        reason=reason,
    )
    emptied = postings.drawer_emptied(
        closing.drawer_id, 0 if hand_over else result.cash.counted_cents
    )
    when = _counting_stamp(stamp, closing)
    for seq, draft in enumerate((counted, emptied), start=1):
        if draft.lines:
            ledger.post_entry(when, draft.numbered(closing.drawer.series_id), seq=seq)


def _next_z(drawer_id: int) -> int:
    """Return the next number of a drawer's closings; whoever takes one waits for the one before."""
    hold(Drawer, drawer_id)
    last = Shift.objects.filter(drawer_id=drawer_id).aggregate(last=Max("z_number"))["last"]
    return (last or 0) + 1


def owed_less(club_id: int, chips_over_cents: int) -> int:
    """
    Return how much less the club owes when chips are over (or more when they are short).

    Chips beyond those that guests hold were never sold: they are stock, not money.
    """
    outstanding = -balance_cents(club_id, "chips:floor")
    return min(chips_over_cents, outstanding)


def _counting_stamp(stamp: Stamp, closing: Shift) -> Stamp:
    """Return the stamp with the shift's gaming day while that day still takes counts."""
    if closing.gaming_day == stamp.gaming_day:
        return stamp
    day = gaming_days.day(stamp.club_id, closing.gaming_day)
    latest = slips(stamp.club_id, closing.drawer.series_id, since=closing.opened_at, page=Page(1))
    if day is None or day.state == "sealed" or any(s.gaming_day != day.day for s in latest):
        return stamp
    return replace(stamp, gaming_day=day.day, opens_at=day.opens_at, closes_at=day.closes_at)
