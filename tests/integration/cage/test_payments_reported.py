"""Up to when an authority was told of payments, and what the day says of a missed week."""

from datetime import date, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from casino.cage.models import CashReported
from casino.cage.queries.reportable import missed
from casino.cage.services.desk import sell_chips
from casino.cage.services.reporting import note_reported
from casino.closing.services.checklist import checklist
from casino.db import glance
from casino.refusals import BadInput
from casino.staff.models import Role
from tests.refusing import refused
from tests.world import EVENING, World, a_club, of_the_desk

pytestmark = pytest.mark.django_db
WHAT = "Payments to report to the authority"
A_DAY = timedelta(days=1)


def a_sale(world: World) -> None:
    of_the_desk(world.club, identify_from_cents=10**9, sale_second_from_cents=10**9)
    shift = world.open_shift()
    sell_chips(world.stamp("21:00"), shift_id=shift.pk, cents=200_000)


def told(world: World, day: date) -> list[str]:
    waits = checklist(world.club.pk, day, at=world.at("23:30"))
    return [str(thing.says) for line in waits if line.what == WHAT for thing in line.things]


def noted(world: World, until: date = EVENING) -> CashReported:
    stamp = world.stamp("12:00", role=Role.MANAGER, day=EVENING + 9 * A_DAY)
    return note_reported(stamp, until=until, sent_on=until + A_DAY, reference="TD-4711")


def test_a_week_that_was_missed_stands_on_each_days_checklist_until_it_is_noted():
    world = a_club("riga", timezone="Europe/Riga")
    a_sale(world)
    assert told(world, EVENING + 7 * A_DAY) == []
    due = ["Payments of 27.02.2026 were to be reported to the authority by 06.03.2026."]
    for _ in range(2):  # looked for, and then known
        assert told(world, EVENING + 8 * A_DAY) == due
    first = noted(world)
    assert told(world, EVENING + 8 * A_DAY) == []
    noted(world, EVENING - A_DAY)  # it was not all of them
    assert told(world, EVENING + 8 * A_DAY) == due
    assert (first.reference, first.noted_by) == ("TD-4711", world.staff[Role.MANAGER])
    # After a quarter nobody looks for it any more.
    assert told(world, EVENING + 95 * A_DAY) == []


def test_it_is_looked_for_once_a_day():
    world = a_club("riga", timezone="Europe/Riga")
    a_sale(world)
    asked = (world.club.pk, EVENING + 8 * A_DAY)
    looked = missed(*asked, at=world.at("23:30"))
    with CaptureQueriesContext(connection) as queries:
        assert missed(*asked, at=world.at("23:31")) == looked
    assert not [each for each in queries if "unnest" in each["sql"]]


def test_it_is_looked_for_where_nothing_is_written_too():
    world = a_club("riga", timezone="Europe/Riga")
    a_sale(world)
    with glance("WITH"):
        assert missed(world.club.pk, EVENING + 8 * A_DAY, at=world.at("23:30"))


def test_a_club_of_no_known_law_has_no_such_line():
    world = a_club("oslo", timezone="Europe/Oslo")
    lines = checklist(world.club.pk, EVENING, at=world.at("23:30"))
    assert WHAT not in [line.what for line in lines]


def test_a_day_that_is_not_over_is_not_reported_nor_sent_before_it_is():
    world = a_club("riga", timezone="Europe/Riga")
    stamp = world.stamp("23:00", role=Role.MANAGER)
    today = {"until": EVENING, "sent_on": EVENING, "reference": "TD-1"}
    refused(BadInput, note_reported, stamp, **today)
    yesterday = EVENING - A_DAY
    for sent_on in (yesterday - A_DAY, EVENING + A_DAY):
        refused(BadInput, note_reported, stamp, until=yesterday, sent_on=sent_on, reference="TD-1")


def test_the_manager_notes_it_on_the_page_and_who_keeps_the_books_reads_it():
    world = a_club("riga", timezone="Europe/Riga")
    page = "/riga/payments/reported/"
    manager, auditor = world.browser(Role.MANAGER), world.browser(Role.AUDITOR)
    shown = manager.get(page)
    key = shown.context["form"]["key"].value()
    what = {"until": "27.02.2026", "sent_on": "28.02.2026", "reference": "TD-7", "key": key}
    assert manager.post(page, what).status_code == 302
    read = auditor.get(page).content.decode()
    assert "TD-7" in read
    assert "Note as reported" in shown.content.decode()
    assert "Note as reported" not in read
    assert "reports/authority/?first=" in read
    assert "reports/authority/" not in world.browser(Role.ACCOUNTANT).get(page).content.decode()
    assert world.browser(Role.CASHIER).get(page).status_code == 403
