"""Who signs what is paid out for chips: large amounts, and those split into small ones."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Q

from casino.approvals.queries import approved_by, hands_of
from casino.cage.models import Payable, Payment
from casino.cage.queries.amounts import thresholds
from casino.cage.queries.due import origin
from casino.cage.rules import Signatures, redemption_signatures
from casino.cage.services.identity import added_by_who_asks, is_own_new_identity
from casino.house.stamp import Stamp
from casino.ledger.queries.balances import balance_cents
from casino.ledger.queries.documents import entries, writers
from casino.ledger.queries.guests import unnamed_slips
from casino.ledger.refusals import NotEnough
from casino.messages import msg
from casino.money import format_cents
from casino.players.queries import hold_guest, linked_cards

REDEEMED = "cage.chips_redeemed"
PAID_OUT = (REDEEMED, "cashgames.cashed_out")
STACK, KEPT = "cashgames.stack", "cashgames_heldstack"
COUNTED = ("cashgames.remove_stack", "cashgames.correct_chips")
AN_HOUR = timedelta(hours=1)
PAID_TODAY = msg("Paid out to the guest today, with this")
PAID_UNSEEN = msg("Paid out without a name, or to guests the cashier added today, with this")


@dataclass(frozen=True, kw_only=True, slots=True)
class RedemptionSum:
    """
    What was paid out before a redemption, in cents, and who signs it for that.

    unseen_...: see rules.redemption_signatures; own_new_identity: who pays entered the guest's ID;
    unseen: it is of all that was paid to names that nobody else has looked at.
    """

    needs: Signatures
    own_new_identity: bool
    unseen_cents: int
    unseen_by_manager_cents: int
    unseen: bool = False


def redemption_sum(
    stamp: Stamp, *, drawer_id: int, series_id: int, player_id: int | None, cents: int
) -> RedemptionSum:
    """
    Return who signs a redemption at a drawer; within an act the guest is held until it is booked.

    Raises NotEnough where somebody would sign for cash that the drawer does not hold.
    """
    if player_id and stamp.act_id:
        hold_guest(player_id)
    own_cents = _of_the_day(stamp, player_id) if player_id else 0
    unseen_cents, by_manager_cents = _of_the_unseen(stamp, series_id, player_id)
    unseen = not player_id or by_manager_cents > own_cents
    unseen_cents = max(own_cents, unseen_cents)
    unseen_by_manager_cents = max(own_cents, by_manager_cents)
    own_new_identity = bool(player_id) and is_own_new_identity(
        stamp, player_id=player_id or 0, cents=cents
    )
    needs = redemption_signatures(
        cents,
        unseen_cents=unseen_cents,
        unseen_by_manager_cents=unseen_by_manager_cents,
        thresholds=thresholds(stamp.club_id),
    )
    if needs == "one" and own_new_identity:
        needs = "second"
    if needs != "one" and balance_cents(stamp.club_id, "cash:drawer", drawer_id) < cents:
        raise NotEnough(msg("The drawer does not hold that much cash."), account="cash:drawer")
    return RedemptionSum(
        needs=needs,
        own_new_identity=own_new_identity,
        unseen_cents=unseen_cents,
        unseen_by_manager_cents=unseen_by_manager_cents,
        unseen=unseen,
    )


def stack_signatures(stamp: Stamp, owed: Payable, *, series_id: int | None) -> Signatures:
    """Return who signs a released stack in cash: it is one sum with what is paid for chips."""
    if not owed.player_id or owed.kind != STACK:
        return "one"
    if stamp.act_id:
        hold_guest(owed.player_id)
    before_cents = _of_the_day(stamp, owed.player_id)
    unseen_cents, by_manager_cents = _of_the_unseen(stamp, series_id, owed.player_id)
    return redemption_signatures(
        owed.cents,
        unseen_cents=max(before_cents, unseen_cents),
        unseen_by_manager_cents=max(before_cents, by_manager_cents),
        thresholds=thresholds(stamp.club_id),
    )


def stack_counted_by(owed: Payable) -> set[int]:
    """Return who alone counted a stack that was kept and is paid, or corrected it alone."""
    if owed.kind != STACK:
        return set()
    kept = [line.ref for line in origin(owed).lines if line.code == "safekeeping"]
    counts = [act for ref in kept for what in COUNTED for act in writers(KEPT, ref, what)]
    return {person for act in counts for person in hands_of(act.pk, act.actor_id or 0)}


def said(before: RedemptionSum, *, player_id: int | None, cents: int) -> dict[str, str]:
    """Return what who signs is shown beside the amount: what it comes to with those before it."""
    together = format_cents(before.unseen_by_manager_cents + cents)
    shown: dict[str, str] = {PAID_UNSEEN if before.unseen else PAID_TODAY: together}
    if before.own_new_identity:
        look = msg("newly entered by the cashier who pays: look at the document")
        shown[msg("ID")] = look
    return shown


def _of_the_day(stamp: Stamp, player_id: int) -> int:
    """Return what a person was paid for chips and kept stacks on the gaming day, all cards'."""
    people = [card.pk for card in linked_cards(player_id)]
    return sum(cents for _, cents in _paid_to(stamp, people))


def _paid_to(stamp: Stamp, people: Collection[int]) -> list[tuple[int, int]]:
    """Return by act what guests were paid for chips and kept stacks on the gaming day."""
    own = Q(player_id__in=people, gaming_day=stamp.gaming_day, kind__in=PAID_OUT)
    rows = [each for each in entries(stamp.club_id, own) if each.reversed_by_id is None]
    stacks = Payment.objects.filter(
        payable__club_id=stamp.club_id,
        payable__player__in=people,
        payable__kind=STACK,
        paid_with="cash",
        paid_at__gte=stamp.opens_at,
        reversal=None,
    )
    for_chips = [(each.act_id, -each.cents_on("cash:drawer")) for each in rows]
    return [*for_chips, *stacks.values_list("act_id", "payable__cents")]


def _of_the_unseen(stamp: Stamp, series_id: int | None, player_id: int | None) -> tuple[int, int]:
    """
    Return what was paid to names that nobody else has looked at, if this one is such a name.

    Without a name at this desk within the hour, and today to guests whom who pays added today;
    since somebody, and since a manager, signed.
    """
    people = added_by_who_asks(stamp, since=stamp.opens_at)
    if player_id and player_id not in people:
        return 0, 0
    since = stamp.at - AN_HOUR
    slips = unnamed_slips(series_id, [REDEEMED], since=since) if series_id else []
    paid = [(each.act_id, -each.cents) for each in slips]
    return _since_signed(sorted(paid + (_paid_to(stamp, people) if people else [])))


def _since_signed(paid: list[tuple[int, int]]) -> tuple[int, int]:
    """Add up what acts paid since somebody, and since a manager, signed."""
    signed = approved_by([act_id for act_id, _ in paid]) if paid else {}
    unseen = by_manager = 0
    for act_id, cents in paid:
        proposal = signed.get(act_id)
        unseen = 0 if proposal else unseen + cents
        large = proposal is not None and proposal.operation.endswith("_large")
        by_manager = 0 if large else by_manager + cents
    return unseen, by_manager
