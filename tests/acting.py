"""Arguments for any act, made of the kinds that it declares."""

import re
from datetime import UTC, date, datetime
from functools import singledispatch
from typing import Any

from casino.acts import kinds
from casino.acts.arguments import Argument, Record
from casino.acts.kinds import Kind
from casino.acts.runner import Act


def needed_by(act: Act[..., Any]) -> dict[str, Any]:
    """Return a value for each argument that must be given."""
    return {name: value_of(each) for name, each in act.arguments.items() if each.is_needed}


def arguments_of(act: Act[..., Any], *, other: bool = False) -> dict[str, Any]:
    """Return a value for each argument; other: another one wherever there are two."""
    return {name: value_of(each, other=other) for name, each in act.arguments.items()}


def value_of(argument: Argument, *, other: bool = False) -> Any:
    """Return a value of an argument's kind."""
    return sample(argument.kind, 1 if other else 0)


@singledispatch
def sample(kind: Kind, number: int) -> Any:
    """Return one of two values of a kind, by its number."""
    return number


@sample.register
def _(kind: kinds.Whole, number: int) -> Any:
    return kind.low + number


@sample.register
def _(kind: kinds.Identity, number: int) -> Any:
    return 10**9 + number


@sample.register
def _(kind: kinds.Cents, number: int) -> Any:
    return kind.minimum + number


@sample.register
def _(kind: kinds.Text, number: int) -> Any:
    return ("aa", "bb")[number]


@sample.register
def _(kind: kinds.Written, number: int) -> Any:
    texts = ("2026Q1", "2026Q2", "USD", "GBP", "payable:1", "payable:2")
    return [each for each in texts if re.fullmatch(kind.pattern, each)][number]


@sample.register
def _(kind: kinds.Values, number: int) -> Any:
    return {"one": sample(kind.of, number)}


@sample.register
def _(kind: kinds.Hidden, number: int) -> Any:
    return ("123456", "654321")[number]


@sample.register
def _(kind: kinds.Bytes, number: int) -> Any:
    return (b"a", b"b")[number]


@sample.register
def _(kind: kinds.ByDenomination, number: int) -> Any:
    return {500: 1 + number}


@sample.register
def _(kind: kinds.OneOf, number: int) -> Any:
    return kind.words[number % len(kind.words)]


@sample.register
def _(kind: kinds.Flag, number: int) -> Any:
    return bool(number)


@sample.register
def _(kind: kinds.Day, number: int) -> Any:
    return date(kind.years[0], 1, 1 + number)


@sample.register
def _(kind: kinds.Instant, number: int) -> Any:
    return datetime(2026, 2, 27, 20, number, tzinfo=UTC)


@sample.register
def _(kind: kinds.Several, number: int) -> Any:
    return [sample(kind.of, number)] * max(kind.minimum, 1)


@sample.register
def _(kind: Record, number: int) -> Any:
    return kind.shape(**{name: sample(each.kind, number) for name, each in kind.parts.items()})
