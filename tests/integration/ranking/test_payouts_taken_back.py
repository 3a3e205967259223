"""The prizes of a closed quarter, awarded by mistake, are taken back by two until one is paid."""

from datetime import date
from typing import Any

import pytest

from casino.approvals.models import Proposal
from casino.approvals.services import OwnProposal
from casino.audit.queries.exceptions import exceptions
from casino.cage.models import Payable
from casino.cage.services.opening import open_shift
from casino.cage.services.payables import NotOwed, pay_out
from casino.ledger.verify import Books
from casino.players.services.erasing import StillHeld
from casino.staff.models import Role
from casino.verify.findings import broken
from ranking.models import ClosedQuarter, Payout, Ranking
from ranking.queries import rankings
from ranking.queries.standing import prizes
from ranking.services.paying import PaidBefore, keep_winner, pay_quarter
from ranking.services.taking_back import NotAwarded, take_back_payout
from ranking.services.winners import correct_winner
from tests.integration.closing.test_breakage import LATER, adopt, lapsed
from tests.integration.ranking.test_quarters import due
from tests.integration.ranking.test_several import FROM, LADIES, TODAY
from tests.ranking import APRIL, END, League, awarded, one_manager
from tests.refusing import refused
from tests.world import FLOAT, RACK, World, a_club
from tournaments.services.taking_back import PrizePaid


@pytest.fixture
def league(world: World) -> League:
    return awarded(world)


def ask(
    league: League, clock: str = "13:00", *, ranking_id: int = 0, day: date = APRIL
) -> Proposal:
    accountant = league.stamp(day, clock, Role.ACCOUNTANT)
    what: dict[str, Any] = {"ranking_id": ranking_id or league.count(END).pk, "quarter": "2026Q1"}
    return take_back_payout.ask(accountant, **what, reason="The list still hangs out")


def pay(league: League, owed: Payable, clock: str) -> None:
    world = league.world
    opens = world.stamp("12:40", day=APRIL)
    shift = open_shift(opens, drawer_id=world.drawer().pk, cash=FLOAT, chips=RACK)
    by = {"payable_id": owed.pk, "shift_id": shift.pk, "paid_with": "cash"}
    pay_out(world.stamp(clock, day=APRIL), **by)


def owed(world: World) -> list[Payable]:
    return list(Payable.objects.due().filter(club=world.club, kind="ranking.prize").order_by("id"))


def test_the_pool_holds_the_prizes_again_until_they_are_awarded_anew(world: World, league: League):
    before = {each.player_id: each.cents for each in owed(world)}
    first = owed(world)
    asked = ask(league)
    refused(OwnProposal, league.sign, asked, APRIL, "13:05", role=Role.ACCOUNTANT)
    league.sign(asked, APRIL, "13:10")

    assert owed(world) == []
    assert world.balance("ranking:pool", 20261) == -600
    assert all(world.balance("payable", each.pk) == 0 for each in first)
    closed = ClosedQuarter.objects.get()
    assert (closed.payout, prizes(league.count(END), "2026Q1")) == (None, [])
    with pytest.raises(StillHeld):
        keep_winner(None, player_ids=[league.guest("Ann").pk])
    listed = {row.operation for _, row, _ in exceptions(world.club, first=APRIL, last=APRIL)}
    assert "ranking.take_back_payout" in listed
    assert not list(broken(world.club, Books(club_id=world.club.pk)))
    refused(NotAwarded, ask, league, "13:20")

    what = {"ranking_id": league.count(END).pk, "quarter": "2026Q1"}
    anew = pay_quarter.ask(league.stamp(APRIL, "14:00", Role.ACCOUNTANT), **what)
    league.sign(anew, APRIL, "14:05")
    assert {each.player_id: each.cents for each in owed(world)} == before
    refused(PaidBefore, pay_quarter.ask, league.stamp(APRIL, "14:10", Role.ACCOUNTANT), **what)
    assert [each.taken_back_id for each in Payout.objects.order_by("id")] == [asked.pk, None]
    assert not list(broken(world.club, Books(club_id=world.club.pk)))


def test_they_stand_once_one_of_them_is_paid(world: World, league: League):
    asked = ask(league, "12:55")
    first = owed(world)[0]
    pay(league, first, "13:00")
    said = refused(PrizePaid, ask, league, "13:05")
    assert said.next_page == "slip-reverse"
    refused(PrizePaid, league.sign, asked, APRIL, "13:06")
    assert ClosedQuarter.objects.get().payout is not None


def test_what_is_taken_back_is_paid_at_no_drawer(world: World, league: League):
    first = owed(world)[0]
    league.sign(ask(league, "12:30"), APRIL, "12:35")
    refused(NotOwed, pay, league, first, "13:00")


