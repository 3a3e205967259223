"""The accountant's statements, each beside the same of a month, a quarter or a year before."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from itertools import chain
from zoneinfo import ZoneInfo

from casino.clock import ONE_DAY
from casino.ledger.chart import CAGE, CHART, LAPSED, Kind
from casino.ledger.queries.balances import turnovers
from casino.ledger.queries.rows import AccountRow
from casino.ledger.queries.statements import (
    Key,
    first_moved,
    flows,
    key_of,
    moved_by_account,
    name_of,
)
from casino.messages import Message, msg
from casino.reports.queries.dated import DATED, ByDate
from casino.reports.queries.kept_for import kept_for
from casino.reports.queries.ledger import (
    OF,
    accounts_held,
    lines_before,
    parts_of,
    sheet_of_accounts,
)
from casino.reports.queries.taxes import month_end
from casino.reports.sheet import Report, ReportParams, lines_of
from casino.sheets.columns import Column, cents, count, day, event, text
from casino.sheets.sheet import Link, Sheet, SheetRow

Held = Mapping[Key, Sequence[AccountRow]]
# How many months earlier the figures beside are.
MONTHS = {"month": 1, "quarter": 3, "year": 12}
YEAR = 12
COMPARED = (
    ("month", msg("beside a month before")),
    ("quarter", msg("beside a quarter before")),
    ("year", msg("beside a year before")),
)
# By document date, too, as the close of a year reads it.
BY_DATE = "dated_"
BY_EITHER = (
    *COMPARED,
    (f"{BY_DATE}month", msg("by document date, beside a month before")),
    (f"{BY_DATE}quarter", msg("by document date, beside a quarter before")),
    (f"{BY_DATE}year", msg("by document date, beside a year before")),
)
OPEN_RESULT = msg("Result not yet closed")
EARNED = {Kind.INCOME: msg("Income"), Kind.EXPENSE: msg("Expenses")}
HELD = {
    Kind.ASSET: msg("Assets"),
    Kind.LIABILITY: msg("Liabilities"),
    Kind.EQUITY: msg("Equity"),
} | dict.fromkeys(EARNED, OPEN_RESULT)
# What is owed by the item and so has an age; the others change with each visit of a guest.
BY_ITEM = {"payable", "stack", "tournament", "session", "quarter", "series"}
AGES = (
    ("days_30", msg("Up to 30 days"), 30),
    ("days_90", msg("31 to 90 days"), 90),
    ("days_365", msg("91 to 365 days"), 365),
    ("older", msg("Over a year"), None),
)


def income_statement(asked: ReportParams) -> Sheet:
    """Return what each account of income and expense came to; expenses are below zero."""

    def behind(of: ReportParams, parts: Sequence[AccountRow]) -> Link:
        each = parts[0]
        return lines_of(of, each.code, **({"ref": each.ref} if each.ref else {}))

    before = earlier(asked)
    rows, hidden = _rows((asked, before), EARNED, (_moved(asked), _moved(before)), behind)
    return _statement(rows, hidden, before, total=msg("Result"))


def balance_sheet(asked: ReportParams) -> Sheet:
    """
    Return what the club had, owed and was given just before an instant, each above zero.

    Assets are what liabilities, equity and the result come to that no year's close moved yet.
    """
    before = earlier(asked)
    held = (_held(asked), _held(before))
    rows, hidden = _rows((asked, before), HELD, held, lines_before)
    return _statement(rows, hidden, before, total=None)


def cage_flow(asked: ReportParams) -> Sheet:
    """Return what the cage opened with, what came in and went out by what happened, and closed."""
    before = earlier(asked)
    found: list[Counter[tuple[str, str]]] = []
    for of in (asked, before):
        lines: Counter[tuple[str, str]] = Counter()
        lines["opening", ""] = sum(
            each.opening_cents
            for each in turnovers(of.club_id, of.first, known_at=of.known_at)
            if each.account.code.startswith(CAGE)
        )
        for each in flows(of.club_id, CAGE, of.first, of.last, known_at=of.known_at):
            lines["in", each.kind], lines["out", each.kind] = each.in_cents, -each.out_cents
        found.append(lines)
    hidden = [
        each.name
        for code, each in CHART.items()
        if code.startswith(CAGE) and asked.unseen.hides(code, asked.last)
    ]
    names = {"opening": msg("Opening"), "in": msg("Receipts"), "out": msg("Payments")}
    rows = []
    for key in sorted({*found[0], *found[1]}, key=lambda key: (list(names).index(key[0]), key)):
        now, then = (lines[key] for lines in found)
        if now or then:
            figures = (None, None, None) if hidden else (now, then, now - then)
            links = {"before": lines_of(before, CAGE, only=key[1])}
            cells = (names[key[0]], key[1], *figures)
            rows.append(SheetRow(cells=cells, why=lines_of(asked, CAGE, only=key[1]), links=links))
    columns = (text("section", msg("Section")), event(), *_compared())
    sheet = sheet_of_accounts(columns, rows, hidden, _beside(before))
    return replace(sheet, sections=True, total=msg("Closing"))


def liabilities(asked: ReportParams) -> Sheet:
    """
    Return what is owed by kind and by age just before an instant; asked for one code, by item.

    An item is as old as its first entry: a payment due, a stack in safekeeping, the tickets to one
    tournament; what lapsed of it, likewise. What guests hold in chips, jackpots and tips have no
    age.
    """
    assert asked.as_of is not None
    before, of_day = earlier(asked), asked.day_of(asked.as_of)
    now, then = (_owed(of) for of in (asked, before))
    items = [each.id for parts in now.values() for each in parts]
    since = first_moved(asked.club_id, items)
    if asked.by.startswith(BY_DATE):
        since = ByDate(replace(asked, by=DATED, first=date.min, last=of_day)).began(since)
    since |= {
        (code, ref): since[of]
        for code, ref in since
        if (of := (code.removeprefix(LAPSED), ref)) in since
    }
    rows, hidden = [], []
    both = chain(*now.values(), *then.values())
    names = kept_for(both, asked.known_at, timezone=asked.timezone)
    for key in _in_order({*now, *then}):
        code, owed, once = key[0], now.get(key, []), then.get(key, [])
        for parts, was_owed in _items(owed, once) if asked.code else [(owed, once)]:
            each = (parts or was_owed)[0]
            name = name_of([*parts, *was_owed])
            total, was = -_cents(parts), -_cents(was_owed)
            ages = _ages(code, parts, since, of_day)
            figures: tuple[int | None, ...] = (
                total,
                *(each or None for each in ages),
                was,
                total - was,
            )
            if asked.unseen.hides(code, of_day):
                hidden.append(name)
                figures = (None,) * len(figures)
            ref = each.ref if asked.code else 0
            named = (name, code, names.get((code, ref)), ref or None)
            first, begun = min((since[code, each.ref] for each in parts), default=(None, None))
            begun = begun if asked.code else None
            rows.append(
                SheetRow(
                    cells=(*named, first, begun, *figures),
                    why=lines_before(asked, parts or was_owed),
                    links=_behind_ages(asked, before, code, parts, was_owed)
                    | ({"entry": Link(route="entry", ids=(begun,))} if begun else {}),
                )
            )
    columns = (
        text("account", msg("Account")),
        text("account_code", msg("Code")),
        *OF,
        day("since", msg("Since")),
        count("entry", msg("Entry"), summed=False),
        cents("owed", msg("Owed"), drawn=True),
        cents("ageless", msg("Without age")),
        *(cents(name, title) for name, title, _ in AGES),
        cents("before", msg("Before")),
        cents("change", msg("Difference"), of="owed -before"),
    )
    return sheet_of_accounts(columns, rows, hidden, _beside(before))


def _items(
    owed: Sequence[AccountRow], once: Sequence[AccountRow]
) -> Iterator[tuple[list[AccountRow], list[AccountRow]]]:
    """Yield each item that is owed or was, as it is and as it was."""
    for ref in dict.fromkeys(each.ref for each in (*owed, *once)):
        yield [each for each in owed if each.ref == ref], [each for each in once if each.ref == ref]


def earlier(asked: ReportParams) -> ReportParams:
    """Return the same question of a month, a quarter or a year before; month ends stay ends."""
    months = MONTHS[asked.by.removeprefix(BY_DATE)]
    first, last = _months_before(asked.first, months), _months_before(asked.last, months)
    of = replace(asked, first=first, last=last, since=asked.opens(first))
    of = replace(of, until=asked.opens(last + ONE_DAY))
    if asked.as_of is None:
        return of
    local = asked.as_of.astimezone(ZoneInfo(asked.timezone))
    moved = datetime.combine(_months_before(local.date(), months), local.timetz())
    return replace(of, as_of=moved.astimezone(UTC))


def _months_before(of: date, months: int) -> date:
    year, month = divmod(of.year * YEAR + of.month - 1 - months, YEAR)
    end = month_end(year, month + 1)
    is_end = of == month_end(of.year, of.month)
    return end if is_end else end.replace(day=min(of.day, end.day))


INCOME = Report(
    name="income-statement",
    title=msg("Income statement"),
    question=msg("Income and expenses by account, and the result."),
    group=msg("Statements"),
    make=income_statement,
    group_by=BY_EITHER,
)
BALANCE_SHEET = Report(
    name="balance-sheet",
    title=msg("Balance sheet"),
    question=msg("Assets, liabilities, equity and the result not yet closed, at a moment."),
    group=msg("Statements"),
    make=balance_sheet,
    group_by=BY_EITHER,
    span="instant",
)
CAGE_FLOW = Report(
    name="cage-flow",
    title=msg("Cash flow of the cage"),
    question=msg("Opening cash, receipts and payments by what happened, closing cash."),
    group=msg("Statements"),
    make=cage_flow,
    group_by=COMPARED,
)
LIABILITIES = Report(
    name="liabilities",
    title=msg("Liabilities by kind and age"),
    question=msg("What the club owes at a moment, and for how long it has."),
    group=msg("Statements"),
    make=liabilities,
    group_by=BY_EITHER,
    span="instant",
    asks=("code",),
)


def _moved(asked: ReportParams) -> Held:
    """Return what each account moved on the days on which it was booked, or by document date."""
    if not asked.by.startswith(BY_DATE):
        return moved_by_account(asked.club_id, asked.first, asked.last, known_at=asked.known_at)
    found: dict[Key, list[AccountRow]] = defaultdict(list)
    for each in ByDate(replace(asked, by=DATED)).turnovers():
        if each.debit_cents or each.credit_cents:
            moved = each.debit_cents - each.credit_cents
            found[key_of(each.account)].append(replace(each.account, cents=moved))
    return found


def _held(asked: ReportParams) -> Held:
    """Return what each account held before an instant by what was booked, or dated, before it."""
    by_date = asked.by.startswith(BY_DATE)
    return accounts_held(replace(asked, by=DATED) if by_date else asked)


def _rows(
    asked: tuple[ReportParams, ReportParams],
    sections: Mapping[Kind, Message],
    figures: tuple[Held, Held],
    behind: Callable[[ReportParams, Sequence[AccountRow]], Link],
) -> tuple[list[SheetRow], list[str]]:
    """Return a line for each account of some kinds, and the names of those that are not told."""
    (of, before), (now, then) = asked, figures
    on = of.day_of(of.as_of) if of.as_of else of.last
    rows, hidden = [], list[str]()
    for kind, section in sections.items():
        sign = 1 if kind is Kind.ASSET else -1
        for key in _in_order({*now, *then}):
            if CHART[key[0]].kind is not kind:
                continue
            parts, once = now.get(key, ()), then.get(key, ())
            one, other = sign * _cents(parts), sign * _cents(once)
            amounts: tuple[int | None, ...] = (one, other, one - other)
            name = name_of([*parts, *once])
            if of.unseen.hides(key[0], on):
                hidden.append(name)
                amounts = (None,) * len(amounts)
            links = {"before": behind(before, once)} if once else {}
            if of.as_of and len(parts) > 1:
                links["account"] = parts_of(of, key[0])["account"]
            cells = (section, name, key[0], *amounts)
            rows.append(SheetRow(cells=cells, why=behind(of, parts or once), links=links))
    return rows, hidden


def _in_order(keys: Iterable[Key]) -> list[Key]:
    """Return accounts in the order of the chart, those of the club's own as they were opened."""
    places = {code: place for place, code in enumerate(CHART)}
    return sorted(keys, key=lambda key: (places[key[0]], key[1]))


