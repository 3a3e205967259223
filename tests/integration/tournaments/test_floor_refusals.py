"""Bad input of the floor: refused with the paragraph where the book has one, nothing moved."""

from typing import Any

import pytest

from casino.approvals.services import Expired
from casino.cage.models import Shift
from casino.refusals import BadInput, NotFound, Refusal
from casino.staff.models import Role
from tests.refusing import refused
from tests.tournament_floor import td
from tests.tournaments import a_tournament, enter, now, signed
from tests.world import World
from tournaments.models import Entry, Knockout, StructureVersion, Tournament
from tournaments.queries import tournaments
from tournaments.queries.chips import chips
from tournaments.queries.floor import bubble
from tournaments.queries.order import playing, standings
from tournaments.services.changing import change_structure
from tournaments.services.knockouts import (
    CannotUndo,
    LastOne,
    NotPlaying,
    Out,
    knock_out,
    undo_knockout,
)
from tournaments.services.pool import fix_pool
from tournaments.services.prizes import award_prizes
from tournaments.services.shared import PoolIsFixed
from tournaments.services.starting import close_registration, start
from tournaments.services.tables import draw_seats, open_tables

LEVELS = [[25, 50, 0, 20], [50, 100, 0, 20]]
TERMINATOR = {"variants": ["terminator"], "price_cents": 15_000, "bounty_cents": 5_000}


def begun(world: World, shift: Shift, *names: str, **terms: Any) -> tuple[Tournament, list[Entry]]:
    tournament = a_tournament(world, **terms)
    entries = enter(world, tournament, *names, shift_id=shift.pk)
    where = {"tournament_id": tournament.pk}
    open_tables(td(world, "20:45"), **where, numbers=[1], seats=9)
    draw_seats(td(world, "20:50"), **where)
    start(td(world, "21:00"), **where)
    return now(tournament), entries


def outs(*gone: Entry, stack: int = 10_000, **more: Any) -> list[Out]:
    return [Out(entry_id=one.pk, stack=stack, **more) for one in gone]


def standing(tournament: Tournament) -> tuple[Any, ...]:
    """Return everything that a refusal must leave alone."""
    return (
        [(one.pk, one.seat, one.out_at) for one in tournaments.entries(tournament)],
        Knockout.objects.count(),
        chips(tournament).in_play,
        StructureVersion.objects.count(),
    )


def test_a_knock_out_that_cannot_have_been_changes_nothing(world: World, shift: Shift):
    tournament, (a, b, c, d) = begun(world, shift, *"ABCD")
    where = {"tournament_id": tournament.pk}
    knock_out(td(world), **where, outs=outs(a, by=[b.pk]))
    before = standing(tournament)
    cases: list[tuple[type[Refusal], list[dict[str, Any]]]] = [
        (NotPlaying, outs(a)),
        (BadInput, []),
        (BadInput, outs(b, b)),
        (BadInput, outs(b, by=[a.pk])),
        (BadInput, outs(b, by=[c.pk, c.pk])),
        (NotPlaying, [Out(entry_id=10**12, stack=1)]),
        (LastOne, outs(b, c, d)),
    ]
    for kind, gone in cases:
        refused(kind, knock_out, td(world, "21:20"), **where, outs=gone)
    said = refused(BadInput, knock_out, td(world, "21:20"), **where, outs=outs(b, by=[b.pk]))
    assert said.message == "Only a player who is still in after the hand can eliminate another."
    assert standing(tournament) == before


def test_a_bounty_chip_has_a_winner(world: World, shift: Shift):
    tournament, (a, *_) = begun(world, shift, *"ABC", **TERMINATOR)
    refusal = refused(BadInput, knock_out, td(world), tournament_id=tournament.pk, outs=outs(a))
    assert refusal.source == "OLY-3.2.g"


def test_a_place_is_given_once(world: World, shift: Shift):
    tournament, (a, b, c, d) = begun(world, shift, *"ABCD")
    where = {"tournament_id": tournament.pk}
    knock_out(td(world), **where, outs=outs(a))
    again = refused(NotPlaying, knock_out, td(world), **where, outs=outs(a))
    assert again.status == 409
    knock_out(td(world, "21:20"), **where, outs=[*outs(b, stack=500), *outs(c, stack=700)])
    assert [(one.place, one.entry.pk) for one in standings(tournament)] == [
        (2, c.pk),
        (3, b.pk),
        (4, a.pk),
    ]
    assert [one.pk for one in playing(tournament)] == [d.pk]


