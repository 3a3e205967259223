"""The register of calculators: a topic's name, what it is given, the function that answers."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any, TypeVar, get_args, get_type_hints

from casino.house.rulebook import RuleBook
from casino.money import MoneyError
from casino.refusals import BadInput
from casino.schema import plain, read


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


@dataclass(frozen=True, kw_only=True, slots=True)
class Answered:
    """An answer as plain data, and the rule book that gave it, if the topic asks one."""

    values: dict[str, Any]
    book: RuleBook | None


def asks_a_book(name: str) -> bool:
    """Return whether the answer depends on the house."""
    given = CALCULATORS[name].given
    return any(one.name == "house" for one in fields((get_args(given) or (given,))[0]))


def answered(name: str, given: object, *, house: RuleBook | None = None) -> Answered:
    """
    Return the answer of a topic to plain data; `house` answers where the data names none.

    Raises BadInput if the data is not what the topic takes, another Refusal if the house says no.
    """
    calculator = CALCULATORS[name]
    if house and isinstance(given, Mapping) and "house" not in given and asks_a_book(name):
        given = {**given, "house": house}
    try:
        question = read(calculator.given, given)
        values: dict[str, Any] = plain(calculator.answer(question))
    except MoneyError as why:
        raise BadInput(why.message) from why
    return Answered(values=values, book=getattr(question, "house", None))


def calculate(name: str, given: object) -> dict[str, Any]:
    """Return the answer of a topic to plain data, as plain data. Raises BadInput, Refusal."""
    return answered(name, given).values
