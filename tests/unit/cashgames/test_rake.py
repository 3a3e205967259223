"""The house's charge on a pot: never above the percentage or the cap, never falling."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cashgames.rules.first_round import Street
from cashgames.rules.rake import (
    CapAboveHouseMaximum,
    NoSpecialCap,
    PercentAboveHouseMaximum,
    rake,
    rake_by_pot_cents,
    rake_cents,
    rake_terms,
)
from casino.house.rulebook import NAMES, load_book

FLOP = Street(family="flop", board_cards_dealt=3)
books = st.sampled_from([load_book(name) for name in NAMES])
pots = st.lists(st.integers(0, 10**7), min_size=1, max_size=6)
chips = st.sampled_from([1, 10, 50])


@given(books, pots, chips)
def test_rake_is_never_above_percent_or_cap(book: Any, pots_cents: list[int], chip: int) -> None:
    terms = rake_terms(book.rake, chip_unit_cents=chip)
    taken = rake_cents(terms, pots_cents)
    assert 0 <= taken <= terms.cap_cents
    assert taken * 10_000 <= sum(pots_cents) * terms.percent_bp
    assert taken % chip == 0


@given(books, pots, st.integers(0, 10**6), chips)
def test_rake_never_falls_when_the_pot_grows(
    book: Any, pots_cents: list[int], more: int, chip: int
) -> None:
    terms = rake_terms(book.rake, chip_unit_cents=chip)
    grown = [pots_cents[0] + more, *pots_cents[1:]]
    assert rake_cents(terms, grown) >= rake_cents(terms, pots_cents)


@given(books, pots, chips)
def test_the_pots_carry_exactly_the_rake(book: Any, pots_cents: list[int], chip: int) -> None:
    terms = rake_terms(book.rake, chip_unit_cents=chip)
    taken = rake_cents(terms, pots_cents)
    by_pot = rake_by_pot_cents(terms, pots_cents, taken)
    assert sum(by_pot) == taken
    assert len(by_pot) == len(pots_cents)


@given(books, pots, st.integers(0, 5))
def test_the_explained_rake_is_the_lean_one(book: Any, pots_cents: list[int], board: int) -> None:
    terms = rake_terms(book.rake)
    street = Street(family="flop", board_cards_dealt=board)
    explained = rake(book, terms, pots_cents=pots_cents, street=street)
    assert explained.rake_cents == (rake_cents(terms, pots_cents) if board >= 3 else 0)
    assert explained.rake_cents == explained.because[0].result


@pytest.mark.rule("OLY-2.36")
def test_rake_stops_growing_at_two_hundred_euro() -> None:
    terms = rake_terms(load_book("olympic").rake)
    assert [rake_cents(terms, [pot]) for pot in (999, 1000, 19_999, 20_000, 99_000)] == [
        0, 50, 950, 1000, 1000,
    ]  # fmt: skip


@pytest.mark.rule("AMB-02")
def test_a_special_session_stops_at_three_hundred_euro() -> None:
    terms = rake_terms(load_book("olympic").rake, special_cap=True)
    assert [rake_cents(terms, [pot]) for pot in (29_999, 30_000, 99_000)] == [1450, 1500, 1500]


@pytest.mark.rule("AMB-02")
def test_a_cap_of_the_sessions_own_stands_in_place_of_the_special_one() -> None:
    terms = rake_terms(load_book("olympic").rake, special_cap=True, cap_cents=301)
    assert rake_cents(terms, [99_000]) == 301


@pytest.mark.rule("OLY-2.40")
def test_the_reason_names_the_paragraph_of_the_house() -> None:
    cited = []
    for name in NAMES:
        book = load_book(name)
        taken = rake(book, rake_terms(book.rake), pots_cents=[5000], street=Street(family="flop"))
        cited.append(taken.because[0].rule)
    assert cited == ["OLY-2.40", "VOO-C26", "IMG-C21", "AMB-06", "ONL-14"]


@pytest.mark.rule("AMB-13")
def test_a_session_on_time_pays_no_pot_rake() -> None:
    book = load_book("olympic")
    taken = rake(book, rake_terms(book.rake, mode="time"), pots_cents=[5000], street=FLOP)
    assert (taken.rake_cents, taken.because[0].rule) == (0, "AMB-13")


@pytest.mark.parametrize(
    ("house", "session", "refusal"),
    [
        ("voodoo", {"special_cap": True}, NoSpecialCap),
        ("voodoo", {"special_cap": True, "percent_bp": 600}, NoSpecialCap),
        ("olympic", {"percent_bp": 501, "cap_cents": 1501}, PercentAboveHouseMaximum),
        ("olympic", {"cap_cents": 1501}, CapAboveHouseMaximum),
        ("olympic", {"cap_cents": 1501, "special_cap": True}, CapAboveHouseMaximum),
        ("voodoo", {"cap_cents": 100, "special_cap": True}, NoSpecialCap),
        ("home", {"percent_bp": 1}, PercentAboveHouseMaximum),
    ],
)
def test_a_session_cannot_go_beyond_its_house(
    house: str, session: dict[str, Any], refusal: type[Exception]
) -> None:
    with pytest.raises(refusal):
        rake_terms(load_book(house).rake, **session)
