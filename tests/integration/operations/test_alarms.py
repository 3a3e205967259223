"""Who is to be told hears of a finding once when it appears and once when it ends."""

import json
import re
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from django.core import mail
from django.core.management import call_command

from casino.addresses import mail_of
from casino.ledger.outbox import SIGNED
from casino.messages import verbatim
from casino.operations.finding import Finding, Level
from casino.operations.queries import doctor, machine
from casino.operations.services import alarms
from casino.operations.services import anchors as sending
from tests.racing import outcomes, race
from tests.world import a_club


class Heard(BaseHTTPRequestHandler):
    """A receiver that keeps what it was sent."""

    said: list[tuple[str, Any]] = []
    status = 200

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.said.append((self.path, json.loads(body)))
        self.answer()

    def do_GET(self) -> None:
        self.said.append((self.path, None))
        self.answer()

    def answer(self) -> None:
        self.send_response(self.status)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def receiver(
    committed_db: None, tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Any]:
    monkeypatch.setattr(Heard, "said", [])
    monkeypatch.setattr(Heard, "status", 200)
    settings.STATE_DIR, settings.RESERVE_MB = tmp_path, 0
    with HTTPServer(("127.0.0.1", 0), Heard) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        site = f"http://127.0.0.1:{server.server_port}"
        settings.ALARM_WEBHOOK, settings.ALIVE_URL = f"{site}/alarm", f"{site}/alive"
        settings.ALARM_MAIL = ["operator@example.org"]
        yield Heard
        server.shutdown()
        thread.join()


def told(receiver: Any) -> list[Any]:
    return [body for path, body in receiver.said if path == "/alarm"]


def alive(receiver: Any) -> int:
    return sum(path == "/alive" for path, _ in receiver.said)


def test_a_finding_is_told_when_it_appears_and_when_it_ends_and_not_each_minute(
    receiver: Any, settings: Any
):
    alarms.watch()  # what is so from the beginning: no backup
    before = len(told(receiver))
    world = a_club()
    world.sell()
    mail.outbox.clear()

    for _ in range(3):
        alarms.watch()
    (appeared,) = told(receiver)[before:]
    assert [each["part"] for each in appeared["appeared"]] == ["close"]
    assert [
        each.subject.startswith("[office] CRITICAL: close tallinn") for each in mail.outbox
    ] == [True]

    call_command("close_day", "--club", "tallinn", verbosity=0)
    for _ in range(3):
        alarms.watch()
    ended = told(receiver)[before + 1]
    assert any("tallinn" in said for said in ended["ended"])
    assert "ENDED: close tallinn" in ended["text"]
    assert len(told(receiver)) == before + 2


def test_what_could_not_be_told_is_told_the_next_time(receiver: Any):
    receiver.status = 500
    alarms.watch()
    receiver.status = 200
    for _ in range(3):
        alarms.watch()
    first, second, third = told(receiver)
    own = [each for each in second["appeared"] if each["about"] == "webhook"]
    assert [*first["appeared"], *own] == second["appeared"] != own != []
    assert [each.partition(":")[0] for each in third["ended"]] == ["alarms webhook"]


def test_each_way_to_tell_is_told_once_whatever_becomes_of_the_others(receiver: Any):
    receiver.status = 500
    for _ in range(3):
        alarms.watch()
    assert [len(mail.outbox), len(told(receiver))] == [2, 3]  # that the webhook hears nothing
    receiver.status = 200
    for _ in range(3):
        alarms.watch()
    assert [len(mail.outbox), len(told(receiver))] == [3, 5]  # and that it does again


def test_what_was_told_by_a_version_that_kept_one_file_for_all_is_not_told_again(
    receiver: Any, tmp_path: Path
):
    alarms.watch()
    (tmp_path / "alarms-mail.json").rename(tmp_path / "alarms.json")
    (tmp_path / "alarms-webhook.json").unlink()
    alarms.watch()
    assert [len(mail.outbox), len(told(receiver))] == [1, 1]


def test_an_error_of_several_lines_is_mailed_and_reaches_the_webhook(
    receiver: Any, monkeypatch: pytest.MonkeyPatch
):
    said = verbatim("It fails: no such table\nLINE 1: SELECT 1\n        ^\r\n")
    wrong = Finding(part="heartbeat", about="outbox", level=Level.WARNING, said=said)
    monkeypatch.setattr(alarms, "examine", lambda: [wrong])
    assert alarms.watch() == 1
    (mailed,) = mail.outbox
    assert mailed.subject == "[office] WARNING: heartbeat outbox: It fails: no such table"
    assert "LINE 1" in mailed.body
    assert [len(told(receiver)), alive(receiver)] == [1, 1]


