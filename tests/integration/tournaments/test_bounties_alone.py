"""Bounty chips that one cashier pays below the club's amount."""

from typing import Any

import pytest
from django.test import Client

from casino import db
from casino.approvals.models import Proposal
from casino.approvals.signed import NeedsSignature
from casino.cage.models import Payable, Shift
from casino.cage.queries.amounts import thresholds
from casino.cage.queries.due import origin
from casino.cage.queries.renamed import now_owed
from casino.cage.rules import at_least_casino
from casino.cage.services.payables import pay_out
from casino.staff.models import Role
from tests.pages.filling import Forms
from tests.refusing import refused
from tests.tournament_floor import td
from tests.tournaments import a_tournament, enter, now, signed
from tests.world import EVENING, World, a_member, of_the_desk
from tournaments.models import Bounty, Entry, Tournament
from tournaments.queries.awards import bounties_of
from tournaments.queries.careers import career_of, season_table
from tournaments.queries.pools import money_check
from tournaments.services.bounties import collect_bounties
from tournaments.services.chip_winners import correct_chip_winner
from tournaments.services.knockouts import Out, knock_out
from tournaments.services.pool import fix_pool
from tournaments.services.prizes import NothingToAward, award_prizes
from tournaments.services.refunds import NoRefund, cancel_tournament, refund_entry
from tournaments.services.right_winners import correct_prize
from tournaments.services.starting import close_registration, start

TERMINATOR: dict[str, Any] = {
    "variants": ["terminator"], "price_cents": 15_000, "bounty_cents": 5_000,
}  # fmt: skip


@pytest.fixture
def hunt(world: World, shift: Shift) -> tuple[Tournament, list[Entry]]:
    """Let Ann win the bounty of Dan, and nobody else's yet."""
    tournament = a_tournament(world, **TERMINATOR)
    entries = enter(world, tournament, "Ann", "Bob", "Cat", "Dan", shift_id=shift.pk)
    start(world.stamp("21:00", role=Role.DIRECTOR), tournament_id=tournament.pk)
    out(world, entries[3], by=entries[0], clock="21:05")
    return tournament, entries


def out(world: World, entry: Entry, *, by: Entry, clock: str) -> None:
    knock_out(
        world.stamp(clock, role=Role.DIRECTOR),
        tournament_id=entry.tournament_id,
        outs=[Out(entry_id=entry.pk, stack=500, by=(by.pk,))],
    )


def collected(world: World, entry: Entry, clock: str) -> Any:
    """Let the cashier take a player's bounty chips in."""
    where = {"tournament_id": entry.tournament_id, "entry_id": entry.pk}
    return collect_bounties.submit(world.stamp(clock), **where)


def test_a_cashier_pays_a_bounty_alone_below_the_club_s_amount(
    world: World, shift: Shift, hunt: tuple[Tournament, list[Entry]]
):
    tournament, (ann, _, cat, _) = hunt
    of_the_desk(world.club, bounty_alone_under_cents=10_000)
    drawer = world.balance("cash:drawer", shift.drawer_id)

    (owed,) = collected(world, ann, "21:10")
    pay_out(world.stamp("21:11"), payable_id=owed.pk, shift_id=shift.pk, paid_with="cash")

    assert world.balance("cash:drawer", shift.drawer_id) == drawer - 5_000
    assert world.balance("tournament:bounties", tournament.pk) == -15_000
    out(world, cat, by=ann, clock="21:20")
    again = collected(world, ann, "21:21")
    assert isinstance(again, Proposal), "what she had before counts with it"


@pytest.mark.parametrize("corrects", [False, True])
def test_who_says_that_a_player_won_a_chip_does_not_pay_it_alone(
    world: World, shift: Shift, hunt: tuple[Tournament, list[Entry]], *, corrects: bool
):
    """A director who has a drawer, too, notes a friend as the winner."""
    _, (ann, bob, cat, dan) = hunt
    of_the_desk(world.club, bounty_alone_under_cents=10_000)
    world.also(Role.CASHIER, Role.DIRECTOR)
    if corrects:
        noted = dan.knockouts.get()
        what = {"tournament_id": ann.tournament_id, "knockout_id": noted.pk, "by": [bob.pk]}
        correct_chip_winner(world.stamp("21:06"), **what, reason="Bob had more chips")
    else:
        outs = [Out(entry_id=cat.pk, stack=500, by=(bob.pk,))]
        knock_out(world.stamp("21:06"), tournament_id=ann.tournament_id, outs=outs)

    assert isinstance(collected(world, bob, "21:10"), Proposal)
    other = world.stamp("21:11", role=Role.MANAGER)
    assert not isinstance(
        collect_bounties.submit(other, tournament_id=ann.tournament_id, entry_id=bob.pk), Proposal
    )


