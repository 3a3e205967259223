"""The fields of a page's form, made of the kinds of an act's arguments."""

from functools import singledispatch
from typing import Any

from django import forms

from casino.acts import kinds
from casino.acts.arguments import Argument
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

Shown = Any


def form_of(act: Act[..., Any], **shown: Shown) -> type[ActForm]:
    """
    Return the form of an act: its fields by argument, in the order of the page.

    shown: the label of each that is asked here, or a field where the kind's own does not fit; a
    count by denomination has a field for each denomination, without a label.
    """
    counts = any(isinstance(each.kind, kinds.ByDenomination) for each in act.arguments.values())
    asked = {name: field_of(act.arguments[name], how) for name, how in shown.items()}
    name = "".join(word.title() for word in act.name.partition(".")[2].split("_"))
    return type(f"{name}Form", (DenominationsForm if counts else ActForm,), asked | {"act": act})


def field_of(argument: Argument, how: Shown) -> forms.Field:
    """Return the field of an argument by its label, or the field that was given for it."""
    if isinstance(how, forms.Field):
        return how
    kind = argument.kind
    needed = argument.is_needed and not kind.optional and not getattr(kind, "may_be_empty", False)
    return form_field(kind, label=how, required=needed)


@singledispatch
def form_field(kind: Kind, **how: Any) -> forms.Field:
    raise TypeError(f"A page has a field of its own for {kind}")


@form_field.register
def _(kind: kinds.Whole, **how: Any) -> forms.Field:
    return WholeField(min_value=kind.low, max_value=kind.high, **how)


@form_field.register
def _(kind: kinds.Cents, **how: Any) -> forms.Field:
    return SignedCentsField(**how) if kind.minimum < 0 else CentsField(**how)


@form_field.register
def _(kind: kinds.Text, **how: Any) -> forms.Field:
    empty = None if kind.optional else ""
    return NameField(max_length=kind.max_length, empty_value=empty, **how)


@form_field.register
def _(kind: kinds.Prose, **how: Any) -> forms.Field:
    return forms.CharField(max_length=kind.max_length, widget=forms.Textarea, **how)


@form_field.register
def _(kind: kinds.Flag, **how: Any) -> forms.Field:
    return forms.BooleanField(**how | {"required": False})


@form_field.register
def _(kind: kinds.Day, **how: Any) -> forms.Field:
    return forms.DateField(widget=forms.DateInput(attrs={"type": "date"}), **how)
