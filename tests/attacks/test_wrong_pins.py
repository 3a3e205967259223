"""A colleague guesses a signer's PIN, or mistypes it on purpose: slowed down, seen, told."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.utils import timezone

from casino.approvals.models import Proposal
from casino.audit.queries.exceptions import exceptions
from casino.house.queries import club_stamp
from casino.staff import services
from casino.staff.models import Role, WrongPin
from casino.staff.services import PinPrompt, PinSpent, check_pin, set_pin
from casino.web.lockout import Lockout
from tests.api.program import program
from tests.approving import ask
from tests.shifted import Clock
from tests.world import PASSWORD, World, a_club, a_key, a_member

PIN, WRONG = "2580", "1357"


@pytest.fixture
def world(db: None) -> World:
    founded = a_club()
    set_pin(founded.staff[Role.MANAGER], PIN)
    return founded


def asked_by(world: World, role: str) -> Proposal:
    stamp = club_stamp(world.club, at=timezone.now(), actor_id=world.staff[role].pk, key=a_key())
    return ask(stamp, cents=100)


def desk(world: World, role: str) -> Client:
    """Return a browser in which somebody has signed in."""
    browser = Client()
    browser.post("/sign-in/", {"username": world.staff[role].username, "password": PASSWORD})
    return browser


def typed(
    world: World, browser: Client, role: str, secret: str, name: str = "manager@tallinn"
) -> int:
    """Sign a request of who sits there, in the manager's name."""
    proposal = asked_by(world, role)
    form = {"username": name, "secret": secret, "digest": proposal.digest, "key": a_key()}
    return browser.post(f"/tallinn/approvals/{proposal.pk}/sign/", form).status_code


def test_five_wrong_pins_at_one_desk_keep_the_manager_from_no_other(world: World):
    a_member(world.club, Role.SUPERVISOR, name="second")
    wrong, other = desk(world, Role.SUPERVISOR), Client()
    other.post("/sign-in/", {"username": "second", "password": PASSWORD})
    assert [typed(world, wrong, Role.SUPERVISOR, WRONG) for _ in range(5)] == [422] * 5
    assert typed(world, wrong, Role.SUPERVISOR, PIN) == 409
    assert typed(world, other, Role.SUPERVISOR, PIN) == 302
    at_home = desk(world, Role.MANAGER)
    at_home.post("/lock/")
    unlocked = at_home.post("/unlock/", {"pin": PIN, "next": "/tallinn/days/"})
    assert unlocked["Location"] == "/tallinn/days/"
    assert not Lockout().is_locked(
        wrong.get("/sign-in/").wsgi_request, {"username": "manager@tallinn"}
    )


def test_right_pins_that_a_fault_cuts_off_are_no_wrong_ones(
    world: World, monkeypatch: pytest.MonkeyPatch
):
    """Five times the database goes away before the PIN is compared; then it is there again."""
    manager = world.staff[Role.MANAGER]
    asked = PinPrompt(place="user 1", at=timezone.now(), club_id=world.club.pk)
    with monkeypatch.context() as broken:
        broken.setattr(services, "is_pin_of", lambda *_: 1 / 0)
        for _ in range(5):
            with pytest.raises(ZeroDivisionError):
                check_pin(manager, PIN, asked)
        with pytest.raises(PinSpent):  # whoever hurries could try a hundred at once
            check_pin(manager, PIN, asked)
    later = replace(asked, at=asked.at + timedelta(minutes=2))
    assert check_pin(manager, PIN, later)
    assert [check_pin(manager, WRONG, later) for _ in range(5)] == [False] * 5
    with pytest.raises(PinSpent):
        check_pin(manager, PIN, later)


def test_another_browser_or_a_new_session_gives_who_guesses_no_further_tries(world: World):
    for _ in range(5):
        typed(world, desk(world, Role.SUPERVISOR), Role.SUPERVISOR, WRONG)
    assert typed(world, desk(world, Role.SUPERVISOR), Role.SUPERVISOR, PIN) == 409


def test_each_further_wrong_pin_makes_the_wait_longer_and_the_right_one_ends_it(
    world: World, clock: Clock
):
    browser, waits = desk(world, Role.SUPERVISOR), []
    clock.stop(clock.now())
    for _ in range(5):
        typed(world, browser, Role.SUPERVISOR, WRONG)
    for _ in range(3):
        began = clock.now()
        while typed(world, browser, Role.SUPERVISOR, WRONG) == 409:
            clock.stop(clock.now() + timedelta(seconds=15))
        waits.append((clock.now() - began).total_seconds())
    clock.stop(clock.now() + timedelta(minutes=10))
    assert typed(world, browser, Role.SUPERVISOR, PIN) == 302
    assert waits == [15, 30, 60]
    assert not WrongPin.objects.filter(counts=True).exists()


