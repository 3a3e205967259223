"""Values of the books in people's words, and what people type read back."""

import re
from collections import Counter
from typing import Any

import pytest

from casino.house import rulebook_format
from casino.house.comparison import side_by_side, values
from casino.house.rulebook import NAMES, RuleBook, load_book
from casino.house.vocabulary import act_title, table
from casino.messages import Message, localized
from casino.refusals import BadInput


class Backwards:
    """A language of its own, which reads each word from its end."""

    def gettext(self, text: str) -> str:
        return re.sub(r"(?<!\{)\b[a-z'-]+\b(?!\})", lambda w: w[0][::-1] + "\u00f5", text)

    def ngettext(self, singular: str, plural: str, number: int) -> str:
        return self.gettext(singular if number == 1 else plural)


OLYMPIC = load_book("olympic")
TEXTS = {
    "rake.cap_cents": "10,00",
    "rake.percent_bp": "5\u00a0%",
    "time_rake.period_minutes": "30 minutes",
    "buy_in.return_seconds": "60 minutes",
    "clock.countdown_seconds": "5 seconds",
    "jackpot.campaigns": "yes",
    "jackpot.bad_beat_from.texas_holdem.ranks": "A, J",
    "jackpot.both_hole_cards": "texas hold'em, crazy pineapple, watermelon",
    "odd_chip.stud": "left of dealer",
    "ranking.place_factors": "30, 24, 20, 16, 14, 12, 10, 8, 6",
}


@pytest.mark.parametrize("name", NAMES)
def test_what_is_written_is_read_back_as_it_was(name: str):
    book = load_book(name)
    for key in book.sources:
        value = book.values[key]
        assert rulebook_format.value(key, rulebook_format.text(key, value)) == value, key


def test_what_is_written_in_another_language_is_read_back_too(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Message, "catalogue", Backwards())
    for key in OLYMPIC.sources:
        shown = rulebook_format.text(key, OLYMPIC.values[key]).localized()
        assert rulebook_format.value(key, shown) == OLYMPIC.values[key], shown
    assert rulebook_format.text("absence.break_minutes", 20).localized() == "20 setunim\u00f5"


@pytest.mark.parametrize(("key", "text"), TEXTS.items())
def test_a_value_is_written_in_its_unit(key: str, text: str):
    assert rulebook_format.text(key, OLYMPIC.values[key]) == text


def test_a_table_has_a_line_for_each_of_its_items():
    lines = rulebook_format.text("prizes.table", OLYMPIC.values["prizes.table"]).split("\n")
    assert lines[:2] == [
        "up to 8: 60\u00a0%, 40\u00a0%",
        "up to 11: 50\u00a0%, 30\u00a0%, 20\u00a0%",
    ]
    factors = rulebook_format.text(
        "ranking.buy_in_factors", OLYMPIC.values["ranking.buy_in_factors"]
    )
    assert factors.split("\n")[1] == "from 20 euros: 2,5"


@pytest.mark.parametrize(
    ("key", "typed", "value"),
    [
        ("rake.cap_cents", "12,50", 1250),
        ("rake.cap_cents", "1 250", 125_000),
        ("rake.percent_bp", "2,5", 250),
        ("rake.percent_bp", "2.5 %", 250),
        ("buy_in.return_seconds", "1 hour", 3600),
        ("buy_in.return_seconds", "45 min", 2700),
        ("buy_in.return_seconds", "90", 90),
        ("absence.break_minutes", "1 h", 60),
        ("absence.break_minutes", "20", 20),
        ("jackpot.campaigns", "No", False),
        ("odd_chip.stud", "Highest  card", "highest_card"),
        ("jackpot.families", "flop", ["flop"]),
        ("jackpot.families", "none", []),
        ("jackpot.bad_beat_from.omaha.ranks", "k", [13]),
        ("prizes.shares", "50 %, 30 %; 20", [5000, 3000, 2000]),
        ("prizes.shares", "62,5; 37,5", [6250, 3750]),
        ("prizes.table", "up to 8: 60, 40", [{"up_to": 8, "shares": [6000, 4000]}]),
        ("penalties.cash", "warning; away: 1 round", None),
    ],
)
def test_what_people_type_is_read(key: str, typed: str, value: Any):
    expected = [{"measure": "warning"}, {"measure": "away", "rounds": 1}]
    assert rulebook_format.value(key, typed) == (expected if value is None else value)


