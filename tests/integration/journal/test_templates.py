"""Documents to begin from: a recurring one waits on its day, and the accountant alone books it."""

from datetime import date, timedelta
from uuid import uuid4

import pytest

from casino.closing.services.month import period_checklist
from casino.house.stamp import Stamp
from casino.journal.models import DocumentTemplate, JournalDocument
from casino.journal.rules.recurring import next_due
from casino.journal.services import templates as services
from casino.journal.services.documents import DocumentLine, book_document
from casino.refusals import BadInput
from casino.staff.models import Role
from tests.integration.journal.test_documents import a_club_with_rent, lines
from tests.refusing import refused
from tests.world import EVENING, World

pytestmark = pytest.mark.django_db


def accountant(world: World, day: date = EVENING) -> Stamp:
    return world.stamp("22:00", role=Role.ACCOUNTANT, day=day)


def a_template(world: World, **recurs: object) -> DocumentTemplate:
    booked = book_document(accountant(world), dated=EVENING, lines=lines(9_000), reason="Rent")
    return services.save_template(
        accountant(world), document_id=booked.pk, name="Rent of the hall", **recurs
    )


@pytest.mark.parametrize(
    ("due", "rhythm", "day", "after"),
    [
        (date(2026, 1, 31), "month", 31, date(2026, 2, 28)),
        (date(2026, 2, 28), "month", 31, date(2026, 3, 31)),
        (date(2026, 12, 30), "week", 30, date(2027, 1, 6)),
        (date(2026, 11, 30), "quarter", 30, date(2027, 2, 28)),
        (date(2028, 2, 29), "year", 29, date(2029, 2, 28)),
    ],
)
def test_the_last_of_a_month_stays_the_last(due: date, rhythm: str, day: int, after: date):
    assert next_due(due, rhythm, day) == after


def test_a_recurring_document_waits_for_the_accountant_who_books_it_by_its_page():
    world = a_club_with_rent()
    saved = a_template(world, rhythm="month", due_on=EVENING)
    client = world.browser(Role.ACCOUNTANT)

    first = EVENING.replace(day=1)
    waits = period_checklist(world.club, "month", first, at=world.at("23:00"))
    found = next(each for each in waits if each.what == "Recurring documents to book")
    assert [(each.page, each.ref) for each in found.things] == [("journal-template", saved.pk)]
    assert JournalDocument.objects.count() == 1
    page = client.get(f"/tallinn/journal/new/?template={saved.pk}").content.decode()
    for value in ("Rent", "6010", "89,00", "1,00", "2010", "90,00", str(EVENING), "Electricity"):
        assert f'value="{value}"' in page
    typed = {
        "dated": str(EVENING), "reason": "Rent", "document_template_id": str(saved.pk),
        "account_0": "6010", "debit_0": "95", "account_1": "2010", "credit_1": "95",
        "key": str(uuid4()),
    }  # fmt: skip
    assert client.post("/tallinn/journal/new/", typed).status_code == 302

    saved.refresh_from_db()
    assert (saved.due_on, JournalDocument.objects.count()) == (date(2026, 3, 27), 2)
    listed = client.get("/tallinn/journal/templates/").content.decode()
    assert "27.03.2026" in listed


def test_it_is_left_out_once_changed_removed_and_saved_again_under_its_name():
    world = a_club_with_rent()
    saved = a_template(world, rhythm="week", due_on=EVENING)
    one = {"document_template_id": saved.pk}
    stamp = accountant

    twice = stamp(world)
    skipped = [services.skip_template(twice, **one, reason="Free week") for _ in range(2)]
    assert [each.due_on for each in skipped] == [EVENING + timedelta(7)] * 2
    refused(services.NotDue, services.skip_template, stamp(world), **one, reason="Again")
    alone = refused(BadInput, services.change_template, stamp(world), **one, rhythm="month")
    past = EVENING - timedelta(1)
    early = {"rhythm": "month", "due_on": past}
    before = refused(BadInput, services.change_template, stamp(world), **one, **early)
    assert (alone.field, before.field) == ("due_on", "due_on")
    assert services.change_template(stamp(world), **one).due_on is None
    assert not services.remove_template(stamp(world), **one).is_open
    more = [
        DocumentLine(account="6010", debit_cents=100),
        DocumentLine(account="2010", credit_cents=100),
    ]
    other = book_document(stamp(world), dated=EVENING, lines=more, reason="Other")
    again = [
        services.save_template(twice, document_id=other.pk, name="Rent of the hall")
        for twice in [stamp(world)] * 2
    ][1]
    assert (again.pk, again.is_open, again.cents) == (saved.pk, True, 100)
