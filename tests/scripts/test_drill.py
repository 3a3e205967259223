"""What a drill takes for a proof that a backup can be brought back."""

import os
from datetime import timedelta
from pathlib import Path

import pytest

from script.backup import Jobs, has_no_club
from script.restore import verified
from script.store import Store
from tests.world import EVENING, World, a_club

pytestmark = pytest.mark.usefixtures("committed_db")


def proved(anchors: Path) -> tuple[bool, str]:
    """Return whether the books of the tests' database are good to a drill, and what was said."""
    found = verified(os.environ["DATABASE_URL"], anchors)
    return found["ok"], found["said"]


def test_books_that_are_whole_though_a_day_waits_for_its_close_are_a_proof(tmp_path: Path):
    world: World = a_club()
    world.sell(day=EVENING - timedelta(7))
    is_good, said = proved(tmp_path)
    assert "unfinished" in said
    assert is_good


def test_a_database_without_a_club_is_no_proof(tmp_path: Path):
    is_good, said = proved(tmp_path)
    assert "There is no club yet." in said
    assert not is_good


def test_books_that_could_not_be_read_to_their_end_are_no_proof(tmp_path: Path):
    a_club().sell()
    (tmp_path / "tallinn" / "seals.txt").mkdir(parents=True)
    is_good, said = proved(tmp_path)
    assert "IsADirectoryError" in said
    assert not is_good


def test_the_first_drill_of_a_new_office_waits_for_its_first_club(tmp_path: Path):
    store = Store(tmp_path)
    store.record("backups", ok=True)
    assert not Jobs(store).is_due("drill"), "it failed for an hour before there was a table"
    a_club()
    assert Jobs(store).is_due("drill")


def test_a_database_of_before_its_tables_has_no_club_and_one_that_is_away_may():
    assert has_no_club(os.environ["DATABASE_URL"] + "&options=-csearch_path%3Dpg_temp")
    assert has_no_club(f"{os.environ['DATABASE_URL']}&dbname=nowhere")
    assert not has_no_club("postgresql://nobody@127.0.0.1:1/none")
