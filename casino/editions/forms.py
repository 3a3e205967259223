"""The form in which new rules are proposed: a book, a day, and a row for each own setting."""

from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from casino.acts.forms import asks, box
from casino.editions.services import adopt_book
from casino.house import rulebook_format
from casino.house.comparison import values
from casino.house.models import Adoption
from casino.house.queries import own_edition
from casino.house.rulebook import NAMES, BookError, RuleBook, load_book
from casino.messages import both_languages, catalogued, msg
from casino.refusals import BadInput, Refusal
from casino.web.drawn import drawn_once
from casino.web.fields import ActForm
from casino.web.next_steps import NextStep

EMPTY_ROWS, MAX_ROWS = 4, 200
BOOKS = [(name, catalogued(load_book(name).title)) for name in NAMES]


@drawn_once(64)
def _settings(name: str) -> SafeString:
    """Return the settings of a book, label and value as it stands: some 250, drawn once."""
    shown = [
        (rulebook_format.full_label(key), value) for key, value in values(load_book(name)).items()
    ]
    return render_to_string("forms/setting_list.html", {"settings": shown})


@asks(
    adopt_book,
    book=box(_("Rule book"), choices=BOOKS),
    first_day=_("First gaming day"),
    reason=_("Why"),
)
class AdoptionForm(ActForm):
    """
    Proposes a book with own settings from a day on; begins with the edition in force.

    A setting is a pair of fields, `setting_3` and `value_3`; both left empty, it is none.
    """

    def __init__(self, data: Any = None, *, in_force: Adoption, **kwargs: Any) -> None:
        own = _typed(own_edition(in_force), in_force.overrides)
        initial = {"book": in_force.book} | own | kwargs.pop("initial", {})
        super().__init__(data, initial=initial, **kwargs)
        rows = _rows_in(data if data is not None else own)
        for number in range(min(rows + EMPTY_ROWS, MAX_ROWS)):
            self.fields |= _fields(number)
        self.overrides: dict[str, Any] = {}
        self.row_of: dict[str, int] = {}

    @property
    def rows(self) -> Iterator[tuple[forms.BoundField, forms.BoundField]]:
        """The fields of each setting."""
        for number in range(MAX_ROWS):
            if f"setting_{number}" not in self.fields:
                return
            yield self[f"setting_{number}"], self[f"value_{number}"]

    @property
    def settings(self) -> SafeString:
        """What can be set in the book that is chosen, as a list to choose from."""
        name = self["book"].value()
        return _settings(name if name in NAMES else NAMES[0])

    def clean(self) -> dict[str, Any]:
        """Read the settings, each in its unit; an error stands at its row."""
        book = load_book(self.cleaned_data["book"]) if "book" in self.cleaned_data else None
        for number, (setting, value) in enumerate(self.rows):
            named, typed = (
                self.cleaned_data.get(each.name, "").strip() for each in (setting, value)
            )
            if book and (named or typed):
                self._read(book, number, named, typed)
        return self.cleaned_data

    def _read(self, book: RuleBook, number: int, named: str, typed: str) -> None:
        labels = {rulebook_format.full_label(key): key for key in book.sources}
        spelled = {
            each.casefold(): key for said, key in labels.items() for each in both_languages(said)
        }
        key = spelled.get(named.casefold(), named)
        if key not in book.sources:
            said = msg(
                "{title} has no such setting. Choose one from the list.",
                title=catalogued(book.title),
            ).localized()
            self.add_error(f"setting_{number}", said)
        elif key in self.row_of:
            self.add_error(f"setting_{number}", _("This setting is already in a row above."))
        else:
            self.row_of[key] = number
            try:
                self.overrides[key] = rulebook_format.value(key, typed)
            except BadInput as error:
                self.add_error(f"value_{number}", error.message.localized())

    def arguments(self) -> dict[str, Any]:
        """Return what the service takes."""
        asked = {name: self.cleaned_data[name] for name in ("book", "first_day", "reason")}
        return asked | {"overrides": self.overrides}

    def refuse(
        self, refusal: Refusal, *, paragraph: str = "", next_step: NextStep | None = None
    ) -> None:
        """Keep a refusal, once: what concerns a setting stands at its row alone."""
        key = refusal.field or ""
        if isinstance(refusal, BookError) and key:
            refusal = BadInput(rulebook_format.localized_error(key, refusal.message), field=key)
        super().refuse(refusal, paragraph=paragraph, next_step=next_step)
        if key in self.row_of:
            self.refusal, self.paragraph = None, ""
            self.add_error(f"value_{self.row_of[key]}", refusal.message.localized())


def _typed(book: RuleBook, overrides: Mapping[str, Any]) -> dict[str, str]:
    """Return a club's own settings as the rows have them."""
    typed = {}
    for number, key in enumerate(overrides):
        typed[f"setting_{number}"] = rulebook_format.full_label(key).localized()
        typed[f"value_{number}"] = rulebook_format.text(key, book.values[key]).localized()
    return typed


def _rows_in(given: Mapping[str, Any]) -> int:
    """Return how many rows are filled, up to the last one."""
    filled = [
        number + 1
        for number in range(MAX_ROWS)
        if given.get(f"setting_{number}") or given.get(f"value_{number}")
    ]
    return max(filled, default=0)


def _fields(number: int) -> dict[str, forms.Field]:
    setting = forms.TextInput({"list": "settings", "autocomplete": "off"})
    value = forms.Textarea({"rows": 1, "autocomplete": "off"})
    return {
        f"setting_{number}": forms.CharField(
            required=False,
            max_length=200,
            widget=setting,
            label=msg("Setting {number}", number=number + 1),
        ),
        f"value_{number}": forms.CharField(
            required=False,
            max_length=5_000,
            widget=value,
            label=msg("Value {number}", number=number + 1),
        ),
    }
