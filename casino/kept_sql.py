"""Questions whose SQL the ORM puts together once, and rows held by it."""

from collections.abc import Callable, Iterable, Sequence
from copy import copy
from datetime import UTC, date, datetime, timedelta
from functools import cache, wraps
from types import NoneType
from typing import Any, ParamSpec, TypeVar, cast

from django.core.exceptions import ObjectDoesNotExist
from django.db import connection, connections
from django.db.models import Model, QuerySet
from django.db.transaction import TransactionManagementError

P = ParamSpec("P")
R = TypeVar("R")
M = TypeVar("M", bound=Model)
# By these an argument's place is found in the SQL; what reads more of a row than its id, fails.
MARKS: dict[type, Callable[[Any, int], Any]] = {
    int: lambda _, place: 2**31 - 1 - place,
    str: lambda _, place: f"{place} \N{OBJECT REPLACEMENT CHARACTER}",
    datetime: lambda _, place: datetime.max.replace(tzinfo=UTC) - timedelta(2 + place),
    date: lambda _, place: date.max - timedelta(place),
    Model: lambda row, place: row.from_db(None, [row._meta.pk.attname], [2**31 - 1 - place]),
    NoneType: lambda _, __: None,
}


def kept_sql(question: Callable[P, QuerySet[Any, R]]) -> Callable[P, list[R]]:
    """
    Put a question's SQL together once; from then on only the values that it is asked with differ.

    Django does that each time anew, for twice what PostgreSQL's answer costs. All that differs from
    one asking to the next are the arguments: ids, rows, days, instants, texts, each of them a value
    of the SQL or None; with anything else it is asked as ever.
    """
    known: dict[Any, Callable[[Sequence[Any]], list[R]]] = {}

    @wraps(question)
    def ask(*args: P.args, **kwargs: P.kwargs) -> list[R]:
        values = (*args, *kwargs.values())
        kind = (len(args), *kwargs, *map(type, values))
        if kind not in known:
            if not all(isinstance(value, (*MARKS,)) for value in values):
                return list(question(*args, **kwargs))
            marks = [
                next(mark for kind, mark in MARKS.items() if isinstance(value, kind))(value, place)
                for place, value in enumerate(values)
            ]
            made: Any = question
            named = dict(zip(kwargs, marks[len(args) :], strict=True))
            known[kind] = _asked_with(made(*marks[: len(args)], **named), marks)
        return known[kind](values)

    return ask


def hold(model: type[M], row_id: int) -> M:
    """
    Hold a row until the transaction ends, so that whoever else holds it waits; return it as it is.

    Raises ObjectDoesNotExist.
    """
    return _the_only(model, row_id, held=True)


def row(model: type[M], row_id: int) -> M:
    """Return a row. Raises ObjectDoesNotExist."""
    return _the_only(model, row_id, held=False)


def _the_only(model: type[M], row_id: int, *, held: bool) -> M:
    for found in _rows_of(model, held=held)(row_id):
        return cast("M", found)
    raise ObjectDoesNotExist


@cache
def _rows_of(model: type[Model], *, held: bool) -> Callable[[int], list[Model]]:
    def rows(row_id: int) -> QuerySet[Model]:
        found = model._default_manager.filter(pk=row_id)
        return found.select_for_update(no_key=True) if held else found

    return kept_sql(rows)


def _asked_with(made: QuerySet[Any, R], marks: Iterable[Any]) -> Callable[[Sequence[Any]], list[R]]:
    compiler = made.query.get_compiler(connection.alias)
    sql, params = compiler.as_sql()
    keys = [getattr(mark, "pk", mark) for mark in marks]
    place_of = {key: place for place, key in enumerate(keys) if key is not None}
    places = [place_of.get(each) if isinstance(each, (*MARKS,)) else None for each in params]
    assert {*place_of.values()} <= {*places}, f"not all that it is asked with is in {sql}"
    assert not made._known_related_objects, f"rows of one that is known: {sql}"  # type: ignore[attr-defined]
    columns = compiler.select[: compiler.col_count]
    converters = compiler.get_converters([each[0] for each in columns])

    def value(kept: Any, place: int | None, values: Sequence[Any]) -> Any:
        if place is None:
            return kept
        given = getattr(values[place], "pk", values[place])
        return type(kept)(given) if isinstance(kept, int) else given

    def ask(values: Sequence[Any]) -> list[R]:
        if made.query.select_for_update and connection.get_autocommit():
            raise TransactionManagementError  # as Django would: nothing would be held
        given = tuple(value(*each, values) for each in zip(params, places, strict=True))

        def get_compiler(using: str, **_: Any) -> Any:
            found = copy(compiler)
            vars(found).update(using=using, connection=connections[using])
            vars(found).update(as_sql=lambda: (sql, given), get_converters=lambda _: converters)
            return found

        asked = made.all()
        vars(asked.query)["get_compiler"] = get_compiler
        return list(asked)

    return ask
