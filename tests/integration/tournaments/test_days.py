"""Two flights and a last day: stacks go into bags, all money flows into one pool."""

from functools import partial
from typing import Any

import pytest
from django.test import Client

from casino.cage.models import Shift
from casino.players.models import PlayingPlace
from casino.refusals import BadInput
from casino.staff.models import Role
from tests.refusing import refused
from tests.tournament_floor import td
from tests.tournaments import a_tournament, chips_of, enter, now, signed
from tests.world import World, a_key
from tournaments.models import Entry, Knockout, Tournament
from tournaments.queries.clock import registration_open
from tournaments.queries.days import Stage, bagged_chips, stage
from tournaments.queries.pools import waterfall
from tournaments.services.changing import change_tournament
from tournaments.services.clock import ClockStands, resume_clock
from tournaments.services.days import (
    FlightNotAnnounced,
    NoNight,
    NotBagged,
    begin_day,
    end_day,
)
from tournaments.services.during_play import NotSold
from tournaments.services.knockouts import CannotUndo, NotPlaying, Out, knock_out, undo_knockout
from tournaments.services.penalties import punish
from tournaments.services.pool import fix_pool
from tournaments.services.presence import Seen, note_presence
from tournaments.services.prizes import award_prizes
from tournaments.services.refunds import NoRefund, refund_entry
from tournaments.services.selling import EnteredBefore, sell_entry, sell_more
from tournaments.services.starting import close_registration, start
from tournaments.services.tables import draw_seats, open_tables
from tournaments.services.undo import last_act, undo_last


@pytest.fixture
def friday(world: World) -> Tournament:
    return a_tournament(world, reentry=True, flights=2)


@pytest.fixture
def flight(world: World, shift: Shift, friday: Tournament) -> list[Entry]:
    """Play a flight until two of three are left."""
    one, entries = where(friday), enter(world, friday, "Ann", "Bob", "Cat", shift_id=shift.pk)
    seated(world, friday, "20:50")
    start(td(world, "21:00"), **one)
    outs = [Out(entry_id=entries[2].pk, stack=100)]
    knock_out(td(world, "21:50"), **one, outs=outs)
    return entries


def where(friday: Tournament) -> dict[str, Any]:
    return {"tournament_id": friday.pk}


def seated(world: World, friday: Tournament, clock: str) -> list[int]:
    """Open a table and draw; return who drew a seat."""
    open_tables(td(world, clock), **where(friday), numbers=[1], seats=9)
    return draw_seats(td(world, clock), **where(friday)).tickets


def test_the_bags_hold_exactly_the_chips_in_play(
    world: World, friday: Tournament, flight: list[Entry]
):
    ann, bob, _ = (one.pk for one in flight)
    end = partial(end_day, another_flight=True, **where(friday))
    refused(NoNight, begin_day, td(world, "21:55"), **where(friday))
    refused(BadInput, end, td(world, "22:00"), bags=chips_of({ann: 30_000}))
    said = refused(NotBagged, end, td(world, "22:00"), bags=chips_of({ann: 18_001, bob: 12_000}))
    assert said.message == "Chips in the bags: 30\u00a0001. Chips in play: 30\u00a0000."

    end(td(world, "22:00"), bags=chips_of({ann: 18_000, bob: 12_000}))

    assert PlayingPlace.objects.filter(until=None).count() == 0
    assert registration_open(now(friday), world.at("22:05"))
    outs = [Out(entry_id=bob, stack=1)]
    refused(NotPlaying, knock_out, td(world, "22:05"), **where(friday), outs=outs)
    ill = {"entry_id": bob, "cause": "withdrawal", "reason": "Ill"}
    refused(NoRefund, refund_entry.ask, td(world, "22:05"), **ill)
    refused(NoNight, end, td(world, "22:06"), bags=chips_of({ann: 18_000, bob: 12_000}))


def test_a_flight_that_two_have_not_announced_sells_no_entries_anew(
    world: World, friday: Tournament, flight: list[Entry]
):
    Tournament.objects.filter(pk=friday.pk).update(flights=1)
    bags = chips_of({each.pk: 15_000 for each in flight[:2]})
    asked: dict[str, Any] = {**where(friday), "bags": bags, "another_flight": True}

    told = refused(FlightNotAnnounced, end_day, td(world, "23:00"), **asked)

    assert (told.field, told.next_page) == ("another_flight", "tournament-change")
    assert stage(now(friday)) is None
    notice = {"flights": 2, "notice": "A second flight at midnight"}
    wanted = change_tournament.ask(td(world, "23:01"), **where(friday), **notice)
    signed(world, wanted, clock="23:02")
    end_day(td(world, "23:03"), **asked)
    assert registration_open(now(friday), world.at("23:04"))
    begin_day(td(world, "23:05"), **where(friday))
    again: dict[str, Any] = {**asked, "bags": []}
    refused(FlightNotAnnounced, end_day, td(world, "23:40"), **again)


