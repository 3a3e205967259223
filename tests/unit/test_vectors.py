"""Every golden case of every topic, asked the way an outsider asks it."""

from typing import Any

import pytest

from casino.calculators.registry import CALCULATORS
from tests.unit.vectors import FOLDER, answer, asked, cases

NO_TOPICS = {"house_profiles", "play_examples"}
each_topic = pytest.mark.parametrize("topic", sorted(CALCULATORS))


@each_topic
def test_the_calculator_answers_as_the_vectors_expect(topic: str) -> None:
    expected = {case["id"]: case["expect"] for case in cases(topic)}
    assert {case["id"]: asked(topic, case) for case in cases(topic)} == expected


@each_topic
def test_an_answer_tells_its_reasons(topic: str) -> None:
    for case in cases(topic):
        answered = answer(topic, case["given"])
        if "error" not in answered:
            reasons = answered["because"]
            assert all(why["rule"] and why["says"] for why in reasons), case["id"]


@each_topic
def test_an_unknown_field_is_refused_by_its_name(topic: str) -> None:
    for case in cases(topic):
        refused = answer(topic, case["given"] | {"colour": "red"})
        assert (refused["error"], refused["field"]) == ("bad_input", "colour"), case["id"]


@each_topic
def test_a_missing_field_never_brings_a_calculator_down(topic: str) -> None:
    for case in cases(topic):
        for name in case["given"]:
            answer(topic, {key: value for key, value in case["given"].items() if key != name})


@pytest.mark.parametrize("odd", [True, 1.5, "12", -1, None, [], {}, 10**30])
@each_topic
def test_an_odd_value_never_brings_a_calculator_down(topic: str, odd: Any) -> None:
    given = cases(topic)[0]["given"]
    for name in given:
        answer(topic, given | {name: odd})
    answer(topic, odd)


def test_every_vector_file_has_its_calculator() -> None:
    assert {path.stem for path in FOLDER.glob("*.json")} - NO_TOPICS == set(CALCULATORS)
