"""The steps of the set-up: each reads and writes some parts of the plan's plain data."""

import json
from abc import ABCMeta, abstractmethod
from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import cached_property
from typing import Any

from django import forms
from django.conf import settings
from django.forms.forms import DeclarativeFieldsMetaclass
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from casino.clock import gaming_day
from casino.house.models import ControlProfile, euro_notes, usual_chips
from casino.house.rulebook import NAMES, load_book
from casino.house.rulebook_format import full_label
from casino.ledger.chart import CHART, Kind
from casino.messages import Message, msg
from casino.money import NO_BREAK_SPACE, format_cents
from casino.refusals import Refusal
from casino.setup.rules.plan import OPENING
from casino.staff.models import Role

MAX_ROWS, MIN_ROWS, EMPTY_ROWS = 60, 5, 2
JACKPOT = "Jackpot"
Data = dict[str, Any]


def _line(label: str, *, help_text: str = "", **attributes: str) -> forms.CharField:
    widget = forms.TextInput(attrs={"autocomplete": "off", **attributes})
    return forms.CharField(
        label=label, help_text=help_text, required=False, max_length=200, widget=widget
    )


def _lines(label: str, *, rows: int, help_text: str = "") -> forms.CharField:
    widget = forms.Textarea(attrs={"rows": rows, "spellcheck": "false"})
    return forms.CharField(
        label=label, help_text=help_text, required=False, max_length=4000, widget=widget
    )


class AbstractForm(DeclarativeFieldsMetaclass, ABCMeta):
    """Makes forms whose base leaves methods to them."""


class StepForm(forms.Form, metaclass=AbstractForm):
    """One step; what is typed is judged by the plan it becomes, not here."""

    title: Message
    parts: tuple[str, ...]

    @classmethod
    @abstractmethod
    def typed(cls, draft: Mapping[str, Any]) -> Data:
        """Return what the fields begin with."""

    @abstractmethod
    def said(self) -> Data:
        """Return the parts of the plan that the fields say."""

    def focus(self) -> None:
        """Let typing begin in the first wrong field, else in the first."""
        fields = list(self)
        wrong = [field for field in fields if self.is_bound and field.errors]
        for field in (wrong or fields)[:1]:
            field.field.widget.attrs["autofocus"] = True

    def complain(self, faults: Iterable[Refusal]) -> None:
        """Show each fault at its field, or above all."""
        for fault in faults:
            place = fault.field or ""
            words = fault.message.localized().removeprefix(f"{place}: ")
            field = self.field_of(place)
            shown = self.line_of(place) + words[:1].upper() + words[1:]
            self.add_error(field if field in self.fields else None, shown)

    def line_of(self, place: str) -> str:
        """Return what begins a fault of a field in which several lines are written."""
        return ""

    def field_of(self, place: str) -> str:
        """Return the field in which a place of the plan is written."""
        return place.split(".")[1].partition("[")[0] if "." in place else place


# Which control profile each book suggests: the page follows the choice until somebody makes one.
SUGGESTIONS = json.dumps({name: load_book(name).suggested_controls for name in NAMES})


