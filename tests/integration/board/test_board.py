"""The screen in the room: what everybody may see of it, and what nobody."""

from datetime import timedelta

import pytest
from django.conf import LazySettings
from django.core.cache import caches
from django.test import Client

from cashgames.models import Session
from cashgames.services.waiting import call_waiting, join_list, note_interest
from casino.board.queries import room_board
from casino.closing.services.days import close_floor
from casino.editions.services import adopt_book
from casino.names import initials
from casino.staff.models import Role
from casino.web import room
from jackpot.models import Jackpot
from tests.claiming import awarded, claimed, fed, six_seated
from tests.counting import sign
from tests.integration.jackpot.test_pool_moves import another, moved
from tests.shifted import Clock
from tests.world import EVENING, World

pytestmark = pytest.mark.django_db
NEXT = EVENING + timedelta(1)
PART = "/board/tallinn/?part=room"
HOLDEM = {"game": "texas_holdem", "small_blind_cents": 100, "big_blind_cents": 200}


def waits(world: World, name: str, clock: str = "21:00") -> int:
    stamp = world.stamp(clock, role=Role.SUPERVISOR)
    return join_list(stamp, **HOLDEM, player_id=world.player(name).pk).pk


def test_open_tables_with_their_free_seats(world: World):
    world.seat(world.session("Table 1"), "Mari Tamm", "Jaan Kask")
    board = room_board(world.club, at=world.at("21:30"), shows="initials")
    (table,) = board.tables
    assert (table.name, table.game, table.free_seats) == ("Table 1", "texas_holdem", 7)
    assert (table.small_blind_cents, table.big_blind_cents) == (100, 200)


def test_a_seat_somebody_was_called_to_is_not_free(world: World):
    session = world.session("Table 1")
    waiting_id = waits(world, "Ülle Põder")
    call_waiting(
        world.stamp("21:05", role=Role.SUPERVISOR),
        waiting_id=waiting_id,
        session_id=session.pk,
        seat_no=3,
    )
    board = room_board(world.club, at=world.at("21:06"), shows="initials")
    assert board.tables[0].free_seats == 8
    (place,) = board.lists[0].places
    assert (place.who, place.table) == ("Ü. P.", "Table 1")


def test_a_table_of_a_game_that_the_new_book_lacks_plays_on_and_takes_nobody(world: World):
    session = world.session("Table 1")
    Session.objects.filter(pk=session.pk).update(game="courchevel")
    world.seat(session, "Mari Tamm", "Jaan Kask")
    manager = world.stamp("21:10", role=Role.MANAGER)
    rules = {"book": "voodoo", "first_day": NEXT, "overrides": {}, "reason": "Another house"}
    sign(world, manager, adopt_book.ask(manager, **rules), by=Role.ACCOUNTANT)

    board = room_board(world.club, at=world.at("07:30", day=NEXT), shows="initials")
    assert [(each.name, each.free_seats) for each in board.tables] == [("Table 1", 0)]


def test_a_jackpot_that_was_hit_says_what_the_next_hit_is_paid_from(world: World):
    fed(world)
    claim = claimed(world, six_seated(world))
    told = room_board(world.club, at=world.at("23:06"), shows="initials").jackpots
    assert [(each.level_cents, each.next_cents) for each in told] == [(1_000_000, None)]
    awarded(world, claim)
    told = room_board(world.club, at=world.at("23:30"), shows="initials").jackpots
    assert [(each.level_cents, each.next_cents) for each in told] == [(1_000_000, 400_000)]
    shown = Client().get("/board/tallinn/").content.decode()
    assert "Hit today. The next hit is paid from 4\u00a0000,00." in shown


def test_a_jackpot_whose_money_was_moved_promises_no_more_than_it_holds(world: World):
    fed(world)
    moved(world, Jackpot.objects.get(), another(world))
    told = room_board(world.club, at=world.at("23:30"), shows="initials").jackpots
    assert ("Bad beat", 1_000_000, 0) in [(e.name, e.level_cents, e.next_cents) for e in told]
    shown = Client().get("/board/tallinn/").content.decode()
    assert "The next hit is paid from 0,00.</strong>" in shown
    assert "Hit today" not in shown


