"""Two people of one club do not let another club's winner count for a friend."""

import pytest

from casino.audit.queries.exceptions import exceptions
from casino.refusals import NotFound
from casino.staff.models import Role
from ranking.models import SamePerson
from ranking.queries import standing
from ranking.services.joining import NotManagerOfBoth, NotOnePerson, part_cards
from tests.integration.ranking.test_one_person import Clubs, clubs
from tests.integration.ranking.test_several import joined
from tests.refusing import refused
from tests.world import EVENING, a_member

__all__ = ["clubs"]


@pytest.fixture
def north_alone(clubs: Clubs) -> Clubs:
    """North's own manager signs, who has no role at south."""
    north = clubs[0]
    north.world.staff[Role.MANAGER] = a_member(north.world.club, Role.MANAGER, name="alone")
    return clubs


def test_the_other_clubs_manager_signs_whom_its_winner_counts_for(north_alone: Clubs):
    north, south, cup = north_alone
    before = [(row.player.pk, row.points_x100) for row in standing.table(cup, "2026Q1").rows]
    refused(NotManagerOfBoth, joined, north, south.guest("Ann"), north.guest("Friend"))
    assert [(r.player.pk, r.points_x100) for r in standing.table(cup, "2026Q1").rows] == before
    assert not SamePerson.objects.exists()


def test_nor_is_what_both_clubs_joined_parted_by_one(clubs: Clubs):
    north, south, _ = clubs
    joined(north, south.guest("Ann"), north.guest("Ann"))
    north.world.staff[Role.MANAGER] = a_member(north.world.club, Role.MANAGER, name="alone")
    stamp = north.stamp(EVENING, "15:40", Role.ACCOUNTANT)
    asked = part_cards.ask(stamp, player_id=south.guest("Ann").pk, reason="Mistake")
    refused(NotManagerOfBoth, north.sign, asked, EVENING, "15:50")
    assert SamePerson.objects.get().parted is None


def test_a_guest_of_another_club_who_never_played_has_no_name_here(clubs: Clubs):
    north, south, _ = clubs
    secret = south.guest("Very Private Person")
    refused(NotFound, joined, north, secret, north.guest("Friend"))
    refused(NotFound, joined, north, north.guest("Friend"), secret)


def test_two_cards_of_other_clubs_are_not_this_clubs_to_join(clubs: Clubs):
    north, south, _ = clubs
    said = refused(NotOnePerson, joined, north, south.guest("Ann"), south.guest("Eve"))
    assert str(said.message) == "One of the two cards must be of this club."


def test_what_cards_count_for_stands_out_at_the_other_club_too(clubs: Clubs):
    north, south, _ = clubs
    joined(north, south.guest("Ann"), north.guest("Ann"))
    stamp = north.stamp(EVENING, "15:40", Role.ACCOUNTANT)
    asked = part_cards.ask(stamp, player_id=south.guest("Ann").pk, reason="Mistake")
    north.sign(asked, EVENING, "15:50")
    for club in (north.world.club, south.world.club):
        rows = exceptions(club, first=EVENING, last=EVENING)
        listed = [(str(kind), row.operation) for kind, row, _ in rows]
        said = [each for each in listed if each[1].startswith("ranking.")]
        assert said == [
            ("correction", "ranking.part_cards"),
            ("correction", "ranking.join_cards"),
        ]
