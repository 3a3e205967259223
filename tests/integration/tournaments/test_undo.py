"""The last act on the floor is taken back, with what it changes shown before."""

from typing import Any
from uuid import uuid4

import pytest

from casino.approvals.signed import LookAgain
from casino.cage.models import Shift
from casino.refusals import BadInput, Refusal
from casino.staff.models import Role
from tests.api.program import program
from tests.pages.filling import Forms
from tests.refusing import refused
from tests.tournament_floor import at_table, begun, opened, out, td
from tests.tournaments import a_tournament, enter, now, signed, sold
from tests.world import World, a_club
from tournaments.models import Entry, FloorUndo, SeatMove, Tournament
from tournaments.queries.chips import away, chips
from tournaments.queries.clock import clock_face
from tournaments.queries.floor import floor_tables
from tournaments.queries.order import playing
from tournaments.queries.presence import attendance
from tournaments.services.chips import change_chips
from tournaments.services.clock import pause_clock, set_clock
from tournaments.services.knockouts import CannotUndo
from tournaments.services.moves import move_player
from tournaments.services.penalties import punish
from tournaments.services.pool import fix_pool
from tournaments.services.presence import Seen, note_presence, remove_no_shows
from tournaments.services.prizes import award_prizes
from tournaments.services.shared import ChipsOf
from tournaments.services.starting import close_registration
from tournaments.services.tables import draw_seats, open_tables
from tournaments.services.undo import NothingToUndo, last_act, undo_last


@pytest.fixture
def entries(world: World) -> list[Entry]:
    """Seat Ann, Bob and Cat at tables 1 and 2; play has begun."""
    friday = a_tournament(world)
    shift = world.open_shift(clock="18:00")
    enter(world, friday, "Ann", "Bob", "Cat", shift_id=shift.pk)
    opened(world, friday)
    draw_seats(td(world, "20:50"), tournament_id=friday.pk)
    begun(world, friday)
    return playing(now(friday))


@pytest.fixture
def friday(entries: list[Entry]) -> Tournament:
    return now(entries[0].tournament)


def undo(world: World, friday: Tournament, clock: str, reason: str = "Mistyped") -> list[str]:
    """Take the last act back; return what was shown of it."""
    last = last_act(now(friday), world.at(clock))
    assert last
    asked = {"tournament_id": friday.pk, "undone_act_id": last.act_id, "reason": reason}
    undo_last(td(world, clock), **asked)
    return [str(each.says) for each in last.effects]


def stands(world: World, friday: Tournament, clock: str = "21:30") -> Refusal:
    """Return why the last act cannot be taken back."""
    last = last_act(now(friday), world.at(clock))
    assert last
    asked = {"tournament_id": friday.pk, "undone_act_id": last.act_id, "reason": "Mistyped"}
    return refused(CannotUndo, undo_last, td(world, clock), **asked)


def test_an_elimination_is_undone_and_then_the_one_before(
    world: World, friday: Tournament, entries: list[Entry]
):
    ann, bob, _ = entries
    out(world, friday, ann, "21:10")
    out(world, friday, bob, "21:15")

    said = undo(world, friday, "21:20")
    assert said == [f"Bob plays on at table {bob.table_no}, seat {bob.seat_no}"]
    assert undo(world, friday, "21:21")[0].startswith("Ann plays on")
    assert len(playing(now(friday))) == 3
    assert FloorUndo.objects.count() == 2


def test_what_was_shown_is_what_is_undone(world: World, friday: Tournament, entries: list[Entry]):
    out(world, friday, entries[0], "21:10")
    shown = last_act(friday, world.at("21:11"))
    assert shown
    pause_clock(td(world, "21:12"), tournament_id=friday.pk)
    asked = {"tournament_id": friday.pk, "undone_act_id": shown.act_id, "reason": "Mistyped"}
    refused(LookAgain, undo_last, td(world, "21:13"), **asked)


