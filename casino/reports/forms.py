"""What is asked of a report: kept in its address, so that the address can be shared."""

import re
from contextlib import suppress
from datetime import date, datetime, timedelta
from itertools import product
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from casino.acts.forms import box, form_of
from casino.clock import day_bounds
from casino.house.models import Club
from casino.house.stamp import Stamp
from casino.house.vocabulary import has_words, value_in_words
from casino.ledger.chart import CAGE, CHART
from casino.ledger.entries import TITLES, title_of
from casino.messages import localized, msg
from casino.players.forms import DayField, PlayerField
from casino.rates.queries import law_of
from casino.reports.queries.asked import asked
from casino.reports.queries.taxes import COUNTRIES
from casino.reports.services import ask_report, mail_statement
from casino.reports.sheet import LOCAL, Report, ReportParams

MAX_DAYS = 3 * 366
PLAIN = (
    "first", "last", "as_of", "by", "code", "ref", "only", "country", "shift", "before", "known_at",
)  # fmt: skip

DAY_KEY = re.compile(r"\d{4}-\d{2}-\d{2}")
# How a wall-clock time may be written, to the second or to the minute.
DAYS, CLOCKS = ("%Y-%m-%dT", "%Y-%m-%d ", "%d.%m.%Y "), ("%H:%M:%S", "%H:%M")

CODES = [
    ("", _("all")),
    (CAGE, msg("Cage: every account of cash")),
    *((code, msg("{name} ({code})", name=each.name, code=code)) for code, each in CHART.items()),
]


class AskForm(forms.Form):
    """The days, the grouping, the instant or the guest; what is left out has a good value."""

    def __init__(self, given: dict[str, str], *, report: Report, club: Club, stamp: Stamp) -> None:
        self.report, self.club, self.stamp = report, club, stamp
        usual = {
            "first": f"{stamp.gaming_day:%Y-01-01}"
            if report.begins == "year"
            else f"{stamp.gaming_day:%Y-%m-01}",
            "last": f"{stamp.gaming_day:%Y-%m-%d}",
            "as_of": stamp.at.astimezone(ZoneInfo(club.timezone)).strftime(LOCAL),
            "by": report.group_by[0][0] if report.group_by else "",
            "country": _country(report, club, stamp),
        }
        super().__init__(usual | given, use_required_attribute=False)
        self.fields |= _fields(report, club)
        several, accounts = self.data.get("code", ""), self.fields.get("code")
        if isinstance(accounts, forms.ChoiceField) and "," in several:
            known = {code for code, _ in CODES}
            if known.issuperset(several.split(",")):
                accounts.choices = [*CODES, (several, several.replace(",", ", "))]

    def clean(self) -> dict[str, Any]:
        """Refuse days in the wrong order, and more of them than a page is for."""
        first, last = self.cleaned_data.get("first"), self.cleaned_data.get("last")
        if first and last and first > last:
            self.add_error("last", _("The last day is before the first."))
        elif first and last and last - first > timedelta(days=MAX_DAYS):
            self.add_error("first", _("The maximum is three years."))
        return self.cleaned_data

    @property
    def localized(self) -> list[str]:
        """What is asked, as a printed page says it; the form has been found valid."""
        return [
            f"{self[name].label} {_in_words(field, value)}"
            for name, field in self.fields.items()
            if (value := self.cleaned_data.get(name)) not in (None, "")
        ]

    @property
    def said(self) -> dict[str, str]:
        """What the address says, filled up with the usual values."""
        return {name: self.data[name] for name in self.fields if self.data.get(name)}

    @property
    def asked(self) -> ReportParams:
        """What the report is made from; the form has been found valid."""
        given = self.cleaned_data
        named = {name: given[name] for name in PLAIN if name in given}
        player_id = given["player"].pk if given.get("player") else None
        return asked(self.club, self.stamp, player_id=player_id, **named)


# A report's file, to be written in the background.
WorkForm = form_of(
    ask_report, ending=box(choices=[(each, each) for each in ("csv", "csv-excel", "xlsx")])
)
# To whom a guest's statement goes.
MailForm = form_of(mail_statement, to=box(_("E-mail address"), forms.EmailField))


