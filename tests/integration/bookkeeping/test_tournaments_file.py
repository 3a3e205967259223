"""The file of tournaments says what their pages say."""

import pytest

from tests.books import register
from tests.integration.reports.asking import lines as of_report
from tests.integration.tournaments.test_sales_taken_back import taken_back
from tests.integration.tournaments.test_topped_up import played
from tests.tournaments import a_tournament, decided, enter, sold
from tests.world import World, a_club
from tournaments.models import Tournament
from tournaments.queries.pools import waterfall

__all__ = ["played"]
pytestmark = pytest.mark.django_db


def test_an_entry_that_was_given_back_is_none_in_the_file_either():
    world = a_club()
    shift = world.open_shift()
    event = a_tournament(world)
    entries = enter(world, event, "Ann", "Bob", "Cat", "Dan", shift_id=shift.pk)
    taken_back(world, sold(world, event, "Wrong One", shift_id=shift.pk), shift, "20:40")
    event = decided(world, event, entries)
    counted = waterfall(event, at=world.at("23:30")).sold["entry"]
    rows = register(world, "tournaments")
    assert len(rows) > 1
    assert total(rows, "entries") == counted == 4


def total(rows: list[dict[str, str]], *columns: str) -> int:
    return sum(int(row[name].replace(".", "") or 0) for row in rows for name in columns)


def test_tickets_won_and_what_the_house_added_add_up_in_the_file(
    played: tuple[World, Tournament],
):
    world, event = played
    rows = [row for row in register(world, "tournaments") if row["name"] == event.name]
    assert len(rows) == 3
    assert total(rows, "overlay") == world.balance("expense:overlay") == 16_000
    pool = total(rows, "gross", "overlay") - total(rows, "ranking")
    assert total(rows, "pool") == pool == total(rows, "prize", "ticket") == 66_000
    won = [row for row in of_report(world, "prizes") if row["tournament"] == event.name]
    (whole,) = [row for row in of_report(world, "tournaments") if row["tournament"] == event.name]
    assert total(won, "prize", "ticket") == total([whole], "prizes") == 66_000


def test_the_lines_of_a_guaranteed_tournament_add_up_to_its_pool():
    world = a_club()
    shift = world.open_shift()
    event = a_tournament(world, guarantee_cents=50_000)
    names = "Ann", "Bob", "Cat", "Dan"
    decided(world, event, enter(world, event, *names, shift_id=shift.pk))
    rows = register(world, "tournaments")
    assert len(rows) > 1
    assert total(rows, "overlay") == world.balance("expense:overlay") > 0
    pool = total(rows, "gross", "overlay") - total(rows, "ranking")
    assert total(rows, "pool") == pool == total(rows, "prize") == 50_000
    assert total(rows, "house") == 4 * 1_000
