"""The files beside the journal: asked for, written, kept with who asked."""

from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Annotated, Any

from casino.acts.kinds import OneOf
from casino.acts.permission import check_sees
from casino.acts.runner import act
from casino.bookkeeping.models import File, Job
from casino.bookkeeping.queries.registers import REGISTERS, Register, rows
from casino.bookkeeping.services.jobs import Beat, ask_job, works
from casino.bookkeeping.services.output import Made, keep
from casino.house.queries import controls_on
from casino.house.stamp import Stamp
from casino.messages import msg
from casino.refusals import BadInput
from casino.schema import plain
from casino.sheets.dialects import DIALECTS, Dialect, table, text
from casino.sheets.workbooks import workbook

CENTS = "_cents"
FORMS = {"csv": "machine", "csv-excel": "excel-eu", "xlsx": "machine"}
OFTEN = 5_000
MAX_DAYS = 3_700


@act("bookkeeping.ask_register")
def ask_register(
    stamp: Stamp,
    *,
    register: Annotated[str, OneOf(words=tuple(sorted(REGISTERS)))],
    first_day: date,
    last_day: date,
    form: Annotated[str, OneOf(words=tuple(sorted(FORMS)))] = "csv",
) -> Job:
    """
    Ask for a register of gaming days; those that name guests are for managers.

    That it was asked for, stays. Raises BadInput, NotAllowed.
    """
    check_sees(stamp, REGISTERS[register].row)
    if not 0 <= (last_day - first_day).days < MAX_DAYS:
        raise BadInput(
            msg("The last day must not be before the first, or more than ten years after it."),
            field="last_day",
        )
    asked = {"register": register, "first_day": first_day, "last_day": last_day, "form": form}
    title = msg(
        "{register}, {first} to {last}",
        register=REGISTERS[register].title,
        first=f"{first_day:%d.%m.%Y}",
        last=f"{last_day:%d.%m.%Y}",
    )
    return ask_job(stamp, kind="register", title=title, arguments=plain(asked), total=0)


@works("register")
def make_register(job: Job, beat: Beat, now: datetime) -> File:
    asked = job.arguments
    register, form = REGISTERS[asked["register"]], asked["form"]
    first, last = (date.fromisoformat(asked[name]) for name in ("first_day", "last_day"))
    suffix = form.removesuffix("-excel")
    name = f"{job.club.slug}_{register.slug}_{first:%Y%m%d}_{last:%Y%m%d}.{suffix}"
    controls = controls_on(job.club, last).value
    counted = CountedRegister(rows(register, job.club_id, first, last), beat)
    made = Made()
    with made.stack:
        made.add(name, pieces(register, counted, form, controls), lines=lambda: counted.read)
        beat(counted.read)
        control = {
            "format": register.slug,
            "venue": job.club.slug,
            "from": asked["first_day"],
            "to": asked["last_day"],
            "control_profile": controls,
            "sums_cents": counted.sums(register),
            "created_by": job.asked_by.username,
            "created_at": plain(now),
        }
        values = {
            "club_id": job.club_id,
            "batch": None,
            "profile": register.slug,
            "version": 1,
            "made_by_id": job.asked_by_id,
            "made_at": now,
        }
        return keep(made.parts, control, values)


class CountedRegister:
    """Rows that are counted and added up while they pass."""

    def __init__(self, source: Iterable[tuple[Any, ...]], beat: Beat) -> None:
        self.source, self.beat, self.read = source, beat, 0
        self.added: dict[int, int] = {}

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        for row in self.source:
            self.read += 1
            for n, value in enumerate(row):
                if type(value) is int:
                    self.added[n] = self.added.get(n, 0) + value
            if self.read % OFTEN == 0:
                self.beat(self.read)
            yield row

    def sums(self, register: Register) -> dict[str, int]:
        """Return what the columns of amounts add up to: control figures outside the file."""
        return {
            column.removesuffix(CENTS): self.added.get(n, 0)
            for n, column in enumerate(register.columns)
            if column.endswith(CENTS)
        }


def pieces(
    register: Register, source: Iterable[tuple[Any, ...]], form: str, controls: str
) -> Iterator[bytes]:
    """Yield a register as a file of a form: amounts as such, no text a formula."""
    heads = register.heads
    amounts = {n for n, column in enumerate(register.columns) if column.endswith(CENTS)}
    dialect = DIALECTS[FORMS[form]]
    if form == "xlsx":
        lines = (_numbers(row, amounts, dialect) for row in source)
        return workbook(heads, lines, comments=f"control profile: {controls}")
    body = (_texts(row, amounts, dialect) for row in source)
    return table(_with(heads, body), delimiter=dialect.delimiter, bom=dialect.bom)


def _with(heads: tuple[str, ...], body: Iterable[tuple[Any, ...]]) -> Iterator[tuple[Any, ...]]:
    yield heads
    yield from body


def _texts(row: tuple[Any, ...], amounts: set[int], dialect: Dialect) -> tuple[Any, ...]:
    return tuple(
        dialect.amount(value) if n in amounts and value is not None else _cell(value, dialect)
        for n, value in enumerate(row)
    )


def _numbers(row: tuple[Any, ...], amounts: set[int], dialect: Dialect) -> tuple[Any, ...]:
    return tuple(
        Decimal(value).scaleb(-2) if n in amounts and value is not None else _cell(value, dialect)
        for n, value in enumerate(row)
    )


def _cell(value: Any, dialect: Dialect) -> str | int:
    """Return a cell that is no amount: days and instants in the dialect, instants in UTC."""
    if value is None:
        return ""
    if isinstance(value, datetime):
        time = "T%H:%M:%SZ" if dialect.name == "machine" else " %H:%M:%S"
        return value.astimezone(UTC).strftime(dialect.day + time)
    if isinstance(value, date):
        return value.strftime(dialect.day)
    return value if isinstance(value, int) else text(str(value))
