"""The books say what the catalogue says, and a wrong book says what is wrong with it."""

import ast
import json
from pathlib import Path
from typing import Any

import pytest

from casino.house.rulebook import FOLDER, NAMES, BookError, RuleBook, load_book, parse_book
from tests.unit.vectors import FOLDER as VECTORS

PROFILES = json.loads((VECTORS / "house_profiles.json").read_text("utf-8"))
SAME_NAMES = ("rake", "time_rake", "jackpot")
ROOT = Path(__file__).parents[3]
books = pytest.mark.parametrize("book", [load_book(name) for name in NAMES], ids=NAMES)


def profile(book: RuleBook) -> dict[str, Any]:
    return PROFILES["houses"][book.name]


@books
@pytest.mark.parametrize("section", SAME_NAMES)
def test_the_money_of_a_book_is_that_of_the_catalogue(book: RuleBook, section: str) -> None:
    expected = profile(book)[section]
    if expected is None:
        assert getattr(book, section) is None
    else:
        for key, value in expected.items():
            assert getattr(getattr(book, section), key) == value, key


@books
def test_the_tables_of_a_book_are_those_of_the_catalogue(book: RuleBook) -> None:
    house = profile(book)
    assert book.tables.max_players == house["max_players"] | house["max_players_decided"]
    assert (book.tables.max_players_cash or None) == house["max_players_cash"]
    for game in book.tables.max_players:
        decided = book.is_decided(f"tables.max_players.{game}")
        assert decided == (game in house["max_players_decided"])


@books
def test_the_house_and_its_odd_chips_are_those_of_the_catalogue(book: RuleBook) -> None:
    house = profile(book)
    assert (book.number, book.house.currency) == (house["book"], house["currency"])
    assert book.house.timezone == house["timezone"]
    assert book.house.closes_at.isoformat("minutes") == house["gaming_day_close"]
    for family, rule in house["odd_chip"].items():
        assert getattr(book.odd_chip, family) == rule


@books
def test_the_tournaments_of_a_book_are_those_of_the_catalogue(book: RuleBook) -> None:
    expected = profile(book)["tournament"]
    for key in ("min_participants", "finish_tiebreak", "stop_difference"):
        assert getattr(book.tournament, key) == expected[key]
    if expected["prizes"] == "table":
        assert [
            {"up_to": column.up_to, "shares": list(column.shares)} for column in book.prizes.table
        ] == PROFILES["prize_table_bp"]
    else:
        assert (list(book.prizes.shares) if book.prizes else None) == expected["prizes"]


@books
def test_the_short_buy_ins_of_a_book_are_those_of_the_catalogue(book: RuleBook) -> None:
    expected = profile(book)["buy_in"]
    assert (book.buy_in is None) == (expected is None)
    for key, value in (expected or {}).items():
        assert getattr(book.buy_in, key) == value


def test_the_lowest_bad_beats_are_those_of_the_catalogue() -> None:
    jackpot = load_book("olympic").jackpot
    assert jackpot is not None
    for game, facts in PROFILES["games"].items():
        lowest = jackpot.bad_beat_from.get(game)
        shown = [lowest.category, *lowest.ranks] if lowest else None
        assert shown == facts.get("bad_beat"), game
        assert (game in jackpot.both_hole_cards) == facts.get("both_hole_cards", False), game


def test_the_ranking_is_that_of_the_catalogue() -> None:
    ranking, expected = load_book("olympic").ranking, PROFILES["ranking"]
    assert ranking is not None
    assert ranking.contribution_bp == expected["contribution_bp"]
    assert list(ranking.place_factors) == expected["place_factors"]
    assert ranking.paid_places == expected["paid"]
    assert list(ranking.barred_kinds) == expected["barred_kinds"]
    assert [{"from_euros": one.from_euros, "x10": one.x10} for one in ranking.buy_in_factors] == (
        expected["buy_in_factors_x10"]
    )
    assert [
        {"from": one.from_participants, "x10": one.x10} for one in ranking.participants_factors
    ] == expected["participant_factors_x10"]


@books
def test_every_value_has_a_paragraph_that_the_book_can_say(book: RuleBook) -> None:
    assert book.sources
    for key, rule_id in book.sources.items():
        assert book.says(rule_id).endswith("."), key


