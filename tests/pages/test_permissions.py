"""The table of permissions against the running site, and a club that departs from it."""

import re
from datetime import date, timedelta
from pathlib import Path

import pytest
from django.db import connection
from django.urls import reverse

from casino.acts.permission import can_perform
from casino.approvals.models import Proposal
from casino.approvals.queries import permission_overrides_at
from casino.approvals.services import COMPLETIONS, NotYours, OwnProposal, approve
from casino.approvals.signed import NothingChanges, StaleProposal
from casino.audit.services.controls import change_permissions
from casino.cage.services.payables import pay_out
from casino.staff.models import Role
from casino.staff.permissions import acting, actions, opening, signing
from casino.web.templatetags.bar import PAGES
from tests.api.program import program
from tests.api.routes import operations
from tests.owing import owe_prize
from tests.pages.evening import routes
from tests.refusing import refused
from tests.world import EVENING, World, a_club, a_key

LATER = EVENING + timedelta(days=3)
pytestmark = pytest.mark.django_db


def test_the_table_names_every_page_and_endpoint_and_nothing_else():
    shown = {str(route.name) for route in routes().values()}
    taken: set[str] = set()
    for route, method, function in operations():
        if method == "get":
            shown.add(str(route.name))
        elif not getattr(function, "act", None):  # whoever performs the act comes in
            taken.add(str(route.name))
    named = {name for action in actions().values() for name in action.pages | action.shows}
    assert named == shown | taken
    assert [name for name in shown if not opening(name, {})] == []
    assert [name for name in taken if not acting(name, {})] == []


def test_the_table_names_every_kind_of_proposal_and_who_is_the_second():
    named = {kind for action in actions().values() for kind in action.kinds}
    assert named == set(COMPLETIONS)
    assert [kind for kind in named if not signing(kind, {})] == []


def permit(
    world: World,
    action: str,
    acts: list[str],
    seconds: list[str],
    *,
    hour: int = 20,
    **more: object,
) -> None:
    """The manager proposes, the accountant approves."""
    what = {"action": action, "acts": acts, "seconds": seconds, "reason": "Few people"}
    what |= {"reads": actions()[action].read}
    asked = change_permissions.ask(world.stamp(f"{hour}:00", role=Role.MANAGER), **what, **more)
    signed = {"proposal_id": asked.pk, "digest": asked.digest}
    refused(OwnProposal, approve, world.stamp(f"{hour}:01", role=Role.MANAGER), **signed)
    approve(world.stamp(f"{hour}:02", role=Role.ACCOUNTANT), **signed)


def opens(world: World, role: str, page: str) -> int:
    return world.browser(role).get(f"/tallinn/{page}").status_code


def shown(world: World, role: str, page: str = "approvals/") -> set[str]:
    """Return the pages of the club that a page links to."""
    text = world.browser(role).get(f"/tallinn/{page}").content.decode()
    return set(re.findall(r'href="/tallinn/([^"?]*)', text))


@pytest.mark.parametrize("role", Role.values)
def test_the_bar_holds_every_page_of_it_that_the_role_opens_and_no_other(world: World, role: str):
    links, client = shown(world, role), world.browser(role)
    for name in PAGES:
        where = reverse(name, args=["tallinn"])
        assert (where.removeprefix("/tallinn/") in links) == (role in opening(name, {})), name
        answer = client.get(where, follow=True).status_code
        assert answer == (200 if role in opening(name, {}) else 403), name


def test_what_two_adopted_decides_at_the_page_and_at_its_link(world: World):
    assert opens(world, Role.DIRECTOR, "close-floor/") == 403
    assert "close-floor/" in shown(world, Role.SUPERVISOR, "tables/")
    permit(world, "close_floor", ["director", "manager"], [])
    assert opens(world, Role.DIRECTOR, "close-floor/") == 200
    assert "close-floor/" in shown(world, Role.DIRECTOR, "tables/")
    assert opens(world, Role.SUPERVISOR, "close-floor/") == 403
    assert "close-floor/" not in shown(world, Role.SUPERVISOR, "tables/")
    assert opens(a_club("riga"), Role.DIRECTOR, "close-floor/") == 404


