"""The mirror outside the database: everything arrives, at least once."""

import json
from datetime import timedelta
from pathlib import Path

import pytest
from django.db import connection

from casino.closing.services.days import close_due_days, seal_day
from casino.closing.tasks import close_due_days as close_job
from casino.ledger import outbox, tasks
from casino.staff.models import Role
from tests.world import EVENING, World, nothing_waits
from tests.world import a_club as founded

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def mirror(tmp_path: Path, settings: object) -> Path:
    settings.ANCHOR_DIR = tmp_path
    return tmp_path


def a_club(slug: str = "tallinn") -> World:
    world = founded(slug)
    nothing_waits()
    return world


def waiting() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM ledger_outbox")
        return cursor.fetchone()[0]


def lines(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_every_act_leaves_with_its_entries(mirror: Path):
    world = a_club()
    world.fund(70_000)
    world.player("Jüri Õun")

    outbox.deliver_outbox()

    funded, added = lines(mirror / "tallinn" / f"{EVENING}.jsonl")
    assert funded["operation"] == "cage.fund_vault"
    assert sorted(funded["entries"][0]["cents"]) == [-70_000, 70_000]
    assert added["operation"] == "players.add_player"
    assert added["entries"] == []
    assert waiting() == 0


def test_clubs_and_days_have_files_of_their_own(mirror: Path):
    world, other = a_club(), a_club("riga")
    world.fund()
    world.fund(day=EVENING + timedelta(1))
    other.fund()

    outbox.deliver_outbox(limit=2)

    found = sorted(str(path.relative_to(mirror)) for path in mirror.rglob("*.jsonl"))
    assert found == [
        f"riga/{EVENING}.jsonl",
        f"tallinn/{EVENING}.jsonl",
        "tallinn/2026-02-28.jsonl",
    ]


def test_a_second_delivery_finds_nothing(mirror: Path):
    a_club().fund()

    assert outbox.deliver_outbox() == 1
    assert outbox.deliver_outbox() == 0
    assert len(lines(mirror / "tallinn" / f"{EVENING}.jsonl")) == 1


def test_what_could_not_be_written_waits(mirror: Path):
    a_club().fund()
    (mirror / "tallinn").write_text("a file where a folder should be")

    with pytest.raises(OSError, match="exists"):
        outbox.deliver_outbox()

    assert waiting() == 1


def test_a_half_line_of_a_killed_writer_stays_alone(mirror: Path):
    world = a_club()
    world.fund()
    path = mirror / "tallinn" / f"{EVENING}.jsonl"
    path.parent.mkdir()
    path.write_text('{"id": 1, "entr')

    outbox.deliver_outbox()

    broken, whole = path.read_text().splitlines()
    assert broken == '{"id": 1, "entr'
    assert json.loads(whole)["operation"] == "cage.fund_vault"


def sealed(world: World) -> bytes:
    world.fund()
    morning = world.stamp("12:00", role=Role.ACCOUNTANT, day=EVENING + timedelta(1))
    close_due_days(morning.at)
    return seal_day(morning, day=EVENING)


def test_seals_leave_too(mirror: Path):
    seal = sealed(a_club())

    outbox.deliver_outbox()

    assert (mirror / "tallinn" / "seals.txt").read_text() == f"{EVENING} {seal.hex()}\n"


def test_the_jobs_do_nothing_twice(mirror: Path):
    world = a_club()
    world.fund()

    assert close_job() == [f"tallinn {EVENING}"]
    assert close_job() == []
    assert tasks.deliver_outbox() == 2
    assert tasks.deliver_outbox() == 0


def test_an_act_belongs_to_the_gaming_day_of_its_instant(mirror: Path):
    world = a_club()
    world.fund(clock="06:59")

    outbox.deliver_outbox()

    assert (mirror / "tallinn" / f"{EVENING}.jsonl").exists()
