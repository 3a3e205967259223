"""
Every operation, asked with a valid body and ids that are there, by everybody whom it is not for.

Beside test_roles (who is let in) and test_clubs (ids of another club): here the ids and bodies are
right, so that nothing but the caller stands in the way, and nothing may be written.
"""

from collections.abc import Callable, Iterator
from copy import deepcopy
from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone

from casino.approvals.models import Proposal
from casino.audit.services.access import give_role
from casino.house.queries import club_stamp
from casino.ledger.models import Act
from casino.players.services.erasing import anonymise_player
from casino.staff.models import ApiToken, Membership, Role
from tests.api.allowed import ALLOWED
from tests.api.program import Program, program
from tests.api.routes import operations
from tests.api.test_clubs import Things, ask, body_of, furnished
from tests.api.test_roles import LETTERS
from tests.approving import ask as ask_for_money
from tests.world import World, a_club

OPERATIONS = list(operations())


@pytest.fixture(scope="module")
def built(db_of_file: None) -> Things:
    return furnished("tallinn")


@pytest.fixture
def ours(built: Things, db: None) -> Things:
    return deepcopy(built)


def refused_everywhere(
    ours: Things, caller: Program, status: Callable[[str, str, Any], int | None]
) -> int:
    """Ask everything; check the status where one is named, and that nothing was written."""
    before, wrong, asked = Act.objects.count(), {}, 0
    for route, method, function in OPERATIONS:
        expected = status(str(route.pattern), method, function)
        if expected is None:
            continue
        answer = ask(caller, route, method, ours.ids, body_of(route, method, ours.ids))
        asked += 1
        if answer.status_code != expected:
            wrong[f"{method} {route.pattern}"] = answer.status_code
    assert wrong == {}
    assert Act.objects.count() == before
    return asked


@pytest.mark.parametrize("letter", LETTERS)
def test_a_role_that_is_not_named_gets_no_further_with_all_it_takes(ours: Things, letter: str):
    caller = program(ours.world, LETTERS[letter])

    def status(route: str, method: str, _: Any) -> int | None:
        return None if letter in ALLOWED[route][method] else 403

    assert refused_everywhere(ours, caller, status) > 30


@pytest.mark.parametrize("who", ["stranger", "dismissed", "expired", "neighbour"])
def test_who_does_not_work_here_gets_no_further_with_all_it_takes(ours: Things, who: str):
    caller = program(ours.world, Role.MANAGER)
    if who == "stranger":
        caller = Program(slug=caller.slug, key="", client=Client())
    elif who == "dismissed":
        ours.world.staff[Role.MANAGER].is_active = False
        ours.world.staff[Role.MANAGER].save()
    elif who == "expired":
        ApiToken.objects.update(expires_at=datetime(2026, 1, 1, tzinfo=UTC))
    else:
        riga = a_club("riga")
        for role in Role.values:
            user = riga.staff[Role.MANAGER]
            Membership.objects.get_or_create(user=user, club=riga.club, role=role)
        caller = program(riga, Role.MANAGER, slug=ours.world.club.slug)
    expected = 404 if who == "neighbour" else 401
    assert refused_everywhere(ours, caller, lambda *_: expected) == len(OPERATIONS)


KEYS: dict[str, dict[str, Any]] = {
    "reads only": {"reads_only": True},
    "of another heading": {"apps": ["nothing"]},
    "of another club": {},
}


@pytest.mark.parametrize("kind", KEYS)
def test_a_key_opens_no_more_than_it_says(ours: Things, kind: str):
    world = ours.world
    for role in set(Role.values) - {Role.MANAGER}:
        Membership.objects.create(user=world.staff[Role.MANAGER], club=world.club, role=role)
    caller, more = program(world, Role.MANAGER), KEYS[kind]
    if kind == "of another club":
        more = {"club": a_club("riga").club}
    ApiToken.objects.filter(user=world.staff[Role.MANAGER]).update(**more)

    def status(_: str, method: str, __: Any) -> int | None:
        return None if kind == "reads only" and method == "get" else 403

    assert refused_everywhere(ours, caller, status) > 100


