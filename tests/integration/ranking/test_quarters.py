"""The end of a quarter: closed once, late as well as in time, paid to the cent."""

from datetime import UTC, date, datetime, timedelta

import pytest

from casino.approvals import services as approvals
from casino.cage.models import Payable
from casino.closing.services.days import close_due_days
from casino.house.queries import club_stamp
from casino.ledger import services as ledger
from casino.ledger.entries import Draft, credit, debit
from casino.players.services.erasing import StillHeld
from casino.refusals import BadInput
from casino.staff.models import Role
from ranking.models import ClosedQuarter, Payout, Prize
from ranking.queries import standing
from ranking.services.closing import (
    QuarterIsClosed,
    QuarterNotOver,
    QuarterWaits,
    close_due_quarters,
    close_quarter,
)
from ranking.services.counting import count_due
from ranking.services.paying import NothingToPay, PaidBefore, keep_winner, pay_quarter
from ranking.verify import verify_ranking
from tests.ranking import League
from tests.refusing import refused
from tests.world import World
from tournaments.models import Tournament

# The last instant of March and the first of April by the gaming day: 07:00 in Tallinn.
END = datetime(2026, 4, 1, 4, tzinfo=UTC)
APRIL = date(2026, 4, 1)


@pytest.fixture
def league(world: World) -> League:
    return League(world)


def due(world: World, at: datetime = END) -> list[tuple[str, str]]:
    """Do what the jobs do at an instant: days, points, quarters."""
    close_due_days(at)
    count_due(at)
    return close_due_quarters(at)


def test_a_quarter_closes_at_the_first_close_after_it(world: World, league: League):
    league.play("Ann", "Bob", "Cat", day=date(2026, 3, 31))
    name = league.count().name

    assert due(world, END - timedelta(microseconds=1)) == []
    assert due(world, END) == [(name, "2026Q1")]
    assert due(world, END + timedelta(minutes=1)) == []

    closed = ClosedQuarter.objects.get()
    assert (closed.pool_cents, closed.carried_over_cents) == (600, 0)
    assert sum(place.cents for place in closed.places.all()) == 600


def test_a_month_late_it_comes_to_the_same(world: World, league: League):
    league.play("Ann", "Bob", "Cat", day=date(2026, 3, 31))
    league.play("Bob", "Ann", day=APRIL)

    due(world, END + timedelta(days=30))

    closed = ClosedQuarter.objects.get()
    assert closed.quarter == "2026Q1"
    assert [(each.player.name, each.points_x100) for each in closed.places.all()] == [
        ("Ann", 10_500),
        ("Bob", 8_400),
        ("Cat", 7_000),
    ]


def test_a_quarter_waits_for_its_unfinished_tournament(world: World, league: League):
    tournament = league.begin("Ann", "Bob", day=date(2026, 3, 31))
    assert due(world, END) == []
    stamp = club_stamp(world.club, at=END, actor_id=None)
    ranking = league.count(END)

    said = refused(QuarterWaits, close_quarter, stamp, ranking_id=ranking.pk, quarter="2026Q1")
    assert "Event 1 of 31.03.2026" in said.message

    league.award(tournament, [["Ann"], ["Bob"]], day=APRIL)
    assert due(world, END + timedelta(hours=20)) == [(ranking.name, "2026Q1")]


def test_before_its_end_and_twice_a_close_is_refused(world: World, league: League):
    league.play("Ann", "Bob")
    close_due_days(END)
    early = refused(QuarterNotOver, league.close, "2026Q1", END - timedelta(seconds=1))
    assert early.message == "The quarter 2026Q1 ends at the close of 31.03.2026."

    league.close("2026Q1", END)

    refused(QuarterIsClosed, league.close, "2026Q1", END)


def test_the_manager_approves_what_the_accountant_computed(world: World, league: League):
    league.play("Ann", "Bob", "Cat")
    due(world)

    payout = league.pay("2026Q1", APRIL)

    owed = Payable.objects.filter(kind="ranking.prize").order_by("id")
    assert [(each.player.name, each.cents) for each in owed if each.player] == [
        ("Ann", 243),
        ("Bob", 195),
        ("Cat", 162),
    ]
    assert world.balance("ranking:pool", 20261) == 0
    assert Prize.objects.count() == 3
    accountant, manager = world.staff[Role.ACCOUNTANT].pk, world.staff[Role.MANAGER].pk
    assert {tuple(each.not_by) for each in owed} == {tuple(sorted((accountant, manager)))}
    assert payout.proposal.content["pool_cents"] == 600
    asked = league.stamp(APRIL, "13:00", Role.ACCOUNTANT)
    ranking = league.count(END)
    refused(PaidBefore, pay_quarter.ask, asked, ranking_id=ranking.pk, quarter="2026Q1")


