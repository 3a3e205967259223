"""Cards of one person at two clubs: joined, and merged with doubles within one of them."""

import pytest

from casino.cage.models import Payable
from casino.refusals import NotFound
from casino.staff.models import Role
from ranking.models import Ranking
from ranking.queries import standing
from ranking.services.paying import pay_quarter
from tests.integration.ranking.test_quarters import APRIL, due
from tests.integration.ranking.test_several import FROM, LADIES, TODAY, joined
from tests.merging import merged
from tests.ranking import League
from tests.refusing import refused
from tests.world import a_club, a_member

Clubs = tuple[League, League, Ranking]


@pytest.fixture
def clubs(db: None) -> Clubs:
    """A ranking of two clubs, at both of which an Ann has won."""
    north, south = League(a_club("north")), League(a_club("south"))
    boss = a_member(north.world.club, Role.MANAGER, name="boss")
    a_member(south.world.club, Role.MANAGER, name="boss")
    north.world.staff[Role.MANAGER] = south.world.staff[Role.MANAGER] = boss
    both = [north.world.club.pk, south.world.club.pk]
    cup = north.adopt("Cup", first_day=FROM, today=TODAY, overrides=LADIES, club_ids=both)
    north.play("Ann", "Bob", "Cat", "Dan")
    south.play("Ann", "Eve", "Fay", "Gus", "Hal", "Ida")
    north.count()
    return north, south, cup


def first(cup: Ranking) -> tuple[str, str, int]:
    row = standing.table(cup, "2026Q1").rows[0]
    return row.player.club.slug, row.player.name, row.points_x100


def test_one_person_stays_one_when_the_other_club_merges_a_double(clubs: Clubs):
    north, south, cup = clubs
    joined(north, south.guest("Ann"), north.guest("Ann"))
    assert first(cup) == ("north", "Ann", 7_000)
    merged(south.world, south.guest("Ann 2").pk, south.guest("Ann").pk)
    assert first(cup) == ("north", "Ann", 7_000)


def test_honest_joins_and_merges_in_a_circle_end_with_one_person(clubs: Clubs):
    north, south, cup = clubs
    joined(north, south.guest("Ann"), north.guest("Ann"))
    merged(north.world, north.guest("Ann 2").pk, north.guest("Ann").pk)
    # North knows no guest of South's who never entered; South knows North's, by the card before.
    refused(NotFound, joined, north, north.guest("Ann 2"), south.guest("Ann 2"))
    joined(south, north.guest("Ann 2"), south.guest("Ann 2"))
    merged(south.world, south.guest("Ann").pk, south.guest("Ann 2").pk, clock="22:20")
    assert first(cup)[2] == 7_000


def test_who_stands_in_the_ranking_can_be_joined_though_another_card_entered(clubs: Clubs):
    north, south, cup = clubs
    merged(south.world, south.guest("Ann 2").pk, south.guest("Ann").pk)
    stands = {
        (each.player.club.slug, each.player.name) for each in standing.table(cup, "2026Q1").rows
    }
    assert ("south", "Ann 2") in stands
    joined(north, north.guest("Ann"), south.guest("Ann 2"))
    assert first(cup)[2] == 7_000


def test_a_prize_is_owed_to_the_card_that_goes_on_at_the_paying_club(clubs: Clubs):
    north, south, cup = clubs
    joined(north, south.guest("Ann"), north.guest("Ann"))
    merged(south.world, south.guest("Ann 2").pk, south.guest("Ann").pk)
    due(north.world)
    before = set(Payable.objects.values_list("id", flat=True))
    what = {"ranking_id": cup.pk, "quarter": "2026Q1"}
    asked = pay_quarter.ask(north.stamp(APRIL, "12:00", Role.ACCOUNTANT), **what)
    north.sign(asked, APRIL, "12:30")

    owed = Payable.objects.filter(club=south.world.club).exclude(id__in=before)
    names = {each.player.name for each in owed if each.player}
    assert "Ann 2" in names
    assert "Ann" not in names
