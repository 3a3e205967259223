"""What comes late is booked today by two people and names its day; its pages and documents."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import ProgrammingError, transaction

from cashgames.services.correcting import CLOSED, FIRST
from casino.approvals.models import Proposal
from casino.approvals.services import NotYours, OwnProposal, approve
from casino.closing.services.days import close_day, seal_day
from casino.closing.services.late import book_late_entry
from casino.closing.services.periods import close_period
from casino.journal.models import JournalDocument
from casino.journal.postings import OPEN_CODES
from casino.ledger.queries import documents
from casino.ledger.queries.gaming_days import seal_of
from casino.ledger.refusals import NotEnough
from casino.refusals import BadInput
from casino.staff.models import Membership, Role
from tests.refusing import refused
from tests.world import EVENING, World, a_club

pytestmark = pytest.mark.django_db
LATER = EVENING + timedelta(days=9)
FEES = {
    "concerns": EVENING,
    "debit_code": "expense:rounding",
    "credit_code": "bank",
    "cents": 1_250,
    "document": "BANK-17",
    "reason": "Fees of February",
}


def a_closed_february() -> World:
    world = a_club()
    world.fund()
    close_day(world.club, EVENING, now=world.at("07:01", day=EVENING + timedelta(days=1)))
    accountant = {"role": Role.ACCOUNTANT, "day": LATER}
    seal_day(world.stamp("10:00", **accountant), day=EVENING)
    first = EVENING.replace(day=1)
    close_period(world.stamp("10:05", **accountant), period="month", first_day=first)
    world.fund(day=LATER)
    return world


def ask(world: World, **other) -> Proposal:
    stamp = world.stamp("11:00", role=Role.ACCOUNTANT, day=LATER)
    return book_late_entry.ask(stamp, **FEES | {"credit_code": "cash:vault"} | other)


def approved(world: World, proposal: Proposal, role: str = Role.MANAGER) -> None:
    stamp = world.stamp("11:30", role=role, day=LATER)
    approve(stamp, proposal_id=proposal.pk, digest=proposal.digest)


def test_a_late_entry_is_dated_today_and_names_the_day_of_a_closed_month():
    world = a_closed_february()

    approved(world, ask(world))

    late = JournalDocument.objects.get()
    entry = documents.entry(world.club.pk, late.entry_id)
    assert (entry.gaming_day, late.concerns, late.gaming_day) == (LATER, EVENING, LATER)
    assert entry.memo == "J2026-0001, 27.02.2026, BANK-17: Fees of February"
    assert (entry.cents_on("expense:rounding"), entry.cents_on("cash:vault")) == (1_250, -1_250)


def test_nobody_books_a_late_entry_alone():
    world = a_closed_february()
    accountant = world.staff[Role.ACCOUNTANT]
    proposal = ask(world)

    refused(NotYours, approved, world, proposal, Role.SUPERVISOR)
    Membership.objects.create(user=accountant, club=world.club, role=Role.MANAGER)
    refused(OwnProposal, approved, world, proposal, Role.ACCOUNTANT)
    assert not JournalDocument.objects.exists()


def test_the_same_request_proposes_once():
    world = a_closed_february()
    stamp = world.stamp("11:00", role=Role.ACCOUNTANT, day=LATER)

    first = book_late_entry.ask(stamp, **FEES)

    assert book_late_entry.ask(stamp, **FEES) == first


@pytest.mark.parametrize(
    "wrong",
    [
        {"credit_code": "chips:floor"},
        {"debit_code": "jackpot:pool"},
        {"credit_code": "expense:rounding"},
        {"cents": 0},
        {"cents": -5},
        {"concerns": LATER},
        {"concerns": EVENING - timedelta(days=1)},
        {"document": ""},
        {"reason": "\x00"},
    ],
)
def test_what_makes_no_late_entry_is_refused(wrong: dict[str, object]):
    refused(BadInput, ask, a_closed_february(), **wrong)


def test_an_account_that_does_not_hold_it_leaves_the_proposal_open():
    world = a_closed_february()
    proposal = ask(world, credit_code="bank")

    refused(NotEnough, approved, world, proposal)

    proposal.refresh_from_db()
    assert proposal.approved is None


def test_the_database_keeps_a_late_entry_as_it_is():
    world = a_closed_february()
    approved(world, ask(world))

    with pytest.raises(ProgrammingError, match="permission denied"), transaction.atomic():
        JournalDocument.objects.update(concerns=EVENING - timedelta(days=1))


def test_the_pages_show_the_document_the_seal_and_what_was_booked_later():
    world = a_closed_february()
    approved(world, ask(world))
    client = world.browser(Role.ACCOUNTANT)

    def shown(path: str) -> str:
        return client.get(f"/tallinn/{path}").content.decode()

    seal = seal_of(world.club.pk, EVENING).hex()
    assert 'href="/tallinn/closings/1/"' in shown(f"days/{EVENING}/")
    assert "BANK-17" in shown(f"days/{EVENING}/")
    month = shown("closings/2/")
    assert all(each in month for each in ("February 2026", seal, "50\xa0000,00", "BANK-17"))
    assert "Checklist as it stood" in shown("closings/1/")
    assert "Month: February 2026" in shown("closings/")
    assert "Fees of February" in shown("late-entries/")


def test_an_accountant_closes_a_month_and_proposes_a_late_entry_on_the_pages():
    world = a_club()
    world.fund()
    close_day(world.club, EVENING, now=world.at("07:01", day=EVENING + timedelta(days=1)))
    seal_day(world.stamp("10:00", role=Role.ACCOUNTANT, day=LATER), day=EVENING)
    client = world.browser(Role.ACCOUNTANT)
    key = "7f2b4a52-7d0c-4b7e-9a38-0f8a9d0f4c01"
    month = {"key": key, "period": "month", "first_day": "2026-02-01"}

    assert "Close February 2026" in client.get("/tallinn/closings/").content.decode()
    done = client.post("/tallinn/closings/close/", month)
    again = client.post("/tallinn/closings/close/", month | {"key": key.replace("7f", "8f")})
    asked = client.post(
        "/tallinn/late-entries/ask/",
        FEES | {"key": key.replace("7f", "9f"), "cents": "12,50"},
    )

    assert done["Location"] == "/tallinn/closings/2/"
    assert (again.status_code, "closed already" in again.content.decode()) == (409, True)
    assert asked["Location"] == f"/tallinn/approvals/{Proposal.objects.get().pk}/"
    assert "BANK-17" in client.get(asked["Location"]).content.decode()


def test_no_correction_promises_a_late_entry_that_its_accounts_do_not_allow():
    promised = {code for code, says in (FIRST | CLOSED).items() if "late entry" in says}

    assert promised == {"tips"}
    assert promised <= set(OPEN_CODES)


def test_no_late_entry_and_no_document_is_left_out_of_the_pages(monkeypatch: pytest.MonkeyPatch):
    world = a_closed_february()
    for cents in (1_250, 1_300):
        approved(world, ask(world, cents=cents))
    late = list(JournalDocument.objects.order_by("-id"))
    monkeypatch.setattr("casino.journal.queries.documents.MAX_DOCUMENTS", 1)
    monkeypatch.setattr("casino.closing.views.late.MAX_DOCUMENTS", 1)
    monkeypatch.setattr("casino.closing.views.closings.DOCUMENTS", 1)
    client = world.browser(Role.ACCOUNTANT)

    def read(path: str, name: str) -> tuple[list[Any], list[str]]:
        page = client.get(path)
        return list(page.context[name]), re.findall(r'href="(\?before=[^"]*)"', page.text)

    for path in ("/tallinn/closings/2/", f"/tallinn/days/{EVENING}/"):
        assert read(path, "late") == (late, [])
    for path, name, numbers in (
        ("/tallinn/late-entries/", "late", [each.number for each in late]),
        ("/tallinn/closings/", "closings", [2, 1]),
    ):
        (first,), (further,) = read(path, name)
        (last,), end = read(path + further, name)
        assert ([first.number, last.number], end) == (numbers, [])
