"""From the pool that two people fix to the last prize, every account at zero at the end."""

from functools import partial
from typing import Any

from casino.approvals.models import Proposal
from casino.approvals.signed import StaleProposal
from casino.cage.models import Payable, Shift
from casino.cage.services.payables import pay_out
from casino.names import with_names
from casino.refusals import BadInput
from casino.staff.models import Role
from tests.refusing import refused
from tests.tournaments import a_tournament, agreed, chips_of, enter, now, shares_of, signed, sold
from tests.world import World, a_key
from tournaments.models import Entry, Knockout, Prize, Ticket, Tournament
from tournaments.queries.dealing import latest_deal
from tournaments.queries.order import places_out, playing, standings
from tournaments.queries.pools import money_check, waterfall
from tournaments.services.bounties import collect_bounties
from tournaments.services.deals import (
    AgreedBefore,
    DealRefused,
    NoWord,
    agree_to_deal,
    offer_deal,
    withdraw_word,
)
from tournaments.services.knockouts import (
    LastOne,
    NotPlaying,
    Out,
    PlayNotBegun,
    knock_out,
    undo_knockout,
)
from tournaments.services.pool import NotFinal, fix_pool
from tournaments.services.prizes import NothingToAward, award_prizes
from tournaments.services.selling import sell_entry, sell_more
from tournaments.services.shared import NotFixed, PoolIsFixed, TooManyChips, TournamentOver
from tournaments.services.starting import close_registration, start
from tournaments.services.used_tickets import NoTicket

TERMINATOR = {"variants": ["terminator"], "price_cents": 15_000, "bounty_cents": 5_000}


def begun(
    world: World, shift: Shift, *names: str, **terms: Any
) -> tuple[Tournament, dict[str, Entry]]:
    """Announce, sell and start a tournament; return it with its entries by name."""
    tournament = a_tournament(world, **({"name": "Friday"} | terms))
    entries = enter(world, tournament, *names, shift_id=shift.pk)
    start(world.stamp("21:00", role=Role.DIRECTOR), tournament_id=tournament.pk)
    return now(tournament), dict(zip(names, entries, strict=True))


def fixed(world: World, tournament: Tournament, clock: str = "21:50") -> Tournament:
    """Close registration, then fix the prize pool with two signatures."""
    director = world.stamp(clock, role=Role.DIRECTOR)
    close_registration(director, tournament_id=tournament.pk)
    asked = fix_pool.ask(world.stamp(clock, role=Role.DIRECTOR), tournament_id=tournament.pk)
    signed(world, asked, role=Role.SUPERVISOR, clock=clock)
    return now(tournament)


def out(
    world: World, tournament: Tournament, *gone: tuple[Entry, int], by: tuple[Entry, ...] = (),
    clock: str = "22:00", **more: Any,
) -> list[Knockout]:  # fmt: skip
    """Note who went out in one hand, with the stack each began it with."""
    return knock_out(
        world.stamp(clock, role=Role.DIRECTOR),
        tournament_id=tournament.pk,
        outs=[
            Out(entry_id=one.pk, stack=stack, by=[each.pk for each in by], **more)
            for one, stack in gone
        ],
    )


def awarded(world: World, tournament: Tournament, clock: str = "23:00", **more: Any) -> None:
    asked = award_prizes.ask(
        world.stamp(clock, role=Role.DIRECTOR), tournament_id=tournament.pk, **more
    )
    signed(world, asked, role=Role.MANAGER, clock=clock)


def prizes(tournament: Tournament) -> list[tuple[int, str, int]]:
    won = Prize.objects.filter(entry__tournament=tournament).select_related("entry__player")
    return [(one.place, one.entry.player.name, one.cents) for one in won.order_by("place", "id")]


