"""A year's result goes into retained earnings by a numbered document, and nobody takes it back."""

from datetime import date, timedelta

import pytest

from casino.approvals.services import approve
from casino.approvals.signed import NeedsSignature
from casino.closing.services.days import close_day, seal_day
from casino.closing.services.periods import PeriodClosed, PeriodNotReady, close_period
from casino.closing.services.years import close_year, years_to_close
from casino.journal.models import JournalDocument
from casino.journal.services.accounts import add_account
from casino.journal.services.documents import (
    DocumentLine,
    NotReversible,
    book_document,
    reverse_document,
)
from casino.staff.models import Role
from tests.refusing import refused
from tests.world import EVENING, a_club

pytestmark = pytest.mark.django_db
DECEMBER, NEXT = date(2025, 12, 27), EVENING
RENT = [
    DocumentLine(account="6010", debit_cents=30_000),
    DocumentLine(account="2010", credit_cents=30_000),
]


def test_a_year_is_closed_once_by_two_after_its_months():
    world = a_club()
    world.fund(day=DECEMBER)
    books = {"role": Role.ACCOUNTANT, "day": NEXT}
    for code, kind in (("6010", "expense"), ("2010", "liability")):
        add_account(
            world.stamp(role=Role.ACCOUNTANT, day=DECEMBER), code=code, name=code, kind=kind
        )
    stamp = world.stamp(role=Role.ACCOUNTANT, day=DECEMBER)
    book_document(stamp, dated=DECEMBER, reason="Rent", lines=RENT)
    close_day(world.club, DECEMBER, now=world.at("07:01", day=DECEMBER + timedelta(days=1)))
    seal_day(world.stamp("10:00", **books), day=DECEMBER)
    # Booked in the year after, dated in the one that is closed.
    half = [
        DocumentLine(account="6010", debit_cents=500),
        DocumentLine(account="2010", credit_cents=500),
    ]
    book_document(world.stamp("10:01", **books), dated=DECEMBER, reason="Rent", lines=half)
    open_month = refused(PeriodNotReady, close_year.ask, world.stamp(**books), year=2025)
    first = DECEMBER.replace(day=1)
    close_period(world.stamp("10:05", **books), period="month", first_day=first)

    assert "December 2025 is not closed" in open_month.message
    assert years_to_close(world.club.pk, today=NEXT) == [2025]
    refused(NeedsSignature, close_year, world.stamp(**books), year=2025)
    asked = close_year.ask(world.stamp("11:00", **books), year=2025)
    assert asked.content["cents"] == -30_500
    signed_at = world.stamp("11:30", role=Role.MANAGER, day=NEXT)
    approve(signed_at, proposal_id=asked.pk, digest=asked.digest)

    closed = JournalDocument.objects.get(kind="year")
    assert (str(closed), closed.dated) == ("J2025-0003", date(2025, 12, 31))
    assert world.balance("equity:retained") == 30_500
    assert world.balance("equity:earnings") == -30_500
    refused(PeriodClosed, close_year.ask, world.stamp("12:00", **books), year=2025)
    stamp = world.stamp("12:00", **books)
    refused(NotReversible, reverse_document, stamp, document_id=closed.pk, reason="Wrong")
    assert years_to_close(world.club.pk, today=NEXT) == []
