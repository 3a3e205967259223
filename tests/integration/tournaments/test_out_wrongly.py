"""A player noted out wrongly plays on, however many were eliminated since."""

import pytest

from casino.ledger.verify import Books
from casino.staff.models import Role
from casino.verify.findings import broken
from tests.refusing import refused
from tests.tournament_floor import begun, opened, td
from tests.tournaments import a_tournament, enter, now, signed
from tests.world import World
from tournaments.models import Entry, Knockout
from tournaments.queries.order import standings
from tournaments.queries.pools import money_check
from tournaments.services.bounties import collect_bounties
from tournaments.services.knockouts import CannotUndo, Out, knock_out, undo_knockout
from tournaments.services.pool import fix_pool
from tournaments.services.prizes import award_prizes
from tournaments.services.starting import close_registration

BOUNTY = 2_000


@pytest.fixture
def entries(world: World) -> list[Entry]:
    friday = a_tournament(world, variants=["terminator"], bounty_cents=BOUNTY)
    shift = world.open_shift(clock="18:00")
    opened(world, friday, 1)
    found = enter(world, friday, *[f"P{n}" for n in range(8)], shift_id=shift.pk)
    begun(world, friday)
    return found


def out(world: World, entries: list[Entry], number: int, clock: str) -> Knockout:
    """Let a player lose to the second one."""
    outs = [Out(entry_id=entries[number].pk, stack=100, by=(entries[1].pk,))]
    return knock_out(td(world, clock), tournament_id=entries[0].tournament_id, outs=outs)[0]


def undo(world: World, noted: Knockout, clock: str) -> None:
    where = {"tournament_id": noted.entry.tournament_id, "knockout_id": noted.pk}
    undo_knockout(td(world, clock), **where)


def places(entries: list[Entry]) -> list[tuple[str, int]]:
    return [(one.entry.player.name, one.place) for one in standings(now(entries[0].tournament))]


def test_the_others_have_the_place_below_and_keep_their_times(world: World, entries: list[Entry]):
    wrong = out(world, entries, 0, "21:10")
    for clock, number in (("21:20", 7), ("21:21", 6), ("21:22", 5)):
        out(world, entries, number, clock)
    assert places(entries) == [("P5", 5), ("P6", 6), ("P7", 7), ("P0", 8)]
    client = world.browser(Role.DIRECTOR)
    tables = f"/tallinn/tournaments/{wrong.entry.tournament_id}/floor/"
    address = f"/knock-out/{wrong.pk}/undo/"
    assert address in client.get(tables).content.decode()

    undo(world, wrong, "21:40")

    assert places(entries) == [("P5", 6), ("P6", 7), ("P7", 8)]
    back = Entry.objects.get(id=entries[0].pk)
    assert (back.out_at, bool(back.seat)) == (None, True)
    last = Knockout.objects.get(entry=entries[7])
    assert (last.at, last.undone_at) == (world.at("21:20"), None)
    signed(world, collect_bounties.ask(td(world, "21:45"), **one_of(entries, 1)), clock="21:46")
    check = money_check(now(entries[0].tournament))
    assert check.bounty_account_cents == 5 * BOUNTY
    assert not list(broken(world.club, Books(club_id=world.club.pk)))


def one_of(entries: list[Entry], number: int) -> dict[str, int]:
    return {"tournament_id": entries[0].tournament_id, "entry_id": entries[number].pk}


def test_once_a_later_place_is_awarded_the_prizes_go_back_first(world: World, entries: list[Entry]):
    wrong = out(world, entries, 0, "21:10")
    for number in range(7, 2, -1):
        out(world, entries, number, f"21:2{7 - number}")
    one = {"tournament_id": entries[0].tournament_id}
    close_registration(td(world, "21:50"), **one)
    signed(world, fix_pool.ask(td(world, "21:51"), **one), clock="21:52")
    out(world, entries, 2, "22:00")
    signed(world, award_prizes.ask(td(world, "22:01"), **one), clock="22:02")
    said = refused(CannotUndo, undo, world, wrong, "22:10")
    assert said.next_page == "prizes-take-back"
