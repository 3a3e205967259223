"""A line for each gaming day: what it brought, what the house held and owed when it ended."""

from collections import defaultdict
from collections.abc import Mapping
from datetime import date

from casino.ledger.chart import CHART, Kind
from casino.ledger.queries.balances import moved_by_day, turnovers
from casino.ledger.queries.gaming_days import days_between
from casino.ledger.queries.lines import entries_by_day
from casino.messages import msg
from casino.reports.sheet import SAYS, Report, ReportParams, left_out, lines_of
from casino.sheets.columns import cents, count, day, text
from casino.sheets.sheet import Link, Sheet, SheetRow

INCOME = {"rake": "income:rake", "time_rake": "income:time-rake", "fees": "income:fees"}
LOSS = {"over_short": "expense:over-short"}
CASH = ("cash:vault", "cash:drawer", "cash:table", "cash:bags")
CHIPS = ("chips:floor", "chips:table")
HELD = {
    "cash": CASH,
    "chips_owed": CHIPS,
    "jackpots": ("jackpot:pool",),
    "due": ("payable",),
    "ranking": ("ranking:pool",),
    "tickets": ("tickets",),
}


def days(asked: ReportParams) -> Sheet:
    """Return each gaming day: its state, entries, income, and what was held and owed after it."""
    within = (asked.club_id, asked.first, asked.last)
    moved = _moved(asked)
    held, moved_on = _opening(asked), dict[str, date]()
    entries = entries_by_day(*within, known_at=asked.known_at)
    rows = []
    for each in days_between(*within, known_at=asked.known_at):
        of_day = moved[each.day]
        for name, codes in HELD.items():
            if not of_day.keys().isdisjoint(codes):
                moved_on[name] = each.day
            held[name] += sum(of_day.get(code, 0) for code in codes)
        earned = [-of_day[code] for code in (INCOME | LOSS).values()]
        after = [
            None if _unseen(asked, name, each.day) else _owed(name) * held[name] for name in HELD
        ]
        cells = (each.day, SAYS[each.state], entries.get(each.day, 0), *earned, *after)
        rows.append(
            SheetRow(cells=cells, why=_day(each.day), links=_links(asked, each.day, moved_on))
        )
    columns = (
        day(),
        text("state", msg("State")),
        count("entries", msg("Entries")),
        cents("rake", msg("Rake"), drawn=True),
        cents("time_rake", msg("Time rake")),
        cents("fees", msg("Tournament fees")),
        cents("over_short", msg("Over/short")),
        cents("cash", msg("Cash at close"), summed=False),
        cents("chips_owed", msg("Chips in circulation"), summed=False),
        cents("jackpots", msg("Jackpots"), summed=False),
        cents("due", msg("Payments due"), summed=False),
        cents("ranking", msg("Ranking"), summed=False),
        cents("tickets", msg("Tickets outstanding"), summed=False),
    )
    held_in = [code for each in HELD.values() for code in each]
    hidden = [CHART[code].name for code in held_in if asked.unseen.hides(code, asked.last)]
    return Sheet(columns=columns, rows=rows, notes=left_out(hidden))


def _unseen(asked: ReportParams, name: str, day: date) -> bool:
    return any(asked.unseen.hides(code, day) for code in HELD[name])


DAYS = Report(
    name="days",
    title=msg("Day summaries"),
    question=msg("Revenue of each gaming day, and balances held and owed after it."),
    group=msg("Club"),
    make=days,
)


def _moved(asked: ReportParams) -> Mapping[date, Mapping[str, int]]:
    """Return by day what the accounts of each code moved, debit positive."""
    codes = {*INCOME.values(), *LOSS.values(), *(code for held in HELD.values() for code in held)}
    moved: dict[date, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for gaming_day, code, debit, credit in moved_by_day(
        asked.club_id, sorted(codes), asked.first, asked.last, known_at=asked.known_at
    ):
        moved[gaming_day][code] += debit - credit
    return moved


def _opening(asked: ReportParams) -> dict[str, int]:
    """Return what was held before the first day, debit positive."""
    before: dict[str, int] = defaultdict(int)
    for each in turnovers(asked.club_id, asked.first, known_at=asked.known_at):
        before[each.account.code] += each.opening_cents
    return {name: sum(before[code] for code in codes) for name, codes in HELD.items()}


def _owed(name: str) -> int:
    """Return the sign by which a holding is shown: what is owed stands as credits."""
    return -1 if CHART[HELD[name][0]].kind == Kind.LIABILITY else 1


def _day(gaming_day: date) -> Link:
    return Link(route="day", ids=(gaming_day,))


def _links(asked: ReportParams, gaming_day: date, moved_on: Mapping[str, date]) -> dict[str, Link]:
    """Return what the figures of a day are made of; what it held, by the latest day that moved."""
    of_day = {"first": gaming_day, "last": gaming_day}
    links = {name: lines_of(asked, code, **of_day) for name, code in (INCOME | LOSS).items()}
    for name, codes in HELD.items():
        since = {"first": moved_on.get(name, gaming_day.replace(day=1)), "last": gaming_day}
        links[name] = lines_of(asked, ",".join(codes), **since)
    return links | {"entries": lines_of(asked, "", **of_day)}