def test_nobody_is_erased_whose_prize_waits_for_its_two(world: World, league: League):
    league.play("Ann", "Bob", "Cat")
    due(world)
    ann = [league.guest("Ann").pk]
    assert refused(StillHeld, keep_winner, None, player_ids=ann).next_page == "ranking"
    league.pay("2026Q1", APRIL)
    keep_winner(None, player_ids=ann)


def test_of_two_payouts_of_one_quarter_the_second_is_refused(world: World, league: League):
    league.play("Ann", "Bob")
    due(world)
    ranking = league.count(END)
    asked = [
        pay_quarter.ask(
            league.stamp(APRIL, "12:00", Role.ACCOUNTANT), ranking_id=ranking.pk, quarter="2026Q1"
        )
        for _ in range(2)
    ]
    league.sign(asked[0], APRIL, "12:30")

    refused(
        PaidBefore,
        approvals.approve,
        league.stamp(APRIL, "12:31"),
        proposal_id=asked[1].pk,
        digest=asked[1].digest,
    )
    assert Payout.objects.count() == 1


def test_a_pool_that_nobody_won_is_carried_on(world: World, league: League):
    tournament = league.play("Ann", "Bob")
    ranking = league.count()
    league.correct(tournament, day=date(2026, 3, 1), reason="Both were disqualified.")
    due(world)

    first = ClosedQuarter.objects.get()
    assert (first.pool_cents, first.carried_over_cents) == (400, 400)
    assert (world.balance("ranking:pool", 20261), world.balance("ranking:pool", 20262)) == (0, -400)
    asked = league.stamp(APRIL, "12:00", Role.ACCOUNTANT)
    refused(NothingToPay, pay_quarter.ask, asked, ranking_id=ranking.pk, quarter="2026Q1")

    league.play("Cat", "Dan", day=date(2026, 5, 1))
    count_due(datetime(2026, 6, 1, tzinfo=UTC))
    table = standing.table(ranking, "2026Q2")
    assert (table.carried_in_cents, table.contributed_cents, table.pool_cents) == (400, 400, 800)


def test_a_tournament_that_comes_late_counts_with_its_money_in_the_open_quarter(
    world: World, league: League
):
    """Its quarter is closed, so the result of an evening in March joins the one of May."""
    league.play("Ann", "Bob")
    due(world)
    may = date(2026, 5, 4)
    late = league.play("Cat", "Dan", day=may)
    Tournament.objects.filter(id=late.pk).update(gaming_day=date(2026, 3, 3))
    lines = (debit("ranking:pool", 400, 20262), credit("ranking:pool", 400, 20261))
    draft = Draft(kind="tournaments.pool_fixed", lines=lines)
    ledger.post_once(league.stamp(may, "23:58"), "test.late", draft)

    ranking = league.count(world.at("23:59", day=may))

    table = standing.table(ranking, "2026Q2")
    assert [(row.player.name, row.points_x100) for row in table.rows] == [
        ("Cat", 10_500),
        ("Dan", 8_400),
    ]
    assert (table.pool_cents, world.balance("ranking:pool", 20261)) == (400, -400)
    assert standing.table(ranking, "2026Q1").pool_cents == 400
    assert list(verify_ranking(world.club.pk)) == []


def test_all_who_are_equal_to_the_tenth_are_paid(world: World, league: League):
    names = [f"P{n:02}" for n in range(1, 10)]
    league.play(*names)
    league.play(["X", "Y", "Z"], entries=10)  # three with 24.66 times the same factors

    league.count()
    due(world)

    closed = ClosedQuarter.objects.get()
    places = list(closed.places.all())
    tenth = places[9]
    paid = [each for each in places if each.cents]
    assert sum(each.cents for each in paid) == closed.pool_cents
    assert {each.points_x100 for each in places if not each.cents} <= set(range(tenth.points_x100))


@pytest.mark.parametrize("quarter", ["2026Q5", "2026", "26Q1", "²026Q1", "0000Q1"])
def test_what_is_no_quarter_is_refused(league: League, quarter: str):
    league.play("Ann", "Bob")
    refused(BadInput, league.close, quarter, END)
