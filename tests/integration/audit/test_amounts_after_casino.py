"""A club that leaves the controls of a casino pays and sells by its own amounts again."""

from dataclasses import asdict, replace
from datetime import timedelta

import pytest

from casino.approvals.signed import StaleProposal
from casino.audit.services.controls import change_profile
from casino.cage.queries.amounts import thresholds
from casino.cage.rules import Thresholds, at_least_casino
from casino.cage.services.thresholds import change_thresholds, loosen_due
from casino.closing.tasks import close_due_days
from casino.house.queries import control_profile
from casino.ledger.models import Act
from casino.refusals import BadInput
from casino.staff.models import Role
from casino.verify.rows import verify_rows
from tests.counting import sign
from tests.refusing import refused
from tests.world import EVENING, World, a_club, of_the_desk

pytestmark = pytest.mark.django_db
KEPT = {name: getattr(Thresholds(), name) for name in (
    "second_from_cents", "manager_from_cents", "identify_from_cents"
)}  # fmt: skip
OWN = {"second_from_cents": 100_000, "manager_from_cents": 900_000}
MORE = {"reverse_alone_under_cents": 5_000}


def amounts(world: World) -> Thresholds:
    return thresholds(world.club.pk)


def adopt(world: World, profile: str, clock: str, *, days: int = 0) -> None:
    stamp = world.stamp(clock, role=Role.MANAGER, day=EVENING + timedelta(days))
    asked = change_profile.ask(stamp, profile=profile, reason="A series")
    sign(world, stamp, asked, by=Role.ACCOUNTANT)


def decide(world: World, clock: str, *, days: int = 0, **cents: int) -> None:
    """Two people change amounts, the others as they are."""
    stamp = world.stamp(clock, role=Role.MANAGER, day=EVENING + timedelta(days))
    wanted = {name: getattr(amounts(world), name) for name in KEPT} | cents
    asked = change_thresholds.ask(stamp, **wanted, reason="Few of us")
    sign(world, stamp, asked, by=Role.ACCOUNTANT)


def a_usual_club() -> World:
    made = a_club()
    of_the_desk(made.club, **asdict(Thresholds()))
    return made


@pytest.fixture
def world() -> World:
    """A club with amounts of its own."""
    made = a_usual_club()
    decide(made, "19:00", **OWN, **MORE)
    return made


def in_two_days(world: World) -> list[int]:
    """Let the job look when the profile that waits has begun."""
    return loosen_due(world.at("07:00", day=EVENING + timedelta(2)))


def test_back_from_casino_the_clubs_own_amounts_hold_again(world: World):
    before = amounts(world)
    adopt(world, "casino", "20:00")
    assert amounts(world) == at_least_casino(before) != before
    adopt(world, "club", "20:10")

    assert in_two_days(world) == [world.club.pk]
    assert amounts(world) == before
    act = Act.objects.get(operation="cage.loosen_thresholds")
    assert (act.actor_id, act.happened_at) == (None, world.at("07:00", day=EVENING + timedelta(2)))
    assert in_two_days(world) == []
    assert list(verify_rows(world.club.pk)) == []


def test_the_casinos_amounts_hold_as_long_as_its_controls(world: World):
    adopt(world, "casino", "20:00")
    strict = amounts(world)
    adopt(world, "home", "20:10")
    for clock, days in (("20:11", 0), ("07:00", 1), ("06:59:59", 1)):
        at = world.at(clock, day=EVENING + timedelta(days))
        assert control_profile(world.club.pk, at=at) == "casino"
        assert loosen_due(at) == []
    assert amounts(world) == strict


def test_a_looser_profile_that_was_called_off_loosens_nothing(world: World):
    adopt(world, "casino", "20:00")
    adopt(world, "home", "20:10")
    adopt(world, "casino", "20:20")
    assert in_two_days(world) == []
    assert amounts(world).second_from_cents == 1


def test_by_a_clock_from_before_the_casino_nothing_is_loosened(world: World):
    adopt(world, "casino", "20:00")
    adopt(world, "club", "20:10")
    adopt(world, "casino", "20:00", days=3)
    earlier = world.at("20:00", day=EVENING + timedelta(2))
    assert control_profile(world.club.pk, at=earlier) == "club"
    assert loosen_due(earlier) == []
    assert amounts(world).second_from_cents == 1


def test_an_amount_that_is_no_casinos_stays_whoever_set_it(world: World):
    before = amounts(world)
    adopt(world, "casino", "20:00")
    of_the_desk(world.club, vault_minimum_cents=700)
    adopt(world, "club", "20:10")
    in_two_days(world)
    assert amounts(world) == replace(before, vault_minimum_cents=700)


