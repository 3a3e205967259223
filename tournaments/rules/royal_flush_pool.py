"""The Royal Flush Jackpot of tournaments: a part of each buy-in, won by straight flushes."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from casino.house.because import Because
from casino.house.rulebook import RuleBook
from casino.house.rules import RoyalFlushPool
from casino.messages import msg
from casino.money import equally, part
from casino.refusals import BadInput, Refusal
from casino.schema import Count, Range, Text


class NoRoyalFlushPool(Refusal):
    """The book knows no such jackpot."""

    code = "house_has_no_royal_flush_pool"
    message = msg("This club has no Royal Flush Jackpot tournaments.")


@dataclass(frozen=True, kw_only=True, slots=True)
class BuyIns:
    """Buy-ins that brought their part."""

    kind: Literal["buy_ins"]
    count: Count


@dataclass(frozen=True, kw_only=True, slots=True)
class Holder:
    """Who holds the hand, and how many of its five cards are own ones."""

    player: Text
    hole_cards_used: Annotated[int, Range(0, 5)]


@dataclass(frozen=True, kw_only=True, slots=True)
class Hit:
    """A straight or royal flush; all its holders hold the same hand."""

    kind: Literal["hit"]
    id: Text
    hand: Literal["straight_flush", "royal_flush"]
    river_dealt: bool
    holders: tuple[Holder, ...]


Event = BuyIns | Hit


@dataclass(frozen=True, kw_only=True, slots=True)
class PaidHit:
    """What came of a hit: `paid`, or the reason why nothing was."""

    id: str
    code: str
    total_cents: int
    payouts_cents: dict[str, int]


@dataclass(frozen=True, kw_only=True, slots=True)
class PoolRun:
    """All hits of a tournament; the rest of its pool goes to the next one, or to its prizes."""

    hits: tuple[PaidHit, ...]
    carried_over_cents: int
    because: tuple[Because, ...]
    to_prize_pool_cents: int = 0


def run_royal_flush_pool(
    book: RuleBook, *, opening_cents: int, per_buy_in_cents: int, events: Sequence[Event]
) -> PoolRun:
    """
    Go through a tournament's buy-ins and hits in their order; each hit is of the pool it finds.

    Raises NoRoyalFlushPool, and BadInput for a hit told twice.

    Source: OLY-3.2.i, AMB-67, AMB-68.
    """
    if book.royal_flush_pool is None:
        raise NoRoyalFlushPool(field="house")
    pool, hits, reasons = opening_cents, list[PaidHit](), list[Because]()
    for i, event in enumerate(events):
        if isinstance(event, BuyIns):
            pool += event.count * per_buy_in_cents
            continue
        _check_new(event, hits, f"events[{i}]")
        hit = _paid(book.royal_flush_pool, event, pool)
        reasons.append(_why(book, event, hit, pool))
        hits.append(hit)
        pool -= hit.total_cents
    reasons.append(book.why("royal_flush_pool.rest", pool))
    to_prizes = pool if book.royal_flush_pool.rest == "prize_pool" else 0
    return PoolRun(
        hits=tuple(hits),
        carried_over_cents=pool - to_prizes,
        because=tuple(reasons),
        to_prize_pool_cents=to_prizes,
    )


def _paid(rule: RoyalFlushPool, hit: Hit, pool_cents: int) -> PaidHit:
    own = [one.player for one in hit.holders if one.hole_cards_used >= rule.min_hole_cards]
    if not hit.river_dealt:
        return PaidHit(id=hit.id, code="river_not_dealt", total_cents=0, payouts_cents={})
    if not own:
        return PaidHit(id=hit.id, code="no_hole_card_used", total_cents=0, payouts_cents={})
    royal = hit.hand == "royal_flush"
    total = part(pool_cents, rule.royal_flush_bp if royal else rule.straight_flush_bp)
    shares = dict(zip(own, equally(total, len(own)), strict=True))
    return PaidHit(id=hit.id, code="paid", total_cents=total, payouts_cents=shares)


def _check_new(hit: Hit, earlier: Sequence[PaidHit], where: str) -> None:
    if hit.id in {other.id for other in earlier}:
        raise BadInput(
            msg("{where}.id: {id} is given twice.", where=where, id=hit.id), field=f"{where}.id"
        )
    if len({one.player for one in hit.holders}) < len(hit.holders):
        raise BadInput(
            msg("{where}.holders: a player is given twice.", where=where),
            field=f"{where}.holders",
        )


def _why(book: RuleBook, event: Hit, hit: PaidHit, pool_cents: int) -> Because:
    facts = {"id": hit.id, "hand": event.hand, "pool_cents": pool_cents, "code": hit.code}
    return book.why(f"royal_flush_pool.{event.hand}_bp", hit.total_cents, **facts)
