"""Dividing, reading and writing money."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino.money import MoneyError, allocate, equally, format_cents, parse_cents, part

NBSP = "\u00a0"
totals = st.integers(0, 10**12)
weights = st.lists(st.integers(0, 10**6), min_size=1, max_size=30).filter(any)
units = st.sampled_from([1, 5, 50, 100])


@given(totals, weights, units)
def test_the_parts_sum_to_the_total(total: int, shares: list[int], unit: int) -> None:
    assert sum(allocate(total, shares, unit)) == total


@given(totals, weights, units)
def test_descending_weights_give_descending_parts(total: int, shares: list[int], unit: int) -> None:
    parts = allocate(total, sorted(shares, reverse=True), unit)
    assert parts == sorted(parts, reverse=True)


@given(totals, weights)
def test_a_part_is_within_one_of_its_exact_share(total: int, shares: list[int]) -> None:
    for cents, share in zip(allocate(total, shares), shares, strict=True):
        assert abs(cents * sum(shares) - total * share) < sum(shares)


@given(totals, weights)
def test_who_has_no_share_gets_nothing(total: int, shares: list[int]) -> None:
    parts = allocate(total, shares)
    assert not any(cents for cents, share in zip(parts, shares, strict=True) if share == 0)


@given(totals, weights, st.sampled_from([5, 50, 100]))
def test_only_the_first_part_holds_less_than_a_chip(
    total: int, shares: list[int], chip: int
) -> None:
    odd = [i for i, cents in enumerate(allocate(total, shares, chip)) if cents % chip]
    first = next(i for i, share in enumerate(shares) if share)
    assert odd in ([], [first])


@pytest.mark.parametrize(
    ("total", "shares", "unit", "parts"),
    [
        (100, [1, 1, 1], 1, [34, 33, 33]),
        (100, [1, 1, 1, 1, 1, 1], 50, [50, 50, 0, 0, 0, 0]),
        (105, [0, 1, 1], 50, [0, 55, 50]),
        (2, [1, 3, 3], 1, [0, 1, 1]),
        (0, [0, 0], 1, [0, 0]),
        (0, [], 1, []),
    ],
)
def test_allocate_by_hand(total: int, shares: list[int], unit: int, parts: list[int]) -> None:
    assert allocate(total, shares, unit) == parts


def test_equally_gives_odd_units_to_the_first() -> None:
    assert equally(25_000, 9) == [2778] * 7 + [2777] * 2


@pytest.mark.parametrize(
    ("total", "shares", "unit"), [(1, [], 1), (1, [0], 1), (-1, [1], 1), (1, [-1], 1), (1, [1], 0)]
)
def test_what_cannot_be_divided_is_refused(total: int, shares: list[int], unit: int) -> None:
    with pytest.raises(MoneyError):
        allocate(total, shares, unit)


def test_a_part_is_rounded_down() -> None:
    assert [part(cents, 500) for cents in (0, 19, 20, 39, 40)] == [0, 0, 1, 1, 2]


@pytest.mark.parametrize(
    ("text", "cents"),
    [
        ("1234", 123400),
        ("1234,5", 123450),
        ("1234.50", 123450),
        ("1 234,50", 123450),
        (f"1{NBSP}234,50", 123450),
        ("1\u202f234\u202f567", 123456700),
        (" 50 ", 5000),
        ("0,05", 5),
        ("0", 0),
        ("9999999999,99", 999999999999),
    ],
)
def test_an_amount_as_a_cashier_types_it(text: str, cents: int) -> None:
    assert parse_cents(text) == cents


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("1,500", "Write 1500 or 1,50"),
        ("1.500", "Write 1500 or 1,50"),
        ("1 234.500", "Write 1234500 or 1234,50"),
        ("12,345", "Write 12345 or 12,34"),
        ("1,2,3", "is not an amount"),
        ("12 34", "is not an amount"),
        ("1234 567", "is not an amount"),
        (",5", "is not an amount"),
        ("5,", "is not an amount"),
        ("-5", "without a sign"),
        ("+5", "without a sign"),
        ("\u22125", "without a sign"),
        ("1e5", "is not an amount"),
        ("1_000", "is not an amount"),
        ("\uff11\uff12", "is not an amount"),
        ("\u0661\u0662", "is not an amount"),
        ("NaN", "is not an amount"),
        ("inf", "is not an amount"),
        ("\u20ac5", "is not an amount"),
        ("5\n", "is not an amount"),
        ("", "Write an amount"),
        ("  ", "Write an amount"),
        ("1234567890123", "more than 12 digits"),
        ("99999999999,99", "more than 12 digits"),
    ],
)
def test_what_could_be_misread_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(MoneyError, match=sentence):
        parse_cents(text)


@pytest.mark.parametrize(
    ("cents", "text"),
    [
        (0, "0,00"),
        (5, "0,05"),
        (123450, f"1{NBSP}234,50"),
        (-123456789, f"\u22121{NBSP}234{NBSP}567,89"),
    ],
)
def test_an_amount_as_it_is_printed(cents: int, text: str) -> None:
    assert format_cents(cents) == text


@given(st.integers(0, 10**12 - 1))
def test_what_is_printed_can_be_typed_again(cents: int) -> None:
    assert parse_cents(format_cents(cents)) == cents


@given(st.text(max_size=20))
def test_no_text_brings_the_parser_down(text: str) -> None:
    with suppress(MoneyError):
        assert parse_cents(text) >= 0
