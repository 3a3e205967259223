"""A club's plan: read, refused with every fault, written."""

import copy
import tomllib
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casino.ledger.chart import CHART
from casino.setup.rules.paper import as_file
from casino.setup.rules.plan import OPENING, sides
from casino.setup.rules.plan_file import PlanRefused, plan_in, read_plan

EXAMPLE = Path(__file__).parents[3] / "docs" / "club.example.toml"


def a_plan() -> dict[str, Any]:
    return {
        "club": {"slug": "parnu", "name": "Pärnu", "first_day": "2026-02-27"},
        "rules": {"book": "olympic"},
        "room": {"drawers": ["Desk 1"], "tables": ["Table 1"], "jackpot": "Bad beat"},
        "people": [
            {"username": "liis", "name": "Liis", "roles": ["manager"]},
            {"username": "maria", "name": "Maria", "roles": ["accountant"]},
        ],
    }


def changed(where: str, value: Any) -> dict[str, Any]:
    """Return a plan with one value in another way; None takes it out."""
    plan = copy.deepcopy(a_plan())
    *path, last = where.split("/")
    part: Any = plan
    for key in path:
        part = part[int(key)] if isinstance(part, list) else part.setdefault(key, {})
    if value is None:
        del part[last]
    else:
        part[last] = value
    return plan


def said(plan: dict[str, Any]) -> dict[str | None, str]:
    with pytest.raises(PlanRefused) as caught:
        read_plan(plan)
    return {fault.field: fault.message for fault in caught.value.errors}


def test_the_example_in_the_documents_is_a_plan():
    plan = plan_in(EXAMPLE.read_bytes())
    assert plan.club.first_day == date(2026, 1, 1)
    assert plan.edition.rake.cap_cents == 800
    assert plan.money.notes is not None
    assert plan.money.notes[:2] == (50_000, 20_000)
    assert sides(plan.opening) == (9_700_000, 9_700_000)


def test_what_may_be_left_out_is_the_books_or_empty():
    plan = read_plan(a_plan())
    assert (plan.club.timezone, plan.money.chips, plan.opening) == (None, None, {})


@pytest.mark.parametrize(
    ("where", "value", "place", "words"),
    [
        ("club/slug", "Bad Slug", "club.slug", "must be small letters"),
        ("club/slug", "a" * 51, "club.slug", "must have 1 to 50 characters, not 51"),
        ("club/name", " ", "club.name", "Write a name"),
        ("club/name", 7, "club.name", "Write text"),
        ("club/name", None, "club.name", "is missing"),
        ("club/first_day", "2026-02-30", "club.first_day", "a day like 2026-01-10"),
        ("club/timezone", "Mars/Base", "club.timezone", "like Europe/Tallinn, not 'Mars/Base'"),
        ("club/timezone", "../etc/passwd", "club.timezone", "a time zone"),
        ("club/currency", "eur", "club.currency", "three capitals like EUR"),
        ("club/currency", "USD", "money.notes", "notes and coins of USD are not known"),
        ("club/closes_at", "7", "club.closes_at", "a time like 07:00"),
        ("club/colour", "red", "club.colour", "unknown, known are slug, name"),
        ("rules/book", "vegas", "rules.book", "one of olympic, voodoo, img, home, online"),
        ("rules/overrides", {"rake.gap": "1"}, "rules.overrides.rake.gap", "no such setting"),
        (
            "rules/overrides",
            {"rake.cap_cents": "x"},
            "rules.overrides.rake.cap_cents",
            "“x” is not an amount",
        ),
        ("rules/overrides", {"rake.cap_cents": 5}, "rules.overrides.rake.cap_cents", "be text"),
        ("money/notes", [500], "money.notes[0]", 'as text, "12 500"'),
        ("money/notes", ["1.500"], "money.notes[0]", "could be either"),
        ("money/notes", ["5", "0"], "money.notes[1]", "must be from 0,01"),
        ("money/notes", ["5", "5,00"], "money.notes", "must not contain duplicates"),
        ("money/notes", [], "money.notes", "must not be empty"),
        ("room/drawers", [], "room.drawers", "must not be empty"),
        ("room/tables", ["T", "T"], "room.tables", "must not contain duplicates"),
        ("room/jackpot", None, "room.jackpot", "is missing; the book olympic has one"),
        ("rules/book", "home", "room.jackpot", "the book home has none"),
        ("people", [], "people", "must not be empty"),
        ("people/0/roles", ["boss"], "people[0].roles[0]", "must be one of cashier"),
        ("people/0/roles", [], "people[0].roles", "must not be empty"),
        ("people/0/username", "maria", "people[1].username", "is given twice"),
        ("people/0/username", "Liis", "people[0].username", "small letters"),
        ("people/1/roles", ["cashier"], "people", "an accountant, two different people"),
        ("opening", {"income:rake": "5"}, "opening.income:rake", "must be one of cash:vault"),
        ("opening", {"cash:vault": "-5"}, "opening.cash:vault", "without a sign"),
        ("opening", {"cash:vault": "5"}, "opening", "they differ by 5,00 and must be equal"),
    ],
)
def test_a_fault_names_its_place_and_what_is_allowed(
    where: str, value: Any, place: str, words: str
):
    found = said(changed(where, value))
    assert words in found[place]
    assert found[place].startswith(place)


