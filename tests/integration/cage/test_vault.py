"""A drawer fetches cash from the vault in the middle of a shift, and brings some back: by two."""

import pytest

from casino.approvals.services import approve
from casino.cage import queries, services
from casino.cage.models import Shift
from casino.ledger.services import NotEnough
from casino.refusals import BadInput
from casino.staff.models import Role
from tests.refusing import refused
from tests.world import World, a_club

pytestmark = pytest.mark.django_db


@pytest.fixture
def world() -> World:
    return a_club()


@pytest.fixture
def shift(world: World) -> Shift:
    return world.open_shift()


def sign(world: World, asked, clock: str = "22:05") -> None:
    approve(world.stamp(clock, role=Role.MANAGER), proposal_id=asked.pk, digest=asked.digest)


def test_a_drawer_that_runs_low_is_filled_from_the_vault_once_its_keeper_signed(
    world: World, shift: Shift
):
    drawer, vault = (world.balance("cash:drawer", shift.drawer_id), world.balance("cash:vault"))
    stamp = world.stamp("22:00")
    asked = services.ask_vault(stamp, shift_id=shift.pk, way="fetch", cash={5000: 20, 1000: 5})
    assert world.balance("cash:vault") == vault

    sign(world, asked)
    assert world.balance("cash:drawer", shift.drawer_id) == drawer + 105_000
    assert world.balance("cash:vault") == vault - 105_000
    assert services.ask_vault(stamp, shift_id=shift.pk, way="fetch", cash={5000: 20, 1000: 5}) == (
        asked
    )
    slip = queries.slips(shift)[0]
    assert (slip.kind, slip.memo) == ("cage.vault_fetched", "20 \u00d7 50,00, 5 \u00d7 10,00")
    assert queries.tally(shift).cash.in_cents == 105_000


def test_what_is_too_much_goes_back_to_the_vault(world: World, shift: Shift):
    vault = world.balance("cash:vault")
    asked = services.ask_vault(
        world.stamp("22:00"), shift_id=shift.pk, way="bring", cash={10000: 2}
    )
    sign(world, asked)
    assert world.balance("cash:vault") == vault + 20_000
    assert queries.tally(shift).cash.out_cents == 20_000


def test_nothing_moves_that_is_not_there_or_not_counted(world: World, shift: Shift):
    ask = {"shift_id": shift.pk, "way": "fetch"}
    refused(BadInput, services.ask_vault, world.stamp("22:00"), **ask, cash={})
    refused(BadInput, services.ask_vault, world.stamp("22:00"), **ask, cash={777: 1})
    away = ask | {"way": "away"}
    refused(BadInput, services.ask_vault, world.stamp("22:00"), **away, cash={5000: 1})
    asked = services.ask_vault(world.stamp("22:00"), **ask, cash={10000: 900_000})
    manager = world.stamp("22:05", role=Role.MANAGER)
    refused(NotEnough, approve, manager, proposal_id=asked.pk, digest=asked.digest)


def test_a_closed_drawer_gets_nothing_any_more(world: World, shift: Shift):
    asked = services.ask_vault(world.stamp("22:00"), shift_id=shift.pk, way="fetch", cash={5000: 1})
    services.submit_count(world.stamp("22:01"), shift_id=shift.pk, cash={}, chips={})
    manager = world.stamp("22:05", role=Role.MANAGER)
    refused(queries.ShiftNotOpen, approve, manager, proposal_id=asked.pk, digest=asked.digest)
