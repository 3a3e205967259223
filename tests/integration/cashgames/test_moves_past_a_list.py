"""A seat at another game is its list's: a move past it has a reason, which the list shows."""

from typing import Any
from uuid import uuid4

import pytest

from cashgames.models import Seat, Session, WaitlistEntry
from cashgames.queries.waiting import waiting_lines
from cashgames.services.moves import move_player
from cashgames.services.places import SomebodyWaits
from cashgames.services.tables import add_table, open_session
from cashgames.services.waiting import call_waiting, join_list, note_interest
from casino.staff.models import Role
from tests.refusing import refused
from tests.world import World


@pytest.fixture
def low(world: World) -> Session:
    return world.session("1")


@pytest.fixture
def high(world: World) -> Session:
    table = add_table(world.stamp("07:00", role=Role.MANAGER), name="2")
    return open_session(
        **world.opens(),
        table_id=table.pk,
        game="omaha",
        small_blind_cents=500,
        big_blind_cents=500,
        min_buy_in_cents=50_000,
        max_buy_in_cents=100_000,
    )


def seated(world: World, session: Session, name: str = "Ann") -> int:
    return world.seat(session, name)[0].seat.player_id


def waits(world: World, session: Session, player_id: int, clock: str, act: Any = join_list) -> Any:
    blinds = {name: getattr(session, name) for name in ("small_blind_cents", "big_blind_cents")}
    stamp = world.stamp(clock, role=Role.SUPERVISOR)
    return act(stamp, game=session.game, **blinds, player_id=player_id)


def move(world: World, who: int, to: Session, clock: str = "21:30", **more: Any) -> Seat:
    here = Seat.objects.get(player_id=who, left_at=None)
    asked = {"session_id": here.session_id, "player_id": who, "to_session_id": to.pk}
    asked |= {"seat_no": 1, "stack_cents": 20_000} | more
    return move_player(world.stamp(clock, role=Role.SUPERVISOR), **asked)


def test_a_move_to_another_game_waits_for_its_list(world: World, low: Session, high: Session):
    ann, first = seated(world, low), world.player("First in line")
    waits(world, high, first.pk, "21:00")
    said = refused(SomebodyWaits, move, world, ann, high)
    assert (said.field, said.source, said.next_page) == ("reason", "OLY-2.6", "waiting-add")
    assert first.name in said.message
    assert Seat.objects.get(player_id=ann, left_at=None).session_id == low.pk


def test_a_move_past_the_list_is_shown_on_it_with_its_reason(
    world: World, low: Session, high: Session
):
    ann, first, second = seated(world, low), world.player("First"), world.player("Second")
    waits(world, high, first.pk, "21:00")
    waits(world, high, second.pk, "21:01")

    move(world, ann, high, reason="The low game ends")

    (line,) = waiting_lines(world.club.pk)
    assert [one.player_id for one in line.entries] == [first.pk, second.pk]
    (shown,) = line.moves
    assert (shown.waiting.player_id, shown.from_place, shown.to_place) == (ann, 3, 1)
    assert (shown.reason, shown.moved_by) == ("The low game ends", world.staff[Role.SUPERVISOR])
    assert shown.waiting.state == WaitlistEntry.State.SEATED


def test_who_stands_on_the_list_passes_those_before_with_a_reason(
    world: World, low: Session, high: Session
):
    ann, first = seated(world, low), world.player("First")
    waits(world, high, first.pk, "21:00")
    mine = waits(world, high, ann, "21:01")
    refused(SomebodyWaits, move, world, ann, high)
    move(world, ann, high, reason="Agreed with the first")
    (line,) = waiting_lines(world.club.pk)
    (shown,) = line.moves
    assert (shown.waiting_id, shown.from_place) == (mine.pk, 2)
    assert [one.player_id for one in line.entries] == [first.pk]


def test_who_was_interested_in_a_game_passes_its_list_with_a_reason(
    world: World, low: Session, high: Session
):
    ann, first = seated(world, low), world.player("First")
    waits(world, high, ann, "20:59", note_interest)
    waits(world, high, first.pk, "21:00")
    move(world, ann, high, reason="The low game ends")
    (line,) = waiting_lines(world.club.pk)
    assert (line.interested, line.moves[0].from_place) == ([], 2)


def test_who_is_next_or_was_called_moves_without_a_reason(
    world: World, low: Session, high: Session
):
    ann, bob = (one.seat.player_id for one in world.seat(low, "Ann", "Bob"))
    called = waits(world, high, ann, "21:00")
    waits(world, high, bob, "21:01")
    waits(world, high, world.player("Third").pk, "21:02")
    asked = {"session_id": high.pk, "seat_no": 1}
    call_waiting(world.stamp("21:03", role=Role.SUPERVISOR), waiting_id=called.pk, **asked)
    move(world, ann, high)
    move(world, bob, high, "21:31", seat_no=2)
    (line,) = waiting_lines(world.club.pk)
    assert (len(line.entries), line.moves) == (1, [])


def test_tables_of_one_game_are_balanced_past_their_list(world: World, low: Session):
    again = world.session("2")
    ann = seated(world, low)
    waits(world, low, world.player("First").pk, "21:00")
    move(world, ann, again)
    move(world, ann, again, "21:31", seat_no=2, stack_cents=0)
    (line,) = waiting_lines(world.club.pk)
    assert line.moves == []


def test_the_page_asks_why_and_the_list_tells_it(world: World, low: Session, high: Session):
    ann = seated(world, low)
    waits(world, high, world.player("First").pk, "21:00")
    client = world.browser(Role.SUPERVISOR)
    page = f"/tallinn/tables/{low.pk}/move/{ann}/"
    sent = {"key": str(uuid4()), "place": f"{high.pk}:1", "stack_cents": "200"}
    answer = client.post(page, sent)
    assert answer.status_code == 409
    assert "First is first on the list" in answer.content.decode()
    client.post(page, sent | {"key": str(uuid4()), "reason": "The low game ends"})
    assert "The low game ends" in client.get("/tallinn/waiting/").content.decode()
