"""What accounts held and moved, straight from the ledger."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from copy import copy
from datetime import date
from itertools import chain
from typing import Any

from django.db.models import Q

from casino.cage.queries.shifts import drawers
from casino.ledger.chart import CHART, Kind
from casino.ledger.queries.balances import moved_by_day, turnovers
from casino.ledger.queries.documents import entries
from casino.ledger.queries.rows import AccountRow
from casino.ledger.queries.statements import Key, key_of, name_of
from casino.messages import Message, msg
from casino.reports.queries.as_of import rows_as_of
from casino.reports.queries.dated import DATED, WAYS, ByDate
from casino.reports.queries.kept_for import kept_for
from casino.reports.sheet import Report, ReportParams, entry, left_out, lines_of, without_sums
from casino.sheets.columns import Column, cents, count, day, event, instant, text
from casino.sheets.sheet import Link, Sheet, SheetRow
from jackpot.queries import levels
from jackpot.queries.movements import pool_days

MONEY = ("cash:vault", "cash:drawer", "cash:table", "cash:bags", "bank")
CHIP_DEBTS = ("chips:floor", "chips:table", "safekeeping")
OWED = {Kind.LIABILITY, Kind.INCOME}


def rolled(codes: Sequence[str]) -> Callable[[ReportParams], Sheet]:
    """
    Return a report of what accounts of some codes began with, took in, gave out, ended with.

    It can be asked for those alone whose code begins in one way.
    """

    def make(asked: ReportParams) -> Sheet:
        wanted = tuple(code for code in codes if code.startswith(asked.only))
        moved = moved_by_day(
            asked.club_id, wanted, asked.first, asked.last, known_at=asked.known_at
        )
        opened = _opening(asked, wanted)
        by_day: dict[date, dict[str, tuple[int, int]]] = defaultdict(dict)
        for gaming_day, code, debit, credit in moved:
            by_day[gaming_day][code] = (debit, credit)
        rows, hidden = [], []
        for gaming_day, lines in sorted(by_day.items()):
            for code in wanted:
                inflow, outflow = _ways(code, *lines.get(code, (0, 0)))
                if inflow or outflow or opened[code]:
                    after = opened[code] + inflow - outflow
                    held: tuple[int | None, ...] = (opened[code], inflow, outflow, after)
                    if asked.unseen.hides(code, gaming_day):
                        hidden.append(CHART[code].name)
                        held = (None,) * len(held)
                    cells = (gaming_day, CHART[code].name, code, *held)
                    behind = lines_of(asked, code, first=gaming_day, last=gaming_day)
                    of_day = {"gaming_day": Link(route="day", ids=(gaming_day,))}
                    rows.append(SheetRow(cells=cells, why=behind, links=of_day))
                    opened[code] = after
        # What one day ended with is no part of what the next one did.
        one = asked.first == asked.last
        columns = (
            day(),
            text("account", msg("Account")),
            text("account_code", msg("Code")),
            cents("opening", msg("Opening"), summed=one),
            cents("in", msg("In")),
            cents("out", msg("Out")),
            cents("closing", msg("Closing"), summed=one, of="opening in -out"),
        )
        return sheet_of_accounts(columns, rows, hidden)

    return make


# What an account is kept for, and its number.
OF = (text("of", msg("Of")), count("ref", msg("Number"), summed=False))


def trial_balance(asked: ReportParams) -> Sheet:
    """
    Return what accounts held just before an instant, as it is known now or was known then.

    A line for each account of the chart; asked for one code, for each part of that account.
    """
    assert asked.as_of is not None
    of_day = asked.day_of(asked.as_of)
    rows, hidden = [], []
    held = accounts_held(asked)
    names = kept_for(chain(*held.values()), asked.known_at, timezone=asked.timezone)
    for (code, _), parts in held.items():
        for each in [parts] if not asked.code else [[part] for part in parts]:
            name, ref = name_of(each), each[0].ref if len(each) == 1 else None
            debit = sum(max(part.cents, 0) for part in each)
            balance: tuple[int | None, ...] = (debit, debit - sum(part.cents for part in each))
            if asked.unseen.hides(code, of_day, ref):
                hidden.append(name)
                balance = (None, None)
            of = (names.get((code, ref)), ref) if ref else (None, None)
            cells = (name, code, *of, None if asked.code else len(each), *balance)
            rows.append(
                SheetRow(
                    cells=cells,
                    why=lines_before(asked, each),
                    links=parts_of(asked, code) if len(each) > 1 else {},
                )
            )
    columns = (
        text("account", msg("Account")),
        text("account_code", msg("Code")),
        *OF,
        count("parts", msg("Parts"), summed=False),
        cents("debit", msg("Debit")),
        cents("credit", msg("Credit")),
    )
    return sheet_of_accounts(columns, rows, hidden)


def accounts_held(asked: ReportParams) -> dict[Key, list[AccountRow]]:
    """Return by account the parts that held something before an instant, or may be counted."""
    assert asked.as_of is not None
    of_day = asked.day_of(asked.as_of)
    found: dict[Key, list[AccountRow]] = defaultdict(list)
    for each in ByDate(asked).balances():
        wanted = not asked.code or asked.covers(each.code)
        if wanted and (each.cents or asked.unseen.hides(each.code, of_day, each.ref)):
            found[key_of(each)].append(each)
    return found


def lines_before(asked: ReportParams, accounts: Sequence[AccountRow]) -> Link:
    """
    Return the link to the lines behind a balance at an instant: those of the latest month that
    moved it, after what was carried forward.
    """
    assert asked.as_of is not None
    last = asked.day_of(asked.as_of)
    moved = max((each.moved_on for each in accounts if each.moved_on), default=last)
    days = {"first": moved.replace(day=1), "last": last, "before": asked.local(asked.as_of)}
    ref = {"ref": accounts[0].ref} if len(accounts) == 1 else {}
    return lines_of(asked, accounts[0].code, **ref, **days)


def parts_of(asked: ReportParams, code: str) -> dict[str, Link]:
    """Return the links to the parts of an account's balance at an instant."""
    assert asked.as_of is not None
    query = {"as_of": asked.local(asked.as_of), "code": code} | asked.known | asked.way
    link = Link(route="report", ids=("balance",), query=query)
    return dict.fromkeys(("account", "parts"), link)