class ClubForm(StepForm):
    """The club and its rule book."""

    title, parts = msg("Club and rules"), ("club", "rules")
    name = _line(msg("Name of the club"))
    slug = _line(
        msg("Address"), help_text=msg("short, as in /parnu/: small letters, digits, hyphens")
    )
    book = forms.ChoiceField(
        label=_("Rule book"),
        choices=[(name, load_book(name).title) for name in NAMES],
        widget=forms.Select({"data-suggests": "controls", "data-suggestions": SUGGESTIONS}),
    )
    controls = forms.ChoiceField(
        label=_("Control profile"),
        choices=ControlProfile.Name.choices,
        required=False,
        initial=ControlProfile.Name.CLUB,
        help_text=_(
            "The rule book suggests one. Home: one host does everything alone. Casino: every "
            "amount by two."
        ),
    )
    language = forms.ChoiceField(
        label=_("Language"),
        choices=settings.LANGUAGES,
        required=False,
        help_text=_("used for slips, room screens and people who choose no other"),
    )
    first_day = forms.CharField(
        label=_("First gaming day"), required=False, widget=forms.DateInput({"type": "date"})
    )
    timezone = _line(
        msg("Time zone"), help_text=msg("for example Europe/Tallinn; empty: the rule book's")
    )
    closes_at = forms.CharField(
        label=_("The gaming day ends at"),
        required=False,
        help_text=msg("empty: as the rule book says"),
        widget=forms.TimeInput({"type": "time"}),
    )
    currency = _line(
        msg("Currency"), help_text=msg("three capitals, for example EUR; empty: the rule book's")
    )
    overrides = _lines(
        msg("Overrides of the rule book"),
        rows=3,
        help_text=msg(
            "one per line, for example Rake: Cap = 8,00. May stay empty; two "
            "people can change them later."
        ),
    )

    @classmethod
    def typed(cls, draft: Mapping[str, Any]) -> Data:
        """Return the club's fields and the settings line by line."""
        own = draft["rules"].get("overrides", {})
        lines = [f"{_label(key)} = {value}" for key, value in own.items()]
        book = draft["rules"]["book"]
        spoken = {"language": get_language(), "controls": load_book(book).suggested_controls}
        return {**spoken, **draft["club"], "book": book, "overrides": "\n".join(lines)}

    def said(self) -> Data:
        values = self.cleaned_data
        names = (
            "slug",
            "name",
            "first_day",
            "controls",
            "language",
            "timezone",
            "currency",
            "closes_at",
        )
        club = {name: values[name] for name in names if values[name]}
        known = {full_label(key).casefold(): key for key in load_book(values["book"]).sources}
        own = {}
        for line in filter(str.strip, values["overrides"].splitlines()):
            key, _, value = map(str.strip, line.partition("="))
            own[known.get(key.casefold(), key)] = value
        rules = {"book": values["book"], **({"overrides": own} if own else {})}
        return {"club": club, "rules": rules}

    def line_of(self, place: str) -> str:
        """Return the setting that is meant, as it stands in its line."""
        of, _, key = place.partition("rules.overrides.")
        return f"{_label(key)}: " if key and not of else ""


def _label(key: str) -> str:
    known = any(key in load_book(name).sources for name in NAMES)
    return full_label(key) if known else key


class MoneyForm(StepForm):
    """Notes, coins and chips."""

    title, parts = msg("Money and chips"), ("money",)
    notes = _lines(
        msg("Notes and coins"),
        rows=3,
        help_text=msg("their values with spaces between: 500 20 0,50"),
    )
    chips = _lines(msg("Chips"), rows=3, help_text=msg("for example 1000 500 100 25 5 2 1 0,50"))

    @classmethod
    def typed(cls, draft: Mapping[str, Any]) -> Data:
        """Return the values with spaces between; no euro's notes for another currency."""
        money = draft["money"]
        house = load_book(draft["rules"]["book"]).house
        if draft["club"].get("currency", house.currency) != "EUR":
            money = money | {"notes": _of_its_own(money.get("notes", []))}
        return {name: " ".join(money.get(name, [])) for name in ("notes", "chips")}

    def said(self) -> Data:
        """Return the lists of values."""
        return {"money": {name: self.cleaned_data[name].split() for name in ("notes", "chips")}}


def _of_its_own(notes: list[str]) -> list[str]:
    return [] if notes == _values(euro_notes()) else notes


class RoomForm(StepForm):
    """Drawers, tables and the jackpot."""

    title, parts = msg("Drawers and tables"), ("room",)
    drawers = _lines(msg("Drawers of the cash desk"), rows=4, help_text=msg("one name per line"))
    tables = _lines(msg("Cash tables"), rows=8, help_text=msg("one name per line"))
    jackpot = _line(msg("Jackpot"))

    def __init__(self, data: Any = None, initial: Data | None = None) -> None:
        super().__init__(data, initial=initial)
        for name in {"tables", "jackpot"} - set(self.initial):
            del self.fields[name]

    @classmethod
    def typed(cls, draft: Mapping[str, Any]) -> Data:
        """Return the names line by line; tables and a jackpot only where the rule book has them."""
        room, book = draft["room"], load_book(draft["rules"]["book"])
        kinds = ("drawers", "tables") if book.chips.for_money else ("drawers",)
        names = {key: "\n".join(room.get(key, [])) for key in kinds}
        return names | ({"jackpot": room.get("jackpot", JACKPOT)} if book.jackpot else {})

    def said(self) -> Data:
        room: Data = {
            key: [line.strip() for line in self.cleaned_data[key].splitlines() if line.strip()]
            for key in ("drawers", "tables")
            if key in self.cleaned_data
        }
        if self.cleaned_data.get("jackpot"):
            room["jackpot"] = self.cleaned_data["jackpot"]
        return {"room": room}


