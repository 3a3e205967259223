"""Which payments of guests a country's law wants reported, and who reads them."""

from datetime import date, timedelta
from typing import Any

import pytest

from casino.cage.services.desk import redeem_chips, sell_chips
from casino.cage.services.payables import pay_out
from casino.players.models import Player
from casino.players.services.guests import change_player
from casino.rates.rules import LAWS
from casino.reports.queries import REPORTS
from casino.reports.queries.asked import asked
from casino.staff.models import Role
from tests.counting import bank
from tests.merging import merged
from tests.owing import owe_prize
from tests.world import EVENING, World, a_club, of_the_desk

pytestmark = pytest.mark.django_db
NEVER = 10**9
AMOUNTS = ("second_from_cents", "manager_from_cents", "identify_from_cents",
           "redeem_second_from_cents", "redeem_manager_from_cents")  # fmt: skip
MONTH = timedelta(days=30)


@pytest.fixture
def riga(db: None) -> World:
    return _club("riga", "Europe/Riga")


@pytest.fixture
def tallinn(db: None) -> World:
    return _club("tallinn", "Europe/Tallinn")


def _club(slug: str, zone: str) -> World:
    world = a_club(slug, timezone=zone)
    of_the_desk(world.club, **dict.fromkeys(AMOUNTS, NEVER))
    return world


def known(world: World, name: str, **more: Any) -> Player:
    """Add a guest with an ID."""
    added = world.player(name)
    shown = {"birth_date": date(1990, 11, 21), "document": f"AA{added.code}"} | more
    return change_player(world.stamp("20:00"), player_id=added.pk, **shown)


def found(world: World, by: str = "payments", **more: Any) -> list[dict[str, Any]]:
    what: dict[str, Any] = {"first": EVENING, "last": EVENING, "by": by} | more
    stamp = world.stamp("23:30", role=Role.MANAGER)
    sheet = REPORTS["authority"].make(asked(world.club, stamp, **what))
    names = [column.name for column in sheet.columns]
    return [dict(zip(names, row.cells, strict=True)) for row in sheet.rows]


def told(world: World, by: str = "payments", **more: Any) -> list[tuple[Any, ...]]:
    return [(row["name"], row["in"], row["out"]) for row in found(world, by, **more)]


def test_latvia_is_told_of_each_payment_from_its_amount_on_and_apart_of_linked_ones(riga: World):
    shift = riga.open_shift()
    bank(riga, riga.stamp("18:00", role=Role.MANAGER), cents=2_000_000)
    ann, bob, cid = (known(riga, name) for name in ("Ann", "Bob", "Cid"))
    sell_chips(riga.stamp("21:00"), shift_id=shift.pk, cents=200_000, player_id=ann.pk)
    sell_chips(riga.stamp("21:01"), shift_id=shift.pk, cents=199_900, player_id=ann.pk)
    for minute in (10, 20):
        sell_chips(riga.stamp(f"21:{minute}"), shift_id=shift.pk, cents=100_000, player_id=bob.pk)
    sell_chips(riga.stamp("21:30"), shift_id=shift.pk, cents=250_000)
    prize = owe_prize(riga.stamp("22:00"), cents=300_000, player_id=cid.pk)
    pay_out(riga.stamp("22:05"), payable_id=prize.pk, shift_id=shift.pk, paid_with="bank")
    assert told(riga) == [("Ann", 200_000, None), ("", 250_000, None), ("Cid", None, 300_000)]
    assert found(riga)[0] | {"at": 0} == {
        "at": 0, "gaming_day": EVENING, "event": "cage.chips_sold", "guest": ann.code,
        "name": "Ann", "birth_date": date(1990, 11, 21), "code_country": "", "personal_code": "",
        "document": f"AA{ann.code}", "nationality": "", "in": 200_000, "out": None,
    }  # fmt: skip
    assert told(riga, "guests") == [("Bob", 200_000, None)]
    assert told(riga, "behind") == [("Bob", 100_000, None)] * 2
    before = {"first": EVENING - MONTH, "last": EVENING - timedelta(days=1)}
    assert told(riga, **before) == told(riga, "guests", **before) == []


