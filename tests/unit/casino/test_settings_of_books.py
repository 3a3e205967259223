"""What the books set and no formula of the vectors asks: each value as its paragraph has it."""

import pytest

from casino.house.rulebook import load_book

EVERY = ("olympic", "voodoo", "img", "home", "online")
SAME = {
    ("house.cash_unit_cents", "AMB-123"): 1,
    ("first_round.draws", "AMB-06"): 1,
    ("tables.max_hands_an_hour", "AMB-07"): 60,
}
OWN = [
    ("olympic", "decides.table_limits_change", "OLY-2.18", "everyone"),
    ("voodoo", "decides.table_limits_change", "VOO-C18", "everyone"),
    ("img", "decides.table_limits_change", "IMG-C5", "supervisor"),
    ("home", "decides.table_limits_change", "HOME-44", "supervisor"),
    ("online", "decides.table_limits_change", "ONL-14", "manager"),
    ("olympic", "tournament.no_show", "OLY-3.4.5", "enters_with_player"),
    ("voodoo", "tournament.no_show", "VOO-T13", "blinded"),
    ("img", "tournament.no_show", "IMG-T4", "blinded_until_late_end"),
    ("home", "tournament.no_show", "HOME-9", "blinded"),
    ("online", "tournament.no_show", "AMB-76", "blinded"),
    ("olympic", "seats.call_minutes", "OLY-2.4", 5),
    ("voodoo", "seats.call_minutes", "VOO-C3", 5),
    ("img", "seats.call_minutes", "IMG-C18", 5),
    ("olympic", "prizes.unit_cents", "AMB-54", 1),
    ("voodoo", "prizes.unit_cents", "AMB-54", 1),
    ("img", "prizes.unit_cents", "AMB-54", 1),
    ("olympic", "chips.between_players", "OLY-2.21", "never"),
    ("voodoo", "chips.between_players", "VOO-C20", "never"),
    ("img", "chips.between_players", "IMG-G3", "equal_exchange"),
    ("olympic", "run_it_twice.needs_everybody", "OLY-2.32", True),
    ("voodoo", "run_it_twice.needs_everybody", "VOO-C27", True),
    ("voodoo", "penalties.at_once.tournament", "VOO-G5", "out"),
    ("voodoo", "penalties.longer", "VOO-G5", ["tournament"]),
    ("img", "penalties.at_once.tournament", "IMG-G55", "out"),
    ("img", "penalties.at_once.cash", "IMG-G55", "out"),
]


@pytest.mark.parametrize("name", EVERY)
def test_the_decisions_that_hold_in_every_book_hold_in_each(name: str) -> None:
    book = load_book(name)
    for (key, paragraph), value in SAME.items():
        assert (book.values[key], book.sources[key]) == (value, paragraph), key


@pytest.mark.parametrize(("name", "key", "paragraph", "value"), OWN)
def test_a_book_sets_what_its_paragraph_says(
    *, name: str, key: str, paragraph: str, value: object
) -> None:
    book = load_book(name)
    assert (book.values[key], book.sources[key]) == (value, paragraph)