def test_what_two_adopted_decides_in_the_bar(world: World):
    assert "vault/" in shown(world, Role.MANAGER)
    assert opens(world, Role.MANAGER, "vault/") == 200
    permit(world, "vault_funds", ["supervisor"], ["accountant"])
    assert "vault/" not in shown(world, Role.MANAGER)
    assert opens(world, Role.MANAGER, "vault/") == 403
    assert "vault/" in shown(world, Role.SUPERVISOR)
    assert opens(world, Role.SUPERVISOR, "vault/") == 200


def test_what_two_adopted_decides_who_reads(world: World):
    assert opens(world, Role.DIRECTOR, "acts/exceptions/") == 403
    manager = world.browser(Role.MANAGER)
    form = {"reads": ["auditor", "director"], "reason": "Looks too", "key": a_key()}
    page = manager.get("/tallinn/permissions/see_trail/").content.decode()
    assert ('name="reads"' in page, 'name="acts"' in page) == (True, False)
    assert manager.post("/tallinn/permissions/see_trail/", form).status_code == 302
    asked = Proposal.objects.get()
    office = world.browser(Role.ACCOUNTANT)
    request = f"/tallinn/approvals/{asked.pk}/"
    assert "Views" in office.get(request).content.decode()
    office.post(request, {"digest": asked.digest, "key": a_key()})
    assert opens(world, Role.DIRECTOR, "acts/exceptions/") == 200
    assert "acts/" in shown(world, Role.DIRECTOR)
    assert opens(world, Role.ACCOUNTANT, "acts/exceptions/") == 403


def test_whoever_lost_the_first_page_of_the_role_begins_elsewhere(world: World):
    permit(world, "open_shift", ["supervisor"], ["manager"])
    client = world.browser(Role.CASHIER)
    assert client.get("/tallinn/", follow=True).redirect_chain[-1] == ("/tallinn/tables/", 302)


def test_templates_ask_only_for_what_the_table_names():
    named = {name for action in actions().values() for name in action.pages | action.shows}
    text = "".join(path.read_text() for path in Path("templates").rglob("*.html"))
    asked = set(re.findall(r"\|opens:'([\w-]+)'", text))
    assert asked
    assert asked <= named
    assert set(re.findall(r"\|does:'(\w+)'", text)) <= set(actions())


def test_what_two_adopted_decides_who_is_the_second(world: World):
    permit(world, "pay", ["cashier"], ["manager"])
    shift = world.open_shift()
    prize = owe_prize(world.stamp("21:00", role=Role.SUPERVISOR), cents=60_000)
    what = {"payable_id": prize.pk, "shift_id": shift.pk, "paid_with": "cash"}
    asked = pay_out.ask(world.stamp("21:10"), **what)
    signed = {"proposal_id": asked.pk, "digest": asked.digest}

    refused(NotYours, approve, world.stamp("21:11", role=Role.SUPERVISOR), **signed)
    assert approve(world.stamp("21:12", role=Role.MANAGER), **signed).approved


def test_a_change_holds_from_its_day_on_and_not_before(world: World):
    permit(world, "close_floor", ["manager"], [], from_day=date(2099, 1, 1))
    assert opens(world, Role.SUPERVISOR, "close-floor/") == 200


def test_of_two_changes_the_later_one_holds(world: World):
    permit(world, "close_floor", ["director"], [])
    permit(world, "close_floor", ["manager"], [], hour=21)
    stamps = {role: world.stamp("22:00", role=role) for role in Role.values}
    let_in = [role for role, stamp in stamps.items() if can_perform(stamp, "office.close_floor")]
    assert let_in == [Role.MANAGER]


def who_closes(world: World, day: date = LATER) -> set[str]:
    at = world.at("12:00", day=day)
    return set(actions()["close_floor"].here(permission_overrides_at(world.club.pk, at=at)).acts)


@pytest.mark.parametrize("from_day", [LATER, None])
def test_a_change_of_a_later_day_is_called_off(world: World, from_day: date | None):
    usual = who_closes(world)
    permit(world, "close_floor", ["manager"], [], from_day=LATER)
    assert who_closes(world) == {"manager"}
    permit(world, "close_floor", sorted(usual), [], hour=21, from_day=from_day)
    assert who_closes(world) == usual


