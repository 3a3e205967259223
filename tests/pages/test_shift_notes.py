"""A note on a shift, on the page of the shift; a further drawer."""

import re

import pytest

from casino.staff.models import Role
from tests.world import a_club, a_key

pytestmark = pytest.mark.django_db


def test_a_note_is_written_where_the_shift_is_read_and_takes_no_key_from_who_reads():
    world = a_club()
    shift = world.open_shift()
    reader = world.browser(Role.SUPERVISOR)
    page = f"/tallinn/shifts/{shift.pk}/"
    field = re.search(r'<input[^>]*name="text"[^>]*>', reader.get(page).content.decode())
    assert field is not None
    assert "autofocus" not in field[0]

    refused = reader.post(f"{page}note/", {"key": a_key(), "text": "x" * 201})
    assert refused.status_code == 422
    assert "x" * 201 in refused.content.decode()

    written = reader.post(f"{page}note/", {"key": a_key(), "text": "The scanner sticks"})
    assert written.status_code == 302
    assert "The scanner sticks" in reader.get(page).content.decode()


def test_who_keeps_the_drawers_adds_one_where_the_shifts_are_listed():
    world = a_club()
    keeper = world.browser(Role.MANAGER)
    shifts, form = "/tallinn/shifts/", "/tallinn/shifts/drawers/add/"
    assert f'href="{form}"' in keeper.get(shifts).content.decode()
    assert keeper.post(form, {"key": a_key(), "name": "Desk 7"})["Location"] == shifts
    assert "Desk 7" in keeper.get(shifts).content.decode()
    twice = keeper.post(form, {"key": a_key(), "name": "Desk 7"})
    assert (twice.status_code, b"already exists" in twice.content) == (409, True)

    cashier = world.browser(Role.CASHIER)
    assert cashier.get(form).status_code == 403
