"""What a cancelled tournament paid into its series' jackpots is there until it was given back."""

from typing import Any

from casino.approvals.models import Proposal
from casino.cage.models import Shift
from casino.staff.models import Role
from tests.refusing import refused
from tests.tournaments import a_tournament, enter, now, signed
from tests.world import World
from tournaments.models import Entry, Tournament
from tournaments.queries.pool_awards import rfj_pool_cents, surcharge_pool_cents
from tournaments.queries.tournaments import unrefunded
from tournaments.services.refunds import NoRefund, cancel_tournament, refund_all, refund_entry
from tournaments.services.sale_reversals import SaleStands, take_back_sale
from tournaments.services.series_jackpot import MoreThanCollected, Winner, pay_series_jackpot
from tournaments.services.shared import TournamentOver


def cancelled(world: World, tournament: Tournament) -> Tournament:
    director = world.stamp("20:40", role=Role.DIRECTOR)
    asked = cancel_tournament.ask(director, tournament_id=tournament.pk, reason="Too few")
    signed(world, asked, clock="20:41")
    return now(tournament)


def asked(world: World, winner: Entry, cents: int) -> Proposal:
    return pay_series_jackpot.ask(
        world.stamp("20:42", role=Role.DIRECTOR),
        tournament_id=winner.tournament_id,
        shares=[Winner(entry_id=winner.pk, cents=cents)],
        reason="Aces",
    )


def test_a_cancelled_tournament_pays_no_jackpot(world: World, shift: Shift):
    friday = a_tournament(world, surcharge_cents=500, series=True)
    ann, *_ = enter(world, friday, "Ann", "Bob", "Cat", shift_id=shift.pk)
    cancelled(world, friday)
    refused(TournamentOver, asked, world, ann, 1_500)
    refund_all(world.stamp("20:44", role=Role.DIRECTOR), tournament_id=friday.pk)
    assert not unrefunded(now(friday))


def test_another_one_of_the_series_wins_only_what_is_not_given_back(world: World, shift: Shift):
    parts: Any = {"surcharge_cents": 500, "rfj_cents": 300, "variants": ["royal_flush_jackpot"]}
    friday = a_tournament(world, series=True, **parts)
    other = a_tournament(world, "Saturday", series=True, **parts)
    Tournament.objects.filter(id=other.pk).update(series=friday.series_id)
    series = world.club.pk, friday.series_id or 0
    enter(world, friday, "Ann", "Bob", "Cat", shift_id=shift.pk)
    dan, _ = enter(world, now(other), "Dan", "Eve", shift_id=shift.pk)
    assert (surcharge_pool_cents(*series), rfj_pool_cents(*series)) == (2_500, 1_500)
    cancelled(world, friday)
    assert (surcharge_pool_cents(*series), rfj_pool_cents(*series)) == (1_000, 600)
    refused(MoreThanCollected, asked, world, dan, 1_001)
    signed(world, asked(world, dan, 1_000), clock="20:43")
    refund_all(world.stamp("20:44", role=Role.DIRECTOR), tournament_id=friday.pk)
    assert not unrefunded(now(friday))
    assert (surcharge_pool_cents(*series), rfj_pool_cents(*series)) == (0, 600)


def test_of_two_that_are_cancelled_each_gives_back_what_is_there(world: World, shift: Shift):
    friday, *others = (
        a_tournament(world, name, surcharge_cents=500, series=True)
        for name in ("Friday", "Saturday", "Sunday")
    )
    Tournament.objects.filter(id__in=[each.pk for each in others]).update(series=friday.series_id)
    saturday, sunday = map(now, others)
    enter(world, friday, "Ann", "Bob", "Cat", shift_id=shift.pk)
    enter(world, saturday, "Fay", "Gus", "Hal", shift_id=shift.pk)
    dan, _ = enter(world, sunday, "Dan", "Eve", shift_id=shift.pk)
    signed(world, asked(world, dan, 2_000), clock="20:38")
    cancelled(world, friday)
    refused(NoRefund, cancelled, world, saturday)
    refund_all(world.stamp("20:44", role=Role.DIRECTOR), tournament_id=friday.pk)
    assert not unrefunded(now(friday))


def test_a_sale_of_another_one_takes_back_only_what_is_not_given_back(world: World, shift: Shift):
    friday = a_tournament(world, surcharge_cents=500, series=True)
    other = a_tournament(world, "Saturday", surcharge_cents=500, series=True)
    Tournament.objects.filter(id=other.pk).update(series=friday.series_id)
    enter(world, friday, "Ann", "Bob", "Cat", shift_id=shift.pk)
    dan, eve = enter(world, now(other), "Dan", "Eve", shift_id=shift.pk)
    signed(world, asked(world, dan, 600), clock="20:38")
    cancelled(world, friday)
    what = {"purchase_id": eve.purchases.get().pk, "shift_id": shift.pk, "reason": "Another guest"}
    refused(SaleStands, take_back_sale.ask, world.stamp("20:45"), **what)


def test_one_entry_is_not_refunded_from_what_a_cancelled_one_gives_back(world: World, shift: Shift):
    friday = a_tournament(world, series=True, surcharge_cents=500)
    other = a_tournament(world, "Saturday", series=True, surcharge_cents=500)
    Tournament.objects.filter(id=other.pk).update(series=friday.series_id)
    enter(world, friday, "Ann", "Bob", "Cat", shift_id=shift.pk)
    dan, eve = enter(world, now(other), "Dan", "Eve", shift_id=shift.pk)
    ill = {"entry_id": eve.pk, "cause": "withdrawal", "reason": "Ill", "valid_reason": True}
    before = refund_entry.ask(world.stamp("20:39", role=Role.DIRECTOR), **ill)
    cancelled(world, friday)
    signed(world, asked(world, dan, 1_000), clock="20:43")
    refused(NoRefund, signed, world, before, clock="20:44")
    refused(NoRefund, refund_entry.ask, world.stamp("20:45", role=Role.DIRECTOR), **ill)
    refund_all(world.stamp("20:46", role=Role.DIRECTOR), tournament_id=friday.pk)
    assert not unrefunded(now(friday))
