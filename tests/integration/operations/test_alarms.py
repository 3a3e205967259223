"""Who is to be told hears of a finding once when it appears and once when it ends."""

import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from django.core import mail
from django.core.management import call_command

from casino.operations.services import alarms
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
    alarms.watch()
    alarms.watch()
    first, second = told(receiver)
    assert first["appeared"] == second["appeared"] != []


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
