"""From the announcement to the money of every ticket, and back again."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from casino.approvals.services import OwnProposal
from casino.cage.models import Payable, Shift
from casino.cage.services.payables import pay_out
from casino.ledger.verify import Books, verify_ledger
from casino.refusals import BadInput
from casino.staff.models import Role
from tests.refusing import refused
from tests.tournaments import (
    LEVELS,
    a_template,
    a_tournament,
    decided,
    enter,
    now,
    signed,
    sold,
)
from tests.world import World, a_key
from tournaments.models import Purchase
from tournaments.postings import Parts
from tournaments.queries.clock import level_at
from tournaments.queries.pools import money_check, waterfall
from tournaments.queries.tournaments import version
from tournaments.rules.prize_pool import PartsAbovePrice
from tournaments.rules.variants import PartNotAnnounced, VariantsContradict
from tournaments.services.announcing import NameTaken, NotRanking
from tournaments.services.changing import change_structure
from tournaments.services.during_play import NotSold
from tournaments.services.refunds import (
    NoRefund,
    NotCancelled,
    RefundedBefore,
    cancel_tournament,
    refund_all,
    refund_cancelled,
    refund_entry,
)
from tournaments.services.selling import EnteredBefore, NotAdmitted, sell_entry, sell_more
from tournaments.services.shared import TournamentOver
from tournaments.services.starting import NotStarted, close_registration, start

REBUYS = {"variants": ["rebuy_when_broke"], "rebuy_cents": 10_000, "rebuy_levels": 2}
TERMINATOR = {"variants": ["terminator"], "price_cents": 15_000, "bounty_cents": 5_000}


def begin(world: World, tournament: Any, clock: str = "21:00") -> None:
    start(world.stamp(clock, role=Role.DIRECTOR), tournament_id=tournament.pk)


def test_an_entry_in_cash_is_a_numbered_slip_and_every_part_goes_to_its_account(
    world: World, shift: Shift
):
    parts = {"rfj_cents": 500, "surcharge_cents": 300, "bounty_cents": 5_000}
    tournament = a_tournament(
        world, series=True, variants=["terminator", "royal_flush_jackpot"], price_cents=15_000,
        **parts,
    )  # fmt: skip

    sale = sold(world, tournament, "Mari Tamm", shift_id=shift.pk)

    assert (sale.entry.number, sale.slip.number, sale.total_cents) == (1, 2, 16_300)
    assert world.balance("cash:drawer", shift.drawer_id) == 400_000 + 16_300
    assert world.balance("tournament:pool", tournament.pk) == -9_500
    assert world.balance("tournament:bounties", tournament.pk) == -5_000
    assert world.balance("rfj:pool", tournament.series_id or 0) == -500
    assert world.balance("surcharge:pool", tournament.series_id or 0) == -300
    assert world.balance("deferred:fees", tournament.pk) == -1_000
    assert money_check(tournament).agrees


@pytest.mark.parametrize(("paid_with", "account"), [("chips", "chips:floor"), ("bank", "bank")])
def test_chips_and_cards_pay_a_ticket_too(world: World, shift: Shift, paid_with: str, account: str):
    world.sell(50_000)
    before = world.balance(account)
    sold(world, a_tournament(world), "Mari Tamm", shift_id=shift.pk, paid_with=paid_with)

    assert world.balance(account) - before == 11_000
    assert world.balance("cash:drawer", shift.drawer_id) == 400_000


def test_the_same_key_sells_one_ticket(world: World, shift: Shift):
    tournament, player, key = a_tournament(world), world.player().pk, a_key()
    ask = {"tournament_id": tournament.pk, "player_id": player, "shift_id": shift.pk}
    first = sell_entry(world.stamp("20:30", key=key), paid_with="cash", **ask)
    again = sell_entry(world.stamp("20:31", key=key), paid_with="cash", **ask)

    assert first == again
    assert world.balance("tournament:pool", tournament.pk) == -10_000


def test_a_person_is_once_in_a_tournament(world: World, shift: Shift):
    tournament = a_tournament(world)
    entry = sold(world, tournament, "Mari Tamm", shift_id=shift.pk).entry
    refused(
        EnteredBefore, sell_entry, world.stamp("20:31"), tournament_id=tournament.pk,
        player_id=entry.player_id, paid_with="cash", shift_id=shift.pk,
    )  # fmt: skip
    assert world.balance("tournament:pool", tournament.pk) == -10_000


def test_no_ticket_beyond_the_places_or_after_late_registration(world: World, shift: Shift):
    small = a_tournament(world, "Small", places=2)
    enter(world, small, "Ann", "Bob", shift_id=shift.pk)
    said = refused(NotAdmitted, sold, world, small, "Cat", shift_id=shift.pk)
    assert said.message == "All places are taken."

    late = a_tournament(world, "Late")
    enter(world, late, "Dan", "Eva", shift_id=shift.pk)
    begin(world, late)
    enter(world, late, "Fay", shift_id=shift.pk, clock="21:39")
    said = refused(NotAdmitted, sold, world, late, "Gus", shift_id=shift.pk, clock="21:40")
    assert said.source == "OLY-3.3.6"


def test_a_rebuy_only_when_broke_within_its_levels_and_never_in_a_freezeout(
    world: World, shift: Shift
):
    tournament = a_tournament(world, **REBUYS)
    ann, _ = enter(world, tournament, "Ann", "Bob", shift_id=shift.pk)
    begin(world, tournament)
    ask: dict[str, Any] = {"entry_id": ann.pk, "what": "rebuy", "shift_id": shift.pk}
    ask["paid_with"] = "cash"

    refused(NotSold, sell_more, world.stamp("21:10"), chips=500, **ask)
    sell_more(world.stamp("21:10"), chips=0, **ask)
    refused(NotSold, sell_more, world.stamp("21:40"), chips=0, **ask)

    assert world.balance("tournament:pool", tournament.pk) == -30_000
    pool = waterfall(tournament, at=world.at("21:20"))
    assert (pool.sold["rebuy"], pool.participants, pool.final) == (1, 2, False)

    freezeout = a_tournament(world, "Freezeout")
    dan, _ = enter(world, freezeout, "Dan", "Eva", shift_id=shift.pk)
    begin(world, freezeout)
    said = refused(NotSold, sell_more, world.stamp("21:10"), **(ask | {"entry_id": dan.pk}))
    assert said.message == "A freezeout has no rebuys."


def test_what_was_not_announced_is_not_sold(world: World, shift: Shift):
    refused(VariantsContradict, a_template, world, variants=["freezeout", "rebuy_at_will"])
    refused(BadInput, a_template, world, variants=["turbo"])
    refused(PartNotAnnounced, a_template, world, bounty_cents=500)
    refused(BadInput, a_template, world, price_cents=0)
    refused(BadInput, a_template, world, levels=[[50, 100, 0, 20], [25, 50, 0, 20]])
    refused(BadInput, a_tournament, world, variants=["royal_flush_jackpot"], rfj_cents=500)
    assert PartsAbovePrice.code == "parts_above_price"
    a_template(world)
    refused(NameTaken, a_template, world)


def test_only_the_manager_marks_a_ranking_tournament_and_never_a_private_one(world: World):
    a_template(world, ranking=True)
    private = {"kind": "private", "ranking": True}
    said = refused(NotRanking, lambda: a_template(world, "Private", **private))
    assert said.source == "OLY-5.2"


def test_a_refund_needs_a_second_person_and_takes_the_money_out_of_every_pool(
    world: World, shift: Shift
):
    tournament = a_tournament(world, **TERMINATOR)
    ann, _ = enter(world, tournament, "Ann", "Bob", shift_id=shift.pk)
    supervisor = world.stamp("20:40", role=Role.SUPERVISOR)
    asked = refund_entry.ask(supervisor, entry_id=ann.pk, cause="withdrawal", reason="Ill")

    refused(OwnProposal, signed, world, asked, role=Role.SUPERVISOR, clock="20:45")
    signed(world, asked, clock="20:45")

    owed = Payable.objects.get(kind="tournament.refund")
    assert (owed.cents, owed.player_id) == (16_000, ann.player_id)
    assert world.balance("tournament:pool", tournament.pk) == -10_000
    assert world.balance("tournament:bounties", tournament.pk) == -5_000
    assert world.balance("deferred:fees", tournament.pk) == -1_000
    assert money_check(tournament).agrees
    pay_out(world.stamp("21:00"), payable_id=owed.pk, shift_id=shift.pk, paid_with="cash")
    later = world.stamp("21:10", role=Role.SUPERVISOR)
    again = {"entry_id": ann.pk, "cause": "withdrawal", "reason": "x"}
    refused(RefundedBefore, refund_entry.ask, later, **again)


def test_fees_are_income_once_the_pool_is_fixed_and_not_before(world: World, shift: Shift):
    tournament = a_tournament(world)
    players = enter(world, tournament, "Ann", "Bob", "Cat", shift_id=shift.pk)
    fees = ("deferred:fees", tournament.pk), ("income:fees", 0)
    assert [world.balance(*each) for each in fees] == [-3_000, 0]

    decided(world, tournament, players)

    assert [world.balance(*each) for each in fees] == [0, -3_000]
    assert money_check(tournament).agrees
    assert list(verify_ledger(Books(club_id=world.club.pk))) == []


def test_a_sale_from_before_fees_waited_is_given_back_out_of_the_income(
    world: World, shift: Shift, monkeypatch: pytest.MonkeyPatch
):
    tournament = a_tournament(world)
    with monkeypatch.context() as before:
        now_lines = Parts.lines
        before.setattr(Parts, "lines", lambda of: now_lines(replace(of, fee_earned=True)))
        (ann,) = enter(world, tournament, "Ann", shift_id=shift.pk)
    enter(world, tournament, "Bob", shift_id=shift.pk)
    fees = ("deferred:fees", tournament.pk), ("income:fees", 0)
    assert [world.balance(*each) for each in fees] == [-1_000, -1_000]

    back = {"entry_id": ann.pk, "cause": "withdrawal", "reason": "Ill"}
    asked = refund_entry.ask(world.stamp("20:40", role=Role.SUPERVISOR), **back)
    signed(world, asked, clock="20:45")

    assert [world.balance(*each) for each in fees] == [-1_000, 0]


@pytest.mark.parametrize("cause", ["no_show", "disqualification"])
def test_who_does_not_come_or_is_put_out_gets_nothing_back(world: World, shift: Shift, cause: str):
    ann, _ = enter(world, a_tournament(world), "Ann", "Bob", shift_id=shift.pk)
    stamp = world.stamp("20:40", role=Role.SUPERVISOR)
    refused(NoRefund, refund_entry.ask, stamp, entry_id=ann.pk, cause=cause, reason="x")


def test_too_few_players_cancel_and_all_is_refunded_once_however_often_it_is_begun(
    world: World, shift: Shift
):
    tournament = a_tournament(world)
    (ann,) = enter(world, tournament, "Ann", shift_id=shift.pk)
    director = world.stamp("21:00", role=Role.DIRECTOR)
    refused(NotStarted, start, director, tournament_id=tournament.pk)
    refused(NotCancelled, refund_all, world.stamp("21:00"), tournament_id=tournament.pk)

    asked = cancel_tournament.ask(director, tournament_id=tournament.pk, reason="Too few")
    assert asked.content["cause"] == "too_few_participants"
    signed(world, asked, clock="21:05")
    key = a_key()
    for _ in range(2):
        refund_all(world.stamp("21:06", key=key), tournament_id=tournament.pk)
        refund_all(world.stamp("21:07"), tournament_id=tournament.pk)
    refund_cancelled(world.stamp("21:08"), entry_id=ann.pk)

    assert Payable.objects.get().cents == 11_000
    assert world.balance("tournament:pool", tournament.pk) == 0
    assert world.balance("deferred:fees", tournament.pk) == world.balance("income:fees") == 0
    assert Purchase.objects.filter(what="refund").count() == 1
    refused(TournamentOver, sold, world, tournament, "Bob", shift_id=shift.pk)


def test_a_structure_is_changed_by_two_people_who_tell_the_players(world: World):
    tournament = a_tournament(world)
    slower = [[25, 50, 0, 30], *LEVELS[1:]]
    ask: dict[str, Any] = {"tournament_id": tournament.pk, "stack": 15_000, "levels": slower}
    manager = world.stamp("12:00", role=Role.MANAGER)
    refused(BadInput, change_structure.ask, manager, notice="", **ask)

    asked = change_structure.ask(manager, notice="Slower, said at the start", **ask)
    signed(world, asked, role=Role.DIRECTOR, clock="12:10")

    holds = version(tournament)
    assert (holds.number, holds.stack, holds.levels[0][3]) == (2, 15_000, 30)
    assert holds.author == world.staff[Role.MANAGER]
    assert holds.approved_by == world.staff[Role.DIRECTOR]


def test_the_level_follows_the_clock_from_the_start(world: World, shift: Shift):
    tournament = a_tournament(world)
    enter(world, tournament, "Ann", "Bob", shift_id=shift.pk)
    begin(world, tournament)
    tournament = now(tournament)
    at = world.at("21:00")
    minutes = (0, 19, 20, 79, 500)
    levels = [level_at(tournament, at + timedelta(minutes=each)) for each in minutes]
    assert levels == [1, 1, 2, 4, 4]
    assert level_at(tournament, at - timedelta(minutes=1)) == 0


def test_closed_registration_sells_nothing(world: World, shift: Shift):
    tournament = a_tournament(world, **REBUYS)
    ann, _ = enter(world, tournament, "Ann", "Bob", shift_id=shift.pk)
    begin(world, tournament)
    close_registration(world.stamp("21:05", role=Role.DIRECTOR), tournament_id=tournament.pk)
    refused(NotAdmitted, sold, world, tournament, "Cat", shift_id=shift.pk, clock="21:06")
    refused(
        NotSold, sell_more, world.stamp("21:06"), entry_id=ann.pk, what="rebuy",
        paid_with="cash", shift_id=shift.pk,
    )  # fmt: skip
