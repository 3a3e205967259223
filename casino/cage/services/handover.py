"""A drawer goes from one cashier to the next: both count, both sign, what differs is named."""

from collections.abc import Mapping, Sequence

from casino.acts.kinds import Denominations, Id, Note
from casino.acts.runner import act
from casino.approvals.queries import asked_before
from casino.approvals.signed import Preview, signed
from casino.cage import postings
from casino.cage.models import HandOver, Shift
from casino.cage.queries.amounts import thresholds
from casino.cage.queries.shifts import (
    count_lines,
    counted_by,
    drawer,
    shift,
    waiting_hand_over,
)
from casino.cage.rules import Signatures, recount_signatures
from casino.cage.services.closing import owed_less
from casino.cage.services.counts import CountDiffers, in_words, keep_count, value_cents
from casino.cage.services.desk import insert_shift
from casino.house.queries import one_person_suffices
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.messages import msg
from casino.refusals import Conflict

SECOND, MANAGER = "cage.take_over", "cage.take_over_large"
KINDS: dict[Signatures, str | None] = {"one": None, "second": SECOND, "manager": MANAGER}


class NothingHandedOver(Conflict):
    """Only what was left for the next cashier is taken over."""

    code = "CAGE-023"
    message = msg("This drawer was not handed over, or it has been taken over already.")
    next_step = msg("Open a shift with a counted float.")
    next_page = "shift-open"


class OwnHandOver(Conflict):
    """Two people sign a hand-over, also where the next cashier does not come."""

    code = "CAGE-024"
    message = msg("You handed this drawer over; another cashier takes it.")
    next_step = msg("If nobody comes, count it and take it back. Another person signs.")
    next_page = "shift-take"


@act("cage.accept_drawer")
def accept_drawer(stamp: Stamp, *, drawer_id: Id) -> Shift:
    """
    Take a drawer over as the cashier before counted it, without a count of one's own.

    Raises NotFound, NothingHandedOver, OwnHandOver, DrawerTaken, and CountDiffers once somebody has
    counted otherwise: somebody signs that figure.
    """
    waiting = _waiting(stamp, drawer_id)
    if _is_own(stamp, waiting):
        raise OwnHandOver(about={"drawer_id": drawer_id})
    if _counted_before(stamp, waiting):
        raise CountDiffers
    lines = count_lines(waiting.given, "closing")
    cash, chips = (
        {line.cents: line.quantity for line in lines if line.tender == tender}
        for tender in ("cash", "chips")
    )
    return _take(stamp, waiting, cash=cash, chips=chips, accepted=True)


def taking_preview(
    stamp: Stamp, *, drawer_id: int, cash: Denominations, chips: Denominations, reason: str
) -> Preview:
    """
    Say what differs from what was handed over, and who signs it: the first figure decides.

    A count that differs without a reason is kept like any other, but nobody can sign it; one that
    was made again is signed by somebody, as is the count of a cashier who takes a drawer back.
    """
    waiting = _waiting(stamp, drawer_id)
    figure = {"cash_cents": value_cents(cash), "chips_cents": value_cents(chips)}
    counts = [*_counted_before(stamp, waiting), figure]
    unnamed = _unnamed(waiting, cash, chips, reason)
    needs = _signatures(waiting, counts)
    by_two = unnamed or len(counts) > 1 or _is_own(stamp, waiting)
    return Preview(
        needs=SECOND if needs == "one" and by_two else KINDS[needs],
        not_by=() if one_person_suffices(stamp) else counted_by(waiting.given),
        reason=reason or in_words(counts),
        content={
            "counts": counts,
            "reason_missing": unnamed,
            "drawer": str(waiting.drawer),
            "given_by": str(waiting.given.cashier),
            "given_shift_id": waiting.given_id,
            "cash_given_cents": waiting.cash_cents,
            "cash_counted_cents": value_cents(cash),
            "chips_given_cents": waiting.chips_cents,
            "chips_counted_cents": value_cents(chips),
        },
    )


