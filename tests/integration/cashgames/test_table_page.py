"""The table's page: the seats as a picture, who waits beside them, called in one touch."""

import pytest
from django.test import Client

from cashgames.models import Session, WaitlistEntry
from cashgames.queries.tables import rake_per_hour_cents
from cashgames.queries.waiting import waiting_line
from cashgames.services.hands import rake_hand
from cashgames.services.waiting import (
    NotListed,
    WaitsAlready,
    call_waiting,
    join_list,
    leave_list,
    note_going,
    note_interest,
)
from casino.closing.services.days import GamesOpen, close_floor
from casino.staff.models import Role
from tests.refusing import refused
from tests.world import World, a_key

pytestmark = pytest.mark.django_db
GAME = {"game": "texas_holdem", "small_blind_cents": 100, "big_blind_cents": 200}


@pytest.fixture
def session(world: World) -> Session:
    return world.session()


@pytest.fixture
def floor(world: World) -> Client:
    return world.browser(Role.SUPERVISOR)


def waits(world: World, name: str) -> WaitlistEntry:
    stamp = world.stamp("21:00", role=Role.SUPERVISOR)
    return join_list(stamp, player_id=world.player(name).pk, **GAME)


def shown(client: Client, path: str) -> str:
    answer = client.get(f"/tallinn/{path}")
    assert answer.status_code == 200, path
    return answer.content.decode()


def touched(client: Client, path: str, **said: str):
    return client.post(f"/tallinn/{path}", {"key": str(a_key()), **said})


def test_who_waits_stands_beside_the_seats(world, session, floor):
    world.seat(session, "Mari")
    entry = waits(world, "Jaan Kask")

    page = shown(floor, f"tables/{session.pk}/")

    assert 'class="seat-picture"' in page
    assert "Jaan Kask" in page
    assert f'value="{session.pk}:2"' in page
    assert f"/tallinn/waiting/{entry.pk}/call/" in page
    night = f"/tallinn/players/{session.seats.get().player_id}/night/"
    assert night in page


def test_the_first_is_called_in_one_touch_from_the_table(world, session, floor):
    entry = waits(world, "Jaan Kask")

    done = touched(
        floor, f"waiting/{entry.pk}/call/", place=f"{session.pk}:1", at_table=str(session.pk)
    )

    assert done["Location"] == f"/tallinn/tables/{session.pk}/"
    entry.refresh_from_db()
    assert (entry.state, entry.seat_no) == ("called", 1)
    assert "/no-show/" not in shown(floor, f"tables/{session.pk}/") or entry.answer_by


def test_who_is_interested_is_listed_apart_and_joins_in_one_touch_on_coming(world, session, floor):
    first = waits(world, "Jaan Kask")
    kati = world.player("Kati Lill")
    asked = {"game": "texas_holdem", "small_blind_cents": "1", "big_blind_cents": "2"}
    touched(floor, "waiting/interest/", player=str(kati.code), **asked)
    entry = WaitlistEntry.objects.get(player=kati)
    assert entry.state == "interested"
    assert waiting_line(entry.list_id) == [first]
    for path in ("waiting/", f"tables/{session.pk}/"):
        page = shown(floor, path)
        assert "Interested, not here yet" in page
        assert f"/tallinn/waiting/{entry.pk}/here/" in page

    touched(floor, f"waiting/{entry.pk}/here/", at_table=str(session.pk))
    entry.refresh_from_db()
    assert (entry.state, entry.rank) == ("waiting", first.rank + 2)
    assert "Interested, not here yet" not in shown(floor, f"tables/{session.pk}/")


def test_interest_gives_no_turn_and_no_second_place(world, session, floor):
    kati = world.player("Kati Lill")
    stamp = world.stamp("21:00", role=Role.SUPERVISOR)
    note_interest(stamp, player_id=kati.pk, **GAME)
    refused(WaitsAlready, join_list, world.stamp("21:01"), player_id=kati.pk, **GAME)
    world.seat(session, "Jaan Kask")
    assert session.seats.count() == 1
    entry = WaitlistEntry.objects.get()
    called = {"waiting_id": entry.pk, "session_id": session.pk, "seat_no": 3}
    refused(NotListed, call_waiting, world.stamp("21:02"), **called)
    refused(NotListed, note_going, world.stamp("21:02"), waiting_id=entry.pk)
    leave_list(world.stamp("21:03", role=Role.SUPERVISOR), waiting_id=entry.pk)
    assert WaitlistEntry.objects.get().state == "left"