def _statement(
    rows: Sequence[SheetRow],
    hidden: Sequence[str],
    before: ReportParams,
    *,
    total: Message | None,
) -> Sheet:
    """Return a table by sections; total: what the sum of them all is called, None for none."""
    columns = (
        text("section", msg("Section")),
        text("account", msg("Account")),
        text("account_code", msg("Code")),
        *_compared(),
    )
    sheet = sheet_of_accounts(columns, list(rows), hidden, _beside(before))
    return replace(sheet, sections=True, total=total)


def _compared() -> tuple[Column, ...]:
    return (
        cents("amount", msg("Amount")),
        cents("before", msg("Before")),
        cents("change", msg("Difference"), of="amount -before"),
    )


def _beside(before: ReportParams) -> Message:
    """Say of what the figures beside are."""
    if before.as_of:
        local = before.as_of.astimezone(ZoneInfo(before.timezone))
        return msg("Before: at {at}.", at=f"{local:%d.%m.%Y %H:%M:%S}")
    days = {"first": f"{before.first:%d.%m.%Y}", "last": f"{before.last:%d.%m.%Y}"}
    return msg("Before: from {first} to {last}.", **days)


def _cents(accounts: Iterable[AccountRow]) -> int:
    return sum(each.cents for each in accounts)


def _owed(asked: ReportParams) -> Held:
    found = _held(asked)
    return {key: found[key] for key in found if CHART[key[0]].kind is Kind.LIABILITY}


def _ages(
    code: str, parts: Sequence[AccountRow], since: Mapping[Key, tuple[date, int]], on: date
) -> list[int]:
    """Return what has no age, and what is so old that it falls between two ages."""
    found = [0] * (1 + len(AGES))
    for each in parts:
        days = (on - since[code, each.ref][0]).days
        place = next(i for i, (*_, most) in enumerate(AGES, 1) if most is None or days <= most)
        found[place if CHART[code].per in BY_ITEM else 0] -= each.cents
    return found


def _behind_ages(
    asked: ReportParams,
    before: ReportParams,
    code: str,
    parts: Sequence[AccountRow],
    then: Sequence[AccountRow],
) -> dict[str, Link]:
    """Return where the items of an account's ages stand, and what was owed before."""
    links = {"before": lines_before(before, then)} if then else {}
    if asked.code or len(parts) < 2:  # noqa: PLR2004
        return links
    assert asked.as_of is not None
    query = {"as_of": asked.local(asked.as_of), "by": asked.by, "code": code} | asked.known
    of_items = Link(route="report", ids=("liabilities",), query=query)
    return links | dict.fromkeys(("account", "since", *(name for name, *_ in AGES)), of_items)
