"""After a deal the players may play on for the places alone, by which the points go."""

from uuid import uuid4

import pytest
from django.urls import reverse

from casino.approvals.models import Proposal
from casino.approvals.signed import NeedsSignature
from casino.cage.models import Payable, Shift
from casino.cage.services.payables import pay_out
from casino.ledger.verify import Books
from casino.money import format_cents, whole
from casino.players.models import PlayingPlace
from casino.refusals import BadInput
from casino.staff.models import Role
from casino.verify.findings import broken
from ranking.models import Points, Score
from ranking.services.counting import count_due, points_now
from tests.refusing import refused
from tests.tournament_floor import td
from tests.tournaments import a_tournament, agreed, enter, now, signed, ticket_given
from tests.world import World
from tournaments.models import Entry, Knockout, Ticket, Tournament
from tournaments.queries.careers import career_of
from tournaments.queries.chips import chips
from tournaments.queries.ending import ending
from tournaments.queries.results import result
from tournaments.services.bounties import collect_bounties
from tournaments.services.knockouts import CannotUndo, Out, knock_out, undo_knockout
from tournaments.services.pool import fix_pool
from tournaments.services.prizes import NothingToAward, award_prizes
from tournaments.services.shared import TournamentOver
from tournaments.services.starting import close_registration, start

NAMES = ("Ann", "Bob", "Cat", "Dan")


@pytest.fixture
def entries(world: World) -> list[Entry]:
    """A tournament of the ranking, of whose players three agreed to a deal."""
    friday = a_tournament(world, ranking=True, shares_bp=[5_000, 3_000, 2_000])
    shift = world.open_shift(clock="18:00")
    found = enter(world, friday, *NAMES, shift_id=shift.pk)
    ticket_given(world, friday, "Zoe")
    one = {"tournament_id": friday.pk}
    start(td(world, "21:00"), **one)
    close_registration(td(world, "21:30"), **one)
    signed(world, fix_pool.ask(td(world, "21:31"), **one), clock="21:32")
    goes(world, found[3], "21:40")
    return found


def goes(world: World, entry: Entry, clock: str) -> Knockout:
    outs = [Out(entry_id=entry.pk, stack=5_000)]
    (noted,) = knock_out(td(world, clock), tournament_id=entry.tournament_id, outs=outs)
    return noted


