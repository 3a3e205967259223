"""What a hand would have paid: properties over all books."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino.house.rulebook import NAMES, load_book
from casino.whatif.rules import (
    Game,
    Study,
    WhatIfDifference,
    cost_per_hour_cents,
    in_campaign,
    study_hands,
    terms,
)

TABLE = Game(session_id=1, table="1", game="texas_holdem", special_cap=False, feeds=True)
HANDS = st.lists(
    st.tuples(
        st.lists(st.integers(1, 10**7), min_size=1, max_size=4),
        st.integers(2, 10),
        st.booleans(),
        st.integers(0, 1_000),
        st.integers(0, 100),
        st.integers(1, 9),
    ),
    max_size=30,
)


def studied(book: str, hands: list, **overrides: int) -> Study:
    found = Study()
    other = load_book(book).with_overrides(
        {key.replace("__", "."): value for key, value in overrides.items()}
    )
    was, would = (terms(rules, TABLE, campaign=False) for rules in (load_book(book), other))
    study_hands(found, TABLE, was, would, hands)
    return found


@pytest.mark.parametrize("book", NAMES)
@given(hands=HANDS)
def test_the_same_book_gives_the_same_on_both_sides(book: str, hands: list):
    sums = studied(book, hands).by_session[1]
    assert sums.other_rake_cents + sums.other_drop_cents == sums.again_cents


@given(hands=HANDS, cap=st.integers(100, 1_000))
def test_a_lower_cap_never_takes_more(hands: list, cap: int):
    lower, usual = studied("olympic", hands, rake__cap_cents=cap), studied("olympic", hands)
    assert lower.by_session[1].other_rake_cents <= usual.by_session[1].other_rake_cents


@pytest.mark.parametrize("book", NAMES)
def test_a_table_on_time_rake_pays_on_its_pots_by_a_book_that_knows_none(book: str):
    rules = load_book(book)
    on_pots = terms(rules, TABLE, campaign=False).rake
    found = terms(rules, replace(TABLE, mode="time"), campaign=False).rake
    assert found == (replace(on_pots, mode="time") if book == "olympic" else on_pots)


@given(hands=HANDS)
def test_the_sizes_of_the_pots_hold_every_hand_once(hands: list):
    found = studied("voodoo", hands)
    assert sum(band.hands for band in found.by_band) == len(hands)
    assert sum(band.pots_cents for band in found.by_band) == sum(sum(hand[0]) for hand in hands)


def test_a_book_without_a_special_cap_takes_its_usual_one():
    special = Game(session_id=1, table="1", game="omaha", special_cap=True, feeds=True)
    assert terms(load_book("olympic"), special, campaign=False).rake.cap_cents == 1_500
    assert terms(load_book("img"), special, campaign=False).rake.cap_cents == 500


def test_a_campaign_takes_no_jackpot_money_in_any_book():
    campaign = Game(session_id=1, table="1", game="omaha", special_cap=False, feeds=False)
    assert in_campaign(load_book("olympic"), campaign)
    assert terms(load_book("olympic"), campaign, campaign=True).drop is None


def test_a_table_of_a_house_without_jackpot_feeds_the_one_of_another_house():
    table = Game(session_id=1, table="1", game="omaha", special_cap=False, feeds=False)
    assert not in_campaign(load_book("voodoo"), table)


@given(hands=HANDS)
def test_the_cheapest_and_the_dearest_hand_are_of_those_that_paid(hands: list):
    sums = studied("olympic", hands).by_session[1]
    paid = [rake + drop for _, _, _, rake, drop, _ in hands if rake + drop]
    assert (sums.least_cents, sums.most_cents) == (min(paid, default=0), max(paid, default=0))


def test_hands_of_which_the_rules_give_something_else_are_named():
    hands = [([3_700], 6, True, 150, 100, 1), ([3_700], 6, True, 100, 100, 2)]
    found = studied("olympic", hands)
    assert found.differences == [WhatIfDifference(hand_id=2, taken_cents=200, again_cents=250)]
    assert found.by_session[1].differing == 1


def test_a_mixed_game_drops_where_it_dropped():
    horse = Game(session_id=1, table="1", game="horse", special_cap=False, feeds=True)
    found, olympic = Study(), terms(load_book("olympic"), horse, campaign=False)
    hands = [([5_000], 6, True, 250, 100, 1), ([5_000], 6, True, 250, 0, 2)]
    study_hands(found, horse, olympic, olympic, hands)
    assert found.by_session[1].other_drop_cents == 100


def test_an_hour_without_seat_times_has_no_price():
    assert cost_per_hour_cents(5_000, 0) is None
    assert cost_per_hour_cents(1_000, 7) == 8_571
