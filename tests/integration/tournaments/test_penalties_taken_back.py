"""A penalty noted for the wrong guest is taken back, whatever was noted since."""

from typing import Any
from uuid import uuid4

import pytest

from casino.refusals import NotFound
from casino.staff.models import Role
from casino.staff.rules import NotYoursToDecide
from tests.api.program import program
from tests.refusing import refused
from tests.tournament_floor import begun, td
from tests.tournaments import a_tournament, enter, now
from tests.world import World, a_club
from tournaments.models import Entry, FloorUndo, Penalty, Tournament
from tournaments.queries.chips import away, penalties, penalties_before
from tournaments.services.clock import pause_clock
from tournaments.services.knockouts import CannotUndo, undo_knockout
from tournaments.services.mistakes import take_back_penalty
from tournaments.services.penalties import punish
from tournaments.services.undo import last_act


def played(world: World) -> tuple[Tournament, list[Entry]]:
    friday = a_tournament(world)
    shift = world.open_shift(clock="18:00")
    entries = enter(world, friday, "Ann", "Bob", "Cat", shift_id=shift.pk)
    begun(world, friday)
    return now(friday), entries


def impose(world: World, entry: Entry, clock: str, **more: Any) -> Penalty:
    asked = {"entry_id": entry.pk, "breach": "conduct", "reason": "Meant for Bob"} | more
    return punish(td(world, clock), tournament_id=entry.tournament_id, **asked)


def taken_back(world: World, made: Penalty, clock: str, **more: Any) -> FloorUndo:
    where = {"tournament_id": made.entry.tournament_id, "penalty_id": made.pk}
    return take_back_penalty(td(world, clock), **(where | {"reason": "Wrong guest"} | more))


def test_the_next_breach_is_the_first_once_a_wrong_warning_was_taken_back(world: World):
    friday, (ann, bob, _) = played(world)
    wrong, right = impose(world, ann, "21:05"), impose(world, bob, "21:06")
    pause_clock(td(world, "21:07"), tournament_id=friday.pk)

    undone = taken_back(world, wrong, "21:08")

    assert (undone.undone_act_id, undone.reason) == (wrong.act_id, "Wrong guest")
    assert (penalties(friday), penalties_before(ann)) == ([right], [])
    last = last_act(now(friday), world.at("21:09"))
    assert last
    assert last.operation == "tournaments.pause_clock"
    assert impose(world, ann, "21:10").measure == "warning"
    refused(CannotUndo, taken_back, world, wrong, "21:11")


def test_who_was_sent_away_by_mistake_is_back_at_the_table(world: World):
    friday, (ann, *_) = played(world)
    _, sent = impose(world, ann, "21:05"), impose(world, ann, "21:06")
    assert list(away(friday)) == [ann.pk]
    taken_back(world, sent, "21:07")
    assert (away(friday), penalties_before(ann)) == ({}, [("conduct", "warning")])


def test_a_penalty_that_put_the_player_out_is_left_to_the_undo_of_the_elimination(world: World):
    friday, (ann, *_) = played(world)
    made = impose(world, ann, "21:05", breach="rudeness", stack=10_000)
    said = refused(CannotUndo, taken_back, world, made, "21:06")
    assert (said.next_page, said.about) == ("knock-out-undo", {"knockout_id": made.knockout_id})
    undo_knockout(td(world, "21:07"), tournament_id=friday.pk, knockout_id=made.knockout_id)
    again = refused(CannotUndo, taken_back, world, made, "21:08")
    assert (again.next_page, penalties_before(ann)) == (None, [])


def test_a_penalty_of_another_tournament_is_not_found(world: World):
    _, (ann, *_) = played(world)
    made = impose(world, ann, "21:05")
    other = a_tournament(world, "Later")
    refused(NotFound, taken_back, world, made, "21:06", tournament_id=other.pk)
    refused(NotFound, taken_back, world, made, "21:07", penalty_id=made.pk + 1)


@pytest.mark.django_db
def test_who_does_not_decide_on_departures_takes_no_penalty_back():
    cellar = a_club("cellar", overrides={"decides.deviation": "manager"})
    _, (ann, *_) = played(cellar)
    refused(NotYoursToDecide, taken_back, cellar, impose(cellar, ann, "21:05"), "21:06")


def test_the_pages_lead_to_the_taking_back(world: World):
    friday, (ann, bob, _) = played(world)
    made = impose(world, ann, "21:05")
    out = impose(world, bob, "21:06", breach="rudeness", stack=10_000)
    client = world.browser(Role.DIRECTOR)
    at = f"/tallinn/tournaments/{friday.pk}/"
    back = f"{at}penalties/{made.pk}/take-back/"
    for page in (f"{at}chips/", f"{at}players/{ann.pk}/"):
        assert back in client.get(page).content.decode()
    assert f"penalties/{out.pk}/take-back/" not in client.get(f"{at}chips/").content.decode()
    assert "Ann" in client.get(back).content.decode()
    client.post(back, {"key": uuid4(), "reason": "Wrong guest"})
    assert FloorUndo.objects.get().reason == "Wrong guest"
    assert back not in client.get(f"{at}chips/").content.decode()
    assert client.get(f"{at}penalties/{made.pk + 5}/take-back/").status_code == 404


def test_a_program_takes_a_penalty_back(world: World):
    friday, (ann, *_) = played(world)
    made = impose(world, ann, "21:05")
    floor, where = program(world, Role.DIRECTOR), f"tournaments/{friday.pk}/penalties/"
    answer = floor.post(f"{where}{made.pk}/take-back/", reason="Wrong guest")
    assert (answer.status_code, answer.json()["undone_act_id"]) == (201, made.act_id)
    assert floor.get(where).json() == []
