"""Every golden case of every topic, asked the way an outsider asks it."""

from typing import Any

import pytest

from casino.office.calculators import CALCULATORS
from tests.unit.vectors import FOLDER, answer, asked, cases

NO_TOPICS = {"house_profiles", "play_examples"}
ALL = [
    pytest.param(topic, case, id=f"{topic}-{case['id']}", marks=pytest.mark.rule(*case["rule_ids"]))
    for topic in sorted(CALCULATORS)
    for case in cases(topic)
]


@pytest.mark.parametrize(("topic", "case"), ALL)
def test_the_calculator_answers_as_the_vector_expects(topic: str, case: dict[str, Any]) -> None:
    assert asked(topic, case) == case["expect"]


@pytest.mark.parametrize(("topic", "case"), ALL)
def test_an_answer_tells_its_reasons(topic: str, case: dict[str, Any]) -> None:
    answered = answer(topic, case["given"])
    if "error" not in answered:
        assert all(why["rule"] and why["says"] for why in answered["because"])


@pytest.mark.parametrize(("topic", "case"), ALL)
def test_an_unknown_field_is_refused_by_its_name(topic: str, case: dict[str, Any]) -> None:
    refused = answer(topic, case["given"] | {"colour": "red"})
    assert (refused["error"], refused["field"]) == ("bad_input", "colour")


@pytest.mark.parametrize(("topic", "case"), ALL)
def test_a_missing_field_never_brings_a_calculator_down(topic: str, case: dict[str, Any]) -> None:
    for name in case["given"]:
        answer(topic, {key: value for key, value in case["given"].items() if key != name})


@pytest.mark.parametrize("odd", [True, 1.5, "12", -1, None, [], {}, 10**30])
@pytest.mark.parametrize("topic", sorted(CALCULATORS))
def test_an_odd_value_never_brings_a_calculator_down(topic: str, odd: Any) -> None:
    given = cases(topic)[0]["given"]
    for name in given:
        answer(topic, given | {name: odd})
    answer(topic, odd)


def test_every_vector_file_has_its_calculator() -> None:
    assert {path.stem for path in FOLDER.glob("*.json")} - NO_TOPICS == set(CALCULATORS)
