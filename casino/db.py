"""What PostgreSQL is asked for: transactions (`command` writes, `snapshot` reads), spans, names."""

import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from contextvars import ContextVar
from datetime import datetime
from functools import cache, partial, wraps
from inspect import unwrap
from typing import Any, ParamSpec, TypeVar

from django.contrib.postgres.fields import DateTimeRangeField
from django.db import (
    DatabaseError,
    IntegrityError,
    InterfaceError,
    OperationalError,
    connection,
    transaction,
)
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Func, JSONField, Model

from casino.messages import dump, load
from casino.replica import on_primary

P = ParamSpec("P")
R = TypeVar("R")
M = TypeVar("M", bound=Model)
Params = Sequence[Any] | Mapping[str, Any]
RETRIES = 3
_all_or_nothing = ContextVar("all_or_nothing", default=False)
_answers: ContextVar[dict[Any, Any] | None] = ContextVar("answers", default=None)
_names: dict[str, tuple[str, ...]] = {}  # of the columns of the statements of `row_of`
READS = ("SELECT", "SAVEPOINT", "RELEASE", "ROLLBACK")
HOLDS = re.compile(r" FOR (NO KEY )?UPDATE\b[^)]*$")
LOCALLY = "SET LOCAL synchronous_commit TO local"
READ_ONLY = "25006"
# Serialization failure, deadlock, a row that is there already.
MET_ANOTHER = {"40001", "40P01", "23505"}
BUSY = {"55P03", "40001", "40P01", "57014"}  # another holds the row, or each the other's


class TsTzRange(Func):
    """The span from one instant to another, an empty end being open."""

    function = "tstzrange"
    output_field = DateTimeRangeField()


class SaidField(JSONField):
    """Plain data with sentences, which whoever reads it later is shown in their own language."""

    def get_prep_value(self, value: Any) -> Any:
        """Return it as plain data."""
        return dump(super().get_prep_value(value))

    def from_db_value(self, value: Any, expression: Any, connection: BaseDatabaseWrapper) -> Any:
        """Return it with its sentences; a text of the time before stays as it was written."""
        return load(super().from_db_value(value, expression, connection))


def command(function: Callable[P, R]) -> Callable[P, R]:
    """
    Run `function` as one durable transaction of its own: all of it happens or nothing.

    Inside `all_or_nothing` it is part of that transaction.

    A deadlock or serialization failure is tried again up to three times; with the same
    idempotency key that is harmless. So is a row that somebody else wrote at the same instant:
    the command now finds it, and refuses. Raises RuntimeError inside another command.
    """

    @wraps(function)
    @on_primary
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        _forget()
        if _all_or_nothing.get():
            return function(*args, **kwargs)
        for attempt in range(1, RETRIES + 1):
            try:
                with transaction.atomic(durable=True):
                    return function(*args, **kwargs)
            except (OperationalError, IntegrityError) as error:
                if sqlstate(error) not in MET_ANOTHER or attempt == RETRIES:
                    raise
                time.sleep(0.01 * attempt)
            finally:
                _forget()
        raise AssertionError("the loop returns or raises")

    return run


@contextmanager
def looking() -> Iterator[None]:
    """Let what is `asked_once` be asked once inside: whoever looks changes nothing."""
    known = _answers.set({})
    try:
        yield
    finally:
        _answers.reset(known)


def asked_once(question: Callable[P, R]) -> Callable[P, R]:
    """
    Remember what a question was answered while somebody looks at a page, until a command runs.

    Nobody changes an answer. What is asked with something that has no hash is asked each time.
    """

    @wraps(question)
    def ask(*args: P.args, **kwargs: P.kwargs) -> R:
        known, key = _answers.get(), _hashable(question, args, kwargs)
        if known is None or key is None:
            return question(*args, **kwargs)
        if key not in known:
            known[key] = question(*args, **kwargs)
        answer: R = known[key]
        return answer

    return ask


def _hashable(*asked: Any) -> tuple[Any, ...] | None:
    question, args, kwargs = asked
    try:
        key = (question, args, frozenset(kwargs.items()))
        hash(key)
    except TypeError:
        return None
    return key


