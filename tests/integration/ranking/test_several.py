"""Several rankings at once: of a club, of several clubs, by another scheme."""

from datetime import date, timedelta
from typing import Any

import pytest

from casino.approvals.models import Proposal
from casino.approvals.signed import StaleProposal
from casino.cage.models import Payable
from casino.ledger.verify import Books
from casino.players.models import Player
from casino.refusals import BadInput, NotFound
from casino.staff.models import Role
from casino.verify.findings import broken
from ranking.models import ClosedQuarter, Edition
from ranking.queries import rankings, standing
from ranking.services.joining import NotOnePerson, join_cards
from ranking.services.keeping import (
    EditionInThePast,
    NotManagerThere,
    OwnScheme,
    TooMuchOfThePool,
    keep_edition,
)
from ranking.services.paying import pay_quarter
from tests.integration.ranking.test_quarters import APRIL, END, due
from tests.ranking import League, one_manager
from tests.refusing import refused
from tests.world import EVENING, World, a_club

TODAY, FROM = date(2026, 2, 1), date(2026, 2, 2)
LADIES = {
    "ranking.place_factors": [10, 5, 1],
    "ranking.paid_places": 2,
    "ranking.contribution_bp": 50,
}


@pytest.fixture
def league(world: World) -> League:
    return League(world)


def test_another_scheme_counts_beside_the_clubs_own(world: World, league: League):
    further = league.adopt("Winter cup", first_day=FROM, today=TODAY, overrides=LADIES)
    league.play("Ann", "Bob", "Cat", "Dan")
    own = league.count()

    table = standing.table(further, "2026Q1")
    assert [(row.player.name, row.points_x100, row.paid) for row in table.rows] == [
        ("Ann", 3_500, True),
        ("Bob", 1_750, True),
        ("Cat", 350, False),
    ]
    # Of 800 that the tournament of 40 000 contributes, half a percent of the gross is 200.
    assert (table.pool_cents, standing.table(own, "2026Q1").pool_cents) == (200, 600)
    assert world.balance("ranking:pool", rankings.ref(further, "2026Q1")) == -200
    assert world.balance("ranking:pool", 20261) == -600


def test_each_ranking_closes_and_pays_its_own_pool(world: World, league: League):
    league.adopt("Winter cup", first_day=FROM, today=TODAY, overrides=LADIES)
    league.play("Ann", "Bob", "Cat", "Dan")

    done = due(world)

    assert [name for name, _ in done] == ["Winter cup", "Ranking of Poker club tallinn"]
    paid = {each.ranking.name: each.pool_cents for each in ClosedQuarter.objects.all()}
    assert sum(paid.values()) == 800


def test_editions_follow_each_other_and_a_tournament_counts_by_that_of_its_day(league: League):
    further = league.adopt("Cup", first_day=FROM, today=TODAY, overrides=LADIES)
    league.adopt(
        "Cup",
        first_day=date(2026, 3, 1),
        last_day=date(2026, 3, 10),
        today=TODAY,
        overrides=LADIES | {"ranking.place_factors": [20, 10]},
    )
    league.play("Ann", "Bob", day=date(2026, 2, 28))
    league.play("Ann", "Bob", day=date(2026, 3, 1))
    league.play("Ann", "Bob", day=date(2026, 3, 11))
    league.count(END)

    table = standing.table(further, "2026Q1")
    assert [(row.player.name, row.points_x100) for row in table.rows] == [
        ("Ann", 3_500 + 7_000),
        ("Bob", 1_750 + 3_500),
    ]
    spans = [(each.period.lower, each.period.upper) for each in Edition.objects.order_by("period")]
    assert spans == [(FROM, date(2026, 3, 1)), (date(2026, 3, 1), date(2026, 3, 11))]


def proposed(league: League, **more: Any) -> object:
    usual: dict[str, Any] = {"name": "Cup", "book": "olympic", "overrides": LADIES}
    return keep_edition.ask(
        league.stamp(TODAY, "12:00"), **(usual | {"first_day": FROM, "reason": "Why not."} | more)
    )


