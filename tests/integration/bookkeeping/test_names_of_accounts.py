"""A program that knows accounts by name alone is given no two numbers under one name."""

import pytest
from django.utils import timezone

from casino.bookkeeping.models import File, Job
from casino.bookkeeping.services import jobs
from casino.bookkeeping.services.batches import ask_file
from casino.bookkeeping.services.mapping import checked
from casino.staff.models import Role
from tests.books import LATER, file_of, map_accounts, mapped, sealed, sent
from tests.world import EVENING, World, a_club

pytestmark = pytest.mark.django_db


@pytest.fixture
def world() -> World:
    """A club of which vault and chips are two numbers with one name."""
    world = a_club()
    world.sell()
    sealed(world)
    mapped(world, but=("chips:floor", "cash:vault"))
    said = [
        checked({"code": code, "number": number, "name": "House"}, from_day=EVENING)
        for code, number in (("chips:floor", "1001"), ("cash:vault", "1002"))
    ]
    map_accounts(world.stamp("12:00", role=Role.ACCOUNTANT, day=LATER), said=said)
    return world


def test_two_numbers_of_one_name_are_refused_with_both(world: World):
    stamp = world.stamp("12:30", role=Role.ACCOUNTANT, day=LATER)
    job = ask_file(stamp, batch_id=sent(world).pk, profile="quickbooks")
    assert not jobs.run(job.pk, clock=timezone.now)
    job.refresh_from_db()
    assert job.state == Job.State.REFUSED
    for said in ("QuickBooks Online", "1001, 1002", "“House”", "a name of its own"):
        assert said in str(job.remark)
    assert not File.objects.exists()


@pytest.mark.parametrize("profile", ["xero", "directo", "standard-books"])
def test_programs_that_are_given_numbers_take_any_names(world: World, profile: str):
    assert file_of(world, sent(world), profile)


def test_names_of_their_own_are_taken(world: World):
    said = checked({"code": "cash:vault", "number": "1002", "name": "Vault"}, from_day=EVENING)
    map_accounts(world.stamp("12:10", role=Role.ACCOUNTANT, day=LATER), said=[said])
    assert file_of(world, sent(world), "quickbooks")