def _forget() -> None:
    if known := _answers.get():
        known.clear()


@contextmanager
def all_or_nothing() -> Iterator[None]:
    """Make one transaction of all commands inside: others see everything at once, or nothing."""
    if _all_or_nothing.get():
        yield
        return
    with transaction.atomic(durable=True):
        inside = _all_or_nothing.set(True)
        try:
            yield
        finally:
            _all_or_nothing.reset(inside)


@contextmanager
def unwaited() -> Iterator[None]:
    """
    Let what is written inside be committed without a standby having it, save what commands write.

    For what is no act: sessions, tries of passwords. What a lost server takes along is typed anew.
    """
    with connection.execute_wrapper(_commit_locally):
        yield


def _commit_locally(
    execute: Callable[..., Any], sql: str, params: Any, many: Any, context: Any
) -> Any:
    database = context["connection"]
    reads = sql.lstrip().upper().startswith(READS) and not HOLDS.search(sql)
    if reads or sql == LOCALLY or any(each.durable for each in database.atomic_blocks):
        return execute(sql, params, many, context)
    with nullcontext() if database.in_atomic_block else transaction.atomic():
        execute(LOCALLY, None, False, context)  # noqa: FBT003
        return execute(sql, params, many, context)


def commit_locally() -> None:
    """Let the command that runs be committed as in `unwaited`, unless it is part of another one."""
    if not _all_or_nothing.get():
        with connection.cursor() as cursor:
            cursor.execute(LOCALLY)


def step(of: Callable[P, R]) -> Callable[P, R]:
    """Return what a command does, to be done inside another one: all of it or nothing of both."""

    @wraps(of)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        assert connection.in_atomic_block
        inside: Callable[P, R] = unwrap(of)
        return inside(*args, **kwargs)

    return run


def now() -> datetime:
    """Return the database's now, aware, UTC: the clock of days, closes and jobs."""
    at: datetime = fetch_one("SELECT house_now()")[0]
    return at


def by_name(model: type[Model], alias: str, sql: str, *, part: str = "") -> str:
    """
    Return a statement that names a model's columns in place of `alias.*`; part: of `row_of`.

    Else its result would change with a column that a migration adds, and PostgreSQL refuse what
    processes of the program before have prepared.
    """
    columns = [each.column for each in model._meta.concrete_fields]
    names = (f'{alias}."{each}"' + (f' AS "{part}.{each}"' if part else "") for each in columns)
    return sql.replace(f"{alias}.*", ", ".join(names))


def fetch_all(sql: str, params: Params | None = None) -> list[Any]:
    """Return the rows of a query."""
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        return list(cursor.fetchall())


def fetch_one(sql: str, params: Params | None = None) -> Any:
    """Return the first row of a query, None without one."""
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        return cursor.fetchone()


def row_of(model: type[M], sql: str, params: Params, **parts: type[Model]) -> M | None:
    """
    Return the first row of a query as a model, its other columns as attributes; None without one.

    parts: models as attributes of it, of the columns that are called "part.column".

    What each request asks: Django's own raw() finds out anew each time which column is which.
    """
    row = _asked_first(sql, params)
    if row is None:
        return None
    found = _as_model(model, row, _names[sql])
    for part, other in parts.items():
        setattr(found, part, _as_model(other, row, _names[sql], f"{part}."))
    return found


def _as_model(model: type[M], row: tuple[Any, ...], names: tuple[str, ...], of: str = "") -> M:
    fields, others = _places(model, names, of)
    values = [
        convert(row[place], column, connection) if convert else row[place]
        for _, place, convert, column in fields
    ]
    found = model.from_db(connection.alias, [name for name, *_ in fields], values)
    for name, place in others:
        setattr(found, name, row[place])
    return found


