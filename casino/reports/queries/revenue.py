"""What a figure of the cash room is made of: each hand, share of time rake and box."""

from collections.abc import Callable, Iterator
from datetime import date
from typing import Any

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Value

from cashgames.models import Hand, TimePeriod, TimeShare
from casino.countroom.models import Box
from casino.ledger.queries.as_of import recorded_by
from casino.messages import Message, msg
from casino.reports.queries.as_of import rows_as_of, table_name
from casino.reports.queries.cashroom import (
    AT_NO_TABLE,
    FEES,
    GAME,
    GROUP_BY,
    game_at,
    group_key,
    keyed,
    put_right,
)
from casino.reports.sheet import Report, ReportParams, entry
from casino.sheets.columns import cents, day, instant, text
from casino.sheets.sheet import Link, Sheet, SheetRow

# Of each source: when it was taken, at which session, and what it is called.
PLACES = {
    "hand": ("played_at", "session", "name"),
    "seat": ("paid_at", "period__session", "seat__number"),
    "box": ("taken_at", "session", "number"),
}
AMOUNTS = ("rake", "time", "due", "waived", "drop")
# What stands in an address for a group whose key is no text.
READ: dict[str, Callable[[str], Any]] = {"day": date.fromisoformat, "hour": int}


def revenue(asked: ReportParams) -> Sheet:
    """Return every hand, share of time rake and box of the days, or those of one group alone."""
    found = sorted(_found(asked), key=lambda each: (each["instant"], each["posted"] or 0))
    rows = [
        SheetRow(
            cells=(
                each["instant"],
                each["on"],
                each["table"],
                each["played"],
                each["what"],
                *(each.get(f"{name}_sum") for name in AMOUNTS),
            ),
            why=entry(each["posted"]) or Link(route=each["route"], ids=(each["at_table"],)),
            links={"table": Link(route="session", ids=(at,))}
            if (at := each.get("at_table"))
            else {},
        )
        for each in found
    ]
    columns = (
        instant(),
        day(),
        text("table", msg("Table")),
        GAME,
        text("of", msg("Of")),
        cents("rake", msg("Rake")),
        cents("time_rake", msg("Time rake")),
        cents("time_rake_due", msg("Time rake due")),
        cents("time_rake_waived", msg("Time rake waived")),
        cents("jackpot_money", msg("Jackpot drop")),
    )
    return Sheet(columns=columns, rows=rows)


REVENUE = Report(
    name="takings",
    title=msg("Hands, time rake and boxes"),
    question=msg("Hands, time rake shares and boxes behind a table figure."),
    group=msg("Cash room"),
    make=revenue,
    group_by=GROUP_BY,
    asks=("only", "shift"),
)


def _found(asked: ReportParams) -> Iterator[dict[str, Any]]:
    club = {"session__club_id": asked.club_id}
    hands = Hand.objects.filter(**club)
    yield from _each(hands, asked, "hand", rake=F("rake_cents"), drop=F("drop_cents"))
    paid = TimeShare.objects.filter(period__session__club_id=asked.club_id, paid_at__isnull=False)
    yield from _each(paid, asked, "seat", time=F("cents"))
    yield from _not_paid(asked)
    yield from _at_pools(asked)
    for fee, amount in FEES.items():
        boxes = Box.objects.filter(**club, fee=fee, entry_id__isnull=False)
        yield from _each(boxes, asked, "box", **{amount: F("counted_cents")})


def _each(
    found: QuerySet[Any], asked: ReportParams, what: str, **amounts: F
) -> Iterator[dict[str, Any]]:
    """Yield the rows of a group, or all, with the names that every source has."""
    at, session, name = PLACES[what]
    rows = keyed(found, asked, at, session)
    try:
        rows = rows.filter(key=READ.get(asked.by, str)(asked.only)) if asked.only else rows
    except ValueError:  # no group is called so
        return
    values = {
        "instant": F(at),
        "of": F(name),
        "table": table_name(session, asked.known_at),
        "played": game_at(asked, session, at),
        "at_table": F(f"{session}_id"),
        "posted": F("entry_id"),
    }
    sums = {f"{name}_sum": amount for name, amount in amounts.items()}
    for row in rows.values(**values, **sums, on=F("gaming_day")):
        yield row | {"what": _called(what, row["of"]), "route": "session"}


def _called(what: str, of: object) -> Message:
    """Return what a hand, a seat or a box is called."""
    said = {
        "hand": msg("hand {number}", number=of),
        "seat": msg("seat {number}", number=of),
        "box": msg("box {number}", number=of),
    }
    return said[what]


def _at_pools(asked: ReportParams) -> Iterator[dict[str, Any]]:
    """Yield the rake of a group that was put right at pools."""
    found = list(put_right(asked).select_related("jackpot"))
    rows_as_of([each.jackpot for each in found], asked.known_at)
    for each in found:
        if asked.only in {"", str(each.key)}:
            yield {
                "instant": each.at,
                "on": each.gaming_day,
                "table": AT_NO_TABLE,
                "played": None,
                "what": each.jackpot.name,
                "rake_sum": -each.cents,
                "at_table": None,
                "posted": each.entry_id,
            }


def _not_paid(asked: ReportParams) -> Iterator[dict[str, Any]]:
    """Yield what of the time rake of the days is owed, or was waived, as it was known."""
    begun = TimePeriod.objects.filter(pk=OuterRef("period_id"))
    decided = TimeShare.objects.filter(pk=OuterRef("pk"))
    again = TimeShare.objects.filter(reverses=OuterRef("instead_of_id"))
    at, session = "period__starts_at", "period__session"
    by_day = asked.by in {"", "day"}
    shares = TimeShare.objects.filter(
        Exists(recorded_by(begun, asked.known_at)),
        Q(instead_of=None) | Exists(recorded_by(again, asked.known_at)),
        period__session__club_id=asked.club_id,
        period__starts_at__gte=asked.since,
        period__starts_at__lt=asked.until,
    ).annotate(
        key=Value("") if by_day else group_key(asked, at, session),
        known=Exists(recorded_by(decided, asked.known_at)),
        table=table_name(session, asked.known_at),
        played=game_at(asked, session, at),
        instant=F(at),
        at_table=F(f"{session}_id"),
        of=F("seat__number"),
    )
    for share in shares.order_by():
        day = asked.day_of(share.instant)
        if asked.only and str(day if by_day else share.key) != asked.only:
            continue
        if amounts := _left_over(share):
            yield amounts | {
                "instant": share.instant,
                "on": day,
                "table": share.table,
                "played": share.played,
                "what": _called("seat", share.of),
                "at_table": share.at_table,
                "posted": None,
                "route": "time-rake",
            }


def _left_over(share: Any) -> dict[str, int]:
    """Return what is owed of a share, or was waived; nothing of one that was paid."""
    is_known = share.known or share.act_id is None
    if share.waived and is_known:
        return {"waived_sum": share.cents}
    if share.reverses_id or (share.paid_at and is_known):
        return {}
    return {"due_sum": share.cents}
