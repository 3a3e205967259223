"""A variable that cannot be ends the program with one sentence and the status of a refusal."""

import os
import re
import runpy
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from script import pair, serve, source
from script.children import Unable
from script.variables import switch, whole

TOP = Path(__file__).resolve().parents[2]
FILES = ("settings.py", "gunicorn.py")
CANNOT_BE = {
    "RESERVE_MB": "-5",
    "REPLICA_LAG_SECONDS": "-1",
    "PUBLIC_URL": "office.example",
    "ALARM_WEBHOOK": "notaurl",
    "ALIVE_URL": "https://",
    "ANCHOR_WEBHOOK": "ftp://seals.example",
    "PUBLIC_BOARD": "on",
    "SECOND_FACTOR": "yes",
    "DEBUG": "no-thanks",
    "TRUSTED_PROXIES": "10.0.0.1/8",
    "EMAIL_URL": "smtp+starttls://user:secret@mail",
    "DATABASE_URL": "postgresql://role:secret%zz@host/casino",
    "API_RATE": "foo",
    "ROOM_RATE": "0/minute",
    "ANCHOR_PUBLIC_KEYS": "zz",
    "ALARM_MAIL": "office@club.example,nobody",
    "ANCHOR_MAIL": "auditor@",
    "MAIL_FROM": "The office",
    "ANCHOR_DIR": "/dev/null",
    "BACKUP_DIR": "/dev/null/backups",
    "STATE_DIR": __file__,
    "ALLOWED_HOSTS": "127.0.0.1,https://office.example",
    "CSRF_TRUSTED_ORIGINS": "office.example",
    "REDIS_URL": "127.0.0.1:6379",
}
OF_THE_WEB = {"WEB_WORKERS": "two", "PORT": "99999"}


@pytest.mark.parametrize("name", [*CANNOT_BE, *OF_THE_WEB])
def test_what_cannot_be_is_said_in_one_sentence_and_not_tried_again(
    name: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
):
    monkeypatch.setenv(name, (CANNOT_BE | OF_THE_WEB)[name])
    file = "settings.py" if name in CANNOT_BE else "gunicorn.py"
    with pytest.raises(SystemExit) as ended:
        runpy.run_path(str(TOP / "casino" / file))
    assert ended.value.code == os.EX_CONFIG
    (said,) = capfd.readouterr().err.splitlines()
    assert said.startswith(f"{name} cannot be read: ")
    assert "secret" not in said
    assert "Not a valid" not in said


def test_a_web_server_whose_port_is_taken_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        monkeypatch.setenv("PORT", str(port))
        made = runpy.run_path(str(TOP / "casino" / "gunicorn.py"))
        with pytest.raises(SystemExit) as ended:
            made["on_starting"](None)
    assert ended.value.code == os.EX_TEMPFAIL
    assert capfd.readouterr().err == (
        f"Cannot listen on 127.0.0.1:{port} (Address already in use): "
        "end what uses it, or set HOST and PORT.\n"
    )


def test_what_can_be_is_read(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("API_RATE", "70/min")
    monkeypatch.setenv("EMAIL_URL", "smtp+tls://user:password@mail.example:587")
    made = runpy.run_path(str(TOP / "casino" / "settings.py"))
    assert made["REST_FRAMEWORK"]["DEFAULT_THROTTLE_RATES"]["user"] == "70/min"
    assert made["EMAIL_USE_TLS"]
    assert made["EMAIL_HOST"] == "mail.example"


def test_an_emptied_line_is_as_one_that_is_not_there(monkeypatch: pytest.MonkeyPatch):
    lines = re.findall(r"^\| `(\w+)` \|", (TOP / "docs" / "variables.md").read_text(), re.MULTILINE)
    for name in lines:
        monkeypatch.delenv(name, raising=False)
    unset = [runpy.run_path(str(TOP / "casino" / file)) for file in FILES]
    for name in lines:
        monkeypatch.setenv(name, "")
    emptied = [runpy.run_path(str(TOP / "casino" / file)) for file in FILES]
    for before, after in zip(unset, emptied, strict=True):
        assert said_by(after) == said_by(before)
        assert said_by(before)


def said_by(made: dict[str, object]) -> dict[str, object]:
    of_this_process = {"SECRET_KEY"}
    plain = (str, int, float, list, dict, Path)
    return {
        name: value
        for name, value in made.items()
        if not name.startswith("_") and name not in of_this_process and isinstance(value, plain)
    }


@pytest.mark.parametrize("name", serve.SWITCHES)
def test_a_switch_of_the_office_that_is_neither_is_said_before_anything_begins(
    name: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
):
    monkeypatch.setenv(name, "true")
    monkeypatch.setattr(serve, "SIGNALS", ())
    monkeypatch.setattr(serve, "PORT", "0")
    with pytest.raises(SystemExit) as ended:
        serve.main()
    assert ended.value.code == os.EX_CONFIG
    assert capfd.readouterr().err == f"{name} cannot be read: give 1 or 0.\n"


@pytest.mark.parametrize("name", serve.PLACES)
def test_a_folder_of_the_office_that_is_a_file_is_said_before_anything_begins(
    name: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
):
    monkeypatch.setenv(name, "/dev/null/below")
    monkeypatch.setattr(serve, "SIGNALS", ())
    monkeypatch.setattr(serve, "PORT", "0")
    with pytest.raises(SystemExit) as ended:
        serve.main()
    assert ended.value.code == os.EX_CONFIG
    said = f"{name} cannot be read: give a folder, there or still to be made.\n"
    assert capfd.readouterr().err == said


@pytest.mark.parametrize(
    ("name", "wanted"),
    [("BACKUP_SYNC", source.sync_wanted), ("STANDBY_SYNC", pair.sync_wanted)],
)
def test_commits_that_should_wait_are_not_left_alone_by_a_word_that_is_no_switch(
    name: str, wanted: Callable[[], bool], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv(name, "1")
    assert wanted()
    monkeypatch.setenv(name, "true")
    with pytest.raises(SystemExit):
        wanted()


@pytest.mark.parametrize("name", ["BACKUP_KEEP_DAYS", "BACKUP_EVERY_HOURS", "BACKUP_DRILL_DAYS"])
@pytest.mark.parametrize("said", ["two", "0", "-1", "1.5", "36501", "99999999999999"])
def test_a_number_of_the_backups_that_cannot_be_is_said_in_one_sentence(
    name: str, said: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
):
    monkeypatch.setenv(name, said)
    with pytest.raises(SystemExit) as ended:
        runpy.run_path(str(TOP / "script" / "backup.py"))
    assert ended.value.code == os.EX_CONFIG
    told = capfd.readouterr().err
    assert told == f"{name} cannot be read: give a whole number from 1 to 36500.\n"


def test_switches_and_numbers_that_are_empty_are_as_usual(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("BACKUP_SYNC", "")
    assert not switch("BACKUP_SYNC")
    assert switch("BACKUP_SYNC", usual=True)
    assert whole("BACKUP_KEEP_DAYS", 14) == 14
    monkeypatch.setenv("BACKUP_SYNC", "1")
    monkeypatch.setenv("BACKUP_KEEP_DAYS", "30")
    assert (switch("BACKUP_SYNC"), whole("BACKUP_KEEP_DAYS", 14)) == (True, 30)


def test_a_word_that_the_office_does_not_know_is_refused():
    serve.check_words(["--standby"])
    with pytest.raises(Unable, match="knows no --standy"):
        serve.check_words(["--standy"])