def test_the_signer_is_told_on_the_next_page_until_they_know(world: World):
    browser = desk(world, Role.SUPERVISOR)
    for _ in range(3):
        typed(world, browser, Role.SUPERVISOR, WRONG)
    manager = desk(world, Role.MANAGER)
    page = manager.get("/tallinn/days/").content.decode()
    assert "3 wrong PINs were typed in your name at the screen of Supervisor@Tallinn" in page
    assert "wrong PIN" not in browser.get("/tallinn/tables/").content.decode()
    known = manager.post("/me/wrong-pins/", {"next": "/tallinn/days/"})
    assert known["Location"] == "/tallinn/days/"
    assert "wrong PIN" not in manager.get("/tallinn/days/").content.decode()
    for elsewhere in ("https://evil.example/", "//evil.example/"):
        assert manager.post("/me/wrong-pins/", {"next": elsewhere})["Location"] == "/me/"


def test_the_auditor_reads_each_wrong_pin_among_the_exceptions(world: World):
    typed(world, desk(world, Role.SUPERVISOR), Role.SUPERVISOR, WRONG)
    locked = desk(world, Role.MANAGER)
    locked.post("/lock/")
    locked.post("/unlock/", {"pin": WRONG})
    today = asked_by(world, Role.SUPERVISOR).proposed_at.date()
    days = {"first": today - timedelta(1), "last": today + timedelta(1)}
    listed = [(str(kind), row.operation, who) for kind, row, who in exceptions(world.club, **days)]
    manager, supervisor = world.staff[Role.MANAGER], world.staff[Role.SUPERVISOR]
    assert listed == [
        ("wrong PIN", "audit.note_wrong_pin", manager),
        ("wrong PIN", "audit.note_wrong_pin", supervisor),
    ]


def test_a_stolen_key_guesses_no_pin(world: World):
    thief = program(world, Role.MANAGER)
    proposal = asked_by(world, Role.SUPERVISOR)
    address, what = f"proposals/{proposal.pk}/approve/", {"digest": proposal.digest}
    said = [thief.post(address, pin=WRONG, **what).status_code for _ in range(5)]
    assert said == [422] * 5
    assert thief.post(address, pin=PIN, **what).json()["type"].endswith("/STAFF-001/")
    assert typed(world, desk(world, Role.SUPERVISOR), Role.SUPERVISOR, PIN) == 302


def test_the_neighbour_clubs_manager_is_named_by_nobody_here(world: World):
    neighbour = a_member(a_club("riga").club, Role.MANAGER, name="ilze")
    set_pin(neighbour, PIN)
    browser = desk(world, Role.SUPERVISOR)
    assert typed(world, browser, Role.SUPERVISOR, PIN, name="ilze") == 422
    assert typed(world, browser, Role.SUPERVISOR, WRONG, name="ilze") == 422
    assert not neighbour.wrong_pins.exists()


def test_where_second_factors_are_required_a_pin_counts_on_devices_its_owner_used(
    world: World, settings
):
    unknown, known = desk(world, Role.SUPERVISOR), Client()
    for name in ("manager", "supervisor"):
        known.post("/sign-in/", {"username": f"{name}@tallinn", "password": PASSWORD})
        known.post("/sign-out/")
    known.post("/sign-in/", {"username": "supervisor@tallinn", "password": PASSWORD})
    settings.SECOND_FACTOR = "required"
    assert typed(world, unknown, Role.SUPERVISOR, PIN) == 409
    assert typed(world, known, Role.SUPERVISOR, PIN) == 302


@pytest.mark.parametrize(
    ("address", "form"),
    [
        ("/me/pin/", {"password": "guess", "pin": "2589"}),
        ("/me/password/", {"old_password": "guess", "new_password1": "x", "new_password2": "x"}),
        ("/me/confirm/", {"password": "guess"}),
    ],
)
def test_who_finds_an_open_till_guesses_no_password(world: World, address: str, form: dict):
    browser = desk(world, Role.MANAGER)
    for _ in range(5):
        browser.post(address, form)
    right = {name: PASSWORD if value == "guess" else value for name, value in form.items()}
    assert browser.post(address, right).status_code in {200, 422, 429}
    assert Lockout().is_locked(browser.get("/me/").wsgi_request, {"username": "manager@tallinn"})


def test_the_pages_of_ones_own_sign_in_take_thirty_forms_a_minute(world: World):
    browser = desk(world, Role.MANAGER)
    with time_machine.travel(timezone.now(), tick=False):
        said = [browser.post("/me/language/", {"language": "en"}).status_code for _ in range(31)]
    assert said == [302] * 30 + [429]


def test_a_hundred_guesses_at_once_are_no_more_than_five(committed_db: None):
    founded = a_club()
    set_pin(founded.staff[Role.MANAGER], PIN)
    thief = program(founded, Role.MANAGER)
    proposal = asked_by(founded, Role.SUPERVISOR)

    def guess(number: int) -> str:
        try:
            body = {"digest": proposal.digest, "pin": f"{7000 + number}"}
            return thief.post(f"proposals/{proposal.pk}/approve/", **body).json()["type"][-10:]
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as many:
        said = list(many.map(guess, range(40)))
    assert said.count("STAFF-002/") == 5
    assert said.count("STAFF-001/") == 35
