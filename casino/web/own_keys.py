"""One's own letters for the commands that have keys."""

from typing import Any

from django import forms
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from casino.web.commands import commands, commands_by_area, refused_keys
from casino.web.drawn import drawn_once
from casino.web.interrupted import is_sent, own_form
from casino.web.roles import OwnRequest
from casino.web.templatetags.keys import SHIFT, Command

WRONG_INPUT = 422
Area = tuple[str, list[tuple[Command, forms.BoundField]], bool]


class KeysForm(forms.Form):
    """A letter for each command; empty: the usual one."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in commands():
            self.fields[name] = forms.CharField(required=False)

    def clean(self) -> dict[str, Any]:
        """Say of each letter that its command cannot have why."""
        for name, reason in refused_keys(self.chosen()).items():
            self.add_error(name, reason.localized())
        return self.cleaned_data

    def keys(self) -> dict[str, str]:
        """Return the letters that are kept, as they are pressed."""
        known = commands()
        return {name: known[name].key_of(letter) for name, letter in self.chosen().items()}

    def chosen(self) -> dict[str, str]:
        """Return the letters that are not the usual ones, by the names of their commands."""
        typed = {name: value.lower() for name, value in self.cleaned_data.items() if value}
        known = commands()
        return {
            name: letter
            for name, letter in typed.items()
            if known[name].key_of(letter) not in known[name].letters
        }


@own_form
def own_keys(request: OwnRequest) -> HttpResponse:
    """Choose letters of one's own, or go back to the usual ones."""
    kept = {name: key.removeprefix(SHIFT).lower() for name, key in request.user.own_keys.items()}
    form = KeysForm(request.POST or None, initial=kept)
    if is_sent(request) and "usual" in request.POST:
        return _keep(request, {})
    if is_sent(request) and form.is_valid():
        known = commands()
        return _keep(
            request, {name: known[name].key_of(one) for name, one in form.chosen().items()}
        )
    if form.is_bound:
        areas = _areas(form)
        shown = {"form": form, "areas": areas, "letters": _letters(areas)}
        return render(request, "web/own_keys.html", shown, status=WRONG_INPUT)
    letters = _kept_letters(tuple(sorted(kept.items())))
    return render(request, "web/own_keys.html", {"form": form, "letters": letters})


@drawn_once(16)
def _kept_letters(kept: tuple[tuple[str, str], ...]) -> SafeString:
    """Return the fields of some letters: a page of some 300, drawn anew only for another's."""
    return _letters(_areas(KeysForm(initial=dict(kept))))


def _letters(areas: list[Area]) -> SafeString:
    return render_to_string("web/own_letters.html", {"areas": areas})


def _areas(form: KeysForm) -> list[Area]:
    """Return each area, its commands with their fields, and whether one is filled in."""
    found = []
    for title, those in commands_by_area().items():
        fields = [(command, form[command.name]) for command in those]
        found.append((title, fields, any(field.value() for _, field in fields)))
    return found


def _keep(request: OwnRequest, keys: dict[str, str]) -> HttpResponse:
    request.user.own_keys = keys
    request.user.save(update_fields=["own_keys"])
    return redirect("me")