def turnover(asked: ReportParams) -> Sheet:
    """Return opening, debit, credit and closing of every account over the days."""
    rows, hidden = [], []
    moved = ByDate(asked).turnovers()
    names = kept_for((each.account for each in moved), asked.known_at, timezone=asked.timezone)
    for each in moved:
        of, held = each.account, (each.opening_cents, each.debit_cents, each.credit_cents)
        figures: tuple[int | None, ...] = (*held, each.closing_cents)
        if asked.unseen.hides(of.code, asked.last, of.ref):
            hidden.append(of.name)
            figures = (None,) * len(figures)
        elif not any(held):
            continue
        cells = (of.name, of.code, names.get((of.code, of.ref)), of.ref or None, *figures)
        rows.append(SheetRow(cells=cells, why=lines_of(asked, of.code, ref=of.ref)))
    columns = (
        text("account", msg("Account")),
        text("account_code", msg("Code")),
        *OF,
        cents("opening", msg("Opening")),
        cents("debit", msg("Debit")),
        cents("credit", msg("Credit")),
        cents("closing", msg("Closing"), of="opening debit -credit"),
    )
    return sheet_of_accounts(columns, rows, hidden, msg("Debit positive, credit negative."))


def slips(asked: ReportParams) -> Sheet:
    """
    Return every slip by its drawer and number; a gap in the numbers would be a missing one.

    In, out: what it did to the drawer's cash, of a prize without the tax that was kept.
    """
    then = rows_as_of(drawers(asked.club_id), asked.known_at)
    names = {each.series_id: str(each) for each in then}
    within = Q(series_id__in=names, gaming_day__range=(asked.first, asked.last))
    found = entries(asked.club_id, within, known_at=asked.known_at)
    rows = [
        SheetRow(
            cells=(
                names[each.series_id or 0],
                each.number,
                each.happened_at,
                each.gaming_day,
                each.kind,
                sum(line.debit_cents for line in each.lines),
                max(each.cents_on("cash:drawer"), 0),
                max(-each.cents_on("cash:drawer"), 0),
                msg("undone by entry {reversed_by_id}", reversed_by_id=each.reversed_by_id)
                if each.reversed_by_id
                else each.memo,
            ),
            why=entry(each.id),
        )
        for each in sorted(found, key=lambda each: (each.series_id or 0, each.number or 0))
    ]
    columns = (
        text("series", msg("Drawer")),
        count("number", msg("Slip"), summed=False),
        instant(),
        day(),
        event(),
        cents("amount", msg("Amount"), summed=False),
        cents("in", msg("In")),
        cents("out", msg("Out")),
        text("note", msg("Note")),
    )
    return Sheet(columns=columns, rows=rows)


