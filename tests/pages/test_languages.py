"""Which language a page, a screen of the room and a slip are in."""

from datetime import UTC, date, datetime
from decimal import Decimal
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import formats, translation

from casino.bookkeeping.services.imports import bring_file
from casino.cage.services.desk import sell_chips
from casino.players.models import Player
from casino.players.services.guests import add_player
from casino.refusals import Refusal
from casino.staff.models import Role
from tests.api.program import program as a_program
from tests.claiming import claimed, six_seated
from tests.tournaments import a_tournament, sold
from tests.world import World

LANGUAGES = ("et", "ru", "en", "lv")


def page(client: Client, address: str) -> str:
    return client.get(address, follow=True).content.decode()


def speak(world: World, language: str) -> None:
    world.club.language = language
    world.club.save()


def translated(language: str, text: str) -> str:
    with translation.override(language):
        found = translation.gettext(text)
    assert found != text
    return found


def test_a_choice_of_language_lasts_and_is_ones_own(world: World):
    assert "Estonian" not in page(world.browser(Role.CASHIER), "/me/language/")
    world.browser(Role.CASHIER).post("/me/language/", {"language": "et"})
    mine, other = (page(world.browser(role), "/tallinn/tables/") for role in ("cashier", "manager"))
    assert '<html lang="et"' in mine
    assert "Väljamaksed" in mine
    assert '<html lang="en"' in other
    assert "Payments" in other


def test_an_unknown_language_is_refused_in_one_sentence(world: World):
    answer = world.browser(Role.CASHIER).post("/me/language/", {"language": "fi"})
    assert answer.status_code == 422
    assert "Choose one of these languages." in answer.content.decode()
    world.staff[Role.CASHIER].refresh_from_db()
    assert world.staff[Role.CASHIER].language == ""


def test_who_chose_none_reads_the_language_of_the_club(world: World):
    speak(world, "ru")
    assert "Гости" in page(world.browser(Role.CASHIER), "/tallinn/payments/")
    world.browser(Role.CASHIER).post("/me/language/", {"language": "en"})
    assert "Guests" in page(world.browser(Role.CASHIER), "/tallinn/payments/")


def test_a_screen_of_the_room_speaks_the_club_s_language_to_everybody(world: World):
    speak(world, "et")
    client = world.browser(Role.CASHIER)
    client.post("/me/language/", {"language": "ru"})
    assert "Ühtegi lauda ei ole avatud." in page(client, "/board/tallinn/")


def test_the_door_follows_the_browser_and_no_address(world: World):
    answer = Client(headers={"accept-language": "et"}).get("/sign-in/?language=ru")
    assert "Logi sisse" in answer.content.decode()


def test_a_slip_is_in_the_language_of_its_guest(world: World):
    shift = world.open_shift()
    guest = add_player(world.stamp("20:00"), name="Сергей Орлов", language="ru")
    given = {"shift_id": shift.pk, "cents": 10_000}
    to_guest = sell_chips(world.stamp("21:00"), **given, player_id=guest.pk)
    to_nobody = sell_chips(world.stamp("21:05"), **given)
    slip = page(world.browser(Role.CASHIER), f"/tallinn/slips/{to_guest.entry_id}/")
    assert '<html lang="en"' in slip
    assert '<article lang="ru"' in slip
    assert "Фишки проданы" in slip
    speak(world, "et")
    assert "Žetoonid müüdud" in page(
        world.browser(Role.CASHIER), f"/tallinn/slips/{to_nobody.entry_id}/"
    )


def test_a_ticket_is_in_the_language_of_its_guest(world: World):
    shift = world.open_shift()
    tournament = a_tournament(world, "Deepstack")
    entry = sold(world, tournament, "Сергей Орлов", shift_id=shift.pk).entry
    Player.objects.filter(id=entry.player_id).update(language="ru")
    ticket = page(world.browser(Role.CASHIER), f"/tallinn/tournaments/entries/{entry.pk}/ticket/")
    assert '<html lang="en"' in ticket
    assert '<article lang="ru"' in ticket
    assert translated("ru", "Guest") in ticket
    assert translated("ru", "Ticket %(number)s").partition("%")[0] in ticket


