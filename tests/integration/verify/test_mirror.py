"""The copy outside is a witness: what differs from it, and what is gone from it, is said."""

import json
import os
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from celery.signals import worker_init
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from django.core.management import call_command

from casino.celery import refuse_unsigned
from casino.keys import sign_anchor
from casino.ledger import outbox
from casino.ledger.services import Posted
from casino.operations.services import anchors
from casino.operations.services.anchors import send_anchors
from casino.operations.tasks import watch
from tests.integration.verify.test_verify import (
    EVENING,
    MORNING_AFTER,
    NEXT,
    an_evening,
    close_due_days,
    verified,
)
from tests.world import World, a_club

pytestmark = pytest.mark.usefixtures("committed_db")


@pytest.fixture
def copies(tmp_path: Path, settings: object) -> Path:
    """The copies of a club with an evening that was sealed and a day after it."""
    settings.ANCHOR_DIR = tmp_path
    world = a_club()
    an_evening(world)
    close_due_days(world.at("07:00", day=MORNING_AFTER))
    outbox.deliver_outbox()
    return tmp_path / "tallinn"


def lose_all(copies: Path) -> None:
    copies.rename(copies.with_name("elsewhere"))


def lose_a_day(copies: Path) -> None:
    (copies / f"{EVENING}.jsonl").unlink()


def lose_a_line(copies: Path) -> None:
    path = copies / f"{EVENING}.jsonl"
    path.write_text("".join(path.read_text().splitlines(keepends=True)[:-1]))


def cut_a_line(copies: Path) -> None:
    path = copies / f"{EVENING}.jsonl"
    path.write_text(path.read_text()[:-20])


def lose_the_seals(copies: Path) -> None:
    (copies / "seals.txt").write_text("")


@pytest.mark.parametrize(
    ("lose", "said_of_it"),
    [
        (lose_all, f"BROKEN {EVENING}: mirror: "),
        (lose_a_day, f"BROKEN {EVENING}: mirror: "),
        (lose_a_line, f"BROKEN {EVENING}: mirror: act "),
        (cut_a_line, f"BROKEN {EVENING}: mirror: act "),
        (lose_the_seals, f"BROKEN {EVENING}: mirror: its seal is not in the copy outside"),
    ],
)
def test_a_copy_that_is_gone_is_a_finding(
    copies: Path, capsys: pytest.CaptureFixture[str], lose: Callable[[Path], None], said_of_it: str
):
    assert verified(capsys)[0] == 0
    lose(copies)

    status, said = verified(capsys)

    assert (status, said_of_it in said) == (2, True), said


@pytest.mark.parametrize("lose", [lose_all, lose_a_line, lose_the_seals])
def test_a_copy_that_is_gone_is_made_anew_by_an_operator(
    copies: Path, capsys: pytest.CaptureFixture[str], lose: Callable[[Path], None]
):
    lose(copies)
    call_command("mend_mirror")
    assert " copied once more" in capsys.readouterr().out

    assert verified(capsys, "--copies")[0] == 0
    call_command("mend_mirror")
    assert capsys.readouterr().out == "tallinn: 0 acts copied once more\n"


def test_what_differs_from_its_copy_is_not_copied_over_it(copies: Path, capsys, forger):
    forger.execute("UPDATE ledger_act SET arguments = '{}' WHERE operation = 'players.add_player'")

    call_command("mend_mirror")

    assert verified(capsys, "--copies")[0] == 2


def test_a_line_that_stands_there_twice_or_half_says_the_same(copies: Path, capsys):
    path = copies / f"{EVENING}.jsonl"
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join([lines[0][:30] + "\n", *lines, lines[-1]]))

    assert verified(capsys)[0] == 0


def test_a_copy_of_a_sealed_day_that_was_rewritten_is_found_when_all_are_compared(
    copies: Path, capsys
):
    path = copies / f"{EVENING}.jsonl"
    path.write_text(re.sub(r"(?<!\d)10000(?!\d)", "90000", path.read_text()))
    assert verified(capsys)[0] == 0

    status, said = verified(capsys, "--copies")

    assert (status, f"BROKEN {EVENING}" in said, "the copy outside" in said) == (2, True, True)


@pytest.mark.parametrize(("age", "status"), [(0, 0), (120, 2)])
def test_what_a_desk_does_meanwhile_is_no_finding(copies: Path, capsys, age: int, status: int):
    path = copies / f"{NEXT}.jsonl"
    copy = json.loads(path.read_text().splitlines()[-1])
    recorded_at = datetime.now(UTC) - timedelta(seconds=age)
    newer = copy | {"id": copy["id"] + 1000, "entries": [], "recorded_at": recorded_at.isoformat()}
    path.write_text(path.read_text() + json.dumps(newer) + "\n")

    assert verified(capsys)[0] == status


def test_the_books_of_a_club_that_never_sealed_are_asked_too(tmp_path: Path, settings, capsys):
    settings.ANCHOR_DIR = tmp_path
    world: World = a_club()
    sale: Posted = world.fund(clock="12:00")
    outbox.deliver_outbox()
    (tmp_path / "tallinn" / f"{EVENING}.jsonl").unlink()

    _, said = verified(capsys)

    assert "is not in the copy outside" in said
    assert sale.entry_id


