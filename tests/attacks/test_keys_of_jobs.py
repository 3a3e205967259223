"""Whoever reads the source can work out the key of a job; no request of theirs takes it."""

import json
import re
import subprocess
import sys
from pathlib import Path
from uuid import UUID, uuid5

import pytest

from casino.approvals.undecided import EXPIRIES
from casino.closing.services.days import DAILY, close_due_days
from casino.house import keys
from casino.ledger.models import Act
from casino.staff.models import Role
from tests.api.program import program
from tests.world import EVENING, World, a_club

SERVING = """
import json, os, django
os.environ["DJANGO_SETTINGS_MODULE"] = "casino.settings"
django.setup()
import casino.urls
from casino.house.keys import NAMESPACES
print(json.dumps([str(each) for each in NAMESPACES]))
"""
NEXT = EVENING.replace(day=28)


@pytest.fixture
def world(db: None) -> World:
    world = a_club()
    world.open_shift()
    return world


def keys_of_jobs(world: World) -> list[UUID]:
    """Return the key of the day's close, and the constant under which the request's steps lie."""
    return [uuid5(DAILY, f"{world.club.pk} {EVENING}"), EXPIRIES]


@pytest.mark.parametrize("which", [0, 1])
def test_a_neighbours_program_takes_no_key_of_a_job(world: World, which: int):
    key = keys_of_jobs(world)[which]
    riga = program(a_club("riga", timezone="Europe/Riga"), Role.MANAGER)

    answer = riga.post("drawers/", key=key, name="Desk 1")

    assert (answer.status_code, list(answer.json()["errors"])) == (400, ["Idempotency-Key"])
    assert not Act.objects.filter(key=key).exists()
    assert ("tallinn", EVENING) in close_due_days(world.at("07:01", day=NEXT))


@pytest.mark.parametrize("which", [0, 1])
def test_a_form_typed_over_in_a_browser_takes_no_key_of_a_job(world: World, which: int):
    key = keys_of_jobs(world)[which]
    browser = world.browser(Role.CASHIER)

    answer = browser.post("/tallinn/till/sell/", {"key": str(key), "player": "", "cents": "50"})

    assert answer.status_code == 422
    assert not Act.objects.filter(key=key).exists()


def test_every_constant_that_keys_begin_with_is_kept_from_requests():
    """By the program that serves requests, whatever it has done so far."""
    written = set()
    for app in ("casino", "cashgames", "jackpot", "ranking", "tournaments"):
        for file in Path(app).rglob("*.py"):
            text = file.read_text()
            written |= set(re.findall(r'^[A-Z_]+ = namespace\("([^"]+)"\)$', text, re.MULTILINE))
            assert not re.findall(r'\bUUID\("', text), file
    ask = [sys.executable, "-c", SERVING]
    known = set(json.loads(subprocess.run(ask, check=True, capture_output=True).stdout))

    assert len(written) > 5
    assert written < known
    assert not any(keys.may_be_sent(UUID(each)) for each in known)
