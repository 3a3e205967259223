"""The files beside the journal: asked for, written, kept with who asked."""

from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime
from decimal import Decimal
from itertools import chain
from typing import Annotated, Any
from zoneinfo import ZoneInfo

from django.utils.translation import get_language

from casino.acts.kinds import OneOf
from casino.acts.permission import check_sees
from casino.acts.runner import act
from casino.bookkeeping.models import File, Job
from casino.bookkeeping.queries.registers import REGISTERS, Register, rows
from casino.bookkeeping.services.jobs import Beat, Run, ask_job, works
from casino.bookkeeping.services.output import Made, keep
from casino.cage.queries.threshold_history import identified_from
from casino.house.queries import controls_on
from casino.house.stamp import Stamp
from casino.messages import msg
from casino.refusals import BadInput
from casino.schema import plain
from casino.sheets.dialects import DIALECTS, EXCEL_EU, MACHINE, Dialect, of_excel, table, text
from casino.sheets.workbooks import workbook

CENTS, IN_UTC = "_cents", "_utc"
# Amounts of which a sum says nothing.
NO_SUMS = {"denomination_cents", "held_after_cents", "level_after_cents", "threshold_cents"}
FORMS = ("csv", "csv-excel", "xlsx")
OFTEN = 5_000
MAX_DAYS = 3_700


@act("bookkeeping.ask_register")
def ask_register(
    stamp: Stamp,
    *,
    register: Annotated[str, OneOf(words=tuple(sorted(REGISTERS)))],
    first_day: date,
    last_day: date,
    form: Annotated[str, OneOf(words=FORMS)] = "csv",
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
    dialect = of_excel(get_language()) if form == "csv-excel" else MACHINE
    asked = {
        "register": register,
        "first_day": first_day,
        "last_day": last_day,
        "form": form,
        "dialect": dialect.name,
    }
    title = msg(
        "{register}, {first} to {last}",
        register=REGISTERS[register].title,
        first=f"{first_day:%d.%m.%Y}",
        last=f"{last_day:%d.%m.%Y}",
    )
    return ask_job(stamp, kind="register", title=title, arguments=plain(asked), total=0)


@works("register")
def make_register(run: Run, now: datetime) -> File:
    job, asked = run.job, run.job.arguments
    register, form = REGISTERS[asked["register"]], asked["form"]
    first, last = (date.fromisoformat(asked[name]) for name in ("first_day", "last_day"))
    suffix = form.removesuffix("-excel")
    name = f"{job.club.slug}_{register.slug}_{first:%Y%m%d}_{last:%Y%m%d}.{suffix}"
    controls = controls_on(job.club, last).value
    # Work that was asked for before the reader's own Excel was known names no dialect.
    usual = EXCEL_EU.name if form == "csv-excel" else MACHINE.name
    dialect = DIALECTS[asked.get("dialect", usual)]
    counted = CountedRegister(rows(register, job.club_id, first, last), run.beat)
    made = Made()
    with made.stack:
        made.add(
            name,
            chunks(register, counted, dialect, suffix, controls, zone=job.club.timezone),
            lines=lambda: counted.read,
        )
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
        if register.slug == "payouts":
            held = identified_from(job.club_id)
            control["thresholds"] = [{"from": plain(at), "cents": cents} for at, cents in held]
        values = {
            "club_id": job.club_id,
            "batch": None,
            "profile": register.slug,
            "version": 1,
            "made_by_id": job.asked_by_id,
            "made_at": now,
        }
        return keep(made.parts, control, values, run=run)


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
            if column.endswith(CENTS) and column not in NO_SUMS
        }


def chunks(
    register: Register,
    source: Iterable[tuple[Any, ...]],
    dialect: Dialect,
    suffix: str,
    controls: str,
    *,
    zone: str,
) -> Iterator[bytes]:
    """
    Yield a register as a csv or xlsx: amounts as such, days as days, no text a formula.

    zone: of the clock that instants go by in a spreadsheet; a program's are in UTC, as is a column
    that says so.
    """
    amounts = {n for n, column in enumerate(register.columns) if column.endswith(CENTS)}
    people = suffix == "xlsx" or dialect is not MACHINE
    zones = [
        ZoneInfo(zone) if people and not column.endswith(IN_UTC) else UTC
        for column in register.columns
    ]
    timed = (
        [
            value.astimezone(zones[n]).replace(tzinfo=None)
            if isinstance(value, datetime)
            else value
            for n, value in enumerate(row)
        ]
        for row in source
    )
    if suffix == "xlsx":
        return workbook(
            register.heads,
            ([_typed(value, n in amounts) for n, value in enumerate(row)] for row in timed),
            title=register.title,
            comments=f"control profile: {controls}",
        )
    body = ([_cell(value, n in amounts, dialect) for n, value in enumerate(row)] for row in timed)
    return table(chain([register.heads], body), delimiter=dialect.delimiter, bom=dialect.bom)


def _typed(value: Any, is_cents: bool) -> Any:  # noqa: FBT001  (a column's kind, not a switch)
    """Return a cell of a workbook."""
    if value is None or isinstance(value, date):
        return value
    if is_cents:
        return Decimal(value).scaleb(-2)
    return value if isinstance(value, int) else text(str(value))


def _cell(value: Any, is_cents: bool, dialect: Dialect) -> str | int:  # noqa: FBT001
    """Return a cell as text: days and instants in the dialect."""
    if value is None or is_cents:
        return "" if value is None else dialect.amount(value)
    if isinstance(value, datetime):
        time = "T%H:%M:%SZ" if dialect is MACHINE else " %H:%M:%S"
        return value.strftime(dialect.day + time)
    if isinstance(value, date):
        return value.strftime(dialect.day)
    return value if isinstance(value, int) else text(str(value))