def test_the_pool_is_provisional_until_two_people_fix_it(world: World, shift: Shift):
    tournament, _ = begun(world, shift, "Ann", "Bob", "Cat")
    director = world.stamp("21:10", role=Role.DIRECTOR)
    refused(NotFinal, fix_pool.ask, director, tournament_id=tournament.pk)
    assert not waterfall(tournament, at=world.at("21:10")).final

    tournament = fixed(world, tournament)

    pool = waterfall(tournament, at=world.at("22:00"))
    assert (pool.fixed, pool.net_cents, pool.prizes_cents) == (True, 30_000, [18_000, 12_000])
    again = world.stamp("22:00", role=Role.DIRECTOR)
    refused(PoolIsFixed, fix_pool.ask, again, tournament_id=tournament.pk)


def test_a_guarantee_costs_the_house_and_the_ranking_gets_two_percent(world: World, shift: Shift):
    tournament, _ = begun(world, shift, "Ann", "Bob", ranking=True, guarantee_cents=50_000)

    tournament = fixed(world, tournament)

    assert world.balance("ranking:pool", 20261) == -400
    assert world.balance("expense:overlay") == 50_000 - 19_600
    assert world.balance("tournament:pool", tournament.pk) == -50_000
    assert money_check(tournament).agrees


def test_a_pool_that_moved_since_it_was_proposed_is_not_signed(world: World, shift: Shift):
    tournament, _ = begun(world, shift, "Ann", "Bob")
    stamp = world.stamp("21:50", role=Role.DIRECTOR)
    close_registration(stamp, tournament_id=tournament.pk)
    asked = fix_pool.ask(world.stamp("21:50", role=Role.DIRECTOR), tournament_id=tournament.pk)
    Tournament.objects.filter(id=tournament.pk).update(guarantee_cents=90_000)
    refused(StaleProposal, signed, world, asked, role=Role.SUPERVISOR, clock="21:51")


def test_a_freezeout_from_sale_to_the_last_prize_leaves_nothing(world: World, shift: Shift):
    tournament, who = begun(world, shift, "Ann", "Bob", "Cat", "Dan")
    director = world.stamp("22:00", role=Role.DIRECTOR)
    refused(NotFixed, award_prizes.ask, director, tournament_id=tournament.pk)
    tournament = fixed(world, tournament)
    out(world, tournament, (who["Dan"], 500))
    out(world, tournament, (who["Cat"], 500))
    director = world.stamp("22:30", role=Role.DIRECTOR)
    none = refused(NothingToAward, award_prizes.ask, director, tournament_id=tournament.pk)
    assert str(none) == "No paid place is decided yet."
    out(world, tournament, (who["Bob"], 500))

    awarded(world, tournament)

    assert prizes(tournament) == [(1, "Ann", 24_000), (2, "Bob", 16_000)]
    assert world.balance("tournament:pool", tournament.pk) == 0
    assert now(tournament).finished_at
    assert money_check(now(tournament)).agrees
    for owed in Payable.objects.filter(kind="tournament.prize"):
        pay_out(world.stamp("23:10"), payable_id=owed.pk, shift_id=shift.pk, paid_with="cash")
    assert world.balance("cash:drawer", shift.drawer_id) == 400_000 + 4 * 1_000
    refused(TournamentOver, sold, world, tournament, "Eva", shift_id=shift.pk)


def test_in_one_hand_the_bigger_stack_places_higher_and_equal_ones_share(
    world: World, shift: Shift
):
    tournament, who = begun(world, shift, "Ann", "Bob", "Cat", "Dan")
    tournament = fixed(world, tournament)
    out(world, tournament, (who["Dan"], 300), (who["Cat"], 700))
    places = {one.entry.player.name: one.place for one in standings(tournament)}
    assert places == {"Cat": 3, "Dan": 4}
    assert places_out([each.pk for each in who.values()]) == {who["Cat"].pk: 3, who["Dan"].pk: 4}

    shared, who = begun(world, shift, "Eva", "Fay", "Gus", name="Shared")
    shared = fixed(world, shared)
    out(world, shared, (who["Fay"], 700), (who["Gus"], 700))
    awarded(world, shared)
    assert set(places_out([who["Fay"].pk, who["Gus"].pk]).values()) == {2}
    assert sorted(prizes(shared)) == [(1, "Eva", 18_000), (2, "Fay", 6_000), (2, "Gus", 6_000)]