class PeopleForm(StepForm):
    """Who works here: a row each, `username_3`, `name_3`, `roles_3`; an empty row is nobody."""

    title, parts = msg("People"), ("people",)

    def __init__(self, data: Any = None, initial: Data | None = None) -> None:
        super().__init__(data, initial=initial)
        rows = self.data if self.is_bound else self.initial
        given = [key for key in rows if key.startswith("username_")]
        count = len(given) if self.is_bound else max(MIN_ROWS, len(given) + EMPTY_ROWS)
        self.count = min(count, MAX_ROWS)
        for i in range(self.count):
            self.fields[f"username_{i}"] = _line(msg("User name"))
            self.fields[f"name_{i}"] = _line(msg("Name"))
            self.fields[f"roles_{i}"] = forms.MultipleChoiceField(
                choices=Role.choices, required=False, widget=forms.CheckboxSelectMultiple
            )
            for name in (f"username_{i}", f"name_{i}"):
                label = f"{self.fields[name].label}, row {i + 1}"
                self.fields[name].widget.attrs["aria-label"] = label

    @property
    def rows(self) -> list[list[forms.BoundField]]:
        """The fields of each row."""
        names = ("username", "name", "roles")
        return [[self[f"{name}_{i}"] for name in names] for i in range(self.count)]

    @classmethod
    def typed(cls, draft: Mapping[str, Any]) -> Data:
        """Return the fields of everybody."""
        return {
            f"{key}_{i}": value
            for i, person in enumerate(draft["people"])
            for key, value in ({"username": ""} | person).items()
        }

    def said(self) -> Data:
        return {"people": [self._person(i) for i in self._filled]}

    def field_of(self, place: str) -> str:
        """Return the field of somebody's row."""
        index, _, key = place.removeprefix("people[").partition("].")
        return f"{key.partition('[')[0]}_{self._filled[int(index)]}" if key else place

    @cached_property
    def _filled(self) -> list[int]:
        """The rows of the people, once: a field with an error is cleaned no more."""
        return [i for i in range(self.count) if self._person(i)]

    def _person(self, i: int) -> Data:
        said = {key: self.cleaned_data.get(f"{key}_{i}") for key in ("username", "name", "roles")}
        return {key: value for key, value in said.items() if value}


class OpeningForm(StepForm):
    """What the books begin with: one amount an account."""

    title, parts = msg("Opening balances"), ("opening",)

    def __init__(self, data: Any = None, initial: Data | None = None) -> None:
        super().__init__(data, initial=initial)
        for code in self.initial:
            self.fields[code] = _line(CHART[code].name, **{"class": "money"})

    @property
    def sides(self) -> list[tuple[str, list[forms.BoundField]]]:
        """The fields of what is there, and of what is owed or the owners'."""
        there = [code for code in self.fields if CHART[code].kind is Kind.ASSET]
        owed = [code for code in self.fields if code not in there]
        titles = (msg("Assets"), msg("Liabilities and equity"))
        return [
            (title, [self[code] for code in codes])
            for title, codes in zip(titles, (there, owed), strict=True)
        ]

    @classmethod
    def typed(cls, draft: Mapping[str, Any]) -> Data:
        """Return the amounts of every account that the book can have."""
        lacks = set() if load_book(draft["rules"]["book"]).jackpot else {"jackpot:pool"}
        return {code: draft["opening"].get(code, "") for code in OPENING if code not in lacks}

    def said(self) -> Data:
        """Return the amounts that were written."""
        return {
            "opening": {
                code: self.cleaned_data[code] for code in self.fields if self.cleaned_data[code]
            }
        }

    def field_of(self, place: str) -> str:
        return place.removeprefix("opening.")


STEPS: dict[str, type[StepForm]] = {
    "club": ClubForm,
    "money": MoneyForm,
    "room": RoomForm,
    "people": PeopleForm,
    "opening": OpeningForm,
}


def first_draft(at: datetime) -> Data:
    """Return what the set-up begins with at an instant."""
    house = load_book(NAMES[0]).house
    today = gaming_day(at, timezone=house.timezone, closes_at=house.closes_at)
    return {
        "club": {"first_day": today.isoformat()},
        "rules": {"book": NAMES[0]},
        "money": {"notes": _values(euro_notes()), "chips": _values(usual_chips())},
        "room": {
            "drawers": ["Desk 1"],
            "tables": ["Table 1", "Table 2"],
            "jackpot": JACKPOT,
        },
        "people": [],
        "opening": {},
    }


def _values(cents: list[int]) -> list[str]:
    return [format_cents(one).replace(NO_BREAK_SPACE, "").removesuffix(",00") for one in cents]