def test_each_seal_is_signed_sent_and_compared_with_what_came_back(
    copies: Path, capsys: pytest.CaptureFixture[str], settings: Any, mailoutbox: list[Any]
):
    """A seal made anew has no signature of ours, and the mail of then says which one had."""
    key = Ed25519PrivateKey.generate()
    pem = copies.with_name("key.pem")
    pem.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    settings.ANCHOR_PUBLIC_KEYS = [key.public_key().public_bytes_raw().hex()]
    unsigned = f"{EVENING}: signature: its seal is not signed"
    assert unsigned in (said := verified(capsys)[1]), "sealed before there was a key"
    assert "ANCHOR_KEY=… script/manage mend_mirror" in said
    settings.ANCHOR_KEY = str(pem)
    call_command("mend_mirror")
    assert "signature" not in verified(capsys)[1]

    settings.ANCHOR_MAIL, settings.STATE_DIR = ["owner@club.example"], copies.parent
    assert [send_anchors() > 0, send_anchors()] == [True, 0]
    mailed = copies.with_name("mail.txt")
    mailed.write_text(mailoutbox[0].body)
    signed = copies / "signed.txt"
    signed.write_text(signed.read_text().replace(settings.ANCHOR_PUBLIC_KEYS[0], "00" * 32))
    assert unsigned in verified(capsys)[1], "signed with another key"
    assert "signature" not in verified(capsys, "--anchors", str(mailed))[1]

    other = f"tallinn {EVENING} {'ab' * 32}"
    mailed.write_text(f"{other} {sign_anchor(other)}")
    said = verified(capsys, "--anchors", str(mailed))[1]
    assert f"{EVENING}: signature: signed was abababab" in said


@pytest.mark.parametrize("kept", ["nothing", "no key"])
def test_a_worker_does_not_begin_with_a_key_that_signs_nothing(
    kept: str, copies: Path, settings: Any, capfd: pytest.CaptureFixture[str]
):
    """At the first seal the copy of all acts stopped, and no start had said a word."""
    pem = copies.with_name("no-key.pem")
    if kept != "nothing":
        pem.write_text(kept)
    settings.ANCHOR_KEY = str(pem)
    with pytest.raises(SystemExit) as ended:
        refuse_unsigned()
    assert ended.value.code == os.EX_CONFIG
    (said,) = capfd.readouterr().err.splitlines()
    assert f"ANCHOR_KEY {pem}" in said
    settings.ANCHOR_KEY = ""
    refuse_unsigned()
    assert refuse_unsigned in [each() for _, each in worker_init.receivers], "asked by a worker"


SEAL = f"tallinn {EVENING} {'ab' * 32}"


@pytest.fixture
def signed_lines(copies: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of what leaves the house by mail and by webhook, with one seal."""
    settings.STATE_DIR = copies.parent
    settings.ANCHOR_MAIL = ["owner@club.example"]
    settings.ANCHOR_WEBHOOK, settings.ALARM_MAIL = "http://seals.example/", []
    monkeypatch.setattr(anchors, "post", lambda *_: "")
    (copies / "signed.txt").write_text(f"{SEAL}\n")
    return copies / "signed.txt"


@pytest.mark.parametrize("half", ["tall", SEAL[:-1], f"{SEAL} {'cd' * 32} ef"])
def test_half_a_line_is_not_sent_and_keeps_no_other_and_no_alarm_back(
    signed_lines: Path, half: str, mailoutbox: list[Any], settings: Any
):
    settings.ALARM_MAIL = ["operator@example.org"]
    signed_lines.write_text(f"{SEAL}\n{half}")
    assert send_anchors() == 1
    outbox.append(signed_lines, [SEAL.replace("ab", "ef")])
    watch()
    assert [each.body for each in mailoutbox if "seals" in each.subject] == [
        SEAL,
        SEAL.replace("ab", "ef"),
    ]
    assert any("WARNING" in each.subject for each in mailoutbox)


def test_a_seal_goes_each_way_once_though_another_way_is_shut(
    signed_lines: Path, mailoutbox: list[Any], monkeypatch: pytest.MonkeyPatch
):
    posted: list[Any] = []
    monkeypatch.setattr(anchors, "post", lambda _address, body: posted.append(body) or "shut")
    assert [send_anchors(), send_anchors()] == [1, 0]
    assert [len(mailoutbox), len(posted)] == [1, 2]
    monkeypatch.setattr(anchors, "post", lambda _address, body: posted.append(body) or "")
    assert [send_anchors(), send_anchors()] == [1, 0]
    assert [len(mailoutbox), len(posted)] == [1, 3]


def test_seals_that_a_version_with_one_file_for_all_ways_sent_are_not_sent_again(
    signed_lines: Path, mailoutbox: list[Any]
):
    (signed_lines.parents[1] / "anchors-sent.json").write_text('{"tallinn": 1}')
    assert send_anchors() == 0
    outbox.append(signed_lines, [SEAL])
    assert send_anchors() == 1


def test_alarms_are_told_though_no_seal_can_be_sent(
    signed_lines: Path, mailoutbox: list[Any], settings: Any, monkeypatch: pytest.MonkeyPatch
):
    settings.ALARM_MAIL = ["operator@example.org"]
    monkeypatch.setattr(anchors, "clubs", lambda: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        watch()
    assert mailoutbox
