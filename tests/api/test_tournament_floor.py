"""The floor of a tournament by program: seats, balancing, the clock, chips, penalties."""

from typing import Any
from uuid import uuid4

import pytest

from casino.staff.models import Role
from tests.api.program import Program, program
from tests.tournaments import a_tournament, enter
from tests.world import World
from tournaments.models import Entry, Tournament

pytestmark = pytest.mark.usefixtures("committed_db")
RACE = {
    "table_no": 1,
    "old_chip": 25,
    "new_chip": 100,
    "players": [{"seat_no": 1, "old_chips": 5, "cards": ["AS"]}],
}


@pytest.fixture
def friday(world: World) -> Tournament:
    tournament = a_tournament(world)
    enter(world, tournament, *"ABCDE", shift_id=world.open_shift().pk)
    return tournament


@pytest.fixture
def floor(world: World) -> Program:
    return program(world, Role.DIRECTOR)


def started(floor: Program, friday: Tournament) -> str:
    """Open two tables, draw and start; return the tournament's address."""
    at = f"tournaments/{friday.pk}/"
    assert floor.post(f"{at}tables/", numbers=[1, 2], seats=6).status_code == 201
    assert floor.post(f"{at}draws/").status_code == 201
    assert floor.post(f"{at}start/").status_code == 200
    return at


def ids_at(answer: dict[str, Any], table: int) -> list[int]:
    return [one["entry_id"] for one in answer["players"] if one["table_no"] == table]


def test_seats_are_drawn_once_whatever_is_sent_again(floor: Program, friday: Tournament):
    at, key = f"tournaments/{friday.pk}/", uuid4()
    floor.post(f"{at}tables/", numbers=[1, 2], seats=6)
    first, again = (floor.post(f"{at}draws/", key=key) for _ in range(2))
    assert again["Idempotent-Replayed"] == "true"
    assert first.json()["drawn"] == again.json()["drawn"]
    (kept,) = floor.get(f"{at}draws/").json()
    assert (kept["seed"], len(kept["drawn"])) == (first.json()["seed"], 5)


def test_tables_are_balanced_broken_and_drawn_anew(floor: Program, friday: Tournament):
    at = started(floor, friday)
    seen = floor.get(f"{at}floor/").json()
    full, short = (1, 2) if len(ids_at(seen, 1)) > len(ids_at(seen, 2)) else (2, 1)
    gone, other = ids_at(seen, short)
    out = floor.post(f"{at}knockouts/", outs=[{"entry_id": gone, "stack": 10_000, "by": [other]}])
    assert out.status_code == 201
    seen = floor.get(f"{at}floor/").json()
    assert seen["moves"] == [{"from_table": full, "to_table": short}]
    asked = {"from_table": full, "to_table": short, "from_button": 1, "to_button": 1}
    moved = floor.post(f"{at}balance/", **asked)
    assert (moved.status_code, moved.json()["to_table"]) == (201, short)
    refused = floor.post(f"{at}balance/", **asked)
    assert (refused.status_code, refused.json()["source"]) == (409, "OLY-3.4.14")
    assert floor.get(f"{at}moves/").json()[0]["reason"] == "Balancing"

    broken = floor.post(f"{at}tables/break/", table_no=short).json()
    assert ids_at(broken, short) == []
    assert len(ids_at(broken, full)) == 4
    assert floor.post(f"{at}draws/again/", tables=[full]).status_code == 201


def test_the_supervisor_moves_with_a_reason(floor: Program, friday: Tournament):
    at = started(floor, friday)
    one, other = Entry.objects.filter(tournament=friday)[:2]
    taken = {"to_table": other.table_no, "to_seat": other.seat_no}
    refused = floor.post(f"{at}moves/", entry_id=one.pk, reason="Asked", **taken)
    assert (refused.status_code, refused.json()["source"]) == (409, "OLY-3.4.3")
    assert floor.post(f"{at}sit-down/", entry_id=one.pk).status_code == 200


def test_the_clock_is_paused_resumed_and_set(floor: Program, friday: Tournament):
    at = started(floor, friday)
    shown = floor.get(f"{at}clock/").json()
    assert (shown["running"], shown["now"]["number"], shown["next"]["big"]) == (True, 1, 100)
    assert floor.post(f"{at}clock/pause/").status_code == 201
    assert floor.post(f"{at}clock/pause/").status_code == 409
    floor.post(f"{at}clock/set/", step=2, left_seconds=60, reason="Fire alarm")
    shown = floor.get(f"{at}clock/").json()
    assert (shown["running"], shown["left_seconds"], shown["ends_at"]) == (False, 60, None)
    assert floor.post(f"{at}clock/resume/").json()["running"] is True


def test_there_is_no_clock_before_the_start(floor: Program, friday: Tournament):
    assert "running" not in floor.get(f"tournaments/{friday.pk}/clock/").json()


def test_chips_are_raced_counted_and_changed(floor: Program, friday: Tournament):
    at = started(floor, friday)
    Entry.objects.filter(tournament=friday, table_no=1, seat_no=1).update(seat_no=None)
    first = Entry.objects.filter(tournament=friday, table_no=1).first()
    assert first
    Entry.objects.filter(id=first.pk).update(seat_no=1)
    race = floor.post(f"{at}chips/races/", **RACE)
    assert race.json()["seats"]["1"]["new_chips"] == 1
    extra = {"entry_id": first.pk, "what": "extra_chips", "chips": 500, "reason": "In time"}
    assert floor.post(f"{at}chips/", **extra).status_code == 201
    found = floor.get(f"{at}chips/").json()
    assert found["in_play"] == 50_000 - 125 + 100 + 500
    counted = [{"table_no": 1, "chips": 50_000}, {"table_no": 2, "chips": 0}]
    assert floor.post(f"{at}chips/counts/", tables=counted).json()["difference"] == -475
    assert floor.get(f"{at}chips/races/").json()[0]["because"]


def test_a_penalty_is_imposed_and_served(floor: Program, friday: Tournament):
    at = started(floor, friday)
    entry = Entry.objects.filter(tournament=friday).first()
    assert entry
    rude = {"entry_id": entry.pk, "breach": "conduct", "reason": "Talked about a live hand"}
    made = floor.post(f"{at}penalties/", **rude).json()
    assert (made["measure"], made["because"][0]["rule"]) == ("warning", "OLY-1.53")
    away = floor.post(f"{at}penalties/", **rude).json()
    assert (away["measure"], away["rounds"]) == ("away", 1)
    ended = floor.post(f"{at}penalties/{away['id']}/end/").json()
    assert ended["served_at"]
    assert len(floor.get(f"{at}penalties/").json()) == 2
