"""The waiting lists: first come, first served; called with a count-down; moved with a reason."""

from typing import Any

import pytest

from cashgames.models import Session, WaitingMove, WaitlistEntry
from cashgames.queries.waiting import list_of, waiting, waiting_line
from cashgames.rules.waiting_list import QueueJump
from cashgames.services.cash_outs import cash_out
from cashgames.services.places import KeptApart, SeatReserved, SeatTaken, SomebodyWaits
from cashgames.services.seats import seat_player
from cashgames.services.tables import close_session
from cashgames.services.waiting import (
    NotListed,
    OtherGame,
    StillTime,
    WaitsAlready,
    call_waiting,
    join_list,
    leave_list,
    list_interested,
    move_waiting,
    note_interest,
    note_no_show,
)
from casino.approvals.services import approve
from casino.ledger import services as ledger
from casino.players.models import Player, PlayingPlace
from casino.players.queries import PlayerExcluded
from casino.players.services.erasing import anonymise_player
from casino.players.services.guests import exclude_player
from casino.players.services.places import PlaysElsewhere, keep_apart, take_place
from casino.refusals import BadInput
from casino.staff.models import Role
from tests.merging import merged
from tests.refusing import refused
from tests.shifted import Clock
from tests.world import EVENING, World, a_key

pytestmark = pytest.mark.django_db
GAME = {"game": "texas_holdem", "small_blind_cents": 100, "big_blind_cents": 200}


@pytest.fixture
def session(world: World) -> Session:
    return world.session()


def floor(world: World, clock: str = "21:00", **more: Any):
    return world.stamp(clock, role=Role.SUPERVISOR, **more)


def wait(world: World, name: str = "", player: Player | None = None, **game: Any) -> WaitlistEntry:
    who = player or world.player(name)
    return join_list(floor(world), player_id=who.pk, **(GAME | game))


def call(
    world: World, session: Session, entry: WaitlistEntry, seat_no: int = 1, clock: str = "21:00"
):
    where = {"session_id": session.pk, "seat_no": seat_no}
    return call_waiting(floor(world, clock), waiting_id=entry.pk, **where)


def sit(world: World, session: Session, player: Player, seat_no: int = 1, clock: str = "21:02"):
    world.sell(20_000, "20:00")
    return seat_player(
        floor(world, clock),
        session_id=session.pk,
        seat_no=seat_no,
        player_id=player.pk,
        cents=20_000,
        paid_with="chips",
    )


def names(session: Session) -> list[str]:
    found = list_of(session)
    return [entry.player.name for entry in waiting_line(found.pk)] if found else []


def test_a_list_before_the_game_says_that_no_table_plays_it(world: World, clock: Clock):
    waits = wait(world, "Mari")
    clock.stop(world.at("21:30"))
    desk = world.browser(Role.SUPERVISOR)
    for page in ("waiting/", f"waiting/{waits.pk}/call/"):
        text = desk.get(f"/tallinn/{page}").text
        assert "No table of this game is open" in text, page
        assert "No seat is free" not in text, page


def test_a_called_guest_has_the_seat_and_leaves_the_list_with_it(world: World, session: Session):
    mari = world.player("Mari")
    called = call(world, session, wait(world, player=mari), 4)

    assert (called.seat_no, called.answer_by) == (4, world.at("21:05"))
    assert sit(world, session, mari, 4).seat.number == 4
    assert names(session) == []
    assert waiting(world.club.pk, called.pk).state == WaitlistEntry.State.SEATED


@pytest.mark.parametrize("seat_no", [None, 4])
def test_the_place_of_a_merged_card_is_the_guests(
    world: World, session: Session, seat_no: int | None
):
    double, mari = world.player("Maria"), world.player("Mari")
    first = wait(world, player=double)
    wait(world, "Jaan")
    if seat_no:
        call(world, session, first, seat_no)
    merged(world, mari.pk, double.pk, clock="21:01")
    assert sit(world, session, mari, 4).seat.number == 4
    assert names(session) == ["Jaan"]


