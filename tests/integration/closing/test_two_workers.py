"""Two workers close the days of many clubs at the same time."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import date, timedelta
from threading import Barrier

import pytest
from django.db import connection

from casino.closing.services.days import close_due_days
from casino.house.models import Club
from casino.ledger.models import Act, Close
from tests.waiting import until
from tests.world import EVENING, World, a_club

pytestmark = pytest.mark.usefixtures("committed_db")
Closed = list[tuple[str, date]]


def clubs(*names: str) -> list[World]:
    """Found clubs with a day that is over."""
    found = [a_club(name) for name in names]
    for each in found:
        each.sell()
    return found


def closing(world: World, ready: Callable[[], object] = int) -> Closed:
    """Close what is due as a worker does, on a connection of its own."""
    try:
        ready()
        return close_due_days(world.at("07:00", day=EVENING + timedelta(1)))
    finally:
        connection.close()


def closed() -> list[str]:
    """Return whose days were closed, in order."""
    names = dict(Club.objects.values_list("id", "slug"))
    return [names[club] for club in Close.objects.order_by("id").values_list("club_id", flat=True)]


def test_a_club_that_one_worker_closes_keeps_the_other_from_no_other_club():
    tallinn, *_ = clubs("tallinn", "narva", "tartu")
    other = connection.copy()
    other.set_autocommit(False)
    with ThreadPoolExecutor() as pool:
        try:
            with other.cursor() as cursor:
                cursor.execute("SELECT ledger_hold_club(%s)", [tallinn.club.pk])
            worker: Future[Closed] = pool.submit(closing, tallinn)
            until(lambda: sorted(closed()) == ["narva", "tartu"])
            assert not worker.done()
        finally:
            other.rollback()
            other.close()
        assert worker.result()[-1] == ("tallinn", EVENING)


def test_two_workers_at_once_close_each_day_once():
    worlds = clubs(*"abcdef")
    ready = Barrier(2)
    with ThreadPoolExecutor() as pool:
        working = [pool.submit(closing, worlds[0], ready.wait) for _ in range(2)]
    found = {each for worker in working for each in worker.result()}
    assert found == {(name, EVENING) for name in "abcdef"}
    assert sorted(closed()) == [*"abcdef"]
    assert Act.objects.filter(operation="office.close_day").count() == len(worlds)