@pytest.mark.parametrize(
    ("key", "typed", "says"),
    [
        ("rake.cap_cents", "1,500", "Write 1500 or 1,50"),
        ("rake.cap_cents", "-5", "without a sign"),
        ("rake.cap_cents", "", "Write an amount"),
        ("rake.percent_bp", "five", "“five” is not an amount"),
        (
            "absence.break_minutes",
            "30 seconds",
            "“30 seconds” is not a time; write for example 30 minutes",
        ),
        ("absence.break_minutes", "soon", "is not a time"),
        ("jackpot.min_players", "6,5", "“6,5” is not a whole number"),
        ("jackpot.min_players", "٦", "is not a whole number"),
        ("jackpot.campaigns", "maybe", "“maybe” is none of: yes, no"),
        ("odd_chip.stud", "nobody", "none of: left of dealer, highest card"),
        ("ranking.buy_in_factors", "from 20: 2,55", "more than one decimal"),
        ("prizes.table", "all: 100", "is not a whole number"),
        ("penalties.cash", "away: 3 days", "none of: minute, round"),
    ],
)
def test_what_cannot_be_read_is_said_at_its_key(key: str, typed: str, says: str):
    with pytest.raises(BadInput) as refused:
        rulebook_format.value(key, typed)
    assert says in refused.value.message
    assert refused.value.field == key


def test_chips_of_cash_games_are_no_banknotes():
    assert rulebook_format.text("chips.cash_games", "cash") == "cash game"
    assert rulebook_format.value("chips.cash_games", "cash game") == "cash"
    assert rulebook_format.value("chips.kinds", "cash") == ["cash"]


def test_a_key_has_a_label_and_choices():
    assert rulebook_format.label("rake.min_pot_cents") == "No rake below"
    assert rulebook_format.label("jackpot.bad_beat_from.omaha_hilo.ranks") == (
        "Bad Beat from, Omaha hi-lo, cards"
    )
    assert rulebook_format.section_title("time_rake") == "Time rake"
    assert rulebook_format.choices("odd_chip.stud") == ("left of dealer", "highest card")
    assert rulebook_format.choices("rake.cap_cents") == ()


def changed(left: RuleBook, right: RuleBook) -> list[str]:
    sections = side_by_side(left, right, only_changed=True)
    return [row.key for section in sections for row in section.rows]


def test_an_edition_beside_itself_changes_nothing():
    assert changed(OLYMPIC, OLYMPIC) == []


def test_what_the_club_has_set_itself_is_marked_and_changed():
    own = OLYMPIC.with_overrides({"rake.percent_bp": 400})
    assert changed(OLYMPIC, own) == ["rake.percent_bp"]
    assert [key for key, value in values(own).items() if value.own] == ["rake.percent_bp"]
    shown = values(own)["rake.percent_bp"]
    assert (shown.text, shown.source, shown.own) == ("4\u00a0%", "OLY-2.36", True)
    assert shown.says == OLYMPIC.says("OLY-2.36")


@pytest.mark.parametrize("name", NAMES)
def test_every_value_of_both_books_stands_in_one_row(name: str):
    other = load_book(name)
    rows = [row for section in side_by_side(OLYMPIC, other) for row in section.rows]
    assert {row.key for row in rows} == set(OLYMPIC.sources) | set(other.sources)
    assert len({row.key for row in rows}) == len(rows)
    for row in rows:
        assert row.changed == (OLYMPIC.values.get(row.key) != other.values.get(row.key))
        assert (row.left is None) == (row.key not in OLYMPIC.sources)
        assert [each.source for each in row.paragraphs] == list(
            dict.fromkeys(side.source for side in (row.left, row.right) if side)
        )


def test_labels_tell_the_values_of_a_section_apart():
    for name in NAMES:
        labels = [
            (key.split(".")[0], rulebook_format.label(key)) for key in load_book(name).sources
        ]
        assert len(set(labels)) == len(labels)


def test_settings_of_a_section_are_told_apart_and_each_title_is_of_one():
    keys = {key for name in NAMES for key in load_book(name).sources}
    named = Counter(localized(rulebook_format.full_label(key)) for key in keys)
    assert {label for label, count in named.items() if count > 1} == set()
    assert [key for key in table("settings") if not any(k.startswith(key) for k in keys)] == []


def test_what_a_manager_signs_is_called_as_what_anybody_signs():
    assert act_title("cage.reverse_slip_large") == act_title("cage.reverse_slip")
    assert act_title("tournaments.change_structure_by_manager") == "Change structure"
