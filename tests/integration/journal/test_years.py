"""A year's result goes into retained earnings by a numbered document, and nobody takes it back."""

from datetime import date, timedelta
from uuid import uuid4

import pytest
from django.test import Client

from casino.approvals.models import Proposal
from casino.approvals.signed import NeedsSignature
from casino.closing.services.days import close_day, seal_day
from casino.closing.services.periods import PeriodClosed, PeriodNotReady, close_period
from casino.closing.services.years import CLOSE, close_year, years_to_close
from casino.journal.models import JournalDocument
from casino.journal.services.accounts import add_account
from casino.journal.services.documents import (
    DocumentLine,
    NotReversible,
    book_document,
    reverse_document,
)
from casino.staff.models import Role
from tests.integration.reports.asking import lines
from tests.refusing import refused
from tests.shifted import Clock
from tests.world import EVENING, World, a_club

pytestmark = pytest.mark.django_db
DECEMBER, NEXT = date(2025, 12, 27), EVENING
AFTER = f"as_of={NEXT}T23:00:00"
RENT = [
    DocumentLine(account="6010", debit_cents=30_000),
    DocumentLine(account="2010", credit_cents=30_000),
]


BOOKS = {"role": Role.ACCOUNTANT, "day": NEXT}


def a_year() -> World:
    """A year of one night, sealed, that only spent; some of it booked the year after."""
    world = a_club()
    world.fund(day=DECEMBER)
    for code, kind in (("6010", "expense"), ("2010", "liability")):
        add_account(
            world.stamp(role=Role.ACCOUNTANT, day=DECEMBER), code=code, name=code, kind=kind
        )
    stamp = world.stamp(role=Role.ACCOUNTANT, day=DECEMBER)
    book_document(stamp, dated=DECEMBER, reason="Rent", lines=RENT)
    close_day(world.club, DECEMBER, now=world.at("07:01", day=DECEMBER + timedelta(days=1)))
    seal_day(world.stamp("10:00", **BOOKS), day=DECEMBER)
    # Booked in the year after, dated in the one that is closed.
    half = [
        DocumentLine(account="6010", debit_cents=500),
        DocumentLine(account="2010", credit_cents=500),
    ]
    book_document(world.stamp("10:01", **BOOKS), dated=DECEMBER, reason="Rent", lines=half)
    return world


def test_a_year_is_closed_by_pages_once_by_two_after_its_months(clock: Clock):
    world = a_year()
    open_month = refused(PeriodNotReady, close_year.ask, world.stamp(**BOOKS), year=2025)
    assert "December 2025 is not closed" in open_month.message
    clock.set(world.at("10:05", day=NEXT))
    maria, liis = (world.browser(role) for role in (Role.ACCOUNTANT, Role.MANAGER))
    assert "Close 2025" not in maria.get("/tallinn/closings/").text
    month = {"period": "month", "first_day": str(DECEMBER.replace(day=1))}
    sent(maria, "closings/close/", **month)

    assert "Close 2025" in maria.get("/tallinn/closings/").text
    refused(NeedsSignature, close_year, world.stamp(**BOOKS), year=2025)
    assert "305,00" in maria.get("/tallinn/closings/year/2025/").text
    where = sent(maria, "closings/year/2025/")
    asked = Proposal.objects.get(operation=CLOSE)
    assert where == f"/tallinn/approvals/{asked.pk}/"
    assert asked.content["cents"] == -30_500
    sent(liis, f"approvals/{asked.pk}/", digest=asked.digest)

    year = "first=2025-01-01&last=2025-12-31&by="
    (booked,), (dated,) = (
        lines(world, "income-statement", year + by) for by in ("month", "dated_month")
    )
    assert (booked["amount"], dated["amount"]) == ("-300.00", "-305.00")

    closed = JournalDocument.objects.get(kind="year")
    assert (str(closed), closed.dated) == ("J2025-0003", date(2025, 12, 31))
    assert world.balance("equity:retained") == 30_500
    assert world.balance("equity:earnings") == -30_500
    refused(PeriodClosed, close_year.ask, world.stamp("12:00", **BOOKS), year=2025)
    stamp = world.stamp("12:00", **BOOKS)
    refused(NotReversible, reverse_document, stamp, document_id=closed.pk, reason="Wrong")
    assert "Close 2025" not in maria.get("/tallinn/closings/").text
    opens_the_next(world, maria)


def test_a_year_is_not_closed_before_an_earlier_one_whose_result_it_would_take():
    world = a_year()
    much_later = date(2027, 1, 15)
    world.fund(day=NEXT)
    close_day(world.club, NEXT, now=world.at("07:01", day=NEXT + timedelta(days=1)))
    after = {"role": Role.ACCOUNTANT, "day": much_later}
    seal_day(world.stamp("10:00", **after), day=NEXT)
    for month in (DECEMBER.replace(day=1), NEXT.replace(day=1)):
        close_period(world.stamp("10:01", **after), period="month", first_day=month)

    first = refused(PeriodNotReady, close_year.ask, world.stamp("10:02", **after), year=2026)

    assert "2025 is not closed yet." in first.message
    assert years_to_close(world.club.pk, today=much_later)[0] == 2025


def opens_the_next(world: World, maria: Client) -> None:
    """Its documents are numbered anew; the year that is closed takes none."""
    rent = {"reason": "Rent", "account_0": "6010", "debit_0": "40", "account_1": "2010",
            "credit_1": "40"}  # fmt: skip
    late = maria.post("/tallinn/journal/new/", a_form(dated=DECEMBER, **rent))
    assert (late.status_code, "closed until 31.12.2025" in late.text) == (409, True)
    shown = maria.get(sent(maria, "journal/new/", dated=NEXT, **rent)).text
    assert "J2026-0001" in shown
    sheet = {row["account_code"]: row for row in lines(world, "balance-sheet", AFTER)}
    assert sheet["equity:retained"]["amount"] == "-305.00"
    still_open = [row["amount"] for row in sheet.values() if "6010" in row["account"]]
    assert still_open == ["-345.00"]


def a_form(**values: object) -> dict[str, str]:
    return {"key": str(uuid4())} | {name: str(value) for name, value in values.items()}


def sent(client: Client, path: str, **values: object) -> str:
    """Send a form that is taken; return where it leads."""
    answer = client.post(f"/tallinn/{path}", a_form(**values))
    assert answer.status_code == 302, answer.text
    return answer["Location"]
