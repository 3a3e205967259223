"""A guest is erased at the very instant at which a file with the name is kept."""

import zlib
from threading import Thread
from typing import Any

import pytest
from django.utils import timezone

import casino.reports.tasks  # noqa: F401  (makes reports in the background)
from casino.bookkeeping.models import File, Job
from casino.bookkeeping.queries.batches import content
from casino.bookkeeping.services import jobs
from casino.cage.services.payables import pay_out
from casino.players.services.erasing import anonymise_player
from casino.refusals import NotFound
from casino.reports.services import ask_report
from casino.staff.models import Role
from tests.owing import owe_prize
from tests.racing import begin_beside
from tests.tournaments import signed
from tests.world import EVENING, a_club


def test_the_erasure_waits_until_the_file_is_there_and_empties_it(
    committed_db: None, monkeypatch: pytest.MonkeyPatch
):
    world = a_club()
    ann = world.player("Ann Zhivago")
    prize = owe_prize(world.stamp("21:00"), player_id=ann.pk, kind="tournament.prize")
    shift = world.open_shift()
    world.fund()
    pay_out(world.stamp("21:30"), payable_id=prize.pk, shift_id=shift.pk, paid_with="cash")
    day = {"first": EVENING.isoformat(), "last": EVENING.isoformat()}
    manager = world.stamp("23:30", role=Role.MANAGER)
    job = ask_report(manager, report="winnings", query=day, ending="csv", total=1)
    floor = world.stamp("23:40", role=Role.SUPERVISOR)
    asked = anonymise_player.ask(floor, player_id=ann.pk, reason="Wishes it")
    erasing: list[tuple[Thread, list[Any]]] = []
    pack = zlib.compress

    def erase_while_packing(data: bytes, level: int) -> bytes:
        assert b"Zhivago" in data
        act = {"role": Role.ACCOUNTANT, "clock": "23:50"}
        erasing.append(begin_beside(lambda: signed(world, asked, **act)))
        return pack(data, level)

    monkeypatch.setattr(zlib, "compress", erase_while_packing)
    assert jobs.run(job.pk, clock=timezone.now)
    monkeypatch.undo()
    ((thread, results),) = erasing
    thread.join()
    assert not any(isinstance(each, Exception) for each in results), results
    kept = File.objects.get()
    assert Job.objects.get(id=job.pk, state=Job.State.DONE).file == kept
    with pytest.raises(NotFound):
        content(kept)
