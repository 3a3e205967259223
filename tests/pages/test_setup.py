"""The guided set-up: the word, the steps, what each refuses, and the door that closes behind it."""

import re
import tomllib
from typing import Any

import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.test import Client

from casino.house.models import Club
from casino.house.rulebook import NAMES, load_book
from casino.setup.rules.plan_file import plan_in
from casino.setup.services.word import new_word
from casino.staff.models import User
from tests.world import a_club

pytestmark = pytest.mark.django_db
CLUB = {"name": "Pärnu", "slug": "parnu", "book": "olympic", "first_day": "2026-02-27"}
PEOPLE = {
    "username_0": "liis",
    "name_0": "Liis Mets",
    "roles_0": ["manager"],
    "username_1": "",
    "name_1": "",
    "username_2": "maria",
    "name_2": "Maria Kask",
    "roles_2": ["accountant"],
}
OPENING = {"cash:vault": "5 000", "equity:funding": "4 000", "jackpot:pool": "1 000,00"}


@pytest.fixture
def client() -> Client:
    return Client()


@pytest.fixture
def inside(client: Client) -> Client:
    """A browser that knew the word."""
    assert client.post("/setup/", {"word": new_word()}).status_code == 302
    return client


def post(client: Client, step: str, **said: Any) -> tuple[int, str]:
    answer = client.post(f"/setup/{step}/", said)
    return answer.status_code, answer.content.decode() or answer.get("Location", "")


def fill(client: Client) -> None:
    for step, said in (("club", CLUB), ("people", PEOPLE), ("opening", OPENING)):
        assert post(client, step, **said)[0] == 302


@pytest.mark.parametrize("page", ["/", "/sign-in/"])
def test_an_empty_installation_leads_to_its_set_up(client: Client, page: str):
    assert client.get(page)["Location"] == "/setup/"
    assert "setup_word" in client.get("/setup/").content.decode()


def test_the_word_counts_once_and_only_the_latest(client: Client):
    old, word = new_word(), new_word()
    assert word not in str(cache.get("setup-word"))
    assert client.post("/setup/", {"word": old}).status_code == 422
    assert client.post("/setup/", {"word": ""}).status_code == 422
    typed = f" {word.upper().replace('-', ' ')} "
    assert client.post("/setup/", {"word": typed}).status_code == 302
    assert Client().post("/setup/", {"word": word}).status_code == 422


def test_each_wrong_line_of_the_overrides_is_said_by_its_name(inside: Client):
    _, page = post(inside, "club", **CLUB | {"overrides": "Rake: Gap = 1\nRake: Cup = 2"})
    assert "Rake: Gap: The book has no such setting." in page
    assert "Rake: Cup: The book has no such setting." in page


@pytest.mark.parametrize("page", ["club/", "people/", "review/", "club.toml"])
def test_without_the_word_no_step_opens(client: Client, page: str):
    for answer in (client.get(f"/setup/{page}"), client.post(f"/setup/{page}", CLUB)):
        assert answer["Location"] == "/setup/"


def test_the_command_says_why_there_is_no_word_where_a_club_is(capsys: pytest.CaptureFixture[str]):
    a_club()
    call_command("prepare", "word")
    assert capsys.readouterr().out == ""
    call_command("setup_word")
    assert capsys.readouterr().out.startswith("A club is open here")


@pytest.mark.parametrize("page", ["", "club/", "review/", "club.toml"])
def test_where_a_club_is_there_is_no_set_up(inside: Client, page: str):
    a_club()
    expected = 200 if page == "club.toml" else 404
    assert inside.get(f"/setup/{page}").status_code == expected
    assert Client().get("/setup/").status_code == 404
    assert inside.get("/")["Location"] == "/sign-in/?next=/"


