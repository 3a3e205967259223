"""Points of a ranking tournament: when its prizes are awarded, factor by factor."""

from dataclasses import replace

import pytest

from casino.house.stamp import Stamp
from ranking.models import Points, Score
from ranking.queries import counting, standing
from ranking.services.counting import NotCounting, NotDecided, count_tournament
from tests.ranking import League
from tests.refusing import refused
from tests.world import World
from tournaments.models import Tournament


@pytest.fixture
def league(world: World) -> League:
    return League(world)


def a_job(world: World) -> Stamp:
    return replace(world.stamp(), actor_id=None)


def points(score: Score) -> list[tuple[int, str, int, int]]:
    found = Points.objects.filter(score=score).select_related("player")
    return [
        (one.place, one.player.name, one.place_factor, one.after_x100)
        for one in found.order_by("place", "player")
    ]


def test_a_tournament_gives_its_points_when_its_prizes_are_awarded(league: League):
    tournament = league.begin("Ann", "Bob", "Cat", "Dan")
    ranking = league.count()
    assert counting.score(ranking, tournament.pk) is None

    league.award(tournament, [["Ann"], ["Bob"], ["Cat"], ["Dan"]])
    league.count()

    score = counting.score(ranking, tournament.pk)
    assert score
    # 100 euro on average make 3.5, four players 1: place factor times 3.5 times 1.
    assert (score.buy_in_factor_x10, score.participants_factor_x10) == (35, 10)
    assert points(score) == [
        (1, "Ann", 30, 10_500),
        (2, "Bob", 24, 8_400),
        (3, "Cat", 20, 7_000),
        (4, "Dan", 16, 5_600),
    ]
    assert score.because[0]["rule"] == "OLY-5.7"
    assert score.because[0]["inputs"]["average_buy_in_cents"] == 10_000
    assert (score.quarter, score.contributed_cents) == ("2026Q1", 800)


def test_counting_again_counts_nothing_twice(league: League):
    league.play("Ann", "Bob")
    league.count()
    league.count()

    assert Score.objects.count() == 1


def test_nine_places_score_and_a_shared_ninth_has_half_of_it(league: League):
    names = [f"P{n}" for n in range(1, 9)]
    league.play(*names, ["P9", "P10"], entries=12, gross_cents=12_000)

    score = counting.score(league.count(), Score.objects.get().tournament_id)
    assert score
    found = points(score)
    assert len(found) == 10
    # 6 of place nine and nothing of place ten, by two, times 2 times 1.5.
    assert found[8:] == [(9, "P9", 6, 900), (9, "P10", 6, 900)]


def test_a_deal_is_placed_by_the_chips(league: League):
    league.play(["Ann", "Bob"], "Cat")

    score = counting.score(league.count(), Score.objects.get().tournament_id)
    assert score
    assert points(score)[:2] == [(1, "Ann", 54, 9_450), (1, "Bob", 54, 9_450)]


def test_a_tournament_that_is_not_ranking_gives_none(league: League, world: World):
    tournament = league.play("Ann", "Bob", ranking=False)
    league.count()

    assert Score.objects.count() == 0
    refused(NotCounting, count_tournament, a_job(world), tournament_id=tournament.pk)


def test_points_wait_for_the_prizes(league: League, world: World):
    tournament = league.begin("Ann", "Bob")
    league.count()

    refused(NotDecided, count_tournament, a_job(world), tournament_id=tournament.pk)


def test_the_standing_shows_the_price_of_a_point_and_the_prizes_as_of_now(league: League):
    league.play("Ann", "Bob", "Cat")
    league.play("Bob", "Ann", "Dan")
    ranking = league.count()

    table = standing.table(ranking, "2026Q1")
    assert [
        (row.rank, row.player.name, row.points_x100, row.tournaments) for row in table.rows
    ] == [
        (1, "Ann", 18_900, 2),
        (1, "Bob", 18_900, 2),
        (3, "Cat", 7_000, 1),
        (3, "Dan", 7_000, 1),
    ]
    assert (table.pool_cents, table.points_total_x100) == (1_200, 51_800)
    assert sum(row.cents for row in table.rows) == 1_200
    assert table.price_x10000 == 231


def test_a_satellite_that_somebody_marked_as_ranking_gives_none(league: League, world: World):
    """The house refuses the mark; even a row that came by another way counts nowhere."""
    tournament = league.play("Ann", "Bob")
    Tournament.objects.filter(id=tournament.pk).update(kind="satellite")

    ranking = league.count()

    assert Score.objects.count() == 0
    said = refused(NotCounting, count_tournament, a_job(world), tournament_id=tournament.pk)
    assert said.source == "OLY-5.2"
    assert counting.unfinished(ranking, "2026Q1") == []
