"""A document taken back: what takes it back has its date while that is open, else today's."""

from datetime import date, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from casino.approvals.queries import shown_digest
from casino.approvals.services import approve
from casino.closing.services.days import close_day, seal_day
from casino.closing.services.periods import close_period
from casino.closing.services.years import result_cents
from casino.journal.models import JournalDocument
from casino.journal.services.accounts import add_account
from casino.journal.services.documents import (
    DocumentLine,
    PeriodIsClosed,
    book_document,
    reverse_document,
)
from casino.refusals import BadInput
from casino.reports.queries import REPORTS
from casino.reports.queries.asked import asked
from casino.staff.models import Role
from tests.integration.journal.test_documents import a_club_with_rent, accountant, lines
from tests.refusing import refused
from tests.world import EVENING, World, a_club

pytestmark = pytest.mark.django_db
MARCH = EVENING + timedelta(days=5)
DECEMBER, JANUARY = date(2025, 12, 30), date(2026, 1, 5)


def base_cents(world: World, first: date, last: date) -> list[int]:
    """Return the bases of VAT of some days."""
    of = asked(world.club, accountant(world, day=MARCH), first=first, last=last, country="ee")
    return [row.cells[3] for row in REPORTS["tax-return"].make(of).rows if "VAT" in str(row.cells)]


def late_invoice(world: World, cents: int = 9_000) -> JournalDocument:
    """Return an invoice with VAT, dated in February and booked in March."""
    rent = {"code": "3100", "name": "Room hire", "kind": "income", "tax_code": "ee-vat"}
    add_account(accountant(world), **rent)
    paid = [
        DocumentLine(account="2010", debit_cents=cents),
        DocumentLine(account="3100", credit_cents=cents),
    ]
    stamp = accountant(world, day=MARCH)
    return book_document(stamp, dated=EVENING, reason="Invoice 7", lines=paid)


def close_february(world: World) -> None:
    close_day(world.club, EVENING, now=world.at("07:01", day=EVENING + timedelta(days=1)))
    seal_day(accountant(world, "10:00", day=MARCH), day=EVENING)
    first = EVENING.replace(day=1)
    close_period(accountant(world, "10:05", day=MARCH), period="month", first_day=first)


def test_what_is_taken_back_in_an_open_month_leaves_that_months_vat():
    world = a_club_with_rent()
    booked = late_invoice(world)
    stamp = accountant(world, "22:05", day=MARCH)
    back = reverse_document(stamp, document_id=booked.pk, reason="Typed twice")

    assert (back.dated, back.gaming_day) == (EVENING, MARCH)
    assert not any(base_cents(world, EVENING.replace(day=1), EVENING.replace(day=28)))
    assert not any(base_cents(world, MARCH.replace(day=1), MARCH))


def test_a_wrong_document_of_december_taken_back_in_january_is_in_no_years_result():
    world = a_club()
    world.fund(day=DECEMBER)
    for code, name, kind in (("6010", "Rent", "expense"), ("2010", "Landlord", "liability")):
        add_account(accountant(world, day=DECEMBER), code=code, name=name, kind=kind)
    stamp = accountant(world, day=JANUARY)
    booked = book_document(stamp, dated=DECEMBER, lines=lines(9_000), reason="Rent")
    assert result_cents(world.club.pk, 2025) == -9_000

    stamp = accountant(world, "22:10", day=JANUARY)
    back = reverse_document(stamp, document_id=booked.pk, reason="Typed twice")
    assert result_cents(world.club.pk, 2025) == 0
    assert str(back) == "J2025-0002"


def test_what_a_closed_month_has_is_taken_back_today_and_no_date_of_that_month_is_taken():
    world = a_club_with_rent()
    booked = late_invoice(world)
    close_february(world)
    what = {"document_id": booked.pk, "reason": "Typed twice"}

    refused(
        PeriodIsClosed, reverse_document, accountant(world, "10:06", day=MARCH),
        dated=EVENING, **what,
    )  # fmt: skip
    assert reverse_document(accountant(world, "10:07", day=MARCH), **what).dated == MARCH


def test_a_reversal_has_the_date_that_is_written_but_none_before_the_documents():
    world = a_club_with_rent()
    booked, what = late_invoice(world), {"reason": "Returned"}
    stamp = accountant(world, "22:05", day=MARCH)
    early = EVENING - timedelta(days=1)
    for day in (early, MARCH + timedelta(days=1)):
        found = refused(BadInput, reverse_document, stamp, document_id=booked.pk, dated=day, **what)
        assert found.field == "dated"
    day = EVENING + timedelta(days=2)
    assert reverse_document(stamp, document_id=booked.pk, dated=day, **what).dated == day


def test_who_signs_reads_the_date_and_signs_no_other():
    world = a_club_with_rent()
    booked = late_invoice(world)
    book_document(  # what the accountant books alone on a day is used up
        accountant(world, "22:01", day=MARCH), dated=MARCH, lines=lines(40_000), reason="Rent"
    )
    stamp = accountant(world, "22:05", day=MARCH)
    waits = reverse_document.ask(stamp, document_id=booked.pk, reason="Typed twice")
    client = Client()
    client.force_login(world.staff[Role.MANAGER])
    shown = client.get(f"/tallinn/approvals/{waits.pk}/").content.decode()
    assert "27.02.2026" in shown

    manager: dict[str, Any] = {"proposal_id": waits.pk, "digest": shown_digest(waits)}
    signing = world.stamp("22:10", role=Role.MANAGER, day=MARCH)
    approve(signing, **manager)
    assert JournalDocument.objects.get(reverses=booked).dated == EVENING


def test_the_page_offers_the_documents_own_date_and_takes_another():
    world = a_club_with_rent()
    booked = book_document(accountant(world), dated=EVENING, lines=lines(9_000), reason="Rent")
    client = Client()
    client.force_login(world.staff[Role.ACCOUNTANT])
    page = f"/tallinn/journal/documents/{booked.pk}/"
    form = client.get(page).context["reversing"]
    assert form["dated"].value() == EVENING

    typed = {"key": str(uuid4()), "reason": "Returned", "dated": ""}
    answer = client.post(f"{page}reverse/", typed)
    assert answer.status_code == 302
    assert JournalDocument.objects.get(reverses=booked).dated == EVENING