def test_a_refusal_is_in_the_language_of_who_reads_it(world: World):
    world.browser(Role.CASHIER).post("/me/language/", {"language": "et"})
    asked = world.browser(Role.CASHIER).get("/tallinn/slips/999/")
    assert asked.status_code == 404
    assert "Sellist kviitungit selles klubis ei ole." in asked.content.decode()
    typed = {"key": str(uuid4()), "name": "Ülle Põder", "birth_date": "1990"}
    said = translated("et", "Write the date like 21.11.1990.")
    assert said in world.browser(Role.CASHIER).post("/tallinn/players/new/", typed).content.decode()


def test_mistakes_of_a_file_are_kept_for_readers_of_every_language(world: World):
    accountant = world.stamp("21:00", role=Role.ACCOUNTANT)
    rows = b"Name,Birth date\nMari Tamm,1990-02-30\n"
    brought = bring_file(accountant, kind="players", name="guests.csv", data=rows)
    where = f"/tallinn/files/imports/{brought.pk}/"
    assert "1990-02-30 is not a date" in page(world.browser(Role.ACCOUNTANT), where)
    speak(world, "et")
    assert "1990-02-30 ei ole kuupäev" in page(world.browser(Role.ACCOUNTANT), where)


def test_a_claim_says_what_was_found_in_the_language_of_who_reads_it(world: World):
    world.jackpot()
    claim = claimed(world, six_seated(world), players_dealt=5)
    where = f"/tallinn/jackpot/claims/{claim.pk}/"
    assert "5 players dealt in (OLY-2.38)" in page(world.browser(Role.SUPERVISOR), where)
    speak(world, "et")
    shown = page(world.browser(Role.SUPERVISOR), where)
    assert "Vähemalt 6 mängijat: jagati 5 mängijale (OLY-2.38)" in shown


def test_a_program_is_answered_in_the_language_that_it_accepts(world: World):
    program = a_program(world, Role.CASHIER)
    address, headers = program.address("shifts/999/"), program.headers()
    answers = [
        program.client.get(address, headers=headers | more).json()["message"]
        for more in ({}, {"Accept-Language": "lv"})
    ]
    assert answers == ["There is no such shift in this club.", "Šajā klubā tādas maiņas nav."]


def test_what_is_kept_stays_english_whoever_did_it(world: World):
    shift = world.open_shift()
    with translation.override("et"), pytest.raises(Refusal) as refused:
        sell_chips(world.stamp("21:00"), shift_id=shift.pk, cents=0)
    assert str(refused.value) == "Write an amount above zero."
    with translation.override("et"):
        assert refused.value.message.localized() == "Kirjutage nullist suurem summa."
        assert f"{Role.CASHIER.label}" == "Cashier"


def test_a_guest_is_asked_for_the_language_of_the_slips(world: World):
    typed = {"key": str(uuid4()), "name": "Ülle Põder", "language": "lv"}
    assert world.browser(Role.CASHIER).post("/tallinn/players/new/", typed).status_code == 302
    assert "latviešu" in page(world.browser(Role.CASHIER), "/tallinn/players/new/")


@pytest.mark.parametrize("language", LANGUAGES)
def test_days_and_figures_are_written_alike_in_every_language(language: str):
    with translation.override(language):
        assert formats.localize(date(2026, 11, 1)) == "01.11.2026"
        assert formats.localize(datetime(2026, 11, 1, 16, 5, tzinfo=UTC)) == "01.11.2026 16:05"
        grouped = formats.number_format(Decimal("1234567.5"), 2, force_grouping=True)
        assert grouped == "1\N{NO-BREAK SPACE}234\N{NO-BREAK SPACE}567,50"
        assert formats.get_format("FIRST_DAY_OF_WEEK") == 1
        assert formats.get_format("DATE_INPUT_FORMATS")[0] == "%d.%m.%Y"
