"""A variable that cannot be ends the program with one sentence and the status of a refusal."""

import os
import runpy
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parents[2]
CANNOT_BE = {
    "RESERVE_MB": "200MB",
    "REPLICA_LAG_SECONDS": "5s",
    "PUBLIC_BOARD": "on",
    "SECOND_FACTOR": "yes",
    "DEBUG": "no-thanks",
    "TRUSTED_PROXIES": "10.0.0.1/8",
    "EMAIL_URL": "smtp+starttls://user:secret@mail",
    "DATABASE_URL": "postgresql://role:secret%zz@host/casino",
    "API_RATE": "foo",
    "ROOM_RATE": "0/minute",
    "ANCHOR_PUBLIC_KEYS": "zz",
}


@pytest.mark.parametrize("name", [*CANNOT_BE, "WEB_WORKERS"])
def test_what_cannot_be_is_said_in_one_sentence_and_not_tried_again(
    name: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
):
    monkeypatch.setenv(name, CANNOT_BE.get(name, "two"))
    file = "settings.py" if name in CANNOT_BE else "gunicorn.py"
    with pytest.raises(SystemExit) as ended:
        runpy.run_path(str(TOP / "casino" / file))
    assert ended.value.code == os.EX_CONFIG
    (said,) = capfd.readouterr().err.splitlines()
    assert said.startswith(f"{name} cannot be read: ")
    assert "secret" not in said


def test_what_can_be_is_read(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("API_RATE", "70/min")
    monkeypatch.setenv("EMAIL_URL", "smtp+tls://user:password@mail.example:587")
    made = runpy.run_path(str(TOP / "casino" / "settings.py"))
    assert made["REST_FRAMEWORK"]["DEFAULT_THROTTLE_RATES"]["user"] == "70/min"
    assert made["EMAIL_USE_TLS"]
    assert made["EMAIL_HOST"] == "mail.example"
