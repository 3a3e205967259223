"""Numbered documents of days, months and quarters, and what a closed period refuses."""

from datetime import date, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.db import IntegrityError, ProgrammingError, connection, transaction
from django.test import Client
from django.utils import translation

from casino.audit.models import ExceptionSeen
from casino.audit.queries.exceptions import exceptions
from casino.cage.services.club import rename_club
from casino.closing.models import Closing
from casino.closing.rules import document_digest
from casino.closing.services.days import close_day, seal_day
from casino.closing.services.month import period_checklist
from casino.closing.services.periods import (
    PeriodClosed,
    PeriodNotReady,
    close_period,
    periods_to_close,
)
from casino.ledger import services
from casino.ledger.refusals import DayNotOpen
from casino.ledger.verify import Books
from casino.refusals import BadInput
from casino.staff.models import Role
from casino.staff.services import set_pin
from casino.verify.findings import broken
from tests.refusing import refused
from tests.shifted import Clock
from tests.world import EVENING, World, a_club

pytestmark = pytest.mark.django_db
FEBRUARY, MARCH = date(2026, 2, 1), date(2026, 3, 2)
NEXT = EVENING + timedelta(days=1)


def closed(world: World, day: date = EVENING) -> None:
    close_day(world.club, day, now=world.at("07:01", day=day + timedelta(1)))


def sealed(world: World, day: date = EVENING) -> None:
    closed(world, day)
    seal_day(world.stamp("12:00", role=Role.ACCOUNTANT, day=MARCH), day=day)


def close(world: World, period: str = "month", first_day: date = FEBRUARY, **more) -> Closing:
    stamp = world.stamp("13:00", role=Role.ACCOUNTANT, day=more.pop("today", MARCH), **more)
    return close_period(stamp, period=period, first_day=first_day)


def test_a_day_sealed_before_documents_were_kept_gets_its_own_later(capsys: Any):
    world = a_club()
    world.fund()
    closed(world)
    stamp = world.stamp("12:00", role=Role.ACCOUNTANT, day=MARCH)
    services.seal_day(services.act(stamp, "test.seal").on(stamp), day=EVENING)
    world.sell(100, day=NEXT)
    sealed(world, NEXT)

    for _ in range(2):
        call_command("document_days")

    assert capsys.readouterr().out == f"tallinn {EVENING} is document 2\n"
    first, later = Closing.objects.order_by("number")
    assert (later.first_day, later.previous) == (EVENING, first.digest)
    assert (later.made_later, first.made_later) == (stamp.at, None)
    assert later.closed_at > stamp.at
    assert later.closed_by is None
    page = world.browser(Role.ACCOUNTANT)
    assert "made later" in page.get("/tallinn/closings/2/").content.decode()
    assert list(broken(world.club, Books(club_id=world.club.pk))) == []


def test_a_month_is_named_in_a_sentence_as_its_language_writes_it():
    october = Closing(period=Closing.Period.MONTH, first_day=date(2026, 10, 1))
    with translation.override("ru"):
        assert str(october) == "октябрь 2026"
    with translation.override("en"):
        assert str(october) == "October 2026"


def test_each_seal_writes_the_next_document_with_totals_seal_and_checklist():
    world = a_club()
    world.fund(cents=5_000)
    world.fund(cents=700, day=NEXT)
    sealed(world)
    sealed(world, NEXT)

    first, second = Closing.objects.filter(club=world.club).order_by("number")

    assert (first.number, second.number) == (1, 2)
    assert second.previous == first.digest == document_digest(1, first.content, "")
    vault = next(row for row in second.content["accounts"] if row["code"] == "cash:vault")
    assert [vault[name] for name in ("opening_cents", "debit_cents", "closing_cents")] == [
        5_000,
        700,
        5_700,
    ]
    assert [row["day"] for row in second.content["days"]] == [str(NEXT)]
    assert len(second.content["days"][0]["seal"]) == 64
    assert {"what": "Open shifts", "blocks": True, "things": []} in second.content["checklist"]
    assert second.closed_by == world.staff[Role.ACCOUNTANT]


