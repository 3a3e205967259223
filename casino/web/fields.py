"""Form fields that read what people at a desk type."""

import re
from collections.abc import Collection, Mapping
from copy import deepcopy
from types import MappingProxyType
from typing import Any, ClassVar
from uuid import UUID, uuid4

from django import forms
from django.utils.translation import gettext_lazy as _

from casino.house.keys import REFUSED, may_be_sent
from casino.messages import msg
from casino.money import MINUS, MoneyError, format_cents, parse_cents
from casino.names import clean_text
from casino.pictures import MAX_BYTES
from casino.refusals import BadInput, Refusal
from casino.web.next_steps import NextStep


class CentsField(forms.CharField):
    """An amount typed by a person, `1 234,50`, as integer cents."""

    def __init__(self, **kwargs: Any) -> None:
        attributes = {"inputmode": "decimal", "autocomplete": "off", "class": "money"}
        kwargs.setdefault("widget", forms.TextInput(attrs=attributes))
        super().__init__(max_length=20, **kwargs)

    def prepare_value(self, value: Any) -> Any:
        """Return what stands in the field: cents as they are written, or what was typed."""
        return format_cents(value) if isinstance(value, int) else value

    def clean(self, value: Any) -> int | None:
        """Return cents, or None where nothing is asked and nothing was typed."""
        text = super().clean(value)
        if not text:
            return None
        try:
            return parse_cents(text)
        except MoneyError as error:
            raise forms.ValidationError(error.message.localized()) from error


class SignedCentsField(CentsField):
    """An amount as it stands on a statement: money out with a minus."""

    def clean(self, value: Any) -> int | None:
        """Return cents, or None where nothing is asked and nothing was typed."""
        text = str(value or "").strip()
        is_out = text[:1] in ("-", MINUS)
        cents = super().clean(text[1:] if is_out else value)
        return -cents if cents and is_out else cents


class WholeField(forms.IntegerField):
    """A whole number in digits, as pages write it too; no sign, no digits of other scripts."""

    DIGITS = re.compile(r"[0-9]{1,9}", re.ASCII)
    GROUPED = re.compile(r"[0-9]{1,3}(?:[ \u00a0\u202f][0-9]{3})+", re.ASCII)

    def __init__(self, **kwargs: Any) -> None:
        attributes = {"inputmode": "numeric", "autocomplete": "off"}
        kwargs.setdefault("widget", forms.TextInput(attrs=attributes))
        super().__init__(**kwargs)

    def to_python(self, value: Any) -> int | None:
        """Return the number, or None where nothing was typed."""
        text = str(value or "").strip()
        if self.GROUPED.fullmatch(text):
            text = "".join(text.split())
        if text and not self.DIGITS.fullmatch(text):
            raise forms.ValidationError(_("Write a whole number in digits."))
        return int(text) if text else None


class QuantityField(WholeField):
    """How many were counted: digits, or bundles times the notes of each, `42*100`."""

    # The sheet shows it where it is asked for.
    is_rare = False
    PRODUCT = re.compile(r"([0-9]{1,6})\*([0-9]{1,6})", re.ASCII)

    def to_python(self, value: Any) -> int | None:
        product = self.PRODUCT.fullmatch(str(value or "").strip())
        return int(product[1]) * int(product[2]) if product else super().to_python(value)


