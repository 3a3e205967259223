"""Clubs side by side and as one, in one currency, less what they owe each other."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Any

from casino.acts.permission import NotAllowed, check_opens
from casino.countroom.queries import unseen
from casino.countroom.rules import Unseen
from casino.house.models import Club
from casino.house.queries import club_stamp
from casino.ledger.chart import CHART, Kind
from casino.ledger.queries.balances import moved_by_day, turnovers
from casino.ledger.queries.rows import Turnover
from casino.messages import Message, first_of, join, msg, verbatim
from casino.rates.queries import exchange_rates
from casino.rates.rules import MICRO, converted, rate_of_day
from casino.reports.sheet import Report, ReportParams, left_out, lines_of, without_sums
from casino.sheets.columns import Column, cents, text
from casino.sheets.sheet import Link, Sheet, SheetRow

BETWEEN = ("group:owes", "group:owed")
HELD, RESULT = (Kind.ASSET, Kind.LIABILITY), (Kind.INCOME, Kind.EXPENSE)
BROUGHT, TRANSLATION, DISAGREES = "brought", "translation", "between"
NAMES = {
    BROUGHT: msg("Brought forward"),
    TRANSLATION: msg("Translation difference"),
    DISAGREES: msg("Difference between clubs"),
}
OF = {"results": RESULT, "liabilities": (Kind.LIABILITY,)}


@dataclass(kw_only=True, slots=True)
class ClubFigures:
    """What a club's accounts come to by code in the reader's currency; debit positive."""

    club: Club
    hides: Unseen
    cents: dict[str, int]
    intercompany: dict[str, int]
    strangers: set[int]
    missing: tuple[date, ...] = ()

    def hold(self, of: Turnover, rate_micro: int, group: set[int]) -> None:
        """Add what an account holds at the end, and keep apart what is owed within the group."""
        account, worth = of.account, converted(of.closing_cents, rate_micro)
        self.cents[account.code] += worth
        if account.code in BETWEEN and account.ref in group:
            self.intercompany[account.code] += worth
        elif account.code in BETWEEN and worth:
            self.strangers.add(account.ref)


def group(asked: ReportParams) -> Sheet:
    """Return by account what each club has, what they owe each other, and what remains as one."""
    clubs = clubs_read(asked, GROUP.route)
    found = [_figures(asked, club, {each.pk for each in clubs}) for club in clubs]
    kinds = OF.get(asked.by, tuple(Kind))
    codes = [code for code in CHART if CHART[code].kind in kinds]
    if asked.by not in OF:
        codes += [BROUGHT, TRANSLATION, DISAGREES]
    rows: list[SheetRow] = []
    hidden: list[str] = []
    for code in codes:
        row = _row(asked, code, found, hidden)
        if any(row.cells[2:]) or None in row.cells[2:]:
            rows.append(row)
    names = [f"of_{club.slug.replace('-', '_')}" for club in clubs]
    columns: tuple[Column, ...] = (
        text("account", msg("Account")),
        text("account_code", msg("Code")),
        *(cents(name, verbatim(club.name)) for name, club in zip(names, clubs, strict=True)),
        cents("eliminated", msg("Between clubs, taken out")),
        cents("group", msg("Group"), of=" ".join([*names, "eliminated"])),
    )
    gaps = any(each.missing for each in found)
    notes = (*_notes(asked, found), *left_out(hidden))
    return Sheet(
        columns=without_sums(columns) if hidden or gaps else columns, rows=rows, notes=notes
    )


GROUP = Report(
    name="group",
    title=msg("Clubs as a group"),
    question=msg("Clubs side by side, what they owe each other taken out, in one currency."),
    group=msg("Books"),
    make=group,
    group_by=(
        ("balance", msg("trial balance")),
        ("results", msg("results")),
        ("liabilities", msg("liabilities")),
    ),
)


def clubs_read(asked: ReportParams, *routes: str) -> list[Club]:
    """Return the club and the others where the reader may open these reports, too, by name."""
    home, stamp = Club.objects.get(pk=asked.club_id), asked.stamp
    others = []
    if stamp and stamp.actor_id:
        members = Club.objects.filter(memberships__user_id=stamp.actor_id).exclude(pk=home.pk)
        for club in members.distinct().order_by("name", "id"):
            try:
                there = club_stamp(club, at=stamp.at, actor_id=stamp.actor_id)
                for route in routes:
                    check_opens(there, route)
            except NotAllowed:
                continue
            others.append(club)
    return [home, *others]


def _figures(asked: ReportParams, club: Club, group: set[int]) -> ClubFigures:
    """Return a club's figures; without those of money where a rate is missing."""
    known: dict[str, Any] = {"known_at": asked.known_at}
    moving = [code for code in CHART if CHART[code].kind not in HELD]
    moved = moved_by_day(club.pk, moving, asked.first, asked.last, **known)
    before = asked.first - timedelta(days=1)
    own = [
        each
        for each in turnovers(club.pk, asked.first, asked.last, **known)
        if CHART[each.account.code].kind in HELD
    ]
    opened = -sum(each.opening_cents for each in own)
    needed = {asked.last, *(day for day, *_ in moved), *([before] if opened else [])}
    rates, missing = _rates(asked, club, needed)
    made = ClubFigures(
        club=club,
        hides=_hides(asked, club),
        cents=defaultdict(int),
        intercompany=defaultdict(int),
        strangers=set(),
        missing=missing,
    )
    if missing:
        return made
    for each in own:
        made.hold(each, rates[asked.last], group)
    for day, code, debit, credit in moved:
        made.cents[code] += converted(debit - credit, rates[day])
    if opened:
        made.cents[BROUGHT] = converted(opened, rates[before])
    made.cents[TRANSLATION] = -sum(made.cents.values())
    return made


