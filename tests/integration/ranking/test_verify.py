"""`verify` computes points and prizes again, and names what somebody changed."""

import psycopg
import pytest

from ranking.verify import verify_ranking
from tests.integration.ranking.test_quarters import APRIL, due
from tests.ranking import League
from tests.world import World, a_club
from tournaments.models import Tournament

pytestmark = pytest.mark.usefixtures("committed_db")


@pytest.fixture
def world() -> World:
    return a_club()


@pytest.fixture
def played(world: World) -> Tournament:
    """A quarter that was closed and paid, with a correction after it."""
    league = League(world)
    tournament = league.play("Ann", "Bob", "Cat")
    due(world)
    league.pay("2026Q1", APRIL)
    league.correct(tournament, "Bob", "Ann", "Cat", day=APRIL)
    return tournament


def said(world: World) -> list[str]:
    return [each.says for each in verify_ranking(world.club.pk)]


def test_honest_books_are_silent(world: World, played: Tournament):
    assert said(world) == []


@pytest.mark.parametrize(
    ("forged", "says"),
    [
        (
            "UPDATE ranking_points SET after_x100 = after_x100 + 1 WHERE place = 3",
            "they are not what the places give",
        ),
        (
            "UPDATE ranking_score SET participants = 12 WHERE number = 1",
            "participants or pool are not those of the tournament",
        ),
        (
            "UPDATE ranking_place SET cents = cents + 1 WHERE rank = 1",
            "its standing is not what its points give",
        ),
        (
            "UPDATE ranking_closedquarter SET carried_in_cents = 1, pool_cents = pool_cents + 1",
            "it does not begin with what the quarter before left",
        ),
        (
            "UPDATE ranking_prize SET cents = cents - 1 WHERE cents > 200",
            "599 owed by name and 0 left in the ledger, of 600",
        ),
    ],
)
def test_what_somebody_changed_is_named(
    world: World, played: Tournament, forger: psycopg.Connection, forged: str, says: str
):
    forger.execute(forged)

    assert any(one.endswith(says) for one in said(world)), said(world)


def test_a_result_changed_behind_the_points_is_named(world: World, forger: psycopg.Connection):
    tournament = League(world).play("Ann", "Bob", "Cat")
    League(world).count()
    assert said(world) == []
    forger.execute("UPDATE tournaments_knockout SET hand = 3000 - hand WHERE hand >= 1000")

    assert said(world) == [f"points of {tournament}: the result was changed since it was counted"]