def test_what_is_no_edition_is_refused_in_a_sentence(world: World, league: League):
    refused(EditionInThePast, proposed, league, first_day=TODAY)
    refused(BadInput, proposed, league, overrides={"rake.percent_bp": 400})
    refused(BadInput, proposed, league, overrides={"ranking.place_factors": [1, 2]})
    refused(BadInput, proposed, league, last_day=TODAY)
    said = refused(TooMuchOfThePool, proposed, league, overrides={"ranking.contribution_bp": 201})
    assert said.message == (
        "Poker club tallinn contributes 2,00 % of each prize pool, "
        "and 0,00 % of it goes to other rankings."
    )
    own = league.count().name
    refused(OwnScheme, proposed, league, name=own)
    league.adopt("Cup", first_day=FROM, today=TODAY, overrides=LADIES)
    whole: dict[str, object] = {}  # 2 % of the scheme as it stands, and half a percent is given
    refused(TooMuchOfThePool, proposed, league, name="Third", overrides=whole)


def test_a_wrong_edition_that_has_not_begun_is_withdrawn_by_a_right_one(
    world: World, league: League
):
    cup = league.adopt("Cup", first_day=FROM, today=TODAY, overrides=LADIES)
    wrong = LADIES | {"ranking.paid_places": 1}
    league.adopt("Cup", first_day=date(2026, 3, 10), today=TODAY, overrides=wrong)
    right = LADIES | {"ranking.paid_places": 3}
    asked = proposed(league, first_day=date(2026, 3, 5), overrides=right)
    assert isinstance(asked, Proposal)
    assert asked.content["withdrawn"] == ["2026-03-10"]
    shown = world.browser(Role.ACCOUNTANT).get(f"/tallinn/approvals/{asked.pk}/").content.decode()
    assert "the version from 10.03.2026" in shown
    league.sign(asked, TODAY, "12:30", role=Role.ACCOUNTANT)

    found = rankings.editions(cup)
    assert [(each.period.lower, each.period.upper) for each in found] == [
        (date(2026, 3, 5), None),
        (FROM, date(2026, 3, 5)),
    ]
    paid = {day: rankings.rule_on(cup, day) for day in (date(2026, 3, 4), date(2026, 3, 10))}
    assert [each.paid_places for each in paid.values() if each] == [2, 3]
    page = world.browser(Role.MANAGER).get(f"/tallinn/ranking/{cup.pk}/")
    assert page.status_code == 200
    assert not list(broken(world.club, Books(club_id=world.club.pk)))


def test_several_clubs_keep_one_ranking_and_each_pays_out_of_its_own_pool(db: None):
    north, south = League(a_club("north")), League(a_club("south"))
    one_manager(north, south)
    both = [north.world.club.pk, south.world.club.pk]
    cup = north.adopt("Cup", first_day=FROM, today=TODAY, overrides=LADIES, club_ids=both)
    north.play("Ann", "Bob", "Cat", "Dan")
    south.play("Ann", "Eve", "Fay", "Gus", "Hal", "Ida")
    north.count()
    table = standing.table(cup, "2026Q1")
    assert table.pool_cents == 200 + 300
    joined(north, south.guest("Ann"), north.guest("Ann"))

    due(north.world)

    closed = ClosedQuarter.objects.get(ranking=cup)
    places = [(each.player.name, each.points_x100, each.cents) for each in closed.places.all()]
    assert places == [("Ann", 7_000, 334), ("Bob", 1_750, 83), ("Eve", 1_750, 83)] + [
        (name, 350, 0) for name in ("Cat", "Fay")
    ]
    asked = pay_quarter.ask(
        north.stamp(APRIL, "12:00", Role.ACCOUNTANT), ranking_id=cup.pk, quarter="2026Q1"
    )
    north.sign(asked, APRIL, "12:30")
    owed = (
        Payable.objects.filter(kind="ranking.prize")
        .order_by("id")
        .values_list("club__slug", "player__name", "cents")
    )
    # North pays its 200 to Ann; south the rest of hers, to her card there, and the others.
    assert list(owed) == [
        ("north", "Ann", 200),
        ("south", "Ann", 134),
        ("south", None, 83),
        ("south", "Eve", 83),
    ]
    ref = rankings.ref(cup, "2026Q1")
    assert (north.world.balance("ranking:pool", ref), south.world.balance("ranking:pool", ref)) == (
        0,
        0,
    )


