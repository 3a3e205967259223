"""What may stand in an address: ids, gaming days, quarters; importing this registers them."""

from datetime import date

from django.urls import register_converter


class IdConverter:
    """An id; what cannot be one is no address."""

    regex = "[1-9][0-9]{0,17}"

    def to_python(self, value: str) -> int:
        return int(value)

    def to_url(self, value: int) -> str:
        return str(value)


class DayConverter:
    """A gaming day, 2026-11-21."""

    regex = "20[0-9]{2}-[0-9]{2}-[0-9]{2}"

    def to_python(self, value: str) -> date:
        """Return the date; a day that no calendar has is no address (ValueError: 404)."""
        return date.fromisoformat(value)

    def to_url(self, value: date) -> str:
        """Return the ISO date."""
        return value.isoformat()


class QuarterConverter:
    """A quarter, 2026Q1."""

    regex = "20[0-9]{2}Q[1-4]"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(IdConverter, "id")
register_converter(DayConverter, "day")
register_converter(QuarterConverter, "quarter")
