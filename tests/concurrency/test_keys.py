"""Many requests at the same instant under one key, and the first of a day all at once."""

from datetime import timedelta

import pytest

from casino.cage.services.desk import add_drawer, redeem_chips, sell_chips
from casino.cage.services.opening import open_shift
from casino.ledger.models import Entry
from casino.ledger.refusals import KeyReused
from casino.ledger.services import Posted
from casino.refusals import Refusal
from casino.staff.models import Role
from tests.bringing import bring
from tests.racing import outcomes, race
from tests.world import EVENING, World, a_key

pytestmark = pytest.mark.usefixtures("committed_db")
DESKS = 50


def test_fifty_threads_with_one_key_have_one_effect(world: World):
    for _ in range(4):
        stamp = world.stamp(key=a_key(), role=Role.MANAGER)
        results = race(*[lambda s=stamp: bring(s, cents=100)] * DESKS)

        assert outcomes(results) == {"Posted": DESKS}
        assert sum(not posted.replayed for posted in results) == 1
        assert len({posted.entry_id for posted in results}) == 1
    assert world.balance("cash:vault") == 400


def test_of_two_contents_under_one_key_one_is_booked_and_the_other_refused(world: World):
    stamp = world.stamp(key=a_key(), role=Role.MANAGER)
    amounts = [100 if desk % 2 else 200 for desk in range(DESKS)]

    results = race(*(lambda c=cents: bring(stamp, cents=c) for cents in amounts))

    booked = world.balance("cash:vault")
    expected = [Posted if cents == booked else KeyReused for cents in amounts]
    assert [type(result) for result in results] == expected
    assert sum(isinstance(r, Posted) and not r.replayed for r in results) == 1


def test_a_command_with_rows_of_its_own_happens_once_too(world: World):
    stamp = world.stamp(key=a_key(), role=Role.MANAGER)

    results = race(*[lambda: add_drawer(stamp, name="Desk 1").pk] * 20)

    assert len(set(results)) == 1, results


def test_all_desks_may_be_the_first_of_a_day(world: World):
    for days in range(10):
        day = EVENING + timedelta(days)
        stamps = [world.stamp("07:00", day=day, role=Role.MANAGER) for _ in range(20)]

        results = race(*(lambda s=stamp: bring(s, cents=1) for stamp in stamps))

        assert outcomes(results) == {"Posted": 20}, results


def test_two_cashiers_at_one_drawer(world: World):
    world.fund()
    drawer = world.drawer()
    world.also(Role.SUPERVISOR, Role.CASHIER)
    stamps = [world.stamp("20:00", role=(Role.CASHIER, Role.SUPERVISOR)[n % 2]) for n in range(10)]

    results = race(
        *(
            lambda s=stamp: open_shift(s, drawer_id=drawer.pk, cash={1000: 1}, chips={})
            for stamp in stamps
        )
    )

    assert outcomes(results) == {"Shift": 1, "DrawerTaken": 9}
    assert world.balance("cash:drawer", drawer.pk) == 1000


def test_slips_stay_gapless_while_others_are_refused(world: World):
    shift = world.open_shift()

    def works() -> None:
        for cents in range(100, 1_100, 100):
            sell_chips(world.stamp(), shift_id=shift.pk, cents=cents)
            race_lost(lambda: redeem_chips(world.stamp(), shift_id=shift.pk, cents=10**9))

    assert outcomes(race(*[works] * 8)) == {"NoneType": 8}

    numbers = Entry.objects.filter(series_id=shift.drawer.series_id).order_by("id")
    assert list(numbers.values_list("number", flat=True)) == list(range(1, 82))


def race_lost(refused: object) -> None:
    with pytest.raises(Refusal):
        refused()
