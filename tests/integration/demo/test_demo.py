"""What the demo shows to whoever opens it: a room in which people play."""

from datetime import UTC, datetime

import pytest
from django.core.management import call_command
from django.utils import timezone

from cashgames.queries.tables import open_sessions, seats, table_check
from casino.board.queries import room_board
from casino.house.models import Club
from casino.players.models import Player
from tests.shifted import Clock

pytestmark = pytest.mark.django_db


def test_the_demo_opens_with_tables_that_run_and_a_list_of_who_waits():
    call_command("demo", weekends=1, verbosity=0)
    club = Club.objects.get()
    running = open_sessions(club.pk)
    assert [len(seats(session.pk)) for session in running] == [9, 6, 4]
    for session in running:
        check = table_check(session)
        assert check.difference_cents == 0 < check.rake_cents

    board = room_board(club, at=timezone.now(), shows="initials")
    assert [table.name for table in board.tables] == ["Table 1", "Table 2", "Table 3"]
    assert [len(each.places) for each in board.lists] == [3]


def test_the_demos_guests_have_id_on_file_so_that_no_night_stops_at_the_threshold():
    call_command("demo", weekends=1, verbosity=0)
    assert Player.objects.count() > 20
    assert not Player.objects.filter(document="").exists()


@pytest.mark.parametrize("at", ["2026-11-28T00:30", "2026-11-28T05:30", "2026-11-28T20:00"])
def test_the_demo_without_nights_can_be_made_at_any_hour(clock: Clock, at: str):
    clock.set(datetime.fromisoformat(at).replace(tzinfo=UTC))
    call_command("demo", weekends=0, verbosity=0)
    club = Club.objects.get()
    assert [len(seats(session.pk)) for session in open_sessions(club.pk)] == [9, 6, 4]
