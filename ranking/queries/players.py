"""A player's quarter, tonight's tournaments and what a place in them would give."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import accumulate

from django.db.models import QuerySet

from casino.kept_sql import kept_sql
from casino.messages import msg
from casino.names import guest_of
from casino.players.models import Player
from casino.refusals import NotFound
from ranking.models import Points, Ranking, Score
from ranking.queries.counting import counts, uncounted
from ranking.queries.rankings import clubs, persons, scheme
from ranking.queries.standing import RankingTable, pay
from ranking.rules.payout import ranking_of
from ranking.rules.points import buy_in_factor_x10, participants_factor_x10
from tournaments.models import Tournament
from tournaments.queries.pools import waterfall


@dataclass(frozen=True, kw_only=True, slots=True)
class Tonight:
    """
    A ranking tournament under way: what each place would give if nobody came any more.

    adds_cents: what it will still bring the pool; places: (place, points in hundredths).
    """

    tournament: Tournament
    participants: int
    gross_cents: int
    average_buy_in_cents: int
    buy_in_factor_x10: int
    participants_factor_x10: int
    adds_cents: int
    places: tuple[tuple[int, int], ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Chance:
    """What a place tonight would make of a player's quarter."""

    place: int
    points_x100: int
    total_x100: int
    rank: int
    cents: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Course:
    """How a player's points grew through a quarter: (gaming day, points so far)."""

    player: Player
    steps: tuple[tuple[date, int], ...]


def player(ranking: Ranking, player_id: int) -> Player:
    """Return a guest of a club whose tournaments a ranking counts. Raises NotFound."""
    found = Player.objects.filter(id=player_id, club__in=clubs(ranking)).first()
    if found is None:
        raise NotFound(msg("This ranking has no such player."), field="player_id")
    return found


def cards(ranking: Ranking, player_id: int) -> list[int]:
    """Return every card that counts for a player, the player's own among them."""
    return _cards(persons(ranking), player_id)


def _cards(person: Mapping[int, int], player_id: int) -> list[int]:
    who = person.get(player_id, player_id)
    return [who, *(card for card, other in person.items() if other == who)]


def player_points(ranking: Ranking, quarter: str, player_id: int) -> list[Points]:
    """Return what each tournament gave a player, the latest first, with its factors."""
    found = _points(ranking, quarter, cards(ranking, player_id))
    people = found.select_related("score__tournament__club", "score__proposal", "player")
    return list(people.order_by("-score_id"))


def _points(ranking: Ranking, quarter: str, cards: Collection[int]) -> QuerySet[Points]:
    return Points.objects.filter(score__ranking=ranking, score__quarter=quarter, player__in=cards)


@kept_sql
def scores(ranking: Ranking, quarter: str) -> QuerySet[Score]:
    """Return the tournaments counted in a quarter and the corrections, in order."""
    found = Score.objects.filter(ranking=ranking, quarter=quarter)
    return found.select_related("tournament__club", "proposal").order_by("at", "id")


def tournament_scores(tournament: Tournament) -> list[Score]:
    """Return how a tournament was counted, ranking by ranking, corrections after the first."""
    found = Score.objects.filter(tournament=tournament).select_related("ranking", "proposal")
    return list(found.prefetch_related("points__player").order_by("-ranking__own", "ranking", "id"))


def tonight(ranking: Ranking, *, day: date, at: datetime) -> list[Tonight]:
    """Return the ranking tournaments that somebody entered and that gave no points yet."""
    return [
        found
        for club in clubs(ranking)
        for each in uncounted(club, last=day)
        if counts(ranking, each) and (found := _tonight(ranking, each, at))
    ]


def _tonight(ranking: Ranking, tournament: Tournament, at: datetime) -> Tonight | None:
    water = waterfall(tournament, at=at)
    if not water.participants:
        return None
    rule = ranking_of(scheme(ranking, tournament.gaming_day))
    gross = water.pool.gross_prize_pool_cents
    average = gross // water.participants
    buy_in = buy_in_factor_x10(rule, average)
    participants = participants_factor_x10(rule, water.participants)
    brings = water.pool.ranking_contribution_cents if ranking.own and not water.fixed else 0
    return Tonight(
        tournament=tournament,
        participants=water.participants,
        gross_cents=gross,
        average_buy_in_cents=average,
        buy_in_factor_x10=buy_in,
        participants_factor_x10=participants,
        adds_cents=brings,
        places=tuple(
            (place, factor * buy_in * participants)
            for place, factor in enumerate(rule.place_factors, start=1)
        ),
    )


def chances(table: RankingTable, player: Player, under_way: Tonight) -> list[Chance]:
    """Return what each place tonight would make of a player's rank and prize. Raises NoScheme."""
    points = {row.player.pk: row.points_x100 for row in table.rows}
    found = []
    for place, x100 in under_way.places:
        then = points | {player.pk: points.get(player.pk, 0) + x100}
        payout = pay(
            table.ranking,
            table.quarter,
            pool_cents=table.pool_cents + under_way.adds_cents,
            points=then,
        )
        cents = {guest_of(key): prize for key, prize in payout.payouts_cents.items()}
        found.append(
            Chance(
                place=place,
                points_x100=x100,
                total_x100=then[player.pk],
                rank=1 + sum(other > then[player.pk] for other in then.values()),
                cents=cents.get(player.pk, 0),
            )
        )
    return found


def courses(table: RankingTable, *, maximum: int = 5) -> list[Course]:
    """Return how the points of the first players grew, day by day."""
    first, person = table.rows[:maximum], persons(table.ranking)
    of = {card: row.player.pk for row in first for card in _cards(person, row.player.pk)}
    found = _points(table.ranking, table.quarter, of).select_related("score__tournament")
    given: dict[int, list[Points]] = {row.player.pk: [] for row in first}
    for each in found.order_by("score_id"):
        given[of[each.player_id]].append(each)
    return [Course(player=row.player, steps=_steps(given[row.player.pk])) for row in first]


def _steps(found: Sequence[Points]) -> tuple[tuple[date, int], ...]:
    sums = accumulate(each.change_x100 for each in found)
    return tuple(zip((_day(each) for each in found), sums, strict=True))


def _day(point: Points) -> date:
    """Return the day on which points count: the tournament's, a correction's its own."""
    score = point.score
    return score.tournament.gaming_day if score.number == 1 else score.gaming_day
