"""After the last flight the clock stands where the flight stood that came furthest."""

from typing import Any

from casino.cage.models import Shift
from tests.tournament_floor import begun, opened, td
from tests.tournaments import a_tournament, chips_of, enter, now
from tests.world import World
from tournaments.models import Tournament
from tournaments.queries.clock import position
from tournaments.queries.tournaments import unrefunded
from tournaments.services.days import begin_day, end_day
from tournaments.services.penalties import punish
from tournaments.services.tables import draw_seats


def flights(world: World, event: Tournament) -> dict[str, Any]:
    """Play flight A into level 2 with two bags; flight B begins at 22:00."""
    shift = world.open_shift(clock="18:00")
    entries = enter(world, event, "Ann", "Bob", shift_id=shift.pk)
    opened(world, event)
    one = {"tournament_id": event.pk}
    draw_seats(td(world, "20:50"), **one)
    begun(world, event)
    bags = chips_of({each.pk: 10_000 for each in entries})
    end_day(td(world, "21:25"), **one, bags=bags, another_flight=True)
    begin_day(td(world, "22:00"), **one)
    return one


def test_the_second_day_begins_where_the_flight_stood_that_came_furthest(world: World):
    event = a_tournament(world, flights=2)
    one = flights(world, event)
    end_day(td(world, "22:05"), **one, bags=[])
    stands = position(now(event), world.at("22:30"))
    assert stands
    assert (stands[0].step, stands[0].passed.seconds, stands[1]) == (1, 300, False)
    begin_day(td(world, "22:40"), **one)
    stands = position(now(event), world.at("22:41"))
    assert stands
    assert (stands[0].step, stands[1]) == (1, True)


def test_a_flight_that_went_further_and_has_no_bag_left_decides_no_level(world: World):
    event = a_tournament(world, late_levels=4, flights=2)
    one = flights(world, event)
    ann, bob = unrefunded(event)
    others = enter(world, event, "Cat", "Dan", shift_id=Shift.objects.get().pk, clock="22:01")
    rude = {"breach": "conduct", "reason": "Rude", "stack": 10_000}
    for each in (ann, bob):
        while not punish(td(world, "22:02"), **one, **rude, entry_id=each.pk).knockout_id:
            pass
    end_day(td(world, "22:10"), **one, bags=chips_of({each.pk: 10_000 for each in others}))
    stands = position(now(event), world.at("22:30"))
    assert stands
    assert (stands[0].step, stands[0].passed.seconds) == (0, 600)
