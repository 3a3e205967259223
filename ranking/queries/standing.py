"""The standing of a quarter: as it grows, and as it was closed. Points in hundredths."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from casino.house.because import Because
from casino.kept_sql import kept_sql
from casino.ledger.queries.as_of import recorded_by
from casino.names import guest_key, guest_of
from casino.paging import Page
from casino.players.models import Player
from ranking.models import ClosedQuarter, Points, Prize, Ranking
from ranking.queries.rankings import persons, pools_cents, quarter_scheme
from ranking.rules.payout import QuarterStanding, RankingPayout, ranking_payout
from ranking.rules.periods import preceding


@dataclass(frozen=True, kw_only=True, slots=True)
class RankingRow:
    """A player in a standing; equal points, equal rank. cents: the prize as of now."""

    rank: int
    player: Player
    points_x100: int
    tournaments: int
    cents: int
    paid: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class RankingTable:
    """A quarter as it stands: its pool, the points of who is paid, and every player."""

    ranking: Ranking
    quarter: str
    carried_in_cents: int
    pool_cents: int
    points_total_x100: int
    carried_over_cents: int
    rows: tuple[RankingRow, ...]
    because: tuple[Because, ...]
    closed: ClosedQuarter | None = None

    @property
    def contributed_cents(self) -> int:
        """What the quarter's tournaments brought."""
        return self.pool_cents - self.carried_in_cents

    @property
    def price_x10000(self) -> int:
        """The price of a point in hundredths of a cent, cut; prizes never use it (AMB-97)."""
        return self.pool_cents * 10_000 // self.points_total_x100 if self.points_total_x100 else 0

    def row(self, player_id: int) -> RankingRow | None:
        return next((row for row in self.rows if row.player.pk == player_id), None)


def table(ranking: Ranking, quarter: str) -> RankingTable:
    """
    Return a quarter as it was closed, else as it stands. Raises NoScheme.

    Source: OLY-5.5, AMB-94 to AMB-97.
    """
    closed = closed_quarter(ranking, quarter)
    if closed:
        return _closed_table(closed)
    pool = sum(pools_cents(ranking, quarter).values())
    return counted(ranking, quarter, pool_cents=pool, cards=persons(ranking))


def counted(
    ranking: Ranking, quarter: str, *, pool_cents: int, cards: Mapping[int, int]
) -> RankingTable:
    """
    Return a quarter's standing, paid from a pool.

    cards: for whom a card counts, where it is another one. Raises NoScheme.
    """
    points, tournaments = _sums(ranking, quarter, cards)
    players = Player.objects.select_related("club").in_bulk(points)
    payout = pay(ranking, quarter, pool_cents=pool_cents, points=points)
    paid = {guest_of(key): cents for key, cents in payout.payouts_cents.items()}
    order = sorted(points, key=lambda one: (-points[one], one))
    # The first place at which so many points stand; equal points, equal rank.
    ranks = {points[one]: place for place, one in reversed(list(enumerate(order, start=1)))}
    rows = [
        RankingRow(
            rank=ranks[points[one]],
            player=players[one],
            points_x100=points[one],
            tournaments=tournaments[one],
            cents=paid.get(one, 0),
            paid=one in paid,
        )
        for one in order
    ]
    return RankingTable(
        ranking=ranking,
        quarter=quarter,
        carried_in_cents=carried_in_cents(ranking, quarter),
        pool_cents=pool_cents,
        points_total_x100=payout.points_total_x100,
        carried_over_cents=payout.carried_over_cents,
        rows=tuple(rows),
        because=payout.because,
    )


def pay(
    ranking: Ranking,
    quarter: str,
    *,
    pool_cents: int,
    points: dict[int, int],
) -> RankingPayout:
    """Return what a pool pays for points by player. Raises NoScheme."""
    book = quarter_scheme(ranking, quarter)
    standings = [
        QuarterStanding(player=guest_key(one), points_x100=max(0, x100))
        for one, x100 in points.items()
    ]
    return ranking_payout(book, pool_cents=pool_cents, standings=standings)


def closed_quarter(ranking: Ranking, quarter: str) -> ClosedQuarter | None:
    """Return a closed quarter, or None while it is open."""
    return next(iter(_closed(ranking, quarter)), None)


@kept_sql
def _closed(ranking: Ranking, quarter: str) -> QuerySet[ClosedQuarter]:
    return ClosedQuarter.objects.filter(ranking=ranking, quarter=quarter)


def closed_quarters(ranking: Ranking, *, page: Page | None = None) -> list[ClosedQuarter]:
    """Return the closed quarters, the latest first, with their payouts."""
    found = ClosedQuarter.objects.filter(ranking=ranking).prefetch_related("payouts__proposal")
    latest = found.order_by("-quarter")
    return page.of(latest) if page else list(latest)


def owed_by_name(known_at: datetime | None = None) -> QuerySet[Prize]:
    """Return the prizes that stand, or stood at an instant: not those that were owed anew since."""
    if known_at is None:
        return Prize.objects.filter(payable__reversal=None)
    found = recorded_by(Prize.objects.all(), known_at)
    return found.exclude(payable__reversal__recorded_at__lte=known_at)


def prizes(ranking: Ranking, quarter: str) -> list[Prize]:
    """Return what a quarter owes by name, the first place first."""
    found = owed_by_name().filter(place__closed__ranking=ranking, place__closed__quarter=quarter)
    rows = found.select_related(
        "place__player__club",
        "place__closed__ranking",
        "payable__club",
        "payable__player__club",
    )
    return list(rows.order_by("place__rank", "id"))


def carried_in_cents(ranking: Ranking, quarter: str) -> int:
    """Return what the quarter before had left for this one (AMB-96)."""
    before = closed_quarter(ranking, preceding(quarter))
    return before.carried_over_cents if before else 0


def _sums(
    ranking: Ranking, quarter: str, cards: Mapping[int, int]
) -> tuple[dict[int, int], dict[int, int]]:
    """Return points and number of tournaments by person; who has neither more nor less is none."""
    points: dict[int, int] = defaultdict(int)
    played: dict[int, set[int]] = defaultdict(set)
    for each in _points(ranking, quarter):
        who = cards.get(each.player_id, each.player_id)
        points[who] += each.change_x100
        played[who].add(each.score.tournament_id)
    some = {who: x100 for who, x100 in points.items() if x100}
    return some, {who: len(ids) for who, ids in played.items()}


@kept_sql
def _points(ranking: Ranking, quarter: str) -> QuerySet[Points]:
    found = Points.objects.filter(score__ranking=ranking, score__quarter=quarter)
    return found.select_related("score")


def _closed_table(closed: ClosedQuarter) -> RankingTable:
    places: Sequence[RankingRow] = [
        RankingRow(
            rank=each.rank,
            player=each.player,
            points_x100=each.points_x100,
            tournaments=each.tournaments,
            cents=each.cents,
            paid=each.cents > 0,
        )
        for each in closed.places.select_related("player__club")
    ]
    return RankingTable(
        ranking=closed.ranking,
        quarter=closed.quarter,
        carried_in_cents=closed.carried_in_cents,
        pool_cents=closed.pool_cents,
        points_total_x100=closed.points_total_x100,
        carried_over_cents=closed.carried_over_cents,
        rows=tuple(places),
        because=tuple(Because(**each) for each in closed.because),
        closed=closed,
    )
