"""A player's night: seats, times, result, cost, and the file of it."""

import csv
from datetime import timedelta

import pytest

from cashgames.exports import night_csv
from cashgames.models import Session
from cashgames.queries.nights import Night, player_night
from cashgames.queries.time_rake import periods
from cashgames.services.absence import come_back, leave_seat, take_back_absence
from cashgames.services.cash_outs import cash_out
from cashgames.services.hands import rake_hand
from cashgames.services.moves import move_player
from cashgames.services.spending import spend_chips
from cashgames.services.time_rake import collect_time_rake, find_due_time_rake, plan_time_rake
from casino.players.models import Player
from casino.staff.models import Role
from tests.correcting import floor
from tests.shifted import Clock
from tests.world import EVENING, World

pytestmark = pytest.mark.django_db
NEXT = EVENING + timedelta(1)


def night(world: World, player: Player, clock: str = "06:00") -> Night:
    return player_night(world.club, player, EVENING, at=world.at(clock))


def a_night(world: World) -> Player:
    """Mari plays from 20:30 to 23:30 at two tables, with a break, a tip and a raked hand."""
    session, other = world.session(), world.session("2")
    seat = world.seat(session, "Mari", *"ABCDE")[0].seat
    who = {"session_id": session.pk, "player_id": seat.player_id}
    leave_seat(floor(world, "21:00"), **who, permission=True)
    come_back(floor(world, "21:20"), **who)
    hand = {"name": "1", "pots_cents": [20_000], "players_dealt": 6, "board_cards_dealt": 3}
    rake_hand(floor(world, "21:30"), session_id=session.pk, **hand)
    spend_chips(floor(world, "21:40"), **who, cents=500, purpose="tip")
    move_player(floor(world, "22:00"), **who, to_session_id=other.pk, seat_no=1, stack_cents=30_000)
    left = {"session_id": other.pk, "player_id": seat.player_id, "cents": 30_000}
    cash_out(floor(world, "23:30"), **left, paid_with="chips")
    return seat.player


def test_a_night_adds_up(world: World):
    found = night(world, a_night(world))

    assert (found.came_cents, found.went_cents, found.result_cents) == (20_000, 30_000, 10_000)
    assert (found.tips_cents, found.rake_cents) == (500, 166)
    assert [stay.minutes for stay in found.stays] == [70, 90]
    assert found.minutes == 160


def test_an_absence_noted_for_the_wrong_guest_is_no_time_away(world: World):
    session = world.session()
    seat = world.seat(session, "Mari")[0].seat
    who = {"session_id": session.pk, "player_id": seat.player_id}
    leave_seat(floor(world, "21:00"), **who)
    take_back_absence(floor(world, "21:20"), **who, reason="It was seat 4")

    assert night(world, seat.player, "21:30").minutes == 60


def test_who_still_plays_has_no_result_yet(world: World):
    player = world.seat(world.session(), "Mari")[0].seat.player

    found = night(world, player, "21:30")

    assert (found.result_cents, found.minutes) == (None, 60)


def test_a_night_ends_with_its_gaming_day(world: World):
    player = world.seat(world.session(), "Mari")[0].seat.player

    later = player_night(world.club, player, EVENING, at=world.at("20:00", day=NEXT))

    assert later.stays[0].until == world.at("07:00", day=NEXT)


def test_a_night_over_the_close_has_no_result_of_either_day(world: World):
    session = world.session()
    seat = world.seat(session, "Mari")[0].seat
    who = {"session_id": session.pk, "player_id": seat.player_id}
    morning = world.stamp("07:10", role=Role.SUPERVISOR, day=NEXT)
    cash_out(morning, **who, cents=20_000, paid_with="chips")

    noon = world.at("12:00", day=NEXT)
    days = [player_night(world.club, seat.player, day, at=noon) for day in (EVENING, NEXT)]
    assert [(each.playing, each.result_cents) for each in days] == [(False, None)] * 2
    assert [(each.came_cents, each.went_cents) for each in days] == [(20_000, 0), (0, 20_000)]


def test_the_time_paid_for_is_a_cost_of_the_night(world: World):
    session = world.session()
    manager = world.stamp("20:00", role=Role.MANAGER)
    plan_time_rake(manager, session_id=session.pk, table_cents=25_000)
    player = world.seat(session, "Mari", "B")[0].seat.player
    find_due_time_rake(world.at("21:00"))
    period = periods(session.pk)[0]
    collect_time_rake(floor(world, "21:01"), period_id=period.pk, paid_with="chips")

    assert night(world, player).time_rake_cents == 12_500


def test_the_file_says_what_the_page_says(world: World):
    found = night(world, a_night(world))

    rows = list(csv.DictReader(night_csv(world.club, found).decode().splitlines()))

    sums = {row["item"]: row["amount"] or row["minutes"] for row in rows if row["section"] == "sum"}
    assert (sums["played"], sums["result"], sums["tips"]) == ("160", "100.00", "5.00")
    assert [row["item"] for row in rows if row["section"] == "chips"] == [
        "buy_in",
        "tip",
        "moved_out",
        "moved_in",
        "cash_out",
    ]


def test_how_long_a_table_or_a_guest_played_is_said_in_hours_and_minutes(
    world: World, clock: Clock
):
    player = world.seat(world.session(), "Mari")[0].seat.player
    clock.stop(world.at("23:05"))
    browser = world.browser(Role.SUPERVISOR)
    opened = world.at("23:05") - Session.objects.get().opened_at
    hours, minutes = divmod(int(opened.total_seconds()) // 60, 60)
    assert f"open {hours}:{minutes:02} h" in browser.get("/tallinn/tables/").content.decode()
    shown = browser.get(f"/tallinn/players/{player.pk}/night/{EVENING}/").content.decode()
    assert "<dd>2:35 h</dd>" in shown
    assert '<td class="n">2:35</td>' in shown
