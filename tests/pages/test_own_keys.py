"""A letter of one's own for each command that has a key: kept with the account, said on pages."""

import re

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from casino.staff.models import Role, User
from casino.web.commands import FOLDER, commands, refused_keys
from casino.web.templatetags.keys import Command
from tests.pages.evening import signed_in
from tests.pages.people import Person
from tests.world import a_club

KEYS = "/me/keys/"
TILL = "/tallinn/till/"
WAITS = "Cash in, chips to the guest"
REDEEMS = "Cash out, chips from the guest"


@pytest.fixture
def anna(page: Page, live_site: str) -> Person:
    world = a_club()
    world.player("Mari Tamm")
    world.open_shift()
    person = Person(page, world, Role.CASHIER)
    person.sign_in()
    person.at("#id_player")
    return person


def named(words: str) -> Command:
    found = [command for command in commands().values() if command.words == words]
    assert len(found) == 1, found
    return found[0]


def choose(anna: Person, **letters: str) -> None:
    anna.page.goto(KEYS)
    for words, letter in letters.items():
        field = anna.page.get_by_label(words.replace("_", " "), exact=True)
        row = anna.page.locator("details", has=field)
        if row.get_attribute("open") is None:
            row.locator("summary").click()
        field.fill(letter)
    anna.page.get_by_role("button", name="Save").click()


def test_a_letter_of_ones_own_does_the_command_and_the_usual_one_does_nothing(anna: Person):
    choose(anna, Redeem_chips="q", Tournaments="y")
    anna.sees("Letters as keys")
    anna.page.goto(TILL)
    anna.sees(WAITS)
    redeem = anna.page.locator(".operations a", has_text="Redeem chips")
    expect(redeem.locator("kbd")).to_have_text(["q", "F4"])
    anna.command("c")
    anna.sees(WAITS)
    anna.command("q")
    anna.sees(REDEEMS)
    anna.at("#id_player")
    anna.command("b")
    anna.sees(WAITS)
    anna.at("#id_player")
    anna.page.keyboard.press("F4")
    anna.sees(REDEEMS)
    anna.at("#id_player")
    anna.command("?")
    expect(anna.page.locator("#keys dl").first).to_contain_text("q F4 Redeem chips")
    anna.photograph("own-keys-till")
    anna.page.keyboard.press("Escape")
    anna.command("Shift+N")
    anna.command("Shift+Y")
    expect(anna.page).to_have_url(re.compile("/tallinn/tournaments/$"))
    assert anna.errors == []


def test_a_letter_in_place_of_two_is_said_once_and_stands_in_sentences(anna: Person):
    choose(anna, **{"Tournaments: tickets, rebuys": "q", "New guest": "o"})
    anna.page.goto(TILL)
    tickets = anna.page.locator(".operations a", has_text="Tournaments").locator("kbd")
    expect(tickets.first).to_have_text("q")
    expect(tickets.last).to_be_hidden()
    anna.page.goto("/tallinn/players/?q=Nobody")
    anna.sees("Press Esc o for a new guest")
    User.objects.update(letter_keys="alt")
    anna.page.reload()
    anna.sees("Press Esc Alt o for a new guest")


def test_a_letter_of_another_command_of_the_page_is_refused_and_what_was_typed_stays(
    anna: Person,
):
    choose(anna, Redeem_chips="m", Sell_chips="q")
    anna.sees("m is the key of “Vault transfer” on the same page.")
    anna.sees("Nothing is saved yet")
    expect(anna.page.get_by_label("Redeem chips", exact=True)).to_have_value("m")
    expect(anna.page.get_by_label("Sell chips", exact=True)).to_have_value("q")
    anna.photograph("own-keys-refused")
    anna.page.goto(TILL)
    anna.sees(WAITS)
    anna.command("c")
    anna.sees(REDEEMS)


def kept(client: Client, **letters: str) -> User:
    """Keep letters of commands by their words, and return who did."""
    typed = {named(words.replace("_", " ")).name: letter for words, letter in letters.items()}
    assert client.post(KEYS, typed).status_code == 302
    return User.objects.get(pk=client.session["_auth_user_id"])


def test_letters_are_kept_for_one_account_until_it_goes_back_to_the_usual_ones(db: None):
    world = a_club()
    world.open_shift()
    anna = signed_in(world, Role.CASHIER)
    user = kept(anna, Redeem_chips="Q", Sell_chips="b")
    assert user.own_keys == {named("Redeem chips").name: "q"}
    own = f'data-own="{named("Redeem chips").name}=q"'
    assert own in anna.get(TILL).getvalue().decode()
    assert own not in signed_in(world, Role.SUPERVISOR).get("/tallinn/tables/").getvalue().decode()
    assert 'data-own=""' in Client().get("/sign-in/").getvalue().decode()
    assert anna.post(KEYS, {"usual": "1", named("Sell chips").name: "1"}).status_code == 302
    user.refresh_from_db()
    assert user.own_keys == {}


@pytest.mark.parametrize(
    ("letter", "why"),
    [
        ("j", "j and k move down and up in lists"),
        ("7", "One letter from a to z."),
        ("qq", "One letter from a to z."),
        ("й", "One letter from a to z."),
        ("m", "m is the key of “Vault transfer”"),
        ("p", "p is the key of “Print the slip”"),
    ],
)
def test_a_letter_that_the_page_needs_or_that_is_none_is_refused(letter: str, why: str):
    name = named("Redeem chips").name
    assert refused_keys({name: letter})[name].startswith(why)


def test_two_commands_may_change_their_letters_with_each_other():
    sells, redeems = named("Sell chips").name, named("Redeem chips").name
    assert refused_keys({sells: "c", redeems: "b"}) == {}
    assert refused_keys({sells: "c"}).keys() == {sells}


def test_commands_that_stand_in_each_others_place_may_share_a_letter():
    pauses, resumes = named("Pause clock").name, named("Resume clock").name
    assert refused_keys({pauses: "q", resumes: "q"}) == {}


def test_a_letter_that_a_template_gives_belongs_to_a_command_of_the_list():
    marks = [
        (path.name, mark)
        for path in FOLDER.rglob("*.html")
        for mark in re.findall(r'data-key="([^"]*)"', path.read_text())
    ]
    assert {mark for _, mark in marks} <= {"F6", "{{ forloop.counter }}"}, marks
