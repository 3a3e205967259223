"""A slip that says what moved in an earlier shift: that shift was over or short by it."""

from typing import Any

from django.db.models import Sum

from casino.acts.kinds import Id, Reason
from casino.approvals.signed import Preview, signed
from casino.cage.models import CountCorrection, Shift
from casino.cage.queries.explained import explained_by_slip
from casino.cage.queries.shifts import held_shift, shift, working_shift
from casino.cage.queries.shifts_off import closed_lately, shifts_off
from casino.cage.queries.tallies import (
    CASH_ONLY,
    RACK,
    booked_over_cents,
    moved_cents,
    slip,
)
from casino.cage.services.counted_slips import CountedSlip, book_counted_slip, counted_slip
from casino.house.stamp import Stamp
from casino.kept_sql import hold
from casino.ledger.queries.rows import EntryRow
from casino.messages import msg
from casino.refusals import Conflict

EXPLAIN, LARGE = "cage.explain_count", "cage.explain_count_large"
CORRECTED = "cage.count_corrected"
GUESTS = "chips:floor"


class NotOfThisShift(Conflict):
    """What a drawer holds is counted against its own slips, those of a closed shift too."""

    code = "CAGE-075"
    message = msg(
        "A slip of this drawer explains an earlier count where it moves cash or chips and is of "
        "the shift at work, or its own shift was off by it."
    )
    next_step = msg("Reverse or enter it at this drawer first, then say whose count it explains.")


class NotExplained(Conflict):
    """A slip takes a difference away, it makes none."""

    code = "CAGE-076"
    message = msg("The count of that shift was not off by this slip.")
    next_step = msg("Look at its over/short and choose the shift in which it moved.")


class ExplainedBefore(Conflict):
    """A slip explains one count."""

    code = "CAGE-077"
    message = msg("This slip already explains a count.")
    next_step = msg(
        "If it moved in another shift, reverse the slip: that takes the explanation back."
        " Enter it anew and name the right shift."
    )
    next_page = "slip"


def explanation_preview(
    stamp: Stamp, *, shift_id: int, entry_id: int, counted_shift_id: int, reason: str
) -> Preview:
    """Say whose over/short it was and what it is afterwards, and who signs it."""
    at_desk = working_shift(stamp.club_id, shift_id, cashier_id=stamp.actor_id)
    first = _slip(stamp, at_desk, entry_id)
    counted = _counted(stamp, first, counted_shift_id)
    since = _since(at_desk, first)
    content = {
        "number": first.number,
        "kind": first.kind,
        "cents": moved_cents(first),
        "drawer": str(at_desk.drawer),
        **_said(counted),
    }
    return Preview(
        needs=LARGE if counted.manager_signs else EXPLAIN,
        not_by={who for each in (counted, since) if each for who in each.not_by(stamp)},
        content=content | ({"since": {"shift_id": since.of.pk, **_said(since)}} if since else {}),
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
    # The act keeps one of the slip's own shift, too.
    replay=lambda stamp, **_: CountCorrection.objects.get(
        act_id=stamp.act_id, slip_id__isnull=False
    ),
)
def explain_count(
    stamp: Stamp, *, shift_id: Id, entry_id: Id, counted_shift_id: Id, reason: Reason
) -> CountCorrection:
    """
    Let a slip of the drawer at work be what an earlier shift was over or short by.

    shift_id: at work; counted_shift_id: the closed one, in which its cash and chips moved. It was
    entered, or reversed, later: nothing of it came to the drawer, or left it, then. Where its own
    shift is closed as well, that one is the same less over or short. Booked today.
    Raises ShiftNotOpen, NotFound, NotOfThisShift, NotExplained, ExplainedBefore.
    """
    # The earlier ones first, as whoever corrects their counts does.
    hold(Shift, shift(stamp.club_id, counted_shift_id).pk)
    at_desk = working_shift(stamp.club_id, shift_id, cashier_id=stamp.actor_id)
    if since := _since(at_desk, _slip(stamp, at_desk, entry_id)):
        hold(Shift, since.of.pk)
    at_desk = held_shift(stamp.club_id, shift_id, cashier_id=stamp.actor_id)
    first = _slip(stamp, at_desk, entry_id)
    counted, since = _counted(stamp, first, counted_shift_id), _since(at_desk, first)
    # Cash comes before it goes, and guests get chips before they give them: the drawer never lacks.
    booked = sorted(
        (each for each in (counted, since) if each),
        key=lambda each: (-each.cash_cents, each.chips_cents),
    )
    kept = {
        each.of.pk: book_counted_slip(
            stamp,
            at_desk,
            each,
            reason=reason,
            seq=seq,
            slip_id=first.id if each is counted else None,
        )
        for seq, each in enumerate(booked, start=1)
    }
    return kept[counted.of.pk]


def explainable(at_desk: Shift, first: EntryRow) -> bool:
    """Return whether a slip of a drawer at work may be what an earlier shift was off by."""
    if not movable(at_desk, first) or explained_by_slip(first.id):
        return False
    since = _since(at_desk, first)
    return since is None or _takes_away(since)


