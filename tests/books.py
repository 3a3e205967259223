"""Nights that are sealed, accounts that are mapped, files read by those who know them."""

import csv
import io
from datetime import date, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from casino.bookkeeping.models import Batch, File, Job
from casino.bookkeeping.queries import batches
from casino.bookkeeping.services import jobs
from casino.bookkeeping.services.batches import ask_file, make_batch
from casino.bookkeeping.services.imports import bring_file
from casino.bookkeeping.services.mapping import MappedAccount, checked, record
from casino.bookkeeping.services.registers import ask_register
from casino.closing.services.days import close_day, seal_day
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.ledger.chart import CHART
from casino.staff.models import Role
from tests.world import EVENING, World

LATER = date(2026, 6, 30)
NUMBERS = {code: f"{1000 + n}" for n, code in enumerate(CHART) if not CHART[code].is_own}


def sealed(world: World, *days: date) -> None:
    """Close and seal gaming days."""
    for day in days or (EVENING,):
        close_day(world.club, day, now=world.at("07:00", day=day + timedelta(1)))
        seal_day(world.stamp("12:00", role=Role.ACCOUNTANT, day=day + timedelta(1)), day=day)


def map_accounts(stamp: Stamp, *, said: list[MappedAccount]) -> None:
    """Say what accounts are outside."""
    with transaction.atomic():
        record(ledger.act(stamp, "test.map_accounts").on(stamp), said)


def mapped(world: World, *, but: tuple[str, ...] = (), from_day: date = date(2020, 1, 1)) -> None:
    """Give every account of the chart a number outside."""
    said = [
        checked(
            {"code": code, "number": NUMBERS[code], "name": CHART[code].name}, from_day=from_day
        )
        for code in NUMBERS
        if code not in but
    ]
    map_accounts(world.stamp("12:00", role=Role.ACCOUNTANT, day=LATER), said=said)


def sent(world: World, first: date = EVENING, last: date | None = None) -> Batch:
    """Make a batch."""
    stamp = world.stamp("12:00", role=Role.ACCOUNTANT, day=LATER)
    return make_batch(stamp, first_day=first, last_day=last or first)


def file_of(world: World, batch: Batch, profile: str = "journal") -> File:
    """Ask for a batch's file and let a worker make it."""
    stamp = world.stamp("12:30", role=Role.ACCOUNTANT, day=LATER)
    job = ask_file(stamp, batch_id=batch.pk, profile=profile)
    assert jobs.run(job.pk, clock=timezone.now)
    job.refresh_from_db()
    assert job.file
    return job.file


def read(file: File) -> bytes:
    """Return a file's bytes."""
    return b"".join(batches.content(file))


def register_file(
    world: World, name: str, first: date = EVENING, last: date = EVENING, *, form: str = "csv"
) -> bytes:
    """Return a register as a worker makes its file."""
    noon = world.stamp("12:00", role=Role.MANAGER, day=LATER)
    job = ask_register(noon, register=name, first_day=first, last_day=last, form=form)
    assert jobs.run(job.pk, clock=timezone.now)
    job.refresh_from_db()
    assert job.file
    return read(job.file)


def register(
    world: World, name: str, first: date = EVENING, last: date = EVENING
) -> list[dict[str, str]]:
    """Return the lines of a register as its file for programs has them."""
    content = register_file(world, name, first, last)
    return list(csv.DictReader(io.StringIO(content.decode())))


def text(world: World, batch: Batch, profile: str, **more: Any) -> str:
    """Return a batch's file as text."""
    return read(file_of(world, batch, profile)).decode(**more)


def books_sent(world: World, *, name: str = "Cash") -> File:
    """Send a day of some weeks ago, before anything else happens; return its journal."""
    day = EVENING - timedelta(days=20)
    world.sell(300, day=day)
    sealed(world, day)
    mapped(world, but=("cash:vault",))
    said = checked({"code": "cash:vault", "number": "1", "name": name}, from_day=day)
    map_accounts(world.stamp("12:00", role=Role.ACCOUNTANT), said=[said])
    sent(world, day)
    came = {"kind": "players", "name": name, "data": f"Name\n{name}\n".encode()}
    bring_file(world.stamp("12:00", role=Role.ACCOUNTANT), **came)
    job = Job.objects.get(club=world.club)
    assert jobs.run(job.pk, clock=timezone.now)
    return File.objects.get(club=world.club)