def test_what_is_decided_later_outlives_what_was_to_begin_later(world: World):
    permit(world, "close_floor", ["manager"], [], from_day=LATER)
    permit(world, "close_floor", ["director"], [], hour=21)
    assert who_closes(world) == who_closes(world, EVENING + timedelta(days=1)) == {"director"}


# A row of the program before, which knew no other order than that of `since`.
AS_BEFORE = """
INSERT INTO house_permission (
    club_id, action, acts, seconds, since, proposed_by_id, adopted_by_id, proposal_id, act_id
) SELECT %s, 'close_floor', %s, '{}', %s, 1, 2, n, n FROM (SELECT -%s::bigint AS n) number
"""


def test_what_the_program_before_decided_holds_as_it_did_until_another_is_decided(world: World):
    with connection.cursor() as cursor:
        for number, (role, day) in enumerate([("manager", LATER), ("director", EVENING)], start=1):
            cursor.execute(AS_BEFORE, [world.club.pk, [role], world.at("07:00", day=day), number])
    assert who_closes(world, EVENING + timedelta(days=1)) == {"director"}
    assert who_closes(world) == {"manager"}
    assert opens(world, Role.MANAGER, "close-floor/") == 200
    assert opens(world, Role.DIRECTOR, "close-floor/") == 403
    permit(world, "close_floor", ["director"], [], hour=22)
    assert who_closes(world) == {"director"}
    assert opens(world, Role.MANAGER, "close-floor/") == 403


def test_the_history_begins_with_what_was_decided_last(world: World):
    permit(world, "close_floor", ["manager"], [], from_day=LATER)
    permit(world, "close_floor", ["director"], [], hour=21)
    found = program(world, Role.ACCOUNTANT).get("permissions/history/").json()
    assert [each["acts"] for each in found] == [["director"], ["manager"]]


def test_the_page_names_what_is_the_clubs_own(world: World):
    permit(world, "close_floor", ["manager"], [])
    again = {"action": "close_floor", "acts": ["manager"], "reason": "Again"}
    again |= {"reads": actions()["close_floor"].read}
    refused(
        NothingChanges, change_permissions.ask, world.stamp("20:10", role=Role.MANAGER), **again
    )
    text = world.browser(Role.CASHIER).get("/tallinn/permissions/").content.decode()
    assert text.count("overridden</span>") == 1
    assert "Close the floor early" in text


def test_what_is_approved_is_the_step_from_what_was_shown(world: World):
    what = {"action": "close_floor", "reads": ["auditor"], "reason": "Few people"}
    first, second = (
        change_permissions.ask(world.stamp("20:00", role=Role.MANAGER), acts=[role], **what)
        for role in ("manager", "director")
    )
    accountant = world.stamp("20:05", role=Role.ACCOUNTANT)
    approve(accountant, proposal_id=first.pk, digest=first.digest)
    late = {"proposal_id": second.pk, "digest": second.digest}
    refused(StaleProposal, approve, world.stamp("20:06", role=Role.ACCOUNTANT), **late)


def test_a_program_proposes_other_roles_and_reads_who_acts_since(world: World):
    manager, office = program(world, Role.MANAGER), program(world, Role.ACCOUNTANT)
    what = {"action": "close_floor", "acts": ["manager"], "seconds": [], "reason": "Few people"}
    what |= {"reads": ["auditor"]}
    asked = manager.post("permissions/", **what)
    assert asked.status_code == 201
    assert office.get("permissions/history/").json() == []
    decision = f"proposals/{asked.json()['id']}/approve/"
    assert office.post(decision, digest=asked.json()["digest"]).status_code == 200

    rows = {row["action"]: row for row in office.get("permissions/").json()}
    row = rows["close_floor"]
    assert (row["acts"], row["usual_acts"], row["own"]) == (
        ["manager"],
        ["manager", "supervisor"],
        True,
    )
    assert [name for name, each in rows.items() if each["own"]] == ["close_floor"]
    change = manager.get("permissions/history/").json()[0]
    assert (change["action"], change["acts"]) == ("close_floor", ["manager"])
    assert change["reads"] == row["reads"] == ["auditor"]
    assert change["proposal_id"] == asked.json()["id"]
    again = manager.post("permissions/", **what)
    assert (again.status_code, again.json()["error"]) == (422, "APPROVAL-012")