@pytest.mark.parametrize(
    ("strengths", "places"), [((5, 3), (2, 3)), ((3, 5), (3, 2)), ((None, 3), (2, 2))]
)
def test_equal_stacks_are_ordered_by_the_hand_or_share_the_place(
    world: World, shift: Shift, strengths: tuple[Any, Any], places: tuple[int, int]
):
    tournament, (a, b, _) = begun(world, shift, *"ABC")
    gone = [
        Out(entry_id=one.pk, stack=900, strength=strength)
        for one, strength in zip((a, b), strengths, strict=True)
    ]
    knock_out(td(world), tournament_id=tournament.pk, outs=gone)
    found = {one.entry.pk: one.place for one in standings(tournament)}
    assert (found[a.pk], found[b.pk]) == places


def test_hand_for_hand_outs_of_one_round_are_outs_of_one_hand(world: World, shift: Shift):
    names = [f"Guest {number}" for number in range(8)]
    tournament, entries = begun(world, shift, *names)
    where = {"tournament_id": tournament.pk}
    paid = 3
    for entry in entries[: len(entries) - paid - 1]:
        knock_out(td(world), **where, outs=outs(entry))
    assert bubble(tournament, paid_places=paid).on
    a, b, *_ = playing(tournament)
    knock_out(td(world, "21:20"), **where, outs=outs(a, stack=200))
    knock_out(td(world, "21:21"), **where, outs=outs(b, stack=900), same_hand=True)
    found = {one.entry.pk: one.place for one in standings(tournament)}
    assert (found[b.pk], found[a.pk]) == (3, 4)
    assert not bubble(tournament, paid_places=paid).on


def to_the_first_prize(world: World, shift: Shift) -> tuple[Tournament, list[Entry], Any]:
    """Fix a pool with three prizes and ask for a new structure, before anybody is out."""
    tournament, entries = begun(world, shift, *"ABCD", shares_bp=[5_000, 3_000, 2_000])
    where = {"tournament_id": tournament.pk}
    close_registration(td(world, "21:40"), **where)
    asked = fix_pool.ask(td(world, "21:41"), **where)
    signed(world, asked, role=Role.SUPERVISOR, clock="21:42")
    change = change_structure.ask(
        world.stamp("21:45", role=Role.MANAGER), **where, stack=20_000, levels=LEVELS, notice="More"
    )
    return now(tournament), entries, change


def award(world: World, tournament: Tournament) -> None:
    prizes = award_prizes.ask(td(world, "22:00"), tournament_id=tournament.pk)
    signed(world, prizes, role=Role.SUPERVISOR, clock="22:01")


def test_after_the_first_prize_nothing_is_undone_and_no_structure_changed(
    world: World, shift: Shift
):
    tournament, (a, b, *_), change = to_the_first_prize(world, shift)
    where = {"tournament_id": tournament.pk}
    knock_out(td(world, "21:50"), **where, outs=outs(a))
    (third,) = knock_out(td(world, "21:51"), **where, outs=outs(b))
    award(world, tournament)
    before = standing(tournament)
    refused(CannotUndo, undo_knockout, td(world, "22:10"), **where, knockout_id=third.pk)
    new = {"stack": 20_000, "levels": LEVELS, "notice": "More chips"}
    manager = world.stamp("22:11", role=Role.MANAGER)
    refusal = refused(PoolIsFixed, change_structure.ask, manager, **where, **new)
    assert refusal.source == "AMB-52"
    refused(Expired, signed, world, change, role=Role.SUPERVISOR, clock="22:12")
    assert standing(tournament) == before


def test_a_structure_is_changed_by_two_people_and_the_players_are_told(world: World, shift: Shift):
    tournament, _, change = to_the_first_prize(world, shift)
    signed(world, change, role=Role.SUPERVISOR, clock="21:50")
    version = tournaments.version(tournament)
    assert (version.number, version.stack, version.notice) == (2, 20_000, "More")
    assert version.author_id == world.staff[Role.MANAGER].pk
    assert version.approved_by_id == world.staff[Role.SUPERVISOR].pk


def test_a_knock_out_of_another_tournament_is_not_there(world: World, shift: Shift):
    first, (a, _) = begun(world, shift, "A", "B")
    second, _ = begun(world, shift, "C", "D", name="Other")
    with_two = knock_out(td(world), tournament_id=first.pk, outs=outs(a))
    where = {"tournament_id": second.pk, "knockout_id": with_two[0].pk}
    refused(NotFound, undo_knockout, td(world), **where)
    refused(NotPlaying, knock_out, td(world), tournament_id=second.pk, outs=outs(a))