def test_numbers_of_one_club_do_not_count_those_of_another():
    tallinn, riga = a_club(), a_club("riga", timezone="Europe/Riga")
    for world in (tallinn, riga):
        world.fund()
        sealed(world)

    assert list(Closing.objects.values_list("number", flat=True)) == [1, 1]


def test_a_month_is_closed_over_its_sealed_days_and_the_next_number_is_its_own():
    world = a_club()
    world.fund(cents=5_000)
    world.fund(cents=700, day=NEXT)
    sealed(world)
    sealed(world, NEXT)

    month = close(world)

    assert (month.number, month.first_day, month.last_day) == (3, FEBRUARY, date(2026, 2, 28))
    assert [row["day"] for row in month.content["days"]] == [str(EVENING), str(NEXT)]
    vault = next(row for row in month.content["accounts"] if row["code"] == "cash:vault")
    assert (vault["opening_cents"], vault["debit_cents"]) == (0, 5_700)


def test_the_same_request_closes_once_and_another_one_is_refused():
    world = a_club()
    world.fund()
    sealed(world)
    stamp = world.stamp("13:00", role=Role.ACCOUNTANT, day=MARCH)

    first = close_period(stamp, period="month", first_day=FEBRUARY)

    assert close_period(stamp, period="month", first_day=FEBRUARY) == first
    with pytest.raises(PeriodClosed):
        close(world)


def test_a_period_with_an_open_day_is_refused_with_the_days():
    world = a_club()
    world.fund()
    world.fund(day=NEXT)
    sealed(world)
    closed(world, NEXT)

    with pytest.raises(PeriodNotReady, match=r"Not sealed: 28\.02\.2026\."):
        close(world)


def test_a_month_that_is_not_over_or_in_which_nothing_happened_is_refused():
    world = a_club()
    world.fund()
    sealed_day = world.stamp("06:00", role=Role.ACCOUNTANT, day=date(2026, 2, 28))

    with pytest.raises(PeriodNotReady, match="not over"):
        close_period(sealed_day, period="month", first_day=FEBRUARY)
    with pytest.raises(PeriodNotReady, match="Nothing happened"):
        close(world, first_day=date(2026, 1, 1))


@pytest.mark.parametrize(
    ("period", "first_day"),
    [
        ("month", date(2026, 2, 2)),
        ("quarter", date(2026, 2, 1)),
        ("year", date(2026, 1, 1)),
        ("month", date.max.replace(day=1)),
    ],
)
def test_days_that_begin_no_period_are_refused(period: str, first_day: date):
    with pytest.raises(BadInput):
        close(a_club(), period, first_day)


def test_a_quarter_closes_after_its_months():
    world = a_club()
    world.fund()
    sealed(world)
    spring, first = date(2026, 4, 1), date(2026, 1, 1)

    waits = refused(PeriodNotReady, close, world, "quarter", first, today=spring)
    assert waits.message == "February 2026 is not closed yet."
    listed = period_checklist(world.club, "quarter", first, at=world.at("12:00", day=spring))
    assert str(listed[0].things[0].says) == "Close February 2026 first."
    close(world)
    quarter = close(world, "quarter", first, today=spring)

    assert (quarter.last_day, str(quarter)) == (date(2026, 3, 31), "Quarter 1 of 2026")


def test_every_earlier_month_that_is_open_is_named():
    world = a_club()
    world.fund(day=date(2026, 1, 30))
    world.fund()
    at = world.at("12:00", day=date(2026, 4, 1))
    earlier = period_checklist(world.club, "quarter", date(2026, 1, 1), at=at)[0]
    assert [str(each.says) for each in earlier.things] == [
        "Close January 2026 first.", "Close February 2026 first.",
    ]  # fmt: skip