def _asked_first(sql: str, params: Params) -> tuple[Any, ...] | None:
    """
    Return the first row of a query.

    Of a request it is what is asked first, and so looks whether the connection was lost meanwhile;
    Django asks for nothing but that.
    """
    database: Any = connection
    unsure = database.health_check_enabled and not database.health_check_done
    if unsure and database.connection is not None and not database.in_atomic_block:
        database.health_check_done = True
        try:
            return _first_row(sql, params)
        except (OperationalError, InterfaceError):
            if database.is_usable():
                raise
        database.close()
    return _first_row(sql, params)


def _first_row(sql: str, params: Params) -> tuple[Any, ...] | None:
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        row: tuple[Any, ...] | None = cursor.fetchone()
        # psycopg describes each column anew whenever it is asked
        if row is not None and len(_names.get(sql, ())) != len(row):
            _names[sql] = tuple(column.name for column in cursor.description)
    return row


@cache
def _places(
    model: type[Model], names: tuple[str, ...], of: str
) -> tuple[list[Any], list[tuple[str, int]]]:
    """Return where each field of a model stands in a row, and how it is read; then the others."""
    table, fields = model._meta.db_table, model._meta.concrete_fields
    places = {
        name.removeprefix(of): place for place, name in enumerate(names) if name.startswith(of)
    }
    own = [
        (
            each.attname,
            places.pop(each.column),
            getattr(each, "from_db_value", None),
            each.get_col(table),
        )
        for each in fields
        if each.column in places
    ]
    return own, [(name, place) for name, place in places.items() if "." not in name]


def next_id(model: type[Model]) -> int:
    """Return the id that a row not written yet will have."""
    sql = "SELECT nextval(pg_get_serial_sequence(%s, 'id'))"
    number: int = fetch_one(sql, [model._meta.db_table])[0]
    return number


@contextmanager
def snapshot() -> Iterator[None]:
    """
    Read everything as of one instant, whatever is posted meanwhile; writing is refused.

    Inside another transaction that one's own view holds.
    """
    inside = connection.in_atomic_block
    with transaction.atomic(), connection.cursor() as cursor:
        if not inside:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            cursor.execute("SET LOCAL statement_timeout = '10min'")
        yield


@contextmanager
def rehearsal() -> Iterator[None]:
    """Do inside another command what is undone at the end; what it raises, it raises."""
    assert connection.in_atomic_block
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


class WouldWrite(Exception):
    """What was to be looked at only would have been changed."""


@contextmanager
def glance(*reads: str) -> Iterator[None]:
    """
    Read without holding what is read, even what is read in order to change it.

    reads: with what else a statement that reads may begin.
    Raises WouldWrite at the first statement that does more than read, a function that writes too.
    """
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL transaction_read_only = on")
        with connection.execute_wrapper(partial(_only_read, (*READS, *reads))):
            yield
        transaction.set_rollback(True)  # so that a transaction around it may write again


def _only_read(
    reads: tuple[str, ...], execute: Callable[..., Any], sql: str, params: Any, *how: Any
) -> Any:
    if not sql.lstrip().upper().startswith(reads):
        raise WouldWrite
    try:
        return execute(HOLDS.sub("", sql), params, *how)
    except DatabaseError as error:
        if sqlstate(error) == READ_ONLY:
            raise WouldWrite from error
        raise


@contextmanager
def refusing(**refusals: Exception | type[Exception]) -> Iterator[None]:
    """Raise the refusal that a constraint of the database stands for, by the constraint's name."""
    try:
        yield
    except IntegrityError as error:
        if refusal := refusals.get(constraint_name(error)):
            raise refusal from error
        raise


def sqlstate(error: Exception) -> str:
    """Return PostgreSQL's five-letter code of a database error, or ''."""
    return getattr(error.__cause__, "sqlstate", None) or ""


def constraint_name(error: Exception) -> str:
    """Return the name of the constraint that a database error names, or ''."""
    diag = getattr(error.__cause__, "diag", None)
    return getattr(diag, "constraint_name", None) or ""


def run_script(connection: BaseDatabaseWrapper, sql: str) -> None:
    """Run a script of several statements, which PostgreSQL would refuse to prepare."""
    connection.ensure_connection()
    with connection.connection.cursor() as cursor:
        cursor.execute(sql, prepare=False)
