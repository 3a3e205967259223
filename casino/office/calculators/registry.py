"""The register of calculators: a topic's name, what it is given, the function that answers."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar, get_type_hints

from casino.reading import plain, read


@dataclass(frozen=True, kw_only=True, slots=True)
class Calculator:
    """One topic: `given` is the dataclass (or union of them) that its function takes."""

    topic: str
    given: Any
    answer: Callable[[Any], dict[str, Any]]


Answer = TypeVar("Answer", bound=Callable[[Any], dict[str, Any]])
CALCULATORS: dict[str, Calculator] = {}


def topic(name: str) -> Callable[[Answer], Answer]:
    """Register a function of one annotated parameter `given` as the calculator of a topic."""

    def register(answer: Answer) -> Answer:
        given = get_type_hints(answer, include_extras=True)["given"]
        CALCULATORS[name] = Calculator(topic=name, given=given, answer=answer)
        return answer

    return register


def calculate(name: str, given: object) -> dict[str, Any]:
    """
    Return the answer of a topic to plain data, as plain data.

    Raises BadInput if the data is not what the topic takes, another Refusal if the house says no.
    """
    calculator = CALCULATORS[name]
    answer: dict[str, Any] = plain(calculator.answer(read(calculator.given, given)))
    return answer