@pytest.mark.parametrize(
    ("step", "said", "field", "words"),
    [
        ("club", CLUB | {"slug": "setup"}, "slug", "belong to the program"),
        ("club", CLUB | {"slug": "Pärnu"}, "slug", "Must be small letters"),
        ("club", CLUB | {"name": ""}, "name", "Is missing"),
        ("club", CLUB | {"first_day": "x"}, "first_day", "a day like"),
        ("club", CLUB | {"timezone": "Mars"}, "timezone", "Europe/Tallinn"),
        ("club", CLUB | {"overrides": "Rake: Cap = x"}, "overrides", "is not an amount"),
        ("club", CLUB | {"overrides": "no such"}, "overrides", "no such setting"),
        ("club", CLUB | {"book": "vegas"}, "book", "valid choice"),
        ("money", {"notes": "5 x", "chips": "1"}, "notes", "is not an amount"),
        ("money", {"notes": "", "chips": "1"}, "notes", "Must not be empty."),
        ("room", {"drawers": "", "jackpot": "J"}, "drawers", "Must not be empty."),
        ("room", {"drawers": "A\nA", "jackpot": "J"}, "drawers", "duplicates"),
        ("room", {"drawers": "A", "jackpot": ""}, "jackpot", "Is missing"),
        ("people", PEOPLE | {"roles_2": []}, "roles_2", "Is missing"),
        ("people", PEOPLE | {"username_2": "liis"}, "username_2", "is given twice"),
        ("people", PEOPLE | {"name_2": "a\u202eb"}, "name_2", "cannot be shown"),
        (
            "people",
            PEOPLE | {"roles_2": ["accountant", "cashier"]},
            "roles_2",
            "never one person",
        ),
        ("opening", {"cash:vault": "1.500"}, "cash:vault", "could be either"),
    ],
)
def test_a_step_says_what_is_wrong_at_its_field(
    inside: Client, step: str, said: Any, field: str, words: str
):
    status, page = post(inside, step, **said)
    assert status == 422
    error = page.partition(f'id="id_{field}_error"')[2].partition("</p>")[0]
    assert words in error


def test_each_fault_stands_in_its_own_row(inside: Client):
    wrong = {"username_0": "A", "username_2": "B", "username_3": "C", "roles_3": ["auditor"]}
    page = post(inside, "people", **PEOPLE | wrong)[1]
    for field, words in (("username_0", "&#x27;A&#x27;"), ("username_2", "&#x27;B&#x27;")):
        assert words in page.partition(f'id="id_{field}_error"')[2].partition("</p>")[0]
    assert "Is missing" in page.partition('id="id_name_3_error"')[2].partition("</p>")[0]


def test_what_no_single_field_can_mend_stands_above_all(inside: Client):
    assert (
        "an accountant, two different people"
        in post(inside, "people", **PEOPLE | {"roles_2": "cashier"})[1]
    )
    assert "differ by 5,00" in post(inside, "opening", **{"cash:vault": "5"})[1]


def test_back_keeps_what_was_typed_right_or_wrong(inside: Client):
    assert post(inside, "money", notes="5 x", chips="1", to="club")[1] == "/setup/club/"
    assert "5 x" in inside.get("/setup/money/").content.decode()
    assert "money.notes[1]" in inside.get("/setup/review/").content.decode()


def test_a_review_that_has_faults_opens_nothing(inside: Client):
    status, page = post(inside, "review")
    assert status == 422
    assert "club.slug: is missing." in page
    assert not Club.objects.exists()


def test_the_review_shows_what_is_fixed_for_good_and_what_the_club_begins_with(inside: Client):
    fill(inside)
    own = CLUB | {"currency": "SEK", "language": "lv", "overrides": "Rake: Cap = 8,00"}
    assert post(inside, "club", **own)[0] == 302
    page = " ".join(inside.get("/setup/review/").content.decode().split())
    shown = dict(re.findall(r"<dt>([^<]+)</dt> <dd>([^<]+)</dd>", page))
    house = load_book("olympic").house
    assert shown["Currency"] == "SEK"
    assert shown["Time zone"] == house.timezone
    assert shown["The gaming day ends at"] == f"{house.closes_at:%H:%M}"
    assert (shown["Control profile"], shown["Language"]) == ("Club", "latviešu")
    assert shown["Rake: Cap"] == "8,00"
    assert shown["Chips"].startswith("1 000,00 500,00 ")
    assert {"4 000,00", "1 000,00"} <= set(shown.values())
    assert page.index("Fixed for good") < page.index("<dt>Currency")
    assert "Hasartmänguseadus § 39" in page[: page.index("Fixed for good")]


def test_the_set_up_opens_the_club_and_gives_the_file_that_says_the_same(inside: Client):
    fill(inside)
    assert "Liis Mets: manager" in inside.get("/setup/review/").content.decode()
    status, page = post(inside, "review")
    assert status == 200
    word = page.partition('id="password-liis">')[2].partition("<")[0]
    assert User.objects.get(username="liis").check_password(word)
    file = inside.get("/setup/club.toml").content
    assert word.encode() not in file
    assert plan_in(file).opening["jackpot:pool"] == 100_000
    assert tomllib.loads(file.decode())["people"][1]["username"] == "maria"
    assert inside.get("/setup/review/").status_code == 404


def test_the_manager_of_a_new_club_is_told_what_comes_first(inside: Client):
    fill(inside)
    post(inside, "opening")
    post(inside, "review")
    User.objects.update(has_given_password=False)
    pages = {}
    for name in ("liis", "maria"):
        client = Client()
        client.force_login(User.objects.get(username=name))
        pages[name] = client.get(f"/{CLUB['slug']}/days/").content.decode()
        assert "No gaming days yet" in pages[name]
    assert ("Fund the vault" in pages["liis"], "Fund the vault" in pages["maria"]) == (True, False)


