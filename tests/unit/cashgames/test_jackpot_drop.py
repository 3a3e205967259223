"""Jackpot money: whole or not at all, and the batch decides as the single hand does."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cashgames.rules.first_round import Street
from cashgames.rules.jackpot_drop import charges, drop_terms, pot_charges
from cashgames.rules.rake import rake_terms
from casino.house.rulebook import load_book

BOOK = load_book("olympic")
TERMS = rake_terms(BOOK.rake, chip_unit_cents=50)
pots = st.lists(st.integers(0, 50_000), min_size=1, max_size=4)
hands = st.tuples(pots, st.integers(2, 10), st.booleans())


@given(st.lists(hands, max_size=20))
def test_the_batch_decides_as_the_explained_hand(dealt: list[tuple[list[int], int, bool]]) -> None:
    one_by_one = []
    for pots_cents, players, passed in dealt:
        street = Street(family="flop", board_cards_dealt=3 * passed)
        taken = charges(BOOK, TERMS, pots_cents=pots_cents, players=players, street=street)
        one_by_one.append((taken.rake.rake_cents, taken.drop.drop_cents))
    assert list(pot_charges(TERMS, drop_terms(BOOK, family="flop"), dealt)) == one_by_one


@given(hands)
def test_a_main_pot_never_pays_more_than_it_holds(hand: tuple[list[int], int, bool]) -> None:
    pots_cents, players, passed = hand
    street = Street(family="flop", board_cards_dealt=3 * passed)
    taken = charges(BOOK, TERMS, pots_cents=pots_cents, players=players, street=street)
    assert taken.drop.drop_cents in (0, 100)
    assert taken.drop.main_pot_after_cents >= 0
    assert (
        taken.rake.by_pot_cents[0] + taken.drop.drop_cents + taken.drop.main_pot_after_cents
        == pots_cents[0]
    )


@pytest.mark.rule("OLY-4.11", "AMB-20")
def test_a_table_without_jackpot_has_no_terms() -> None:
    assert drop_terms(BOOK, family="flop", campaign=True) is None
    assert drop_terms(BOOK, family="draw") is None
    assert drop_terms(BOOK, family="ofc") is None


def test_a_house_without_jackpot_takes_the_rake_only() -> None:
    book = load_book("voodoo")
    assert drop_terms(book, family="flop") is None
    assert list(pot_charges(rake_terms(book.rake), None, [([3000], 9, True)])) == [(150, 0)]