def test_a_mail_that_cannot_be_written_does_not_keep_the_webhook_from_hearing(
    receiver: Any, settings: Any
):
    settings.ALARM_MAIL = ["operator@example.org\nBcc: all@example.org"]
    assert alarms.watch() > 0
    assert [len(told(receiver)), alive(receiver)] == [1, 1]


def test_where_what_was_told_cannot_be_kept_the_dead_mans_address_hears_nothing(
    receiver: Any, tmp_path: Path
):
    (tmp_path / "alarms-mail.json").mkdir()
    with pytest.raises(IsADirectoryError):
        alarms.watch()
    assert [len(told(receiver)), alive(receiver)] == [1, 0]


def test_a_part_that_nobody_can_look_at_is_told_with_all_others(
    receiver: Any, monkeypatch: pytest.MonkeyPatch
):
    def fails() -> Iterator[Finding]:
        raise ValueError("a fault of the program")
        yield

    monkeypatch.setattr(doctor, "OF_THE_DATABASE", (fails, *doctor.OF_THE_DATABASE))
    assert alarms.watch() > 1
    (said,) = told(receiver)
    assert "CRITICAL: fails: It cannot be looked at: a fault of the program" in said["text"]
    assert "backup" in said["text"]


def test_the_dead_mans_address_hears_it_only_where_all_is_well(receiver: Any):
    alarms.watch()
    assert alive(receiver) == 1
    a_club().sell()  # its day is over and was never closed
    alarms.watch()
    assert alive(receiver) == 1


def test_an_address_that_is_none_does_not_end_the_watch(receiver: Any, settings: Any):
    settings.ALARM_WEBHOOK = "not an address"
    assert alarms.watch() > 0


def test_without_anybody_to_tell_nothing_is_told(receiver: Any, settings: Any):
    settings.ALARM_WEBHOOK, settings.ALARM_MAIL = "", []
    assert alarms.watch() == 0
    assert told(receiver) == []


def test_several_that_watch_at_once_tell_once(receiver: Any):
    results = race(*[alarms.watch] * 4)
    assert set(outcomes(results)) == {"int"}
    assert len(told(receiver)) == 1


def of_alarms() -> dict[str, Finding]:
    return {each.name: each for each in machine.alarms()}


def test_a_way_that_nobody_hears_by_is_a_finding_until_somebody_does(receiver: Any):
    """The other way hears of it, as the doctor and the page do."""
    assert of_alarms()["alarms"].level == Level.OK
    receiver.status = 500
    alarms.watch()
    found = of_alarms()
    assert found["alarms:webhook"].level == Level.WARNING
    assert "Error 500" in str(found["alarms:webhook"].said)
    since = found["alarms:webhook"].said
    alarms.watch()
    assert of_alarms()["alarms:webhook"].said == since
    assert "alarms webhook" in mail.outbox[-1].body
    receiver.status = 200
    alarms.watch()
    assert of_alarms().keys() == {"alarms"}


def test_mail_that_is_printed_into_the_log_is_heard_by_nobody(receiver: Any, settings: Any):
    settings.EMAIL_BACKEND = mail_of("console://")["EMAIL_BACKEND"]
    assert "EMAIL_URL" in str(of_alarms()["alarms:mail"].said)
    assert of_alarms()["alarms:mail"].level == Level.WARNING
    settings.ALARM_MAIL = []
    assert of_alarms().keys() == {"alarms"}


@pytest.mark.parametrize(
    ("url", "is_wrong"),
    [
        ("smtp://user:secret@mail.example", True),
        ("smtp+tls://user:secret@mail.example", False),
        ("smtp://user:secret@localhost", False),
        ("smtp://mail.example", False),
    ],
)
def test_a_mailbox_whose_password_goes_in_clear_is_a_finding(
    receiver: Any, settings: Any, url: str, *, is_wrong: bool
):
    for name, value in mail_of(url).items():
        setattr(settings, name, value)
    assert ("alarms:password" in of_alarms()) == is_wrong


def test_anchors_that_leave_for_nobody_are_a_finding(
    receiver: Any, settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    settings.ANCHOR_DIR = tmp_path / "anchors"
    assert list(machine.anchors()) == []
    settings.ANCHOR_WEBHOOK = settings.ALARM_WEBHOOK
    a_club()
    (tmp_path / "anchors" / "tallinn").mkdir(parents=True)
    line = "tallinn 2026-02-27 " + "a" * 64 + " by " + "b" * 64 + " " + "c" * 128
    (tmp_path / "anchors" / "tallinn" / SIGNED).write_text(line + "\n")
    monkeypatch.setattr(sending, "SIGNED_LINE", re.compile("tallinn .*"))
    receiver.status = 500
    sending.send_anchors()
    (found,) = machine.anchors()
    assert (found.level, found.about) == (Level.WARNING, "webhook")
    receiver.status = 200
    sending.send_anchors()
    (found,) = machine.anchors()
    assert found.level == Level.OK
