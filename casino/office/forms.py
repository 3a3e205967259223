"""The form of a calculator, made from the dataclass that its topic takes."""

import re
from dataclasses import fields, is_dataclass
from types import NoneType
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from django import forms

from casino.cards import Cards
from casino.house.rulebook import NAMES, RuleBook
from casino.money import MoneyError, parse_cents
from casino.office.calculators.lines import parse
from casino.office.calculators.registry import CALCULATORS
from casino.refusals import BadInput, Refusal


class CalculatorForm(forms.Form):
    """One field for each that the topic knows; what is left empty is not given."""

    def __init__(self, *args: Any, topic: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        given = CALCULATORS[topic].given
        kinds = _kinds(given)
        self.fields |= {name: TypedField(name, kind) for name, kind in kinds.items()}
        # Of a union nobody knows yet which of its fields the question has.
        nullable = is_dataclass(given)
        self.null = {name for name, kind in kinds.items() if nullable and _is_null(kind)}

    def given(self) -> dict[str, Any]:
        """Return what the calculator is asked, as plain data."""
        return {
            name: value
            for name, value in self.cleaned_data.items()
            if value is not None or name in self.null
        }

    def refuse(self, refusal: Refusal) -> None:
        """Keep a refusal at its field, or above the form."""
        root = re.split(r"[.\[]", refusal.field or "")[0]
        self.add_error(root if root in self.fields else None, refusal.message)


class TypedField(forms.CharField):
    """A field typed as people do: 12,50 for money, AhKh for cards, 1 2 3 for seats."""

    def __init__(self, name: str, kind: Any) -> None:
        self.name, self.kind = name, kind
        choices = _choices(kind)
        widget: Any = forms.Select(choices=[("", "-"), *zip(choices, choices, strict=True)])
        if not choices:
            widget = forms.Textarea(attrs={"rows": 3}) if self._is_rows else forms.TextInput()
        label = name.removesuffix("_cents").replace("_", " ").capitalize()
        super().__init__(required=False, label=label, widget=widget, help_text=self._help)

    @property
    def _is_nested(self) -> bool:
        base = _base(self.kind)
        return base in {tuple, dict} or (is_dataclass(base) and base is not RuleBook)

    @property
    def _is_rows(self) -> bool:
        return self._is_nested and self.kind != Cards

    @property
    def _help(self) -> str:
        if self.kind == Cards:
            return "Cards like AhKh."
        if self._is_nested:
            return "A list like 1, 2, 3, or JSON with amounts in cents."
        return ""

    def clean(self, value: Any) -> Any:
        """Return plain data, None for nothing. What it means is for the calculator to judge."""
        text = super().clean(value).strip()
        if not text:
            return None
        try:
            return self._plain(text)
        except MoneyError as error:
            raise forms.ValidationError(str(error)) from error
        except BadInput as error:
            raise forms.ValidationError(error.message) from error

    def _plain(self, text: str) -> Any:
        base = _base(self.kind)
        if self.kind == Cards:
            return re.findall(r"\S{1,2}", re.sub(r"[\s,]+", "", text.upper()))
        if self._is_nested:
            return parse((text if text[0] in "[{" else f"[{text}]").encode())
        if base is int and self.name.endswith("_cents"):
            return parse_cents(text)
        return _scalar(base, text)


def _scalar(base: Any, text: str) -> Any:
    if base is bool:
        return text == "yes"
    whole = base is int or get_origin(base) is Literal
    return int(text) if whole and re.fullmatch("[0-9]{1,12}", text, re.ASCII) else text


def _kinds(given: Any) -> dict[str, Any]:
    """Return the fields of a dataclass, or of each of a union, by name."""
    kinds: dict[str, Any] = {}
    for one in get_args(given) or (given,):
        hints = get_type_hints(one, include_extras=True)
        for field in fields(one):
            before, kind = kinds.get(field.name), hints[field.name]
            if get_origin(before) is Literal and get_origin(kind) is Literal:
                kind = Literal[(*get_args(before), *get_args(kind))]
            kinds[field.name] = kind
    return kinds


def _base(kind: Any) -> Any:
    """Return a kind without its marks and without null: int, Literal, tuple, a dataclass."""
    if get_origin(kind) is Annotated:
        return _base(get_args(kind)[0])
    if get_origin(kind) in {tuple, dict}:
        return get_origin(kind)
    inner = [one for one in get_args(kind) if one is not NoneType]
    return _base(inner[0]) if inner and get_origin(kind) is not Literal else kind


def _is_null(kind: Any) -> bool:
    return NoneType in get_args(kind)


def _choices(kind: Any) -> tuple[str, ...]:
    base = _base(kind)
    if base is bool:
        return ("yes", "no")
    if base is RuleBook:
        return NAMES
    return tuple(map(str, get_args(base))) if get_origin(base) is Literal else ()
