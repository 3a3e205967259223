"""What an act takes: the arguments of its body, each with its kind, and dataclasses of such."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import MISSING, dataclass, fields, is_dataclass, replace
from datetime import date, datetime
from enum import Enum
from functools import cache
from inspect import Parameter, signature
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from casino.acts.kinds import Bytes, Day, Flag, Instant, Kind, OneOf, Several


@dataclass(frozen=True, kw_only=True, slots=True)
class Argument:
    """An argument of an act; default: Parameter.empty where it must be given."""

    name: str
    kind: Kind
    default: Any

    @property
    def is_needed(self) -> bool:
        """Whether it must be given."""
        return self.default is Parameter.empty

    @property
    def may_be_none(self) -> bool:
        """Whether None says something."""
        return self.kind.optional or self.default is None

    def is_unsaid(self, value: Any) -> bool:
        """Whether a value says no more than a program that does not know the argument."""
        if value is None:
            return True
        return self.kind.added and self.kind.as_key(value) == self.kind.as_key(self.default)


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class Record(Kind):
    """A dataclass whose fields have kinds of their own."""

    shape: type = object

    @property
    def parts(self) -> dict[str, Argument]:
        """Its fields by name."""
        return parts_of(self.shape)

    def check(self, value: Any, field: str) -> Any:
        return replace(
            value,
            **{
                name: each.kind.check(given, field)
                for name, each in self.parts.items()
                if (given := getattr(value, name)) is not None
            },
        )

    def as_plain(self, value: Any) -> Any:
        """Return its fields as they are kept."""
        return {
            name: given if (given := getattr(value, name)) is None else each.kind.as_plain(given)
            for name, each in self.parts.items()
        }

    def as_key(self, value: Any) -> Any:
        """Return its fields as the key keeps them."""
        return {
            name: each.kind.as_key(given)
            for name, each in self.parts.items()
            if (given := getattr(value, name)) is not None
        }

    def own_words(self, value: Any) -> Iterator[str]:
        """Yield those of its fields."""
        for name, each in self.parts.items():
            if (given := getattr(value, name)) is not None:
                yield from each.kind.own_words(given)

    def from_plain(self, value: Any) -> Any:
        return self.shape(
            **{
                name: given if given is None else self.parts[name].kind.from_plain(given)
                for name, given in value.items()
            }
        )


def kinds_of(body: Callable[..., Any]) -> dict[str, Argument]:
    """Return the arguments of an act's body behind its stamp, by name."""
    hints = get_type_hints(body, include_extras=True)
    given = list(signature(body).parameters.values())[1:]
    return {
        each.name: Argument(name=each.name, kind=kind_of(hints[each.name]), default=each.default)
        for each in given
    }


@cache
def parts_of(shape: type) -> dict[str, Argument]:
    """Return the fields of a dataclass, by name."""
    hints = get_type_hints(shape, include_extras=True)
    return {
        each.name: Argument(
            name=each.name,
            kind=kind_of(hints[each.name]),
            default=Parameter.empty if each.default is MISSING else each.default,
        )
        for each in fields(shape)
    }


USUAL: dict[Any, Kind] = {bool: Flag(), date: Day(), datetime: Instant(), bytes: Bytes()}


def kind_of(hint: Any) -> Kind:
    """Return the kind that an annotation names, or the usual one of a plain type."""
    form, parts = get_origin(hint), get_args(hint)
    if form in {Union, UnionType}:
        (inner,) = (each for each in parts if each is not NoneType)
        return replace(kind_of(inner), optional=True)
    if form in {list, tuple, Sequence}:
        return Several(of=kind_of(parts[0]))
    if form is Annotated:
        return next(mark for mark in parts if isinstance(mark, Kind))
    return OneOf(words=parts) if form is Literal else _plain(hint)


def _plain(hint: type) -> Kind:
    if is_dataclass(hint):
        return Record(shape=hint)
    if issubclass(hint, Enum):
        return OneOf(words=tuple(each.value for each in hint))
    return USUAL[hint]
