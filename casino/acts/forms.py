"""The fields of a page's form, made of the kinds of an act's arguments."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import singledispatch
from typing import Any, TypeVar

from django import forms

from casino.acts import kinds
from casino.acts.arguments import Argument, parts_of
from casino.acts.kinds import Kind
from casino.acts.runner import Act
from casino.web.fields import (
    ActForm,
    CentsField,
    DenominationsForm,
    NameField,
    SignedCentsField,
    WholeField,
)

F = TypeVar("F", bound=ActForm)
Shown = Any


@dataclass(frozen=True, kw_only=True, slots=True)
class Box:
    """How a page shows an argument: a class that reads what is typed, and what else it says."""

    reads: type[forms.Field] | None
    more: dict[str, Any]


def box(label: Any = None, reads: type[forms.Field] | None = None, **more: Any) -> Box:
    """
    Return how a page shows an argument by more than its label.

    reads: the field where people write it otherwise than its kind is written; more: what the field
    says besides (choices, help_text, initial, widget), and where the page is the stricter one:
    `required`, a narrower `min_value` or `max_value`.
    """
    return Box(reads=reads, more=more if label is None else {"label": label} | more)


def form_of(
    act: Act[..., Any], base: type[ActForm] | None = None, /, **shown: Shown
) -> type[ActForm]:
    """
    Return the form of an act: its fields by argument, in the order of the page, as `asks` takes it.

    base: what it is a form of; else one with a field for each denomination, without a label, where
    the act takes a count.
    """
    counts = any(isinstance(each.kind, kinds.ByDenomination) for each in act.arguments.values())
    base = base or (DenominationsForm if counts else ActForm)
    name = "".join(word.title() for word in act.name.partition(".")[2].split("_"))
    return asks(act, **shown)(type(f"{name}Form", (base,), {"__module__": act.__module__}))


def asks(act: Act[..., Any], /, **shown: Shown) -> Callable[[type[F]], type[F]]:
    """
    Give a form with something of its own the act that it sends to, and its fields.

    shown: the label of each argument that is asked, or its `box`; a guest is asked as `player`. A
    field of the page's own, which is no argument, stands among them as it is. What an argument is
    (needed or not, how long, from where to where, one of what) its kind alone says.
    """
    asked = {name: _asked(act, name, how) for name, how in shown.items()}

    def give(form: type[F]) -> type[F]:
        form.act = act
        form.base_fields = form.declared_fields = form.base_fields | asked
        return form

    return give


def _asked(act: Act[..., Any], name: str, how: Shown) -> forms.Field:
    argument = argument_of(act, name)
    if isinstance(how, forms.Field) == (argument is not None):
        raise TypeError(f"{act.name}, {name}: an argument is shown by its label or a box()")
    if argument is None:
        field: forms.Field = how
        return field
    return field_of(argument, how if isinstance(how, Box) else box(how))


def part_of(shape: type, name: str, how: Shown) -> forms.Field:
    """Return the field of a part of a dataclass that an act takes, as a form has it in each row."""
    return field_of(parts_of(shape)[name], how if isinstance(how, Box) else box(how))


def argument_of(act: Act[..., Any], name: str) -> Argument | None:
    """Return the argument that a field of that name asks for: `player` is the guest's id."""
    return act.arguments.get(name) or act.arguments.get(f"{name}_id")


def field_of(argument: Argument, how: Box) -> forms.Field:
    """Return the field of an argument."""
    more: dict[str, Any] = {"required": is_needed(argument)} | how.more
    if how.reads:
        if isinstance(argument.kind, kinds.Text):
            more = {"max_length": argument.kind.max_length} | more
        return how.reads(**more)
    if "choices" in more and not isinstance(argument.kind, kinds.Several):
        return _chosen(argument.kind, **more)
    return form_field(argument.kind, **more)


def is_needed(argument: Argument) -> bool:
    """Return whether something must be typed for an argument."""
    kind = argument.kind
    may_be_empty = getattr(kind, "may_be_empty", False) or (
        isinstance(kind, kinds.Several) and not kind.minimum
    )
    flag = isinstance(kind, kinds.Flag)
    return argument.is_needed and not kind.optional and not may_be_empty and not flag


@singledispatch
def form_field(kind: Kind, **how: Any) -> forms.Field:
    raise TypeError(f"A page has a field of its own for {kind}")


@form_field.register
def _(kind: kinds.Whole, **how: Any) -> forms.Field:
    return WholeField(**{"min_value": kind.low, "max_value": kind.high} | how)


@form_field.register
def _(kind: kinds.Identity, **how: Any) -> forms.Field:
    return _chosen(kind, **how)


@form_field.register
def _(kind: kinds.Cents, **how: Any) -> forms.Field:
    return SignedCentsField(**how) if kind.minimum < 0 else CentsField(**how)


@form_field.register
def _(kind: kinds.Text, **how: Any) -> forms.Field:
    empty = None if kind.optional and not kind.may_be_empty else ""
    return NameField(max_length=kind.max_length, empty_value=empty, **how)


@form_field.register
def _(kind: kinds.Prose, **how: Any) -> forms.Field:
    how.setdefault("widget", forms.Textarea)
    return forms.CharField(max_length=kind.max_length, **how)


@form_field.register
def _(kind: kinds.Written, **how: Any) -> forms.Field:
    """A line; what doesn't fit the pattern the kind itself refuses in its words."""
    return NameField(max_length=kind.max_length, **how)


@form_field.register
def _(kind: kinds.OneOf, **how: Any) -> forms.Field:
    return _chosen(kind, **how)


@form_field.register
def _(kind: kinds.Several, **how: Any) -> forms.Field:
    """Ticks in a list; `choices`: what the page offers."""
    return forms.TypedMultipleChoiceField(coerce=_coerced(kind.of), **how)


@form_field.register
def _(kind: kinds.Flag, **how: Any) -> forms.Field:
    return forms.BooleanField(**how)


@form_field.register
def _(kind: kinds.Day, **how: Any) -> forms.Field:
    how = {"widget": forms.DateInput({"type": "date"}, format="%Y-%m-%d")} | how
    return forms.DateField(**how)


def _chosen(kind: Kind, **how: Any) -> forms.Field:
    """Return a list of which one is chosen, or a hidden id that the page chose itself."""
    if isinstance(how.get("widget"), forms.HiddenInput) and isinstance(kind, kinds.Identity):
        return forms.IntegerField(**how)
    to = _coerced(kind)
    if isinstance(kind, kinds.OneOf):
        unknown = {str(each) for each, _ in _listed(how)} - {*kind.words, ""}
        assert not unknown, f"{unknown}: not one of {kind.words}"
    empty = "" if _takes_empty(kind) else None
    return forms.TypedChoiceField(coerce=to, empty_value=empty, **how)


def _takes_empty(kind: Kind) -> bool:
    """Return whether nothing chosen is a word, and not None."""
    return isinstance(kind, kinds.OneOf) and (not kind.optional or "" in kind.words)


def _listed(how: dict[str, Any]) -> list[tuple[Any, Any]]:
    """Return the choices that are known before a club is."""
    choices = how.get("choices", ())
    if isinstance(choices, type):
        choices = choices.choices  # type: ignore[attr-defined]
    return [] if callable(choices) else list(choices)


def _coerced(kind: Kind) -> Callable[[Any], Any]:
    return int if isinstance(kind, kinds.Whole | kinds.Identity) else str