def test_what_two_people_changed_meanwhile_stays(world: World):
    before = amounts(world)
    adopt(world, "casino", "20:00")
    decide(world, "20:05", vault_minimum_cents=3_000)
    adopt(world, "club", "20:10")
    decide(world, "20:15", days=1, identify_linked_days=7)

    in_two_days(world)
    changed = {"vault_minimum_cents": 3_000, "identify_linked_days": 7}
    assert amounts(world) == replace(before, **changed)


def test_the_managers_amount_of_meanwhile_is_no_lower_than_the_seconds_of_before(world: World):
    adopt(world, "casino", "20:00")
    decide(world, "20:05", manager_from_cents=9_000)
    adopt(world, "club", "20:10")
    in_two_days(world)
    now = amounts(world)
    assert (now.second_from_cents, now.manager_from_cents) == (9_000, 9_000)
    assert in_two_days(world) == []


def test_a_club_without_amounts_of_its_own_has_the_usual_ones_again():
    world = a_usual_club()
    adopt(world, "casino", "20:00")
    adopt(world, "club", "20:10")
    in_two_days(world)
    assert amounts(world) == Thresholds()


def test_the_second_time_is_as_the_first(world: World):
    before = amounts(world)
    for days in (0, 3):
        adopt(world, "casino", "20:00", days=days)
        assert amounts(world).second_from_cents == 1
        adopt(world, "club", "20:10", days=days)
        later = world.at("07:00", day=EVENING + timedelta(days + 2))
        assert loosen_due(later) == [world.club.pk]
        assert amounts(world) == before


def test_amounts_asked_for_before_and_signed_after_are_asked_for_again(world: World):
    adopt(world, "casino", "20:00")
    adopt(world, "club", "20:10")
    evening = world.stamp("23:00", role=Role.MANAGER, day=EVENING + timedelta(1))
    kept = {name: getattr(amounts(world), name) for name in KEPT}
    asked = change_thresholds.ask(evening, **kept, vault_minimum_cents=700, reason="Few of us")
    in_two_days(world)
    late = world.stamp("08:00", role=Role.MANAGER, day=EVENING + timedelta(2))
    refused(StaleProposal, sign, world, late, asked, by=Role.ACCOUNTANT)


def test_a_club_that_left_the_casino_before_this_program_has_its_amounts_again(world: World):
    before = asdict(amounts(world))
    adopt(world, "casino", "20:00")
    # A casino of then knew fewer amounts; the columns of others came with the usual ones.
    of_the_desk(world.club, journal_alone_under_cents=50_000, bounty_alone_under_cents=0)
    adopt(world, "club", "20:10")
    assert loosen_due(world.at("12:00", day=EVENING + timedelta(90))) == [world.club.pk]
    assert asdict(amounts(world)) == before


def test_the_job_of_the_closes_looks_after_them(world: World):
    before = amounts(world)
    world.fund()
    adopt(world, "casino", "20:00")
    adopt(world, "club", "20:10")
    assert close_due_days.run() == [f"tallinn {EVENING}"]
    assert amounts(world) == before


@pytest.mark.parametrize(
    "laxer",
    [
        {"second_from_cents": 300_000, "manager_from_cents": 300_000},
        {"bounty_alone_under_cents": 100_000},
        {"journal_alone_under_cents": 500_000},
        {"sale_second_from_cents": 10**9},
    ],
)
def test_no_two_people_make_a_casinos_amounts_laxer_while_its_controls_hold(
    world: World, laxer: dict[str, int]
):
    adopt(world, "casino", "20:00")
    strict = amounts(world)
    wanted = {name: getattr(strict, name) for name in KEPT} | laxer
    stamp = world.stamp("21:00", role=Role.MANAGER)
    error = refused(BadInput, change_thresholds.ask, stamp, **wanted, reason="Few of us")
    assert error.field in laxer

    adopt(world, "club", "21:10")
    decide(world, "20:15", days=2, **laxer)
    assert asdict(amounts(world)).items() >= laxer.items()


def test_a_casino_says_itself_how_much_its_vault_holds():
    world = a_usual_club()
    decide(world, "19:00", vault_maximum_cents=300_000_000)
    adopt(world, "casino", "20:00")
    assert amounts(world).vault_maximum_cents == 300_000_000
    decide(world, "21:00", vault_maximum_cents=400_000_000)
    assert amounts(world).vault_maximum_cents == 400_000_000
