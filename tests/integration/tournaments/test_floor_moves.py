"""Players moved: balanced, tables broken and drawn anew, by the supervisor's word."""

from uuid import uuid4

import pytest

from casino.cage.models import Shift
from casino.house.queries import book_on
from casino.refusals import BadInput, NotFound
from casino.staff.models import Role
from tests.refusing import refused
from tests.tournament_floor import NAMES, at_seat, at_table, begun, opened, out, placed, td
from tests.tournaments import a_tournament, enter, now, sold
from tests.world import EVENING, World
from tournaments.models import SeatMove, Tournament
from tournaments.queries import floor as floor_queries
from tournaments.queries.order import playing
from tournaments.rules.moves import NoSeatToMove
from tournaments.rules.seat_draw import TooFewSeats
from tournaments.services.knockouts import undo_knockout
from tournaments.services.moves import NoMove, balance_floor, balance_tables, move_player
from tournaments.services.seating import NotSeated, SeatIsTaken
from tournaments.services.selling import sell_more
from tournaments.services.shared import TournamentOver
from tournaments.services.tables import (
    ButtonAt,
    SeatsStay,
    break_table,
    draw_again,
    draw_seats,
    open_tables,
)
from tournaments.services.undo import undo_last
from tournaments.views import floor as floor_views


@pytest.fixture
def friday(world: World) -> Tournament:
    return a_tournament(world)


def test_the_big_blind_moves_to_the_seat_that_posts_it_soonest(
    world: World, shift: Shift, friday: Tournament
):
    enter(world, friday, *NAMES[:8], shift_id=shift.pk)
    opened(world, friday)
    placed(friday, {1: [1, 2, 3, 4, 5], 2: [1, 3, 5]})
    begun(world, friday)
    floor = floor_queries.floor(now(friday))
    assert floor.balance
    assert [(one.from_table, one.to_table) for one in floor.balance.moves] == [(1, 2)]
    where = {"tournament_id": friday.pk, "from_table": 1, "to_table": 2}
    asked = where | {"from_button": 1, "to_button": 1}
    big_blind = at_seat(friday, 1, 3)
    refused(NoMove, balance_tables, td(world), **asked, entry_id=at_seat(friday, 1, 1).pk)
    move = balance_tables(td(world), **asked, entry_id=big_blind.pk)
    assert (move.entry_id, move.from_seat, move.to_table) == (big_blind.pk, 3, 2)
    assert {one["rule"] for one in move.because} >= {"OLY-3.4.14", "OLY-3.4.17", "OLY-3.4.19"}
    assert at_seat(friday, 2, move.to_seat).pk == big_blind.pk
    refused(NoMove, balance_tables, td(world), **asked)


def test_three_players_fewer_and_the_table_waits(world: World, shift: Shift, friday: Tournament):
    enter(world, friday, *NAMES[:7], shift_id=shift.pk)
    opened(world, friday)
    placed(friday, {1: [1, 2, 3, 4, 5], 2: [1, 3]})
    assert [view.waits for view in floor_queries.floor(friday).tables] == [False, False]
    begun(world, friday)
    assert [view.waits for view in floor_queries.floor(now(friday)).tables] == [False, True]


def test_a_broken_table_draws_the_free_seats_of_the_others(
    world: World, shift: Shift, friday: Tournament
):
    enter(world, friday, *NAMES[:8], shift_id=shift.pk)
    opened(world, friday, 1, 2, 3)
    placed(friday, {1: [1, 2, 3], 2: [1, 2, 3], 3: [4, 6]})
    begun(world, friday)
    floor = floor_queries.floor(now(friday))
    assert floor.to_break
    assert floor.to_break.number == 3
    break_table(td(world), tournament_id=friday.pk, table_no=3)
    made = floor_queries.draws(friday)[-1]
    assert floor_queries.drawn_again(book_on(world.club.pk, EVENING), made)
    assert [view.table.number for view in floor_queries.floor(friday).tables] == [1, 2]
    assert [len(at_table(friday, number)) for number in (1, 2)] == [4, 4]
    moves = floor_queries.moves(friday)
    assert {(one.from_table, one.reason) for one in moves} == {(3, "Table broken")}
    assert {one.draw_id for one in moves} == {made.pk}
    refused(NotFound, break_table, td(world), tournament_id=friday.pk, table_no=3)


def test_a_table_is_not_broken_while_the_others_have_no_room(
    world: World, shift: Shift, friday: Tournament
):
    enter(world, friday, *NAMES[:5], shift_id=shift.pk)
    opened(world, friday, 1, seats=3)
    opened(world, friday, 2, seats=3)
    draw_seats(td(world, "20:55"), tournament_id=friday.pk)
    before = {each.pk: each.seat for each in playing(friday)}
    refused(TooFewSeats, break_table, td(world), tournament_id=friday.pk, table_no=2)
    assert {each.pk: each.seat for each in playing(friday)} == before
    assert len(floor_queries.floor(friday).tables) == 2