def test_one_s_own_act_is_undone_at_once_without_a_reason(
    world: World, friday: Tournament, entries: list[Entry]
):
    out(world, friday, entries[0], "21:10")
    refused(BadInput, undo, world, friday, "21:12", reason="")
    last = last_act(friday, world.at("21:10"))
    assert last
    asked = {"tournament_id": friday.pk, "undone_act_id": last.act_id}
    other = world.stamp("21:10:30", role=Role.SUPERVISOR)
    refused(BadInput, undo_last, other, **asked)
    undo_last(td(world, "21:10:30"), **asked)
    assert len(playing(friday)) == 3


def test_a_move_goes_back_to_the_seat_unless_it_is_taken(
    world: World, friday: Tournament, entries: list[Entry]
):
    ann = entries[0]
    home, there = ann.seat, 3 - (ann.table_no or 0)
    taken = {one.seat_no for one in at_table(friday, there)}
    free = {"to_table": there, "to_seat": min({4, 5, 6} - taken)}
    where = {"tournament_id": friday.pk, "entry_id": ann.pk}
    move_player(td(world, "21:10"), **where, **free, reason="Asked")

    assert undo(world, friday, "21:11") == [f"Ann goes back to table {home[0]}, seat {home[1]}"]

    assert Entry.objects.get(id=ann.pk).seat == home
    assert SeatMove.objects.count() == 2
    move_player(td(world, "21:12"), **where, **free, reason="Asked")
    Entry.objects.filter(id=entries[1].pk).update(table_no=home[0], seat_no=home[1])
    assert "already taken" in stands(world, friday).message


def test_the_clock_shows_what_it_would_have_shown(world: World, friday: Tournament):
    where = {"tournament_id": friday.pk}
    set_clock(td(world, "21:10"), **where, step=2, left_seconds=60, reason="Fire alarm")
    pause_clock(td(world, "21:10:30"), **where)

    assert undo(world, friday, "21:10:45") == ["The clock runs in level 3, 0:15 left"]
    assert undo(world, friday, "21:11") == ["The clock runs in level 1, 9:00 left"]

    face = clock_face(now(friday), world.at("21:12"))
    assert face
    assert (face.running, face.now.number, face.left_seconds) == (True, 1, 8 * 60)


def test_chips_penalties_and_presence_no_longer_count(
    world: World, friday: Tournament, entries: list[Entry]
):
    where = {"tournament_id": friday.pk}
    ann = {"entry_id": entries[0].pk}
    extra: dict[str, Any] = {"what": "extra_chips", "chips": 500, "reason": "In time"}
    change_chips(td(world, "21:10"), **where, **ann, **extra)
    assert undo(world, friday, "21:11") == ["Ann: Extra chips added, 500, no longer counts"]
    assert chips(friday).in_play == 30_000

    for _ in range(2):
        punish(td(world, "21:12"), **where, **ann, breach="conduct", reason="Loud")
    assert away(friday)
    assert undo(world, friday, "21:13") == ["Ann: Sit-out penalty no longer counts"]
    assert not away(friday)

    note_presence(td(world, "21:14"), **where, seen=[Seen(**ann, present=False)])
    note_presence(td(world, "21:15"), **where, seen=[Seen(**ann, present=True)])
    assert undo(world, friday, "21:16") == ["Ann is absent"]
    assert attendance(friday).never_came == {entries[0].pk}
    assert undo(world, friday, "21:17") == ["Ann has not been checked yet"]
    assert attendance(friday).here == {}


def test_removed_no_shows_are_back_all_at_once(
    world: World, friday: Tournament, entries: list[Entry]
):
    where = {"tournament_id": friday.pk}
    gone = entries[:2]
    seen = [Seen(entry_id=one.pk, present=False) for one in gone]
    note_presence(td(world, "21:05"), **where, seen=seen)
    close_registration(td(world, "21:30"), **where)
    stacks = [ChipsOf(entry_id=one.pk, chips=10_000) for one in gone]
    remove_no_shows(td(world, "21:31"), **where, stacks=stacks)
    assert len(undo(world, friday, "21:32")) == 4
    assert (len(playing(friday)), chips(friday).removed) == (3, {})


