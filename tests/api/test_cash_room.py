"""The cash room by program: a tablet at the table, a phone at the door, the manager's desk."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from cashgames.models import Session
from cashgames.services.time_rake import find_due_time_rake
from casino.staff.models import Role
from tests.api.program import Program, program
from tests.api.test_table import a_table, sit
from tests.world import World

pytestmark = pytest.mark.usefixtures("committed_db")
GAME = {"game": "texas_holdem", "small_blind_cents": 100, "big_blind_cents": 200}


@pytest.fixture
def room(committed_db: None) -> tuple[World, Program, int]:
    """A club, its supervisor's tablet and an open table."""
    return a_table()


def done(answer: Any, status: int = 200) -> Any:
    """Return what an operation that went well says."""
    assert answer.status_code == status, answer.json()
    return answer.json()


def test_a_guest_waits_is_called_and_sits_down(room: tuple[World, Program, int]):
    world, floor, session = room
    mari, jaan = (world.player(name).pk for name in ("Mari Tamm", "Jaan Kask"))
    first = done(floor.post("waiting/", **GAME, player_id=mari), 201)["id"]
    second = done(floor.post("waiting/", **GAME, player_id=jaan), 201)["id"]
    where = {"session_id": session, "seat_no": 4}

    skipped = floor.post(f"waiting/{second}/call/", **where)
    assert (skipped.status_code, skipped.json()["source"]) == (409, "OLY-2.6")
    key = uuid4()
    called = done(floor.post(f"waiting/{first}/call/", key=key, **where))
    assert (called["state"], called["seat_no"]) == ("called", 4)
    again = floor.post(f"waiting/{first}/call/", key=key, **where)
    assert again["Idempotent-Replayed"] == "true"
    assert floor.post(f"waiting/{first}/no-show/").json()["error"] == "LIST-004"
    done(sit(floor, session, mari, 4), 201)

    assert [one["player_id"] for one in done(floor.get("waiting/"))] == [jaan]
    moved = floor.post(f"waiting/{second}/move/", place=2, reason="Alone there")
    assert moved.status_code == 400
    assert done(floor.post(f"waiting/{second}/leave/"))["state"] == "left"


def test_a_break_is_permitted_by_the_floor_only(room: tuple[World, Program, int]):
    world, floor, session = room
    mari = world.player().pk
    sit(floor, session, mari, 1)
    away = {"player_id": mari, "permission": True}

    desk = program(world, Role.CASHIER)
    assert desk.post(f"sessions/{session}/absences/", **away).status_code == 403
    done(floor.post(f"sessions/{session}/absences/", **away), 201)
    seen = done(floor.get(f"sessions/{session}/absences/"))[0]
    assert (seen["state"], seen["due"]) == ("on_break", False)
    early = floor.post(f"sessions/{session}/absences/remove/", player_id=mari, cents=20_000)
    assert (early.status_code, early.json()["error"]) == (409, "AWAY-003")
    back = done(floor.post(f"sessions/{session}/absences/back/", player_id=mari))
    assert back["ended"] == "back"
    assert done(floor.get("stacks/")) == []


def test_time_rake_is_collected_with_one_exception(room: tuple[World, Program, int]):
    world, floor, session = room
    guests = [world.player(name).pk for name in ("Mari Tamm", "Jaan Kask")]
    for seat_no, guest in enumerate(guests, start=1):
        sit(floor, session, guest, seat_no)
    now = timezone.now()
    Session.objects.filter(pk=session).update(opened_at=now - timedelta(minutes=29, seconds=59))
    manager = program(world, Role.MANAGER)
    plan = f"sessions/{session}/time-rake/"
    assert floor.post(plan, table_cents=25_000).status_code == 403
    above = manager.post(plan, table_cents=25_001)
    assert (above.status_code, above.json()["source"]) == (422, "OLY-2.37")
    done(manager.post(plan, table_cents=25_000))
    assert find_due_time_rake(now + timedelta(seconds=2)) == 1

    period = done(floor.get(plan))["shares"][0]["period_id"]
    paid = done(floor.post(f"time-rake/{period}/collect/", paid_with="chips", unpaid=[2]))
    assert [(share["seat_no"], share["cents"]) for share in paid] == [(1, 12_500)]
    owed = done(floor.get("time-rake/shares/"))
    assert [share["seat_no"] for share in owed] == [2]
    waived = floor.post(f"time-rake/shares/{owed[0]['id']}/waive/", reason="Power was out")
    assert done(waived)["is_due"] is False
    check = done(floor.get(f"sessions/{session}/"))["check"]
    assert (check["time_rake_cents"], check["difference_cents"]) == (12_500, 0)


def test_limits_change_with_consent_and_a_second_person(room: tuple[World, Program, int]):
    world, floor, session = room
    mari = world.player().pk
    sit(floor, session, mari, 1)
    limits = {"min_buy_in_cents": 20_000, "max_buy_in_cents": 90_000, "reason": "All wish it"}
    path = f"sessions/{session}/limits/"

    alone = floor.post(path, **limits, agreed=[])
    assert (alone.status_code, alone.json()["source"]) == (409, "OLY-2.18")
    asked = done(floor.post(path, **limits, agreed=[mari]), 201)
    approve = f"proposals/{asked['id']}/approve/"
    assert floor.post(approve, digest=asked["digest"]).status_code == 409
    done(program(world, Role.MANAGER).post(approve, digest=asked["digest"]))

    assert done(floor.get(f"sessions/{session}/"))["session"]["max_buy_in_cents"] == 90_000
    assert done(floor.get(f"sessions/{session}/changes/"))[0]["agreed"] == [mari]


def test_chips_are_spent_and_players_moved(room: tuple[World, Program, int]):
    world, floor, session = room
    mari = world.player().pk
    sit(floor, session, mari, 1)
    spent = {"player_id": mari, "cents": 500, "purpose": "tip"}
    done(floor.post(f"sessions/{session}/spendings/", **spent), 201)
    to = {"player_id": mari, "to_session_id": session, "seat_no": 9}
    assert done(floor.post(f"sessions/{session}/moves/", **to), 201)["seat_no"] == 9
    alone = floor.post(f"sessions/{session}/break/", stacks=[], cards=[])
    assert alone.json()["error"] == "no_table_to_break"
    wrong = floor.post(f"sessions/{session}/break/", stacks=[], cards=["XX"])
    assert wrong.status_code == 400

    day = done(floor.get("me/"))["gaming_day"]
    night = done(floor.get(f"players/{mari}/nights/{day}/"))
    assert (night["came_cents"], night["tips_cents"], night["result_cents"]) == (20_000, 500, None)
    file = floor.get(f"players/{mari}/nights/{day}/night.csv")
    assert file.content.startswith(b"venue,gaming_day")


def test_a_campaign_is_the_managers(room: tuple[World, Program, int]):
    world, floor, _ = room
    table = done(floor.post("tables/", name="Table 2"), 201)["id"]
    terms = GAME | {"min_buy_in_cents": 10_000, "max_buy_in_cents": 50_000, "jackpot": False}

    assert floor.post("sessions/", table_id=table, **terms).status_code == 403
    opened = done(program(world, Role.MANAGER).post("sessions/", table_id=table, **terms), 201)
    assert opened["jackpot_id"] is None
