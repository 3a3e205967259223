"""A further flight sells entries though late registration of the first ended by the clock."""

from datetime import date, datetime

from casino.staff.models import Role
from tests.refusing import refused
from tests.tournament_floor import begun, opened, td
from tests.tournaments import a_template, chips_of, enter, now
from tests.world import World
from tournaments.models import Tournament
from tournaments.queries.clock import rebuys_open, registration_open
from tournaments.queries.order import playing
from tournaments.services.announcing import announce
from tournaments.services.days import begin_day, end_day
from tournaments.services.selling import NotAdmitted, sell_entry

NEXT = date(2026, 2, 28)


def bagged(world: World, starts_at: datetime | None, *, again: bool = True) -> tuple[int, int]:
    """Play a first flight from 21:00, entries sold until 22:00; bag it at 23:00."""
    shift, template = world.open_shift(), a_template(world, late_levels=0, reentry=True)
    friday = announce(
        world.stamp("10:05", role=Role.MANAGER),
        template_id=template.pk,
        name="Two flights",
        starts_at=world.at("21:00"),
        late_until=world.at("22:00"),
        flights=2,
    )
    opened(world, friday, 1)
    enter(world, friday, "Ann", "Bob", "Cat", shift_id=shift.pk)
    begun(world, friday)
    bags = chips_of({each.pk: 10_000 for each in playing(now(friday))})
    named = {"next_name": "B" if again else "Final", "next_starts_at": starts_at}
    end = td(world, "23:00")
    end_day(end, tournament_id=friday.pk, bags=bags, another_flight=again, **named)
    return friday.pk, shift.pk


def opens(world: World, tournament_id: int, clock: str) -> tuple[bool, bool]:
    found, at = Tournament.objects.get(id=tournament_id), world.at(clock, day=NEXT)
    return registration_open(found, at), rebuys_open(found, at)


def test_the_next_flight_sells_as_long_as_the_first_was_announced_to(world: World):
    friday, shift = bagged(world, world.at("20:00", day=NEXT))
    dan = world.player("Dan").pk
    buys = {"tournament_id": friday, "shift_id": shift, "paid_with": "cash"}

    sell_entry(world.stamp("19:30", day=NEXT), player_id=dan, **buys)
    begin_day(world.stamp("20:05", role=Role.DIRECTOR, day=NEXT), tournament_id=friday)

    assert opens(world, friday, "20:59") == (True, True)
    assert opens(world, friday, "21:00") == (False, False)
    late = world.stamp("21:00", day=NEXT)
    refused(NotAdmitted, sell_entry, late, player_id=world.player("Eve").pk, **buys)


def test_without_an_announced_start_the_span_runs_from_the_start(world: World):
    friday, _ = bagged(world, None)
    assert opens(world, friday, "20:30") == (True, True)
    begin_day(world.stamp("20:30", role=Role.DIRECTOR, day=NEXT), tournament_id=friday)
    assert opens(world, friday, "21:29") == (True, True)
    assert opens(world, friday, "21:30") == (False, False)


def test_an_instant_that_was_moved_to_the_next_flight_holds(world: World):
    friday, _ = bagged(world, world.at("20:00", day=NEXT))
    Tournament.objects.filter(id=friday).update(late_until=world.at("20:30", day=NEXT))
    assert opens(world, friday, "20:29") == (True, True)
    assert opens(world, friday, "20:30") == (False, False)


def test_the_day_of_all_bags_sells_nothing(world: World):
    friday, _ = bagged(world, world.at("20:00", day=NEXT), again=False)
    assert opens(world, friday, "19:30") == (False, False)