def test_a_prize_of_another_guest_by_now_and_one_taken_to_income_go_back_too(
    world: World, league: League
):
    ann, bob, _ = owed(world)
    what = {"payable_id": ann.pk, "player_id": league.guest("Dan").pk, "reason": "It was Dan"}
    renamed = correct_winner.ask(league.stamp(APRIL, "13:00", Role.ACCOUNTANT), **what)
    league.sign(renamed, APRIL, "13:05")

    adopt(world, payables_months=4)
    of_dan = Payable.objects.due().get(player=league.guest("Dan"))
    lapsed(world, f"payable:{of_dan.pk}", f"payable:{bob.pk}")
    assert -world.balance("income:breakage") == of_dan.cents + bob.cents

    league.sign(ask(league, "13:10", day=LATER), LATER, "13:15")

    assert owed(world) == []
    assert (world.balance("ranking:pool", 20261), world.balance("income:breakage")) == (-600, 0)
    assert not list(broken(world.club, Books(club_id=world.club.pk)))


def test_who_signs_reads_whose_prizes_they_are(world: World, league: League):
    at = f"/tallinn/ranking/{league.count(END).pk}/2026Q1/"
    accountant = world.browser(Role.ACCOUNTANT)
    assert f"{at}take-back/" in accountant.get(at).content.decode()
    assert f"{at}take-back/" not in world.browser(Role.MANAGER).get(at).content.decode()
    assert "Ann" in accountant.get(f"{at}take-back/").content.decode()
    asked = ask(league)
    shown = world.browser(Role.MANAGER).get(f"/tallinn/approvals/{asked.pk}/").content.decode()
    assert all(name in shown for name in ("Ann", "Bob", "Cat", "6,00"))
    league.sign(asked, APRIL, "13:10")
    assert f"{at}take-back/" not in accountant.get(at).content.decode()
    assert "to be paid" in accountant.get(at).content.decode()
    assert (
        "to be paid" in accountant.get(f"/tallinn/ranking/{league.count(END).pk}/").content.decode()
    )


@pytest.fixture
def clubs(db: None) -> tuple[League, League, Ranking]:
    """Two clubs with one ranking, whose prizes are awarded."""
    north, south = League(a_club("north")), League(a_club("south"))
    one_manager(north, south)
    south.world.fund()
    both = [north.world.club.pk, south.world.club.pk]
    cup = north.adopt("Cup", first_day=FROM, today=TODAY, overrides=LADIES, club_ids=both)
    north.play("Ann", "Bob", "Cat", "Dan")
    south.play("Ann", "Eve", "Fay", "Gus", "Hal", "Ida")
    north.count()
    due(north.world)
    award(north, cup, "12:00")
    return north, south, cup


def award(league: League, ranking: Ranking, clock: str) -> None:
    what = {"ranking_id": ranking.pk, "quarter": "2026Q1"}
    asked = pay_quarter.ask(league.stamp(APRIL, clock, Role.ACCOUNTANT), **what)
    league.sign(asked, APRIL, f"{clock[:3]}30")


def held(*leagues: League, ranking: Ranking) -> list[int]:
    ref = rankings.ref(ranking, "2026Q1")
    return [each.world.balance("ranking:pool", ref) for each in leagues]


def test_the_books_of_each_club_of_a_ranking_take_their_part_back(
    clubs: tuple[League, League, Ranking],
):
    north, south, cup = clubs
    assert held(north, south, ranking=cup) == [0, 0]

    north.sign(ask(north, ranking_id=cup.pk), APRIL, "13:10")

    assert held(north, south, ranking=cup) == [-200, -300]
    for league in (north, south):
        assert owed(league.world) == []
        listed = exceptions(league.world.club, first=APRIL, last=APRIL)
        assert "ranking.take_back_payout" in {row.operation for _, row, _ in listed}
        assert not list(broken(league.world.club, Books(club_id=league.world.club.pk)))
    award(north, cup, "14:00")
    assert held(north, south, ranking=cup) == [0, 0]


def test_a_prize_that_another_club_has_paid_lets_them_stand(clubs: tuple[League, League, Ranking]):
    north, south, cup = clubs
    asked = ask(north, ranking_id=cup.pk)
    pay(south, owed(south.world)[-1], "13:05")
    said = refused(PrizePaid, ask, north, "13:06", ranking_id=cup.pk)
    assert str(said.message) == "Poker club south has paid a prize of this quarter."
    assert said.next_page is None
    refused(PrizePaid, north.sign, asked, APRIL, "13:07")