def test_who_won_no_chip_is_not_told_that_it_was_handed_in(
    world: World, hunt: tuple[Tournament, list[Entry]]
):
    _, (ann, bob, *_) = hunt
    of_the_desk(world.club, bounty_alone_under_cents=10_000)
    collected(world, ann, "21:10")
    for entry, clock in ((bob, "21:11"), (ann, "21:12")):
        where = {"tournament_id": entry.tournament_id, "entry_id": entry.pk}
        said = refused(NothingToAward, collect_bounties, world.stamp(clock), **where)
        assert ("handed in" in str(said)) is (entry == ann)


def test_the_reason_of_chips_handed_in_during_play_has_no_chip_of_one_s_own(
    world: World, hunt: tuple[Tournament, list[Entry]]
):
    _, (ann, bob, cat, dan) = hunt
    of_the_desk(world.club, bounty_alone_under_cents=10_000)
    (owed,) = collected(world, ann, "21:10")
    (why,) = origin(owed).because
    assert why["result"] == {
        str(ann.pk): 5_000,
        **dict.fromkeys(map(str, (bob.pk, cat.pk, dan.pk)), 0),
    }


def test_from_the_club_s_amount_on_and_where_it_set_none_two_people_pay(
    world: World, hunt: tuple[Tournament, list[Entry]]
):
    _, (ann, *_) = hunt
    for cents in (0, 5_000):
        of_the_desk(world.club, bounty_alone_under_cents=cents)
        where = {"tournament_id": ann.tournament_id, "entry_id": ann.pk}
        refused(NeedsSignature, collect_bounties, world.stamp("21:10"), **where)
        assert isinstance(collected(world, ann, "21:11"), Proposal)
    assert not Payable.objects.exists()


def test_the_chips_of_everybody_are_never_paid_by_one(
    world: World, hunt: tuple[Tournament, list[Entry]]
):
    tournament, _ = hunt
    of_the_desk(world.club, bounty_alone_under_cents=10**9)
    assert at_least_casino(thresholds(world.club.pk)).bounty_alone_under_cents == 0
    (owed,) = collected(world, hunt[1][0], "21:10")
    assert [(one.cents, one.payable_id) for one in Bounty.objects.all()] == [(5_000, owed.pk)]
    with pytest.raises(Exception, match="not fixed"):
        collect_bounties(world.stamp("21:12"), tournament_id=tournament.pk)


def test_the_last_chips_are_paid_once_one_is_left_or_all_have_their_prizes(
    world: World, hunt: tuple[Tournament, list[Entry]]
):
    tournament, (ann, bob, cat, _) = hunt
    close_registration(world.stamp("21:40", role=Role.DIRECTOR), tournament_id=tournament.pk)
    pool = fix_pool.ask(world.stamp("21:41", role=Role.DIRECTOR), tournament_id=tournament.pk)
    signed(world, pool, clock="21:42")
    director = world.stamp("21:50", role=Role.DIRECTOR)
    refused(NothingToAward, collect_bounties.ask, director, tournament_id=tournament.pk)

    out(world, cat, by=ann, clock="21:51")
    out(world, bob, by=ann, clock="21:52")
    prizes = award_prizes.ask(world.stamp("23:00", role=Role.DIRECTOR), tournament_id=tournament.pk)
    signed(world, prizes, clock="23:10")
    last = collect_bounties.ask(
        world.stamp("23:20", role=Role.DIRECTOR), tournament_id=tournament.pk
    )
    signed(world, last, clock="23:21")

    assert [(one.entry_id, one.cents) for one in Bounty.objects.all()] == [(ann.pk, 20_000)]
    assert now(tournament).finished_at


def test_what_bounties_were_paid_of_is_not_cancelled_and_half_given_back(
    world: World, hunt: tuple[Tournament, list[Entry]]
):
    tournament, (ann, *_) = hunt
    director = world.stamp("21:09", role=Role.DIRECTOR)
    cancel_tournament.ask(director, tournament_id=tournament.pk, reason="No power")
    of_the_desk(world.club, bounty_alone_under_cents=10_000)
    collected(world, ann, "21:10")

    where = {"tournament_id": tournament.pk, "reason": "No power"}
    director = world.stamp("21:20", role=Role.DIRECTOR)
    refused(NoRefund, cancel_tournament.ask, director, **where)