def test_no_further_day_is_played_by_one_player(
    world: World, friday: Tournament, flight: list[Entry]
):
    ann, bob, _ = (one.pk for one in flight)
    close_registration(td(world, "21:55"), **where(friday))
    floor = f"/tallinn/tournaments/{friday.pk}/floor/"
    assert "End day" in world.browser(Role.DIRECTOR).get(floor).content.decode()
    knock_out(td(world, "22:00"), **where(friday), outs=[Out(entry_id=bob, stack=12_000)])

    bags = chips_of({ann: 30_000})
    said = refused(NoNight, end_day, td(world, "22:05"), **where(friday), bags=bags)

    assert said.next_page == "prizes-award"
    page = world.browser(Role.DIRECTOR).get(floor).content.decode()
    assert "End day" not in page
    assert "Fix prize pool" in page
    signed(world, fix_pool.ask(td(world, "22:06"), **where(friday)), clock="22:07")
    assert "/prizes/" in world.browser(Role.DIRECTOR).get(floor).content.decode()


def test_the_bag_of_who_is_disqualified_meanwhile_counts_no_more_until_that_is_undone(
    world: World, shift: Shift, friday: Tournament, flight: list[Entry]
):
    ann, bob, _ = flight
    one, bags = where(friday), chips_of({ann.pk: 18_000, bob.pk: 12_000})
    end_day(td(world, "22:00"), **one, bags=bags, another_flight=True)
    dan, eve = enter(world, friday, "Dan", "Eve", shift_id=shift.pk, clock="22:07")
    begin_day(td(world, "22:10"), **one)

    rude = {"entry_id": bob.pk, "breach": "conduct", "reason": "Rude", "stack": 12_000}
    while not (found := punish(td(world, "22:11"), **one, **rude)).knockout_id:
        pass
    assert bagged_chips(friday) == 18_000
    undo_knockout(td(world, "22:12"), **one, knockout_id=found.knockout_id)
    assert bagged_chips(friday) == 30_000
    punish(td(world, "22:13"), **one, **rude)

    bags = chips_of({dan.pk: 10_000, eve.pk: 10_000})
    end_day(td(world, "22:30"), **one, bags=bags, another_flight=False)
    assert bagged_chips(friday) == 38_000


def test_who_went_out_on_a_day_stays_out_overnight_and_the_clock_stands(
    world: World, friday: Tournament, flight: list[Entry]
):
    ann, bob, _ = (one.pk for one in flight)
    one, bags = where(friday), chips_of({ann: 18_000, bob: 12_000})
    end_day(td(world, "22:00"), **one, bags=bags, another_flight=True)
    gone = Knockout.objects.get()
    refused(CannotUndo, undo_knockout, td(world, "22:01"), **one, knockout_id=gone.pk)
    refused(ClockStands, resume_clock, td(world, "22:02"), **one)


def test_a_bag_stays_taken_once_the_day_of_all_bags_has_begun(
    world: World, friday: Tournament, flight: list[Entry]
):
    ann, bob, _ = flight
    one, bags = where(friday), chips_of({ann.pk: 18_000, bob.pk: 12_000})
    end_day(td(world, "22:00"), **one, bags=bags, another_flight=False)
    rude = {"entry_id": bob.pk, "breach": "conduct", "reason": "Rude", "stack": 12_000}
    while not (found := punish(td(world, "22:01"), **one, **rude)).knockout_id:
        pass
    begin_day(td(world, "22:10"), **one)

    undo_knockout(td(world, "22:12"), **one, knockout_id=found.knockout_id)

    assert bagged_chips(friday) == 0
    last = last_act(now(friday), world.at("22:13"))
    assert last
    asked = {"undone_act_id": last.act_id, "reason": "Oops"}
    refused(CannotUndo, undo_last, td(world, "22:13"), **one, **asked)
    assert seated(world, friday, "22:13") == [ann.number, bob.number]


def test_a_day_ends_without_a_bag_of_who_never_came_and_plays_the_next(
    world: World, shift: Shift, friday: Tournament
):
    ann, bob, cat = enter(world, friday, "Ann", "Bob", "Cat", shift_id=shift.pk)
    one = where(friday)
    seated(world, friday, "20:50")
    start(td(world, "21:00"), **one)
    seen = [Seen(entry_id=each.pk, present=each != cat) for each in (ann, bob, cat)]
    note_presence(td(world, "21:05"), **one, seen=seen)

    bags = chips_of({ann.pk: 12_000, bob.pk: 8_000})
    end_day(td(world, "22:00"), **one, bags=bags, another_flight=True)
    begin_day(td(world, "22:10"), **one)

    assert seated(world, friday, "22:11") == [cat.number]
    note_presence(td(world, "22:12"), **one, seen=[Seen(entry_id=cat.pk, present=True)])
    end_day(td(world, "22:30"), **one, bags=chips_of({cat.pk: 10_000}), another_flight=False)
    assert bagged_chips(friday) == 30_000


