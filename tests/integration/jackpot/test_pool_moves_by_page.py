"""Money that goes into another jackpot, on the pages and by a program: which, and who signs it."""

import pytest
from django.test import Client

from casino.approvals.models import Proposal
from casino.staff.models import Role
from casino.web.templatetags.office import signed
from jackpot.exports import movements_csv
from jackpot.models import Jackpot, PoolMove
from jackpot.queries.movements import pool_days
from tests.api.program import program
from tests.claiming import fed
from tests.counting import sign
from tests.integration.jackpot.test_pool_moves import another, held, moved
from tests.world import EVENING, World, a_key

WHY = "One jackpot is enough"


@pytest.fixture
def pools(world: World) -> tuple[Jackpot, Jackpot]:
    return fed(world, 100_000), another(world)


def text(client: Client, address: str) -> str:
    return " ".join(client.get(address).text.replace("\u00a0", " ").split())


def test_a_jackpot_that_holds_money_leads_from_its_retirement_to_moving_it(
    world: World, pools: tuple[Jackpot, Jackpot]
):
    old, _ = pools
    client, page = world.browser(Role.MANAGER), f"/tallinn/jackpot/{old.pk}/"
    assert f'href="{page}retire/"' in text(client, page)
    shown = text(client, f"{page}retire/")
    assert f'<a href="{page}move/" data-key="F6"' in shown
    assert "Move it into another jackpot first." in shown
    assert f'href="{page}move/"' not in text(world.browser(Role.CASHIER), page)


def test_the_levels_say_that_a_hit_is_paid_from_what_a_move_left(
    world: World, pools: tuple[Jackpot, Jackpot]
):
    client, same = world.browser(Role.MANAGER), "The next hit is paid from this level."
    assert same in text(client, "/tallinn/jackpot/")
    moved(world, *pools, cents=None)
    shown = text(client, "/tallinn/jackpot/")
    assert same not in shown
    assert "The next hit is paid from 0,00: the pool holds no more." in shown


def test_who_opens_another_jackpot_reads_which_one_tables_contribute_to(world: World):
    client, page = world.browser(Role.MANAGER), "/tallinn/jackpot/open/"
    first = "Tables opened from now on contribute to it"
    assert first in text(client, page)
    fed(world, 100_000)
    shown = text(client, page)
    assert first not in shown
    assert "Tables go on contributing to Bad beat until it is retired." in shown


def test_the_page_asks_for_it_and_who_signs_reads_both_pools(
    world: World, pools: tuple[Jackpot, Jackpot]
):
    old, new = pools
    client, page = world.browser(Role.MANAGER), f"/tallinn/jackpot/{old.pk}/"
    sent = {"to_jackpot_id": new.pk, "cents": "", "reason": WHY}
    client.post(f"{page}move/", {"key": a_key()} | sent)
    asked = Proposal.objects.latest("id")
    approval = text(world.browser(Role.ACCOUNTANT), f"/tallinn/approvals/{asked.pk}/")
    assert "1 000,00" in approval
    assert "Bad beat → <strong>Royal</strong>" in approval
    for label in ("Pool afterwards", "The other pool afterwards"):
        assert label in approval
    assert WHY in approval
    sign(world, world.stamp("21:00", role=Role.MANAGER), asked, by=Role.ACCOUNTANT)

    assert held(world, old, new) == [0, 100_000]
    move = PoolMove.objects.get()
    for pool, cents in ((old, -100_000), (new, 100_000)):
        shown = text(client, f"/tallinn/jackpot/{pool.pk}/")
        assert "Bad beat → Royal" in shown
        assert WHY in shown
        amount = signed(cents).replace("\u00a0", " ")
        assert f'entries/{move.entry_id}/">{amount}</a>' in shown
        days = pool_days(pool, club_id=world.club.pk, first=EVENING, last=EVENING)
        assert b"jackpot.pool_moved" in movements_csv(pool, days)
    assert "Moved into another jackpot" in text(client, f"/tallinn/entries/{move.entry_id}/")


def test_what_was_moved_is_taken_back_from_the_page_of_either_jackpot(
    world: World, pools: tuple[Jackpot, Jackpot]
):
    old, new = pools
    move = moved(world, old, new)
    client, back = world.browser(Role.MANAGER), f"/tallinn/jackpot/moves/{move.pk}/back/"
    for pool in pools:
        assert back in text(client, f"/tallinn/jackpot/{pool.pk}/")
    assert "returns from Royal to Bad beat" in text(client, back)
    client.post(back, {"key": a_key(), "reason": WHY})
    asked = Proposal.objects.latest("id")
    approval = text(world.browser(Role.ACCOUNTANT), f"/tallinn/approvals/{asked.pk}/")
    assert "Royal → <strong>Bad beat</strong>" in approval
    assert "What was moved on 27.02.2026 21:00 returns" in approval
    sign(world, world.stamp("21:30", role=Role.MANAGER), asked, by=Role.ACCOUNTANT)

    assert held(world, old, new) == [100_000, 0]
    shown = text(client, f"/tallinn/jackpot/{old.pk}/")
    assert back not in shown
    assert "taken back" in shown
    assert client.get(back).status_code == 409


def test_without_another_jackpot_the_page_leads_to_opening_one(world: World):
    pool = fed(world, 100)
    shown = text(world.browser(Role.MANAGER), f"/tallinn/jackpot/{pool.pk}/move/")
    assert "The club has no other jackpot in use." in shown
    assert 'href="/tallinn/jackpot/open/"' in shown


def test_a_program_asks_for_it_and_reads_what_was_moved(
    world: World, pools: tuple[Jackpot, Jackpot]
):
    old, new = pools
    office = program(world, Role.MANAGER)
    asked = office.post(f"jackpots/{old.pk}/move/", to_jackpot_id=new.pk, cents=300, reason=WHY)
    assert asked.status_code == 201
    assert asked.json()["content"]["cents"] == 300
    sign(
        world,
        world.stamp("21:00", role=Role.MANAGER),
        Proposal.objects.get(id=asked.json()["id"]),
        by=Role.ACCOUNTANT,
    )
    (row,) = office.get(f"jackpots/{new.pk}/moves/").json()
    assert (row["jackpot_id"], row["to_jackpot_id"], row["cents"]) == (old.pk, new.pk, 300)
    assert (row["reason"], row["takes_back_id"], row["stands"]) == (WHY, None, True)
    back = office.post(f"jackpots/moves/{row['id']}/take-back/", reason=WHY)
    assert back.status_code == 201
    again = office.post(f"jackpots/{old.pk}/move/", to_jackpot_id=old.pk, reason=WHY)
    assert (again.status_code, again.json()["error"]) == (409, "JACKPOT-036")
