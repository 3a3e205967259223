"""A club linked to a pool by mistake has its own again, by two, until a close or a table of it."""

from datetime import date
from typing import Any

import pytest

from casino.approvals.models import Proposal
from casino.approvals.services import NotYours
from casino.approvals.signed import StaleProposal
from casino.audit.queries.exceptions import exceptions
from casino.closing.services.days import close_due_days
from casino.refusals import NotFound
from casino.staff.models import Membership, Role
from jackpot.models import Feeder, Jackpot
from jackpot.queries import levels
from jackpot.services.pools import retire_jackpot
from jackpot.services.sharing import CannotShare
from jackpot.services.sharing_back import SharedSince, take_back_sharing
from tests.claiming import BEFORE
from tests.integration.jackpot.test_pools import feed
from tests.integration.jackpot.test_sharing import NEXT, both, findings, sharing, signed
from tests.refusing import refused
from tests.shifted import Clock
from tests.world import EVENING, World, founding


@pytest.fixture
def own(tartu: World) -> Jackpot:
    """Return the pool that the other club had, of 400.00."""
    own = tartu.jackpot("Own")
    feed(tartu, own.pk, 40_000, "11:00", day=BEFORE)
    return own


@pytest.fixture
def pool(tallinn: World, tartu: World, own: Jackpot) -> Jackpot:
    """Return a pool to which the other club was linked a moment ago."""
    pool = tallinn.jackpot()
    both(tallinn, tartu, Role.MANAGER, Role.ACCOUNTANT)
    feed(tallinn, pool.pk, 60_000, "11:00", day=BEFORE)
    close_due_days(tallinn.at("07:01"))
    signed(
        tallinn, sharing(tallinn, pool, tartu, EVENING), "12:05", day=EVENING, role=Role.ACCOUNTANT
    )
    return pool


def link(home: World, pool: Jackpot, other: World, clock: str) -> None:
    """The manager of both clubs asks at noon, the accountant of both signs."""
    asked = sharing(home, pool, other, EVENING)
    signed(home, asked, clock, day=EVENING, role=Role.ACCOUNTANT)


def back(home: World, pool: Jackpot, other: World, clock: str, *, day: date = EVENING) -> Proposal:
    stamp = home.stamp(clock, role=Role.MANAGER, day=day)
    what: dict[str, Any] = {"jackpot_id": pool.pk, "club_id": other.club.pk}
    return take_back_sharing.ask(stamp, **what, reason="Meant the other jackpot")


def held(world: World, *pools: Jackpot) -> list[int]:
    return [-world.balance("jackpot:pool", each.pk) for each in pools]


def test_the_club_has_its_own_pool_again_and_its_tables_feed_that(
    tallinn: World, tartu: World, own: Jackpot, pool: Jackpot
):
    at = f"/tallinn/jackpot/{pool.pk}/"
    assert held(tartu, own, pool) == [0, 40_000]
    asked = back(tallinn, pool, tartu, "12:10")
    assert asked.content["returned_cents"] == 40_000
    shown = tallinn.browser(Role.ACCOUNTANT).get(f"/tallinn/approvals/{asked.pk}/").content
    assert "400,00" in shown.decode()

    signed(tallinn, asked, "12:15", day=EVENING, role=Role.ACCOUNTANT)

    assert held(tartu, own, pool) == [40_000, 0]
    assert [each.pk for each in levels.jackpots(tartu.club.pk)] == [own.pk]
    assert levels.clubs_of(levels.jackpot(tallinn.club.pk, pool.pk)) == [tallinn.club.pk]
    refused(NotFound, back, tallinn, pool, tartu, "12:20")
    listed = {row.operation for _, row, _ in exceptions(tallinn.club, first=EVENING, last=EVENING)}
    assert "jackpot.take_back_sharing" in listed
    there = [row for _, row, _ in exceptions(tartu.club, first=EVENING, last=EVENING)]
    assert [row.operation for row in there] == ["jackpot.joined.reversed", "jackpot.joined"]
    page = tartu.browser(Role.AUDITOR).get(f"/tartu/acts/exceptions/?first={EVENING}").content
    assert b"Pool moved into a shared pool, taken back" in page
    assert b"share/" in tallinn.browser(Role.MANAGER).get(at).content
    close_due_days(tallinn.at("07:01", day=NEXT))
    fixed = {each.pk: levels.level(each).fixed_cents for each in (own, pool)}
    assert fixed == {own.pk: 40_000, pool.pk: 60_000}
    assert tartu.session().pool_ref == own.pk
    assert findings(tallinn, tartu) == []


