"""What a program's key opens: everything of its user, or only some headings, or only reading."""

from datetime import timedelta
from importlib import import_module

import pytest
from django.db import connection
from django.utils import timezone

from casino.staff.models import ApiToken, Role
from tests.api.program import program
from tests.world import a_club

pytestmark = pytest.mark.django_db


def scoped(**scope: object):
    world = a_club()
    caller = program(world, Role.CASHIER)
    ApiToken.objects.update(**scope)
    return caller


def test_a_key_that_only_reads_writes_nothing():
    caller = scoped(reads_only=True)
    assert caller.get("players/").status_code == 200
    assert caller.post("players/", name="Mari").status_code == 403


def test_a_key_opens_the_headings_that_it_was_made_for():
    caller = scoped(apps=["players"])
    assert caller.post("players/", name="Mari").status_code == 201
    assert caller.get("drawers/").status_code == 403


def test_a_key_ends_on_its_day():
    caller = scoped(expires_at=timezone.now() + timedelta(minutes=1))
    assert caller.get("players/").status_code == 200
    ApiToken.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert caller.get("players/").status_code == 401


def test_a_key_of_a_heading_that_was_divided_opens_its_parts():
    caller = program(a_club(), Role.ACCOUNTANT)
    ApiToken.objects.update(apps=["office", "players"])
    assert caller.get("days/").status_code == 403
    divided = import_module("casino.staff.migrations.0002_headings_of_keys")
    with connection.cursor() as cursor:
        cursor.execute(divided.OFFICE)
    for address in ("days/", "me/", "calculators/"):
        assert caller.get(address).status_code == 200
    assert caller.get("drawers/").status_code == 403


def test_a_key_of_the_count_room_opens_the_fills_that_were_taken_out_of_it():
    caller = program(a_club(), Role.SUPERVISOR)
    ApiToken.objects.update(apps=["countroom"])
    assert caller.get("fills/").status_code == 403
    divided = import_module("casino.staff.migrations.0002_headings_of_keys")
    with connection.cursor() as cursor:
        cursor.execute(divided.COUNT_ROOM)
    assert caller.get("fills/").status_code == 200
    assert caller.get("boxes/").status_code == 200