def test_no_day_begins_in_a_closed_period_though_none_later_is_sealed():
    world = a_club()
    world.fund()
    sealed(world)
    close(world)

    with pytest.raises(DayNotOpen, match=r"gaming day 28\.02\.2026 is closed"):
        world.fund(day=NEXT)


def test_what_can_be_closed_is_over_and_not_closed_yet():
    world = a_club()
    world.fund()
    closed(world)
    world.fund(day=MARCH)

    (february,) = periods_to_close(world.club, today=MARCH)
    assert (str(february), february.days, february.unsealed) == ("February 2026", 1, (EVENING,))
    seal_day(world.stamp("12:00", role=Role.ACCOUNTANT, day=MARCH), day=EVENING)
    close(world)

    assert periods_to_close(world.club, today=MARCH) == []
    march = world.stamp("12:00", role=Role.ACCOUNTANT, day=date(2026, 4, 1))
    close_day(world.club, MARCH, now=world.at("08:00", day=MARCH + timedelta(1)))
    seal_day(march, day=MARCH)
    world.fund(day=date(2026, 4, 1))
    closed(world, date(2026, 4, 1))
    found = periods_to_close(world.club, today=date(2026, 5, 1))
    assert {str(each): str(each.after or "") for each in found} == {
        "April 2026": "March 2026", "March 2026": "", "Quarter 1 of 2026": "March 2026",
    }  # fmt: skip
    client = world.browser(Role.ACCOUNTANT)
    page = client.get("/tallinn/closings/").content.decode()
    assert "Close March 2026 first." in page
    assert "Close April 2026" not in page


def test_the_database_refuses_a_gap_and_a_change():
    world = a_club()
    world.fund()
    sealed(world)
    (row,) = Closing.objects.all()

    row.pk, row.number, row.first_day, row.act_id = None, 3, NEXT, row.act_id + 10**9
    with pytest.raises(IntegrityError, match="without a gap"), transaction.atomic():
        row.save(force_insert=True)
    with pytest.raises(ProgrammingError, match="permission denied"), transaction.atomic():
        Closing.objects.update(number=7)


def test_the_database_refuses_a_period_over_a_day_that_is_not_sealed():
    world = a_club()
    world.fund()
    sealed(world)
    world.fund(day=NEXT)
    (row,) = Closing.objects.all()

    row.pk, row.period, row.last_day, row.act_id = None, "month", NEXT, row.act_id + 10**9
    row.number, row.previous = 2, row.digest
    with pytest.raises(IntegrityError, match="is sealed"), transaction.atomic():
        row.save(force_insert=True)
    assert connection.is_usable()


def test_who_has_a_pin_confirms_seal_and_close_with_it_and_months_close_in_order():
    world = a_club()
    world.fund(day=date(2026, 1, 30))
    world.fund()
    for day in (date(2026, 1, 30), EVENING):
        closed(world, day)
    accountant = world.staff[Role.ACCOUNTANT]
    set_pin(accountant, "2749")
    client = Client()
    client.force_login(accountant)
    session = client.session
    session["has_pin"] = True
    session.save()

    def sent(where: str, **more: str) -> str:
        answer = client.post(f"/tallinn/{where}", {"key": str(uuid4())} | more, follow=True)
        return answer.content.decode()

    first, month = "days/2026-01-30/seal/", {"period": "month", "first_day": "2026-01-01"}
    assert "Type your PIN" in sent(first)
    assert "This is not your PIN." in sent(first, pin="1111")
    assert not Closing.objects.exists()
    for day in ("2026-01-30", str(EVENING)):
        sent(f"days/{day}/seal/", pin="2749")
    assert Closing.objects.count() == 2
    later = sent("closings/close/", pin="2749", period="month", first_day="2026-02-01")
    assert "January 2026 is not closed yet." in later
    assert "Type your PIN" in sent("closings/close/", **month)
    assert Closing.objects.filter(period="month").count() == 0
    sent("closings/close/", pin="2749", **month)
    sent("closings/close/", pin="2749", period="month", first_day="2026-02-01")
    assert [str(each) for each in Closing.objects.filter(period="month").order_by("number")] == [
        "January 2026", "February 2026",
    ]  # fmt: skip