@signed(
    "cage.take_over",
    asked_as="cage.ask_take_over",
    preview=taking_preview,
    kinds={
        SECOND: msg("Take over drawer: second person"),
        MANAGER: msg("Take over drawer: variance above limit"),
    },
    blind={"cash_given_cents", "chips_given_cents"},
    kept=True,
    latest_of="drawer_id",
    counted=True,
)
def take_over(
    stamp: Stamp,
    *,
    drawer_id: Id,
    cash: Denominations,
    chips: Denominations,
    reason: Note = "",
) -> Shift:
    """
    Take a drawer over with a count of one's own; what differs is posted with both numbers.

    Who left it takes it back where nobody came; another person always signs that.
    Source: RELIABILITY 4. Raises NotFound, NothingHandedOver, CountDiffers, DrawerTaken, BadInput.
    """
    waiting = _waiting(stamp, drawer_id)
    if _unnamed(waiting, cash, chips, reason):
        raise CountDiffers
    return _take(stamp, waiting, cash=cash, chips=chips, reason=reason)


def _waiting(stamp: Stamp, drawer_id: int) -> HandOver:
    """Return what waits in a drawer, held by an act. Raises NothingHandedOver."""
    drawer(stamp.club_id, drawer_id)
    left = HandOver.objects.filter(drawer_id=drawer_id, taken=None)
    if stamp.act_id:
        list(left.select_for_update(no_key=True))
    waiting = waiting_hand_over(stamp.club_id, drawer_id)
    if waiting is None:
        raise NothingHandedOver(field="drawer_id")
    return waiting


def _is_own(stamp: Stamp, waiting: HandOver) -> bool:
    """Return whether who takes a drawer left it, where another person signs that."""
    own = bool(counted_by(waiting.given) & stamp.hands)
    return own and not one_person_suffices(stamp)


def _counted_before(stamp: Stamp, waiting: HandOver) -> list[dict[str, int]]:
    """Return what was counted of a drawer before this count, since it was handed over."""
    assert waiting.given.closed_at
    asked = asked_before(
        stamp.club_id,
        [SECOND, MANAGER],
        since=waiting.given.closed_at,
        before_id=stamp.proposal_id or None,
    )
    return [
        each.content["counts"][-1]
        for each in asked
        if each.content["drawer_id"] == waiting.drawer_id and "counts" in each.content
    ]


def _unnamed(waiting: HandOver, cash: Denominations, chips: Denominations, reason: str) -> bool:
    """Return whether a count differs from what was handed over, and nobody said why."""
    handed_over = (waiting.cash_cents, waiting.chips_cents)
    return (value_cents(cash), value_cents(chips)) != handed_over and not reason.strip()


def _signatures(waiting: HandOver, counts: Sequence[Mapping[str, int]]) -> Signatures:
    """Return who signs what differs."""
    club_id = waiting.drawer.club_id
    first, last = (
        abs(each["cash_cents"] - waiting.cash_cents)
        + abs(owed_less(club_id, each["chips_cents"] - waiting.chips_cents))
        for each in (counts[0], counts[-1])
    )
    return recount_signatures(first, last, thresholds=thresholds(club_id))


def _take(
    stamp: Stamp,
    waiting: HandOver,
    *,
    cash: Denominations,
    chips: Denominations,
    accepted: bool = False,
    reason: str = "",
) -> Shift:
    """Open the next shift on what lies in the drawer, and post what differs."""
    opened = insert_shift(stamp, waiting.drawer, given=waiting.given)
    waiting.counted_cash_cents = keep_count(stamp, opened, "opening", cash=cash, chips=chips)
    waiting.counted_chips_cents = value_cents(chips)
    waiting.taken, waiting.accepted, waiting.reason = opened, accepted, reason
    waiting.second_id = stamp.signed_by_id
    waiting.save(
        update_fields=[
            "counted_cash_cents",
            "counted_chips_cents",
            "taken",
            "accepted",
            "reason",
            "second_id",
        ]
    )
    ledger.set_account_open(stamp.club_id, "cash:drawer", ref=waiting.drawer_id, is_open=True)
    draft = postings.hand_over_differed(
        waiting.drawer_id,
        cash_over_cents=waiting.cash_over_cents,
        chips_over_cents=owed_less(stamp.club_id, waiting.chips_over_cents),
        reason=reason,
    )
    if draft.lines:
        ledger.post_entry(stamp, draft.numbered(waiting.drawer.series_id))
    return shift(stamp.club_id, opened.pk)
