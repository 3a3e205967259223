"""Two desks at one seat, one guest at two places, many workers at one timer: one of each."""

from functools import partial

from cashgames.models import Absence, Session, TimePeriod, WaitlistEntry
from cashgames.services.absence import find_due_absences, leave_seat
from cashgames.services.seats import seat_player
from cashgames.services.time_rake import collect_time_rake, find_due_time_rake, plan_time_rake
from cashgames.services.waiting import call_waiting, join_list
from casino.db import command
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.players.models import PlayingPlace
from casino.players.services.places import take_place
from casino.staff.models import Role
from tests.racing import outcomes, race
from tests.world import World, a_club

WORKERS = 6
GAME = {"game": "texas_holdem", "small_blind_cents": 100, "big_blind_cents": 200}


@command
def sit_in_tournament(stamp: Stamp, *, player_id: int) -> PlayingPlace:
    """What a tournament's own command will do with the ground of the players."""
    act = ledger.act(stamp, "test.take_place", player_id=player_id)
    kind = PlayingPlace.Kind.TOURNAMENT
    return take_place(act.on(stamp), player_id=player_id, kind=kind, about="Friday 50")


def sit(world: World, session: Session, player_id: int, seat_no: int) -> partial:
    return partial(
        seat_player,
        world.stamp("21:00", role=Role.SUPERVISOR),
        session_id=session.pk,
        seat_no=seat_no,
        player_id=player_id,
        cents=20_000,
        paid_with="chips",
    )


def test_a_guest_sits_down_in_one_of_two_places(committed_db: None):
    world = a_club()
    session = world.session()
    world.sell(20_000, "20:00")
    who = world.player().pk

    tournament = partial(sit_in_tournament, world.stamp("21:00"), player_id=who)
    results = race(sit(world, session, who, 1), tournament)

    assert outcomes(results)["PlaysElsewhere"] == 1, results
    assert PlayingPlace.objects.filter(until=None).count() == 1


def test_a_seat_goes_to_one_of_many(committed_db: None):
    world = a_club()
    session = world.session()
    world.sell(20_000 * WORKERS, "20:00")
    guests = [world.player(f"Guest {number}").pk for number in range(WORKERS)]

    results = race(*[sit(world, session, guest, 1) for guest in guests])

    assert outcomes(results) == {"ChipMove": 1, "SeatTaken": WORKERS - 1}, results


def test_a_seat_is_reserved_by_one_call(committed_db: None):
    world = a_club()
    session = world.session()
    entry = join_list(world.stamp("21:00"), **GAME, player_id=world.player().pk)
    what = {"waiting_id": entry.pk, "session_id": session.pk, "seat_no": 4}

    results = race(*[partial(call_waiting, world.stamp("21:01"), **what) for _ in range(WORKERS)])

    assert outcomes(results) == {"WaitlistEntry": 1, "NotListed": WORKERS - 1}, results
    assert WaitlistEntry.objects.get().state == WaitlistEntry.State.CALLED


def test_many_workers_find_a_timer_once(committed_db: None):
    world = a_club()
    session = world.session()
    manager = world.stamp("20:00", role=Role.MANAGER)
    plan_time_rake(manager, session_id=session.pk, table_cents=25_000)
    seat = world.seat(session, "A", "B")[0].seat
    leave_seat(world.stamp("21:00"), session_id=session.pk, player_id=seat.player_id)
    at = world.at("21:30")

    begun = race(*[partial(find_due_time_rake, at)] * WORKERS)
    found = race(*[partial(find_due_absences, at)] * WORKERS)

    assert (sum(begun), TimePeriod.objects.count()) == (4, 4), begun
    assert sum(found) == 2, found
    assert Absence.objects.get().due_at == at


def test_a_period_is_collected_by_one_of_two(committed_db: None):
    world = a_club()
    session = world.session()
    manager = world.stamp("20:00", role=Role.MANAGER)
    plan_time_rake(manager, session_id=session.pk, table_cents=25_000)
    world.seat(session, "A", "B")
    find_due_time_rake(world.at("21:00"))
    what = {"period_id": TimePeriod.objects.latest("number").pk, "paid_with": "chips"}
    stamps = [world.stamp("21:01", role=role) for role in (Role.SUPERVISOR, Role.MANAGER)]

    results = race(*[partial(collect_time_rake, stamp, **what) for stamp in stamps])

    assert outcomes(results) == {"list": 1, "NothingDue": 1}, results
    assert world.balance("income:time-rake") == -25_000