def test_a_flight_to_which_nobody_came_ends_without_a_bag(
    world: World, friday: Tournament, flight: list[Entry]
):
    ann, bob, _ = flight
    bags, one = chips_of({ann.pk: 18_000, bob.pk: 12_000}), where(friday)
    end_day(td(world, "22:00"), **one, bags=bags, another_flight=True)
    begin_day(td(world, "22:10"), **one)
    client = world.browser(Role.DIRECTOR)
    address = f"/tallinn/tournaments/{friday.pk}/day/end/"
    assert client.post(address, {"key": a_key()}).status_code == 302

    begin_day(td(world, "23:10"), **one)
    assert seated(world, friday, "23:11") == [ann.number, bob.number]


def test_two_flights_meet_on_the_last_day_and_share_one_pool(
    world: World, shift: Shift, friday: Tournament, flight: list[Entry]
):
    ann, bob, cat = flight
    one = where(friday)
    bags = chips_of({ann.pk: 18_000, bob.pk: 12_000})
    end_day(td(world, "22:00"), **one, bags=bags, another_flight=True)
    assert stage(friday) == Stage(letter="B", number=1, name="", starts_at=None)
    back: Any = {"what": "reentry", "paid_with": "cash", "shift_id": shift.pk}
    sell_more(world.stamp("22:06"), entry_id=cat.pk, **back)
    (dan,) = enter(world, friday, "Dan", shift_id=shift.pk, clock="22:07")
    begin_day(td(world, "22:10"), **one)
    assert seated(world, friday, "22:11") == [cat.number, dan.number]
    outs = [Out(entry_id=cat.pk, stack=100)]
    knock_out(td(world, "22:20"), **one, outs=outs)
    end_day(td(world, "22:30"), **one, bags=chips_of({dan.pk: 20_000}), another_flight=False)

    assert stage(friday) == Stage(letter="", number=2, name="", starts_at=None)
    close_registration(td(world, "22:31"), **one)
    begin_day(td(world, "22:40"), **one)
    assert seated(world, friday, "22:41") == [ann.number, bob.number, dan.number]
    signed(world, fix_pool.ask(td(world, "22:43"), **one), clock="22:44")
    water = waterfall(now(friday), at=world.at("22:45"))
    assert (water.net_cents, water.pool.fee_cents) == (50_000, 5_000)
    for minute, gone in enumerate((dan, bob), start=50):
        outs = [Out(entry_id=gone.pk, stack=20_000)]
        knock_out(td(world, f"22:{minute}"), **one, outs=outs)
    signed(world, award_prizes.ask(td(world, "23:00"), **one), clock="23:01")
    assert now(friday).finished_at
    assert world.balance("tournament:pool", friday.pk) == 0


def test_the_screens_say_which_flight_it_is_its_name_and_when_it_starts(
    world: World, friday: Tournament, flight: list[Entry]
):
    assert stage(friday) == Stage(letter="A", number=1, name="", starts_at=None)
    end = partial(end_day, another_flight=True, next_name="Turbo", **where(friday))
    bags = chips_of({flight[0].pk: 18_000, flight[1].pk: 12_000})
    too_early = world.at("21:59")
    refused(BadInput, end, td(world, "22:00"), bags=bags, next_starts_at=too_early)
    end(td(world, "22:00"), bags=bags, next_starts_at=world.at("22:30"))
    for address in (f"/board/tallinn/tournaments/{friday.pk}/", f"/pool/tallinn/{friday.pk}/"):
        screen = " ".join(Client().get(address).content.decode().split())
        assert "flight B, Turbo, starts 27.02.2026 22:30" in screen
    begin_day(td(world, "22:30"), **where(friday))
    assert stage(friday) == Stage(letter="B", number=1, name="Turbo", starts_at=None)


def test_who_has_a_bag_buys_nothing_in_another_flight(
    world: World, shift: Shift, friday: Tournament, flight: list[Entry]
):
    bags = chips_of({flight[0].pk: 18_000, flight[1].pk: 12_000})
    end_day(td(world, "22:00"), **where(friday), bags=bags, another_flight=True)
    desk: Any = {"paid_with": "cash", "shift_id": shift.pk}
    again = {"player_id": flight[0].player_id}
    refused(EnteredBefore, sell_entry, world.stamp("22:05"), **where(friday), **again, **desk)
    more = {"entry_id": flight[0].pk, "what": "reentry"}
    said = refused(NotSold, sell_more, world.stamp("22:06"), **more, **desk)
    assert said.message == "This player bagged chips in an earlier flight and continues with them."