def jackpots(asked: ReportParams) -> Sheet:
    """Return what each pool began with, took in, paid and ended with on each day."""
    within: dict[str, Any] = {name: getattr(asked, name) for name in ("club_id", "first", "last")}
    rows = [
        SheetRow(
            cells=(
                msg("{name} (retired)", name=pool) if pool.retired_at else str(pool),
                each.day,
                each.opening_cents,
                each.drops_cents,
                each.awarded_cents,
                each.adjusted_cents,
                each.closing_cents,
            ),
            why=lines_of(asked, "jackpot:pool", ref=pool.pk, first=each.day, last=each.day),
            links={"jackpot": Link(route="pool", ids=(pool.pk,))},
        )
        for pool in rows_as_of(map(copy, levels.jackpots(asked.club_id)), asked.known_at)
        for each in reversed(pool_days(pool, **within, known_at=asked.known_at))
    ]
    columns = (
        text("jackpot", msg("Jackpot")),
        day(),
        cents("opening", msg("Opening"), summed=False),
        cents("drops", msg("Hands and boxes"), drawn=True),
        cents("awarded", msg("Awarded")),
        cents("adjusted", msg("Adjusted")),
        cents("closing", msg("Closing"), summed=False, of="opening drops awarded adjusted"),
    )
    return Sheet(columns=columns, rows=rows)


CASH = Report(
    name="cash",
    title=msg("Cash position"),
    question=msg("Cash in the vault, drawers, table floats and at the bank, by day."),
    group=msg("Money"),
    make=rolled(MONEY),
    asks=("only",),
)
CHIPS = Report(
    name="chips",
    title=msg("Chips in circulation"),
    question=msg("Liability for chips and stacks in safekeeping, by day."),
    group=msg("Money"),
    make=rolled(CHIP_DEBTS),
    asks=("only",),
)
JACKPOTS = Report(
    name="jackpots",
    title=msg("Jackpot movements"),
    question=msg("Contributions, awards and balance of each jackpot pool."),
    group=msg("Cash room"),
    make=jackpots,
)
SLIPS = Report(
    name="slips",
    title=msg("Slip register"),
    question=msg("Slips issued by each drawer, in number order."),
    group=msg("Money"),
    make=slips,
)
BALANCE = Report(
    name="balance",
    title=msg("Trial balance"),
    question=msg("Balance of every account at a moment, as known now or as known then."),
    group=msg("Books"),
    make=trial_balance,
    group_by=(
        ("now", msg("as known now")),
        ("then", msg("as known then")),
        (DATED, msg("by document date")),
    ),
    span="instant",
    asks=("code",),
)
TURNOVER = Report(
    name="turnover",
    title=msg("Turnover of accounts"),
    question=msg("Opening balance, turnover and closing balance of every account."),
    group=msg("Books"),
    make=turnover,
    group_by=WAYS,
)


def sheet_of_accounts(
    columns: tuple[Column, ...], rows: list[SheetRow], hidden: Sequence[str], *notes: Message
) -> Sheet:
    """Return a table of accounts; without sums where the reader is not told some of them."""
    if hidden:
        columns = without_sums(columns)
    return Sheet(columns=columns, rows=rows, notes=(*notes, *left_out(hidden)))


def _opening(asked: ReportParams, codes: tuple[str, ...]) -> dict[str, int]:
    """Return what the accounts of each code held before the first day, in their own direction."""
    opened = dict.fromkeys(codes, 0)
    for each in turnovers(asked.club_id, asked.first, known_at=asked.known_at):
        if each.account.code in opened:
            sign = -1 if CHART[each.account.code].kind in OWED else 1
            opened[each.account.code] += sign * each.opening_cents
    return opened


def _ways(code: str, debit: int, credit: int) -> tuple[int, int]:
    """Return what came in and what went out: what is owed grows by credits."""
    return (credit, debit) if CHART[code].kind in OWED else (debit, credit)
