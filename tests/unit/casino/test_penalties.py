"""The clock for a decision and the penalties of the houses, by paragraph."""

from collections.abc import Sequence

import pytest

from casino.house.floor import Breach, Measure, Where
from casino.house.rulebook import RuleBook, load_book
from casino.players.rules import NoClock, NoPenalties, Penalty, decision_time, penalty, time_away
from casino.refusals import BadInput

FORGIVEN: tuple[Breach, Measure] = ("rudeness", "warning")


def shown(one: Penalty) -> str:
    length = f"{one.rounds} round" if one.rounds else f"{one.minutes} min"
    return f"{one.measure} {length}" if one.measure == "away" else one.measure


def in_turn(book: RuleBook, at: Where, breaches: Sequence[Breach]) -> list[Penalty]:
    """Return what breaches bring one after the other, the floor doing as the book says."""
    brought: list[Penalty] = []
    for breach in breaches:
        earlier = [(each, one.measure) for each, one in zip(breaches, brought, strict=False)]
        brought.append(penalty(book, at=at, breach=breach, earlier=earlier))
    return brought


@pytest.mark.parametrize(
    ("house", "at", "breach", "expected"),
    [
        pytest.param(
            "olympic", "tournament", "conduct", "warning, away 1 round, out", id="OLY-1.53 OLY-1.54"
        ),
        pytest.param(
            "olympic", "cash", "conduct", "warning, away 1 round, out", id="OLY-1.53 cash the same"
        ),
        pytest.param(
            "olympic",
            "heads_up",
            "conduct",
            "warning, warning, second_place, out",
            id="OLY-1.53 heads-up",
        ),
        pytest.param("olympic", "cash", "rudeness", "out, out", id="OLY-1.5 rudeness"),
        pytest.param(
            "olympic", "cash", "cards_revealed", "away 1 round, out", id="OLY-1.34 shown too early"
        ),
        pytest.param("olympic", "cash", "keeps_wrong_pot", "out, out", id="OLY-1.43 keeps a pot"),
        pytest.param("voodoo", "cash", "conduct", "away 10 min, out", id="VOO-G5 ten minutes"),
        pytest.param(
            "voodoo", "cash", "out_of_turn", "warning, away 10 min, out", id="VOO-G24 out of turn"
        ),
        pytest.param(
            "voodoo", "tournament", "cards_revealed", "warning, away 10 min, out", id="VOO-G26"
        ),
        pytest.param(
            "voodoo", "tournament", "clock_abuse", "warning, away 10 min, out", id="VOO-T30"
        ),
        pytest.param("voodoo", "heads_up", "conduct", "away 10 min, out", id="VOO-G5 heads-up"),
        pytest.param(
            "img",
            "cash",
            "conduct",
            "warning, away 20 min, out",
            id="IMG-G55 warning, penalty, out",
        ),
        pytest.param(
            "img", "tournament", "conduct", "warning, away 20 min, out", id="IMG-T29 20 minutes"
        ),
        pytest.param("img", "cash", "information", "away 20 min, out", id="IMG-G10 tells of cards"),
    ],
)
def test_a_breach_brings_the_next_measure_of_the_house(
    house: str, at: Where, breach: Breach, expected: str
) -> None:
    book, steps = load_book(house), expected.split(", ")
    brought = in_turn(book, at, [breach] * len(steps))
    assert [shown(one) for one in brought] == steps


@pytest.mark.parametrize(
    ("house", "earlier", "breach", "measure"),
    [
        pytest.param("olympic", ["conduct"], "cards_revealed", "away", id="OLY-1.34"),
        pytest.param("olympic", ["cards_revealed"], "conduct", "out", id="OLY-1.54"),
        pytest.param("olympic", ["conduct"], "rudeness", "out", id="OLY-1.5"),
        pytest.param("voodoo", ["clock_abuse"], "conduct", "away", id="VOO-T30"),
        pytest.param("voodoo", ["conduct"], "clock_abuse", "out", id="VOO-G5"),
        pytest.param("img", ["conduct"], "information", "away", id="IMG-G10"),
        pytest.param("img", ["conduct", "information"], "conduct", "out", id="IMG-T29"),
    ],
)
def test_no_measure_is_left_out_after_a_lesser_one_for_another_breach(
    house: str, earlier: list[Breach], breach: Breach, measure: str
) -> None:
    *_, brought = in_turn(load_book(house), "tournament", [*earlier, breach])
    assert brought.measure == measure


