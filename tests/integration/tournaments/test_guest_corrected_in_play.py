"""The guest of an entry is corrected while the tournament is played."""

from datetime import timedelta
from typing import Any

import pytest

from cashgames.services.seats import seat_player
from casino.approvals.signed import StaleProposal
from casino.cage.models import Shift
from casino.players.models import Player
from casino.players.queries import PlayerExcluded
from casino.players.services.guests import exclude_player
from casino.players.services.places import PlaysElsewhere
from casino.refusals import Refusal
from casino.staff.models import Role
from tests.integration.tournaments.test_guest_corrected import ask, corrected
from tests.refusing import refused
from tests.tournament_floor import begun, opened, out
from tests.tournaments import a_tournament, enter, signed
from tests.world import EVENING, World
from tournaments.models import Entry, Tournament
from tournaments.services.tables import draw_seats


@pytest.fixture
def friday(world: World) -> Tournament:
    return a_tournament(world)


@pytest.fixture
def played(world: World, shift: Shift, friday: Tournament) -> list[Entry]:
    entries = enter(world, friday, "Mari Tamm", "B", "C", "D", "E", shift_id=shift.pk)
    opened(world, friday)
    draw_seats(world.stamp("20:15", role=Role.DIRECTOR), tournament_id=friday.pk)
    begun(world, friday)
    return entries


def seated(world: World) -> dict[str, Any]:
    """Return where a guest may sit down to a cash game."""
    world.sell(20_000, "20:00")
    return {"session_id": world.session().pk, "seat_no": 1, "cents": 20_000, "paid_with": "chips"}


def test_who_plays_is_the_right_guest(world: World, friday: Tournament, played: list[Entry]):
    wrong, right = played[0].player_id, world.player("Mari Tamm").pk
    at = seated(world)
    entry = corrected(world, played[0], right, "21:12")
    stamp = world.stamp("21:15", role=Role.SUPERVISOR)
    refused(PlaysElsewhere, seat_player, stamp, player_id=right, **at)
    assert seat_player(stamp, player_id=wrong, **at)
    out(world, friday, entry, "21:20")
    at |= {"seat_no": 2}
    world.sell(20_000, "21:22")
    assert seat_player(world.stamp("21:25", role=Role.SUPERVISOR), player_id=right, **at)


def test_who_is_out_plays_nowhere(world: World, friday: Tournament, played: list[Entry]):
    right = world.player("Mari Tamm").pk
    out(world, friday, played[0], "21:10")
    corrected(world, Entry.objects.get(id=played[0].pk), right, "21:12")
    stamp = world.stamp("21:15", role=Role.SUPERVISOR)
    assert seat_player(stamp, player_id=right, **seated(world))


def test_who_plays_a_cash_game_leaves_it_first(world: World, played: list[Entry]):
    right = world.player("Mari Tamm").pk
    seat_player(world.stamp("21:05", role=Role.SUPERVISOR), player_id=right, **seated(world))
    said = refused(PlaysElsewhere, ask, world, played[0], right, "21:10")
    assert said.field == "player_id"


def excluded(world: World, player_id: int, clock: str) -> None:
    what = {"until": EVENING + timedelta(365), "kind": "self", "reason": "Asked for it"}
    exclude_player(world.stamp(clock, role=Role.MANAGER), player_id=player_id, **what)


def test_nobody_excluded_gets_into_a_tournament_that_has_not_begun(world: World, shift: Shift):
    friday = a_tournament(world)
    ann, *_ = enter(world, friday, "Ann", "Bob", shift_id=shift.pk)
    eve = world.player("Eve").pk
    before = ask(world, ann, eve, "20:31")
    excluded(world, eve, "20:32")
    refused(PlayerExcluded, ask, world, ann, eve, "20:34")
    with pytest.raises(Refusal):
        signed(world, before, clock="20:35")
    assert Entry.objects.get(id=ann.pk).player_id == ann.player_id


def approval_page(world: World, asked: Any) -> str:
    client = world.browser(Role.MANAGER)
    return client.get(f"/tallinn/approvals/{asked.pk}/").content.decode()


def test_who_signs_reads_until_when_the_one_who_played_is_excluded(
    world: World, played: list[Entry]
):
    eve, kid = world.player("Eve").pk, world.player("Kid").pk
    before = ask(world, played[0], eve, "21:10")
    assert "excluded_until" not in before.content
    excluded(world, eve, "21:11")
    refused(StaleProposal, signed, world, before, clock="21:12")
    asked = ask(world, played[0], eve, "21:13")
    assert asked.content["excluded_until"] == str(EVENING + timedelta(365))
    assert "Excluded until 27.02.2027" in approval_page(world, asked)
    signed(world, asked, clock="21:14")
    assert Entry.objects.get(id=played[0].pk).player_id == eve
    Player.objects.filter(id=kid).update(birth_date=EVENING - timedelta(3650))
    asked = ask(world, played[1], kid, "21:15")
    assert asked.content["too_young"] is True
    assert "Younger than the club admits" in approval_page(world, asked)
