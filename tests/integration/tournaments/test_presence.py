"""Present or absent at the seat; who never came by the end of late registration, by each book."""

from typing import Any
from uuid import uuid4

import pytest

from casino.cage.models import Payable
from casino.players.models import PlayingPlace
from casino.refusals import BadInput, NotFound
from casino.staff.models import Role
from tests.refusing import refused
from tests.tournament_floor import begun, opened, out, td
from tests.tournaments import a_tournament, enter, now, signed
from tests.world import World, a_club
from tournaments.models import Entry, Presence, Tournament
from tournaments.queries.chips import chips
from tournaments.queries.floor import floor
from tournaments.queries.order import playing, standings, won_bounties
from tournaments.queries.presence import attendance, no_shows
from tournaments.services.knockouts import (
    LastOne,
    NotPlaying,
    Out,
    PlayNotBegun,
    knock_out,
    undo_knockout,
)
from tournaments.services.listing import join_list
from tournaments.services.penalties import punish
from tournaments.services.presence import NotRemoved, Seen, note_presence, remove_no_shows
from tournaments.services.refunds import NoRefund, refund_entry
from tournaments.services.seating import NotSeated
from tournaments.services.shared import ChipsOf, TooManyChips
from tournaments.services.starting import close_registration
from tournaments.services.tables import draw_seats, sit_down

pytestmark = pytest.mark.django_db


def seated(world: World, **terms: Any) -> tuple[Tournament, list[Entry]]:
    """Seat Ann, Bob and Cat; play has begun."""
    shift = world.open_shift(clock="18:00")
    friday = a_tournament(world, **terms)
    entries = enter(world, friday, "Ann", "Bob", "Cat", shift_id=shift.pk)
    opened(world, friday, 1)
    draw_seats(td(world, "20:50"), tournament_id=friday.pk)
    begun(world, friday)
    return now(friday), entries


def note(world: World, friday: Tournament, clock: str = "21:05", **here: bool) -> list[Presence]:
    """Note by name who is there."""
    ids = {each.player.name: each.pk for each in friday.entries.select_related("player")}
    seen = [Seen(entry_id=ids[name], present=there) for name, there in here.items()]
    return note_presence(td(world, clock), tournament_id=friday.pk, seen=seen)


def removed(
    world: World, friday: Tournament, entry: Entry, *, stack: int = 10_000, clock: str = "21:40"
) -> Any:
    stacks = [ChipsOf(entry_id=entry.pk, chips=stack)]
    return remove_no_shows(td(world, clock), tournament_id=friday.pk, stacks=stacks)


def test_where_a_stack_enters_with_its_player_it_is_not_in_play_before():
    world = a_club()
    friday, _ = seated(world)
    assert (chips(friday).in_play, chips(friday).average) == (30_000, 10_000)

    note(world, friday, Ann=True, Bob=False, Cat=True)

    assert (chips(friday).in_play, chips(friday).stacks, chips(friday).average) == (
        20_000,
        2,
        10_000,
    )
    note(world, friday, clock="21:10", Bob=True)
    note(world, friday, clock="21:15", Bob=False)
    assert (chips(friday).in_play, chips(friday).stacks) == (30_000, 3)
    assert no_shows(friday, world.at("21:20")) == []


def test_once_somebody_waits_every_paid_stack_is_in_play_and_stays():
    world = a_club()
    friday, (_, bob, _) = seated(world, places=3)
    note(world, friday, Bob=False)
    guest = world.player("Dan").pk
    join_list(td(world, "21:10"), tournament_id=friday.pk, player_id=guest)
    assert chips(friday).in_play == 30_000
    close_registration(td(world, "21:30"), tournament_id=friday.pk)
    assert refused(NotRemoved, removed, world, friday, bob).source == "OLY-3.4.6"


@pytest.mark.parametrize(("house", "paragraph"), [("voodoo", "VOO-T13"), ("home", "HOME-9")])
def test_where_the_stack_is_blinded_it_stays_after_late_registration(house: str, paragraph: str):
    world = a_club(house, book=house)
    terms: dict[str, Any] = {"variants": ["freezeout"], "shares_bp": [10_000]}
    if house == "home":
        terms["variants"] = ["rebuy_when_broke"]
        terms["rebuy_cents"] = 1_000
    shift = world.open_shift(clock="18:00")
    friday = a_tournament(world, **terms)
    entries = enter(world, friday, "Ann", "Bob", "Cat", "Dan", shift_id=shift.pk)
    opened(world, friday, 1)
    draw_seats(td(world, "20:50"), tournament_id=friday.pk)
    begun(world, friday)
    note(world, friday, Bob=False)
    close_registration(td(world, "21:30"), tournament_id=friday.pk)
    assert chips(friday).in_play == 40_000
    assert refused(NotRemoved, removed, world, friday, entries[1]).source == paragraph


