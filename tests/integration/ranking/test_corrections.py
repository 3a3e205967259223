"""A result that was wrong, two cards of one guest: a closed quarter stays as it is."""

from datetime import date, timedelta

import pytest

from casino.approvals import services as approvals
from casino.approvals.signed import NothingChanges, StaleProposal
from casino.cage.models import Payable
from casino.names import with_names
from casino.players.services.duplicates import merge_players
from casino.refusals import BadInput
from casino.staff.models import Role
from ranking.models import Points, RankingPlace, Score
from ranking.queries import counting
from ranking.queries import standing as standing_queries
from ranking.services.correcting import NoSuchPlace, NotCounted, PlaceOf, correct_points
from tests.integration.ranking.test_quarters import APRIL, END, due
from tests.ranking import League
from tests.refusing import refused
from tests.world import EVENING, World

MAY = date(2026, 5, 4)


@pytest.fixture
def league(world: World) -> League:
    return League(world)


def standing(league: League, quarter: str) -> list[tuple[str, int]]:
    table = standing_queries.table(league.count(), quarter)
    return [(row.player.name, row.points_x100) for row in table.rows]


def test_before_the_close_a_correction_changes_its_own_quarter(league: League):
    tournament = league.play("Ann", "Bob", "Cat")
    league.count()

    asked = league.correct(tournament, "Bob", "Ann", "Cat", day=EVENING)

    assert standing(league, "2026Q1") == [("Bob", 10_500), ("Ann", 8_400), ("Cat", 7_000)]
    (change,) = with_names(asked.content)["rankings"]
    assert change["quarter"] == "2026Q1"
    assert change["changes"] == [
        {"player": "Bob", "before_x100": 8_400, "after_x100": 10_500},
        {"player": "Ann", "before_x100": 10_500, "after_x100": 8_400},
    ]


def test_after_the_close_only_the_open_quarter_changes(world: World, league: League):
    tournament = league.play("Ann", "Bob", "Cat")
    due(world)
    before = list(RankingPlace.objects.values_list("player__name", "points_x100", "cents"))

    league.correct(tournament, "Bob", "Ann", "Cat", day=MAY)

    assert list(RankingPlace.objects.values_list("player__name", "points_x100", "cents")) == before
    assert standing(league, "2026Q1") == [("Ann", 10_500), ("Bob", 8_400), ("Cat", 7_000)]
    assert standing(league, "2026Q2") == [("Bob", 2_100), ("Ann", -2_100)]
    score = counting.score(league.count(), tournament.pk)
    assert score
    assert (score.number, score.quarter, score.tournament.gaming_day) == (2, "2026Q2", EVENING)


def test_points_below_zero_are_not_paid(world: World, league: League):
    tournament = league.play("Ann", "Bob", "Cat")
    due(world)
    league.correct(tournament, "Bob", "Ann", "Cat", day=MAY)
    league.play("Cat", "Dan", day=MAY)
    due(world, END + timedelta(days=91))

    paid = {
        each.player.name: each.cents
        for each in RankingPlace.objects.filter(closed__quarter="2026Q2")
    }
    assert paid["Ann"] == 0
    assert sum(paid.values()) == 400


def test_a_second_correction_takes_the_first_as_what_was_before(league: League):
    tournament = league.play("Ann", "Bob", "Cat")
    league.count()
    league.correct(tournament, "Bob", "Ann", "Cat", day=EVENING)

    league.correct(tournament, "Ann", "Bob", day=EVENING)

    assert standing(league, "2026Q1")[:2] == [("Ann", 10_500), ("Bob", 8_400)]
    lost = Points.objects.get(score__number=3, player=league.guest("Cat"))
    assert (lost.before_x100, lost.after_x100, lost.place) == (7_000, 0, None)
    assert Score.objects.count() == 3


def test_what_cannot_be_corrected_is_refused_in_a_sentence(world: World, league: League):
    tournament = league.play("Ann", "Bob", "Cat")
    stamp = league.stamp(EVENING, "23:59", Role.ACCOUNTANT)
    ann, bob, cat = (league.guest(name).pk for name in ("Ann", "Bob", "Cat"))

    def ask(places: dict[int, int]) -> object:
        fresh = league.stamp(EVENING, "23:59", Role.ACCOUNTANT)
        return correct_points.ask(
            fresh,
            tournament_id=tournament.pk,
            places=[PlaceOf(player_id=pk, place=place) for pk, place in places.items()],
            reason="A mistake.",
        )

    refused(NotCounted, ask, {ann: 1})
    league.count()
    said = refused(NoSuchPlace, ask, {ann: 1, bob: 4})
    assert said.message == "Place 4 is not possible with 1 of 3 players ahead of it."
    refused(BadInput, ask, {ann: 0})
    refused(NoSuchPlace, ask, {league.guest("Dan").pk: 1})
    refused(NothingChanges, ask, {ann: 1, bob: 2, cat: 3})
    assert stamp


def test_a_correction_is_signed_as_it_was_read(league: League):
    tournament = league.play("Ann", "Bob", "Cat")
    league.count()
    asked = [
        correct_points.ask(
            league.stamp(EVENING, "23:58", Role.ACCOUNTANT),
            tournament_id=tournament.pk,
            places=[
                PlaceOf(player_id=league.guest(name).pk, place=n)
                for n, name in enumerate(names, start=1)
            ],
            reason="A mistake.",
        )
        for names in (("Bob", "Ann", "Cat"), ("Cat", "Ann", "Bob"))
    ]
    league.sign(asked[0], EVENING, "23:59")

    refused(
        StaleProposal,
        approvals.approve,
        league.stamp(EVENING, "23:59"),
        proposal_id=asked[1].pk,
        digest=asked[1].digest,
    )


def merged(league: League, double: str, stays: str, *, day: date = EVENING) -> None:
    asked = merge_players.ask(
        league.stamp(day, "15:00", Role.CASHIER),
        player_id=league.guest(stays).pk,
        other_id=league.guest(double).pk,
        reason="Duplicate card, one passport.",
    )
    league.sign(asked, day, "15:30")


def test_points_of_two_cards_follow_the_surviving_one(world: World, league: League):
    league.play("Ann", "Bob")
    league.play("Anna", "Bob")
    league.count()

    merged(league, "Anna", "Ann")

    table = standing_queries.table(league.count(), "2026Q1")
    assert [(row.player.name, row.points_x100, row.tournaments) for row in table.rows] == [
        ("Ann", 21_000, 2),
        ("Bob", 16_800, 2),
    ]


def test_a_closed_quarter_keeps_both_cards_and_pays_the_surviving_one(world: World, league: League):
    league.play("Ann", "Bob")
    league.play("Anna", "Bob")
    due(world)

    merged(league, "Anna", "Ann", day=APRIL)
    league.pay("2026Q1", APRIL)

    places = RankingPlace.objects.values_list("player__name", "points_x100")
    assert sorted(places) == [("Ann", 10_500), ("Anna", 10_500), ("Bob", 16_800)]
    owed = Payable.objects.filter(kind="ranking.prize").values_list("player__name", flat=True)
    assert sorted(owed) == ["Ann", "Ann", "Bob"]
