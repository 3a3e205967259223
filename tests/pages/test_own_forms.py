"""The forms of one's own sign-in: what they refuse is said at its field, what was typed stays."""

import re

import pytest
from axes.models import AccessAttempt
from django.test import Client

from casino.staff.models import Role, User
from casino.staff.services import set_pin
from tests.pages.evening import signed_in
from tests.pages.test_typed_too_late import ARRIVED_NOT, PIN, be_quiet_for, come_in, knock, unlock
from tests.world import PASSWORD, World

LANGUAGE, SCREEN, KEYS = "/me/language/", "/me/screen/", "/me/keys/"
CHOSEN = {"theme": "light", "text_size": "largest", "letter_keys": "alt"}


def errors(page: str) -> dict[str, str]:
    return dict(re.findall(r'class="error" role="alert" id="id_(\w+)_error">(.*?)</p>', page))


def chosen(page: str) -> list[str]:
    return re.findall(r'<option value="([^"]+)" selected>', page)


def test_a_refused_choice_keeps_the_others_and_changes_no_page_yet(world: World):
    client = signed_in(world, Role.CASHIER)
    refused = client.post(SCREEN, CHOSEN | {"letter_keys": "none at all"})
    page = refused.content.decode()
    assert refused.status_code == 422
    assert errors(page) == {"letter_keys": "Choose one of these."}
    assert chosen(page) == ["light", "largest"]
    assert 'class="light largest"' not in page, "it is not saved"


def test_a_wrong_password_is_said_at_its_field_and_an_empty_one_is_no_try(world: World):
    client = signed_in(world, Role.CASHIER)
    said = client.post("/me/pin/", {"password": "", "pin": PIN}).content.decode()
    assert errors(said) == {"password": "This field is required."}
    assert "This is not your password." not in said
    assert not AccessAttempt.objects.exists()

    said = client.post("/me/pin/", {"password": "guess", "pin": PIN}).content.decode()
    assert errors(said) == {"password": "This is not your password."}
    assert AccessAttempt.objects.exists()
    assert "guess" not in said
    assert PIN not in said


@pytest.mark.parametrize(
    ("where", "typed"), [(LANGUAGE, {"language": "et"}), (SCREEN, CHOSEN | {"theme": "dark"})]
)
def test_what_was_chosen_stands_there_again_after_the_sign_in(
    world: World, where: str, typed: dict[str, str]
):
    client = come_in()
    client.get(where)
    be_quiet_for(client, 16)
    assert client.post(where, typed)["Location"] == f"/sign-in/?next={where}"
    page = knock(client, next=where).content.decode()
    assert ARRIVED_NOT in page
    assert chosen(page) == list(typed.values())
    assert User.objects.get(pk=world.staff[Role.CASHIER].pk).language == ""
    assert client.post(where, typed).status_code == 302


def test_a_letter_of_ones_own_stands_there_again_after_the_pin(world: World):
    set_pin(world.staff[Role.CASHIER], PIN)
    client = come_in()
    name = re.findall(r'name="([^"]+)"\s+id="id_', client.get(KEYS).content.decode())[0]
    client.post("/lock/")
    assert client.post(KEYS, {name: "q", "usual": "1"}).status_code == 423
    page = unlock(client, KEYS)
    assert ARRIVED_NOT in page
    assert re.search(rf'name="{name}"\s+id="[^"]+"\s+value="q"', page)


def test_new_secrets_are_kept_nowhere(world: World):
    client = come_in()
    who = str(world.staff[Role.CASHIER].pk)
    for where in ("/me/pin/", "/me/password/"):
        be_quiet_for(client, 16)
        client.post(where, {"password": PASSWORD, "pin": PIN, "typed_by": who})
        assert "interrupted" not in client.session
        knock(client)


@pytest.mark.parametrize(
    "where", ["/me/sessions/1/end/", "/me/wrong-pins/", "/me/api-keys/", "/lock/", "/unlock/"]
)
def test_what_is_only_sent_leads_on_where_a_sign_in_came_between(world: World, where: str):
    page = knock(come_in(), next=where)
    assert page.status_code == 200
    assert "<main" in page.content.decode()


def test_a_session_that_is_over_already_is_said_to_be(world: World):
    client: Client = signed_in(world, Role.CASHIER)
    refused = client.post("/me/sessions/999999/end/")
    assert refused.status_code == 404
    assert "There is no such session of yours." in refused.content.decode()