@pytest.mark.parametrize("house", ["olympic", "img"])
def test_who_was_not_noted_absent_is_no_no_show(house: str):
    world = a_club(house, book=house)
    friday, (_, bob, cat) = seated(world)
    note(world, friday, Bob=False)
    close_registration(td(world, "21:30"), tournament_id=friday.pk)
    refused(NotRemoved, removed, world, friday, cat)
    removed(world, friday, bob)
    assert [each.player.name for each in playing(friday)] == ["Ann", "Cat"]


def test_the_stack_of_img_is_blinded_and_removed_when_late_registration_ends():
    world = a_club("img", book="img")
    friday, (_, bob, cat) = seated(world)
    note(world, friday, Ann=True, Bob=False)
    assert chips(friday).in_play == 30_000
    early = refused(NotRemoved, removed, world, friday, bob, clock="21:20")
    assert early.source == "IMG-T4"
    close_registration(td(world, "21:30"), tournament_id=friday.pk)
    (missing,) = no_shows(now(friday), world.at("21:35"))
    assert (missing.entry, missing.stack.state, missing.removal.allowed) == (bob, "removed", True)
    refused(BadInput, removed, world, friday, bob, stack=10_001)

    (gone,) = removed(world, friday, bob, stack=9_400)

    assert (chips(friday).in_play, chips(friday).removed) == (20_600, {"no_show": 9_400})
    assert [each.player.name for each in playing(friday)] == ["Ann", "Cat"]
    assert [(one.place, one.entry) for one in standings(friday)] == [(3, bob)]
    refused(NotPlaying, removed, world, friday, bob)
    out(world, friday, cat, "21:45")
    refused(LastOne, removed, world, friday, friday.entries.get(number=1))
    assert gone.knockout.no_show


def test_in_olympic_who_never_came_by_the_end_is_put_out_with_the_stack_as_it_was():
    world = a_club()
    friday, (_, bob, cat) = seated(world)
    note(world, friday, Ann=True, Bob=False, Cat=False)
    refused(NotRemoved, removed, world, friday, bob, clock="21:20")
    close_registration(td(world, "21:30"), tournament_id=friday.pk)
    refused(BadInput, removed, world, friday, bob, stack=9_000)
    stacks = [ChipsOf(entry_id=each.pk, chips=10_000) for each in (bob, cat)]
    where: dict[str, Any] = {"tournament_id": friday.pk, "stacks": stacks}
    remove_no_shows(td(world, "21:40"), **where)
    assert (chips(friday).in_play, chips(friday).stacks) == (10_000, 1)
    assert {(one.place, one.shared) for one in standings(now(friday))} == {(1, 1), (2, 2)}


def test_a_removal_that_was_a_mistake_is_undone_with_its_chips():
    world = a_club()
    friday, (_, bob, _) = seated(world)
    note(world, friday, Bob=False)
    close_registration(td(world, "21:30"), tournament_id=friday.pk)
    (gone,) = removed(world, friday, bob)
    where: dict[str, Any] = {"tournament_id": friday.pk, "knockout_id": gone.knockout_id}
    undo_knockout(td(world, "21:45"), **where)
    assert (chips(friday).in_play, chips(friday).removed) == (20_000, {})
    assert bob.pk in floor(friday).elsewhere
    note(world, friday, clock="21:50", Bob=True)
    assert chips(friday).in_play == 30_000
    assert refused(NotRemoved, removed, world, friday, bob, clock="21:55").source


def test_nobody_wins_the_bounty_chip_of_a_no_show_but_the_winner():
    world = a_club()
    bounty: dict[str, Any] = {"variants": ["freezeout", "terminator"], "bounty_cents": 1_000}
    friday, (ann, bob, cat) = seated(world, **bounty)
    note(world, friday, Bob=False)
    close_registration(td(world, "21:30"), tournament_id=friday.pk)
    removed(world, friday, bob)
    outs = [Out(entry_id=cat.pk, stack=10_000, by=[ann.pk])]
    knock_out(td(world, "21:50"), tournament_id=friday.pk, outs=outs)
    won = won_bounties(now(friday), ended=True)
    assert won
    assert won.payouts_cents == {str(ann.pk): 3_000, str(bob.pk): 0, str(cat.pk): 0}


