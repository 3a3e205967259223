"""What is withheld from winnings: by visit, with an upper rate by the year."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino.rates.rules import Withheld, WithholdingTerms, withheld

# COMPLIANCE 5: Latvia from 2025 on.
LATVIA = WithholdingTerms(
    tax="lv-winnings",
    source="",
    free_cents=300_000,
    rate_bp=2_550,
    upper_from_cents=10_530_000,
    upper_rate_bp=3_300,
)
CENTS = st.integers(0, 10**8)
NONE = Withheld(won_cents=0)


def summed(paid: list[Withheld]) -> Withheld:
    return Withheld(
        won_cents=sum(each.won_cents for each in paid),
        taxable_cents=sum(each.taxable_cents for each in paid),
        upper_cents=sum(each.upper_cents for each in paid),
        cents=sum(each.cents for each in paid),
    )


def paid_next(paid: list[Withheld], cents: int, *, year: int) -> Withheld:
    kept = summed(paid)
    visit = kept.won_cents
    return withheld(LATVIA, cents, visit_cents=visit, year_cents=year + visit, kept=kept)


def at_once(cents: int, *, year: int) -> Withheld:
    return paid_next([], cents, year=year)


@pytest.mark.parametrize(
    ("won", "visit", "year", "expected"),
    [
        (300_000, 0, 0, (0, 0, 0)),
        (1_000_000, 0, 0, (700_000, 0, 178_500)),
        (100_000, 1_000_000, 1_000_000, (100_000, 0, 25_500)),
        (200_000, 200_000, 200_000, (100_000, 0, 25_500)),
        # A new visit has its free part again.
        (300_000, 0, 5_000_000, (0, 0, 0)),
        (12_000_000, 0, 0, (11_700_000, 1_470_000, 3_093_750)),
        (400_000, 0, 10_530_000, (100_000, 100_000, 33_000)),
        (300_001, 0, 0, (1, 0, 0)),
        (300_002, 0, 0, (2, 0, 1)),
    ],
)
def test_the_part_of_a_visit_above_the_free_one_bears_the_rates(won, visit, year, expected):
    # What was paid before on the visit was paid before the club withheld any.
    found = withheld(LATVIA, won, visit_cents=visit, year_cents=year, kept=NONE)
    assert (found.taxable_cents, found.upper_cents, found.cents) == expected


@given(st.lists(CENTS, min_size=1, max_size=5), CENTS)
def test_however_the_winnings_of_a_visit_are_split_the_same_is_withheld(parts, year):
    paid: list[Withheld] = []
    for part in parts:
        found = paid_next(paid, part, year=year)
        assert 0 <= found.upper_cents <= found.taxable_cents <= part
        assert 0 <= found.cents <= part
        paid.append(found)
    assert summed(paid) == at_once(sum(parts), year=year)


@given(st.lists(CENTS, min_size=2, max_size=5), st.data(), CENTS)
def test_whichever_payments_of_a_visit_are_taken_back_and_made_anew_the_same_is_withheld(
    parts, data, year
):
    paid: list[Withheld] = []
    for part in parts:
        paid.append(paid_next(paid, part, year=year))
    back = data.draw(st.sets(st.sampled_from(range(len(parts))), min_size=1))
    stands = [each for n, each in enumerate(paid) if n not in back]
    for n in sorted(back):
        stands.append(paid_next(stands, parts[n], year=year))
    assert summed(stands) == at_once(sum(parts), year=year)


@given(CENTS, CENTS)
def test_without_an_upper_rate_one_rate_holds(won, year):
    flat = WithholdingTerms(tax="xx-winnings", source="", free_cents=0, rate_bp=1_000)
    assert withheld(flat, won, visit_cents=0, year_cents=year, kept=NONE).cents == (won + 5) // 10
