"""
The report of a gaming day: one frozen object, from which both the page and the file are made.

Amounts are cents. Accounts are shown debit positive, as the ledger keeps them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from cashgames.models import Correction
from cashgames.queries.corrections import corrections
from cashgames.queries.tables import SessionTake, by_table, games_at, sessions_on
from casino.cage.models import Payable, Shift
from casino.cage.queries.due import due_after
from casino.cage.queries.over_short_days import (
    over_short_of_day,
    put_right_between,
    put_right_later,
)
from casino.cage.queries.shifts import shifts_on
from casino.cage.queries.tallies import OF_COUNTS
from casino.closing.checks import Check, due_check, figures_of_day, tournament_check
from casino.closing.services import checklist
from casino.countroom import queries as countroom
from casino.countroom.models import Box
from casino.countroom.rules import AFTER_THE_COUNT, NOTHING_UNSEEN, Unseen
from casino.house.models import Club, ControlProfile
from casino.house.queries import controls_on
from casino.ledger.chart import CHART
from casino.ledger.entries import title_of
from casino.ledger.queries import balances
from casino.ledger.queries.documents import entries_on, opened_with
from casino.ledger.queries.gaming_days import seal_of, seal_recorded_at
from casino.ledger.queries.rows import AccountRow, DayRow, Turnover
from casino.messages import Message, msg
from casino.reports.queries.as_of import name_drawers, name_tables, rows_as_of
from casino.reports.queries.kept_for import kept_for
from jackpot.models import Snapshot
from jackpot.queries.levels import is_provisional, levels_on, with_boxes_cents
from jackpot.queries.movements import rake_put_right

OVER_SHORT = "expense:over-short"
FEES = {"rake": msg("rake"), "jackpot": msg("jackpot drop"), "time": msg("time rake")}


@dataclass(frozen=True, kw_only=True, slots=True)
class SummaryRow:
    """
    A line of a report. `account_id` or `path` leads to what the figure is made of.

    path: ("session", id), ("shift", id), ("jackpot", id), ("box", id), ("entry", id) or
    ("payment", id).
    """

    item: str
    quantity: int | None = None
    opening_cents: int | None = None
    debit_cents: int | None = None
    credit_cents: int | None = None
    amount_cents: int | None = None
    account_code: str = ""
    account_id: int | None = None
    path: tuple[str, int] | None = None
    note: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Section:
    """Lines of one kind, under a name that the file repeats on each line."""

    name: str
    title: Message
    rows: tuple[SummaryRow, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class DayReport:
    """
    Everything about a gaming day; `seal` is empty until the accountant has signed it off.

    controls: the control profile in force when it ended.
    """

    club: Club
    day: date
    controls: ControlProfile.Name
    state: str
    opens_at: datetime
    closes_at: datetime
    seal: bytes
    sections: tuple[Section, ...]
    checks: tuple[Check, ...]
    blockers: tuple[str, ...]


def day_report(club: Club, row: DayRow, *, unseen: Unseen = NOTHING_UNSEEN) -> DayReport:
    """
    Return the report of a gaming day; it costs the day, not the history.

    unseen: what its reader may count and is told after the count.
    """
    turnovers = balances.turnovers(club.id, row.day)
    known_at = seal_recorded_at(club.id, row.day)
    takes = sessions_on(club.id, row.day)
    boxes = countroom.boxes_on(club.id, row.day)
    # Tables are called in it, and stand in the order, as when the day was sealed.
    name_tables([*(each.session for each in takes), *(each.session for each in boxes)], known_at)
    takes.sort(key=lambda take: by_table(take.session))
    boxes.sort(key=lambda box: by_table(box.session))
    due = due_after(club.id, row.day)
    tables = {*(each.session for each in takes), *(each.session for each in boxes)}
    games = games_at(tables, row.closes_at, known_at=known_at)
    return DayReport(
        club=club,
        day=row.day,
        controls=controls_on(club, row.day),
        state=row.state,
        opens_at=row.opens_at,
        closes_at=row.closes_at,
        seal=seal_of(club.id, row.day),
        sections=(
            _tables(takes, games),
            _boxes(boxes, games),
            _levels(club, row.day, known_at),
            _shifts(club.id, row.day, known_at),
            _over_short_elsewhere(club.id, row.day, known_at, unseen),
            _due(due),
            _corrections(club.id, row.day, known_at),
            _accounts(club, turnovers, row, unseen, known_at),
        ),
        checks=(
            *figures_of_day(
                turnovers,
                opened_with(club.id, row.day),
                takes,
                boxes,
                put_right_cents=-sum(
                    each.cents for each in rake_put_right(club.id, row.day, row.day)
                ),
                is_told=not _leaves_out(turnovers, row.day, unseen),
            ),
            due_check(turnovers, due),
            tournament_check(club.id, row.day),
        ),
        blockers=tuple(checklist.blockers(club.id, row.day)) if row.state != "sealed" else (),
    )


def _account_name(account: AccountRow, of: Mapping[tuple[str, int], str]) -> str:
    if not account.ref or CHART[account.code].is_own:
        return account.name
    if named := of.get((account.code, account.ref)):
        return msg("{name}: {of}", name=account.name, of=named)
    return msg("{name} {ref}", name=account.name, ref=account.ref)


def _accounts(
    club: Club, turnovers: list[Turnover], row: DayRow, unseen: Unseen, known_at: datetime | None
) -> Section:
    day = row.day
    of = kept_for((each.account for each in turnovers), known_at, timezone=club.timezone)
    rows = tuple(
        SummaryRow(
            item=_account_name(each.account, of),
            account_code=each.account.code,
            account_id=each.account.id,
            **(
                {"note": AFTER_THE_COUNT}
                if unseen.hides(each.account.code, day, each.account.ref)
                else _figures(each)
            ),
        )
        for each in turnovers
        if each.opening_cents or each.debit_cents or each.credit_cents
    )
    return Section(name="account", title=msg("Accounts"), rows=rows)


def _figures(each: Turnover) -> dict[str, Any]:
    return {
        "opening_cents": each.opening_cents,
        "debit_cents": each.debit_cents,
        "credit_cents": each.credit_cents,
        "amount_cents": each.closing_cents,
    }


def _tables(takes: list[SessionTake], games: Mapping[int, str]) -> Section:
    rows = [
        SummaryRow(
            item=msg("{table} {what}", table=take.session.table, what=what),
            quantity=take.hands,
            amount_cents=cents,
            account_code=code,
            path=("session", take.session.id),
            note=games[take.session.id],
        )
        for take in takes
        for what, cents, code in (
            (FEES["rake"], take.rake_cents, "income:rake"),
            *[(FEES["time"], take.time_rake_cents, "income:time-rake")]
            * bool(take.time_rake_cents),
            (FEES["jackpot"], take.drop_cents, "jackpot:pool"),
        )
    ]
    return Section(
        name="table", title=msg("Rake, time rake and jackpot drop by table"), rows=tuple(rows)
    )


def _boxes(boxes: list[Box], games: Mapping[int, str]) -> Section:
    codes = {"rake": "income:rake", "jackpot": "jackpot:pool", "time": "income:time-rake"}
    rows = tuple(
        SummaryRow(
            item=msg(
                "{table} {what}, box {number}",
                table=box.session.table,
                what=FEES[box.fee],
                number=box.number,
            ),
            amount_cents=box.counted_cents,
            account_code=codes[box.fee],
            path=("box", box.reverses_id or box.id),
            note=games[box.session_id],
        )
        for box in boxes
    )
    return Section(name="box", title=msg("Boxes counted"), rows=rows)


def _levels(club: Club, day: date, known_at: datetime | None) -> Section:
    found = levels_on(club.id, day)
    rows_as_of([each.jackpot for each in found], known_at)
    rows = tuple(
        SummaryRow(
            item=f"{fixed.jackpot.name}",
            amount_cents=with_boxes_cents(fixed),
            account_code="jackpot:pool",
            path=("jackpot", fixed.jackpot_id),
            note=_fixed(club, fixed),
        )
        for fixed in found
    )
    return Section(name="jackpot", title=msg("Jackpot levels fixed"), rows=rows)


def _fixed(club: Club, fixed: Snapshot) -> str:
    """Say when a level was fixed, and whether it waits for boxes."""
    waits = is_provisional(fixed.jackpot, fixed.at)
    at = fixed.at.astimezone(ZoneInfo(club.timezone))
    if waits:
        return msg("fixed at {at:%d.%m.%Y %H:%M:%S}, provisional: boxes to count", at=at)
    return msg("fixed at {at:%d.%m.%Y %H:%M:%S}", at=at)


def _shifts(club_id: int, day: date, known_at: datetime | None) -> Section:
    """Return what each shift is over or short, and what the day has of a shift before it."""
    found = list(shifts_on(club_id, day))
    earlier = list(put_right_between(club_id, day, day))
    name_drawers([*found, *earlier], known_at)
    rows = [
        _shift(each, None, msg("not closed"))
        if each.state != "closed"
        else _shift(each, (of := over_short_of_day(each)).cents, of.why)
        for each in found
    ]
    rows += [
        _shift(each, put_right.cents, put_right.concerns)
        for each in earlier
        for put_right in put_right_later(each)
        if put_right.day == day
    ]
    return Section(name="shift", title=msg("Shifts"), rows=tuple(rows))


def _over_short_elsewhere(
    club_id: int, day: date, known_at: datetime | None, unseen: Unseen
) -> Section:
    """Return what else lies on over/short: of fills, boxes, tables, the vault, deposits."""
    moved = entries_on(club_id, OVER_SHORT, day, day, known_at=known_at)
    # That of the drawers stands with their shifts.
    rows = [each for each in moved if each.kind not in OF_COUNTS]
    return Section(
        name="over_short",
        title=msg("Over/short outside the shifts"),
        rows=tuple(
            SummaryRow(
                item=title_of(each.kind),
                amount_cents=-each.cents_on(OVER_SHORT),
                account_code=OVER_SHORT,
                path=("entry", each.id),
                note=each.memo,
            )
            for each in ([] if unseen.hides(OVER_SHORT, day) else rows)
        ),
    )


def _shift(shift: Shift, cents: int | None, note: str) -> SummaryRow:
    named = {"drawer": shift.drawer, "cashier": shift.cashier}
    return SummaryRow(
        item=msg("{drawer}, {cashier}: over/short", **named),
        amount_cents=cents,
        account_code=OVER_SHORT,
        path=("shift", shift.pk),
        note=note,
    )


def _due(due: list[Payable]) -> Section:
    rows = tuple(
        SummaryRow(
            item=each.about,
            amount_cents=each.cents,
            account_code="payable",
            path=("payment", each.pk),
            note=msg(
                "{player}, since {day:%d.%m.%Y}",
                player=each.player or msg("no name yet"),
                day=each.gaming_day,
            ),
        )
        for each in due
    )
    return Section(name="payment", title=msg("Payables outstanding"), rows=rows)


def _corrections(club_id: int, day: date, known_at: datetime | None) -> Section:
    """Return what was put right at the tables: on this day, and later of what concerns it."""
    found = corrections(club_id, day=day)
    name_tables((each.correction.session for each in found), known_at)
    rows = tuple(
        SummaryRow(
            item=each.about,
            amount_cents=each.after_cents - each.before_cents,
            path=("session", each.correction.session_id),
            note=_why(each.correction),
        )
        for each in found
    )
    return Section(name="correction", title=msg("Corrections at the tables"), rows=rows)


def _why(correction: Correction) -> str:
    if not correction.is_late:
        return correction.reason
    return msg(
        "{reason}; concerns {concerns:%d.%m.%Y}, booked on {day:%d.%m.%Y}",
        reason=correction.reason,
        concerns=correction.concerns,
        day=correction.gaming_day,
    )


def _leaves_out(turnovers: list[Turnover], day: date, unseen: Unseen) -> bool:
    """Return whether a sum over all accounts would tell what the reader may count."""
    accounts = [each.account for each in turnovers]
    return any(unseen.hides(each.code, day, each.ref) for each in accounts)