def test_a_knockout_is_undone_until_it_has_been_paid(world: World, shift: Shift):
    tournament, who = begun(world, shift, "Ann", "Bob", "Cat")
    tournament = fixed(world, tournament)
    (first,) = out(world, tournament, (who["Cat"], 500))
    (second,) = out(world, tournament, (who["Bob"], 500))

    def undo(knockout: Knockout, clock: str = "22:10") -> None:
        stamp = world.stamp(clock, role=Role.DIRECTOR)
        undo_knockout(stamp, tournament_id=tournament.pk, knockout_id=knockout.pk)

    undo(first)
    assert [one.player.name for one in playing(tournament)] == ["Ann", "Cat"]
    undo(second)
    out(world, tournament, (who["Cat"], 500), clock="22:15")
    assert [one.player.name for one in playing(tournament)] == ["Ann", "Bob"]
    (second,) = out(world, tournament, (who["Ann"], 500), clock="22:20")
    awarded(world, tournament)
    assert prizes(tournament) == [(1, "Bob", 18_000), (2, "Ann", 12_000)]
    refused(TournamentOver, undo, second, "23:10")


def test_who_is_out_is_not_knocked_out_and_somebody_wins(world: World, shift: Shift):
    early = a_tournament(world, "Early")
    (ann,) = enter(world, early, "Ann", shift_id=shift.pk)
    refused(PlayNotBegun, out, world, early, (ann, 500))

    tournament, who = begun(world, shift, "Bob", "Cat", "Dan")
    out(world, tournament, (who["Bob"], 500))
    refused(NotPlaying, out, world, tournament, (who["Bob"], 500))
    refused(LastOne, out, world, tournament, (who["Cat"], 500), (who["Dan"], 500))
    refused(BadInput, out, world, tournament, (who["Cat"], 500), by=(who["Bob"],))


def test_bounty_chips_are_cashed_at_any_time_and_the_winner_keeps_the_own_one(
    world: World, shift: Shift
):
    terms = TERMINATOR | {"reentry": True, "rebuy_levels": 2}
    tournament, who = begun(world, shift, "Ann", "Bob", "Cat", **terms)
    refused(BadInput, out, world, tournament, (who["Cat"], 500))
    out(world, tournament, (who["Cat"], 500), by=(who["Ann"], who["Bob"]), clock="21:10")
    sell_more(
        world.stamp("21:15"), entry_id=who["Cat"].pk, what="reentry", paid_with="cash",
        shift_id=shift.pk,
    )  # fmt: skip
    asked = collect_bounties.ask(
        world.stamp("21:20", role=Role.DIRECTOR), tournament_id=tournament.pk,
        entry_id=who["Bob"].pk,
    )  # fmt: skip
    signed(world, asked, clock="21:21")
    assert Payable.objects.get(kind="tournament.bounty").cents == 2_500

    tournament = fixed(world, tournament)
    out(world, tournament, (who["Cat"], 500), by=(who["Bob"],))
    out(world, tournament, (who["Bob"], 500), by=(who["Ann"],), clock="22:30")
    awarded(world, tournament)
    assert not now(tournament).finished_at
    # Whose they are can be erased; the words stay in the books.
    for what in Payable.objects.values_list("about", flat=True):
        assert not {"Ann", "Bob", "Cat"} & set(what.replace(",", "").split())
    director = world.stamp("23:05", role=Role.DIRECTOR)
    last = collect_bounties.ask(director, tournament_id=tournament.pk)
    signed(world, last, clock="23:06")

    won = {one["player"]: one["cents"] for one in with_names(last.content)["bounties"]}
    assert won == {"Ann": 12_500, "Bob": 5_000}
    assert world.balance("tournament:bounties", tournament.pk) == 0
    assert now(tournament).finished_at


