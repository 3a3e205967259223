"""An empty pool that nobody needs is retired, and used again; a retired one is offered nowhere."""

from datetime import timedelta

import pytest
from django.test import Client

from cashgames.queries.pools import fed_now
from casino.approvals.signed import NothingChanges
from casino.board.queries import room_board
from casino.closing.services.days import close_due_days
from casino.house.stamp import Stamp
from casino.refusals import NotFound
from casino.reports.queries import REPORTS
from casino.reports.queries.asked import asked
from casino.staff.models import Role
from jackpot.models import Jackpot
from jackpot.queries.levels import JackpotRetired, in_use
from jackpot.services.adjustments import adjust_pool
from jackpot.services.pools import PoolInUse, open_jackpot, reinstate_jackpot, retire_jackpot
from tests.claiming import claimed, six_seated
from tests.correcting import wrong
from tests.counting import sign
from tests.refusing import refused
from tests.world import EVENING, World, a_club, a_key

pytestmark = pytest.mark.django_db
NEXT = EVENING + timedelta(1)


def manager(world: World, clock: str = "21:00") -> Stamp:
    return world.stamp(clock, role=Role.MANAGER)


def adjusted(world: World, pool: Jackpot, clock: str, why: str) -> None:
    what = {"jackpot_id": pool.pk, "why": why, "cents": 10_000, "note": "Opened twice"}
    stamp = manager(world, clock)
    sign(world, stamp, adjust_pool.ask(stamp, **what), by=Role.ACCOUNTANT)


def test_a_second_pool_is_retired_and_offered_nowhere_until_it_is_reinstated(world: World):
    world.fund()
    second = open_jackpot(manager(world, "20:00"), name="Opened twice")
    kept = open_jackpot(manager(world, "20:01"), name="Bad beat")
    mine = {"jackpot_id": second.pk}
    refused(NotFound, retire_jackpot, manager(a_club("riga")), **mine)
    assert retire_jackpot(manager(world), **mine).retired_at == world.at("21:00")
    refused(NothingChanges, retire_jackpot, manager(world, "21:01"), **mine)
    assert [each.pk for each in in_use(world.club.pk)] == [kept.pk]
    assert fed_now(world.club.pk) == kept.pk
    board = room_board(world.club, at=world.at("21:02"), shows="initials")
    assert [each.name for each in board.jackpots] == ["Bad beat"]
    what = {"why": "seed", "cents": 10_000, "note": "For the start"}
    refused(JackpotRetired, adjust_pool.ask, manager(world, "21:03"), **mine, **what)
    close_due_days(world.at("07:01", day=NEXT))
    assert (second.snapshots.count(), kept.snapshots.count()) == (0, 1)

    noon = world.stamp("12:00", day=NEXT, role=Role.MANAGER)
    assert reinstate_jackpot(noon, **mine).retired_at is None
    later = world.stamp("12:01", day=NEXT, role=Role.MANAGER)
    refused(NothingChanges, reinstate_jackpot, later, **mine)
    assert fed_now(world.club.pk) == second.pk
    assert wrong(world) == []


def test_a_pool_that_holds_money_is_claimed_or_is_fed_is_not_retired(world: World):
    world.fund()
    pool = world.jackpot()
    table = six_seated(world)
    said = [_refused(world, pool, "21:00")]
    claimed(world, table)
    said.append(_refused(world, pool, "23:06"))
    adjusted(world, pool, "23:10", "seed")
    said.append(_refused(world, pool, "23:15"))
    assert said == [
        "An open table contributes to this jackpot.",
        "A claim on this jackpot is not decided.",
        "There is money of the players in this jackpot.",
    ]


def _refused(world: World, pool: Jackpot, clock: str) -> str:
    stamp = manager(world, clock)
    return str(refused(PoolInUse, retire_jackpot, stamp, jackpot_id=pool.pk).message)


def test_a_retired_pool_stands_marked_in_the_reports_and_on_its_page(world: World):
    world.fund()
    pool = world.jackpot("Opened twice")
    adjusted(world, pool, "20:30", "seed")
    adjusted(world, pool, "20:40", "seed_back")
    client = Client()
    client.force_login(world.staff[Role.MANAGER])
    page = f"/tallinn/jackpot/{pool.pk}/"
    assert f'href="{page}retire/"' in client.get(page).text
    assert "the next hit is paid from" in client.get(page).text
    assert client.post(f"{page}retire/", {"key": str(a_key())})["Location"] == page
    shown = client.get(page).text
    assert f'href="{page}reinstate/"' in shown
    assert f'href="{page}adjust/"' not in shown
    assert "the next hit is paid from" not in shown
    assert f'<a href="{page}">Opened twice</a>' in client.get("/tallinn/jackpot/").text
    days = {"first": EVENING, "last": EVENING}
    what = asked(world.club, world.stamp("23:59", role=Role.ACCOUNTANT), **days)
    names = {str(row.cells[0]) for row in REPORTS["jackpots"].make(what).rows}
    assert names == {"Opened twice (retired)"}
