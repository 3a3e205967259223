"""What DATEV is given says every letter of the words, in whatever language they were written."""

from dataclasses import asdict

import pytest
from django.utils import timezone

from casino.bookkeeping.rules.profiles import BUILT_IN
from casino.bookkeeping.services import jobs
from casino.bookkeeping.services.batches import ask_file
from casino.bookkeeping.services.profiles import save_profile
from casino.journal.services.documents import DocumentLine
from casino.refusals import BadInput
from casino.schema import plain
from casino.staff.models import Role
from tests.books import LATER, file_of, mapped, read, sealed, sent
from tests.integration.journal.test_documents import a_club_with_rent, book, lines
from tests.refusing import refused

pytestmark = pytest.mark.django_db


def test_words_of_every_language_reach_datev_letter_by_letter():
    world = a_club_with_rent()
    mapped(world)
    reasons = ("Īre, janvāris", "Üür, jaanuar", "Аренда, январь")
    for reason in reasons:
        book(world, lines=lines(10_000), reason=reason)
    sealed(world)
    data = read(file_of(world, sent(world), "datev"))
    assert data.startswith(b"\xef\xbb\xbf")  # without it DATEV takes the file for Windows-1252
    told = data.decode("utf-8-sig")
    assert told.startswith('"EXTF";')
    assert [reason for reason in reasons if reason not in told] == []
    assert "Gegenkonto (ohne BU-Schlüssel)" in told


def test_a_move_between_cost_centres_needs_the_clearing_account_of_the_profile():
    world = a_club_with_rent()
    mapped(world)
    moved = [
        DocumentLine(account="6010", debit_cents=10_000, cost_center="HALL"),
        DocumentLine(account="6010", credit_cents=9_999, cost_center="BAR"),
        DocumentLine(account="2010", credit_cents=1),
    ]
    book(world, lines=moved)
    sealed(world)
    batch = sent(world)
    stamp = world.stamp("12:30", role=Role.ACCOUNTANT, day=LATER)
    job = ask_file(stamp, batch_id=batch.pk, profile="datev")
    jobs.run(job.pk, clock=timezone.now)
    job.refresh_from_db()
    assert job.file is None
    # Why: ClearingUnknown.
    assert "J2026-0001 moves an amount from one cost centre to another." in str(job.remark)

    settings = plain(asdict(BUILT_IN["datev"])) | {"title": "DATEV"}
    for number in ("transit", "123456789"):
        stamp = world.stamp("12:35", role=Role.ACCOUNTANT, day=LATER)
        wrong = refused(BadInput, save_profile, stamp, settings=settings | {"clearing": number})
        assert wrong.field == "clearing"
    stamp = world.stamp("12:40", role=Role.ACCOUNTANT, day=LATER)
    save_profile(stamp, settings=settings | {"clearing": "1590"})
    told = read(file_of(world, batch, "datev")).decode("utf-8-sig")
    centres = [row.split(";")[36] for row in told.splitlines()[2:] if '"J2026-0001"' in row]
    assert centres == ['"HALL"', '"BAR"', '"HALL"']
