"""A slip of now that says what moved in an earlier shift: that shift was over or short by it."""

from casino.acts.kinds import Id, Reason
from casino.approvals.signed import Preview, signed
from casino.cage.models import CountCorrection, Shift
from casino.cage.queries.shifts import held_shift, shift, working_shift
from casino.cage.queries.tallies import (
    CASH_ONLY,
    RACK,
    booked_over_cents,
    moved_cents,
    slip,
)
from casino.cage.services.counted_slips import CountedSlip, book_counted_slip
from casino.house.stamp import Stamp
from casino.kept_sql import hold
from casino.ledger.queries.rows import EntryRow
from casino.messages import msg
from casino.refusals import Refusal

EXPLAIN, LARGE = "cage.explain_count", "cage.explain_count_large"
CORRECTED = "cage.count_corrected"
GUESTS = "chips:floor"


class NotOfThisShift(Refusal):
    """What the drawer at work holds is counted against its own slips."""

    status = 409
    code = "CAGE-075"
    message = msg("A slip of the shift at work that moves cash or chips explains an earlier count.")
    next_step = msg("Reverse or enter it at this drawer first, then say whose count it explains.")


class NotExplained(Refusal):
    """A slip takes a difference away, it makes none."""

    status = 409
    code = "CAGE-076"
    message = msg("The count of that shift was not off by this slip.")
    next_step = msg("Look at its over/short and choose the shift in which it moved.")


class ExplainedBefore(Refusal):
    """A slip explains one count."""

    status = 409
    code = "CAGE-077"
    message = msg("This slip already explains a count.")


def explanation_preview(
    stamp: Stamp, *, shift_id: int, entry_id: int, counted_shift_id: int, reason: str
) -> Preview:
    """Say whose over/short it was and what it is afterwards, and who signs it."""
    at_desk = working_shift(stamp.club_id, shift_id, cashier_id=stamp.actor_id)
    first = _slip(stamp, at_desk, entry_id)
    counted = _counted(stamp, first, counted_shift_id)
    was = _over_cents(counted.of)
    more = {"cash": counted.cash_cents, "chips": counted.chips_cents}
    return Preview(
        needs=LARGE if counted.manager_signs else EXPLAIN,
        not_by=counted.not_by(stamp),
        content={
            "number": first.number,
            "kind": first.kind,
            "cents": moved_cents(first),
            "drawer": str(at_desk.drawer),
            "counted": {"drawer": str(counted.of.drawer), "cashier": str(counted.of.cashier)},
            "gaming_day": counted.of.gaming_day.isoformat(),
            **{f"{one}_over_cents": [was[one], was[one] + more[one]] for one in more},
        },
    )


@signed(
    EXPLAIN,
    asked_as="cage.ask_to_explain_count",
    preview=explanation_preview,
    kinds={
        EXPLAIN: msg("Explain a count by a slip"),
        LARGE: msg("Explain a count by a slip: variance above limit"),
    },
    latest_of="entry_id",
)
def explain_count(
    stamp: Stamp, *, shift_id: Id, entry_id: Id, counted_shift_id: Id, reason: Reason
) -> CountCorrection:
    """
    Let a slip of the shift at work be what an earlier shift was over or short by.

    shift_id: at work; counted_shift_id: the closed one, in which its cash and chips moved. It was
    entered, or reversed, later: nothing of it comes to the drawer, or leaves it, now. Booked today.
    Raises ShiftNotOpen, NotFound, NotOfThisShift, NotExplained, ExplainedBefore.
    """
    # The earlier one first, as whoever corrects its count does.
    hold(Shift, shift(stamp.club_id, counted_shift_id).pk)
    at_desk = held_shift(stamp.club_id, shift_id, cashier_id=stamp.actor_id)
    first = _slip(stamp, at_desk, entry_id)
    counted = _counted(stamp, first, counted_shift_id)
    return book_counted_slip(stamp, at_desk, counted, reason=reason, seq=1, slip_id=first.id)


def explainable(at_desk: Shift, first: EntryRow) -> bool:
    """Return whether a slip of a shift at work may be what an earlier one was off by."""
    own = first.series_id == at_desk.drawer.series_id and first.happened_at >= at_desk.opened_at
    moves = {line.code for line in first.lines}
    racks = moves & set(RACK) - {GUESTS}
    counts = first.kind in CASH_ONLY | {CORRECTED}
    return own and not racks and not counts and bool(moves & {"cash:drawer", GUESTS})


def _slip(stamp: Stamp, at_desk: Shift, entry_id: int) -> EntryRow:
    first = slip(stamp.club_id, entry_id)
    if not explainable(at_desk, first):
        raise NotOfThisShift
    if CountCorrection.objects.filter(slip_id=entry_id).exists():
        raise ExplainedBefore
    return first


def _counted(stamp: Stamp, first: EntryRow, counted_shift_id: int) -> CountedSlip:
    of = shift(stamp.club_id, counted_shift_id)
    if of.closed_at is None or of.closed_at > first.happened_at:
        raise NotExplained(field="counted_shift_id")
    counted = CountedSlip(
        of=of,
        cash_cents=-first.cents_on("cash:drawer"),
        chips_cents=-first.cents_on(GUESTS),
    )
    was = _over_cents(of)
    tender, more = (
        ("cash", counted.cash_cents) if counted.cash_cents else ("chips", counted.chips_cents)
    )
    if abs(was[tender] + more) >= abs(was[tender]):
        raise NotExplained(field="counted_shift_id")
    return counted


def _over_cents(of: Shift) -> dict[str, int]:
    """Return what of cash and of chips a shift was over, short if negative."""
    booked = booked_over_cents(of).values()
    return {tender: sum(each[tender] for each in booked) for tender in ("cash", "chips")}
