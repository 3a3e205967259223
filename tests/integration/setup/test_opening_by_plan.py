"""Opening a club by a plan, against the database: all of it or nothing, and once."""

import io
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.utils import timezone

from cashgames.models import Table
from casino.cage.models import Drawer
from casino.closing.services.days import close_day
from casino.house.queries import book_on
from casino.ledger.queries import gaming_days
from casino.ledger.queries.balances import balance_cents
from casino.ledger.verify import Books
from casino.setup.rules.plan import Plan
from casino.setup.rules.plan_file import PlanRefused, plan_in, read_plan
from casino.setup.services.opening import ClubThere, open_by_plan, try_plan
from casino.staff.models import Membership, Role, User
from casino.staff.queries import is_empty
from casino.verify.findings import broken
from jackpot.models import Jackpot
from tests.refusing import refused
from tests.unit.setup.test_plan import EXAMPLE, a_plan, changed
from tests.world import EVENING, a_club

pytestmark = pytest.mark.django_db


@pytest.fixture
def at() -> Any:
    return a_club("elsewhere").at("12:00")


@pytest.fixture
def example() -> Plan:
    return plan_in(EXAMPLE.read_bytes())


def test_a_club_opens_with_all_that_its_plan_says(at: Any, example: Plan):
    club = open_by_plan(at=at, plan=example).club
    assert (club.name, club.timezone, club.chips_cents[0]) == (
        "Poker club Pärnu",
        "Europe/Tallinn",
        100_000,
    )
    assert book_on(club.pk, EVENING).rake.cap_cents == 800
    assert [each.name for each in Drawer.objects.filter(club=club)] == ["Desk 1", "Desk 2"]
    assert Table.objects.filter(club=club).count() == 3
    pool = Jackpot.objects.get(club=club)
    assert balance_cents(club.pk, "jackpot:pool", pool.pk) == -2_431_050
    assert balance_cents(club.pk, "cash:vault") == 8_500_000
    assert balance_cents(club.pk, "equity:funding") == -7_143_950
    assert list(broken(club, Books(club_id=club.pk))) == []


def test_everybody_signs_in_with_the_password_that_was_said_once(at: Any, example: Plan):
    opened = open_by_plan(at=at, plan=example)
    assert set(opened.passwords) == {"liis", "maria", "anna", "peter"}
    liis = User.objects.get(username="liis")
    assert liis.check_password(opened.passwords["liis"])
    held = Membership.objects.filter(club=opened.club, user__username="peter")
    assert set(held.values_list("role", flat=True)) == {Role.SUPERVISOR, Role.DIRECTOR}


def test_the_same_plan_again_changes_nothing_and_another_is_refused(at: Any, example: Plan):
    first = open_by_plan(at=at, plan=example)
    again = open_by_plan(at=timezone.now(), plan=example)
    assert (again.before, again.passwords, again.club) == (True, {}, first.club)
    assert User.objects.filter(memberships__club=first.club).distinct().count() == 4
    other = read_plan(a_plan())
    assert refused(ClubThere, open_by_plan, at=at, plan=other).field == "club.slug"


def test_a_club_that_no_plan_opened_is_left_alone(at: Any):
    plan = read_plan(changed("club/slug", "elsewhere"))
    assert refused(ClubThere, open_by_plan, at=at, plan=plan).field == "club.slug"


def rows() -> dict[str, int]:
    return {each._meta.label: each._default_manager.count() for each in apps.get_models()}


def test_a_plan_given_up_at_its_very_end_has_left_nothing_anywhere(at: Any, example: Plan):
    before = rows()
    assert try_plan(at=at, plan=example).club.slug == "parnu"
    assert rows() == before


@pytest.mark.parametrize(
    ("where", "value", "place", "words"),
    [
        ("club/slug", "setup", "club.slug", "belong to the program"),
        ("club/first_day", "2062-02-27", "club.first_day", "more than a year ahead"),
        ("people/0/roles", ["manager", "auditor"], "people[0].roles", "never one person"),
        ("people/0/username", "manager@elsewhere", "people[0].username", ""),
        (
            "rules/overrides",
            {"house.currency": "USD"},
            "rules.overrides.house.currency",
            "under [club]",
        ),
    ],
)
def test_what_this_house_does_not_allow_is_said_with_its_place(
    at: Any, where: str, value: Any, place: str, words: str
):
    User.objects.filter(username="manager@elsewhere").update(is_active=False)
    plan = read_plan(changed(where, value))
    found = refused(PlanRefused, open_by_plan, at=at, plan=plan).errors
    assert [fault.field for fault in found] == [place]
    assert words in found[0].message


def test_balances_may_be_there_before_the_first_gaming_day(at: Any, example: Plan):
    tomorrow = EVENING + timedelta(1)
    plan = replace(example, club=replace(example.club, first_day=tomorrow))
    club = open_by_plan(at=at, plan=plan).club
    close_day(club, EVENING, now=timezone.now())
    day = gaming_days.day(club.pk, EVENING)
    assert day is not None
    assert day.state == "closed"
    assert book_on(club.pk, tomorrow).name == "olympic"
    assert list(broken(club, Books(club_id=club.pk))) == []


def test_somebody_known_gets_roles_and_keeps_the_password(at: Any):
    plan = read_plan(changed("people/0/username", "manager@elsewhere"))
    opened = open_by_plan(at=at, plan=plan)
    assert set(opened.passwords) == {"maria"}
    held = Membership.objects.filter(club=opened.club, user__username="manager@elsewhere")
    assert [each.role for each in held] == ["manager"]


def test_a_password_that_somebody_else_typed_is_changed_at_the_first_sign_in(
    at: Any, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("sys.stdin", io.StringIO("correct horse battery\n"))
    call_command("add_user", "anna", "--club", "elsewhere", "--name", "Anna", "--role", "cashier")
    anna = User.objects.get(username="anna")
    assert (anna.check_password("correct horse battery"), anna.has_given_password) == (True, True)


def run(*arguments: str) -> tuple[str, str]:
    out, err = io.StringIO(), io.StringIO()
    try:
        call_command("open_club", *arguments, stdout=out, stderr=err)
    except CommandError as error:
        err.write(str(error))
    return out.getvalue(), err.getvalue()


def test_the_command_tries_opens_and_says_that_it_was_open_before():
    assert is_empty()
    assert "could be opened: 2 drawers, 3 tables, 4 people" in run(str(EXAMPLE), "--check")[0]
    assert is_empty()
    told = run(str(EXAMPLE))[0]
    assert "is open at /parnu/" in told
    word = next(line.split()[1] for line in told.splitlines() if line.startswith("  anna"))
    assert User.objects.get(username="anna").check_password(word)
    assert "by this very plan; nothing changed" in run(str(EXAMPLE))[0]
    assert not is_empty()


def test_the_command_says_every_fault_and_opens_nothing(tmp_path: Path):
    file = tmp_path / "club.toml"
    text = EXAMPLE.read_text("utf-8")
    file.write_text(text.replace('"85 000"', '"85.000"').replace('"parnu"', '"Pärnu"'), "utf-8")
    told = run(str(file))[1]
    assert "club.slug: must be small letters, digits and single hyphens, not 'Pärnu'." in told
    assert "opening.cash:vault: Write 85000 or 85,00; 85.000 could be either" in told
    assert "2 errors. Nothing was opened." in told
    assert is_empty()
    assert "No such file" in run(str(tmp_path / "none"))[1]
