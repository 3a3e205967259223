"""What the cash tables brought."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import (
    Count,
    Exists,
    F,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Sum,
    TextField,
    Value,
)
from django.db.models.fields.json import KT
from django.db.models.functions import Coalesce, ExtractHour

from cashgames.models import Correction, Hand, Session, TableChange, TimeShare
from cashgames.queries.tables import NUMBER, seats_taken
from casino.countroom.models import Box, DealerTurn
from casino.ledger.queries.as_of import recorded_by
from casino.messages import msg
from casino.reports.queries.as_of import as_of, name_tables, table_name
from casino.reports.sheet import Report, ReportParams
from casino.sheets.columns import Column, cents, count, day, instant, text
from casino.sheets.sheet import Link, Sheet, SheetRow
from jackpot.queries.movements import rake_put_right

FEES = {Box.Fee.RAKE: "rake", Box.Fee.TIME: "time", Box.Fee.JACKPOT: "drop"}
NOBODY = msg("not recorded")
# Where rake stands that two people moved between it and a pool: at no table.
AT_NO_TABLE = msg("put right at a pool")
GROUP_BY = (
    ("day", msg("by day")),
    ("table", msg("by table")),
    ("game", msg("by game")),
    ("hour", msg("by hour")),
    ("dealer", msg("by dealer")),
)
GAME = Column(name="game", title=msg("Game"), kind="game")
HEADS = {
    "day": day(),
    "table": text("table", msg("Table")),
    "game": GAME,
    "hour": text("hour", msg("Hour")),
    "dealer": text("dealer", msg("Dealer")),
}


def rake(asked: ReportParams) -> Sheet:
    """Return hands, rake, time rake and jackpot money by day, table, game, hour or dealer."""
    found: dict[Any, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for key, sums in (*_hands(asked), *_time(asked), *_boxes(asked), *_put_right(asked)):
        for name, number in sums.items():
            found[key][name] += number or 0
    rows = [
        SheetRow(
            cells=(
                _said(asked.by, key),
                line["hands"],
                line["rake"],
                line["time"],
                line["rake"] + line["time"],
                line["drop"],
            ),
            why=_behind(asked, key),
            links={"gaming_day": Link(route="day", ids=(key,))} if asked.by == "day" else {},
        )
        for key, line in sorted(found.items(), key=lambda each: _order(asked, each[0]))
    ]
    columns: tuple[Column, ...] = (
        HEADS[asked.by],
        count("hands", msg("Hands")),
        cents("rake", msg("Rake")),
        cents("time_rake", msg("Time rake")),
        cents("house", msg("Total revenue"), drawn=True, of="rake time_rake"),
        cents("jackpot_money", msg("Jackpot drop")),
    )
    note = msg("A box is shown under the hour at which it was taken off.")
    return Sheet(columns=columns, rows=rows, notes=(note,) if asked.by == "hour" else ())


def tables(asked: ReportParams) -> Sheet:
    """Return each game at a table: how long it was open in these days, and what it brought."""
    days = (asked.first, asked.last)
    dealt = Hand.objects.filter(gaming_day__range=days, session=OuterRef("pk"))
    hands = recorded_by(dealt, asked.known_at)
    counted = Box.objects.filter(
        gaming_day__range=days, session=OuterRef("pk"), fee=Box.Fee.RAKE, entry_id__isnull=False
    )
    boxes = recorded_by(counted, asked.known_at, by="entry").order_by().values("session")
    ran_on = Q(closed_at=None) | Q(closed_at__gt=asked.since)
    # What was put right of a game that was over is of these days.
    of_these = ran_on | Exists(hands) | Exists(boxes)
    games = Session.objects.filter(of_these, club_id=asked.club_id, opened_at__lt=asked.until)
    totals = hands.order_by().values("session")
    # Who sat down in these days, as the club's figures count them.
    within = {"sat_at__gte": asked.since, "sat_at__lt": asked.until}
    taken = seats_taken(asked.known_at).filter(session=OuterRef("pk"), **within)
    seats, sat = taken.order_by().values("session"), Count("player_id", distinct=True)
    found: QuerySet[Any] = games.select_related("table").annotate(
        dealt=Coalesce(Subquery(totals.annotate(n=NUMBER).values("n")), 0),
        raked=Coalesce(Subquery(totals.annotate(n=Sum("rake_cents")).values("n")), 0)
        + Coalesce(Subquery(boxes.annotate(n=Sum("counted_cents")).values("n")), 0),
        seated=Coalesce(Subquery(seats.annotate(n=sat).values("n")), 0),
    )
    games_then = as_of(found.order_by("opened_at", "id"), asked.known_at)
    name_tables(games_then, asked.known_at)
    rows = [
        SheetRow(
            cells=(
                each.opened_at,
                each.closed_at,
                str(each.table),
                each.game,
                _minutes(asked, each),
                each.seated,
                each.dealt,
                each.raked,
            ),
            why=Link(route="session", ids=(each.pk,)),
        )
        for each in games_then
    ]
    columns = (
        instant("opened_at", msg("Opened")),
        instant("closed_at", msg("Closed")),
        text("table", msg("Table")),
        GAME,
        Column(name="open_minutes", title=msg("Open for"), kind="minutes", summed=True),
        count("guests", msg("Guests seated"), summed=False),
        count("hands", msg("Hands")),
        cents("rake", msg("Rake")),
    )
    return Sheet(columns=columns, rows=rows)


RAKE = Report(
    name="rake",
    title=msg("Rake, time rake and jackpot drop"),
    question=msg("Revenue of the tables by day, table, game, hour or dealer."),
    group=msg("Cash room"),
    make=rake,
    group_by=GROUP_BY,
)
TABLES = Report(
    name="tables",
    title=msg("Games at the tables"),
    question=msg("Tables opened, hours open and rake."),
    group=msg("Cash room"),
    make=tables,
)


def _hands(asked: ReportParams) -> Iterable[tuple[Any, dict[str, int]]]:
    found = Hand.objects.filter(session__club_id=asked.club_id)
    sums = {"hands": NUMBER, "rake": Sum("rake_cents"), "drop": Sum("drop_cents")}
    return _grouped(found, asked, "played_at", "session", sums)


def _time(asked: ReportParams) -> Iterable[tuple[Any, dict[str, int]]]:
    found = TimeShare.objects.filter(period__session__club_id=asked.club_id)
    return _grouped(found, asked, "paid_at", "period__session", {"time": Sum("cents")})


def _boxes(asked: ReportParams) -> Iterable[tuple[Any, dict[str, int]]]:
    for fee, name in FEES.items():
        found = Box.objects.filter(club_id=asked.club_id, fee=fee, entry_id__isnull=False)
        yield from _grouped(found, asked, "taken_at", "session", {name: Sum("counted_cents")})


def _put_right(asked: ReportParams) -> Iterable[tuple[Any, dict[str, int]]]:
    return [(each.key, {"rake": -each.cents}) for each in put_right(asked)]


def put_right(asked: ReportParams) -> QuerySet[Any]:
    """Return what was moved between rake and pools, with what it is grouped by as its `key`."""
    keys = {"day": F("gaming_day"), "hour": ExtractHour("at", tzinfo=ZoneInfo(asked.timezone))}
    found = rake_put_right(asked.club_id, asked.first, asked.last)
    if asked.shift:
        found = found.filter(at__gte=asked.since, at__lt=asked.until)
    known = recorded_by(found, asked.known_at).order_by()
    return known.annotate(key=keys.get(asked.by, Value(AT_NO_TABLE)))


def _grouped(
    found: QuerySet[Any], asked: ReportParams, at: str, session: str, sums: dict[str, Any]
) -> Iterable[tuple[Any, dict[str, int]]]:
    """Yield a key and sums for each group of rows of the days asked for."""
    for row in keyed(found, asked, at, session).values("key").annotate(**sums):
        yield row.pop("key"), row


def keyed(found: QuerySet[Any], asked: ReportParams, at: str, session: str) -> QuerySet[Any]:
    """Return the rows of the days asked for with what they are grouped by as their `key`."""
    key = group_key(asked, at, session)
    within = found.filter(gaming_day__range=(asked.first, asked.last))
    if asked.shift:
        within = within.filter(**{f"{at}__gte": asked.since, f"{at}__lt": asked.until})
    # The act of a box is that of its taking off; its money is known once its entry is.
    within = recorded_by(within, asked.known_at, by="entry" if found.model is Box else "act")
    named: QuerySet[Any] = within.order_by().annotate(key=key)
    return named


def group_key(asked: ReportParams, at: str, session: str) -> Any:
    """Return by what rows are grouped as it is asked; the day is that on which they are booked."""
    return {
        "day": F("gaming_day"),
        "table": table_name(session, asked.known_at),
        "game": game_at(asked, session, at),
        "hour": ExtractHour(at, tzinfo=ZoneInfo(asked.timezone)),
        "dealer": Coalesce(Subquery(dealer_at(asked, session, at)), Value(NOBODY)),
    }[asked.by]


def game_at(asked: ReportParams, session: str, at: str) -> Coalesce:
    """Return what was played at a table at an instant, by the changes since and corrections."""
    what = {"session": OuterRef(f"{session}_id"), "what": TableChange.What.GAME}
    later = TableChange.objects.filter(**what, at__gt=OuterRef(at)).order_by("at", "id")
    then = later.annotate(then=KT("before__game")).values("then")[:1]
    said = recorded_by(Correction.objects.filter(what=Correction.What.GAME), asked.known_at)
    within = {"since__lte": OuterRef(at), "until__gt": OuterRef(at)}
    right = said.filter(session=OuterRef(f"{session}_id"), **within).order_by("-id").values("game")
    by_books = Coalesce(Subquery(then), f"{session}__game", output_field=TextField())
    return Coalesce(Subquery(right[:1]), by_books, output_field=TextField())


def dealer_at(asked: ReportParams, session: str, at: str) -> QuerySet[Any]:
    """Return who dealt at a table at an instant."""
    turns = recorded_by(DealerTurn.objects.all(), asked.known_at)
    dealing = turns.filter(session=OuterRef(f"{session}_id"), began_at__lte=OuterRef(at))
    return dealing.order_by("-began_at", "-id").values("dealer")[:1]


def _said(by: str, key: Any) -> Any:
    if by != "hour":
        return key
    return msg("{first} to {last}", first=f"{key:02}:00", last=f"{(key + 1) % 24:02}:00")


def _behind(asked: ReportParams, key: Any) -> Link:
    """Return the link to the hands, shares and boxes of a group."""
    query = {"first": asked.first, "last": asked.last, "by": asked.by, "only": key}
    return Link(route="report", ids=("takings",), query=query | asked.known)


def _order(asked: ReportParams, key: Any) -> Any:
    """Return what sorts days, hours of a night and names; numbers in names by their value."""
    if asked.by == "hour":
        return (key - asked.closes_at.hour) % 24
    if not isinstance(key, str):
        return key
    return [(int(part) if part.isdigit() else 0, part) for part in key.split()]


def _minutes(asked: ReportParams, session: Session) -> int | None:
    """Return how long a game was open in the days asked for, None while nobody knows."""
    if session.closed_at is None:
        return None
    since, until = max(session.opened_at, asked.since), min(session.closed_at, asked.until)
    return max(0, int((until - since).total_seconds())) // 60
