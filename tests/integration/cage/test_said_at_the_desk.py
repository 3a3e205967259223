"""What pages of the desk say and lead to, each found by who worked at them."""

from datetime import date
from uuid import uuid4

import pytest
from django.utils import translation

from casino.cage.models import Shift
from casino.cage.services.desk import sell_chips
from casino.house.vocabulary import table
from casino.staff.models import Role
from casino.web.templatetags.office import done_with, fact, more_or_less, with_weekday
from tests.world import World


@pytest.fixture
def shift(world: World) -> Shift:
    return world.open_shift()


def test_a_last_day_before_the_first_is_said(world: World, shift: Shift):
    asked = world.browser(Role.MANAGER).get("/tallinn/shifts/?first=2026-03-01&last=2026-02-01")
    page = asked.content.decode()
    assert "The last day is before the first." in page
    assert "No shift of these days is closed." not in page


def test_who_signs_a_reversal_types_into_their_form_at_once(world: World, shift: Shift):
    sold = sell_chips(world.stamp("20:30"), shift_id=shift.pk, cents=10_000)
    what = {"reason": "Typed wrongly", "key": str(uuid4())}
    asked = world.browser(Role.CASHIER).post(f"/tallinn/slips/{sold.entry_id}/reverse/", what)
    assert asked["Location"].endswith("/sign/")


def test_the_till_lets_go_of_a_refused_form_once_a_sale_is_made(world: World, shift: Shift):
    desk = world.browser(Role.CASHIER)
    sold = sell_chips(world.stamp("20:30"), shift_id=shift.pk, cents=10_000)
    desk.post("/tallinn/till/sell/", {"player": "", "cents": "10000001", "key": str(uuid4())})
    page = desk.get(f"/tallinn/till/?slip={sold.entry_id}")
    assert page.context["done"]
    assert "with what was typed" not in page.content.decode()


def test_fewer_of_a_denomination_has_the_sign_of_amounts():
    assert (more_or_less(-20), more_or_less(3)) == ("\u2212\u00a020", "+\u00a03")


def test_the_cause_of_a_refund_is_said_in_words():
    assert fact("withdrawal", "cause") == "The player withdraws"


def test_what_was_counted_is_said_by_what_a_piece_is_worth():
    assert fact({"10000": 20, "50": 3, "5": 0}, "cash") == "20 \u00d7 100,00, 3 \u00d7 0,50"


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "Saturday 21.11.2026"), ("ru", "суббота 21.11.2026"), ("et", "laupäev 21.11.2026")],
)
def test_a_weekday_stands_in_a_sentence_as_its_language_writes_it(language: str, said: str):
    with translation.override(language):
        assert with_weekday(date(2026, 11, 21)) == said


def test_an_entry_of_a_tournament_is_no_entry_of_the_books():
    out = {"tournament_id": 9, "out": [{"entry_id": 67}]}
    with translation.override("et"):
        assert "Turniiriosalus: 67" in done_with(out, "tournaments.eliminate")
        assert done_with({"entry_id": 67}, "cage.ask_reversal") == "Kanne 67"
        assert done_with({"name": "17"}, "cashgames.rake_hand") == "Jaotuse nimi 17"


@pytest.mark.parametrize(
    ("given", "operation", "said"),
    [
        ({"code": "bank"}, "bookkeeping.map_accounts", "Konts bank"),
        ({"code": "7710"}, "journal.add_account", "Konts 7710"),
        ({"parts": [{"code": "bank"}]}, "bank.match_line", "Konts: bank"),
        ({"form": "csv"}, "bookkeeping.ask_register", "Form\u0101ts csv"),
    ],
)
def test_the_code_of_an_account_is_no_verdict_and_a_files_format_no_form(
    given: dict[str, object], operation: str, said: str
):
    with translation.override("lv"):
        assert said in done_with(given, operation)


def test_only_the_reason_of_who_asks_is_called_why_on_a_request():
    assert "Why" not in table("labels").values()


@pytest.mark.parametrize(
    ("kept", "said"),
    [
        ("2026-11-27", "27.11.2026"),
        ("2026-12-05T18:30:00Z", "05.12.2026 18:30 UTC"),
        ("2026-12-05T18:30:00.123456+00:00", "05.12.2026 18:30 UTC"),
        ("2026-13-45", "2026-13-45"),  # somebody typed it
        ("from 2026-11-27", "from 2026-11-27"),
    ],
)
def test_a_day_and_an_instant_of_an_act_read_as_people_write_them(kept: str, said: str):
    assert fact(kept, "since") == said