def test_a_deal_divides_exactly_what_remains_and_everybody_left_agrees(world: World, shift: Shift):
    tournament, who = begun(world, shift, "Ann", "Bob", "Cat")
    tournament = fixed(world, tournament)
    out(world, tournament, (who["Cat"], 500))
    ann, bob = who["Ann"].pk, who["Bob"].pk
    deal = {ann: 15_500, bob: 14_500}
    for wrong in (deal | {bob: 14_501}, {ann: 30_000}):
        refused(DealRefused, agreed, world, tournament, wrong, clock="22:50")
    stacks = {ann: 9_000, bob: 20_000}
    for lacking in ({ann: 0, bob: 0}, stacks | {bob: 0}):
        refused(BadInput, agreed, world, tournament, deal, stacks=lacking, clock="22:50")
    made = agreed(world, tournament, deal, stacks=stacks, clock="22:50")

    awarded(world, tournament, deal_id=made)

    assert Proposal.objects.latest("id").content["missing_chips"] == 1_000
    assert prizes(tournament) == [(1, "Bob", 14_500), (2, "Ann", 15_500)]
    assert now(tournament).finished_at


def test_each_word_for_a_deal_is_noted_once_and_all_are_needed(world: World, shift: Shift):
    tournament, who = begun(world, shift, "Ann", "Bob", "Cat")
    tournament, one = fixed(world, tournament), {"tournament_id": tournament.pk}
    ann, bob, cat = (entry.pk for entry in who.values())
    shares = {ann: 9_000, bob: 10_000, cat: 11_000}
    first = agreed(world, tournament, shares, clock="22:00")
    hears = partial(world.stamp, "22:10", role=Role.SUPERVISOR)
    refused(AgreedBefore, agree_to_deal, hears(), **one, deal_id=first, entry_id=ann)
    second = offer_deal(hears(), **one, shares=shares_of(shares), figures_meant=True).pk
    refused(DealRefused, agree_to_deal, hears(), **one, deal_id=first, entry_id=ann)
    for entry_id in (ann, bob):
        agree_to_deal(hears(), **one, deal_id=second, entry_id=entry_id)

    agree_to_deal(hears(), **one, deal_id=second, entry_id=cat)
    key = a_key()
    for _ in range(2):
        withdraw_word(hears(key=key), **one, deal_id=second, entry_id=cat)
    refused(NoWord, withdraw_word, hears(), **one, deal_id=second, entry_id=cat)
    view = latest_deal(now(tournament))
    assert view
    assert [one.entry_id for one in view.agreements] == [ann, bob]
    for deal_id in (first, second):
        refused(DealRefused, awarded, world, tournament, deal_id=deal_id)
    out(world, tournament, (who["Cat"], 500))
    refused(DealRefused, agree_to_deal, hears(), **one, deal_id=second, entry_id=cat)
    assert prizes(tournament) == []


def test_a_satellite_gives_tickets_and_a_ticket_pays_the_entry_once(world: World, shift: Shift):
    target = a_tournament(world, "Main", price_cents=20_000, fee_cents=2_000)
    terms = {"variants": ["satellite"], "target": target.pk, "kind": "satellite"}
    tournament, who = begun(world, shift, "Ann", "Bob", "Cat", name="Satellite", **terms)
    tournament = fixed(world, tournament)
    out(world, tournament, (who["Cat"], 500))
    out(world, tournament, (who["Bob"], 500))

    awarded(world, tournament)

    assert world.balance("tickets", target.pk) == -22_000
    assert Payable.objects.get(kind="tournament.prize").cents == 8_000
    assert Ticket.objects.get().player == who["Ann"].player
    use = {"tournament_id": target.pk, "paid_with": "ticket", "shift_id": shift.pk}
    ticket = Ticket.objects.get().pk
    bob, ann = who["Bob"].player_id, who["Ann"].player_id
    said = refused(
        NoTicket, sell_entry, world.stamp("20:40"), player_id=bob, ticket_id=ticket, **use
    )
    assert said.source == "OLY-3.4.28"
    sell_entry(world.stamp("20:41"), player_id=ann, **use)
    refused(NoTicket, sell_entry, world.stamp("20:42"), player_id=bob, **use)
    assert world.balance("tickets", target.pk) == 0
    assert world.balance("tournament:pool", target.pk) == -20_000


