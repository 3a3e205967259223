"""Lists that grow, a part at a time: a cursor names the last row that was shown."""

import base64
import binascii
import json
from typing import Any, TypeVar

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
        """
        Return this part of rows, ordered by columns of their own that are never null, without ties.

        Raises BadInput for no cursor.
        """
        fields = _fields(rows)  # of a list that fits into one part too: no test would tell
        found = list(rows.filter(self._behind(rows))[: self.limit + 1])
        if len(found) > self.limit:
            found.pop()
            self.next = _cursor([str(field.value_to_string(found[-1])) for field in fields])
        return found

    def _behind(self, rows: QuerySet[M]) -> Q:
        if not self.cursor:
            return Q()
        behind, level = Q(pk__in=()), Q()
        try:
            values = json.loads(base64.b64decode(self.cursor, altchars=b"-_", validate=True))
            for name, field, text in zip(_order(rows), _fields(rows), values, strict=True):
                value = field.to_python(text)
                behind |= level & Q((f"{field.attname}__{'lt' if name[0] == '-' else 'gt'}", value))
                level &= Q((field.attname, value))
        except (binascii.Error, TypeError, ValueError, ValidationError) as error:
            raise BadInput(msg("This cursor leads nowhere."), field="cursor") from error
        return behind


def _order(rows: QuerySet[M]) -> tuple[str, ...]:
    return tuple(str(name) for name in rows.query.order_by)


def _fields(rows: QuerySet[M]) -> list[Any]:
    """Return the columns of an order. Raises FieldDoesNotExist for one of another table."""
    return [rows.model._meta.get_field(name.removeprefix("-")) for name in _order(rows)]  # noqa: SLF001


def _cursor(values: list[str]) -> str:
    return base64.urlsafe_b64encode(json.dumps(values).encode()).decode()
