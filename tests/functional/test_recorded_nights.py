"""Recorded nights through the club's own services, from the float to the seal, to the cent."""

import csv
import json
import shutil
from collections import Counter
from decimal import Decimal
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from cashgames.models import ChipMove, Hand, Session
from casino.house.models import Club
from casino.ledger.models import Act, Balance, Entry, LedgerLine, Seal
from tests.recorded import EXCERPT, expected, folders

pytestmark = pytest.mark.usefixtures("committed_db")


def ran(command: str, *arguments: object) -> tuple[int, str]:
    """Run a command; return its exit status and what it said."""
    said = StringIO()
    try:
        call_command(command, *map(str, arguments), stdout=said, stderr=said)
    except SystemExit as ended:
        return int(ended.code or 0), said.getvalue()
    except CommandError as error:
        return error.returncode, said.getvalue() + str(error)
    return 0, said.getvalue()


def counted() -> dict[str, int]:
    """Count what a night leaves."""
    return {
        model.__name__: model.objects.count()
        for model in (Act, Entry, Hand, ChipMove, Session, Seal, Club)
    }


@pytest.mark.parametrize("folder", folders(), ids=str)
def test_recorded_nights_end_at_zero_sealed_and_as_expected(folder: Path, tmp_path: Path):
    status, said = ran("replay_nights", folder / "big_game", "--club", "recorded")
    assert status == 0, said
    assert "every figure as expected.json has it" in said

    weeks = json.loads((folder / "expected.json").read_text())["big_game"]
    nights = said.splitlines()[1:-1]
    assert [int(night.split()[0]) for night in nights] == sorted(map(int, weeks))
    assert Session.objects.filter(closed_at=None).count() == 0
    tables = Balance.objects.filter(account__code="chips:table")
    assert {balance.cents for balance in tables} == {0}
    assert_hands_as_expected(folder)
    assert Seal.objects.count() >= len(weeks)

    assert ran("verify", "--club", "recorded")[0] == 0
    assert_journal_sums_to_zero(tmp_path / "journal.csv")

    before = counted()
    again = ran("replay_nights", folder / "big_game", "--club", "recorded")
    assert again == (0, said)
    assert counted() == before


def assert_hands_as_expected(folder: Path) -> None:
    """Each hand of the club has the rake and the drop that stand in the list."""
    known = expected(folder)
    hands = list(Hand.objects.all())
    assert len(hands) == len({hand.name for hand in hands})
    for hand in hands:
        week, number = hand.name.removeprefix("week-").split(":")
        row = known[f"biggame:{int(week)}:{number}"]
        assert (hand.rake_cents, hand.drop_cents, sum(hand.pots_cents)) == (
            row["rake_whole_pot_cents"],
            row["jackpot_drop_cents"],
            row["total_pot_cents"],
        ), hand.name


def assert_journal_sums_to_zero(file: Path) -> None:
    """The journal as a file has every line; the file and each of its entries sum to zero."""
    days = "--from", "2026-01-01", "--to", "2026-12-31"
    assert ran("export", "journal", "--club", "recorded", *days, "-o", file)[0] == 0
    with file.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    assert len(rows) == LedgerLine.objects.count()
    sums = Counter[str]()
    for row in rows:
        sums[row["entry"]] += cents(row["debit"]) - cents(row["credit"])
    assert len(sums) == Entry.objects.count()
    assert set(sums.values()) == {0}


def cents(amount: str) -> int:
    """Read an amount of the file; an empty cell is nothing."""
    return int(Decimal(amount or 0) * 100)


def test_a_figure_that_differs_is_named_and_ends_with_2(tmp_path: Path):
    folder = shutil.copytree(EXCERPT, tmp_path / "real")
    figures = json.loads((folder / "expected.json").read_text())
    figures["big_game"]["2"]["rake_whole_pot_cents"] += 50
    (folder / "expected.json").write_text(json.dumps(figures))
    status, said = ran("replay_nights", folder / "big_game", "--club", "recorded")
    assert status == 2
    assert said.splitlines()[-1] == "week 2: rake is 9350, expected 9400"


def test_a_folder_without_a_night_is_refused_in_one_sentence(tmp_path: Path):
    assert ran("replay_nights", tmp_path, "--club", "recorded") == (
        1,
        f"{tmp_path}: holds no session_events_raked.csv.",
    )
    assert not Club.objects.exists()


def test_events_without_their_hands_are_refused_in_one_sentence(tmp_path: Path):
    events = EXCERPT / "big_game" / "session_events_raked.csv"
    shutil.copy(events, tmp_path)
    said = f"{tmp_path}: holds no week of {events.name}."
    assert ran("replay_nights", tmp_path, "--club", "recorded") == (1, said)
    assert not Club.objects.exists()


def test_a_night_whose_chips_do_not_return_does_not_close(tmp_path: Path):
    """One cash-out is a chip too small: that chip would stay on the table."""
    folder = shutil.copytree(EXCERPT, tmp_path / "real")
    events = folder / "big_game" / "session_events_raked.csv"
    events.write_text(events.read_text().replace("cash_out,63850", "cash_out,63800"))
    status, said = ran("replay_nights", folder / "big_game", "--club", "recorded")
    assert status == 1
    assert (
        "week 2: The table does not balance to zero: 0 players seated, 0,50 in chips"
        in said.replace("\u00a0", " ")
    )
    assert not Seal.objects.exists()


def test_a_recorded_amount_may_be_any_number_of_cents(tmp_path: Path):
    folder = shutil.copytree(EXCERPT, tmp_path / "real")
    (folder / "expected.json").unlink()
    events = folder / "big_game" / "session_events_raked.csv"
    odd = events.read_text().replace("top_up,1450", "top_up,1473")
    events.write_text(odd.replace("cash_out,63850", "cash_out,63873"))
    status, said = ran("replay_nights", folder / "big_game", "--club", "recorded")
    assert (status, said.splitlines()[-1]) == (0, "Every table closed at zero, every day sealed.")
