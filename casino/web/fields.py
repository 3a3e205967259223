"""Form fields that read what people at a desk type."""

from typing import Any
from uuid import UUID, uuid4

from django import forms

from casino.money import MoneyError, parse_cents
from casino.names import clean_name
from casino.refusals import BadInput, Refusal


class CentsField(forms.CharField):
    """An amount typed by a person, `1 234,50`, as integer cents."""

    def __init__(self, **kwargs: Any) -> None:
        attributes = {"inputmode": "decimal", "autocomplete": "off", "class": "money"}
        kwargs.setdefault("widget", forms.TextInput(attrs=attributes))
        super().__init__(max_length=20, **kwargs)

    def clean(self, value: Any) -> int | None:  # type: ignore[override]
        """Return cents, or None where nothing is asked and nothing was typed."""
        text = super().clean(value)
        if not text:
            return None
        try:
            return parse_cents(text)
        except MoneyError as error:
            raise forms.ValidationError(str(error)) from error


class NameField(forms.CharField):
    """A name in any script, stored in NFC, nothing invisible in it."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("max_length", 100)
        kwargs.setdefault("widget", forms.TextInput(attrs={"autocomplete": "off"}))
        super().__init__(**kwargs)

    def clean(self, value: Any) -> str:
        """Return the name. An empty one passes where the field is not required."""
        text = super().clean(value)
        if not text:
            return ""
        try:
            return clean_name(text, longest=self.max_length or 100)
        except BadInput as error:
            raise forms.ValidationError(error.message) from error


class ActForm(forms.Form):
    """
    A form that changes something. Its key is made when the form is drawn and becomes the act's.

    `refusal`: what the house refused, to be shown above the fields.
    """

    key = forms.UUIDField(widget=forms.HiddenInput)
    refusal: Refusal | None = None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        initial = {"key": uuid4()} | kwargs.pop("initial", {})
        super().__init__(*args, initial=initial, use_required_attribute=False, **kwargs)

    @property
    def act_key(self) -> UUID:
        """The key of the act."""
        key: UUID = self.cleaned_data["key"]
        return key

    def arguments(self) -> dict[str, Any]:
        """Return what the service takes: every field but the key."""
        return {name: value for name, value in self.cleaned_data.items() if name != "key"}

    def refuse(self, refusal: Refusal) -> None:
        """Keep a refusal, at its field where the form has it."""
        self.refusal = refusal
        field = refusal.field if refusal.field in self.fields else None
        if field is None and refusal.field and refusal.field.removesuffix("_id") in self.fields:
            field = refusal.field.removesuffix("_id")
        if field:
            self.add_error(field, refusal.message)


class PiecesForm(ActForm):
    """A count by denomination: one quantity for each note, coin and chip of the club."""

    def __init__(self, *args: Any, notes: list[int], chips: list[int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for medium, values in (("cash", notes), ("chips", chips)):
            for cents in sorted(values, reverse=True):
                widget = forms.NumberInput(
                    attrs={"min": 0, "inputmode": "numeric", "data-cents": cents}
                )
                self.fields[f"{medium}_{cents}"] = forms.IntegerField(
                    min_value=0, max_value=1_000_000, required=False, widget=widget
                )

    def pieces(self, medium: str) -> dict[int, int]:
        """Return value of a piece in cents -> how many."""
        return {
            int(name.removeprefix(f"{medium}_")): value
            for name, value in self.cleaned_data.items()
            if name.startswith(f"{medium}_") and value
        }

    def rows(self, medium: str) -> list[tuple[int, forms.BoundField]]:
        """Return (value of a piece, its field), the largest first."""
        return [
            (int(field.name.removeprefix(f"{medium}_")), field)
            for field in self
            if field.name.startswith(f"{medium}_")
        ]

    @property
    def cash_rows(self) -> list[tuple[int, forms.BoundField]]:
        """Notes and coins."""
        return self.rows("cash")

    @property
    def chip_rows(self) -> list[tuple[int, forms.BoundField]]:
        """Chips."""
        return self.rows("chips")

    def arguments(self) -> dict[str, Any]:
        """Return both media, and the other fields."""
        others = {
            name: value
            for name, value in super().arguments().items()
            if not name.startswith(("cash_", "chips_"))
        }
        return others | {"cash": self.pieces("cash"), "chips": self.pieces("chips")}
