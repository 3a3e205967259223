"""An entry's guest is corrected: a report known before it keeps who had won by then."""

from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from casino.reports.queries import REPORTS
from casino.reports.queries.asked import asked
from casino.sheets.files import csv_chunks
from casino.staff.models import Role
from tests.integration.tournaments.test_guest_corrected import corrected, taken_back
from tests.tournaments import a_tournament, decided, enter
from tests.world import EVENING, World

NEXT = EVENING + timedelta(1)


def made(world: World, name: str, known_at: datetime | None) -> str:
    stamp = world.stamp("12:00", day=NEXT, role=Role.ACCOUNTANT)
    days = {"first": EVENING, "last": NEXT, "known_at": known_at}
    return b"".join(csv_chunks(REPORTS[name].make(asked(world.club, stamp, **days)))).decode()


@pytest.mark.parametrize("name", ["prizes", "season"])
def test_a_report_known_then_names_who_had_won_then(world: World, name: str):
    shift = world.open_shift()
    friday = a_tournament(world)
    entries = enter(world, friday, "Wrong Mari", "B", "C", "D", "E", shift_id=shift.pk)
    decided(world, friday, entries)
    before, then = made(world, name, None), timezone.now()
    assert made(world, name, then) == before
    taken_back(world, friday, "23:10")
    corrected(world, entries[0], world.player("Right Mari").pk, "23:12")

    assert made(world, name, then) == before
    assert "Wrong Mari" not in made(world, name, None)
