"""One request of a matter at a time, and no more chips typed than are in play."""

from typing import Any

import pytest

from casino.approvals.models import Proposal
from casino.approvals.services import refuse
from casino.approvals.signed import WaitsAlready
from casino.cage.models import Shift
from casino.staff.models import Role
from tests.refusing import refused
from tests.tournament_floor import td
from tests.tournaments import LEVELS, a_tournament, enter, signed
from tests.world import World, a_club
from tournaments.models import Entry, Tournament
from tournaments.queries.chips import chips
from tournaments.services.changing import change_structure, change_tournament
from tournaments.services.chips import change_chips
from tournaments.services.penalties import punish
from tournaments.services.pool import fix_pool
from tournaments.services.refunds import cancel_tournament, refund_entry
from tournaments.services.shared import TooManyChips
from tournaments.services.starting import close_registration, start

pytestmark = pytest.mark.django_db


def begun(world: World, shift: Shift, **terms: Any) -> tuple[Tournament, list[Entry]]:
    tournament = a_tournament(world, **terms)
    entries = enter(world, tournament, "Ann", "Bob", "Cat", shift_id=shift.pk)
    start(td(world, "21:00"), tournament_id=tournament.pk)
    return tournament, entries


def test_another_person_s_open_request_of_the_same_matter_is_said(world: World, shift: Shift):
    tournament, (ann, bob, _) = begun(world, shift)
    where: dict[str, Any] = {"tournament_id": tournament.pk}
    matters: list[tuple[Any, dict[str, Any]]] = [
        (change_structure, where | {"stack": 9_000, "levels": LEVELS, "notice": "Less"}),
        (change_tournament, where | {"places": 90, "notice": "Fewer"}),
        (cancel_tournament, where | {"reason": "Too few"}),
        (refund_entry, {"entry_id": ann.pk, "cause": "withdrawal", "reason": "Ill"}),
    ]
    for act, asked in matters:
        first = act.ask(td(world, "21:10"), **asked)
        supervisor = world.stamp("21:11", role=Role.SUPERVISOR)
        said = refused(WaitsAlready, act.ask, supervisor, **asked)
        assert said.message.startswith(str(first.proposed_by))
        assert said.about == {"proposal_id": first.pk}
        assert act.ask(td(world, "21:12"), **asked).pk != first.pk, "one's own is replaced"
    assert Proposal.objects.filter(approved=None).count() == len(matters)
    other = {"entry_id": bob.pk, "cause": "withdrawal", "reason": "Ill"}
    refund_entry.ask(world.stamp("21:13", role=Role.SUPERVISOR), **other)


def test_a_matter_is_free_again_once_its_request_is_decided_or_lapsed(world: World, shift: Shift):
    tournament, _ = begun(world, shift)
    where = {"tournament_id": tournament.pk}
    close_registration(td(world, "21:30"), **where)
    first = fix_pool.ask(td(world, "21:31"), **where)
    supervisor = {"role": Role.SUPERVISOR}
    refused(WaitsAlready, fix_pool.ask, world.stamp("21:32", **supervisor), **where)
    rejecting = world.stamp("21:33", **supervisor)
    refuse(rejecting, proposal_id=first.pk, remark="Count again")

    second = fix_pool.ask(world.stamp("21:34", **supervisor), **where)
    refused(WaitsAlready, fix_pool.ask, td(world, "21:48"), **where)
    third = fix_pool.ask(td(world, "21:50"), **where)

    assert second.pk != third.pk
    signed(world, third, clock="21:51")


def test_no_more_chips_leave_play_than_are_in_it(world: World, shift: Shift):
    tournament, (_, bob, _) = begun(world, shift)
    where: dict[str, Any] = {"tournament_id": tournament.pk}
    fault: dict[str, Any] = {"breach": "conduct", "reason": "Talked about a live hand"}

    for minute in ("21:07", "21:08"):
        punish(td(world, minute), **where, **fault, entry_id=bob.pk)
    end = where | fault | {"entry_id": bob.pk}
    said = refused(TooManyChips, punish, td(world, "21:10"), **end, stack=30_001)
    assert said.message == "Chips entered: 30\u00a0001. Chips in play: 30\u00a0000."


def test_no_more_chips_are_taken_off_than_are_in_play():
    world = a_club("img", book="img")
    tournament, (ann, *_) = begun(world, world.open_shift(clock="18:00"))
    where: dict[str, Any] = {"tournament_id": tournament.pk, "entry_id": ann.pk}
    removed = {"what": "taken_off", "reason": "In the pocket"}
    refused(TooManyChips, change_chips, td(world, "21:11"), **where, **removed, chips=30_001)
    change_chips(td(world, "21:12"), **where, **removed, chips=25_000)
    assert chips(tournament).in_play == 5_000