def test_a_merged_card_is_called_and_its_guest_does_not_join_again(world: World, session: Session):
    double, mari = world.player("Maria"), world.player("Mari")
    first = wait(world, player=double)
    second = wait(world, "Jaan")
    merged(world, mari.pk, double.pk, clock="21:01")

    refused(WaitsAlready, wait, world, player=mari)
    refused(WaitsAlready, note_interest, floor(world), player_id=mari.pk, **GAME)
    assert call(world, session, first, 4, "21:02").seat_no == 4
    assert sit(world, session, mari, 4).seat.number == 4
    assert call(world, session, second, 5, "21:03").seat_no == 5


def test_who_was_interested_by_a_merged_card_is_listed_on_coming(world: World):
    double, mari = world.player("Maria"), world.player("Mari")
    interested = note_interest(floor(world), player_id=double.pk, **GAME)
    merged(world, mari.pk, double.pk, clock="21:01")
    waits = list_interested(floor(world, "21:02"), waiting_id=interested.pk)
    assert waits.state == WaitlistEntry.State.WAITING


def test_an_erased_guest_is_on_no_list_and_keeps_no_seat(world: World, session: Session):
    mari = world.player("Mari")
    first = wait(world, player=mari)
    note_interest(floor(world), player_id=mari.pk, **(GAME | {"big_blind_cents": 500}))
    second = wait(world, "Jaan")
    call(world, session, first, 4)
    asked = anonymise_player.ask(floor(world, "21:01"), player_id=mari.pk, reason="Asked")
    accountant = world.stamp("21:02", role=Role.ACCOUNTANT)
    approve(accountant, proposal_id=asked.pk, digest=asked.digest)

    ended = set(WaitlistEntry.objects.filter(player=mari).values_list("state", "ended_at"))
    assert ended == {(WaitlistEntry.State.LEFT, world.at("21:02"))}
    assert names(session) == ["Jaan"]
    assert call(world, session, second, 4, "21:03").seat_no == 4


def test_the_first_is_called_and_nobody_else(world: World, session: Session):
    wait(world, "Mari")
    second = wait(world, "Jaan")

    refusal = refused(QueueJump, call, world, session, second)

    assert refusal.source == "OLY-2.6"
    assert "Mari" in refusal.message


def test_nobody_sits_down_past_the_list(world: World, session: Session):
    wait(world, "Mari")

    refusal = refused(SomebodyWaits, sit, world, session, world.player("Jaan"))

    assert (refusal.source, refusal.message) == (
        "OLY-2.6",
        "Mari is first on the list for this game.",
    )


def test_the_first_may_sit_down_without_a_call(world: World, session: Session):
    mari = world.player("Mari")
    wait(world, player=mari)
    sit(world, session, mari)

    assert names(session) == []


def test_a_reserved_seat_is_kept_as_long_as_the_list_shows_it(world: World, session: Session):
    called = call(world, session, wait(world, "Mari"))
    jaan = world.player("Jaan")

    assert refused(SeatReserved, sit, world, session, jaan).source == "OLY-2.5"
    note_no_show(floor(world, "21:05"), waiting_id=called.pk)
    assert sit(world, session, jaan, clock="21:06").seat.number == 1


def test_a_seat_is_reserved_for_one(world: World, session: Session):
    first, second = wait(world, "Mari"), wait(world, "Jaan")
    call(world, session, first, 1)

    refused(SeatReserved, call, world, session, second, 1)
    assert call(world, session, second, 2).seat_no == 2


def test_a_taken_seat_is_not_called_to(world: World, session: Session):
    world.seat(session, "A")

    refused(SeatTaken, call, world, session, wait(world, "Mari"), 1)


def test_a_called_guest_has_the_whole_count_down(world: World, session: Session):
    called = call(world, session, wait(world, "Mari"))

    early = refused(StillTime, note_no_show, floor(world, "21:04:59"), waiting_id=called.pk)

    assert (early.message, early.source) == ("Mari has 1 min left to take the seat.", "OLY-2.4")


def test_who_did_not_come_gives_the_seat_to_the_next(world: World, session: Session):
    called = call(world, session, wait(world, "Mari"))
    second = wait(world, "Jaan")
    note_no_show(floor(world, "21:05"), waiting_id=called.pk)

    assert call(world, session, second, 1, "21:06").seat_no == 1
    refused(NotListed, note_no_show, floor(world, "21:07"), waiting_id=called.pk)


