"""Every money field of every form and endpoint, found in the program, with odd spellings."""

from collections.abc import Iterator
from typing import Any

import pytest
from django import forms
from rest_framework import serializers

from casino.refusals import Refusal
from casino.web import fields
from casino.web import serializers as ours
from tests.api.routes import operations

TYPED = {"1234": 123_400, "1234,5": 123_450, "1234.50": 123_450, "1 234,50": 123_450}
TYPED |= {"1\u00a0234,50": 123_450}
NO_MONEY = ["1,500", "1.500", "1,2,3", "12,345", "5 €", "--", "-5", "+5", "1e2", "1_000", "NaN"]
NO_MONEY += ["1234567890123", "\uff11\uff12", "\u0661\u0662", "0x10", "'; --", "\u22125"]
NO_CENTS = [True, 1.5, 1e2, "1_000", "\uff11\uff12", "\u0661\u0662", " 12 ", "-0", "1e2", -5]
NO_CENTS += ["", "1,5", float("nan"), float("inf"), 10**13, "1234567890123", [], {}, None]
# Of a bank's statement, where money out has a minus.
SIGNED = {"-5", "\u22125"}
MONEY = ("_cents", "cents")


def below(base: type) -> Iterator[type]:
    """Yield every class of ours that derives from another."""
    for each in base.__subclasses__():
        if not each.__module__.startswith(("django", "rest_framework", "allauth")):
            yield each
        yield from below(each)


def typed() -> list[tuple[str, Any]]:
    """Return (form and field, the field) of what people type into forms as money."""
    return [
        (f"{form.__name__}.{name}", field)
        for form in set(below(forms.Form))
        for name, field in form.base_fields.items()
        if isinstance(field, fields.CentsField) or name.endswith(MONEY)
    ]


def sent() -> list[tuple[str, Any]]:
    """Return (serializer and field, the field) of what programs send as money."""
    for route, _, function in operations():  # a body is made of its act when it is first asked for
        if hasattr(function, "body"):
            function.body(frozenset(route.pattern.converters))
    return [
        (f"{each.__name__}.{name}", field)
        for each in set(below(ours.StrictSerializer))
        for name, field in each._declared_fields.items()
        if isinstance(field, ours.CentsField) or name.endswith(MONEY)
    ]


def test_what_is_called_cents_is_read_as_money():
    assert len(typed()) > 30
    assert [name for name, field in typed() if not isinstance(field, fields.CentsField)] == []
    assert len(sent()) > 30
    lists = (ours.CentsField, serializers.ListField)
    assert [name for name, field in sent() if not isinstance(field, lists)] == []


def test_every_form_reads_money_as_people_write_it():
    for name, field in typed():
        for text, cents in TYPED.items():
            assert field.clean(text) == cents, (name, text)


def test_no_form_guesses_an_amount():
    for name, field in typed():
        signed = SIGNED if isinstance(field, fields.SignedCentsField) else set()
        for text in set(NO_MONEY) - signed:
            with pytest.raises(forms.ValidationError):
                pytest.fail(f"{name} takes {text!r} for {field.clean(text)}")


def test_no_endpoint_takes_anything_but_whole_cents():
    for name, field in sent():
        one = getattr(field, "child", field)
        for value in NO_CENTS:
            if value is None and one.allow_null:
                continue
            if value == -5 and isinstance(one, ours.SignedCentsField):
                continue
            with pytest.raises((serializers.ValidationError, Refusal)):
                pytest.fail(f"{name} takes {value!r} for {one.run_validation(value)}")