def awarded(world: World, entries: list[Entry], *, plays_on: bool = True) -> Tournament:
    """Award by a deal by chips: Ann, Bob, Cat."""
    ann, bob, cat, _ = entries
    friday = now(ann.tournament)
    total = friday.fixed.net_cents
    shares = {ann.pk: total // 3, bob.pk: total // 3, cat.pk: total - total // 3 * 2}
    chips = {ann.pk: 20_000, bob.pk: 15_000, cat.pk: 5_000}
    deal = agreed(world, friday, shares, clock="21:50", stacks=chips)
    what = {"tournament_id": friday.pk, "deal_id": deal, "plays_on": plays_on}
    asked = award_prizes.ask(td(world, "21:51"), **what)
    client = world.browser(Role.MANAGER)
    shown = client.get(f"/tallinn/approvals/{asked.pk}/").content.decode()
    assert ("play on for the places" in shown) == plays_on
    signed(world, asked, clock="21:52")
    page = client.get(f"/tallinn/tournaments/{friday.pk}/").content.decode()
    doors = [f"/tournaments/{friday.pk}/{name}/" in page for name in ("prizes", "deal")]
    assert ("play on for the places" in page, any(doors)) == (plays_on, False)
    return now(friday)


def last_undone(world: World, wrong: Knockout, clock: str) -> Proposal:
    """Undo by the pages, by two, the elimination that ended a tournament."""
    at = f"/tallinn/tournaments/{wrong.entry.tournament_id}/knock-out/{wrong.pk}/undo/"
    alone = {"tournament_id": wrong.entry.tournament_id, "knockout_id": wrong.pk}
    refused(NeedsSignature, undo_knockout, td(world, clock), **alone, reason="Bob won the pot")
    director = world.browser(Role.DIRECTOR)
    assert 'name="reason"' in director.get(at).content.decode()
    assert director.post(at, {"key": uuid4()}).status_code == 422
    director.post(at, {"key": uuid4(), "reason": "Bob won the pot"})
    asked = Proposal.objects.latest("id")
    shown = world.browser(Role.MANAGER).get(f"/tallinn/approvals/{asked.pk}/").content.decode()
    assert f"{wrong.entry.player} plays on, noted as place 2" in shown
    assert now(wrong.entry.tournament).finished_at
    signed(world, asked, clock=clock)
    return asked


def names(world: World, friday: Tournament) -> list[str]:
    return [one.entry.player.name for one in ending(friday, at=world.at("22:30")).won]


def test_points_places_and_the_end_follow_who_goes_out(world: World, entries: list[Entry]):
    ann, bob, cat, dan = entries
    friday = awarded(world, entries)
    assert (friday.finished_at, result(friday)) == (None, None)
    assert not count_due(world.at("21:55"))
    assert Payable.objects.due().count() == 3
    goes(world, ann, "22:10")
    assert (now(friday).finished_at, result(now(friday))) == (None, None)
    goes(world, bob, "22:20")
    friday = now(friday)
    assert friday.finished_at == world.at("22:20")
    order = (cat, bob, ann, dan)
    assert result(friday).places == tuple((one.player_id,) for one in order)
    assert names(world, friday) == ["Cat", "Bob", "Ann", "Dan"]
    assert [career_of(one.player).played[0].place for one in order] == [1, 2, 3, 4]
    assert Ticket.objects.get().cleared_at == friday.finished_at
    assert not PlayingPlace.objects.filter(until=None).exists()
    assert Payable.objects.due().count() == 3
    count_due(world.at("22:30"))
    points = points_now(Points.objects.first().score.ranking, friday)
    assert points[cat.player_id] == max(points.values()) > points[ann.player_id]
    assert not list(broken(world.club, Books(club_id=world.club.pk)))


def test_who_was_noted_out_wrongly_plays_on(world: World, entries: list[Entry]):
    ann, bob, cat, _ = entries
    dan = Knockout.objects.get(entry=entries[3])
    friday = awarded(world, entries)
    before = {"tournament_id": friday.pk, "knockout_id": dan.pk}
    refused(CannotUndo, undo_knockout, td(world, "21:55"), **before)
    wrong = goes(world, ann, "22:10")
    undo_knockout(td(world, "22:11"), tournament_id=friday.pk, knockout_id=wrong.pk)
    goes(world, bob, "22:12")
    goes(world, cat, "22:20")
    assert names(world, now(friday)) == ["Ann", "Cat", "Bob", "Dan"]
    assert Payable.objects.due().count() == 3


def test_the_last_one_noted_wrongly_plays_on_though_the_prizes_of_the_deal_are_paid(
    world: World, entries: list[Entry]
):
    ann, bob, cat, _ = entries
    friday = awarded(world, entries)
    shift = Shift.objects.get()
    for each in Payable.objects.due():
        pay_out(world.stamp("21:55"), payable_id=each.pk, shift_id=shift.pk, paid_with="cash")
    goes(world, ann, "22:10")
    wrong = goes(world, bob, "22:20")
    count_due(world.at("22:21"))
    door = f"/tallinn/tournaments/{friday.pk}/knock-out/{wrong.pk}/undo/"
    page = world.browser(Role.DIRECTOR).get(f"/tallinn/tournaments/{friday.pk}/")
    assert door in page.content.decode()

    asked = last_undone(world, wrong, "22:22")

    assert (now(friday).finished_at, result(now(friday))) == (None, None)
    goes(world, cat, "22:25")
    friday = now(friday)
    assert friday.finished_at == world.at("22:25")
    assert names(world, friday) == ["Bob", "Cat", "Ann", "Dan"]
    count_due(world.at("22:30"))
    points = points_now(Points.objects.first().score.ranking, friday)
    assert points[bob.player_id] == max(points.values())
    assert Score.objects.latest("id").proposal == asked
    assert not PlayingPlace.objects.filter(until=None).exists()
    assert not list(broken(world.club, Books(club_id=world.club.pk)))


def test_without_it_the_award_ends_the_tournament_by_the_chips(world: World, entries: list[Entry]):
    friday = awarded(world, entries, plays_on=False)
    assert friday.finished_at
    assert result(friday).places == tuple((one.player_id,) for one in entries)
    refused(TournamentOver, goes, world, entries[0], "22:10")
    shown = world.browser(Role.MANAGER).get(f"/tallinn/tournaments/{friday.pk}/")
    places = [(one.place, str(one.entry.player)) for one in shown.context["standings"]]
    assert places == [(1, "Ann"), (2, "Bob"), (3, "Cat"), (4, "Dan")]
    page = shown.content.decode()
    assert (page.count("until the end<"), "left</small>" in page) == (3, False)
    assert shown.context["level"] is None


def test_play_goes_on_after_a_deal_alone(world: World, entries: list[Entry]):
    what = {"tournament_id": entries[0].tournament_id, "plays_on": True}
    said = refused(BadInput, award_prizes.ask, td(world, "21:51"), **what)
    assert said.field == "plays_on"


def test_the_box_stands_on_the_page_of_a_deal_alone(world: World, entries: list[Entry]):
    ann, bob, cat, _ = entries
    friday = now(ann.tournament)
    total = friday.fixed.net_cents
    shares = {ann.pk: total - 2, bob.pk: 1, cat.pk: 1}
    deal = agreed(world, friday, shares, clock="21:50", stacks=dict.fromkeys(shares, 1_000))
    client = world.browser(Role.DIRECTOR)
    page = f"/tallinn/tournaments/{friday.pk}/prizes/"
    shown = client.get(page, follow=True)
    assert shown.redirect_chain == [(f"{page}?deal={deal}", 302)]
    said = shown.content.decode()
    assert 'name="plays_on"' in said
    assert "by a deal" in said
    assert [name in said for name in ("Ann", "Bob", "Cat")] == [True] * 3
    assert format_cents(total - 2) in said


def test_prizes_of_places_that_are_decided_are_shown_before_they_are_asked_for(
    world: World, entries: list[Entry]
):
    cat = entries[2]
    friday = now(cat.tournament)
    client = world.browser(Role.DIRECTOR)
    page = f"/tallinn/tournaments/{friday.pk}/prizes/"
    said = client.get(page).content.decode()
    assert "What changes" not in said
    goes(world, cat, "21:50")
    said = client.get(page).content.decode()
    assert "What changes" in said
    assert "Cat" in said
    assert 'name="plays_on"' not in said


def test_prizes_lead_to_the_deal_that_all_agreed_to_until_it_is_awarded(
    world: World, entries: list[Entry]
):
    ann, bob, cat, _ = entries
    friday = now(ann.tournament)
    one = {"tournament_id": friday.pk}
    said = refused(NothingToAward, award_prizes.ask, td(world, "21:49"), **one)
    assert said.next_page is None
    shares = {ann.pk: friday.fixed.net_cents - 2, bob.pk: 1, cat.pk: 1}
    agreed(world, friday, shares, clock="21:50", stacks=dict.fromkeys(shares, 1_000))
    said = refused(NothingToAward, award_prizes.ask, td(world, "21:51"), **one)
    assert said.next_page == "tournament-deal"
    awarded(world, entries)
    said = refused(NothingToAward, award_prizes.ask, td(world, "21:56"), **one)
    assert said.next_page is None


def test_a_new_deal_begins_as_the_last_one_and_chips_not_counted_are_said(
    world: World, entries: list[Entry]
):
    ann, bob, cat, _ = entries
    friday = now(ann.tournament)
    total = friday.fixed.net_cents
    page = f"/tallinn/tournaments/{friday.pk}/deal/"
    director = world.browser(Role.DIRECTOR)
    assert "not counted" not in director.get(page).content.decode()
    shares = {ann.pk: total - 4_000, bob.pk: 2_500, cat.pk: 1_500}
    agreed(world, friday, shares, clock="21:50", stacks=dict.fromkeys(shares, 1_000))
    shown = director.get(page)
    form = shown.context["form"]
    first = {(share.value(), stack.value()) for _, share, stack in form.rows}
    assert first == {(format_cents(cents), 1_000) for cents in shares.values()}
    missing = whole(chips(friday).in_play - 3_000)
    assert f"Chips in play but not counted: {missing}" in shown.content.decode()


def test_the_bounties_of_everybody_wait_until_one_is_left(world: World):
    friday = a_tournament(
        world, variants=["terminator"], bounty_cents=2_000, shares_bp=[5_000, 3_000, 2_000]
    )
    shift = world.open_shift(clock="18:00")
    found = enter(world, friday, *NAMES, shift_id=shift.pk)
    one = {"tournament_id": friday.pk}
    start(td(world, "21:00"), **one)
    close_registration(td(world, "21:30"), **one)
    signed(world, fix_pool.ask(td(world, "21:31"), **one), clock="21:32")
    ann, bob, cat, dan = found
    knock_out(td(world, "21:40"), **one, outs=[Out(entry_id=dan.pk, stack=5_000, by=(ann.pk,))])
    awarded(world, found)
    still = refused(NothingToAward, collect_bounties.ask, td(world, "21:55"), **one)
    assert "play on for the places" in str(still)
    pages = world.browser(Role.DIRECTOR)
    bounties = f'"{reverse("bounties-pay", args=["tallinn", friday.pk])}"'
    assert bounties not in pages.get(f"/tallinn/tournaments/{friday.pk}/").content.decode()

    for out, clock in ((bob, "22:10"), (cat, "22:20")):
        outs = [Out(entry_id=out.pk, stack=5_000, by=(ann.pk,))]
        knock_out(td(world, clock), **one, outs=outs)
    assert now(friday).finished_at is None
    assert bounties in pages.get(f"/tallinn/tournaments/{friday.pk}/").content.decode()
    signed(world, collect_bounties.ask(td(world, "22:25"), **one), clock="22:26")
    assert now(friday).finished_at == world.at("22:26")
