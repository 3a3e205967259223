"""Profiles: every change is a next version; what was made keeps its own."""

from copy import deepcopy
from dataclasses import asdict
from typing import Any

import pytest
from django.db import DatabaseError, transaction
from django.utils import timezone

from casino.bookkeeping.models import ProfileVersion
from casino.bookkeeping.queries import batches
from casino.bookkeeping.rules.profiles import BUILT_IN
from casino.bookkeeping.services import jobs
from casino.bookkeeping.services.batches import ask_file
from casino.bookkeeping.services.profiles import NothingChanged, save_profile
from casino.refusals import BadInput, NotFound
from casino.schema import plain
from casino.staff.models import Role
from tests.books import LATER, file_of, mapped, read, sealed, sent
from tests.refusing import refused
from tests.world import World, a_club

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def night(db_of_file: None) -> World:
    world = a_club()
    world.sell(12_345)
    sealed(world)
    mapped(world)
    return world


@pytest.fixture
def world(night: World, db: None) -> World:
    return deepcopy(night)


def save(world: World, of: str = "simplbooks", **changed: Any) -> ProfileVersion:
    settings = plain(asdict(BUILT_IN.get(of, BUILT_IN["directo"]))) | {"slug": of} | changed
    return save_profile(world.stamp("12:00", role=Role.ACCOUNTANT, day=LATER), settings=settings)


def test_a_change_after_use_is_another_version_and_another_file(world: World):
    batch = sent(world)
    first = file_of(world, batch, "simplbooks")
    before = read(first)
    assert save(world, dialect="machine").version == 2
    second = file_of(world, batch, "simplbooks")
    assert (first.version, second.version) == (1, 2)
    assert b"123,45" in before
    assert b"123.45" in read(second)
    assert read(first) == before


def test_work_that_was_asked_for_keeps_its_version(world: World):
    stamp = world.stamp("12:30", role=Role.ACCOUNTANT, day=LATER)
    job = ask_file(stamp, batch_id=sent(world).pk, profile="simplbooks")
    save(world, dialect="machine")
    jobs.run(job.pk, clock=timezone.now)
    job.refresh_from_db()
    assert job.file
    assert (job.file.version, b"123,45" in read(job.file)) == (1, True)


def test_the_same_again_is_no_version(world: World):
    save(world, dialect="machine")
    refused(NothingChanged, save, world, dialect="machine")


def test_the_database_keeps_a_version_as_it_is(world: World):
    saved = ProfileVersion.objects.filter(id=save(world, split_lines=100).pk)
    for change in (lambda: saved.update(version=9), saved.delete):
        with pytest.raises(DatabaseError), transaction.atomic():
            change()


def test_a_customers_own_program_gets_its_own_profile(world: World):
    columns = [
        {"head": "Kuupäev", "holds": "day"},
        {"head": "Nr", "holds": "doc_no"},
        {"head": "Konto", "holds": "account"},
        {"head": "Summa", "holds": "plain"},
        {"head": "D/K", "holds": "side"},
    ]
    save(world, "own-books", title="Own", columns=columns, above=["TRANS 9"], form="tsv")
    text = read(file_of(world, sent(world), "own-books")).decode("utf-8-sig")
    assert text.splitlines()[:2] == ["TRANS 9", "Kuupäev\tNr\tKonto\tSumma\tD/K"]
    assert text.splitlines()[2].endswith("\t123,45\tD")


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"slug": "../x"}, "slug"),
        ({"columns": []}, "columns"),
        ({"columns": [{"head": "Date", "holds": "day"}]}, "columns"),
        ({"columns": [{"head": "Date", "holds": "guest"}]}, "columns[0].holds"),
        ({"day_form": "%H"}, "day_form"),
        ({"dialect": "latin"}, "dialect"),
        ({"form": "json"}, "form"),
        ({"shape": "beancount"}, "shape"),
        ({"more": 1}, "more"),
        ({"title": "a\0b"}, "title"),
        ({"above": ["\ud800"]}, "above"),
    ],
)
def test_settings_that_make_no_file_are_named(world: World, changed: dict[str, Any], field: str):
    assert refused(BadInput, save, world, **changed).field == field


def test_a_profile_that_is_none_is_not_there(world: World):
    stamp = world.stamp("12:30", role=Role.ACCOUNTANT, day=LATER)
    refused(NotFound, ask_file, stamp, batch_id=sent(world).pk, profile="x")
    assert batches.versions(world.club.pk, "xero") == []