def test_who_called_and_who_is_going_stand_beside_the_seats(world, session, floor):
    entry = waits(world, "Jaan Kask")
    place = {"place": f"{session.pk}:1", "at_table": str(session.pk)}
    touched(floor, f"waiting/{entry.pk}/call/", **place)
    page = shown(floor, f"tables/{session.pk}/")
    assert f"by {world.staff[Role.SUPERVISOR]}" in page
    assert f"/tallinn/waiting/{entry.pk}/going/" in page
    touched(floor, f"waiting/{entry.pk}/going/", at_table=str(session.pk))
    page = shown(floor, f"tables/{session.pk}/")
    assert '<span class="badge in">going</span>' in page
    assert f"/tallinn/waiting/{entry.pk}/going/" not in page
    assert f"/tallinn/tables/{session.pk}/seat/?seat=1" in page


def test_a_full_table_says_so_before_anybody_calls(world, session, floor):
    world.seat(session, *"ABCDEFGHI")
    entry = waits(world, "Jaan Kask")

    page = shown(floor, f"waiting/{entry.pk}/call/")

    assert "No seat is free" in page
    assert "This field is required" not in page
    assert '<button type="submit" class="button main"' not in page
    for path in ("waiting/", f"tables/{session.pk}/"):
        assert "No seat is free" in shown(floor, path)
        assert f"/waiting/{entry.pk}/call/" not in shown(floor, path)


def test_a_seat_kept_for_one_who_was_called_is_not_free(world, session, floor):
    world.seat(session, *"ABCDEFGH")
    first, second = waits(world, "Jaan Kask"), waits(world, "Kati Lill")
    call_waiting(
        world.stamp("21:01", role=Role.SUPERVISOR),
        waiting_id=first.pk,
        session_id=session.pk,
        seat_no=9,
    )
    assert "No seat is free" in shown(floor, f"waiting/{second.pk}/call/")


def test_a_page_polled_twice_is_the_same(world, session, floor):
    waits(world, "Jaan Kask")
    for path in ("waiting/", f"tables/{session.pk}/"):
        panels = [
            floor.get(f"/tallinn/{path}", headers={"hx-request": "true"}).content for _ in range(2)
        ]
        assert panels[0] == panels[1]


def test_rake_per_hour_counts_the_minutes_since_the_opening(world, session):
    world.seat(session, *"ABCDEF")
    hand = {"name": "1", "pots_cents": [10_000], "players_dealt": 6, "board_cards_dealt": 3}
    rake_hand(world.stamp("20:40", role=Role.SUPERVISOR), session_id=session.pk, **hand)

    assert rake_per_hour_cents(session, at=world.at("20:59")) is None
    assert rake_per_hour_cents(session, at=world.at("21:30")) == 500 * 60 // 90


def test_who_counts_boxes_is_told_no_rake_by_the_hour(world):
    session = world.session("Boxes", by_box=True)
    assert rake_per_hour_cents(session, at=world.at("22:30")) is None


def test_the_levels_are_fixed_early_beside_open_games_only_where_that_is_meant(
    world, session, floor
):
    stamp = world.stamp("23:00", role=Role.SUPERVISOR)
    assert refused(GamesOpen, close_floor, stamp).field == "games_go_on"
    told = touched(floor, "close-floor/")
    assert (told.status_code, "games_go_on" in told.content.decode()) == (409, True)

    assert touched(floor, "close-floor/", games_go_on="on").status_code == 302


def test_who_pays_a_stack_out_reads_what_the_guest_brought_and_the_table_holds(
    world, session, floor
):
    mari, _ = world.seat(session, "Mari", "Jaan")

    page = " ".join(shown(floor, f"tables/{session.pk}/cash-out/{mari.seat.player_id}/").split())
    facts = page[page.index("<dl") : page.index("</dl>")]
    assert facts.count("Buy-in") == 1
    assert "The guest takes the chips to the cage." in facts
    assert "Chips in play" in facts
    assert "Minimum" not in facts

    page = shown(floor, f"tables/{session.pk}/top-up/{mari.seat.player_id}/")
    assert "Minimum buy-in" in page
    assert "Chips in play" not in page


def test_a_hand_that_is_recorded_already_is_refused_at_its_number_once(world: World):
    session = world.session()
    world.seat(session, "Ann", "Bob")
    client, where = world.browser(Role.SUPERVISOR), f"/tallinn/tables/{session.pk}/hand/"
    typed = {"name": "17", "main_pot_cents": "90", "players_dealt": "2", "first_round_passed": "on"}
    assert client.post(where, typed | {"key": a_key()}).status_code == 302

    page = client.post(where, typed | {"key": a_key()}).text

    assert page.count("A hand with that number is already recorded at this table.") == 1
