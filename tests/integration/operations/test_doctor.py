"""The doctor finds what is wrong with an installation, part by part, and says how bad it is."""

import json
import os
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client

from casino.audit.services.wrong_pins import note_wrong_pin
from casino.db import now
from casino.house.queries import club_stamp
from casino.operations.finding import Finding, Level
from casino.operations.queries import machine, store, work
from casino.operations.queries.standby import of_standby
from casino.operations.services.heartbeats import EXPECT, note_end
from casino.staff.models import Role
from casino.start.leader import Server
from tests.pages.evening import signed_in
from tests.world import a_club, nothing_waits

pytestmark = pytest.mark.usefixtures("db")


@pytest.fixture(autouse=True)
def of_its_own(tmp_path: Path, settings: Any) -> None:
    settings.STATE_DIR = tmp_path
    settings.ANCHOR_DIR = tmp_path / "anchors"
    settings.RESERVE_MB = 1


def only(found: Any) -> Finding:
    (finding,) = found
    return finding  # type: ignore[no-any-return]


def sql(text: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(text)


def doctor(*arguments: str) -> tuple[int, str]:
    said = StringIO()
    try:
        call_command("doctor", *arguments, stdout=said)
    except SystemExit as ended:
        return int(str(ended.code)), said.getvalue()
    return 0, said.getvalue()


def test_a_day_that_is_over_and_open_is_for_somebody_to_act_on_now():
    a_club().sell()
    finding = only(work.closes())
    assert (finding.level, finding.about) == (Level.CRITICAL, "tallinn")
    assert "27.02.2026" in str(finding.said)


def test_acts_that_nobody_copies_are_counted_and_grow_old():
    world = a_club()
    nothing_waits()
    world.sell()
    assert only(work.outbox()).level == Level.OK
    assert "1 act waits to be copied" in str(only(work.outbox()).said)


def test_many_wrong_pins_within_an_hour_are_told():
    """Of one person more than one screen lets through; seven people who mistype once are none."""
    world = a_club()
    at = now()
    for number, times in ((1, 7), (2, 1)):
        for _ in range(times):
            note_wrong_pin(club_stamp(world.club, at=at, actor_id=None), user_id=number)
    found = only(work.wrong_pins())
    assert (found.level, found.about, found.value) == (Level.WARNING, "tallinn", 8)
    assert "8 wrong PINs within an hour, 7 in one person's name" in str(found.said)
    for number in range(3, 45):
        note_wrong_pin(club_stamp(world.club, at=at, actor_id=None), user_id=number)
    assert only(work.wrong_pins()).level == Level.CRITICAL


def test_a_duty_that_is_late_and_one_that_fails_are_two_things():
    with connection.cursor() as cursor:
        cursor.execute(*EXPECT)
    assert only(work.duties()).level == Level.OK
    note_end("casino.webhooks.tasks.send_webhooks", "OSError: no route")
    sql(
        "UPDATE operations_heartbeat SET done_at = now() - interval '1 day'"
        " WHERE name = 'close-due-days'"
    )
    found = {each.about: each.level for each in work.duties()}
    assert found == {"close-due-days": Level.CRITICAL, "send-webhooks": Level.WARNING}


def test_the_clocks_are_compared_and_the_tables_complete():
    assert only(store.clock()).level == Level.OK
    assert only(store.migrations()).level == Level.OK


def test_a_server_that_may_lose_a_posting_is_a_finding():
    assert [each.level for each in store.guards()] == [Level.OK]
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL synchronous_commit = off")
    found = only(store.guards())
    assert found.level == Level.CRITICAL
    assert "synchronous_commit" in str(found.said)


@pytest.mark.parametrize(("said", "level"), [("terse", Level.OK), ("default", Level.WARNING)])
def test_a_log_of_the_database_that_quotes_rows_of_guests_is_a_finding(
    said: str, level: Level, monkeypatch: pytest.MonkeyPatch
):
    """The runtime role may not change what it asks here."""
    assert only(store.log()).level == Level.OK
    monkeypatch.setattr(store, "VERBOSITY", f"SELECT '{said}'")
    found = only(store.log())
    assert found.level == level
    assert ("ALTER DATABASE" in str(found.said)) == (level > Level.OK)


def record(settings: Any, tmp_path: Path, name: str, *lines: tuple[float, bool]) -> None:
    settings.BACKUP_DIR = str(tmp_path)
    rows = [
        json.dumps({"at": str(datetime.now(UTC) - timedelta(hours=age)), "ok": ok})
        for age, ok in lines
    ]
    (tmp_path / name).write_text("\n".join(rows) + '\n{"at": "20')


@pytest.mark.parametrize(
    ("lines", "level", "said"),
    [
        ([], Level.CRITICAL, "There is no good backup."),
        ([(30, True)], Level.CRITICAL, "The latest good backup is 30 h old."),
        ([(5, True), (1, False)], Level.WARNING, "failed; the latest good one is 5 h old."),
        ([(30, False), (5, True)], Level.OK, "The latest backup is good, 5 h old."),
        ([(-70_000, True)], Level.CRITICAL, "dated ahead of now: a clock was wrong"),
    ],
)
def test_the_age_of_the_latest_good_backup_counts(
    settings: Any, tmp_path: Path, lines: Any, level: Level, said: str
):
    record(settings, tmp_path, "backups.jsonl", *lines)
    found = {each.part: each for each in machine.backups()}
    assert found["backup"].level == level
    assert said in str(found["backup"].said)
    assert found["drill"].level == Level.WARNING


@pytest.mark.parametrize(
    ("lines", "level", "said"),
    [
        ([(0.01, True)], Level.OK, "up to date"),
        ([(5, True)], Level.WARNING, "last brought up to date 5 h ago"),
        ([(0.5, True), (0.01, False)], Level.WARNING, "was not reached"),
        ([(0.01, False)], Level.WARNING, "Nothing was copied to the second place yet"),
    ],
)
def test_a_second_place_that_lags_is_a_finding(
    settings: Any, tmp_path: Path, lines: Any, level: Level, said: str
):
    record(settings, tmp_path, "copies.jsonl", *lines)
    found = {each.part: each for each in machine.backups()}
    assert found["second"].level == level
    assert said in str(found["second"].said)


def test_an_office_without_a_second_place_hears_nothing_of_one(settings: Any, tmp_path: Path):
    record(settings, tmp_path, "backups.jsonl", (5, True))
    assert {each.part for each in machine.backups()} == {"backup", "drill"}


@pytest.mark.parametrize("is_there", [True, False])
def test_an_empty_folder_of_backups_asks_for_its_disk(
    settings: Any, tmp_path: Path, *, is_there: bool
):
    settings.BACKUP_DIR = str(tmp_path if is_there else tmp_path / "away")
    found = only(machine.backups())
    assert found.level == Level.CRITICAL
    assert "is its disk mounted?" in str(found.said)


def test_the_backups_of_another_database_are_no_backup_of_this_one(settings: Any, tmp_path: Path):
    record(settings, tmp_path, "backups.jsonl", (5, True))
    (other := tmp_path / "77-1" / "base" / "now").mkdir(parents=True)
    (other / "about.json").touch()
    finding = only(machine.backups())
    assert finding.level == Level.CRITICAL
    assert "BACKUP_DIR holds another database's backups" in str(finding.said)


def test_without_a_place_for_backups_none_is_set_up():
    finding = only(machine.backups())
    assert (finding.level, finding.part) == (Level.WARNING, "backup")
    assert "No backup is set up" in str(finding.said)


def test_a_standby_that_nobody_reaches_leads_to_who_says_why():
    away = Server(name="two", answers=True, follows=True, receives=False)
    said = [str(each.said) for each in of_standby(away, 1_000)]
    assert said[0].endswith("follows nobody: ask script/standby status.")


def test_the_reserve_is_kept_and_given_free(tmp_path: Path):
    assert only(machine.reserve()).level == Level.WARNING
    call_command("reserve", stdout=StringIO())
    kept = (tmp_path / "reserve").stat()
    assert kept.st_size == 1_000_000
    assert kept.st_blocks * 512 >= kept.st_size  # no hole
    assert only(machine.reserve()).level == Level.OK
    os.truncate(tmp_path / "reserve", 1_000)  # as a kill leaves it, or a higher RESERVE_MB
    assert only(machine.reserve()).level == Level.WARNING
    call_command("reserve", stdout=StringIO())
    assert only(machine.reserve()).level == Level.OK
    said = StringIO()
    call_command("reserve", "--release", stdout=said)
    assert "1 MB are free again" in said.getvalue()
    assert not (tmp_path / "reserve").exists()
    with pytest.raises(CommandError, match=f"No reserve lies in {tmp_path}"):
        call_command("reserve", "--release")


def test_monitoring_reads_the_exit_status_and_the_findings(settings: Any):
    status, said = doctor("--json")
    answer = json.loads(said)
    assert status == Level.WARNING  # no backup, no reserve, nobody to tell
    assert answer["level"] == "warning"
    parts = {each["part"] for each in answer["findings"]}
    assert {"version", "migrations", "guards", "clock", "standby", "close", "seal"} <= parts
    assert {"outbox", "jobs", "webhooks", "keys", "disk", "reserve", "backup", "alarms"} <= parts


def test_the_worst_stands_first_and_each_line_says_how_bad_it_is():
    _, said = doctor()
    levels = [line.split()[0] for line in said.splitlines()]
    assert levels == sorted(levels, key=["CRITICAL", "WARNING", "OK"].index)


def test_the_page_shows_it_to_managers_and_auditors_alone():
    world = a_club()
    for role, status in (
        (Role.MANAGER, 200),
        (Role.AUDITOR, 200),
        (Role.CASHIER, 403),
        (Role.SUPERVISOR, 403),
    ):
        answer = signed_in(world, role).get("/tallinn/installation/")
        assert answer.status_code == status
        assert ("No backup is set up" in answer.content.decode()) == (status == 200)
    assert Client().get("/tallinn/installation/").status_code == 302
