"""Two directors act on one tournament at once, each from the page that they saw."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from casino.approvals.models import Proposal
from casino.refusals import NotFound, Refusal
from casino.staff.models import Role
from tests.pages.filling import Forms
from tests.refusing import refused
from tests.tournament_floor import opened, placed, td
from tests.tournaments import a_tournament, enter, now, signed
from tests.world import World, a_member
from tournaments.forms.floor import SetClockForm
from tournaments.models import Entry, Knockout, Tournament
from tournaments.queries.clock import all_bets, clock_face
from tournaments.queries.order import standings
from tournaments.services.changing import change_structure, change_tournament
from tournaments.services.clock import pause_clock, resume_clock, set_clock
from tournaments.services.knockouts import (
    CannotUndo,
    HandAwarded,
    Out,
    knock_out,
    undo_knockout,
)
from tournaments.services.pool import fix_pool
from tournaments.services.prizes import award_prizes
from tournaments.services.starting import close_registration, start
from tournaments.services.tables import draw_seats
from tournaments.services.undo import last_act, undo_last

LEVELS = [[25, 50, 0, 20], [50, 100, 0, 20], [100, 200, 25, 20], [200, 400, 50, 20]]
LONGER = [LEVELS[0], [0, 0, 0, 15], [50, 100, 0, 20], [75, 150, 0, 20], *LEVELS[2:]]


@pytest.fixture
def friday(world: World) -> Tournament:
    """A tournament of four levels that pays three."""
    return a_tournament(world, levels=LEVELS, shares_bp=[5000, 3000, 2000])


@pytest.fixture
def entries(world: World, friday: Tournament) -> list[Entry]:
    """Five players at two tables, of whom three are paid; play has begun."""
    names = ("Ann", "Will", "Pete One", "Pete Three", "Pete Two")
    found = enter(world, friday, *names, shift_id=world.open_shift(clock="18:00").pk)
    opened(world, friday)
    draw_seats(td(world, "20:50"), tournament_id=friday.pk)
    placed(now(friday), {1: [1, 2, 3, 4], 2: [1]})
    start(td(world, "21:00"), tournament_id=friday.pk)
    return found


def fixed(world: World, friday: Tournament) -> None:
    close_registration(td(world, "22:00"), tournament_id=friday.pk)
    signed(world, fix_pool.ask(td(world, "22:01"), tournament_id=friday.pk), clock="22:02")


def gone(
    world: World, friday: Tournament, entry: Entry, clock: str, stack: int, **hand: Any
) -> Knockout:
    outs = [Out(entry_id=entry.pk, stack=stack)]
    return knock_out(td(world, clock), tournament_id=friday.pk, outs=outs, **hand)[0]


def director(world: World, name: str) -> Client:
    client = Client()
    client.force_login(a_member(world.club, Role.DIRECTOR, name=name))
    return client


def form_at(client: Client, address: str, field: str) -> Any:
    """Return the form of a page that has a field."""
    shown = client.get(address).content.decode()
    return next(each for each in Forms(shown) if field in each.values or field in each.kinds)


def note(client: Client, friday: Tournament, entry: Entry, stack: int, mate: str = "") -> int:
    """Open the page of one player and send its form; mate: who went out in the same hand."""
    address = f"/tallinn/tournaments/{friday.pk}/knock-out/?entry={entry.pk}"
    form = form_at(client, address, "stack")
    hands = [value for (field, said), value in form.choices.items() if mate and mate in said]
    sent = {"entry_id": str(entry.pk), "stack": str(stack), "same_hand_as": (hands or [""])[0]}
    return client.post(address, form.values | sent).status_code


def test_who_goes_out_in_one_hand_is_named_whoever_went_out_elsewhere_meanwhile(
    world: World, friday: Tournament, entries: list[Entry]
):
    _, _, one, three, two = entries
    fixed(world, friday)
    here, there = director(world, "first@tallinn"), director(world, "second@tallinn")
    assert note(here, friday, one, 2_000) == 302
    assert note(there, friday, two, 3_000) == 302
    assert note(here, friday, three, 5_000, mate="Pete One") == 302
    places = {each.entry.player.name: each.place for each in standings(now(friday))}
    assert places == {"Pete Two": 3, "Pete Three": 4, "Pete One": 5}


def test_a_hand_of_which_a_prize_was_awarded_gets_nobody_more(
    world: World, friday: Tournament, entries: list[Entry]
):
    fixed(world, friday)
    for entry, clock in zip(entries[4:1:-1], ("22:10", "22:20", "22:30"), strict=True):
        found = gone(world, friday, entry, clock, 3_000)
    signed(world, award_prizes.ask(td(world, "22:35"), tournament_id=friday.pk), clock="22:36")
    outs = {"outs": [Out(entry_id=entries[1].pk, stack=2_000)], "tournament_id": friday.pk}
    refused(HandAwarded, knock_out, td(world, "22:40"), **outs, same_hand=True)
    refused(HandAwarded, knock_out, td(world, "22:40"), **outs, same_hand_as=found.pk)
    gone(world, friday, entries[1], "22:41", 2_000)


def test_who_went_out_beside_somebody_awarded_is_not_undone(
    world: World, friday: Tournament, entries: list[Entry]
):
    _, _, c, d, e = entries
    fixed(world, friday)
    gone(world, friday, e, "22:10", 3_000)
    mate = gone(world, friday, d, "22:20", 2_000)
    gone(world, friday, c, "22:20", 5_000, same_hand_as=mate.pk)
    signed(world, award_prizes.ask(td(world, "22:35"), tournament_id=friday.pk), clock="22:36")
    where = {"tournament_id": friday.pk, "knockout_id": mate.pk}
    refused(CannotUndo, undo_knockout, td(world, "22:40"), **where)


def test_nobody_goes_out_in_the_hand_of_an_elimination_that_was_undone(
    world: World, friday: Tournament, entries: list[Entry]
):
    found = gone(world, friday, entries[4], "22:10", 3_000)
    undo_knockout(td(world, "22:11"), tournament_id=friday.pk, knockout_id=found.pk)
    outs = {"outs": [Out(entry_id=entries[3].pk, stack=2_000)], "tournament_id": friday.pk}
    answer = refused(NotFound, knock_out, td(world, "22:12"), **outs, same_hand_as=found.pk)
    assert answer.field == "same_hand_as"


@pytest.mark.usefixtures("entries")
def test_the_level_that_was_chosen_is_the_level_that_is_set(world: World, friday: Tournament):
    pause_clock(td(world, "21:01"), tournament_id=friday.pk)
    client = director(world, "second@tallinn")
    address = f"/tallinn/tournaments/{friday.pk}/clock/set/"
    form = form_at(client, address, "step")
    sent = form.values | {"step": form.choices["step", "Level 3: 100 / 200"]}
    sent |= {"left_seconds": "20:00", "reason": "Late"}
    terms = {"tournament_id": friday.pk, "stack": 10_000, "levels": LONGER, "notice": "A break"}
    signed(world, change_structure.ask(td(world, "21:05"), **terms), clock="21:06")

    answer = client.post(address, sent)
    assert answer.status_code == 409
    assert "The structure has changed since this page was opened." in answer.content.decode()
    again = next(each for each in Forms(answer.content.decode()) if "step" in each.values)
    sent = again.values | {"step": again.choices["step", "Level 4: 100 / 200"]}
    assert client.post(address, sent).status_code == 302
    face = clock_face(now(friday), timezone.now())
    assert face
    assert (face.now.small, face.now.big) == (100, 200)


def test_a_level_of_another_structure_is_chosen_anew_after_any_refusal(
    world: World, friday: Tournament
):
    sent = {"key": uuid4(), "step": 2, "left_seconds": "20:00", "reason": "Late", "structure": 1}
    here = {"step": 0, "structure": 2}
    form = SetClockForm(sent, levels=all_bets(friday), initial=here)
    assert form.is_valid()
    form.refuse(Refusal())
    assert (form["structure"].value(), form["step"].value()) == (2, 0)

    same = SetClockForm(sent | {"structure": 2}, levels=all_bets(friday), initial=here)
    assert same.is_valid()
    same.refuse(Refusal())
    assert same["step"].value() == 2


@pytest.mark.usefixtures("entries")
def test_a_touch_of_the_clock_that_waited_goes_on_from_what_was_set_meanwhile(
    world: World, friday: Tournament
):
    waits, where = td(world, "21:10:00"), {"tournament_id": friday.pk}
    set_clock(td(world, "21:10:01"), **where, step=2, left_seconds=1200, reason="Level 3 now")
    pause_clock(waits, **where)
    face = clock_face(now(friday), world.at("21:10:05"))
    assert face
    assert face.now.step == 2
    assert not face.running


@pytest.mark.usefixtures("entries")
def test_a_clock_that_was_put_right_does_not_wait_for_what_it_noted_ahead(
    world: World, friday: Tournament
):
    where = {"tournament_id": friday.pk}
    pause_clock(td(world, "22:05"), **where)
    resume_clock(td(world, "22:06"), **where)
    pause_clock(td(world, "21:07"), **where)
    face = clock_face(now(friday), world.at("21:08"))
    assert face
    assert not face.running


def test_what_is_undone_is_what_the_page_shows_after_a_colleague_was_quicker(
    world: World, friday: Tournament, entries: list[Entry]
):
    gone(world, friday, entries[4], "21:10", 3_000)
    client = director(world, "second@tallinn")
    address = f"/tallinn/tournaments/{friday.pk}/floor/undo/"
    sent = form_at(client, address, "undone_act_id").values | {"reason": "Mistyped"}
    gone(world, friday, entries[3], "21:12", 3_000)
    answer = client.post(address, sent)
    assert answer.status_code == 409
    shown = last_act(now(friday), timezone.now())
    again = next(each for each in Forms(answer.content.decode()) if "reason" in each.values)
    assert shown
    assert again.values["undone_act_id"] == str(shown.act_id)
    assert client.post(address, again.values).status_code == 302


def test_a_page_of_terms_takes_back_nothing_that_a_colleague_changed_meanwhile(
    world: World, friday: Tournament
):
    client = director(world, "second@tallinn")
    address = f"/tallinn/tournaments/{friday.pk}/terms/"
    form = form_at(client, address, "guarantee_cents")
    more = {"guarantee_cents": 200_000, "notice": "More"}
    asked = change_tournament.ask(td(world, "18:01"), tournament_id=friday.pk, **more)
    signed(world, asked, clock="18:02")

    sent = form.values | {"places": "90", "notice": "Fewer tables"}
    refused_once = client.post(address, sent | {"places": "0"})
    assert refused_once.status_code == 422
    again = next(each for each in Forms(refused_once.content.decode()) if "places" in each.values)
    assert client.post(address, again.values | {"places": "90"}).status_code == 302
    becomes = Proposal.objects.latest("id").content["becomes"]
    assert becomes == {"places": 90}


@pytest.mark.usefixtures("entries")
def test_a_structure_that_a_colleague_changed_meanwhile_is_looked_at_again(
    world: World, friday: Tournament
):
    client = director(world, "second@tallinn")
    address = f"/tallinn/tournaments/{friday.pk}/structure/"
    form = form_at(client, address, "stack")
    terms = {"tournament_id": friday.pk, "stack": 10_000, "levels": LONGER, "notice": "A break"}
    signed(world, change_structure.ask(td(world, "21:05"), **terms), clock="21:06")

    sent = form.values | {"stack": "12000", "notice": "More chips"}
    answer = client.post(address, sent)
    assert answer.status_code == 409
    assert "The structure has changed since this page was opened." in answer.content.decode()
    again = next(each for each in Forms(answer.content.decode()) if "stack" in each.values)
    sent = again.values | {"stack": "12000", "notice": "More chips"}
    assert client.post(address, sent).status_code == 302
    kept = Proposal.objects.latest("id").content
    assert (kept["stack"], kept["levels"]) == (12_000, LONGER)


@pytest.mark.usefixtures("entries")
def test_a_touch_of_the_clock_before_another_structure_is_not_undone_in_vain(
    world: World, friday: Tournament
):
    pause_clock(td(world, "21:05"), tournament_id=friday.pk)
    terms = {"tournament_id": friday.pk, "stack": 10_000, "levels": LONGER, "notice": "A break"}
    signed(world, change_structure.ask(td(world, "21:06"), **terms), clock="21:07")
    last = last_act(now(friday), world.at("21:08"))
    assert last
    assert last.operation == "tournaments.pause_clock"
    where = {"tournament_id": friday.pk, "undone_act_id": last.act_id, "reason": "Mistyped"}
    refused(CannotUndo, undo_last, td(world, "21:08"), **where)
    resume_clock(td(world, "21:09"), tournament_id=friday.pk)
