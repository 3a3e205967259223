"""Calculators of the jackpot: what a hit pays, and what a pool did over time."""

from dataclasses import dataclass
from datetime import datetime, time
from typing import Any

from casino.calculators.registry import topic
from casino.calculators.topics.fields import House, Seats
from casino.house.rules import Zone
from casino.schema import Cents
from jackpot.rules.ledger import Event, Hit, Pool, run_pool
from jackpot.rules.payouts import bad_beat_payout, royal_flush_payout


@dataclass(frozen=True, kw_only=True, slots=True)
class BadBeatGiven:
    """A base and the seats of a Bad Beat."""

    house: House
    base_cents: Cents
    losing_seats: Seats
    winning_seats: Seats
    seats: Seats


@dataclass(frozen=True, kw_only=True, slots=True)
class RoyalFlushGiven:
    """A base and the seats that hold a royal flush."""

    house: House
    base_cents: Cents
    holders: Seats


@dataclass(frozen=True, kw_only=True, slots=True)
class PoolGiven:
    """A pool at its opening and everything that happened to it."""

    house: House
    timezone: Zone
    close_local: time
    opening_pool_cents: Cents
    opened_at_utc: datetime
    events: tuple[Event, ...]


@topic("bad_beat_payout")
def bad_beat_answer(given: BadBeatGiven) -> dict[str, Any]:
    """Answer what a Bad Beat pays to whom."""
    paid = bad_beat_payout(
        given.house,
        base_cents=given.base_cents,
        losing_seats=given.losing_seats,
        winning_seats=given.winning_seats,
        seats=given.seats,
    )
    return {
        "total_cents": paid.total_cents,
        **paid.parts,
        "payouts_cents": paid.payouts_cents,
        "base_after_cents": given.base_cents - paid.total_cents,
        "because": paid.because,
    }


@topic("royal_flush_payout")
def royal_flush_answer(given: RoyalFlushGiven) -> dict[str, Any]:
    """Answer what a royal flush pays to whom."""
    paid = royal_flush_payout(given.house, base_cents=given.base_cents, holders=given.holders)
    return {
        **paid.parts,
        "total_cents": paid.total_cents,
        "payouts_cents": paid.payouts_cents,
        "base_after_cents": given.base_cents - paid.total_cents,
        "because": paid.because,
    }


@topic("jackpot_ledger")
def pool_answer(given: PoolGiven) -> dict[str, Any]:
    """Answer what the hits of a pool paid and what it holds after all."""
    pool = Pool(
        book=given.house,
        timezone=given.timezone,
        closes_at=given.close_local,
        opening_cents=given.opening_pool_cents,
        opened_at=given.opened_at_utc,
    )
    hits = run_pool(pool, given.events)
    return {
        "hits": [_shown(hit) for hit in hits],
        "pool_cents": pool.cents,
        "because": [why for hit in hits for why in hit.because],
    }


def _shown(hit: Hit) -> dict[str, Any]:
    return {
        "id": hit.id,
        "snapshot_at_utc": hit.snapshot_at,
        "snapshot_cents": hit.snapshot_cents,
        "base_cents": hit.base_cents,
        "total_cents": hit.payout.total_cents,
        "payouts_cents": hit.payout.payouts_cents,
    }
