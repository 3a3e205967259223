"""Every form that writes says its act; what an argument is stands with the act's kind alone."""

import ast
import inspect
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django import forms
from django.urls import get_resolver

from casino.acts import kinds
from casino.acts.arguments import Argument
from casino.acts.forms import argument_of, box, field_of, form_of, is_needed
from casino.acts.runner import Act
from casino.cage.services.desk import note_shift, sell_chips
from casino.web import fields
from casino.web.fields import ActForm, NameField
from tests.architecture.test_dangerous_patterns import last
from tests.architecture.test_money_rooms import CODE, TOP

# What forms are made of; no page sends one of them as it is.
BASES = {
    "ActForm", "DenominationsForm", "CashForm", "ChipsForm", "GuestForm", "ImposedForm", "AtDesk",
}  # fmt: skip
# Fields that a form declares by hand in its body: the act takes them as the settings of a profile,
# which `casino.schema` reads.
OWN = {"ProfileForm"}
# What kinds make fields of: by hand they would say a second time what a kind says.
OF_KINDS = {"NameField", "WholeField", "CentsField", "SignedCentsField", "DateField", "DayField"}
LEAST = 140
# Forms that send to no act, and why.
NO_ACT = {
    "what is looked for or asked of a page": (
        "SearchForm", "AskForm", "PlanForm", "PlannedForm", "ButtonsForm", "WhoForm",
        "DaysForm",
    ),
    "one's own sign-in and screen, of no club": (
        "PinForm", "AgainForm", "PasswordForm", "LanguageForm", "ScreenForm", "KeysForm",
        "CodeForm", "CodeAgainForm",
    ),
    "a draft of a club's plan, which `casino.schema` reads as a whole": (
        "StepForm", "ClubForm", "MoneyForm", "RoomForm", "PeopleForm", "OpeningForm",
    ),
}  # fmt: skip


def below(base: type[Any]) -> Iterator[type[Any]]:
    for each in base.__subclasses__():
        yield each
        yield from below(each)


@cache
def all_forms() -> list[type[ActForm]]:
    assert get_resolver().url_patterns
    ours = [each for each in below(ActForm) if not each.__module__.startswith("tests.")]
    return [each for each in dict.fromkeys(ours) if each.__name__ not in BASES]


def disagreements(form: type[ActForm], act: Act[..., Any]) -> list[str]:
    """Return the fields of a form that say of an act's argument what its kind does not."""
    return [
        f"{form.__name__}.{name}: {said}"
        for name, field in form.base_fields.items()
        for argument in [argument_of(act, name)]
        if argument is not None
        for said in _said_otherwise(field, argument)
    ]


def _said_otherwise(field: forms.Field, argument: Argument) -> Iterator[str]:
    """A page may be the stricter one: it insists, or takes less."""
    kind = argument.kind
    if is_needed(argument) and not field.required:
        yield "needed"
    typed = isinstance(kind, kinds.Text) and isinstance(field, forms.CharField)
    if typed and field.max_length != kind.max_length:
        yield f"up to {field.max_length} characters, not {kind.max_length}"
    if isinstance(kind, kinds.Whole) and isinstance(field, forms.IntegerField):
        low, high = field.min_value, field.max_value
        if low is None or high is None or low < kind.low or high > kind.high:
            yield f"from {low} to {high}, not from {kind.low} to {kind.high}"
    if isinstance(kind, kinds.OneOf) and isinstance(field, forms.ChoiceField):
        unknown = {str(each) for each, _ in field.choices} - {*kind.words, ""}
        if unknown:
            yield f"one of {unknown}"


def test_every_form_says_its_act_and_its_fields_agree_with_it():
    assert len(all_forms()) >= LEAST
    assert [each.__name__ for each in all_forms() if each.act is None] == []
    assert [said for each in all_forms() for said in disagreements(each, each.act)] == []


def test_forms_without_an_act_are_few_and_have_a_reason():
    assert all_forms()
    ours = {
        each.__qualname__
        for each in below(forms.BaseForm)
        if not issubclass(each, ActForm)
        and each.__module__.startswith(
            ("casino.", "cashgames.", "jackpot.", "ranking.", "tournaments.")
        )
    }
    assert ours == {name for names in NO_ACT.values() for name in names}


def to_act(value: Any) -> Act[..., Any] | None:
    """Return the act that something is, or a method of one."""
    inner = getattr(value, "__self__", value)
    return inner if isinstance(inner, Act) else None


def shared() -> Iterator[tuple[type[ActForm], Act[..., Any]]]:
    """Yield each form with each act that a view names beside it, where it may be sent, too."""
    assert get_resolver().url_patterns
    views = [
        (module, Path(module.__file__ or ""))
        for name, module in sorted(sys.modules.items())
        if ".views" in name and getattr(module, "__file__", None)
    ]
    for module, path in views:
        if not path.is_relative_to(TOP) or ".venv" in path.parts:
            continue
        for view in ast.walk(ast.parse(path.read_text())):
            if isinstance(view, ast.FunctionDef):
                named = [_value(each, module) for each in ast.walk(view)]
                acts = [act for each in named if (act := to_act(each))]
                used = [each for each in named if inspect.isclass(each) and each in all_forms()]
                others = [act for act in acts if act not in [form.act for form in used]]
                yield from {(form, act) for form in used for act in (*others, form.act)}


def _value(node: ast.AST, module: Any) -> Any:
    """Return what a name or an attribute of one stands for in a module."""
    if isinstance(node, ast.Name):
        return getattr(module, node.id, None)
    if isinstance(node, ast.Attribute):
        return getattr(_value(node.value, module), node.attr, None)
    return None


def test_a_form_of_several_acts_agrees_with_each():
    found = list(shared())
    assert len(found) >= LEAST
    assert [said for form, act in found for said in disagreements(form, act)] == []


def by_hand(tree: ast.AST, names: set[str]) -> Iterator[str]:
    """Yield the fields that forms declare by hand, in body or rows, though a kind gives them."""
    for form in ast.walk(tree):
        if isinstance(form, ast.ClassDef) and form.name in names - OWN:
            for node in ast.walk(form):
                if isinstance(node, ast.Assign) and last(node.value) in OF_KINDS:
                    field = node.targets[0]
                    if node in form.body or isinstance(field, ast.Subscript):
                        yield f"{form.name}: {ast.unparse(field)}"


def test_no_form_of_an_act_declares_a_field_that_a_kind_gives():
    paths = [each for each in CODE if each.name == "forms.py" or "forms" in each.parent.name]
    assert len(paths) > 20
    names = {each.__name__ for each in all_forms()}
    assert [said for path in paths for said in by_hand(ast.parse(path.read_text()), names)] == []
    sample = ast.parse("class XForm(ActForm):\n    reason = NameField(max_length=20)")
    assert list(by_hand(sample, {"XForm"})) == ["XForm: reason"]


def test_a_form_is_refused_that_says_an_argument_by_hand_or_asks_for_none():
    with pytest.raises(TypeError, match="by its label"):
        form_of(note_shift, text=NameField(max_length=20))
    with pytest.raises(TypeError, match="by its label"):
        form_of(note_shift, texts="Note")


def test_a_field_that_disagrees_is_found():
    class ShortForm(ActForm):
        text = NameField(max_length=20, required=False)

    said = [f"ShortForm.text: {each}" for each in ("needed", "up to 20 characters, not 200")]
    assert disagreements(ShortForm, note_shift) == said
    amount = field_of(sell_chips.arguments["cents"], box("Amount"))
    assert isinstance(amount, fields.CentsField)
    assert amount.required
