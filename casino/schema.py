"""Plain data (JSON, TOML, a form) read into typed values; every error names the place."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from datetime import UTC, date, datetime, time
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from casino.messages import Message, message_of, msg
from casino.refusals import BadInput


@dataclass(frozen=True, slots=True)
class Range:
    """Mark of a number or of a length: allowed from `low` to `high`, both included."""

    low: int
    high: int

    def __call__(self, value: Any, where: str) -> Any:
        """Return the value if it lies between the limits."""
        number = value if isinstance(value, int) else len(value)
        if not self.low <= number <= self.high:
            limits = {"low": self.low, "high": self.high}
            if isinstance(value, int):
                raise _refused(where, value, msg("must be from {low} to {high}", **limits))
            if not number:
                raise BadInput(msg("{place}: must not be empty.", place=where), field=where)
            has = msg("must have {low} to {high} entries", **limits)
            if isinstance(value, str):
                has = msg("must have {low} to {high} characters", **limits)
            raise _refused(where, number, has)
        return value


@dataclass(frozen=True, slots=True)
class Distinct:
    """Mark of a list in which nothing may stand twice."""

    def __call__(self, value: Any, where: str) -> Any:
        """Return the list if each of its values is there once."""
        if len(set(value)) < len(value):
            raise _refused(where, list(value), msg("must not contain duplicates"))
        return value


@dataclass(frozen=True, slots=True)
class By:
    """Mark of a value that a function makes of plain data; it says why not by ValueError."""

    make: Callable[[Any], Any]

    def __call__(self, value: Any, where: str) -> Any:
        """Return what the function makes of the value."""
        try:
            return self.make(value)
        except ValueError as why:
            raise _refused(where, value, message_of(why)) from why


MAX_CENTS = 10**15
MAX_SHOWN = 60
YEARS = range(1900, 2200)
Cents = Annotated[int, Range(0, MAX_CENTS)]
PositiveCents = Annotated[int, Range(1, MAX_CENTS)]
SignedCents = Annotated[int, Range(-MAX_CENTS, MAX_CENTS)]
Count = Annotated[int, Range(0, 10**9)]
BasisPoints = Annotated[int, Range(0, 10_000)]
Text = Annotated[str, Range(1, 200)]


def read(kind: Any, value: Any, where: str = "") -> Any:
    """
    Return `value` as a `kind`: a type, Annotated, Literal, union, tuple, dict or dataclass.

    Nothing is guessed: true is no number, "12" is none either, an unknown key is refused. Fields
    with a default may be left out. Raises BadInput with the place, what is there and what may be.
    """
    if reader := _PLAIN.get(kind):
        return reader(value, where)
    if is_dataclass(kind):
        return _read_object(kind, value, where)
    return _FORMS[get_origin(kind)](kind, value, where)


def validation_errors(kind: Any, value: Any, where: str = "") -> list[BadInput]:
    """Return everything that keeps `value` from being read as a `kind`, not only the first."""
    found: list[BadInput] = []
    if is_dataclass(kind) and isinstance(value, Mapping):
        known = {field.name: field for field in fields(kind)}
        found += [_unknown(known, key, where) for key in value if key not in known]
        found += [_missing(name, where) for name in _needed(known) if name not in value]
    for inner in _parts(kind, value, where):
        found += validation_errors(*inner)
    if not found:
        try:
            read(kind, value, where)
        except BadInput as fault:
            found.append(fault)
    return found


def plain(value: Any) -> Any:
    """Return a value as JSON knows it: keys as text, instants in UTC with a Z, tuples as lists."""
    if isinstance(value, dict):
        return {str(key): plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [plain(inner) for inner in value]
    if isinstance(value, datetime):
        value = value.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    elif isinstance(value, date | time):
        value = value.isoformat()
    return value.as_json() if hasattr(value, "as_json") else value


def _refused(where: str, value: Any, allowed: Message) -> BadInput:
    place = where or msg("the input")
    return BadInput(
        msg("{place}: {allowed}, not {value}.", place=place, allowed=allowed, value=_short(value)),
        field=where or None,
    )


def _one_of(words: Iterable[str]) -> Message:
    return msg("must be one of {words}", words=", ".join(words))


def _short(value: Any) -> str:
    shown = {True: "true", False: "false", None: "null"}
    if isinstance(value, bool | None):
        return shown[value]
    text = repr(value) if isinstance(value, str) else str(value)
    return text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]}..."


def _exactly(kind: type, allowed: Message) -> Callable[[Any, str], Any]:
    def reader(value: Any, where: str) -> Any:
        if type(value) is not kind:
            raise _refused(where, value, allowed)
        return value

    return reader


def _written(
    pattern: str, make: Callable[[str], Any], allowed: Message
) -> Callable[[Any, str], Any]:
    form = re.compile(pattern, re.ASCII)

    def reader(value: Any, where: str) -> Any:
        try:
            if isinstance(value, str) and form.fullmatch(value):
                return make(value)
        except ValueError:
            pass
        raise _refused(where, value, allowed)

    return reader


def _instant(text: str) -> datetime:
    at = datetime.fromisoformat(text)
    if at.year not in YEARS:
        raise ValueError
    return at


_DAY = r"\d{4}-\d{2}-\d{2}"
_PLAIN: dict[Any, Callable[[Any, str], Any]] = {
    Any: lambda value, where: value,
    int: _exactly(int, msg("must be a whole number")),
    str: _exactly(str, msg("must be text")),
    bool: _exactly(bool, msg("must be true or false")),
    datetime: _written(
        _DAY + r"T\d\d:\d\d:\d\dZ",
        _instant,
        msg("must be an instant like 2026-01-10T05:00:00Z"),
    ),
    date: _written(_DAY, date.fromisoformat, msg("must be a day like 2026-01-10")),
    time: _written(r"\d\d:\d\d", time.fromisoformat, msg("must be a time like 07:00")),
}


def _read_object(kind: Any, value: Any, where: str) -> Any:
    if not isinstance(value, Mapping):
        raise _refused(where, value, msg("must be an object"))
    known = {field.name: field for field in fields(kind)}
    for key in value:
        if key not in known:
            raise _unknown(known, key, where)
    hints = _hints(kind)
    found = {}
    for name in known:
        if name in value:
            found[name] = read(hints[name], value[name], _below(where, name))
        elif name in _needed(known):
            raise _missing(name, where)
    return kind(**found)


def _needed(known: Mapping[str, Any]) -> list[str]:
    return [
        name
        for name, field in known.items()
        if field.default is MISSING and field.default_factory is MISSING
    ]


def _unknown(known: Mapping[str, Any], key: str, where: str) -> BadInput:
    place = _below(where, key)
    return BadInput(
        msg("{place}: unknown, known are {known}.", place=place, known=", ".join(known)),
        field=place,
    )


def _missing(name: str, where: str) -> BadInput:
    place = _below(where, name)
    return BadInput(msg("{place}: is missing.", place=place), field=place)


def _parts(kind: Any, value: Any, where: str) -> Iterator[tuple[Any, Any, str]]:
    """Yield kind, value and place of what an object, a list or a dict is made of."""
    if get_origin(kind) is Annotated:
        kind = get_args(kind)[0]
    if is_dataclass(kind) and isinstance(value, Mapping):
        hints = _hints(kind)  # type: ignore[arg-type]
        yield from ((hints[k], v, _below(where, k)) for k, v in value.items() if k in hints)
    elif get_origin(kind) is tuple and isinstance(value, list):
        inner = get_args(kind)[0]
        yield from ((inner, one, f"{where}[{i}]") for i, one in enumerate(value))
    elif get_origin(kind) is dict and isinstance(value, Mapping):
        inner = get_args(kind)[1]
        yield from ((inner, one, _below(where, key)) for key, one in value.items())


def _read_annotated(kind: Any, value: Any, where: str) -> Any:
    base, *marks = get_args(kind)
    if not any(isinstance(mark, By) for mark in marks):
        value = read(base, value, where)
    for mark in marks:
        value = mark(value, where)
    return value


def _read_literal(kind: Any, value: Any, where: str) -> Any:
    allowed = get_args(kind)
    if not any(type(value) is type(one) and value == one for one in allowed):
        raise _refused(where, value, _one_of(map(str, allowed)))
    return value


def _read_union(kind: Any, value: Any, where: str) -> Any:
    """Read null or one kind, or the dataclass whose tag (its first field) the value names."""
    kinds = [one for one in get_args(kind) if one is not NoneType]
    if value is None and len(kinds) < len(get_args(kind)):
        return None
    if len(kinds) == 1:
        return read(kinds[0], value, where)
    if not isinstance(value, Mapping):
        raise _refused(where, value, msg("must be an object"))
    tag, choices = _tags(kind)
    named = value.get(tag)
    if not isinstance(named, str) or named not in choices:
        raise _refused(_below(where, tag), named, _one_of(choices))
    return read(choices[named], value, where)


def _read_list(kind: Any, value: Any, where: str) -> Any:
    if not isinstance(value, list):
        raise _refused(where, value, msg("must be a list"))
    inner = get_args(kind)[0]
    return tuple(read(inner, one, f"{where}[{i}]") for i, one in enumerate(value))


def _read_dict(kind: Any, value: Any, where: str) -> Any:
    if not isinstance(value, Mapping):
        raise _refused(where, value, msg("must be an object"))
    key_kind, inner = get_args(kind)
    return {
        _read_key(key_kind, key, where): read(inner, one, _below(where, key))
        for key, one in value.items()
    }


def _read_key(kind: Any, key: str, where: str) -> Any:
    """Read a key: JSON writes numbers as text there."""
    whole = kind is not str and re.fullmatch(r"0|[1-9][0-9]{0,8}", key)
    return read(kind, int(key) if whole else key, _below(where, key))


_FORMS: dict[Any, Callable[[Any, Any, str], Any]] = {
    Annotated: _read_annotated,
    Literal: _read_literal,
    Union: _read_union,
    UnionType: _read_union,
    tuple: _read_list,
    dict: _read_dict,
}


def _below(where: str, key: str) -> str:
    return f"{where}.{key}" if where else str(key)


@cache
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)


@cache
def _tags(kind: Any) -> tuple[str, dict[str, Any]]:
    """Return the name of the tag and the dataclass of each of its values."""
    kinds = [one for one in get_args(kind) if one is not NoneType]
    tag = fields(kinds[0])[0].name
    return tag, {value: one for one in kinds for value in get_args(_hints(one)[tag])}
