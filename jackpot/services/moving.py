"""Money of a pool that goes into another jackpot, by two, and back where that was wrong."""

from datetime import timedelta

from casino.acts.kinds import Amount, Id, Reason
from casino.approvals.signed import Preview, signed
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.ledger.entries import Draft, reversal
from casino.ledger.queries.balances import refs
from casino.ledger.queries.documents import entry
from casino.ledger.refusals import AlreadyReversed
from casino.messages import msg
from casino.refusals import Conflict
from casino.staff.models import Role
from jackpot import postings
from jackpot.models import Award, Jackpot, PoolMove
from jackpot.queries import levels
from jackpot.queries.clubs import limits
from jackpot.queries.movements import contributed_cents, pool_move
from jackpot.rules.ledger import PoolBelowZero
from jackpot.services.limits import check_limit
from jackpot.services.sharing import WAITING

MOVE, BACK = "jackpot.move_pool", "jackpot.move_pool_back"


class CannotMove(Conflict):
    """Money goes between pools that the club may dispose of, and none that a hand has won."""

    code = "JACKPOT-036"


def move_preview(
    stamp: Stamp, *, jackpot_id: int, to_jackpot_id: int, cents: int | None, reason: str
) -> Preview:
    """Say how much goes where. Raises NotFound, CannotMove, JackpotRetired, PoolBelowZero."""
    _hold(stamp, jackpot_id, to_jackpot_id)
    source = levels.jackpot(stamp.club_id, jackpot_id)
    target = levels.jackpot(stamp.club_id, to_jackpot_id)
    if source == target:
        raise CannotMove(msg("The money is in this jackpot already."), field="to_jackpot_id")
    if source.club_id != stamp.club_id:
        raise CannotMove(msg("Only the club that owns the pool can move its money."))
    if source.feeders.exists():
        raise CannotMove(msg("Other clubs contribute to this jackpot."))
    held = _held(stamp, source)
    if not held:
        raise CannotMove(msg("There is no money in this jackpot."))
    _check(stamp, source, target, cents or held)
    return _said(stamp, source, target, cents or held)


@signed(
    MOVE,
    asked_as="jackpot.ask_to_move_pool",
    preview=move_preview,
    kinds={MOVE: msg("Move into another jackpot")},
    lives=timedelta(days=1),
    waits="The accountant comes the next day.",
)
def move_pool(
    stamp: Stamp, *, jackpot_id: Id, to_jackpot_id: Id, cents: Amount | None = None, reason: Reason
) -> PoolMove:
    """
    Move the players' money from one pool into another one.

    cents: all that is in it where nothing is said. A level that was fixed stays as it is. Source:
    AMB-35, AMB-38. Raises AboveLimit, NotFound, CannotMove, JackpotRetired, PoolBelowZero,
    DayNotOpen.
    """
    moved = cents or _held(stamp, levels.jackpot(stamp.club_id, jackpot_id))
    draft = postings.pool_moved(jackpot_id, moved, into=to_jackpot_id, memo=reason)
    return _book(
        stamp,
        draft,
        PoolMove(
            source_id=jackpot_id,
            target_id=to_jackpot_id,
            cents=moved,
            house_cents=min(moved, _of_the_house(stamp, jackpot_id)),
        ),
    )


def move_back_preview(stamp: Stamp, *, pool_move_id: int, reason: str) -> Preview:
    """
    Say how much goes back where.

    Raises NotFound, AlreadyReversed, CannotMove, JackpotRetired, PoolBelowZero.
    """
    found = pool_move(stamp.club_id, pool_move_id)
    _hold(stamp, found.source_id, found.target_id)
    if PoolMove.objects.filter(reverses=found).exists():
        raise AlreadyReversed
    source = levels.jackpot(stamp.club_id, found.target_id)
    target = levels.jackpot(stamp.club_id, found.source_id)
    won = Award.objects.filter(jackpot=source, level_at__gt=found.at, total_cents__gt=0)
    if won.filter(reversal=None).exists():
        raise CannotMove(
            msg("A hand has been paid from this money since."),
            next_step=msg("Request a new move of what is left."),
            next_page="pool-move",
            about={"jackpot_id": source.pk},
        )
    _check(stamp, source, target, found.cents)
    said = _said(stamp, source, target, found.cents)
    return Preview(content={**said.content, "moved_at": found.at.isoformat()}, ahead=said.ahead)