def test_what_was_forgiven_once_counts_as_what_the_floor_made_of_it() -> None:
    olympic, forgiven = load_book("olympic"), [FORGIVEN]
    brought = penalty(olympic, at="cash", breach="conduct", earlier=forgiven)
    assert brought.measure == "away"


@pytest.mark.parametrize(
    ("house", "lasts"), [("olympic", (0, 1)), ("voodoo", (10, 0)), ("img", (20, 0))]
)
def test_a_time_away_lasts_as_long_as_the_house_says(house: str, lasts: tuple[int, int]) -> None:
    away = time_away(load_book(house), at="tournament")
    assert (away.minutes, away.rounds) == lasts


@pytest.mark.parametrize(
    ("breach", "before", "rule"),
    [
        ("conduct", 0, "OLY-1.53"),
        ("conduct", 2, "OLY-1.54"),
        ("rudeness", 0, "OLY-1.5"),
        ("cards_revealed", 0, "OLY-1.34"),
    ],
)
def test_a_penalty_cites_its_paragraph(breach: Breach, before: int, rule: str) -> None:
    (why,) = in_turn(load_book("olympic"), "cash", [breach] * (before + 1))[-1].because
    assert why.rule == rule


def test_a_house_may_set_its_steps() -> None:
    milder = [{"measure": "warning"}, {"measure": "warning"}]
    book = load_book("img").with_overrides({"penalties.cash": milder})
    assert [one.measure for one in in_turn(book, "cash", ["conduct"] * 3)] == [
        "warning",
        "warning",
        "out",
    ]
    with pytest.raises(NoPenalties):
        penalty(load_book("home"), at="tournament")


@pytest.mark.parametrize(
    ("house", "call", "seconds", "rule"),
    [
        pytest.param("olympic", {}, (25, 5), "OLY-1.24", id="OLY-1.24 25+5"),
        pytest.param("olympic", {"refused": True}, (0, 0), "OLY-1.25", id="OLY-1.25 refused"),
        pytest.param("voodoo", {}, (30, 10), "VOO-T28", id="VOO-T28 30, then 10"),
        pytest.param("voodoo", {"turbo": True}, (15, 10), "VOO-T28", id="VOO-T28 turbo"),
        pytest.param("voodoo", {"own_table": False}, (0, 0), "VOO-T29", id="VOO-T29 other table"),
        pytest.param("voodoo", {"refused": True}, (0, 0), "VOO-T29", id="VOO-T29 refused"),
        pytest.param(
            "voodoo", {"at": "cash", "set_seconds": 45}, (45, 0), "VOO-C22", id="VOO-C22 as set"
        ),
        pytest.param("img", {}, (60, 10), "IMG-G46", id="IMG-G46 a minute, then 10"),
        pytest.param("img", {"refused": True}, (60, 10), "IMG-G46", id="IMG-G46 may not refuse"),
        pytest.param("olympic", {"turbo": True}, (25, 5), "OLY-1.24", id="OLY-1.24 no turbo"),
    ],
)
def test_the_clock_for_a_decision(
    house: str, call: dict[str, object], seconds: tuple[int, int], rule: str
) -> None:
    clock = decision_time(load_book(house), **{"at": "tournament"} | call)
    assert (clock.seconds, clock.countdown_seconds) == seconds
    assert (clock.started, clock.because[0].rule) == (seconds != (0, 0), rule)


def test_a_clock_that_the_floor_sets_must_be_set_and_a_house_may_have_none() -> None:
    with pytest.raises(BadInput):
        decision_time(load_book("voodoo"), at="cash")
    with pytest.raises(NoClock):
        decision_time(load_book("online"), at="cash")