def test_the_final_table_is_drawn_anew(world: World, shift: Shift, friday: Tournament):
    enter(world, friday, *NAMES[:6], shift_id=shift.pk)
    opened(world, friday)
    draw_seats(td(world, "20:55"), tournament_id=friday.pk)
    begun(world, friday)
    assert floor_queries.floor(now(friday)).final
    where = {"tournament_id": friday.pk}
    kept = refused(SeatsStay, draw_again, td(world), **where, tables=[1, 2])
    assert kept.source == "OLY-3.4.3"
    draw_again(td(world), **where, tables=[2])
    assert {each.table_no for each in playing(friday)} == {2}
    assert len({each.seat for each in playing(friday)}) == 6
    assert [view.table.number for view in floor_queries.floor(friday).tables] == [2]
    assert SeatMove.objects.count() == 6


def test_a_monthly_tournament_draws_anew_at_three_tables(
    world: World, shift: Shift, friday: Tournament
):
    enter(world, friday, *NAMES[:6], shift_id=shift.pk)
    opened(world, friday, 1, 2, 3, 4)
    draw_seats(td(world, "20:55"), tournament_id=friday.pk)
    three = {"tournament_id": friday.pk, "tables": [1, 2, 3]}
    refused(SeatsStay, draw_again, td(world), **three)
    draw_again(td(world), **three, monthly=True)
    assert [view.taken for view in floor_queries.floor(friday).tables] == [2, 2, 2]


def test_the_supervisor_moves_a_player_with_a_reason_and_never_onto_another(
    world: World, shift: Shift, friday: Tournament
):
    enter(world, friday, *NAMES[:4], shift_id=shift.pk)
    opened(world, friday)
    placed(friday, {1: [1, 2], 2: [1, 2]})
    entry = at_seat(friday, 1, 1)
    where = {"tournament_id": friday.pk, "entry_id": entry.pk}
    taken = refused(
        SeatIsTaken, move_player, td(world), **where, to_table=2, to_seat=2, reason="Asked"
    )
    assert taken.source == "OLY-3.4.3"
    refused(SeatIsTaken, move_player, td(world), **where, to_table=2, to_seat=7, reason="Asked")
    refused(BadInput, move_player, td(world), **where, to_table=2, to_seat=3, reason=" ")
    move_player(td(world), **where, to_table=2, to_seat=3, reason="Cannot see the board")
    assert at_seat(friday, 2, 3).pk == entry.pk
    assert floor_queries.moves(friday)[0].reason == "Cannot see the board"


def test_who_has_no_seat_is_not_moved(world: World, shift: Shift, friday: Tournament):
    entry = enter(world, friday, "A", "B", shift_id=shift.pk)[0]
    opened(world, friday)
    where = {"tournament_id": friday.pk, "entry_id": entry.pk, "to_table": 1, "to_seat": 1}
    refused(NotSeated, move_player, td(world), **where, reason="Asked")


def test_an_undone_knock_out_finds_the_old_seat_or_none(
    world: World, shift: Shift, friday: Tournament
):
    opened(world, friday, 1, 2, seats=3)
    entries = enter(world, friday, *NAMES[:5], shift_id=shift.pk)
    begun(world, friday)
    friday.refresh_from_db()
    first = entries[0]
    first.refresh_from_db()
    seat = first.seat
    gone = out(world, friday, first)
    undo_knockout(td(world, "21:21"), tournament_id=friday.pk, knockout_id=gone.pk)
    first.refresh_from_db()
    assert first.seat == seat
    gone = out(world, friday, first, "21:22")
    sold(world, friday, "Late 1", shift_id=shift.pk, clock="21:23")
    sold(world, friday, "Late 2", shift_id=shift.pk, clock="21:23")
    undo_knockout(td(world, "21:24"), tournament_id=friday.pk, knockout_id=gone.pk)
    assert [each.pk for each in floor_queries.floor(friday).seatless] == [first.pk]


def test_a_rebuy_keeps_the_seat_and_a_reentry_draws_one(world: World, shift: Shift):
    terms = {"variants": ["rebuy_when_broke"], "rebuy_cents": 10_000, "rebuy_levels": 2}
    tournament = a_tournament(world, reentry=True, **terms)
    opened(world, tournament)
    entries = enter(world, tournament, *NAMES[:5], shift_id=shift.pk)
    begun(world, tournament)
    first = entries[0]
    first.refresh_from_db()
    seat = first.seat
    again = {"entry_id": first.pk, "paid_with": "cash", "shift_id": shift.pk}
    out(world, tournament, first)
    sell_more(world.stamp("21:25"), what="rebuy", **again)
    first.refresh_from_db()
    assert first.seat == seat
    out(world, tournament, first, "21:26")
    sell_more(world.stamp("21:27"), what="reentry", **again)
    assert floor_queries.draws(tournament)[-1].tickets == [1]
    first.refresh_from_db()
    assert first.seat


def test_nothing_is_moved_once_a_tournament_is_cancelled(
    world: World, shift: Shift, friday: Tournament
):
    opened(world, friday)
    Tournament.objects.filter(id=friday.pk).update(cancelled_at=world.at("20:30"))
    where = {"tournament_id": friday.pk}
    refused(TournamentOver, draw_seats, td(world), **where)
    refused(TournamentOver, break_table, td(world), **where, table_no=1)
    refused(TournamentOver, open_tables, td(world), **where, numbers=[9], seats=6)