def shifts_to_explain(club_id: int, first: EntryRow) -> list[Shift]:
    """Return the shifts whose over/short a slip can explain, or whose explanation it unsays."""
    cash_cents, chips_cents = first.cents_on("cash:drawer"), first.cents_on(GUESTS)
    off = shifts_off(
        club_id, before=first.happened_at, cash_cents=-cash_cents, chips_cents=-chips_cents
    )
    opposite = CountCorrection.objects.filter(
        slip_id__isnull=False, cash_cents=cash_cents, chips_cents=chips_cents
    )
    lately = closed_lately(club_id, before=first.happened_at)
    explained = lately.filter(corrections__in=opposite).exclude(id__in=[each.pk for each in off])
    return [
        *off,
        *(each for each in explained.distinct() if _unsays(_moved_in(each, first), first)),
    ]


def explained_by(first: EntryRow) -> CountedSlip | None:
    """Return what the count that a slip explains is off by again once the slip is taken back."""
    made = CountCorrection.objects.filter(slip_id=first.id)
    explained = made.select_related("shift__drawer", "shift__cashier").first()
    cash_cents, chips_cents = first.cents_on("cash:drawer"), first.cents_on(GUESTS)
    if explained is None or not (cash_cents or chips_cents):
        return None
    return CountedSlip(of=explained.shift, cash_cents=cash_cents, chips_cents=chips_cents)


def said_of_explained(counted: CountedSlip | None) -> dict[str, Any]:
    """Return whose count is off again, for who signs that a slip is taken back."""
    return {"explained": {"shift_id": counted.of.pk, **_said(counted)}} if counted else {}


def movable(at_desk: Shift, first: EntryRow) -> bool:
    """Return whether a slip is one of the drawer at work that moved its cash or its chips."""
    moves = {line.code for line in first.lines}
    racks = moves & set(RACK) - {GUESTS}
    counts = first.kind in CASH_ONLY | {CORRECTED}
    own = first.series_id == at_desk.drawer.series_id
    return own and not racks and not counts and bool(moves & {"cash:drawer", GUESTS})


def _slip(stamp: Stamp, at_desk: Shift, entry_id: int) -> EntryRow:
    first = slip(stamp.club_id, entry_id)
    if explained_by_slip(entry_id):
        raise ExplainedBefore(about={"entry_id": entry_id})
    if not explainable(at_desk, first):
        raise NotOfThisShift
    return first


def _counted(stamp: Stamp, first: EntryRow, counted_shift_id: int) -> CountedSlip:
    of = shift(stamp.club_id, counted_shift_id)
    counted = _moved_in(of, first)
    too_late = of.closed_at is None or of.closed_at > first.happened_at
    if too_late or not (_takes_away(counted) or _unsays(counted, first)):
        raise NotExplained(field="counted_shift_id")
    return counted


def _moved_in(of: Shift, first: EntryRow) -> CountedSlip:
    """Return the count of a shift in which a slip moved what it says."""
    cash_cents, chips_cents = first.cents_on("cash:drawer"), first.cents_on(GUESTS)
    return CountedSlip(of=of, cash_cents=-cash_cents, chips_cents=-chips_cents)


def _since(at_desk: Shift, first: EntryRow) -> CountedSlip | None:
    """Return the count of a slip's own shift, None while that one is at work."""
    return counted_slip(
        at_desk,
        written_at=first.happened_at,
        cash_cents=first.cents_on("cash:drawer"),
        chips_cents=first.cents_on(GUESTS),
    )


def _takes_away(counted: CountedSlip) -> bool:
    """Return whether a count is off by less once a slip is of another shift."""
    was = _over_cents(counted.of)
    tender, more = (
        ("cash", counted.cash_cents) if counted.cash_cents else ("chips", counted.chips_cents)
    )
    return abs(was[tender] + more) < abs(was[tender])


def _unsays(counted: CountedSlip, first: EntryRow) -> bool:
    """Return whether a slip is the opposite, line by line, of one that explains the count yet."""
    made = CountCorrection.objects.filter(shift=counted.of, slip_id__isnull=False)
    moved = sorted((line.code, -line.cents) for line in first.lines)
    if not any(_moved(counted.of, each.slip_id) == moved for each in made if each.slip_id):
        return False
    net = made.aggregate(cash=Sum("cash_cents", default=0), chips=Sum("chips_cents", default=0))
    more = {"cash": counted.cash_cents, "chips": counted.chips_cents}
    return all(abs(net[one] + more[one]) <= abs(net[one]) for one in more)


def _moved(of: Shift, slip_id: int) -> list[tuple[str, int]]:
    """Return what a slip moved, by the codes of its accounts."""
    return sorted((line.code, line.cents) for line in slip(of.club_id, slip_id).lines)


def _said(counted: CountedSlip) -> dict[str, Any]:
    """Return whose count it is, and what it is over, short if negative, before and afterwards."""
    of, was = counted.of, _over_cents(counted.of)
    more = {"cash": counted.cash_cents, "chips": counted.chips_cents}
    return {
        "counted": {"drawer": str(of.drawer), "cashier": str(of.cashier)},
        "gaming_day": of.gaming_day.isoformat(),
        **{f"{one}_over_cents": [was[one], was[one] + more[one]] for one in more},
    }


def _over_cents(of: Shift) -> dict[str, int]:
    """Return what of cash and of chips a shift was over, short if negative."""
    booked = booked_over_cents(of).values()
    return {tender: sum(each[tender] for each in booked) for tender in ("cash", "chips")}
