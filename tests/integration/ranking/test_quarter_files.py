"""The file of ranking quarters where two clubs play for one list: each prize once, by its club."""

import csv
import io

import pytest

from casino.cage.models import Payable
from casino.players.models import Player
from casino.staff.models import Role
from ranking.exports import payouts_csv
from ranking.models import ClosedQuarter, Ranking
from ranking.queries.standing import prizes
from ranking.services.paying import pay_quarter
from tests.books import register
from tests.integration.ranking.test_quarters import APRIL, due
from tests.integration.ranking.test_several import FROM, LADIES, TODAY, joined
from tests.ranking import League, one_manager
from tests.world import a_club


@pytest.fixture
def paid(db: None) -> tuple[League, League, Ranking]:
    """A cup that north keeps and both clubs play; Ann counts for both; it is paid."""
    north, south = League(a_club("north")), League(a_club("south"))
    one_manager(north, south)
    both = [north.world.club.pk, south.world.club.pk]
    cup = north.adopt("Cup", first_day=FROM, today=TODAY, overrides=LADIES, club_ids=both)
    south.guest("Zed")  # so that the codes of the two clubs differ
    north.play("Ann", "Bob", "Cat", "Dan")
    south.play("Ann", "Eve", "Fay", "Gus", "Hal", "Ida")
    north.count()
    joined(north, south.guest("Ann"), north.guest("Ann"))
    due(north.world)
    accountant = north.stamp(APRIL, "12:00", Role.ACCOUNTANT)
    asked = pay_quarter.ask(accountant, ranking_id=cup.pk, quarter="2026Q1")
    north.sign(asked, APRIL, "12:30")
    return north, south, cup


def rows(league: League) -> list[dict[str, str]]:
    return register(league.world, "ranking", APRIL, APRIL)


def cents(found: list[dict[str, str]], **where: str) -> int:
    return sum(
        int(row["prize"].replace(".", ""))
        for row in found
        if all(row[name] == value for name, value in where.items())
    )


def test_who_keeps_a_ranking_has_each_prize_once_whoever_owes_it(
    paid: tuple[League, League, Ranking],
):
    north, _, cup = paid
    found = rows(north)
    closed = {each.ranking.name: each for each in ClosedQuarter.objects.all()}
    assert {row["ranking"] for row in found} == {"Cup", "Ranking of Poker club north"}
    assert cents(found, ranking="Cup") == closed[cup.name].pool_cents
    own = "Ranking of Poker club north"
    assert cents(found, ranking=own) == closed[own].pool_cents


def test_each_club_finds_what_it_owes_for_a_ranking_of_both(paid: tuple[League, League, Ranking]):
    for league in paid[:2]:
        club = league.world.club
        owed = Payable.objects.filter(club=club, kind="ranking.prize")
        due_cents = sum(owed.values_list("cents", flat=True))
        assert due_cents > 0
        assert cents(rows(league), ranking="Cup", club=club.slug) == due_cents


def test_a_guest_of_another_club_is_told_from_ones_own(paid: tuple[League, League, Ranking]):
    north, _, _ = paid
    theirs = [row for row in rows(north) if row["player_club"] == "south"]
    assert theirs
    assert {row["ranking"] for row in theirs} == {"Cup"}


def test_the_club_beside_the_code_of_a_guest_is_that_of_the_card(
    paid: tuple[League, League, Ranking],
):
    north, south, cup = paid
    for league in (north, south):
        of_cup = [row for row in rows(league) if row["ranking"] == "Cup"]
        assert ("1", "Ann") in {(row["place"], card(row, "player_ref").name) for row in of_cup}
        assert all(card(row, "player_ref").name == "Ann" for row in of_cup if row["place"] == "1")
    listed = csv.DictReader(io.StringIO(payouts_csv(prizes(cup, "2026Q1")).decode("utf-8-sig")))
    for row in listed:
        assert card(row, "code").name == row["player"]


def card(row: dict[str, str], code: str) -> Player:
    return Player.objects.get(club__slug=row["player_club"], code=int(row[code]))
