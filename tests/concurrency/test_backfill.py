"""Nights that are over, entered while the jobs of an open office run without a pause."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from functools import partial
from io import StringIO
from pathlib import Path
from threading import Event, Thread
from typing import Any

import psycopg
import pytest
from django.core.management import call_command
from django.db import connections

from cashgames.services import importing
from casino.clock import quarter
from casino.closing.services.days import DayNotReady, close_day
from casino.closing.tasks import close_due_days
from casino.ledger import services as ledger
from casino.ledger.models import Day, Seal
from casino.staff.models import Role
from ranking.models import ClosedQuarter, Score
from ranking.tasks import count_and_close
from script.children import PATIENCE_SECONDS
from tests.imports import a_hand, a_session, written
from tests.racing import race, until_one_waits
from tests.recorded import EXCERPT
from tests.world import EVENING, World, a_club
from tournaments.models import Tournament

pytestmark = pytest.mark.usefixtures("committed_db")
NEXT = EVENING + timedelta(days=1)
RANKED = 5  # of the tournaments in the excerpt


@pytest.fixture
def world() -> World:
    world = a_club()
    world.fund()
    return world


@contextmanager
def jobs_at_work() -> Iterator[None]:
    """Close days and quarters meanwhile, over and over, as worker and beat do in an open office."""
    ended, ticked = Event(), Event()

    def tick() -> None:
        while not ended.wait(0.02):
            close_due_days()
            count_and_close()
            ticked.set()
        connections.close_all()

    thread = Thread(target=tick)
    thread.start()
    try:
        assert ticked.wait(PATIENCE_SECONDS)
        yield
    finally:
        ended.set()
        thread.join()


def said(command: str, *arguments: Any, **options: Any) -> str:
    out = StringIO()
    call_command(command, *arguments, stdout=out, **options)
    return out.getvalue()


def test_recorded_nights_are_replayed_to_the_seal():
    with jobs_at_work():
        text = said("replay_nights", EXCERPT / "big_game", club="recorded")

    assert "every figure as expected.json has it" in text
    assert not Day.objects.exclude(state="sealed").exists()


def test_the_demo_gets_its_past_and_closes_each_night_itself():
    with jobs_at_work():
        said("demo", weekends=1)

    nights = list(Seal.objects.order_by("day").values_list("day", flat=True))
    assert len(nights) == 2
    assert not Day.objects.filter(day__lte=nights[-1]).exclude(state="sealed").exists()


def test_hands_of_a_past_night_are_taken_whole_and_its_day_is_closed_afterwards(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(importing, "BATCH", 5)
    session = a_session(world)
    file = written(tmp_path / "night.jsonl", (a_hand(f"{n:03}") for n in range(200)))
    with jobs_at_work():
        at = world.at("22:00", day=NEXT)
        text = said("import_hands", file, club="tallinn", session=session.pk, at=at)

    assert text == "200 hands taken, 0 known already, 0 refused\n"
    close_due_days()
    assert Day.objects.get(day=NEXT).state == "closed"


def test_recorded_tournaments_are_all_taken_before_their_quarters_close():
    world = a_club(since=EVENING.replace(year=2000))
    people = {"by": f"{Role.MANAGER}@tallinn", "second": f"{Role.DIRECTOR}@tallinn"}
    file = EXCERPT / "tournaments.jsonl"
    with jobs_at_work(), suppress(SystemExit):  # 1: some records are refused, whoever works
        said("import_tournaments", file, club=world.club.slug, **people)
    close_due_days()
    count_and_close()

    ranked = Tournament.objects.filter(ranking=True).values_list("gaming_day", flat=True)
    assert len(ranked) == Score.objects.filter(number=1).count() == RANKED
    began = sorted(map(quarter, ranked))
    closed = list(ClosedQuarter.objects.order_by("id").values_list("quarter", flat=True))
    assert closed[0] == began[0]
    assert set(began) <= set(closed)


def test_jobs_leave_a_club_alone_until_the_last_of_two_imports_has_ended(world: World):
    with ledger.backfill(world.club.pk):
        with ledger.backfill(world.club.pk):
            pass
        assert race(close_due_days) == [[]]
    assert race(close_due_days) == [[f"tallinn {EVENING}"]]


def test_only_who_enters_past_nights_closes_them(world: World):
    close = partial(close_day, world.club, EVENING, now=world.at("07:00", day=NEXT))
    with ledger.backfill(world.club.pk):
        (refused,) = race(close)
        assert isinstance(refused, DayNotReady)
        assert close().kind == "daily"


def test_an_import_begins_once_the_job_in_flight_has_ended(
    world: World, app_connection: psycopg.Connection
):
    begun = Event()

    def enter() -> None:
        with ledger.backfill(world.club.pk):
            begun.set()
        connections.close_all()

    thread = Thread(target=enter)
    with app_connection.transaction():
        app_connection.execute("SELECT ledger_hold_club(%s)", [world.club.pk])
        thread.start()
        until_one_waits()
        assert not begun.is_set()
    thread.join()
    assert begun.is_set()
