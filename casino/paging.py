"""Lists that grow, a part at a time: a cursor names the last row that was shown."""

import base64
import binascii
import json
from typing import TypeVar

from django.core.exceptions import ValidationError
from django.db.models import Model, Q, QuerySet

from casino.messages import msg
from casino.refusals import BadInput

M = TypeVar("M", bound=Model)


class Page:
    """
    At most `limit` rows behind the one that `cursor` names, "" for the first of a list.

    next: what names the part behind this one once that was read, "" at the end. A cursor holds the
    values by which the list is sorted, so that rows may come and go ahead of it.
    """

    def __init__(self, limit: int, cursor: str = "") -> None:
        self.limit = limit
        self.cursor = cursor
        self.next = ""

    def of(self, rows: QuerySet[M]) -> list[M]:
        """Return this part of rows in an order without ties. Raises BadInput for no cursor."""
        found = list(rows.filter(self._behind(rows))[: self.limit + 1])
        if len(found) > self.limit:
            found.pop()
            self.next = _cursor([_value(rows, name, found[-1]) for name in _order(rows)])
        return found

    def _behind(self, rows: QuerySet[M]) -> Q:
        if not self.cursor:
            return Q()
        behind, level = Q(pk__in=()), Q()
        try:
            values = json.loads(base64.b64decode(self.cursor, altchars=b"-_", validate=True))
            for name, text in zip(_order(rows), values, strict=True):
                field = name.removeprefix("-")
                value = rows.model._meta.get_field(field).to_python(text)  # type: ignore[union-attr]  # noqa: SLF001
                behind |= level & Q((f"{field}__{'lt' if name[0] == '-' else 'gt'}", value))
                level &= Q((field, value))
        except (binascii.Error, TypeError, ValueError, ValidationError) as error:
            raise BadInput(msg("This cursor leads nowhere."), field="cursor") from error
        return behind


def _order(rows: QuerySet[M]) -> tuple[str, ...]:
    return tuple(str(name) for name in rows.query.order_by)


def _value(rows: QuerySet[M], name: str, row: M) -> str:
    field = rows.model._meta.get_field(name.removeprefix("-"))  # noqa: SLF001
    return str(field.value_to_string(row))  # type: ignore[union-attr]


def _cursor(values: list[str]) -> str:
    return base64.urlsafe_b64encode(json.dumps(values).encode()).decode()