def test_who_shares_places_of_a_satellite_shares_what_they_win(world: World, shift: Shift):
    target = a_tournament(world, "Main", price_cents=20_000, fee_cents=2_000)
    terms = {"variants": ["satellite"], "target": target.pk, "kind": "satellite"}
    tournament, who = begun(world, shift, "Ann", "Bob", "Cat", name="Satellite", **terms)
    tournament = fixed(world, tournament)
    out(world, tournament, (who["Cat"], 500), (who["Bob"], 500))

    awarded(world, tournament)

    assert prizes(tournament) == [(1, "Ann", 0), (2, "Bob", 4_000), (2, "Cat", 4_000)]
    because = Proposal.objects.latest("id").content["because"]
    shared = next(each for each in because if each["rule"] == "AMB-55")
    assert (shared["inputs"], shared["result"]) == ({"places": [2]}, 8_000)
    assert world.balance("tournament:pool", tournament.pk) == 0


def test_a_time_tournament_is_split_by_the_chips_of_everybody_left(world: World, shift: Shift):
    tournament, who = begun(world, shift, "Ann", "Bob", "Cat", variants=["time"])
    tournament = fixed(world, tournament)
    refused(BadInput, awarded, world, tournament)
    stacks = {who[name].pk: chips for name, chips in
              (("Ann", 10_000), ("Bob", 20_000), ("Cat", 0))}  # fmt: skip

    awarded(world, tournament, left=chips_of(stacks))

    assert prizes(tournament) == [(1, "Bob", 20_000), (2, "Ann", 10_000), (3, "Cat", 0)]
    assert world.balance("tournament:pool", tournament.pk) == 0


def test_more_chips_than_are_in_play_are_no_end_of_a_time_tournament(world: World, shift: Shift):
    tournament, who = begun(world, shift, "Ann", "Bob", "Cat", variants=["time"])
    tournament = fixed(world, tournament)
    ann, bob, cat = (entry.pk for entry in who.values())
    said = refused(
        TooManyChips, awarded, world, tournament, left=chips_of({ann: 50_000, bob: 30_000, cat: 0})
    )
    assert (str(said), said.source) == (
        "Chips entered: 80\u00a0000. Chips in play: 30\u00a0000.", "OLY-3.4.8"
    )  # fmt: skip
    deal = {"left": chips_of({ann: 10_000, bob: 19_500, cat: 0})}
    stamp = world.stamp("22:30", role=Role.DIRECTOR)
    asked = award_prizes.ask(stamp, tournament_id=tournament.pk, **deal)
    assert asked.content["missing_chips"] == 500


def test_nobody_goes_out_or_deals_with_more_chips_than_are_in_play(world: World, shift: Shift):
    tournament, who = begun(world, shift, "Ann", "Bob", "Cat")
    tournament = fixed(world, tournament)
    refused(TooManyChips, out, world, tournament, (who["Cat"], 30_001))
    out(world, tournament, (who["Cat"], 30_000))
    ann, bob = who["Ann"].pk, who["Bob"].pk
    deal, stacks = {ann: 15_000, bob: 15_000}, {ann: 20_000, bob: 10_001}
    refused(TooManyChips, agreed, world, tournament, deal, stacks=stacks, clock="22:50")


def test_who_asks_again_for_the_prizes_has_one_request_open(world: World, shift: Shift):
    tournament, who = begun(world, shift, "Ann", "Bob")
    tournament = fixed(world, tournament)
    out(world, tournament, (who["Bob"], 500))
    director = partial(world.stamp, "22:30", role=Role.DIRECTOR)
    first = award_prizes.ask(director(), tournament_id=tournament.pk)
    second = award_prizes.ask(director(), tournament_id=tournament.pk)
    first.refresh_from_db()
    assert (first.approved, second.approved) == (False, None)
