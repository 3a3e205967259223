"""The ranking by program: what a page shows, and what two people do, over HTTP."""

from datetime import timedelta

import pytest

from casino.closing.services.days import close_due_days
from casino.staff.models import Role
from ranking.models import ClosedQuarter, Score
from ranking.services.counting import count_due
from tests.api.program import Program, program
from tests.integration.ranking.test_quarters import END, due
from tests.ranking import League
from tests.world import World

pytestmark = pytest.mark.django_db


@pytest.fixture
def league(world: World) -> League:
    return League(world)


@pytest.fixture
def accountant(world: World) -> Program:
    return program(world, Role.ACCOUNTANT)


def test_a_standing_with_prizes_as_of_now(league: League, accountant: Program):
    league.play("Ann", "Bob", "Cat")
    ranking = league.count()

    (listed,) = accountant.get("rankings/").json()
    found = accountant.get(f"rankings/{ranking.pk}/standing/", quarter="2026Q1").json()

    assert listed == {"id": ranking.pk, "name": ranking.name, "own": True}
    assert (found["pool_cents"], found["closed"], found["points_total_x100"]) == (
        600,
        False,
        25_900,
    )
    assert [(row["rank"], row["player"], row["cents"]) for row in found["rows"]] == [
        (1, "Ann", 243),
        (2, "Bob", 195),
        (3, "Cat", 162),
    ]
    assert found["because"][0]["rule"] == "OLY-5.6"


def test_a_quarter_that_is_none_is_told_how_one_is_written(league: League, accountant: Program):
    ranking = league.count()
    refused = accountant.get(f"rankings/{ranking.pk}/standing/", quarter="2026Q9")
    assert refused.status_code == 400
    assert refused.json()["errors"] == {"quarter": ["Enter a quarter, for example 2026Q1."]}


def test_points_factor_by_factor(league: League, accountant: Program):
    tournament = league.play("Ann", "Bob", "Cat")
    ranking = league.count()

    (score,) = accountant.get(f"tournaments/{tournament.pk}/points/").json()
    player = f"rankings/{ranking.pk}/players/{league.guest('Bob').pk}/"
    (line,) = accountant.get(player, quarter="2026Q1").json()

    assert (score["buy_in_factor_x10"], score["participants_factor_x10"]) == (35, 10)
    assert [each["after_x100"] for each in score["points"]] == [10_500, 8_400, 7_000]
    assert (line["place_factor"], line["place"], line["after_x100"]) == (24, 2, 8_400)


def test_what_a_place_tonight_would_give(league: League, accountant: Program):

    tournament = league.begin("Ann", "Bob", "Cat", entries=12)
    ranking = league.count()

    (found,) = accountant.get(f"rankings/{ranking.pk}/tonight/").json()

    assert found["tournament_id"] == tournament.pk
    assert found["participants"] == 12
    # 300 euro by 12 are 25 on average: 2.5 times 1.5.
    assert found["places"][2] == {"place": 3, "points_x100": 20 * 25 * 15}


def test_a_quarter_is_closed_and_paid_over_http(world: World, league: League, accountant: Program):
    league.play("Ann", "Bob", "Cat")
    ranking = league.count()
    address = f"rankings/{ranking.pk}"

    early = accountant.post(f"{address}/quarters/", quarter="2031Q1")
    assert (early.status_code, early.json()["error"]) == (409, "RANKING-004")
    due(world)
    twice = accountant.post(f"{address}/quarters/", quarter="2026Q1")
    assert (twice.status_code, twice.json()["error"]) == (409, "RANKING-005")
    asked = accountant.post(f"{address}/payouts/", quarter="2026Q1")
    assert asked.status_code == 201
    manager = program(world, Role.MANAGER)
    proposal = asked.json()
    done = manager.post(f"proposals/{proposal['id']}/approve/", digest=proposal["digest"])
    assert done.status_code in {200, 201}

    (closed,) = accountant.get(f"{address}/quarters/").json()
    paid = accountant.get(f"{address}/payouts/", quarter="2026Q1").json()
    assert (closed["quarter"], closed["pool_cents"]) == ("2026Q1", 600)
    assert [(each["rank"], each["cents"]) for each in paid] == [(1, 243), (2, 195), (3, 162)]
    assert all(each["payable_id"] for each in paid)


def test_the_accountant_closes_late_by_hand(world: World, league: League, accountant: Program):
    league.play("Ann", "Bob")
    ranking = league.count()

    waits = accountant.post(f"rankings/{ranking.pk}/quarters/", quarter="2026Q1")
    assert waits.json()["message"] == "A gaming day of the quarter is not closed yet."
    close_due_days(END + timedelta(days=3))
    closed = accountant.post(f"rankings/{ranking.pk}/quarters/", quarter="2026Q1")

    assert closed.status_code == 201, closed.json()
    assert ClosedQuarter.objects.get().pool_cents == 400


def test_a_correction_is_proposed_with_places(league: League, accountant: Program):
    tournament = league.play("Ann", "Bob")
    count_due(END)
    places = [
        {"player_id": league.guest(name).pk, "place": place}
        for place, name in ((1, "Bob"), (2, "Ann"))
    ]

    asked = accountant.post(
        f"tournaments/{tournament.pk}/points/", places=places, reason="The film says so."
    )

    assert asked.status_code == 201, asked.json()
    twice = accountant.post(
        f"tournaments/{tournament.pk}/points/", places=places + places[:1], reason="Twice."
    )
    assert (twice.status_code, twice.json()["errors"]) == (
        400,
        {"places": ["Each player has one place."]},
    )
    (change,) = asked.json()["content"]["rankings"]
    assert {each["player"] for each in change["changes"]} == {"Ann", "Bob"}
    assert Score.objects.count() == 1


@pytest.mark.parametrize("quarter", ["2026Q5", "2026q1", "1999Q1", "2026Q1\n", ""])
def test_what_is_no_quarter_is_refused(league: League, accountant: Program, quarter: str):
    ranking = league.count()

    said = accountant.post(f"rankings/{ranking.pk}/quarters/", quarter=quarter)

    assert said.status_code == 400


def test_a_further_ranking_and_two_cards_are_proposed(world: World, league: League):
    manager = program(world, Role.MANAGER)
    edition = {
        "name": "Cup",
        "book": "olympic",
        "overrides": {"ranking.paid_places": 3, "ranking.contribution_bp": 0},
        "first_day": "2099-01-01",
        "reason": "Why not.",
    }

    asked = manager.post("rankings/editions/", **edition)
    wrong = manager.post("rankings/editions/", **edition | {"overrides": {"rake.cap_cents": 1}})
    cards = manager.post(
        "rankings/same-person/",
        player_id=league.guest("Ann").pk,
        person_id=league.guest("Anna").pk,
        reason="One Ann.",
    )

    assert (asked.status_code, cards.status_code) == (201, 409), (asked.json(), cards.json())
    assert cards.json()["message"] == "Both cards are of the same club."
    assert wrong.status_code == 400
