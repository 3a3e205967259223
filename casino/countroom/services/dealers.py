"""Who deals at a table: noted as they change, put right where the name was mistyped."""

from typing import Annotated

from cashgames.models import OverShort
from cashgames.queries import tables
from cashgames.queries.chips_then import dealt_at
from cashgames.services.cash_outs import OVER
from cashgames.services.over_short import COUNTED
from cashgames.services.shared import held_session
from casino.acts.kinds import Id, Reason, Text
from casino.acts.runner import act
from casino.approvals.queries import waiting_about
from casino.approvals.signed import Preview, signed
from casino.countroom.models import DealerTurn
from casino.countroom.queries import dealer_turns, settlement
from casino.house.stamp import Stamp
from casino.messages import msg
from casino.refusals import NotFound

RIGHT_DEALER = "countroom.correct_dealer"
Dealer = Annotated[str, Text(max_length=50)]


@act("countroom.change_dealer")
def change_dealer(stamp: Stamp, *, session_id: Id, dealer: Dealer) -> DealerTurn:
    """Note who deals at a table from now on. Raises NotFound."""
    session = tables.session(stamp.club_id, session_id)
    return DealerTurn.objects.create(
        session=session, dealer=dealer, began_at=stamp.at, act_id=stamp.act_id
    )


def dealer_preview(
    stamp: Stamp, *, session_id: int, dealer_turn_id: int, dealer: str, reason: str
) -> Preview:
    """Say who is recorded, and what differed while they dealt: that lies on another one then."""
    wrong = _recorded(stamp, session_id, dealer_turn_id)
    differed = _differed_cents(stamp, wrong)
    return Preview(
        needs=RIGHT_DEALER if differed else None,
        content={
            "table": str(wrong.session.table),
            "recorded_dealer": wrong.dealer,
            "dealt_from_at": wrong.began_at.isoformat(),
            "differences_cents": differed,
        },
    )


@signed(
    RIGHT_DEALER,
    asked_as="countroom.ask_to_correct_dealer",
    preview=dealer_preview,
    kinds={RIGHT_DEALER: msg("Right dealer of a turn that was over or short")},
    latest_of=("session_id", "dealer_turn_id"),
)
def correct_dealer(
    stamp: Stamp, *, session_id: Id, dealer_turn_id: Id, dealer: Dealer, reason: Reason
) -> DealerTurn:
    """
    Say who it was that dealt at a table from an earlier instant on: the name was mistyped.

    The first entry is kept behind the right one; what differed while they dealt is the right one's
    in the reports, so that two say so once anything did, booked or waiting to be, and it stands
    among the exceptions. Raises NotFound.
    """
    held_session(stamp, session_id)
    wrong = _recorded(stamp, session_id, dealer_turn_id)
    return DealerTurn.objects.create(
        session=wrong.session, dealer=dealer, began_at=wrong.began_at, act_id=stamp.act_id
    )


def _recorded(stamp: Stamp, session_id: int, dealer_turn_id: int) -> DealerTurn:
    session = tables.session(stamp.club_id, session_id)
    found = DealerTurn.objects.filter(session=session, id=dealer_turn_id).first()
    if found is None:
        raise NotFound(msg("No dealer was recorded there."), field="dealer_turn_id")
    return found


def _differed_cents(stamp: Stamp, turn: DealerTurn) -> int:
    """Return what a table was over and short in a turn, its boxes and what waits too, in sum."""
    turns = [each.began_at for each in dealer_turns(turn.session)]
    until = next((at for at in turns if at > turn.began_at), None)
    booked = OverShort.objects.filter(session=turn.session).annotate(dealt_at=dealt_at())
    booked = booked.filter(dealt_at__gte=turn.began_at)
    booked = booked.filter(dealt_at__lt=until) if until else booked
    waiting = waiting_about(stamp, [*COUNTED, *OVER], about={"session_id": turn.session_id})
    waiting = waiting.filter(proposed_at__gte=turn.began_at)
    waiting = waiting.filter(proposed_at__lt=until) if until else waiting
    settled = settlement(turn.session)
    cents = [abs(each.counted_cents - each.expected_cents) for each in booked]
    cents += [abs(each.content["over_cents"]) for each in waiting]
    return sum(cents) + (abs(settled.difference_cents) if settled else 0)