EXTRA = {
    "id": 1,
    "club_id": 1,
    "actor_id": 1,
    "approved": True,
    "act_id": 1,
    "is_active": True,
    "roles": ["manager"],
}


def test_no_operation_takes_a_field_that_it_does_not_name(ours: Things):
    """Mass assignment: what a row has beside is refused, not dropped."""
    world, wrong, asked = ours.world, {}, 0
    for role in set(Role.values) - {Role.MANAGER}:
        Membership.objects.create(user=world.staff[Role.MANAGER], club=world.club, role=role)
    caller, before = program(world, Role.MANAGER), Act.objects.count()
    for route, method, _ in OPERATIONS:
        if method == "get":
            continue
        body = body_of(route, method, ours.ids)
        answer = ask(caller, route, method, ours.ids, EXTRA | body)
        says = answer.json().get("errors", {})
        for name in EXTRA.keys() - body.keys():
            asked += 1
            # A calculator says first what it lacks.
            unknown = says.get(name) == ["unknown field"] or "calculators/" in str(route.pattern)
            if answer.status_code != 400 or not unknown:
                wrong[f"{method} {route.pattern} {name}"] = (answer.status_code, says)
    assert wrong == {}
    assert asked > 1000
    assert Act.objects.count() == before


def test_who_is_named_is_let_in_with_all_it_takes(ours: Things):
    """The other side: no operation tells its own people that they may not, or falls over."""
    wrong = {}
    callers = {letter: program(ours.world, role) for letter, role in LETTERS.items()}
    for route, method, _ in OPERATIONS:
        caller = callers[ALLOWED[str(route.pattern)][method][0]]
        with undone():
            answer = ask(caller, route, method, ours.ids, body_of(route, method, ours.ids))
        # Whose it is to approve, its kind says, and not the address.
        signs = "proposals/" in str(route.pattern) and answer.status_code == 403
        if (answer.status_code in {401, 403} and not signs) or answer.status_code >= 500:
            wrong[f"{method} {route.pattern}"] = (answer.status_code, answer.content[:200])
    assert wrong == {}


class undone:  # noqa: N801
    """What happens inside has not happened."""

    def __enter__(self) -> None:
        self.before = transaction.savepoint()

    def __exit__(self, *_: object) -> None:
        transaction.set_rollback(False)
        transaction.savepoint_rollback(self.before)


def waiting(world: World) -> Iterator[tuple[Proposal, str]]:
    """Yield proposals that wait, with the letters of who has anything to do with each."""
    now = {"at": timezone.now()}
    manager = club_stamp(world.club, actor_id=world.staff[Role.MANAGER].pk, **now)
    name = world.staff[Role.DIRECTOR].username
    yield (
        give_role.ask(manager, username=name, role=Role.SUPERVISOR, reason="Helps out"),
        "AMU",
    )
    guest = world.player("Mari Tamm")
    manager = club_stamp(world.club, actor_id=world.staff[Role.MANAGER].pk, **now)
    yield anonymise_player.ask(manager, player_id=guest.pk, reason="Asked by letter"), "SAMU"


def test_a_request_is_read_by_who_has_to_do_with_it_on_pages_and_by_api(db: None):
    world = a_club("narva")
    for found, letters in waiting(world):
        for letter, role in LETTERS.items():
            expected = 200 if letter in letters else 404
            caller, browser = program(world, role), Client()
            browser.force_login(world.staff[role])
            for part in ("", "together/"):
                answer = caller.get(f"proposals/{found.pk}/{part}")
                assert answer.status_code == expected, (found.operation, role)
            page = browser.get(f"/narva/approvals/{found.pk}/")
            assert page.status_code == expected, (found.operation, role)
            listed = [each["id"] for each in caller.get("proposals/").json()]
            assert (found.pk in listed) == (expected == 200), (found.operation, role)
            shown = f"approvals/{found.pk}/" in browser.get("/narva/approvals/").content.decode()
            assert shown == (expected == 200), (found.operation, role)
    stamp = club_stamp(world.club, at=timezone.now(), actor_id=world.staff[Role.SUPERVISOR].pk)
    own = ask_for_money(stamp, cents=100)
    assert program(world, Role.SUPERVISOR).get(f"proposals/{own.pk}/").status_code == 200