def test_a_list_with_nobody_on_it_is_no_list(world: World):
    stamp, player = world.stamp("21:00", role=Role.SUPERVISOR), world.player("Mari Tamm")
    note_interest(stamp, **HOLDEM, player_id=player.pk)
    assert room_board(world.club, at=world.at("21:30"), shows="initials").lists == []


def test_who_waits_stands_there_in_order_by_initials_or_by_number(world: World):
    for minute, name in enumerate(("Jānis Bērziņš", "Rasa O'Neil")):
        waits(world, name, f"21:0{minute}")
    for shows, said in (
        ("initials", ["J. B.", "R. O."]),
        ("numbers", ["No. 101", "No. 102"]),
        ("names", ["Jānis Bērziņš", "Rasa O'Neil"]),
    ):
        (line,) = room_board(world.club, at=world.at("21:30"), shows=shows).lists
        assert [place.who for place in line.places] == said


def test_a_long_list_says_how_many_more(world: World):
    for number in range(10):
        waits(world, f"Guest {number}")
    (line,) = room_board(world.club, at=world.at("21:30"), shows="initials").lists
    assert (len(line.places), line.more) == (8, 2)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Mari", "M."),
        ("Anna Maria Kask", "A. K."),
        ("жанна юрьева", "Ж. Ю."),
        ("李 小龍", "李. 小."),
    ],
)
def test_initials_are_the_first_letters_of_the_first_and_last_word(name: str, said: str):
    assert initials(name) == said


def test_a_jackpot_stands_at_the_level_fixed_at_the_close(world: World):
    jackpot = world.jackpot("Bad beat")
    before = room_board(world.club, at=world.at("21:30"), shows="initials").jackpots[0]
    assert before.fixed_at is None
    close_floor(world.stamp("23:00", role=Role.SUPERVISOR))
    after = room_board(world.club, at=world.at("23:01"), shows="initials").jackpots[0]
    assert (after.name, after.level_cents, after.fixed_at) == (
        jackpot.name,
        0,
        world.at("23:00"),
    )


def test_everybody_sees_it_without_a_sign_in_and_nobody_a_name(world: World):
    world.seat(world.session("Table 1"), "Mari Tamm")
    waits(world, "Sergei Orlov")
    answer = Client().get("/board/tallinn/")
    assert (answer.status_code, answer["Cache-Control"]) == (
        200,
        "max-age=0, no-cache, no-store, must-revalidate, private",
    )
    page = answer.content.decode()
    assert "S. O." in page
    for hidden in ("Sergei", "Orlov", "Mari", "Tamm", "csrf", "cashier", "sign-out", "200,00"):
        assert hidden not in page
    assert "<style" not in page
    assert "sessionid" not in answer.cookies


def test_it_can_only_be_read(world: World):
    assert Client().post("/board/tallinn/").status_code == 405
    assert Client().get("/board/nowhere/").status_code == 404


def test_a_club_may_have_no_board(world: World, settings: LazySettings):
    settings.PUBLIC_BOARD = "off"
    assert Client().get("/board/tallinn/").status_code == 404


def test_strangers_in_one_second_draw_the_room_once(
    world: World, django_assert_num_queries, clock: Clock, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(room, "KEPT_SECONDS", 60)
    world.seat(world.session("Table 1"), "Mari Tamm")
    clock.stop(clock.now() + timedelta(days=1))
    first = Client().get(PART)
    with django_assert_num_queries(0):
        for _ in range(10):
            answer = Client().get(PART)
            assert "Table 1" in answer.text
            assert answer["Cache-Control"] == first["Cache-Control"]
            assert answer["Content-Security-Policy"] == first["Content-Security-Policy"]
    world.seat(world.session("Table 2"), "Sergei Orlov")
    clock.stop(clock.now() + timedelta(seconds=1))
    caches["panels"].clear()  # a second later
    assert "Table 2" in Client().get(PART).text


def test_what_is_kept_counts_for_the_address_that_asks(
    world: World, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(room.PerAddress, "rate", "2/hour", raising=False)
    room.PerAddress.counts.clear()
    stranger = Client()
    assert [stranger.get(PART).status_code for _ in range(3)] == [200, 200, 429]
    assert Client().post(PART).status_code == 405
    room.PerAddress.counts.clear()
