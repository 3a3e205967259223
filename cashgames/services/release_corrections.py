"""Stacks that were released with a wrong amount: kept again, as long as the desk paid nothing."""

from cashgames.models import Correction, HeldStack
from cashgames.postings import STACK_DUE
from cashgames.queries import corrections as queries
from cashgames.queries.absence import held_stack
from cashgames.services.correcting import Correcting, corrects
from cashgames.services.correction_cash import floor_signature
from casino.acts.kinds import Id, Reason
from casino.approvals.signed import Preview
from casino.cage.models import Payable
from casino.cage.queries.due import due_of_act, held_payable, origin, payment_of
from casino.cage.services.lapses import restore_lapsed
from casino.cage.services.payables import take_back_due
from casino.house.stamp import Stamp
from casino.kept_sql import hold
from casino.messages import msg
from casino.names import guest
from casino.refusals import Conflict

RELEASE, RELEASE_LATE = "cashgames.take_back_release", "cashgames.take_back_release_large"


class NotReleased(Conflict):
    """Only a stack that was released is kept again."""

    code = "AWAY-005"
    message = msg("This stack is not due at the desk.")


class StackPaid(Conflict):
    """What was paid comes back first, as every payment does."""

    code = "AWAY-006"
    next_step = msg("Reverse the payment at the drawer that paid it; then reverse the release.")
    next_page = "slip-reverse"


def release_preview(stamp: Stamp, *, stack_id: int, reason: str) -> Preview:
    """Say which payment is no longer due, and who signs it; the stack is kept again."""
    stack, owed = _released(stamp, stack_id)
    late = queries.is_over(stamp, owed.gaming_day)
    return Preview(
        needs=floor_signature(stamp, late=late, kinds=(None, RELEASE, RELEASE_LATE)),
        content={
            "table": str(stack.session.table),
            "player": guest(stack.player_id),
            "payable_id": owed.pk,
            "concerns": owed.gaming_day.isoformat(),
            "before": {"cents": owed.cents},
            "after": None,
        },
        ahead={
            "day_state": queries.day_state(stamp.club_id, owed.gaming_day),
            "kept_again": True,
        },
    )


@corrects(
    RELEASE,
    asked_as="cashgames.ask_to_take_back_release",
    preview=release_preview,
    kinds={
        RELEASE: msg("Reverse the release of a stack"),
        RELEASE_LATE: msg("Reverse the release of a stack of an earlier day"),
    },
)
def take_back_release(stamp: Stamp, *, stack_id: Id, reason: Reason) -> Correction:
    """
    Keep a stack again that was released to be paid: nothing is due any more.

    Its amount can be put right then, and it is returned or released anew. Source: AMB-120.
    Raises NotFound, NotReleased, StackPaid.
    """
    stack, owed = _released(stamp, stack_id)
    correcting = Correcting(
        stamp=stamp, session=stack.session, concerns=owed.gaming_day, reason=reason
    )
    take_back_due(owed, entry_id=correcting.reverse(origin(owed)).entry_id)
    restore_lapsed(stamp, "payable", owed.pk, seq=correcting.next_seq())
    stack.settled_at = stack.settled_act_id = None
    stack.save(update_fields=["settled_at", "settled_act_id"])
    return correcting.keep(Correction.What.STACK)


def _released(stamp: Stamp, stack_id: int) -> tuple[HeldStack, Payable]:
    """Hold a stack that is due and not paid; a mere look holds nothing."""
    stack = held_stack(stamp.club_id, stack_id)
    if stamp.act_id:
        hold(HeldStack, stack_id)
        stack = held_stack(stamp.club_id, stack_id)
    owed = due_of_act(stamp.club_id, stack.settled_act_id or 0, kind=STACK_DUE)
    if owed is None:
        raise NotReleased(field="stack_id")
    if stamp.act_id:
        owed = held_payable(stamp.club_id, owed.pk)
    if paid := payment_of(owed):
        raise StackPaid(paid.sentence, about={"entry_id": paid.entry_id})
    return stack, owed
