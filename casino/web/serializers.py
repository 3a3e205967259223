"""What programs send and get: strict fields, nothing guessed, nothing dropped."""

import base64
import binascii
import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import date, datetime
from typing import Any, ClassVar

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import fields, serializers

from casino.limits import MAX_CENTS, MAX_ID, MAX_QUANTITY, AboveLimit
from casino.messages import msg
from casino.names import clean_text, with_names
from casino.refusals import BadInput, NotFound
from casino.schema import plain, read

DIGITS = re.compile(r"0|[1-9][0-9]{0,11}", re.ASCII)
OFFSET = re.compile(r"T[0-9:.]+(Z|[+-][0-9]{2}:[0-9]{2})\Z", re.ASCII)
ISO_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)
MAX_OFFSET = 10**9
# DRF's own keeps the words of whoever is refused first; our fields serve every language.
fields.lazy_format = format_lazy  # type: ignore[attr-defined]


class StrictSerializer(serializers.Serializer[Any]):
    """A body or a query string; a field that it does not know is refused, not dropped."""

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        """Return the values by name. Raises ValidationError."""
        if not isinstance(data, Mapping):
            raise serializers.ValidationError({"body": [_("Send one JSON object.")]})
        unknown = {name: ["unknown field"] for name in data if name not in self.fields}
        if unknown:
            raise serializers.ValidationError(unknown)
        values: dict[str, Any] = super().to_internal_value(data)
        return values


class NamedField(serializers.JSONField):
    """Plain data that keeps guests by id, shown with their names."""

    def to_representation(self, value: Any) -> Any:
        """Return it as its reader sees it."""
        return super().to_representation(with_names(value))


class ShapedSerializer(serializers.Serializer[Any]):
    """A body of a given JSON Schema; who answers the question says what is wrong with it."""

    shape: ClassVar[dict[str, Any]]

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        """Return the body as it was sent. Raises ValidationError."""
        if not isinstance(data, Mapping):
            raise serializers.ValidationError({"body": [_("Send one JSON object.")]})
        return dict(data)


def is_whole(value: Any) -> bool:
    """Return whether JSON said a whole number; true and 1.0 are none."""
    return isinstance(value, int) and not isinstance(value, bool)


class WholeField(serializers.IntegerField):
    """A whole number between two limits, both included; no text, no fraction."""

    def to_internal_value(self, data: Any) -> int:
        if not is_whole(data):
            raise serializers.ValidationError(_("Send a whole number."))
        return int(data)


CENTS = {
    "oneOf": [
        {"type": "integer", "minimum": 0, "maximum": MAX_CENTS},
        {"type": "string", "pattern": "^(0|[1-9][0-9]{0,8})$"},
    ],
    "description": "Integer cents.",
}
POSITIVE_CENTS = {
    "oneOf": [
        {"type": "integer", "minimum": 1, "maximum": MAX_CENTS},
        {"type": "string", "pattern": "^[1-9][0-9]{0,8}$"},
    ],
    "description": "Integer cents, above zero.",
}
SIGNED_CENTS = {
    "oneOf": [
        {"type": "integer", "minimum": -MAX_CENTS, "maximum": MAX_CENTS},
        {"type": "string", "pattern": "^(0|[1-9][0-9]{0,8})$"},
    ],
    "description": "Integer cents, below zero where money goes out.",
}


@extend_schema_field(CENTS)
class CentsField(serializers.Field[int, Any, int, Any]):
    """Integer cents, as a JSON number or as plain digits. More than ten million euro: 422."""

    minimum = 0

    def to_internal_value(self, data: Any) -> int:
        """Return cents. Raises ValidationError, AboveLimit."""
        if isinstance(data, str) and DIGITS.fullmatch(data):
            data = int(data)
        if not is_whole(data) or len(str(abs(data))) > len(str(MAX_CENTS)) + 2:
            raise serializers.ValidationError(_("Send whole cents: 12,50 is 1250."))
        if data < self.minimum:
            raise serializers.ValidationError(
                msg("Send {minimum} or more cents.", minimum=self.minimum).localized()
            )
        if data > MAX_CENTS:
            raise AboveLimit(field=self.field_name)
        return int(data)

    def to_representation(self, value: int) -> int:
        return value


@extend_schema_field(POSITIVE_CENTS)
class PositiveCentsField(CentsField):
    """Integer cents above zero; which way they go is the operation's business."""

    minimum = 1


@extend_schema_field(SIGNED_CENTS)
class SignedCentsField(CentsField):
    """Integer cents as on a statement: money out is below zero."""

    minimum = -MAX_CENTS


@extend_schema_field({"type": "integer", "minimum": 1, "maximum": MAX_ID, "format": "int64"})
class IdField(serializers.Field[int, Any, int, Any]):
    """The id of something in the club; a number that cannot be one is not found."""

    def to_internal_value(self, data: Any) -> int:
        """Return the id. Raises ValidationError, NotFound."""
        if not is_whole(data):
            raise serializers.ValidationError(_("Send the id as a whole number."))
        if not 1 <= data <= MAX_ID:
            raise NotFound(field=self.field_name)
        return int(data)

    def to_representation(self, value: int) -> int:
        return value


class AskedIdField(IdField):
    """The id of something in the club, in a query string."""

    def to_internal_value(self, data: Any) -> int:
        """Return the id. Raises ValidationError, NotFound."""
        return super().to_internal_value(int(data) if DIGITS.fullmatch(data) else data)


