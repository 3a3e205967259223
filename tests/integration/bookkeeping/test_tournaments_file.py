"""The file of tournaments says what their pages say."""

import csv
import io

import pytest
from django.utils import timezone

from casino.bookkeeping.services import jobs
from casino.bookkeeping.services.registers import ask_register
from casino.staff.models import Role
from tests.books import read
from tests.integration.tournaments.test_sales_taken_back import taken_back
from tests.tournaments import a_tournament, decided, enter, sold
from tests.world import EVENING, World, a_club
from tournaments.queries.pools import waterfall

pytestmark = pytest.mark.django_db


def lines(world: World, register: str) -> list[dict[str, str]]:
    asked = ask_register(
        world.stamp("05:00", role=Role.MANAGER),
        register=register,
        first_day=EVENING,
        last_day=EVENING,
        form="csv",
    )
    assert jobs.run(asked.pk, clock=timezone.now)
    asked.refresh_from_db()
    return list(csv.DictReader(io.StringIO(read(asked.file).decode())))


def test_an_entry_that_was_given_back_is_none_in_the_file_either():
    world = a_club()
    shift = world.open_shift()
    event = a_tournament(world)
    entries = enter(world, event, "Ann", "Bob", "Cat", "Dan", shift_id=shift.pk)
    taken_back(world, sold(world, event, "Wrong One", shift_id=shift.pk), shift, "20:40")
    event = decided(world, event, entries)
    counted = waterfall(event, at=world.at("23:30")).sold["entry"]
    assert {int(line["entries"]) for line in lines(world, "tournaments")} == {counted} == {4}