def test_the_close_of_a_month_keeps_its_list_and_who_looked_at_which_exception():
    world = a_club()
    world.fund(cents=5_000)
    rename_club(world.stamp(role=Role.MANAGER), name="Club", language="en", reason="Shorter")
    sealed(world)
    client = world.browser(Role.ACCOUNTANT)
    span = f"first={FEBRUARY}&last=2026-02-28"
    rows = exceptions(world.club, first=FEBRUARY, last=date(2026, 2, 28))
    act_id = str(rows[0][1].id)

    def waits() -> list[str]:
        lines = period_checklist(world.club, "month", FEBRUARY, at=world.at("13:00", day=MARCH))
        return [thing.says for line in lines if line.what == "Exceptions" for thing in line.things]

    assert waits() == ["1 exception to look at."]
    where = f"/tallinn/acts/exceptions/look/?{span}"
    none = client.post(where, {"key": str(uuid4())})
    assert "Tick what you looked at." in none.content.decode()
    foreign = client.post(where, {"key": str(uuid4()), "act_ids": ["999999999"]})
    assert "The club has no such act." in foreign.content.decode()
    sale = {"key": str(uuid4()), "act_ids": [str(world.sell(500, day=MARCH).act_id)]}
    assert "This act does not stand out." in client.post(where, sale).content.decode()
    said = {"key": str(uuid4()), "act_ids": [act_id], "note": "The owners' slip is there"}
    shown = [client.post(where, said, follow=True).content.decode() for _ in range(2)][1]
    assert "The owners&#x27; slip is there" in shown
    assert waits() == []

    kept = close(world)
    assert [each["kind"] for each in kept.content["exceptions"]] == ["rules of the club changed"]
    page = client.get(f"/tallinn/closings/{kept.number}/").content.decode()
    for text in ("Exceptions as they stood", "The owners&#x27; slip is there", "Boxes to count"):
        assert text in page
    with pytest.raises(ProgrammingError, match="permission denied"), transaction.atomic():
        ExceptionSeen.objects.update(note="Else")


def test_nobody_ticks_off_what_they_did_themselves():
    world, client = a_club(), Client()
    rename_club(world.stamp(role=Role.MANAGER), name="Club", language="en", reason="Shorter")
    ((_, act, _),) = exceptions(world.club, first=FEBRUARY, last=date(2026, 2, 28))
    where = f"/tallinn/acts/exceptions/look/?first={FEBRUARY}&last=2026-02-28"
    for who, times in ((Role.MANAGER, 0), (Role.ACCOUNTANT, 1)):
        client.force_login(world.staff[who])
        page = client.post(where, {"key": str(uuid4()), "act_ids": [act.id]}).content.decode()
        assert ("Another person must look at what you did yourself." in page) == (times == 0)
        assert 'name="act_ids"' not in page
        assert ExceptionSeen.objects.count() == times


def test_a_months_page_offers_no_close_before_its_end_and_leads_to_its_document(clock: Clock):
    world, january = a_club(), date(2026, 1, 30)
    clock.stop(world.at("22:00"))
    world.fund(day=january)
    sealed(world, january)
    number = close(world, first_day=date(2026, 1, 1), today=EVENING).number
    maria = world.browser(Role.ACCOUNTANT)
    page = maria.get("/tallinn/closings/month/2026-02-01/").text
    assert "The period is not over yet." in page
    assert "Close February 2026" not in page
    closed_page = maria.get("/tallinn/closings/month/2026-01-01/").text
    assert f'href="/tallinn/closings/{number}/"' in closed_page
