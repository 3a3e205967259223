"""A bounty noted for the wrong eliminator is put right until its chip is paid."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest

from casino.refusals import BadInput, NotFound, Refusal
from casino.staff.models import Role
from casino.staff.rules import NotYoursToDecide
from tests.api.program import program
from tests.refusing import refused
from tests.tournament_floor import begun, opened, td
from tests.tournaments import a_tournament, chips_of, enter, now, signed
from tests.world import EVENING, World
from tournaments.models import Entry, Knockout, Tournament
from tournaments.queries.order import won_bounties
from tournaments.services.bounties import collect_bounties
from tournaments.services.chip_winners import NoChipWon, correct_chip_winner
from tournaments.services.days import begin_day, end_day
from tournaments.services.knockouts import CannotUndo, Out, knock_out, undo_knockout
from tournaments.services.pool import fix_pool
from tournaments.services.selling import sell_more
from tournaments.services.starting import close_registration

REASON = "Cat won the pot"


@pytest.fixture
def played(world: World) -> tuple[Tournament, list[Entry], Knockout]:
    """Ann goes out, Bob is noted where Cat won the pot; Ann buys in again."""
    shift = world.open_shift(clock="18:00")
    event = a_tournament(
        world, variants=["terminator", "rebuy_when_broke"], bounty_cents=2_000,
        rebuy_cents=10_000, rebuy_levels=4, late_levels=4,
    )  # fmt: skip
    opened(world, event, 1)
    entries = enter(world, event, "Ann", "Bob", "Cat", "Dan", shift_id=shift.pk)
    begun(world, event)
    ann, bob, *_ = entries
    wrong = out(world, ann, by=bob, clock="21:05")
    again: dict[str, Any] = {"what": "rebuy", "shift_id": shift.pk, "paid_with": "cash"}
    sell_more(world.stamp("21:07"), entry_id=ann.pk, **again)
    wrong.refresh_from_db()
    return now(event), entries, wrong


def out(world: World, entry: Entry, *, by: Entry, clock: str) -> Knockout:
    outs = [Out(entry_id=entry.pk, stack=10_000, by=(by.pk,))]
    (noted,) = knock_out(td(world, clock), tournament_id=entry.tournament_id, outs=outs)
    return noted


def corrected(world: World, noted: Knockout, *by: Entry, clock: str = "22:40") -> Knockout:
    what = {"tournament_id": noted.entry.tournament_id, "knockout_id": noted.pk}
    winners = [one.pk for one in by]
    return correct_chip_winner(td(world, clock), **what, by=winners, reason=REASON)


def won(event: Tournament) -> dict[str, int]:
    found = won_bounties(now(event), ended=False)
    assert found
    return {name: cents for name, cents in found.payouts_cents.items() if cents}


def test_the_chip_goes_to_who_won_it_after_a_rebuy_with_the_pool_fixed(
    world: World, played: tuple[Tournament, list[Entry], Knockout]
):
    event, (ann, bob, cat, dan), wrong = played
    where = {"tournament_id": event.pk}
    close_registration(td(world, "22:30"), **where)
    signed(world, fix_pool.ask(td(world, "22:31"), **where), clock="22:32")
    assert won(event) == {str(bob.pk): 2_000}

    found = corrected(world, wrong, cat)

    assert (found.by, found.undone_at, found.came_back_at) == ([cat.pk], None, wrong.came_back_at)
    assert won(event) == {str(cat.pk): 2_000}
    out(world, cat, by=dan, clock="22:45")
    assert corrected(world, wrong, bob, cat, clock="22:46").by == [bob.pk, cat.pk]
    assert ann.pk not in wrong.by


def test_a_chip_that_was_paid_stays_with_who_was_paid(
    world: World, played: tuple[Tournament, list[Entry], Knockout]
):
    event, (_, bob, cat, _), wrong = played
    what = {"tournament_id": event.pk, "entry_id": bob.pk}
    signed(world, collect_bounties.ask(td(world, "21:10"), **what), clock="21:11")
    refused(CannotUndo, corrected, world, wrong, cat)
    assert won(event) == {str(bob.pk): 2_000}


def test_only_who_was_in_play_in_that_hand_can_have_won_the_pot(
    world: World, played: tuple[Tournament, list[Entry], Knockout]
):
    event, (ann, bob, cat, dan), wrong = played
    later = out(world, bob, by=cat, clock="21:20")
    refused(BadInput, corrected, world, wrong, ann)
    refused(BadInput, corrected, world, wrong)
    refused(BadInput, corrected, world, wrong, cat, cat)
    said = refused(Refusal, corrected, world, wrong, bob)
    assert said.code == "APPROVAL-012"
    last = out(world, dan, by=cat, clock="21:25")
    refused(BadInput, corrected, world, last, bob)
    assert corrected(world, later, dan).by == [dan.pk]
    undo_knockout(td(world, "21:26"), tournament_id=event.pk, knockout_id=last.pk)
    refused(NoChipWon, corrected, world, last, ann)
    elsewhere = {"tournament_id": a_tournament(world, "Later").pk, "knockout_id": wrong.pk}
    what = {"by": [cat.pk], "reason": REASON}
    refused(NotFound, correct_chip_winner, td(world, "21:27"), **elsewhere, **what)


def test_after_its_gaming_day_a_manager_corrects_it(
    world: World, played: tuple[Tournament, list[Entry], Knockout]
):
    event, (*_, dan), wrong = played
    what = {"tournament_id": event.pk, "knockout_id": wrong.pk, "by": [dan.pk], "reason": REASON}
    later = {"day": EVENING + timedelta(days=1)}
    director = world.stamp("20:00", role=Role.DIRECTOR, **later)
    refused(NotYoursToDecide, correct_chip_winner, director, **what)
    correct_chip_winner(world.stamp("20:01", role=Role.MANAGER, **later), **what)
    assert won(event) == {str(dan.pk): 2_000}


def test_the_pages_show_what_was_noted_and_lead_to_the_correction(
    world: World, played: tuple[Tournament, list[Entry], Knockout]
):
    event, (ann, bob, cat, dan), wrong = played
    client, at = world.browser(Role.MANAGER), f"/tallinn/tournaments/{event.pk}/"
    door = f"{at}knock-out/{wrong.pk}/chip/"
    assert door in client.get(f"{at}players/{ann.pk}/").content.decode()
    last = out(world, dan, by=bob, clock="21:30")
    assert f"{at}knock-out/{last.pk}/chip/" in client.get(f"{at}floor/").content.decode()
    page = client.get(f"{at}knock-out/{last.pk}/undo/").content.decode()
    facts = page.partition('<dl class="facts">')[2].partition("</dl>")[0]
    assert [word for word in ("Dan", "10\u00a0000", "Bob", "21:30") if word not in facts] == []
    client.post(door, {"key": uuid4(), "by": [cat.pk], "reason": REASON})
    wrong.refresh_from_db()
    assert wrong.by == [cat.pk]
    assert (
        "Correct who won a bounty chip" in client.get("/tallinn/acts/exceptions/").content.decode()
    )


def test_a_program_corrects_who_won_the_chip(
    world: World, played: tuple[Tournament, list[Entry], Knockout]
):
    event, (_, _, cat, _), wrong = played
    floor = program(world, Role.MANAGER)
    (listed,) = floor.get(f"tournaments/{event.pk}/knockouts/").json()
    assert listed["id"] == wrong.pk
    assert listed["came_back_at"]
    at = f"tournaments/{event.pk}/knockouts/{wrong.pk}/chip/"
    answer = floor.post(at, by=[cat.pk], reason=REASON)
    assert (answer.status_code, answer.json().get("by")) == (200, [cat.pk]), answer.json()


def test_who_waits_with_a_bag_of_another_flight_won_no_pot_of_this_one(world: World):
    shift = world.open_shift(clock="18:00")
    event = a_tournament(
        world, variants=["terminator"], bounty_cents=2_000, late_levels=4, flights=2
    )
    opened(world, event, 1)
    one = {"tournament_id": event.pk}
    ann, bob = enter(world, event, "Ann", "Bob", shift_id=shift.pk)
    begun(world, event)
    bags = chips_of({ann.pk: 10_000, bob.pk: 10_000})
    end_day(td(world, "21:10"), **one, bags=bags, another_flight=True)
    cat, dan, eve = enter(world, event, "Cat", "Dan", "Eve", shift_id=shift.pk, clock="21:11")
    begin_day(td(world, "21:12"), **one)
    noted = out(world, eve, by=dan, clock="21:15")
    refused(BadInput, corrected, world, noted, ann, clock="21:16")
    end_day(td(world, "21:20"), **one, bags=chips_of({cat.pk: 10_000, dan.pk: 20_000}))
    begin_day(td(world, "21:22"), **one)
    refused(BadInput, corrected, world, noted, ann, clock="21:23")
    assert corrected(world, noted, cat, clock="21:24").by == [cat.pk]
    last = out(world, bob, by=cat, clock="21:26")
    assert corrected(world, last, ann, clock="21:27").by == [ann.pk]