def test_a_refund_follows_from_who_was_seen():
    world = a_club()
    friday, (ann, bob, _) = seated(world)
    note(world, friday, Ann=True, Bob=False)
    asked: dict[str, Any] = {"cause": "withdrawal", "reason": "Ill"}
    ask = refund_entry.ask
    played = refused(NoRefund, ask, td(world, "21:10"), entry_id=ann.pk, **asked)
    assert played.source == "AMB-70"
    never = {"cause": "no_show", "reason": "Never came"}
    assert refused(NoRefund, ask, td(world, "21:10"), entry_id=bob.pk, **never).source

    signed(world, ask(td(world, "21:11"), entry_id=bob.pk, **asked), clock="21:12")

    assert Payable.objects.get().cents == 11_000
    assert chips(friday).in_play == 20_000


def test_who_sat_elsewhere_is_present_when_seen_and_known_things_are_noted_once():
    world = a_club()
    friday, (ann, bob, cat) = seated(world)
    PlayingPlace.objects.filter(player=ann.player).update(until=world.at("21:01"))
    assert ann.pk in floor(friday).elsewhere
    assert len(note(world, friday, Ann=True, Bob=False)) == 2
    assert floor(friday).elsewhere == {}
    assert len(note(world, friday, clock="21:06", Ann=True, Bob=True)) == 1
    sit_down(td(world, "21:07"), tournament_id=friday.pk, entry_id=cat.pk)
    assert attendance(friday).arrived == {ann.pk, bob.pk, cat.pk}
    Entry.objects.filter(id=bob.pk).update(table_no=None, seat_no=None)
    refused(NotSeated, note, world, friday, Bob=False)
    out(world, friday, cat)
    refused(NotPlaying, note, world, friday, Cat=True)
    nobody = {"tournament_id": friday.pk, "seen": [Seen(entry_id=10**9, present=True)]}
    refused(NotFound, note_presence, td(world), **nobody)


def test_nobody_is_a_no_show_before_the_start():
    world = a_club()
    shift = world.open_shift(clock="18:00")
    friday = a_tournament(world)
    ann, _ = enter(world, friday, "Ann", "Bob", shift_id=shift.pk)
    refused(PlayNotBegun, removed, world, friday, ann, clock="20:40")


def test_the_tables_are_tapped_tickets_scanned_and_no_shows_put_out_on_pages():
    world = a_club()
    friday, (ann, bob, cat) = seated(world)
    client = world.browser(Role.DIRECTOR)
    at = f"/tallinn/tournaments/{friday.pk}/floor/"

    client.post(f"{at}1/presence/", {"key": uuid4(), f"here_{ann.pk}": "on"})
    assert attendance(friday).here == {ann.pk: True, bob.pk: False, cat.pk: False}
    assert b"2 players have not come" in client.get(at).content
    ticket = f"https://club.example/tallinn/tournaments/entries/{cat.pk}/ticket/"
    shown = client.post(f"{at}scan/", {"key": uuid4(), "ticket": ticket}, follow=True)
    assert b"Cat" in shown.content
    unknown = client.post(f"{at}scan/", {"key": uuid4(), "ticket": "99"})
    assert b"No player of this tournament has that ticket." in unknown.content
    assert attendance(friday).arrived == {ann.pk, cat.pk}
    close_registration(td(world, "21:30"), tournament_id=friday.pk)
    assert b"OLY-3.4.5" in client.get(f"{at}no-shows/").content

    client.post(f"{at}no-shows/", {"key": uuid4()})

    assert [each.pk for each in playing(friday)] == [ann.pk, cat.pk]
    assert b"no-show" in client.get(at).content


def test_no_stack_of_a_no_show_is_larger_than_what_is_in_play():
    world = a_club("img", book="img")
    friday, (_, bob, cat) = seated(world)
    note(world, friday, Ann=True, Bob=False)
    cheat = {"breach": "conduct", "reason": "Marked cards", "measure": "out", "stack": 25_000}
    punish(td(world, "21:30"), tournament_id=friday.pk, entry_id=cat.pk, **cheat)

    said = refused(TooManyChips, removed, world, friday, bob, stack=9_000)

    assert said.message == "Chips entered: 9\u00a0000. Chips in play: 5\u00a0000."
    removed(world, friday, bob, stack=5_000)
    assert chips(friday).in_play == 0