def test_only_the_book_of_homes_suggests_a_home(inside: Client):
    suggested = {name: load_book(name).suggested_controls for name in NAMES}
    assert {name for name in NAMES if suggested[name] == "home"} == {"home"}
    assert set(suggested.values()) == {"home", "club"}
    assert post(inside, "club", **CLUB | {"book": "home", "controls": "home"})[0] == 302
    assert 'value="home" selected' in inside.get("/setup/club/").content.decode()


def test_no_tables_and_no_jackpot_are_asked_for_where_the_book_has_none(inside: Client):
    assert 'name="jackpot"' in inside.get("/setup/room/").content.decode()
    home = CLUB | {"book": "home", "controls": "home"}
    assert post(inside, "club", **home)[0] == 302
    page = inside.get("/setup/room/").content.decode()
    assert [f'name="{name}"' in page for name in ("drawers", "tables", "jackpot")] == [
        True,
        False,
        False,
    ]
    assert post(inside, "room", drawers="Box", tables="Kitchen", jackpot="Jackpot")[0] == 302
    assert "Kitchen" not in inside.get("/setup/review/").content.decode()
    assert post(inside, "club", **CLUB)[0] == 302
    assert 'name="jackpot" value="Jackpot"' in inside.get("/setup/room/").content.decode()


def test_a_book_in_dollars_begins_with_no_euro_notes_and_without_a_jackpot_with_none(
    inside: Client,
):
    assert post(inside, "club", **CLUB | {"book": "online"})[0] == 302
    page = inside.get("/setup/money/").content.decode()
    assert ("Euro notes" in page, ">\n500 200 100" in page) == (False, False)
    assert 'name="jackpot:pool"' not in inside.get("/setup/opening/").content.decode()
    assert post(inside, "money", notes="100 1 0,01", chips="1")[0] == 302
    assert "100 1 0,01" in inside.get("/setup/money/").content.decode()
    assert post(inside, "club", **CLUB | {"book": "online", "currency": "EUR"})[0] == 302
    assert "100 1 0,01" in inside.get("/setup/money/").content.decode()
    assert post(inside, "club", **CLUB)[0] == 302
    assert "Euro notes" in inside.get("/setup/money/").content.decode()
    assert 'name="jackpot:pool"' in inside.get("/setup/opening/").content.decode()


def test_the_review_says_where_nothing_pays_the_rake(inside: Client):
    fill(inside)
    assert post(inside, "club", **CLUB | {"book": "online"})[0] == 302
    assert post(inside, "room", drawers="Desk", tables="Table 1")[0] == 302
    assert post(inside, "opening")[0] == 302
    said = "Rake is taken to 0,01; the smallest note or coin is {}: no cash pays the rest."
    for smallest, told in (("0,01", False), ("1", True)):
        assert post(inside, "money", notes=f"5 {smallest}", chips="1")[0] == 302
        page = inside.get("/setup/review/").content.decode()
        assert (said.format("1,00") in page) is told


def test_a_lone_host_is_not_told_to_find_a_second_person(inside: Client):
    two = "There must be a manager and an accountant, two different people"
    post(inside, "club", **CLUB | {"controls": "club"})
    assert two in inside.get("/setup/people/").content.decode()
    post(inside, "club", **CLUB | {"book": "home", "controls": "home"})
    page = inside.get("/setup/people/").content.decode()
    assert two not in page
    assert "one person may have all roles" in page


def test_a_plan_sent_twice_shows_passwords_that_sign_in(inside: Client):
    fill(inside)
    first, again = (inside.post("/setup/review/") for _ in range(2))
    shown = [
        dict(re.findall(r'id="password-(\w+)">([a-z0-9-]+)<', answer.content.decode()))
        for answer in (first, again)
    ]
    assert (first.status_code, again.status_code, Club.objects.count()) == (200, 200, 1)
    assert set(shown[0]) == set(shown[1]) == {"liis", "maria"}
    liis = User.objects.get(username="liis")
    assert (liis.check_password(shown[0]["liis"]), liis.check_password(shown[1]["liis"])) == (
        False,
        True,
    )

    told = "The passwords shown before no longer hold."
    assert (told in first.content.decode(), told in again.content.decode()) == (False, True)
    liis.has_given_password = False
    liis.save()
    third = inside.post("/setup/review/").content.decode()
    assert ("password-liis" in third, "password-maria" in third) == (False, True)
    assert Client().post("/setup/review/").status_code == 302
    assert inside.get("/setup/review/").status_code == 404
    User.objects.update(has_given_password=False)
    assert inside.post("/setup/review/").status_code == 404