def test_every_fault_is_said_at_once():
    plan = changed("club/slug", "UP")
    plan["club"].pop("name")
    plan["people"][1]["roles"] = ["boss", "chief"]
    plan["rules"]["book"] = "vegas"
    plan["colour"] = {}
    assert set(said(plan)) == {
        "colour",
        "club.name",
        "club.slug",
        "rules.book",
        "people[1].roles[0]",
        "people[1].roles[1]",
    }


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"[club", "Expected ']'"),
        (b"a = '\xff'", "not UTF-8, at byte 5"),
        (b"a = 'x\0'", "invalid character"),
        (b"a = " + b"[" * 5_000, "the file: "),
        (b"#" * 200_001, "at most 200000 bytes"),
        (b"", "is missing"),
    ],
)
def test_what_is_no_plan_at_all_is_refused_with_a_reason(data: bytes, words: str):
    with pytest.raises(PlanRefused) as caught:
        plan_in(data)
    assert words in " ".join(fault.message for fault in caught.value.errors)


def test_opening_balances_lie_on_the_side_of_their_account():
    assert set(OPENING) <= set(CHART)
    assert sides({"cash:vault": 500, "jackpot:pool": 200, "equity:funding": 300}) == (500, 500)


def test_a_pool_without_a_jackpot_takes_no_money():
    plan = changed("rules/book", "home")
    del plan["room"]["jackpot"]
    plan["opening"] = {"cash:vault": "5", "jackpot:pool": "5"}
    assert "has no jackpot" in said(plan)["opening.jackpot:pool"]


ANY = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner),
    max_leaves=8,
)
PLACES = ["club", "club/slug", "rules", "money", "room/tables", "people/0", "opening", "x"]


@settings(max_examples=150)
@given(where=st.sampled_from(PLACES), value=ANY)
def test_whatever_stands_in_a_plan_it_is_read_or_refused(where: str, value: Any):
    plan = copy.deepcopy(a_plan())
    *path, last = where.split("/")
    part: Any = plan
    for key in path:
        part = part[key]
    part[int(last) if isinstance(part, list) else last] = value
    with suppress(PlanRefused):
        assert read_plan(plan)


WORDS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
TABLES = st.dictionaries(WORDS, WORDS | st.lists(WORDS, max_size=3), max_size=4)


@settings(max_examples=80)
@given(part=TABLES, inner=TABLES, items=st.lists(TABLES, min_size=1, max_size=3))
def test_what_is_written_as_a_file_is_read_as_it_was(part: Any, inner: Any, items: Any):
    given_ = {"part": part | {"own": inner}, "items": items}
    assert tomllib.loads(as_file(given_)) == given_