def test_an_order_changes_only_with_a_reason_that_is_kept(world: World, session: Session):
    entries = [wait(world, name) for name in ("A", "B", "C")]
    what = {"waiting_id": entries[2].pk, "place": 1}

    refused(BadInput, move_waiting, floor(world), **what, reason=" ")
    move_waiting(floor(world), **what, reason="From a broken table")

    assert names(session) == ["C", "A", "B"]
    moved = WaitingMove.objects.get()
    assert (moved.from_place, moved.to_place, moved.reason) == (3, 1, "From a broken table")
    assert moved.moved_by == world.staff[Role.SUPERVISOR]


@pytest.mark.parametrize("place", [1, 3])
def test_a_move_goes_to_another_place_of_the_list(world: World, session: Session, place: int):
    first = wait(world, "A")
    wait(world, "B")
    what = {"waiting_id": first.pk, "place": place, "reason": "x"}

    assert refused(BadInput, move_waiting, floor(world), **what).field == "place"


def test_a_guest_stands_on_a_list_once_and_comes_back_at_its_end(world: World, session: Session):
    mari = world.player("Mari")
    first = wait(world, player=mari)
    wait(world, "Jaan")
    refused(WaitsAlready, wait, world, player=mari)

    leave_list(floor(world), waiting_id=first.pk)
    wait(world, player=mari)

    assert names(session) == ["Jaan", "Mari"]


def test_another_game_is_another_list(world: World, session: Session):
    omaha = wait(world, "Mari", game="omaha")

    refused(OtherGame, call, world, session, omaha)
    assert names(session) == []


def test_who_is_barred_does_not_wait(world: World):
    mari = world.player("Mari")
    exclude_player(floor(world), player_id=mari.pk, until=EVENING, reason="House ban")

    refused(PlayerExcluded, wait, world, player=mari)


def test_who_plays_a_tournament_waits_for_no_cash_game(world: World, session: Session):
    mari, jaan = world.player("Mari"), world.player("Jaan")
    called = call(world, session, wait(world, player=mari))
    stamp = floor(world, "21:01")
    for player in (mari, jaan):
        act = ledger.act(floor(world), "test.register")
        where = {"kind": PlayingPlace.Kind.TOURNAMENT, "about": "Friday 50"}
        take_place(act.on(stamp), player_id=player.pk, **where)

    assert refused(PlaysElsewhere, wait, world, player=jaan).source == "OLY-2.7"
    refused(PlaysElsewhere, sit, world, session, mari)
    assert waiting(world.club.pk, called.pk).state == WaitlistEntry.State.CALLED


def test_two_who_are_kept_apart_are_not_called_to_one_table(world: World, session: Session):
    a = world.seat(session, "A")[0].seat.player_id
    mari = world.player("Mari")
    pair = {"player_id": a, "other_id": mari.pk, "until": None, "reason": "A brawl"}
    keep_apart(floor(world), **pair)

    refusal = refused(KeptApart, call, world, session, wait(world, player=mari), 2)

    assert (refusal.message, refusal.source) == (
        "Mari and A must not sit at the same table.",
        "OLY-1.49",
    )


def test_a_call_is_carried_out_once(world: World, session: Session):
    entry = wait(world, "Mari")
    stamp = floor(world, key=a_key())
    what = {"waiting_id": entry.pk, "session_id": session.pk, "seat_no": 3}

    assert call_waiting(stamp, **what).pk == call_waiting(stamp, **what).pk


def test_who_was_called_to_a_table_that_closes_waits_again(world: World, session: Session):
    moved = world.seat(session, "A")[0]
    call(world, session, wait(world, "Mari"), 2)
    left = {"player_id": moved.seat.player_id, "cents": 20_000, "paid_with": "chips"}
    cash_out(floor(world, "21:03"), session_id=session.pk, **left)
    close_session(floor(world, "21:04"), session_id=session.pk)

    assert [entry.state for entry in WaitlistEntry.objects.all()] == [WaitlistEntry.State.WAITING]