def test_cards_of_two_clubs_are_joined_once_and_those_of_one_club_never(db: None):
    north, south = League(a_club("north")), League(a_club("south"))
    both = [north.world.club.pk, south.world.club.pk]
    refused(NotFound, joined, north, south.guest("Ann"), north.guest("Ann"))
    one_manager(north, south)
    north.adopt("Cup", first_day=FROM, today=TODAY, overrides=LADIES, club_ids=both)
    refused(NotFound, joined, north, south.guest("Ann"), north.guest("Ann"))  # never played
    south.begin("Ann", "Eve")

    said = refused(NotOnePerson, joined, north, north.guest("Bob"), north.guest("Ann"))
    assert said.next_step == "Merge them under Guests."
    joined(north, south.guest("Ann"), north.guest("Ann"))
    again = refused(NotOnePerson, joined, north, south.guest("Ann"), north.guest("Bob"))
    assert again.message == "Ann already counts for Ann of Poker club north."


def joined(league: League, player: Player, person: Player) -> None:
    asked = join_cards.ask(
        league.stamp(EVENING, "15:00", Role.ACCOUNTANT),
        player_id=player.pk,
        person_id=person.pk,
        reason="One person, two cards.",
    )
    league.sign(asked, EVENING, "15:30")


def test_who_manages_one_club_does_not_make_a_ranking_of_two(db: None):
    north, south = League(a_club("north")), League(a_club("south"))
    both = [north.world.club.pk, south.world.club.pk]

    refused(NotManagerThere, proposed, north, club_ids=both)
    refused(BadInput, proposed, north, club_ids=[south.world.club.pk])


def test_the_next_edition_keeps_the_clubs_and_needs_who_manages_them_all(db: None):
    north, south = League(a_club("north")), League(a_club("south"))
    both = [north.world.club.pk, south.world.club.pk]
    own = north.world.staff[Role.MANAGER]
    one_manager(north, south)
    cup = north.adopt("Cup", first_day=FROM, today=TODAY, overrides=LADIES, club_ids=both)
    later: dict[str, Any] = {"today": TODAY, "first_day": APRIL, "overrides": LADIES}

    boss, north.world.staff[Role.MANAGER] = north.world.staff[Role.MANAGER], own
    refused(NotManagerThere, north.adopt, "Cup", **later)
    north.world.staff[Role.MANAGER] = boss
    refused(BadInput, north.adopt, "Cup", **later, club_ids=both[:1])
    north.adopt("Cup", **later)

    assert sorted(each.pk for each in cup.clubs.all()) == both


def test_the_quarter_of_a_further_ranking_waits_like_the_clubs_own(world: World, league: League):
    league.adopt("Cup", first_day=FROM, today=TODAY, overrides=LADIES)
    league.begin("Ann", "Bob")

    assert due(world, END + timedelta(days=2)) == []


def test_a_ranking_signed_as_one_clubs_does_not_hold_for_two(db: None):
    north, south = League(a_club("north")), League(a_club("south"))
    both = [north.world.club.pk, south.world.club.pk]
    one_manager(north, south)
    said: dict[str, Any] = {"name": "Cup", "book": "olympic", "overrides": LADIES}
    asks = north.stamp(TODAY, "11:00")
    asked = keep_edition.ask(asks, **said, first_day=APRIL, reason="The members asked.")
    assert asked.content["clubs"] == ["Poker club north"]

    north.adopt("Cup", first_day=FROM, today=TODAY, overrides=LADIES, club_ids=both)
    refused(StaleProposal, north.sign, asked, TODAY, "12:40", role=Role.ACCOUNTANT)
