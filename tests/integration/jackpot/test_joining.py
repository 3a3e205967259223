"""A club that comes to feed another one's pool: what its own held goes along, by two people."""

from datetime import timedelta

import pytest

from cashgames.services.tables import close_session
from casino.countroom.services.boxes import take_box
from casino.staff.models import Role
from jackpot.models import Jackpot
from jackpot.queries import levels
from jackpot.queries.movements import pool_days
from jackpot.services.sharing import CannotShare
from tests.claiming import BEFORE, claimed, fed, six_seated
from tests.integration.jackpot.test_pools import feed
from tests.integration.jackpot.test_sharing import both, closed, findings, shared, sharing, signed
from tests.refusing import refused
from tests.world import EVENING, World, a_club


@pytest.fixture
def tallinn(db: None) -> World:
    return a_club()


@pytest.fixture
def tartu(db: None) -> World:
    return a_club("tartu")


def test_what_a_club_holds_in_a_pool_of_its_own_goes_into_the_shared_one(
    tallinn: World, tartu: World
):
    own, pool = tartu.jackpot("Own"), tallinn.jackpot()
    both(tallinn, tartu, Role.MANAGER, Role.ACCOUNTANT)
    feed(tartu, own.pk, 40_000, "11:00", day=BEFORE)
    feed(tallinn, pool.pk, 60_000, "11:00", day=BEFORE)
    asked_for = sharing(tallinn, pool, tartu)
    assert asked_for.content["brings_cents"] == 40_000
    signed(tallinn, asked_for, "12:05", day=BEFORE, role=Role.ACCOUNTANT)

    assert (tartu.balance("jackpot:pool", own.pk), tartu.balance("jackpot:pool", pool.pk)) == (
        0,
        -40_000,
    )
    (moved,) = pool_days(pool, club_id=tartu.club.pk, first=BEFORE, last=BEFORE)
    assert (moved.adjusted_cents, moved.drops_cents, moved.closing_cents) == (40_000, 0, 40_000)
    assert findings(tallinn, tartu) == []
    closed(pool, tallinn)
    assert levels.level(Jackpot.objects.get(pk=pool.pk)).base_cents == 100_000


def test_a_club_brings_nothing_along_while_a_claim_on_its_own_pool_waits(
    tallinn: World, tartu: World
):
    pool, own = tallinn.jackpot(), fed(tartu, 100_000)
    both(tallinn, tartu, Role.MANAGER, Role.ACCOUNTANT)
    session = six_seated(tartu)
    claimed(tartu, session)
    said = refused(CannotShare, sharing, home=tallinn, pool=pool, other=tartu, day=EVENING).message
    assert said == "A claim on that club's own jackpot is not decided."
    assert tartu.balance("jackpot:pool", own.pk) == -100_000


def test_a_club_joins_once_the_boxes_of_its_own_pool_are_counted(tallinn: World, tartu: World):
    pool = tallinn.jackpot()
    tartu.jackpot("Own")
    both(tallinn, tartu, Role.MANAGER, Role.ACCOUNTANT)
    session = tartu.session(by_box=True)
    floor = tartu.stamp("22:00", role=Role.SUPERVISOR)
    take_box(floor, session_id=session.pk, fee="jackpot", number="B 1")
    close_session(tartu.stamp("22:05", role=Role.SUPERVISOR), session_id=session.pk)
    later = EVENING + timedelta(days=1)
    said = refused(CannotShare, sharing, home=tallinn, pool=pool, other=tartu, day=later).message
    assert said == "Drop boxes of that club's own jackpot are not counted."


def test_a_club_whose_own_pool_others_feed_joins_no_other(tallinn: World, tartu: World):
    shared(tartu, tallinn)
    riga = a_club("riga")
    both(riga, tartu, Role.MANAGER, Role.ACCOUNTANT)
    said = refused(CannotShare, sharing, home=riga, pool=riga.jackpot(), other=tartu).message
    assert said == "Other clubs contribute to a pool of that club."


def test_an_empty_pool_of_its_own_is_fed_no_more(tallinn: World, tartu: World):
    own = tartu.jackpot("Own")
    pool = shared(tallinn, tartu)
    assert tartu.session().pool_ref == pool.pk != own.pk


def test_a_table_that_feeds_another_pool_closes_first(tallinn: World, tartu: World):
    tartu.jackpot("Own")
    tartu.session()
    said = refused(CannotShare, shared, home=tallinn, other=tartu).message
    assert said == "An open table of that club contributes to its own jackpot."
