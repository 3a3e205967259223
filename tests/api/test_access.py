"""What was once done on pages alone: access, what one person did alone, questions, papers."""

import pytest
from django.utils import timezone

from casino.cage.services.thresholds import change_thresholds
from casino.house.queries import club_stamp
from casino.ledger.models import Act
from casino.staff.models import Membership, Role, User
from casino.whatif.models import Study
from tests.api.program import Program, program
from tests.approving import ask_at_night
from tests.world import World, a_club

pytestmark = pytest.mark.django_db


@pytest.fixture
def world(db: None) -> World:
    """A club without anything."""
    return a_club()


def approved(caller: Program, asked: dict[str, object]) -> dict[str, object]:
    answer = caller.post(f"proposals/{asked['id']}/approve/", digest=asked["digest"])
    assert answer.status_code == 200, answer.json()
    return dict(answer.json())


def test_a_role_is_given_by_two_and_ended_at_once(world: World):
    manager, accountant = program(world, Role.MANAGER), program(world, Role.ACCOUNTANT)
    person = world.staff[Role.CASHIER]
    asked = manager.post(
        "access/roles/", username=person.username, role="supervisor", reason="Promoted"
    )
    assert asked.status_code == 201, asked.json()
    assert approved(accountant, asked.json())["approved"]
    roles = {each["username"]: each["roles"] for each in accountant.get("access/").json()}
    assert roles[person.username] == ["cashier", "supervisor"]

    ended = manager.post(f"access/{person.pk}/end/", reason="Left")
    assert (ended.status_code, ended.json()["is_active"]) == (200, False)
    assert not Membership.objects.filter(user=person).exists()
    assert manager.post(f"access/{person.pk}/end/", reason="Left").status_code == 404


def test_the_auditor_reviews_access(world: World):
    auditor = program(world, Role.AUDITOR)
    kept = auditor.post("access/reviews/", remark="Everybody works here.").json()
    assert {each["username"] for each in kept["members"]} == {
        user.username for user in User.objects.all()
    }
    assert auditor.get("access/reviews/").json() == [kept]


def test_what_the_manager_did_alone_waits_for_the_accountant(world: World):
    supervisor = world.staff[Role.SUPERVISOR].pk
    asked = ask_at_night(club_stamp(world.club, at=timezone.now(), actor_id=supervisor), cents=100)
    signed = {"digest": asked.digest, "remark": "Nobody else was here."}
    alone, confirm = (f"proposals/{asked.pk}/{what}/" for what in ("approve-alone", "confirm"))
    assert program(world, Role.SUPERVISOR).post(alone, **signed).status_code == 403
    manager, accountant = program(world, Role.MANAGER), program(world, Role.ACCOUNTANT)
    assert accountant.post(confirm, remark="Seen").status_code == 404
    assert manager.post(alone, **signed).json()["approved"]
    assert [each["id"] for each in accountant.get("proposals/done-alone/").json()] == [asked.pk]
    assert manager.post(confirm, remark="Seen").status_code == 403
    assert accountant.post(confirm, remark="Seen").json()["remark"] == "Seen"
    assert accountant.get("proposals/done-alone/").json() == []


def test_the_age_of_guests_changes_by_two(world: World):
    manager, accountant = program(world, Role.MANAGER), program(world, Role.ACCOUNTANT)
    usual = {
        "minimum_age": 21,
        "self_exclusion_months": 0,
        "self_exclusion_max_months": 0,
        "self_exclusion_on_request": False,
        "record_years": 0,
    }
    assert manager.get("players/terms/").json() == usual
    same = manager.post("players/terms/", minimum_age=21, reason="As it is")
    assert (same.status_code, same.json()["error"]) == (422, "APPROVAL-012")
    asked = manager.post("players/terms/", minimum_age=18, reason="Tournaments only").json()
    approved(accountant, asked)
    assert manager.get("players/terms/").json() == usual | {"minimum_age": 18}


def test_levels_of_a_drawer_and_copies_of_a_slip(world: World):
    drawer = world.drawer("Desk 1")
    levels = {"imprest_cents": 200_000, "minimum_cents": 50_000}
    said = program(world, Role.MANAGER).post(f"drawers/{drawer.pk}/levels/", **levels)
    assert said.json() == {"id": drawer.pk, "name": "Desk 1", "retired_at": None} | levels
    cashier, auditor = program(world, Role.CASHIER), program(world, Role.AUDITOR)
    sold = cashier.post("chips/sell/", shift_id=world.open_shift(drawer).pk, cents=500).json()
    slip = f"slips/{sold['entry_id']}/print/"
    assert [each.post(slip).json()["number"] for each in (cashier, auditor)] == [1, 2]


def test_what_if_is_asked_and_called_off(world: World):
    manager = program(world, Role.MANAGER)
    span = {"first_day": "2026-02-27", "last_day": "2026-02-27"}
    none = manager.post("what-if/", book="voodoo", **span)
    assert (none.status_code, none.json()["error"]) == (422, "WHATIF-001")
    study = Study.objects.create(
        club=world.club,
        book="voodoo",
        asked_by=world.staff[Role.MANAGER],
        asked_at=world.at("22:00"),
        act_id=1,
        total_hands=1,
        **span,
    )
    assert manager.get(f"what-if/{study.pk}/").json()["result"] is None
    off = manager.post(f"what-if/{study.pk}/cancel/").json()
    assert off["state"] == manager.get("what-if/").json()[0]["state"] == "cancelled"
    assert manager.post(f"what-if/{study.pk}/cancel/").json()["error"] == "WHATIF-002"


def test_a_long_report_is_asked_for_by_who_opens_it(world: World):
    query = {"first": "2026-02-27", "last": "2026-02-27"}
    asked = {"report": "exceptions", "query": query, "ending": "csv"}
    job = program(world, Role.ACCOUNTANT).post("reports/jobs/", **asked)
    assert (job.status_code, job.json()["kind"]) == (201, "report")
    late = asked | {"query": query | {"last": "2026-02-26"}}
    assert program(world, Role.MANAGER).post("reports/jobs/", **late).status_code == 400
    assert program(world, Role.SUPERVISOR).post("reports/jobs/", **asked).status_code == 403


def test_a_register_that_names_guests_is_the_managers(world: World):
    days = {"first_day": "2026-02-27", "last_day": "2026-02-27"}
    accountant, manager = program(world, Role.ACCOUNTANT), program(world, Role.MANAGER)
    refused = accountant.post("files/registers/", register="payouts", **days)
    assert (refused.status_code, refused.json()["error"]) == (403, "STAFF-005")
    assert manager.post("files/registers/", register="payouts", **days).status_code == 201
    assert accountant.post("files/registers/", register="slips", **days).status_code == 201


def test_what_is_said_of_a_guest_stays_out_of_the_acts(world: World):
    guest = world.player("Mari").pk
    program(world, Role.SUPERVISOR).post(
        f"players/{guest}/bar/", until="2099-01-31", reason="Threw a chair"
    )
    kept = Act.objects.get(operation="players.bar_player").arguments
    assert (kept["player_id"], len(kept["reason"])) == (guest, 64)
    added = Act.objects.get(operation="players.add_player").arguments
    assert "Mari" not in str(added)


def test_all_amounts_that_are_set_are_shown(world: World):
    shown = program(world, Role.ACCOUNTANT).get("payables/thresholds/").json()
    assert set(change_thresholds.arguments) - {"reason"} == set(shown)