def _hides(asked: ReportParams, club: Club) -> Unseen:
    """Return what the reader may count at a club, and so is not told."""
    stamp = asked.stamp
    if club.pk == asked.club_id or stamp is None:
        return asked.unseen
    return unseen(club_stamp(club, at=stamp.at, actor_id=stamp.actor_id))


def _rates(
    asked: ReportParams, club: Club, needed: Iterable[date]
) -> tuple[dict[date, int], tuple[date, ...]]:
    """Return the rate of each day, and the days that have none."""
    days = sorted(needed)
    if club.currency == asked.currency:
        return dict.fromkeys(days, MICRO), ()
    week = timedelta(days=7)
    known = exchange_rates(
        asked.club_id, club.currency, days[0] - week, days[-1], known_at=asked.known_at
    )
    rates = {day: rate for day in days if (rate := rate_of_day(known, day))}
    return rates, tuple(day for day in days if day not in rates)


def _row(asked: ReportParams, code: str, found: list[ClubFigures], hidden: list[str]) -> SheetRow:
    figures: list[int | None] = []
    links: dict[str, Link] = {}
    for each in found:
        unseen_here = code in CHART and each.hides.hides(code, asked.last)
        if unseen_here:
            hidden.append(CHART[code].name)
        known = None if unseen_here or each.missing else each.cents.get(code, 0)
        figures.append(known)
        if code in CHART:
            name = f"of_{each.club.slug.replace('-', '_')}"
            links[name] = replace(lines_of(asked, code), club=each.club.slug)
        else:
            links[f"of_{each.club.slug.replace('-', '_')}"] = Link(
                route="report", ids=("balance-sheet",), club=each.club.slug
            )
    taken = -sum(each.intercompany.get(code, 0) for each in found)
    if code == DISAGREES:
        taken = sum(sum(each.intercompany.values()) for each in found)
    links["eliminated"] = Link(route="jackpot-intercompany")
    whole = None if None in figures else sum(each or 0 for each in figures) + taken
    name = NAMES.get(code) or CHART[code].name
    cells = (name, code if code in CHART else "", *figures, taken, whole)
    return SheetRow(cells=cells, why=links[next(iter(links))], links=links)


def _notes(asked: ReportParams, found: list[ClubFigures]) -> tuple[Message, ...]:
    notes = [
        msg(
            "{club}: no rate of {currency} on {days}. Enter it under Rates.",
            club=each.club.name,
            currency=each.club.currency,
            days=first_of([f"{day:%d.%m.%Y}" for day in each.missing], 10),
        )
        for each in found
        if each.missing
    ]
    strangers = {ref for each in found for ref in each.strangers}
    if strangers:
        names = (
            Club.objects.filter(pk__in=strangers).order_by("name").values_list("name", flat=True)
        )
        notes.append(msg("Not in the group, so still owed: {clubs}.", clubs=join(map(str, names))))
    if any(each.club.currency != asked.currency for each in found):
        notes.append(
            msg(
                "Balances at the rate of the last day; income, expenses and equity at the rate of "
                "each day; what was brought forward at the rate of the day before."
            )
        )
    notes.append(msg("Debit positive, credit negative."))
    return tuple(notes)
