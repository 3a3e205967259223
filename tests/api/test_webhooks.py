"""The manager's addresses and the accountant's late entries by program."""

import os
from datetime import timedelta
from uuid import uuid4

import pytest

from casino.closing.services.days import close_due_days
from casino.staff.models import Role
from casino.start import faults, refuse_unsafe
from tests.api.program import program
from tests.telling import told
from tests.world import EVENING, World, a_club

pytestmark = pytest.mark.django_db
NEXT = EVENING + timedelta(days=1)
HOOK = {"address": "https://example.com/hook", "events": ["day.closed", "jackpot.hit"]}
LATE = {
    "concerns": str(EVENING),
    "debit_code": "expense:rounding",
    "credit_code": "cash:vault",
    "cents": 45,
    "document": "2026-118",
    "reason": "The bank rounded",
}


@pytest.fixture
def world() -> World:
    """A club whose evening is over, with money in its vault."""
    world = a_club()
    world.fund()
    close_due_days(world.at("07:00", day=NEXT))
    return world


def test_an_address_is_added_once_shows_its_secret_then_and_is_switched_off(world: World):
    manager, key = program(world, Role.MANAGER), str(uuid4())
    added = manager.post("webhooks/", key=key, **HOOK)
    again = manager.post("webhooks/", key=key, **HOOK)

    assert (added.status_code, again["Idempotent-Replayed"]) == (201, "true")
    assert added.json() == again.json()
    assert added.json().pop("secret").startswith("whsec_")
    (listed,) = manager.get("webhooks/").json()
    assert (listed["address"], listed["events"]) == (HOOK["address"], HOOK["events"])
    assert "secret" not in listed
    ended = manager.post(f"webhooks/{listed['id']}/end/")
    assert (ended.status_code, bool(ended.json()["ended_at"])) == (200, True)


def test_a_message_is_sent_again_until_its_address_is_off(world: World):
    manager, ids = program(world, Role.MANAGER), told(world)
    place = f"webhooks/messages/{ids['message_id']}/again/"
    assert manager.post(place).json()["state"] == "waiting"
    manager.post(f"webhooks/{ids['webhook_id']}/end/")
    (message,) = manager.get(f"webhooks/{ids['webhook_id']}/").json()["messages"]
    assert message["state"] == "given_up"
    assert manager.post(place).json()["error"] == "WEBHOOK-002"


@pytest.mark.parametrize(
    "wrong",
    [
        {"address": "http://example.com"},
        {"address": "https://127.0.0.1/hook"},
        {"events": []},
        {"events": ["everything"]},
        {"events": "day.closed"},
    ],
)
def test_what_cannot_be_told_is_refused_at_its_field(world: World, wrong: dict[str, object]):
    manager = program(world, Role.MANAGER)
    answer = manager.post("webhooks/", **HOOK | wrong)
    fields = {name.partition(".")[0] for name in answer.json()["errors"]}
    assert (answer.status_code, fields) == (400, set(wrong)), answer.content
    if "address" in wrong:
        said = answer.json()
        assert (said["error"], said["type"]) == ("WEBHOOK-001", "/api/v1/problems/WEBHOOK-001/")
    assert manager.get("webhooks/").json() == []


def test_a_late_entry_is_asked_by_one_and_listed_once_another_booked_it(world: World):
    accountant, manager = (program(world, role) for role in (Role.ACCOUNTANT, Role.MANAGER))
    asked = accountant.post("late-entries/", **LATE)
    assert (asked.status_code, accountant.get("late-entries/").json()) == (201, [])
    proposal = asked.json()
    booked = manager.post(f"proposals/{proposal['id']}/approve/", digest=proposal["digest"])
    assert booked.status_code == 200, booked.content
    (listed,) = accountant.get("late-entries/").json()
    assert (listed["concerns"], listed["document"]) == (str(EVENING), "2026-118")
    assert listed["gaming_day"] > listed["concerns"]
    wrong = accountant.post("late-entries/", **LATE | {"credit_code": "income:rake"})
    assert (wrong.status_code, list(wrong.json()["errors"])) == (400, ["credit_code"])


def test_a_start_without_webhook_keys_says_one_sentence(world: World, settings, monkeypatch, capfd):
    program(world, Role.MANAGER).post("webhooks/", **HOOK)
    monkeypatch.setattr("casino.start.connection.close", lambda: None)
    settings.WEBHOOK_KEYS = []
    assert "start.E018" not in {fault.code for fault in faults()}
    with pytest.raises(SystemExit) as ended:
        refuse_unsafe()
    assert ended.value.code == os.EX_CONFIG
    assert "WEBHOOK_KEYS is not set" in capfd.readouterr().err
