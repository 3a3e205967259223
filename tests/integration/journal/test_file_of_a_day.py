"""The journal of a day as a file says which document a line is, and of which day it is."""

import csv
from datetime import timedelta

import pytest

from casino.cage.services.desk import sell_chips
from casino.journal.models import document_number
from casino.journal.queries.file import journal_csv
from casino.journal.services.documents import book_document
from casino.ledger.models import Entry
from casino.staff.models import Role
from tests.counting import reverse_by_two
from tests.integration.journal.test_documents import a_club_with_rent, lines
from tests.world import EVENING

pytestmark = pytest.mark.django_db
NEXT = EVENING + timedelta(days=1)


def test_each_line_names_its_document_its_date_and_the_day_that_it_concerns():
    world = a_club_with_rent()
    shift = world.open_shift()
    sold = sell_chips(world.stamp("22:00"), shift_id=shift.pk, cents=12_300)
    slip = Entry.objects.get(pk=sold.entry_id)
    reverse_by_two(
        world, world.stamp("22:10"), shift_id=shift.pk, entry_id=slip.pk, reason="Typed wrongly"
    )
    back = Entry.objects.get(reverses=slip)
    stamp = world.stamp("10:00", day=NEXT, role=Role.ACCOUNTANT)
    booked = book_document(stamp, dated=NEXT, concerns=EVENING, lines=lines(9_000), reason="Rent")

    text = b"".join(journal_csv(world.club.pk, EVENING, NEXT)).decode()

    said = {
        int(row["entry"]): (row["doc_no"], row["dated"], row["concerns"])
        for row in csv.DictReader(text.splitlines())
    }
    today, then = f"{EVENING}", f"{NEXT}"
    number = document_number(booked.year, booked.number)
    assert said[slip.pk] == (f"S{slip.series_id}-{slip.number}", today, today)
    assert said[back.pk] == (f"S{back.series_id}-{back.number}", today, today)
    assert said[booked.entry_id] == (number, then, today)
    assert said[min(said)] == (f"E{min(said)}", today, today)