def test_nobody_moves_to_a_full_table(world: World, shift: Shift, friday: Tournament):
    enter(world, friday, *NAMES[:6], shift_id=shift.pk)
    open_tables(td(world, "20:10"), tournament_id=friday.pk, numbers=[1], seats=6)
    open_tables(td(world, "20:11"), tournament_id=friday.pk, numbers=[2], seats=2)
    placed(friday, {1: [1, 2, 3, 4], 2: [1, 2]})
    where = {"tournament_id": friday.pk, "from_table": 1, "to_table": 2}
    refused(NoSeatToMove, balance_tables, td(world), **where, from_button=1, to_button=1)


def test_who_is_out_is_found_among_many_and_then_asked_for_at_his_table(
    world: World, shift: Shift, friday: Tournament, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(floor_views, "LISTED", 3)
    enter(world, friday, *NAMES, shift_id=shift.pk)
    opened(world, friday, 1, 2, 3)
    placed(friday, {1: [1, 2, 3, 4, 5], 2: [1, 2, 3, 4, 5], 3: [2]})
    begun(world, friday)
    director = world.browser(Role.DIRECTOR)
    where = f"/tallinn/tournaments/{friday.pk}/knock-out/"
    first = director.get(where).content.decode()
    assert "Name, ticket or code" in first
    assert "Guest 1" not in first
    assert "Nobody still in" in director.get(f"{where}?q=nobody").content.decode()
    some = director.get(f"{where}?q=guest").content.decode()
    assert some.count("?entry=") == 3  # the latest of too many
    gone = next(one for one in playing(friday) if str(one.player) == "Guest 2")
    found = director.get(f"{where}?q=Guest 2")
    assert found["Location"] == f"{where}?entry={gone.pk}"
    form = director.get(f"{where}?entry={gone.pk}").context["form"]
    assert {pk for pk, _ in form.fields["entry_id"].choices} == {
        one.pk for one in at_table(friday, gone.table_no or 0)
    }
    sent = {"key": uuid4(), "entry_id": gone.pk, "stack": "100"}
    assert director.post(where, sent).status_code == 302
    assert "Nobody still in" in director.get(f"{where}?q=Guest 2").content.decode()


def test_all_moves_are_one_proposal_that_one_touch_makes_and_prints(
    world: World, shift: Shift, friday: Tournament
):
    enter(world, friday, *NAMES, shift_id=shift.pk)
    opened(world, friday, 1, 2, 3)
    placed(friday, {1: [1, 2, 3, 4, 5], 2: [1, 2, 3, 4, 5], 3: [2]})
    begun(world, friday)
    director = world.browser(Role.DIRECTOR)
    where = f"/tallinn/tournaments/{friday.pk}/floor/"
    assert director.get(where).content.decode().count("/floor/balance/") == 1
    page = f"{where}balance/?button_1=1&button_2=1&button_3=2"
    moves = director.get(page).context["moves"]
    # The big blinds of both tables, then whoever is the big blind once he is gone.
    assert [(one.from_table, one.from_seat, one.to_table) for one in moves] == [
        (1, 3, 3), (2, 3, 3)
    ]  # fmt: skip
    assert len({one.to_seat for one in moves} | {2}) == 3
    ids = [one.entry.pk for one in moves]
    others = director.post(page, {"key": uuid4(), "entry_id": ids[::-1]})
    assert others.status_code == 409
    assert "The rules now choose" in others.content.decode()

    done = director.post(page, {"key": uuid4(), "entry_id": ids, "print": "1"})

    made = SeatMove.objects.order_by("id")
    assert [one.entry_id for one in made] == ids
    assert len({one.act_id for one in made}) == 1
    cards = director.get(done["Location"]).content.decode()
    assert cards.count('class="seat-card"') == 2
    assert [view.taken for view in floor_queries.floor(now(friday)).tables] == [4, 4, 3]
    late = {"tournament_id": friday.pk, "buttons": []}
    assert refused(NoMove, balance_floor, td(world), **late).source == "OLY-3.4.14"
    assert "These tables are balanced." in director.get(f"{where}balance/").content.decode()

    undo_last(td(world, "21:15"), tournament_id=friday.pk, undone_act_id=made[0].act_id)
    assert [view.taken for view in floor_queries.floor(now(friday)).tables] == [5, 5, 1]


def test_a_button_is_needed_at_each_table_that_a_move_concerns(
    world: World, shift: Shift, friday: Tournament
):
    enter(world, friday, *NAMES[:7], shift_id=shift.pk)
    opened(world, friday)
    placed(friday, {1: [1, 2, 3, 4, 5], 2: [1, 3]})
    where = {"tournament_id": friday.pk}
    for buttons, says in (({1: 1}, "table 2"), ({1: 7, 2: 1}, "occupied seat")):
        at = [ButtonAt(table_no=table, seat_no=seat) for table, seat in buttons.items()]
        assert says in str(refused(BadInput, balance_floor, td(world), **where, buttons=at).message)
    assert not SeatMove.objects.exists()