def test_estonia_is_told_of_cash_above_its_amount_within_a_year_by_all_cards(tallinn: World):
    ann, twin, bob = (known(tallinn, name) for name in ("Ann", "Ann T.", "Bob"))
    like = known(tallinn, "Ann Tamm", document=f"aa {bob.code}")
    shift = tallinn.open_shift()
    sales = ((ann, 1_600_000), (twin, 1_600_000), (bob, 1_600_000), (like, 1_600_000))
    for minute, (guest, cents) in enumerate(sales, start=10):
        stamp = tallinn.stamp(f"20:{minute}")
        sell_chips(stamp, shift_id=shift.pk, cents=cents, player_id=guest.pk)
    merged(tallinn, ann.pk, twin.pk, "20:30")
    assert told(tallinn, "guests") == []  # 32 000,00, and not above
    late = tallinn.stamp("21:00")
    sell_chips(late, shift_id=shift.pk, cents=100, player_id=ann.pk)
    assert told(tallinn, "guests") == [("Ann", 3_200_100, None)]
    assert told(tallinn) == []
    redeem_chips(tallinn.stamp("21:30"), shift_id=shift.pk, cents=100, player_id=like.pk)
    sell_chips(tallinn.stamp("21:40"), shift_id=shift.pk, cents=200, player_id=bob.pk)
    assert told(tallinn, "guests")[1] == ("Bob", 3_200_200, 100)
    assert [cents for _, cents, _ in told(tallinn, "behind")][-2:] == [None, 200]
    (first, _) = found(tallinn, "guests", last=EVENING + MONTH)
    assert (first["since"], first["reached"]) == (date(2025, 2, 28), EVENING)
    then = {"first": EVENING + timedelta(days=1), "last": EVENING + MONTH}
    assert told(tallinn, "guests", **then) == []  # nothing was paid since


def test_cash_that_was_a_year_ago_is_not_of_the_sum(tallinn: World):
    ann, shift = known(tallinn, "Ann"), tallinn.open_shift()
    year_ago = tallinn.stamp("20:10", day=date(2025, 2, 27))
    sell_chips(year_ago, shift_id=shift.pk, cents=3_000_000, player_id=ann.pk)
    for day in (EVENING - timedelta(days=1), EVENING):
        stamp = tallinn.stamp("20:20", day=day)
        sell_chips(stamp, shift_id=shift.pk, cents=210_000, player_id=ann.pk)
    (row,) = found(tallinn, "guests", first=EVENING - MONTH)
    span = (row["reached"], row["since"], row["in"])
    assert span == (EVENING - timedelta(days=1), date(2025, 2, 27), 3_210_000)
    assert told(tallinn, "guests") == []


def test_where_no_law_is_known_the_report_says_so():
    world = a_club("oslo", timezone="Europe/Oslo")
    page = world.browser(Role.MANAGER).get("/oslo/reports/authority/").content.decode()
    assert "No law is known here" in page


def test_neither_desk_nor_floor_nor_books_read_what_the_authority_is_told(riga: World):
    for role in (Role.CASHIER, Role.DIRECTOR, Role.SUPERVISOR, Role.ACCOUNTANT):
        assert riga.browser(role).get("/riga/reports/authority.csv").status_code == 403
    for role in (Role.MANAGER, Role.AUDITOR):
        page = riga.browser(role).get("/riga/reports/authority/").content.decode()
        assert "From 2 000,00 on, in or out." in page.replace("\u00a0", " ")
        assert "Ministru kabineta" in page


def test_what_is_due_in_working_days_is_not_due_at_the_weekend():
    estonia, latvia = (LAWS[zone].cash_report for zone in ("Europe/Tallinn", "Europe/Riga"))
    assert estonia
    assert latvia
    friday = date(2026, 2, 27)
    assert (estonia.due(friday), latvia.due(friday)) == (date(2026, 3, 3), date(2026, 3, 6))


@pytest.mark.parametrize("role", [Role.SUPERVISOR, Role.ACCOUNTANT])
def test_who_may_not_read_it_is_told_who_may_and_not_to_ask_themselves(world: World, role: str):
    shut = world.browser(role).get("/tallinn/reports/authority/")
    assert shut.status_code == 403
    assert "Ask: auditor, manager." in shut.content.decode()
