"""What the club came to: tournaments, and everything by day, month, quarter or year."""

from collections import defaultdict
from datetime import date

from django.db.models import Count

from cashgames.models import Hand, Seat
from casino.clock import quarter
from casino.ledger import queries as ledger
from casino.reports.sheet import Asked, Link, Report, Row, Sheet, cents, count, day, text
from tournaments.models import Tournament
from tournaments.queries import money_check, waterfall

# What stands in a column of the statistics: a code of the ledger, and whether credits are good.
EARNED = {
    "rake": "income:rake",
    "time_rake": "income:time-rake",
    "fees": "income:fees",
    "jackpot_money": "jackpot:pool",
}
SPENT = {"overlay": "expense:overlay", "over_short": "expense:over-short"}


def statistics(asked: Asked) -> Sheet:
    """Return hands, guests, income and costs by day, month, quarter or year."""
    found: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    codes = {code: name for name, code in (EARNED | SPENT).items()}
    for gaming_day, code, debit, credit in ledger.moved_by_day(
        asked.club_id, tuple(codes), asked.first, asked.last
    ):
        # Money that leaves a pool was won, not lost by the house: drops alone are counted.
        moved = credit if code == EARNED["jackpot_money"] else credit - debit
        found[_period(asked.by, gaming_day)][codes[code]] += moved
    days = {"gaming_day__range": (asked.first, asked.last)}
    hands = Hand.objects.filter(session__club_id=asked.club_id, **days).values_list("gaming_day")
    for gaming_day, dealt in hands.annotate(n=Count("id")):
        found[_period(asked.by, gaming_day)]["hands"] += dealt
    for period, guests in _guests(asked).items():
        found[period]["guests"] = guests
    names = ("hands", "guests", *EARNED, *SPENT)
    rows = [
        Row(
            cells=(
                period,
                *(line[name] for name in names),
                sum(line[name] for name in ("rake", "time_rake", "fees", *SPENT)),
            ),
            why=_why(asked.by, period),
        )
        for period, line in sorted(found.items())
    ]
    columns = (
        text("period", dict(STATISTICS.ways)[asked.by].removeprefix("by ").capitalize()),
        count("hands", "Hands"),
        count("guests", "Guests seated", summed=False),
        cents("rake", "Rake"),
        cents("time_rake", "Time rake"),
        cents("fees", "Tournament fees"),
        cents("jackpot_money", "Jackpot money"),
        cents("overlay", "Overlay"),
        cents("over_short", "Over and short"),
        cents("house", "House together", drawn=True),
    )
    return Sheet(columns=columns, rows=rows)


def tournaments(asked: Asked) -> Sheet:
    """Return each tournament: who came, what was collected, where it went, whether it agrees."""
    found = Tournament.objects.filter(
        club_id=asked.club_id, gaming_day__range=(asked.first, asked.last)
    )
    rows = []
    for each in found.order_by("starts_at", "id"):
        check, pool = money_check(each), waterfall(each, at=asked.until)
        rows.append(
            Row(
                cells=(
                    each.gaming_day,
                    each.name,
                    "cancelled" if each.cancelled_at else "ended" if each.finished_at else "open",
                    pool.participants,
                    check.received_cents,
                    pool.overlay_cents,
                    pool.net_cents,
                    "agrees" if check.agrees else "differs",
                ),
                why=Link(route="tournament-pool", ids=(each.pk,)),
            )
        )
    columns = (
        day(),
        text("tournament", "Tournament"),
        text("state", "State"),
        count("participants", "Participants"),
        cents("received", "Received"),
        cents("overlay", "Overlay"),
        cents("prizes", "Prizes", drawn=True),
        text("check", "Money check"),
    )
    return Sheet(columns=columns, rows=rows)


STATISTICS = Report(
    name="statistics",
    title="The club in figures",
    question="What did the club come to, by day, month, quarter or year?",
    group="Club",
    make=statistics,
    ways=(
        ("day", "by day"),
        ("month", "by month"),
        ("quarter", "by quarter"),
        ("year", "by year"),
    ),
)
TOURNAMENTS = Report(
    name="tournaments",
    title="Tournaments",
    question="Who came, what was collected, and where did every euro go?",
    group="Club",
    make=tournaments,
)


def _period(by: str, gaming_day: date) -> str:
    written = {"day": gaming_day.isoformat(), "month": f"{gaming_day:%Y-%m}"}
    return written.get(by) or (quarter(gaming_day) if by == "quarter" else f"{gaming_day:%Y}")


def _guests(asked: Asked) -> dict[str, int]:
    """Return how many different guests sat down at cash tables in each period."""
    seats = Seat.objects.filter(
        session__club_id=asked.club_id, sat_at__gte=asked.since, sat_at__lt=asked.until
    )
    seen: dict[str, set[int]] = defaultdict(set)
    for sat_at, player_id in seats.values_list("sat_at", "player_id"):
        seen[_period(asked.by, asked.day_of(sat_at))].add(player_id)
    return {period: len(players) for period, players in seen.items()}


def _why(by: str, period: str) -> Link | None:
    return Link(route="day", ids=(date.fromisoformat(period),)) if by == "day" else None
