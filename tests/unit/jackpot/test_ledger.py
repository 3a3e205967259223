"""The pool over time: never below zero, never paying today's money."""

from datetime import UTC, datetime, time, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino.house.rulebook import load_book
from jackpot.rules.ledger import (
    BadBeat,
    Close,
    Correction,
    Drop,
    Event,
    EventsOutOfOrder,
    Pool,
    PoolBelowZero,
    RoyalFlush,
    run_pool,
)

OPENED = datetime(2026, 3, 27, 12, tzinfo=UTC)


def pool(opening: int) -> Pool:
    return Pool(
        book=load_book("olympic"),
        timezone="Europe/Tallinn",
        closes_at=time(7),
        opening_cents=opening,
        opened_at=OPENED,
    )


def drop(at: datetime, cents: int) -> Drop:
    return Drop(kind="drop", at_utc=at, cents=cents)


def bad_beat(at: datetime, hand: str) -> BadBeat:
    return BadBeat(
        kind="bad_beat",
        id=f"{hand}-bad",
        at_utc=at,
        hand=hand,
        losing_seats=(1,),
        winning_seats=(2,),
        seats=(1, 2, 3, 4, 5, 6),
    )


def royal(at: datetime, hand: str) -> RoyalFlush:
    return RoyalFlush(kind="royal_flush", id=f"{hand}-royal", at_utc=at, hand=hand, holders=(4,))


@st.composite
def nights(draw: st.DrawFn) -> list[Event]:
    """Draw days of drops, closes and hands that hit, over a change of the clock."""
    at, events = OPENED, []
    for hand in range(draw(st.integers(0, 40))):
        at += timedelta(minutes=draw(st.integers(0, 120)))
        hits = [bad_beat(at, f"{hand}"), royal(at, f"{hand}")]
        happened = st.sampled_from([
            [drop(at, draw(st.integers(0, 5000)))],
            [Close(kind="close", at_utc=at)],
            hits[:1], hits[1:], hits, hits[::-1],
        ])  # fmt: skip
        events += draw(happened)
    return events


@given(st.integers(0, 10**7), nights())
def test_the_jackpots_never_pay_more_than_the_pool_holds(opening: int, events: list[Event]) -> None:
    running = pool(opening)
    hits = run_pool(running, events)
    dropped = sum(event.cents for event in events if isinstance(event, Drop))
    assert running.cents >= 0
    assert opening + dropped - sum(hit.payout.total_cents for hit in hits) == running.cents
    assert all(hit.base_cents <= hit.snapshot_cents for hit in hits)


@pytest.mark.rule("AMB-36")
def test_the_money_of_the_day_is_not_in_its_jackpot() -> None:
    at = OPENED + timedelta(hours=1)
    hits = run_pool(pool(100_000), [drop(at, 50_000), bad_beat(at, "a")])
    assert hits[0].payout.total_cents == 60_000


@pytest.mark.rule("AMB-28", "AMB-37")
def test_the_level_is_of_seven_by_the_wall_in_the_night_of_the_clock_change() -> None:
    seven = datetime(2026, 3, 29, 4, tzinfo=UTC)
    before, after = seven - timedelta(seconds=1), seven
    hits = run_pool(pool(0), [drop(before, 1000), drop(after, 5000), royal(after, "a")])
    assert (hits[0].snapshot_at, hits[0].snapshot_cents) == (seven, 1000)


@pytest.mark.rule("AMB-28")
def test_an_early_close_counts_until_seven() -> None:
    early = OPENED + timedelta(hours=2)
    later = early + timedelta(minutes=1)
    events = [drop(OPENED, 700), Close(kind="close", at_utc=early), royal(later, "a")]
    assert run_pool(pool(0), events)[0].snapshot_cents == 700


@pytest.mark.rule("AMB-30")
def test_two_jackpots_of_one_hand_have_one_base() -> None:
    hits = run_pool(pool(100_000), [bad_beat(OPENED, "a"), royal(OPENED, "a")])
    assert [hit.base_cents for hit in hits] == [100_000, 100_000]
    assert [hit.payout.total_cents for hit in hits] == [60_000, 20_000]


def test_a_correction_cannot_empty_the_pool_below_zero() -> None:
    with pytest.raises(PoolBelowZero):
        run_pool(pool(10), [Correction(kind="correction", at_utc=OPENED, cents=-11)])


def test_events_come_in_the_order_of_their_time() -> None:
    with pytest.raises(EventsOutOfOrder):
        run_pool(pool(0), [drop(OPENED + timedelta(hours=1), 1), drop(OPENED, 1)])