@signed(
    BACK,
    asked_as="jackpot.ask_to_move_pool_back",
    preview=move_back_preview,
    kinds={BACK: msg("Take back a move into another jackpot")},
    lives=timedelta(days=1),
    waits="The accountant comes the next day.",
    latest_of="pool_move_id",
    one_open=True,
)
def move_pool_back(stamp: Stamp, *, pool_move_id: Id, reason: Reason) -> PoolMove:
    """
    Take back what was moved into another jackpot.

    While that holds it, and no hand was paid from it.
    Source: AMB-35, AMB-38. Raises AboveLimit, NotFound, AlreadyReversed, CannotMove,
    JackpotRetired, PoolBelowZero, DayNotOpen.
    """
    found = pool_move(stamp.club_id, pool_move_id)
    first = entry(stamp.club_id, found.entry_id)
    assert first is not None  # the move refers to it
    draft = reversal(first.draft, entry_id=first.id, memo=reason)
    return _book(
        stamp,
        draft,
        PoolMove(
            source_id=found.target_id,
            target_id=found.source_id,
            cents=found.cents,
            house_cents=min(found.house_cents, _of_the_house(stamp, found.target_id)),
            reverses=found,
        ),
    )


def _hold(stamp: Stamp, *pools: int) -> None:
    """Let an award, a retirement or a joining of the pools wait; a mere look holds nothing."""
    if stamp.act_id:
        held = Jackpot.objects.select_for_update(no_key=True).filter(id__in=pools)
        list(held.order_by("id"))


def _held(stamp: Stamp, jackpot: Jackpot) -> int:
    return levels.held_cents(jackpot)[stamp.club_id]


def _of_the_house(stamp: Stamp, jackpot_id: int) -> int:
    found = levels.jackpot(stamp.club_id, jackpot_id)
    return contributed_cents(found, club_id=stamp.club_id)


def _check(stamp: Stamp, source: Jackpot, target: Jackpot, cents: int) -> None:
    """Refuse what a claim may still be paid from, what is not there, and where nothing goes in."""
    levels.check_in_use(source)
    levels.check_in_use(target)
    if target.pk not in refs(stamp.club_id, "jackpot:pool"):
        raise CannotMove(
            msg("This club contributes to a shared jackpot; its own pools take nothing in."),
            field="to_jackpot_id",
        )
    if source.claims.filter(state__in=WAITING).exists():
        raise CannotMove(
            msg("A claim on this jackpot is not decided."),
            next_step=msg("Decide it first."),
            next_page="claims",
        )
    if cents > _held(stamp, source):
        raise PoolBelowZero(field="cents", source="AMB-35")


def _said(stamp: Stamp, source: Jackpot, target: Jackpot, cents: int) -> Preview:
    held, other = _held(stamp, source), _held(stamp, target)
    return Preview(
        content={"jackpot": source.name, "to_jackpot": target.name, "cents": cents},
        ahead={
            "pool_now_cents": held,
            "pool_afterwards_cents": held - cents,
            "other_pool_now_cents": other,
            "other_pool_afterwards_cents": other + cents,
        },
    )


def _book(stamp: Stamp, draft: Draft, move: PoolMove) -> PoolMove:
    check_limit(
        stamp,
        move.cents,
        always=Role.ACCOUNTANT,
        up_to=(Role.MANAGER, limits(stamp.club_id).manager_adjust_cents),
    )
    move.at, move.gaming_day = stamp.at, stamp.gaming_day
    move.proposal_id, move.act_id = stamp.proposal_id, stamp.act_id
    move.entry_id = ledger.post_entry(stamp, draft).entry_id
    move.save(force_insert=True)
    return move