def test_a_club_whose_link_was_taken_back_can_be_linked_again(
    tallinn: World, tartu: World, own: Jackpot, pool: Jackpot
):
    refused(CannotShare, sharing, tallinn, pool, tartu)
    signed(tallinn, back(tallinn, pool, tartu, "12:10"), "12:15", day=EVENING, role=Role.ACCOUNTANT)
    signed(
        tallinn, sharing(tallinn, pool, tartu, EVENING), "12:25", day=EVENING, role=Role.ACCOUNTANT
    )
    assert held(tartu, own, pool) == [0, 40_000]
    assert Feeder.objects.get().taken_back is None
    signed(tallinn, back(tallinn, pool, tartu, "12:30"), "12:35", day=EVENING, role=Role.ACCOUNTANT)
    assert held(tartu, own, pool) == [40_000, 0]
    assert findings(tallinn, tartu) == []


def test_its_button_stands_on_the_pools_page_as_long_as_it_is_possible(
    tallinn: World, tartu: World, pool: Jackpot, clock: Clock
):
    clock.stop(tallinn.at("12:10"))
    page = f"/tallinn/jackpot/{pool.pk}/"
    at = f"{page}share/{tartu.club.pk}/back/"
    manager = tallinn.browser(Role.MANAGER)
    assert at in manager.get(page).content.decode()
    assert at not in tallinn.browser(Role.SUPERVISOR).get(page).content.decode()
    assert "400,00" in manager.get(at).content.decode()
    clock.stop(tallinn.at("07:00", day=NEXT))
    assert at not in manager.get(page).content.decode()


def test_it_stays_once_a_close_has_fixed_the_level(tallinn: World, tartu: World, pool: Jackpot):
    close_due_days(tallinn.at("07:01", day=NEXT))
    said = refused(SharedSince, back, tallinn, pool, tartu, "21:00", day=NEXT)
    assert said.message == "A close has fixed the level since."
    assert held(tartu, pool) == [40_000]


def test_it_stays_once_a_table_has_opened_on_it(tallinn: World, tartu: World, pool: Jackpot):
    asked = back(tallinn, pool, tartu, "12:10")
    assert tartu.session().pool_ref == pool.pk
    refused(SharedSince, signed, tallinn, asked, "12:15", day=EVENING, role=Role.ACCOUNTANT)
    assert held(tartu, pool) == [40_000]


def test_it_stays_once_the_pool_took_in_money_of_that_club(
    tallinn: World, tartu: World, pool: Jackpot
):
    asked = back(tallinn, pool, tartu, "12:10")
    feed(tartu, pool.pk, 100, "12:12")
    refused(SharedSince, back, tallinn, pool, tartu, "12:13")
    with pytest.raises((SharedSince, StaleProposal)):
        signed(tallinn, asked, "12:15", day=EVENING, role=Role.ACCOUNTANT)


def test_who_signs_is_accountant_of_both_clubs(tallinn: World, tartu: World, pool: Jackpot):
    asked = back(tallinn, pool, tartu, "12:10")
    with founding(tartu.club):
        Membership.objects.filter(user=tallinn.staff[Role.ACCOUNTANT], club=tartu.club).delete()
    refused(NotYours, signed, tallinn, asked, "12:15", day=EVENING, role=Role.ACCOUNTANT)


def test_a_pool_that_was_retired_before_stays_closed(tallinn: World, tartu: World, own: Jackpot):
    close_due_days(tallinn.at("07:01"))
    idle = tartu.jackpot("Idle")
    retire_jackpot(tartu.stamp("10:00", role=Role.MANAGER), jackpot_id=idle.pk)
    pool = tallinn.jackpot()
    both(tallinn, tartu, Role.MANAGER, Role.ACCOUNTANT)
    signed(
        tallinn, sharing(tallinn, pool, tartu, EVENING), "12:05", day=EVENING, role=Role.ACCOUNTANT
    )
    signed(tallinn, back(tallinn, pool, tartu, "12:10"), "12:15", day=EVENING, role=Role.ACCOUNTANT)
    assert tartu.session().pool_ref == own.pk
