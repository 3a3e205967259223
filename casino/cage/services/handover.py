"""A drawer goes from one cashier to the next: both count, both sign, what differs is named."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from casino.approvals.models import Proposal
from casino.approvals.services import propose
from casino.cage import postings
from casino.cage.models import HandOver, Shift
from casino.cage.queries import count_lines, drawer, shift, thresholds, waiting_hand_over
from casino.cage.rules import Signatures, count_signatures
from casino.cage.services.closing import CountNeedsSecond, ReasonMissing, owed_less
from casino.cage.services.counts import Pieces, as_text, from_text, keep_count, value_cents
from casino.cage.services.desk import insert_shift
from casino.cage.services.signed import completes_by_amount
from casino.db import command
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.refusals import Refusal
from casino.words import say

SECOND, MANAGER = "cage.take_over", "cage.take_over_large"


class NothingHandedOver(Refusal):
    """Only what was left for the next cashier is taken over."""

    status = 409
    code = "CAGE-023"
    message = say("This drawer was not handed over, or somebody took it already.")
    next_step = say("Open a shift with a counted float.")


class OwnHandOver(Refusal):
    """Two people sign a hand-over."""

    status = 409
    code = "CAGE-024"
    message = say("You handed this drawer over; another cashier takes it.")


@command
def accept_drawer(stamp: Stamp, *, drawer_id: int) -> Shift:
    """
    Take a drawer over as the cashier before counted it, without a count of one's own.

    Raises NotFound, NothingHandedOver, OwnHandOver, DrawerTaken.
    """
    act = ledger.act(stamp, "cage.accept_drawer", drawer_id=drawer_id)
    if act.replayed:
        return Shift.objects.get(act_id=act.id)
    waiting = _waiting(stamp, drawer_id)
    lines = count_lines(waiting.given, "closing")
    cash, chips = (
        {line.cents: line.quantity for line in lines if line.medium == medium}
        for medium in ("cash", "chips")
    )
    return _take(stamp, act, waiting, cash=cash, chips=chips, accepted=True)


@command
def take_over(
    stamp: Stamp, *, drawer_id: int, cash: Pieces, chips: Pieces, reason: str = ""
) -> Shift:
    """
    Take a drawer over with a count of one's own; what differs is posted with both numbers.

    Source: RELIABILITY 4. Raises NotFound, NothingHandedOver, OwnHandOver, ReasonMissing,
    CountNeedsSecond, DrawerTaken, BadInput.
    """
    what = _arguments(drawer_id=drawer_id, cash=cash, chips=chips, reason=reason)
    act = ledger.act(stamp, "cage.take_over", **what)
    if act.replayed:
        return Shift.objects.get(act_id=act.id)
    waiting = _waiting(stamp, drawer_id)
    if _signatures(stamp, waiting, cash, chips, reason) != "one":
        raise CountNeedsSecond
    return _take(stamp, act, waiting, cash=cash, chips=chips, reason=reason)


@command
def ask_take_over(
    stamp: Stamp, *, drawer_id: int, cash: Pieces, chips: Pieces, reason: str
) -> Proposal:
    """
    Ask the second person to sign what differs at a hand-over; the shift opens when they do.

    Raises what take_over raises, except CountNeedsSecond.
    """
    what = _arguments(drawer_id=drawer_id, cash=cash, chips=chips, reason=reason)
    act = ledger.act(stamp, "cage.ask_take_over", **what)
    if act.replayed:
        return Proposal.objects.get(act_id=act.id)
    waiting = _waiting(stamp, drawer_id)
    needs = _signatures(stamp, waiting, cash, chips, reason)
    return propose(
        stamp,
        act,
        operation=MANAGER if needs == "manager" else SECOND,
        content=what
        | {
            "drawer": str(waiting.drawer),
            "given_by": str(waiting.given.cashier),
            "given_shift_id": waiting.given_id,
            "cash_given_cents": waiting.cash_cents,
            "cash_counted_cents": value_cents(cash),
            "chips_given_cents": waiting.chips_cents,
            "chips_counted_cents": value_cents(chips),
        },
        reason=reason,
    )


def taking_ahead(stamp: Stamp, content: Mapping[str, Any]) -> Mapping[str, Any]:
    """Raise what stands in the way of a hand-over that was asked for."""
    waiting = waiting_hand_over(stamp.club_id, content["drawer_id"])
    if waiting is None or waiting.given_id != content["given_shift_id"]:
        raise NothingHandedOver
    return {}


@completes_by_amount(
    SECOND,
    MANAGER,
    titles=(say("Take over a drawer that differs"), say("Take over a drawer that differs by much")),
    consequence=taking_ahead,
)
def take_approved(stamp: Stamp, act: ledger.Act, proposal: Proposal) -> Shift:
    """Open the shift of the cashier who asked, with the approver as the second person."""
    content = proposal.content
    taking_ahead(stamp, content)
    theirs = replace(stamp, actor_id=proposal.proposed_by_id)
    cash, chips = (from_text(content[medium]) for medium in ("cash", "chips"))
    waiting = _waiting(theirs, content["drawer_id"])
    needs = _signatures(theirs, waiting, cash, chips, content["reason"])
    if needs == "manager" and proposal.operation != MANAGER:
        raise CountNeedsSecond
    return _take(
        theirs,
        act,
        waiting,
        cash=cash,
        chips=chips,
        reason=content["reason"],
        second_id=stamp.person_id,
    )


def _arguments(*, drawer_id: int, cash: Pieces, chips: Pieces, reason: str) -> dict[str, Any]:
    return {
        "drawer_id": drawer_id,
        "cash": as_text(cash),
        "chips": as_text(chips),
        "reason": reason,
    }


def _waiting(stamp: Stamp, drawer_id: int) -> HandOver:
    """Hold what waits in a drawer. Raises NotFound, NothingHandedOver, OwnHandOver."""
    drawer(stamp.club_id, drawer_id)
    list(HandOver.objects.select_for_update(no_key=True).filter(drawer_id=drawer_id, taken=None))
    waiting = waiting_hand_over(stamp.club_id, drawer_id)
    if waiting is None:
        raise NothingHandedOver(field="drawer_id")
    if waiting.given.cashier_id == stamp.person_id:
        raise OwnHandOver
    return waiting


def _signatures(
    stamp: Stamp, waiting: HandOver, cash: Pieces, chips: Pieces, reason: str
) -> Signatures:
    """Return who signs what differs. Raises ReasonMissing."""
    cash_over = value_cents(cash) - waiting.cash_cents
    chips_over = value_cents(chips) - waiting.chips_cents
    if (cash_over or chips_over) and not reason.strip():
        raise ReasonMissing(
            say("Your count differs from what was handed over: count again, or say why."),
            field="reason",
        )
    off_cents = abs(cash_over) + abs(owed_less(stamp.club_id, chips_over))
    return count_signatures(off_cents, thresholds=thresholds(stamp.club_id))


def _take(
    stamp: Stamp,
    act: ledger.Act,
    waiting: HandOver,
    *,
    cash: Pieces,
    chips: Pieces,
    accepted: bool = False,
    reason: str = "",
    second_id: int | None = None,
) -> Shift:
    """Open the next shift on what lies in the drawer, and post what differs."""
    opened = insert_shift(stamp, waiting.drawer, act_id=act.id, given=waiting.given)
    waiting.counted_cash_cents = keep_count(
        stamp, opened, "opening", cash=cash, chips=chips, act_id=act.id
    )
    waiting.counted_chips_cents = value_cents(chips)
    waiting.taken, waiting.accepted, waiting.reason = opened, accepted, reason
    waiting.second_id = second_id
    waiting.save()
    ledger.set_account_open(stamp.club_id, "cash:drawer", ref=waiting.drawer_id, is_open=True)
    draft = postings.hand_over_differed(
        waiting.drawer_id,
        cash_over_cents=waiting.cash_over_cents,
        chips_over_cents=owed_less(stamp.club_id, waiting.chips_over_cents),
        reason=reason,
    )
    if draft.lines:
        ledger.post(stamp, act, draft, series=waiting.drawer.series_id)
    return shift(stamp.club_id, opened.pk)