def test_a_table_that_was_opened_closes_while_nobody_sits_there(
    world: World, friday: Tournament, entries: list[Entry]
):
    where = {"tournament_id": friday.pk}
    open_tables(td(world, "21:10"), **where, numbers=[7], seats=6)
    Entry.objects.filter(id=entries[0].pk).update(table_no=7, seat_no=1)
    assert "Players sit at table 7" in stands(world, friday).message
    home = {"table_no": entries[0].table_no, "seat_no": entries[0].seat_no}
    Entry.objects.filter(id=entries[0].pk).update(**home)
    assert undo(world, friday, "21:12") == ["Table 7 closes"]
    assert [one.number for one in floor_tables(friday)] == [1, 2]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("house", "source"), [("olympic", "OLY-3.4.3"), ("voodoo", "VOO-T11"), ("img", "IMG-T6")]
)
def test_what_was_drawn_by_lot_stands(house: str, source: str):
    world = a_club(house, book=house)
    friday = a_tournament(world)
    shift = world.open_shift(clock="18:00")
    enter(world, friday, "Ann", "Bob", shift_id=shift.pk)
    opened(world, friday, 1)
    draw_seats(td(world, "20:50"), tournament_id=friday.pk)
    assert stands(world, friday).source == source


def test_a_late_sale_with_its_seat_is_no_act_of_the_floor(
    world: World, friday: Tournament, entries: list[Entry]
):
    out(world, friday, entries[0], "21:10")
    sold(world, friday, "Dan", shift_id=Shift.objects.get().pk, clock="21:11")
    assert undo(world, friday, "21:12")[0].startswith("Ann plays on")


def test_a_place_that_was_paid_stands(world: World):
    friday = a_tournament(world, shares_bp=[5_000, 3_000, 2_000])
    shift = world.open_shift(clock="18:00")
    *_, cat = enter(world, friday, "Ann", "Bob", "Cat", shift_id=shift.pk)
    begun(world, friday)
    where = {"tournament_id": friday.pk}
    close_registration(td(world, "21:30"), **where)
    signed(world, fix_pool.ask(td(world, "21:31"), **where), clock="21:32")
    out(world, friday, cat, "21:40")
    signed(world, award_prizes.ask(td(world, "21:45"), **where), clock="21:46")
    assert "already awarded" in stands(world, friday, "21:50").message


@pytest.mark.django_db
def test_nothing_is_undone_where_nothing_happened():
    world = a_club()
    friday = a_tournament(world)
    asked = {"tournament_id": friday.pk, "undone_act_id": 1, "reason": "Mistyped"}
    refused(NothingToUndo, undo_last, td(world), **asked)
    assert last_act(friday, world.at("21:00")) is None


def test_the_page_shows_what_changes_and_takes_it_back(
    world: World, friday: Tournament, entries: list[Entry]
):
    out(world, friday, entries[0], "21:10")
    client = world.browser(Role.DIRECTOR)
    where = f"/tallinn/tournaments/{friday.pk}/floor/undo/"
    page = client.get(where)
    assert b"Ann plays on at table" in page.content
    [form] = [each for each in Forms(page.content.decode()) if "undone_act_id" in each.kinds]
    sent = form.values
    answer = client.post(where, {"key": uuid4()})
    assert b"This form is incomplete: open the page again." in answer.content
    assert client.post(where, sent).status_code == 422
    client.post(where, sent | {"key": uuid4(), "reason": "Mistyped"})

    assert len(playing(friday)) == 3
    stands_now = client.get(where).content
    assert b"drawn by lot" in stands_now
    assert b"undone_act_id" not in stands_now


@pytest.mark.django_db
def test_a_program_that_asks_before_anything_happened_is_told_that_nothing_did():
    world = a_club()
    answer = program(world, Role.DIRECTOR).get(f"tournaments/{a_tournament(world).pk}/undo/")
    assert (answer.status_code, answer.json()["error"]) == (409, "TOURNAMENT-093")
