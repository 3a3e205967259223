"""`manage.py import_hands`: what it says, how it ends, and killed in the middle."""

import os
import signal
import subprocess
import sys
from datetime import datetime
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from cashgames.models import Hand
from cashgames.services import importing
from casino.audit.queries.exceptions import exceptions
from casino.ledger.models import Entry
from tests.database import TOP
from tests.imports import a_hand, a_session, as_line, written
from tests.world import EVENING, World, a_club

NOTED = "cashgames.note_deviation"


@pytest.fixture
def world(committed_db: None) -> World:
    world = a_club()
    world.fund()
    world.jackpot()
    return world


def test_killed_in_the_middle_and_repeated_nothing_is_doubled_or_missing(
    world: World,
    tmp_path: Path,
    test_environment: dict[str, str],
    capsys: pytest.CaptureFixture[str],
):
    """Every 20th hand pays 0.50; kill -9 falls between two batches, while one is posted."""
    session = a_session(world)
    number_of_hands = 30_000
    hands = (
        a_hand(f"{n:05}", players_dealt=2, pots_cents=(500 if n % 20 else 1000,))
        for n in range(number_of_hands)
    )
    file = written(tmp_path / "night.jsonl", hands)
    command = [sys.executable, TOP / "manage.py", "import_hands", file]
    command += ["--club", world.club.slug, "--session", f"{session.pk}"]
    command += ["--at", world.at("22:00").isoformat()]
    start: dict[str, Any] = {"env": os.environ | test_environment, "text": True}

    with subprocess.Popen(command, stderr=subprocess.PIPE, **start) as killed:
        assert killed.stderr
        assert any("hands done" in line for line in killed.stderr)  # a batch is in
        killed.send_signal(signal.SIGKILL)
    between = Hand.objects.count()
    assert 0 < between < number_of_hands
    assert between % importing.BATCH == 0

    assert ran(world, file, session=session.pk) == (
        0,
        f"{number_of_hands - between} hands taken, {between} known already, 0 refused\n",
    )
    assert f"{number_of_hands} hands done" in capsys.readouterr().err
    assert Hand.objects.count() == number_of_hands
    assert Entry.objects.filter(kind="cashgames.pot_raked").count() == number_of_hands // 20
    assert world.balance("income:rake") == -50 * (number_of_hands // 20)


def ran(world: World, *files: Path, **more: Any) -> tuple[int, str]:
    """Run the command; return its exit status and what it said."""
    said = StringIO()
    options = {"club": world.club.slug, "at": world.at("22:00")} | more
    try:
        call_command("import_hands", *files, stdout=said, **options)
    except SystemExit as ended:
        return int(ended.code or 0), said.getvalue()
    except CommandError as error:
        return error.returncode, str(error)
    return 0, said.getvalue()


def test_the_command_takes_several_files_and_ends_with_0(
    world: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    session = a_session(world)
    files = [written(tmp_path / f"{name}.jsonl", [a_hand(name)]) for name in "ab"]
    assert ran(world, *files, session=session.pk) == (
        0,
        "2 hands taken, 0 known already, 0 refused\n",
    )
    assert "2 hands done" in capsys.readouterr().err


def test_the_game_may_be_named_by_its_table_while_it_is_open(world: World, tmp_path: Path):
    session = a_session(world, table="Table 7")
    file = written(tmp_path / "night.jsonl", [a_hand("1")])
    assert ran(world, file, table="Table 7")[0] == 0
    assert Hand.objects.get().session_id == session.pk
    assert ran(world, file, table="Table 8") == (2, "--table: no game is open on 'Table 8'.")


def test_the_command_names_refused_rows_and_ends_with_1(world: World, tmp_path: Path):
    session = a_session(world)
    hands = [a_hand("1"), a_hand("2", game="omaha"), a_hand("3", players_dealt=1)]
    file = written(
        tmp_path / "night.jsonl",
        hands,
        "?",
        '{"players_dealt": 1, "players_dealt": 2}',
        as_line(a_hand("6")),
    )
    status, said = ran(world, file, session=session.pk)
    assert status == 1
    assert sorted(said.splitlines()) == [
        "2 hands taken, 0 known already, 4 refused",
        "refused: row 2, 2: game: This table deals Texas hold'em, not Omaha.",
        "refused: row 3, 3: players_dealt: The number of players dealt in must be 2 to 23, not 1.",
        "refused: row 4, no name: The line is not valid JSON.",
        "refused: row 5, no name: players_dealt: The field appears twice in the line.",
    ]
    assert ran(world, file, session=session.pk)[1].endswith(
        "0 hands taken, 2 known already, 4 refused\n"
    )


@pytest.mark.parametrize(
    ("file", "options", "sentence"),
    [
        ("a.jsonl", {"club": "moon"}, "--club: there is no club 'moon'."),
        ("a.jsonl", {"session": 999_999}, "--session: "),
        ("a.jsonl", {"at": datetime.fromisoformat("2026-02-27T22:00")}, "--at: needs an offset"),
        ("a.csv", {}, "a.csv: no file ending in .jsonl, .phh, .phhs."),
        ("missing.jsonl", {}, "missing.jsonl: no file"),
        (".", {}, "no file ending"),
    ],
)
def test_the_command_ends_with_2_and_a_sentence_where_it_cannot_begin(
    world: World, tmp_path: Path, file: str, options: dict[str, Any], sentence: str
):
    session = a_session(world)
    for name in ("a.jsonl", "a.csv"):
        written(tmp_path / name, [a_hand("1")])
    status, said = ran(world, tmp_path / file, **({"session": session.pk} | options))
    assert status == 2
    assert sentence in said
    assert len(said.splitlines()) == 1
    assert not Hand.objects.exists()


def test_each_content_of_a_file_beyond_what_its_game_knows_is_listed_once(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(importing, "BATCH", 2)
    session = a_session(world)  # one guest, and hands of six
    hands = [a_hand(name, at=world.at("22:00")) for name in "abcdef"]
    for some in (hands[:3], hands[:3], hands):
        assert ran(world, written(tmp_path / "night.jsonl", some), session=session.pk)[0] == 0
    found = exceptions(world.club, first=EVENING, last=EVENING)
    names = [row.arguments["name"] for _, row, _ in found if row.operation == NOTED]
    assert names == ["night.jsonl"] * 2
