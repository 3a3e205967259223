"""The jackpots pay exactly what the paragraphs say, to the cent."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino.house.rulebook import load_book
from jackpot.rules.payouts import NoJackpot, bad_beat_payout, paid_from, royal_flush_payout

BOOK = load_book("olympic")
bases = st.integers(0, 10**9)
tables = st.sets(st.integers(1, 10), min_size=6)


@given(bases, tables, st.data())
def test_a_bad_beat_pays_sixty_percent_to_the_cent(
    base: int, seats: set[int], data: st.DataObject
) -> None:
    losing = data.draw(st.sets(st.sampled_from(sorted(seats)), min_size=1, max_size=3))
    rest = sorted(seats - losing)
    winning = data.draw(st.sets(st.sampled_from(rest), min_size=1, max_size=3))
    paid = bad_beat_payout(
        BOOK, base_cents=base, losing_seats=losing, winning_seats=winning, seats=seats
    )
    assert paid.total_cents == base * 6000 // 10_000 == sum(paid.payouts_cents.values())
    assert set(paid.payouts_cents) == seats
    assert sum(cents for name, cents in paid.parts.items()) == paid.total_cents


@given(bases, st.sets(st.integers(1, 10), min_size=1, max_size=4))
def test_a_royal_flush_pays_five_hundred_or_a_fifth(base: int, holders: set[int]) -> None:
    paid = royal_flush_payout(BOOK, base_cents=base, holders=sorted(holders))
    assert paid.total_cents == min(50_000, base * 2000 // 10_000)
    assert sum(paid.payouts_cents.values()) == paid.total_cents


@pytest.mark.rule("OLY-4.8")
def test_the_reasons_tell_the_whole_share_out() -> None:
    paid = bad_beat_payout(
        BOOK, base_cents=1_000_000, losing_seats=[3], winning_seats=[5], seats=range(1, 7)
    )
    assert [(why.rule, why.result) for why in paid.because] == [
        ("OLY-4.6", 600_000),
        ("OLY-4.8.1", 300_000),
        ("OLY-4.8.2", 150_000),
        ("OLY-4.8.3", 150_000),
    ]


def test_a_house_without_jackpot_pays_none() -> None:
    with pytest.raises(NoJackpot):
        royal_flush_payout(load_book("img"), base_cents=1, holders=[1])


@given(st.integers(0, 10**9))
def test_what_a_hand_would_be_paid_is_what_its_seats_get(base: int) -> None:
    book = load_book("olympic")

    would = paid_from(book, base_cents=base, bad_beat=True, royal_flush=True)

    beat = bad_beat_payout(
        book, base_cents=base, losing_seats=[1], winning_seats=[2], seats=range(1, 8)
    )
    flush = royal_flush_payout(book, base_cents=base, holders=[2])
    assert would == beat.parts | {"royal_flush_cents": flush.total_cents}
