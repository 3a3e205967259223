"""Rows that change, as they were: what a report needs to be made again as it was then."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, TypeVar

from django.db.models import F, Model, OuterRef, QuerySet, Subquery, TextField
from django.db.models.fields.json import KT
from django.db.models.functions import Coalesce

from cashgames.models import Session, Table
from casino.cage.models import Shift
from casino.ledger.queries.as_of import recorded_by
from casino.reports.models import RowVersion

Rows = TypeVar("Rows", bound=Model)


def as_of(found: QuerySet[Rows], at: datetime | None) -> list[Rows]:
    """
    Return rows with an act of their own as they were known at an instant; None: as they are.

    What was written down later is left out; what changed since is as it was.
    """
    return rows_as_of(recorded_by(found, at), at)


def rows_as_of(found: Iterable[Rows], at: datetime | None) -> list[Rows]:
    """Return the same rows, and what changed in them after an instant as it was; None: as is."""
    rows = list(found)
    if at is None or not rows:
        return rows
    table = rows[0]._meta.db_table  # noqa: SLF001  (its table)
    former = RowVersion.objects.filter(
        table=table, row_id__in=[row.pk for row in rows], valid_to__gt=at
    )
    # Of several changes the first one after the instant stands: it is put there last.
    was = dict(former.order_by("-valid_to", "-id").values_list("row_id", "data"))
    for row in rows:
        _put_back(row, was.get(row.pk, {}))
    return rows


def name_tables(sessions: Iterable[Session], at: datetime | None) -> None:
    """Let the tables of games be called what they were called at an instant; None: as now."""
    rows_as_of([each.table for each in sessions], at)


def name_drawers(shifts: Iterable[Shift], at: datetime | None) -> None:
    """Let the drawers of shifts be called what they were called at an instant; None: as now."""
    rows_as_of([each.drawer for each in shifts], at)


def table_name(session: str, at: datetime | None) -> F | Coalesce:
    """Return what the table of a session, by its path, was called at an instant; None: now."""
    now = f"{session}__table__name"
    if at is None:
        return F(now)
    table, row = Table._meta.db_table, OuterRef(f"{session}__table_id")  # noqa: SLF001  (its table)
    former = RowVersion.objects.filter(table=table, row_id=row, valid_to__gt=at)
    then = former.order_by("valid_to", "id").annotate(then=KT("data__name")).values("then")[:1]
    return Coalesce(Subquery(then), now, output_field=TextField())


def _put_back(row: Model, was: Mapping[str, Any]) -> None:
    fields = {field.column: field for field in row._meta.concrete_fields}  # noqa: SLF001
    for column, value in was.items():
        if field := fields.get(column):
            setattr(row, field.attname, field.to_python(value))
