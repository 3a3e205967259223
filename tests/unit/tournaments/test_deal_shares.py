"""Shares of a deal: exact to the cent, fair to who has more chips, the same for equal stacks."""

from fractions import Fraction
from itertools import pairwise, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.rules.deal_shares import MAX_BY_ICM, By, TooManyForIcm, deal_shares

PRIZES = st.lists(st.integers(0, 10**8), min_size=1, max_size=6).map(
    lambda cents: sorted(cents, reverse=True)
)
TABLES = PRIZES.flatmap(
    lambda prizes: st.tuples(
        st.just(prizes),
        st.lists(st.integers(1, 10**7), min_size=len(prizes), max_size=len(prizes) + 2),
    )
)
WAYS = st.sampled_from(["icm", "chip_chop", "equal"])


def by_every_order(prizes: list[int], chips: list[int]) -> list[Fraction]:
    """Return the shares that each order of finish, one by one, adds up to."""
    expected = [Fraction(0)] * len(chips)
    for order in permutations(range(len(chips))):
        chance, held = Fraction(1), sum(chips)
        for player in order:
            chance *= Fraction(chips[player], held)
            held -= chips[player]
        for prize, player in zip(prizes, order, strict=False):
            expected[player] += chance * prize
    return expected


@given(TABLES)
def test_icm_is_within_a_cent_of_what_every_order_of_finish_adds_up_to(
    table: tuple[list[int], list[int]],
) -> None:
    prizes, chips = table[0], table[1][:5]
    prizes = prizes[: len(chips)]
    shares = deal_shares("icm", prizes_cents=prizes, chips=chips)
    exact = by_every_order(prizes, chips)
    assert all(abs(one - right) < 1 for one, right in zip(shares, exact, strict=True))


@given(WAYS, TABLES, st.sampled_from([1, 5, 100]))
def test_shares_add_up_to_the_prizes_and_more_chips_never_bring_less(
    by: By, table: tuple[list[int], list[int]], unit: int
) -> None:
    prizes, chips = table
    shares = deal_shares(by, prizes_cents=prizes, chips=chips, unit_cents=unit)
    assert sum(shares) == sum(prizes)
    by_chips = sorted(zip(chips, shares, strict=True))
    assert all(less <= more for (_, less), (_, more) in pairwise(by_chips))


@given(TABLES)
def test_by_icm_nobody_has_less_than_is_sure_nor_more_than_the_first_prize(
    table: tuple[list[int], list[int]],
) -> None:
    prizes, chips = table
    shares = deal_shares("icm", prizes_cents=prizes, chips=chips)
    sure = prizes[-1] if len(prizes) == len(chips) else 0
    assert all(sure <= cents <= prizes[0] for cents in shares)


def test_icm_of_a_full_table_is_calculated_and_of_more_is_refused() -> None:
    chips = [1_000] * MAX_BY_ICM
    assert deal_shares("icm", prizes_cents=[120], chips=chips) == [10] * MAX_BY_ICM
    with pytest.raises(TooManyForIcm):
        deal_shares("icm", prizes_cents=[120], chips=[*chips, 1_000])