class LocalInstantField(forms.DateTimeField):
    """
    A wall-clock time of the club; in the hour that autumn repeats, the first one.

    A day alone is its close, or with `opens` the instant at which it begins.
    """

    def __init__(self, club: Club, *, opens: bool = False, **more: Any) -> None:
        self.club, self.zone, self.opens = club, ZoneInfo(club.timezone), opens
        box = forms.TextInput({"autocomplete": "off", "placeholder": "21.11.2026 07:00"})
        super().__init__(widget=box, **more)

    def to_python(self, value: Any) -> Any:
        if value in self.empty_values:
            return None
        for day, clock in product(DAYS, CLOCKS):
            try:
                return datetime.strptime(str(value), day + clock).replace(tzinfo=self.zone)
            except ValueError:
                continue
        with suppress(forms.ValidationError, OverflowError):
            opens_at, closes_at = self._bounds(DayField().to_python(value))
            return opens_at if self.opens else closes_at
        raise forms.ValidationError(_("Write a time like 21.11.2026 07:00."))

    def _bounds(self, day: date) -> tuple[datetime, datetime]:
        return day_bounds(day, timezone=self.club.timezone, closes_at=self.club.closes_at)

    def prepare_value(self, value: Any) -> Any:
        """Return an instant of an address as it is written in the box."""
        with suppress(ValueError):
            at = datetime.strptime(str(value), LOCAL).replace(tzinfo=self.zone)
            return f"{at:%d.%m.%Y %H:%M:%S}".removesuffix(":00")
        return value


def _country(report: Report, club: Club, stamp: Stamp) -> str:
    """Return whose taxes are asked for where nobody says: those of the club's country."""
    law = law_of(club, at=stamp.at) if "country" in report.asks else None
    return law.country if law else next(iter(COUNTRIES))


def _in_words(field: forms.Field, value: Any) -> Any:
    if isinstance(field, forms.ChoiceField):
        choices: Any = field.choices
        return localized(dict(choices)[value])
    if isinstance(value, datetime):
        return f"{value:%d.%m.%Y %H:%M:%S}"
    if isinstance(value, str):
        return _of_a_group(value)
    return f"{value:%d.%m.%Y}" if isinstance(value, date) else value


def _of_a_group(key: str) -> str:
    """Return what a group of lines is called whose key stands in the address."""
    if DAY_KEY.fullmatch(key):
        with suppress(ValueError):  # an address may say 2026-13-01
            return f"{date.fromisoformat(key):%d.%m.%Y}"
    if key in TITLES:
        return title_of(key)
    return value_in_words(key).localized() if has_words(key) else key


def _fields(report: Report, club: Club) -> dict[str, forms.Field]:
    fields: dict[str, forms.Field] = {}
    if report.span == "instant":
        fields["as_of"] = LocalInstantField(club, label=_("At"))
    else:
        for name, words in (("first", _("From")), ("last", pgettext_lazy("time", "To"))):
            fields[name] = DayField(label=words)
    if report.span == "guest":
        guest = PlayerField(required=False)
        guest.club_id = club.pk
        fields["player"] = guest
    if report.group_by:
        fields["by"] = forms.ChoiceField(choices=report.group_by, label=_("Lines"))
    fields |= {name: _more(name, club) for name in report.asks}
    known = LocalInstantField(club, required=False, label=_("As known at"))
    return fields | {"known_at": known}


def _more(name: str, club: Club) -> forms.Field:
    """Return a field that few reports have."""
    match name:
        case "code":
            field: forms.Field = forms.ChoiceField(
                choices=CODES, required=False, label=_("Account")
            )
        case "ref":
            field = forms.IntegerField(required=False, min_value=0, label=_("Of"))
        case "shift":
            field = forms.IntegerField(required=False, min_value=1, label=_("During shift"))
        case "before":
            field = LocalInstantField(club, opens=True, required=False, label=_("Before"))
        case "only":
            field = forms.CharField(required=False, max_length=100, label=_("Only"))
        case _:
            field = forms.ChoiceField(choices=list(COUNTRIES.items()), label=_("Country"))
    return field