class NameField(forms.CharField):
    """A name in any script, stored in NFC, nothing invisible in it."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("max_length", 100)
        kwargs.setdefault("widget", forms.TextInput(attrs={"autocomplete": "off"}))
        super().__init__(**kwargs)

    def clean(self, value: Any) -> str | None:
        """Return the name. Nothing passes where the field is not required, as `empty_value`."""
        text: str | None = super().clean(value)
        if not text:
            return text
        try:
            return clean_text(text, max_length=self.max_length or 100)
        except BadInput as error:
            raise forms.ValidationError(error.message.localized()) from error


class MeantField(forms.BooleanField):
    """A tick that is asked for once the house asked whether what was typed is meant."""


class PictureField(forms.FileField):
    """A picture; the act looks at its content."""

    def __init__(self, **kwargs: Any) -> None:
        box = forms.ClearableFileInput(attrs={"accept": "image/jpeg,image/png,image/webp"})
        help_text = _("JPEG, PNG or WebP, at most 8 MB")
        super().__init__(max_length=100, widget=box, help_text=help_text, **kwargs)

    def clean(self, data: Any, initial: Any = None) -> bytes:
        """Return the content, one byte more than is taken at most."""
        content: bytes = super().clean(data, initial).read(MAX_BYTES + 1)
        return content


def _check_sent(key: UUID) -> None:
    if not may_be_sent(key):
        raise forms.ValidationError(REFUSED)


class ActForm(forms.Form):
    """
    A form that changes something. Its key is made when the form is drawn and becomes the act's.

    `refusal`: what the house refused, to be shown above the fields; `paragraph`: the rule's words;
    `next_step`: what to do instead.
    """

    # Without an id: a page may have several forms.
    key = forms.UUIDField(widget=forms.HiddenInput(attrs={"id": False}), validators=[_check_sent])
    # The act whose form it is: what may be left out and was is not said to it.
    act: Any = None
    refusal: Refusal | None = None
    next_step: NextStep | None = None
    paragraph = ""
    # Where a long form has parts: the first field of each -> what the part is called.
    legends: ClassVar[Mapping[str, Any]] = MappingProxyType({})
    # The field at which the refusal stands, "" where it is about none that is shown.
    refused_at = ""
    # Who was typed as a guest and is none yet, where the reader may add guests.
    new_guest = ""

    def __init__(
        self, *args: Any, choices: Any = MappingProxyType({}), without: Any = (), **kwargs: Any
    ) -> None:
        """choices: what the page offers, by field; without: the fields that it doesn't ask."""
        kwargs["initial"] = {"key": uuid4()} | kwargs.get("initial", {})
        super().__init__(*args, **kwargs | {"use_required_attribute": False})
        self.fields = {
            name: each
            for name, each in self.fields.items()
            if name not in without
            and (not isinstance(each, MeantField) or self.data.get(self.add_prefix(name)))
        }
        for name, offered in choices.items():
            self.fields[name].choices = offered  # type: ignore[attr-defined]

    @property
    def is_incomplete(self) -> bool:
        """Whether what the page chose itself did not come back: nobody can type it."""
        return any(field.errors for field in self.hidden_fields())

    @property
    def fieldsets(self) -> list[tuple[Any, list[forms.BoundField]]]:
        """What is typed, by the parts of the form; "" is the name of a part that has none."""
        found: list[tuple[Any, list[forms.BoundField]]] = [("", [])]
        for field in self.visible_fields():
            if field.name in self.legends:
                found.append((self.legends[field.name], []))
            found[-1][1].append(field)
        return [(name, fields) for name, fields in found if fields]

    @property
    def act_key(self) -> UUID:
        key: UUID = self.cleaned_data["key"]
        return key

    def arguments(self) -> dict[str, Any]:
        """Return what the service takes: every field but the key."""
        asked = {name: value for name, value in self.cleaned_data.items() if name != "key"}
        known = self.act.arguments if self.act else {}
        return {
            name: value
            for name, value in asked.items()
            if value is not None or name not in known or known[name].is_needed
        }

    def refuse(
        self, refusal: Refusal, *, paragraph: str = "", next_step: NextStep | None = None
    ) -> None:
        """
        Keep a refusal, at its field where the form has it; paragraph: what its source says.

        Nothing was booked under the form's key, or something else was: it gets a new one. What the
        page sends of itself is what it shows now.
        """
        self.refusal, self.paragraph, self.next_step = refusal, paragraph, next_step
        chosen = {field.name: field.initial for field in self.hidden_fields() if field.initial}
        self.data = dict(self.data.items()) | chosen | {"key": str(uuid4())}
        named = refusal.field or ""
        if isinstance(self.base_fields.get(named), MeantField):
            self.fields[named] = deepcopy(self.base_fields[named])
            self.order_fields(list(self.base_fields))
        for field in (named, named.removesuffix("_id")):
            if field in self.fields:
                self.add_error(field, refusal.message.localized())
                self.refused_at = "" if self[field].is_hidden else field
                break

    def focus(self) -> None:
        """Let typing begin in the first wrong field; in the amount refused; in the first empty."""
        shown = [field for field in self if not field.is_hidden]
        wrong = [field for field in shown if self.is_bound and field.errors]
        amounts = [field for field in shown if self.refusal and isinstance(field.field, CentsField)]
        empty = [field for field in shown if field.value() in (None, "")]
        for field in (wrong or amounts or empty)[:1]:
            field.field.widget.attrs["autofocus"] = True