class TextField(serializers.CharField):
    """One line of text in any script; `required=False` means that it may be empty, too."""

    def __init__(self, *, max_length: int = 100, **kwargs: Any) -> None:
        kwargs.setdefault("allow_blank", not kwargs.get("required", True))
        super().__init__(max_length=max_length, **kwargs)

    def run_validation(self, data: Any = serializers.empty) -> Any:
        """Return the text in NFC. Raises ValidationError."""
        if data is serializers.empty or data is None or (data == "" and self.allow_blank):
            return super().run_validation(data)
        try:
            return clean_text(data, max_length=self.max_length or 100)
        except BadInput as error:
            raise serializers.ValidationError(error.message.localized()) from error


class FlagField(serializers.BooleanField):
    """True or false, and nothing that only looks like it."""

    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            raise serializers.ValidationError(_("Send true or false."))
        return data


class OneOfField(serializers.ChoiceField):
    """One of a few words, as text."""

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str) or data not in self.choices:
            raise serializers.ValidationError(
                msg("Send one of: {choices}.", choices=", ".join(self.choices)).localized()
            )
        return data


class DayField(serializers.DateField):
    """A calendar day, 2026-11-21, from one year to another."""

    def __init__(self, *, years: Iterable[int] = range(2000, 2101), **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.years = years

    def to_internal_value(self, data: Any) -> date:
        try:
            if not isinstance(data, str) or not ISO_DAY.fullmatch(data):
                raise ValueError
            day = date.fromisoformat(data)
        except ValueError as error:
            raise serializers.ValidationError(_("Send a day like 2026-11-21.")) from error
        if day.year not in self.years:
            raise serializers.ValidationError(_("That year cannot be right."))
        return day


@extend_schema_field({"type": "string", "format": "byte"})
class Base64Field(serializers.Field[bytes, Any, str, Any]):
    """A file's bytes in base64."""

    def to_internal_value(self, data: Any) -> bytes:
        """Return the bytes. Raises ValidationError."""
        try:
            return base64.b64decode(data, validate=True)
        except (binascii.Error, TypeError, ValueError) as error:
            raise serializers.ValidationError(_("Send the file in base64.")) from error


@extend_schema_field(OpenApiTypes.DATETIME)
class InstantField(serializers.Field[datetime, Any, str, Any]):
    """An instant: a day and a time with its offset, 2026-11-21T07:00:00Z; a fraction is cut off."""

    def to_internal_value(self, data: Any) -> datetime:
        """Return the instant. Raises ValidationError."""
        with suppress(ValueError, OverflowError):
            if isinstance(data, str) and OFFSET.search(data):
                data = plain(datetime.fromisoformat(data))
        try:
            at: datetime = read(datetime, data)
        except BadInput as error:
            said = _("Send an instant with its offset, like 2026-01-10T05:00:00Z.")
            raise serializers.ValidationError(said) from error
        return at

    def to_representation(self, value: datetime) -> str:
        return value.isoformat()


@extend_schema_field(
    {
        "type": "object",
        "propertyNames": {"pattern": "^[1-9][0-9]{0,8}$"},
        "additionalProperties": {"type": "integer", "minimum": 0, "maximum": MAX_QUANTITY},
        "description": "Denomination in cents: how many were counted.",
    }
)
class DenominationsField(serializers.Field[dict[int, int], Any, dict[str, int], Any]):
    """A count by denomination: denomination in cents, and how many."""

    def to_internal_value(self, data: Any) -> dict[int, int]:
        """Return the denominations. Raises ValidationError."""
        if not isinstance(data, dict):
            raise serializers.ValidationError(_('Send an object like {"500": 12}.'))
        for cents, quantity in data.items():
            if not DIGITS.fullmatch(cents):
                raise serializers.ValidationError(
                    msg("{cents} is not a denomination.", cents=cents[:20]).localized()
                )
            if not is_whole(quantity) or not 0 <= quantity <= MAX_QUANTITY:
                raise serializers.ValidationError(
                    msg("Send the quantity of denomination {cents}.", cents=cents).localized()
                )
        return {int(cents): quantity for cents, quantity in data.items()}

    def to_representation(self, value: dict[int, int]) -> dict[str, int]:
        """Return the denominations with their values as text, as JSON wants it."""
        return {str(cents): quantity for cents, quantity in value.items()}


@extend_schema_field({"type": "integer", "minimum": 1})
class LimitField(serializers.Field[int, Any, int, Any]):
    """How many rows a query string asks for; it gets no more than `most`."""

    def __init__(self, *, maximum: int, **kwargs: Any) -> None:
        kwargs.setdefault("help_text", f"How many rows, at most {maximum}.")
        super().__init__(**kwargs)
        self.maximum = maximum

    def to_internal_value(self, data: Any) -> int:
        if not DIGITS.fullmatch(data) or data == "0":
            raise serializers.ValidationError(_("Send a whole number above zero."))
        return min(int(data), self.maximum)

    def to_representation(self, value: int) -> int:
        return value


@extend_schema_field({"type": "integer", "minimum": 0, "maximum": MAX_OFFSET})
class OffsetField(serializers.Field[int, Any, int, Any]):
    """How many rows a query string leaves out before the first one."""

    def to_internal_value(self, data: Any) -> int:
        if not DIGITS.fullmatch(data) or int(data) > MAX_OFFSET:
            raise serializers.ValidationError(_("Send a whole number, 0 or above."))
        return int(data)

    def to_representation(self, value: int) -> int:
        return value
