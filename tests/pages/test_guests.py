"""A guest's page: what is typed, what is refused, and the bar."""

from datetime import date
from uuid import uuid4

import pytest

from casino.players.models import Player
from casino.players.services.guests import add_player
from casino.staff.models import Role
from tests.world import World, a_club

ADD = "/tallinn/players/new/"


@pytest.fixture
def world(committed_db: None) -> World:
    return a_club()


def form(**values: str) -> dict[str, str]:
    return {"key": str(uuid4()), "name": "Ülle Põder", "document": "", "notes": ""} | values


@pytest.mark.parametrize("written", ["28.02.1990", "1990-02-28"])
def test_a_birth_date_is_written_as_people_here_write_it(world: World, written: str):
    assert world.browser(Role.CASHIER).post(ADD, form(birth_date=written)).status_code == 302
    assert Player.objects.get().birth_date == date(1990, 2, 28)


@pytest.mark.parametrize("written", ["02/28/1990", "30.02.1990", "28.2", "0001-01-01", "x" * 500])
def test_a_date_that_cannot_be_is_refused_and_the_name_stays_typed(world: World, written: str):
    answer = world.browser(Role.CASHIER).post(ADD, form(birth_date=written))
    assert answer.status_code in {400, 422}
    assert 'value="Ülle Põder"' in answer.content.decode()
    assert not Player.objects.exists()


def test_id_that_was_written_on_the_wrong_card_is_taken_off_it(world: World):
    code = {"code_country": "EE", "personal_code": "37605030299"}
    known = add_player(world.stamp("20:00"), name="Ülle Põder", document="AB1", **code)
    page, same = f"/tallinn/players/{known.pk}/", {"name": "Ülle Põder", "code_country": "EE"}
    shown = world.browser(Role.CASHIER).get(page).content.decode()
    assert ("no_document" in shown, "no_birth_date" in shown) == (True, False)

    world.browser(Role.CASHIER).post(page, form(**same))
    known.refresh_from_db()
    assert (known.document, known.personal_code) == ("AB1", code["personal_code"])
    world.browser(Role.CASHIER).post(page, form(**same, no_document="on", no_personal_code="on"))
    known.refresh_from_db()
    assert (known.document, known.personal_code) == ("", "")
    world.browser(Role.CASHIER).post(page, form(**same | {"document": "AB2"}))
    world.browser(Role.CASHIER).post(page, form(**same | {"document": "AB3"}, no_document="on"))
    known.refresh_from_db()
    assert known.document == "AB3"


@pytest.mark.parametrize("name", ["", "   ", "\u200b\u200b", "a\u202eb", "a\0b", "x" * 101])
def test_a_name_that_cannot_be_shown_is_refused(world: World, name: str):
    assert world.browser(Role.CASHIER).post(ADD, form(name=name)).status_code == 422
    assert not Player.objects.exists()


@pytest.mark.parametrize("name", ["O'Neil", "Сергей Орлов", "Õ" * 100, "李小龍", "🃏 Joker"])
def test_a_name_of_any_script_is_kept(world: World, name: str):
    assert world.browser(Role.CASHIER).post(ADD, form(name=name)).status_code == 302
    assert Player.objects.get().name == name


def test_the_same_form_twice_makes_one_guest(world: World):
    typed = form()
    first, second = (world.browser(Role.CASHIER).post(ADD, typed) for _ in range(2))
    assert first["Location"] == second["Location"]
    assert Player.objects.count() == 1


def test_a_supervisor_bars_a_guest_and_lifts_the_bar(world: World):
    guest = world.player()
    bar = f"/tallinn/players/{guest.pk}/bar/"
    floor = world.browser(Role.SUPERVISOR)
    typed = {"key": str(uuid4()), "until": "31.12.2099", "reason": "Threw a chair"}
    typed["kind"] = "house"
    assert floor.post(bar, typed).status_code == 302
    assert (
        "Excluded until 31.12.2099" in floor.get(f"/tallinn/players/{guest.pk}/").content.decode()
    )
    lifted = {"key": str(uuid4()), "until": "", "reason": "Apologised", "kind": "house"}
    assert floor.post(bar, lifted).status_code == 302
    page = floor.get(f"/tallinn/players/{guest.pk}/").content.decode()
    assert "Excluded until" not in page
    assert "<h2>Exclusions</h2>" in page
    assert '<td class="reversed">' in page
    assert "Threw a chair" in page