def test_who_won_a_bounty_has_played_and_gets_nothing_back(
    world: World, hunt: tuple[Tournament, list[Entry]]
):
    _, (ann, bob, _, _) = hunt
    stamp, ill = (
        world.stamp("21:10", role=Role.SUPERVISOR),
        {"cause": "withdrawal", "reason": "Ill"},
    )
    said = refused(NoRefund, refund_entry.ask, stamp, entry_id=ann.pk, **ill)
    assert said.source == "AMB-70"
    assert refund_entry.ask(stamp, entry_id=bob.pk, **ill)


def test_the_page_says_whose_chips_come_to_what_and_pays_no_more_than_it_said(
    world: World, hunt: tuple[Tournament, list[Entry]]
):
    tournament, (ann, bob, *_) = hunt
    of_the_desk(world.club, bounty_alone_under_cents=20_000)
    client = Client()
    client.force_login(a_member(world.club, Role.CASHIER, name="desk@tallinn"))
    address = f"/tallinn/tournaments/{tournament.pk}/bounties/?entry={ann.pk}"
    page = client.get(address).content.decode()
    assert "50,00" in page.partition("<table>")[2]
    assert "Ann" in page.partition("<table>")[2]
    form = next(each for each in Forms(page) if "shown" in each.values)
    out(world, bob, by=ann, clock="21:12")

    answer = client.post(address, form.values)
    assert answer.status_code == 409
    assert not Bounty.objects.exists()
    page = answer.content.decode()
    assert "100,00" in page.partition("<table>")[2]
    form = next(each for each in Forms(page) if "shown" in each.values)
    assert client.post(address, form.values).status_code == 302
    assert [(one.entry_id, one.cents) for one in Bounty.objects.all()] == [(ann.pk, 10_000)]
    assert client.post(address, form.values).status_code == 302, "sent twice, paid once"
    assert Bounty.objects.count() == 1


def test_bounty_chips_booked_for_the_wrong_guest_are_owed_to_who_brought_them(
    world: World, shift: Shift, hunt: tuple[Tournament, list[Entry]]
):
    tournament, (ann, bob, *_) = hunt
    of_the_desk(world.club, bounty_alone_under_cents=10_000)
    (owed,) = collected(world, ann, "21:10")
    wrong = {"payable_id": owed.pk, "player_id": bob.player_id, "reason": "Bob had won the pot"}
    signed(world, correct_prize.ask(td(world, "21:12"), **wrong), clock="21:13")
    (chips,) = bounties_of(tournament)
    anew = chips.payable
    assert anew
    assert (anew.player_id, anew.cents) == (bob.player_id, 5_000)
    assert (len(chips.corrected_by), world.balance("payable", owed.pk)) == (1, 0)
    assert world.balance("tournament:bounties", tournament.pk) == -15_000
    assert money_check(now(tournament)).agrees


def test_what_is_owed_to_another_guest_is_won_by_that_one(
    world: World, shift: Shift, hunt: tuple[Tournament, list[Entry]]
):
    tournament, (ann, bob, *_) = hunt
    of_the_desk(world.club, bounty_alone_under_cents=10_000)
    (owed,) = collected(world, ann, "21:10")
    late, known = world.player("Late"), [(db.now(), ann.player)]
    for minute, right in ((12, bob.player), (14, late)):
        wrong = {"player_id": right.pk, "reason": "Brought the chip"}
        asked = correct_prize.ask(td(world, f"21:{minute}"), payable_id=owed.pk, **wrong)
        signed(world, asked, clock=f"21:{minute + 1}")
        known.append((db.now(), right))
        won = {one: career_of(one).line.prizes_cents for one in (ann.player, bob.player, late)}
        assert won == dict.fromkeys(won, 0) | {right: 5_000}
        shown = sum(one.prizes_cents for one in career_of(bob.player).played)
        assert shown == won[bob.player]
        owed = now_owed(Payable.objects.get(id=owed.pk))
    for at, right in known:
        lines = season_table([tournament.pk], known_at=at)
        assert [one.player_id for one in lines if one.prizes_cents] == [right.pk]


def test_bounty_chips_are_called_so_wherever_they_are_due_or_paid(
    world: World, shift: Shift, hunt: tuple[Tournament, list[Entry]]
):
    of_the_desk(world.club, bounty_alone_under_cents=10_000)
    (owed,) = collected(world, hunt[1][0], "21:10")
    desk, called = world.browser(Role.CASHIER), "Bounty chips"
    due = world.browser(Role.ACCOUNTANT).get(f"/tallinn/days/{EVENING}/").content.decode()
    assert f"{called}: Friday, 50,00." in due
    assert called in desk.get(f"/tallinn/payments/{owed.pk}/").content.decode()
    pay_out(world.stamp("21:11"), payable_id=owed.pk, shift_id=shift.pk, paid_with="cash")
    assert called in desk.get("/tallinn/payments/").content.decode()
