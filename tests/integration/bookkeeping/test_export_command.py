"""Every accountant's file from the command line, whole or not at all."""

from datetime import timedelta
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from casino.bookkeeping.models import Batch, File
from tests.books import mapped, sealed
from tests.world import EVENING, World, a_club

pytestmark = pytest.mark.django_db


@pytest.fixture
def world(db: None) -> World:
    world = a_club()
    world.sell(300)
    sealed(world)
    return world


def export(profile: str, file: Path, *, by: str = "accountant@tallinn", days: int = 0) -> None:
    until = EVENING + timedelta(days)
    period = {"first": EVENING, "last": until}
    call_command("export", profile, club="tallinn", by=by, file=file, **period, verbosity=0)


def test_a_batch_is_made_once_and_its_files_are_the_same_again(world: World, tmp_path: Path):
    mapped(world)
    for name in ("first.csv", "again.csv"):
        export("journal-lines", tmp_path / name)
    assert (tmp_path / "first.csv").read_bytes() == (tmp_path / "again.csv").read_bytes()
    export("hledger", tmp_path / "books.journal")
    assert "commodity 1000.00 EUR" in (tmp_path / "books.journal").read_text()
    export("slips", tmp_path / "slips.csv")
    assert (Batch.objects.count(), File.objects.count()) == (1, 3)


def test_what_cannot_be_made_leaves_no_file(world: World, tmp_path: Path):
    for profile, asked, says in (
        ("hledger", {"by": "nobody"}, "--by"),
        ("hledger", {}, "not mapped"),
        ("hledger", {"days": 3}, "past the last sealed day"),
    ):
        with pytest.raises(CommandError, match=says):
            export(profile, tmp_path / "x", **asked)
    assert list(tmp_path.iterdir()) == []
