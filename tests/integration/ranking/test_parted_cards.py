"""Cards of two clubs that were joined by mistake count apart again, once two people say so."""

from datetime import date

from django.template.loader import render_to_string

from casino.approvals.models import Proposal
from casino.players.models import Player
from casino.refusals import NotFound
from casino.staff.models import Role
from ranking.models import ClosedQuarter, SamePerson
from ranking.queries import standing
from ranking.services.joining import NotOnePerson, joining_preview, part_cards, parting_preview
from ranking.verify import verify_ranking
from tests.integration.ranking.test_one_person import Clubs, clubs
from tests.integration.ranking.test_quarters import APRIL, due
from tests.integration.ranking.test_several import joined
from tests.ranking import League
from tests.refusing import refused
from tests.world import EVENING

__all__ = ["clubs"]
WHY = "Two guests of one name."


def asked(league: League, player: Player, day: date = EVENING) -> Proposal:
    stamp = league.stamp(day, "15:40", Role.ACCOUNTANT)
    return part_cards.ask(stamp, player_id=player.pk, reason=WHY)


def parted(league: League, player: Player) -> None:
    league.sign(asked(league, player), EVENING, "15:50")


def points(clubs: Clubs) -> set[tuple[str, str, int]]:
    rows = standing.table(clubs[2], "2026Q1").rows
    return {(row.player.club.slug, row.player.name, row.points_x100) for row in rows}


def test_who_signs_is_told_which_two_cards_of_which_clubs_they_are(clubs: Clubs):
    north, south, _ = clubs
    ann, bob = south.guest("Ann"), north.guest("Bob")
    cards = {
        "duplicate_card": f"{ann.code} Ann, Poker club south",
        "counts_for_card": f"{bob.code} Bob, Poker club north",
    }
    stamp = north.stamp(EVENING, "15:00", Role.ACCOUNTANT)
    told = joining_preview(stamp, player_id=ann.pk, person_id=bob.pk, reason=WHY)
    assert told.ahead == cards
    joined(north, ann, bob)
    assert parting_preview(stamp, player_id=ann.pk, reason=WHY).ahead == cards
    for kind in ("join_cards", "part_cards"):
        page = render_to_string(
            f"approvals/ranking.{kind}.html",
            {"proposal": asked(north, ann), "consequence": cards, "request": None},
        )
        assert all(each in page for each in cards.values())


def test_parted_cards_count_apart_and_the_right_ones_can_be_joined(clubs: Clubs):
    north, south, _ = clubs
    before = points(clubs)
    joined(north, south.guest("Ann"), north.guest("Bob"))
    assert points(clubs) != before

    parted(north, south.guest("Ann"))

    assert points(clubs) == before
    joined(north, south.guest("Ann"), north.guest("Ann"))
    assert ("north", "Ann", 7_000) in points(clubs)
    parted(north, south.guest("Ann"))
    assert points(clubs) == before
    assert SamePerson.objects.exclude(parted=None).count() == 2


def test_a_card_that_counts_already_is_named_with_the_way_to_part_it(clubs: Clubs):
    north, south, _ = clubs
    joined(north, south.guest("Ann"), north.guest("Bob"))

    said = refused(NotOnePerson, joined, north, south.guest("Ann"), north.guest("Ann"))

    assert said.message == "Ann already counts for Bob of Poker club north."
    assert said.next_step == "If that is wrong, separate the cards first."
    assert said.next_page == "ranking-part-cards"
    assert said.about == {"player_id": south.guest("Ann").pk}


def test_cards_that_are_not_joined_are_not_parted(clubs: Clubs):
    north, south, _ = clubs
    refused(NotFound, asked, north, south.guest("Ann"))
    joined(north, south.guest("Ann"), north.guest("Bob"))
    refused(NotFound, asked, north, north.guest("Bob"))
    waiting = [asked(north, south.guest("Ann"))]
    parted(south, south.guest("Ann"))
    refused(NotFound, north.sign, waiting[0], EVENING, "16:00")


def test_a_closed_quarter_stays_as_it_was_and_the_pages_say_so(clubs: Clubs):
    north, south, cup = clubs
    joined(north, south.guest("Ann"), north.guest("Bob"))
    due(north.world)
    closed = points(clubs)
    client = north.world.browser(Role.ACCOUNTANT)
    where = f"/north/ranking/same-person/{south.guest('Ann').pk}/part/"
    listed = client.get("/north/ranking/same-person/").content.decode()
    assert where in listed
    assert "Cup 2026Q1" in client.get(where).content.decode()

    proposal = asked(north, south.guest("Ann"), APRIL)
    assert proposal.content["closed_quarters"] == ["Cup 2026Q1"]
    north.sign(proposal, APRIL, "15:50")

    assert where not in client.get("/north/ranking/same-person/").content.decode()
    assert client.get(where).status_code == 404
    assert points(clubs) == closed
    assert ClosedQuarter.objects.get(ranking=cup).cards == {
        str(south.guest("Ann").pk): north.guest("Bob").pk
    }
    assert list(verify_ranking(north.world.club.pk)) == []
