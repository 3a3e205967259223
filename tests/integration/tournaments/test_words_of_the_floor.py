"""What the floor's pages say is what holds: hand for hand, until when is sold, who covered whom."""

from datetime import datetime
from typing import Any

import pytest
from django.template.loader import render_to_string

from casino.staff.models import Role
from tests.refusing import refused
from tests.tournament_floor import begun, opened, td
from tests.tournaments import a_tournament, enter, now
from tests.world import World
from tournaments.models import Tournament
from tournaments.queries.pools import waterfall
from tournaments.queries.room import bubble_now, room
from tournaments.queries.structures import ExpectedEnd
from tournaments.services.knockouts import Out, knock_out
from tournaments.services.shared import TooManyChips
from tournaments.services.starting import close_registration
from tournaments.services.tables import draw_seats

NAMES = ("Ann", "Bob", "Cat", "Dan")


def page(world: World, event: Tournament, name: str) -> str:
    answer = world.browser(Role.DIRECTOR).get(f"/tallinn/tournaments/{event.pk}/{name}")
    return " ".join(answer.content.decode().split())


def hand_for_hand(world: World, event: Tournament, clock: str) -> bool:
    at = world.at(clock)
    return bubble_now(now(event), at, waterfall(now(event), at=at)).on


def drawn(event: Tournament, at: datetime) -> str:
    shown = room(now(event), at) | {"ends": [ExpectedEnd(at, beyond=False)] * 3, "club": event.club}
    return " ".join(render_to_string("tournaments/clock_panel.html", shown).split())


def seated(world: World, *tables: int, **terms: Any) -> tuple[Tournament, list[int]]:
    event = a_tournament(world, **terms)
    shift = world.open_shift(clock="18:00")
    entries = enter(world, event, *NAMES, shift_id=shift.pk)
    opened(world, event, *tables)
    draw_seats(td(world, "20:50"), tournament_id=event.pk)
    return now(event), [one.pk for one in entries]


@pytest.mark.parametrize("tables", [(1,), (1, 2)])
def test_nobody_waits_hand_for_hand_while_places_are_sold_or_at_one_table(
    world: World, tables: tuple[int, ...]
):
    event, _ = seated(world, *tables, shares_bp=[5_000, 3_000, 2_000], late_levels=3)
    assert not hand_for_hand(world, event, "20:55")
    begun(world, event)
    assert not hand_for_hand(world, event, "21:05")
    assert ("Hand for hand" in page(world, event, "floor/")) == (len(tables) > 1)
    close_registration(td(world, "21:06"), tournament_id=event.pk)
    assert hand_for_hand(world, event, "21:07") == (len(tables) > 1)


def test_the_clock_says_until_when_re_entries_are_sold(world: World):
    event, _ = seated(world, 1, reentry=True, late_levels=3)
    begun(world, event)
    shown = drawn(event, world.at("21:05")).partition("Re-entries")[2]
    assert shown.partition("<dd>")[2].strip().startswith("open until the end of level 3")


def test_who_covered_a_stack_is_said_without_counting_it_twice(world: World):
    event, (ann, bob, *_) = seated(world, 1, variants=["terminator"], bounty_cents=2_000)
    begun(world, event)
    outs = [Out(entry_id=ann, stack=30_000, by=(bob,))]
    what: dict[str, Any] = {"tournament_id": event.pk, "outs": outs}
    said = refused(TooManyChips, knock_out, td(world, "21:05"), **what)
    assert said.message == "Nobody left can have covered a stack of 30\u00a0000."


def test_alone_at_a_table_everybody_left_is_offered_as_winner_of_the_chip(world: World):
    event, (ann, *others) = seated(world, 1, 2, variants=["terminator"], bounty_cents=2_000)
    event.entries.update(table_no=None, seat_no=None)
    event.entries.filter(id=ann).update(table_no=2, seat_no=1)
    for seat, one in enumerate(others, start=1):
        event.entries.filter(id=one).update(table_no=1, seat_no=seat)
    begun(world, event)
    shown = page(world, event, f"knock-out/?entry={ann}")
    assert [one for one in others if f'name="by" value="{one}"' not in shown] == []