@books
def test_a_book_cites_no_other_house(book: RuleBook) -> None:
    prefixes = {rule_id.split("-")[0] for rule_id in book.sources.values()} - {"AMB"}
    assert len(prefixes) == 1


def test_an_override_gives_a_new_book_and_leaves_the_old_one() -> None:
    book = load_book("olympic")
    cheaper = book.with_overrides({"rake.percent_bp": 400})
    assert (cheaper.rake.percent_bp, book.rake.percent_bp) == (400, 500)
    assert cheaper.source("rake.percent_bp") == "OLY-2.36"


@pytest.mark.parametrize(
    ("key", "value", "says"),
    [
        ("rake.percent_bp", 501, "rake.percent_bp: must be 500 or less"),
        ("rake.percent_bp", True, "rake.percent_bp: must be a whole number, not true"),
        ("rake.percent_bp", -1, "must be from 0 to 10000, not -1"),
        ("rake.step_cents", 0, "rake.step_cents: must be from 1"),
        ("rake.basis", "side", "must be one of total, main, not 'side'"),
        ("rake.cap_cents", 2000, "rake.cap_cents: must be 1500 or less"),
        ("rake.colour", 1, "rake.colour: the book has no such value"),
        ("house.timezone", "Mars/Olympus", "house.timezone: must be a time zone"),
        ("house.closes_at", "7", "house.closes_at: must be a time like 07:00"),
        ("jackpot.table_bp", 2000, "the three parts of the bad beat must sum to 10000"),
        ("prizes.table", [], "there must be either a table or shares"),
        ("prizes.table", [{"up_to": 8, "shares": [6000, 3000]}], "[6000, 3000] sum to 9000"),
        ("prizes.table", [{"up_to": 8, "shares": [4000, 6000]}], "must not rise"),
        ("prizes.table", [{"up_to": 8, "shares": [10000]}] * 2, "in order of up_to"),
        ("ranking.place_factors", [24, 30], "ranking.place_factors: must not rise"),
        ("ranking.place_factors", [], "one or more"),
        ("ranking.paid_places", 0, "must be 1 or more"),
        ("ranking.buy_in_factors", [{"from_euros": 20, "x10": 25}], "must begin at 0"),
        ("ranking.participants_factors", [], "must begin at 0"),
    ],
)
def test_a_wrong_value_is_refused_by_key_and_reason(key: str, value: object, says: str) -> None:
    with pytest.raises(BookError) as caught:
        load_book("olympic").with_overrides({key: value})
    assert says in caught.value.message
    assert caught.value.field == key


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("cap_cents = [500,", "cap_cent = [500,", "rake.cap_cent: unknown, known are"),
        ('stud = ["highest_card", "IMG-G44"]', "", "odd_chip.stud: is missing"),
        ('[500, "IMG-C20"]\nmax_cap', "500\nmax_cap", 'must be a pair [value, "paragraph"]'),
        ('[500, "IMG-C20"]\nmax_cap', '[500, "IMG-C99"]\nmax_cap', "“IMG-C99” must be one of"),
        ("[refund]", "[refund", "img.toml: is not valid TOML"),
        ("[refund]", "[refunds]", "refunds: unknown"),
    ],
)
def test_a_wrong_file_is_refused_by_key_and_reason(old: str, new: str, says: str) -> None:
    text = (FOLDER / "img.toml").read_text("utf-8")
    with pytest.raises(BookError) as caught:
        parse_book("img", text.replace(old, new, 1))
    assert caught.value.message.startswith("img.toml: ")
    assert says in caught.value.message


def test_a_book_that_is_not_there_is_refused() -> None:
    with pytest.raises(BookError, match="must be one of olympic, voodoo, img, home, online"):
        load_book("decisions")


@pytest.mark.parametrize(
    "folder", ["cashgames/rules", "jackpot/rules", "casino/calculators/topics"]
)
def test_no_rule_asks_which_house_it_is_in(folder: str) -> None:
    for path in (ROOT / folder).glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Compare):
                named = {one.value for one in ast.walk(node) if isinstance(one, ast.Constant)}
                assert not named & set(NAMES), f"{path}:{node.lineno}"