class DenominationsForm(ActForm):
    """
    A count by denomination: one quantity for each note, coin and chip of the club.

    held: (tender, cents) of the denominations that the sheet shows first, None for all.
    """

    # What says nothing about a denomination.
    BLANK: tuple[int | None, ...] = (None, 0)

    def __init__(
        self,
        *args: Any,
        notes: list[int],
        chips: list[int],
        held: Collection[Any] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        for tender, values in (("cash", notes), ("chips", chips)):
            for cents in sorted(values, reverse=True):
                field = QuantityField(max_value=1_000_000, required=False)
                field.widget.attrs["data-cents"] = cents
                name = f"{tender}_{cents}"
                self.fields[name] = field
                known = held is None or (tender, cents) in held
                field.is_rare = not known and not self[name].value()

    def focus(self) -> None:
        """As every form; but a count begins in its sheet, a reason comes after a variance."""
        sheet = {n: each for n, each in self.fields.items() if isinstance(each, QuantityField)}
        if "reason" not in self.fields or self.is_bound or sheet.keys() & self.initial.keys():
            return super().focus()
        shown = [field for field in sheet.values() if not getattr(field, "is_rare", False)]
        for field in (shown or [*sheet.values()])[:1]:
            field.widget.attrs["autofocus"] = True
        return None

    @property
    def has_rare(self) -> bool:
        """Whether the sheet has more denominations than it shows first."""
        return any(getattr(field, "is_rare", False) for field in self.fields.values())

    def denominations(self, tender: str) -> dict[int, int]:
        """Return denomination in cents -> how many."""
        return {
            int(name.removeprefix(f"{tender}_")): value
            for name, value in self.cleaned_data.items()
            if name.startswith(f"{tender}_") and value not in self.BLANK
        }

    @property
    def sheets(self) -> list[tuple[str, str, list[tuple[int, forms.BoundField]]]]:
        """Return (tender, its title, its rows of (denomination, field), the largest first)."""
        tenders = (("cash", msg("Notes and coins")), ("chips", msg("Chips")))
        return [(tender, title, self._rows(tender)) for tender, title in tenders]

    def _rows(self, tender: str) -> list[tuple[int, forms.BoundField]]:
        return [
            (int(field.name.removeprefix(f"{tender}_")), field)
            for field in self
            if field.name.startswith(f"{tender}_")
        ]

    def arguments(self) -> dict[str, Any]:
        """Return both tenders, and the other fields."""
        others = {
            name: value
            for name, value in super().arguments().items()
            if not name.startswith(("cash_", "chips_"))
        }
        return others | {"cash": self.denominations("cash"), "chips": self.denominations("chips")}


class CashForm(DenominationsForm):
    """Notes and coins alone, by denomination."""

    def __init__(self, *args: Any, notes: list[int], **kwargs: Any) -> None:
        super().__init__(*args, notes=notes, chips=[], **kwargs)

    @property
    def sheets(self) -> list[tuple[str, str, list[tuple[int, forms.BoundField]]]]:
        """Return the only tender there is."""
        return super().sheets[:1]

    def arguments(self) -> dict[str, Any]:
        """Return the denominations under `cash`, and the other fields."""
        return {name: value for name, value in super().arguments().items() if name != "chips"}


class ChipsForm(DenominationsForm):
    """Chips alone, by denomination."""

    def __init__(self, *args: Any, chips: list[int], **kwargs: Any) -> None:
        super().__init__(*args, notes=[], chips=chips, **kwargs)

    @property
    def sheets(self) -> list[tuple[str, str, list[tuple[int, forms.BoundField]]]]:
        return [sheet for sheet in super().sheets if sheet[0] == "chips"]

    def arguments(self) -> dict[str, Any]:
        """Return the chips and the other fields."""
        return {name: value for name, value in super().arguments().items() if name != "cash"}
