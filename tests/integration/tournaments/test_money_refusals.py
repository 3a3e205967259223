"""What the house refuses of a tournament's money: with its paragraph, and nothing moves."""

from collections.abc import Callable
from typing import Any

from casino.cage.models import Shift
from casino.ledger.models import Entry as Slip
from casino.staff.models import Role
from tests.refusing import refused
from tests.tournaments import a_template, a_tournament, enter, now, shares_of, signed, sold
from tests.world import World
from tournaments.models import Entry, Tournament
from tournaments.rules.prizes import StructureDoesNotSum
from tournaments.services.deals import DealRefused, offer_deal
from tournaments.services.during_play import NotSold
from tournaments.services.knockouts import Out, knock_out
from tournaments.services.pool import fix_pool
from tournaments.services.refunds import NoRefund, refund_entry
from tournaments.services.selling import (
    EnteredBefore,
    NotAdmitted,
    sell_entry,
    sell_more,
)
from tournaments.services.shared import PoolIsFixed
from tournaments.services.starting import close_registration, start
from tournaments.services.summary import NotEnded, sign_summary
from tournaments.services.used_tickets import NoTicket

REBUYS = {"variants": ["rebuy_when_broke"], "rebuy_cents": 10_000, "rebuy_levels": 2}


def begin(world: World, tournament: Tournament) -> None:
    start(world.stamp("21:00", role=Role.DIRECTOR), tournament_id=tournament.pk)


def fixed(world: World, tournament: Tournament) -> Tournament:
    close_registration(world.stamp("22:00", role=Role.DIRECTOR), tournament_id=tournament.pk)
    asked = fix_pool.ask(world.stamp("22:01", role=Role.DIRECTOR), tournament_id=tournament.pk)
    signed(world, asked, clock="22:02")
    return now(tournament)


def unmoved(
    kind: Any, source: str | None, act: Callable[..., Any], *args: Any, **more: Any
) -> None:
    """Expect a refusal that names the paragraph and leaves the ledger alone."""
    before = Slip.objects.count()
    assert refused(kind, act, *args, **more).source == source
    assert Slip.objects.count() == before


def more(entry: Entry, shift: Shift, what: str = "rebuy") -> dict[str, Any]:
    return {"entry_id": entry.pk, "what": what, "paid_with": "cash", "shift_id": shift.pk}


def test_no_rebuy_out_of_its_period_or_in_a_freezeout(world: World, shift: Shift):
    rebuys, freezeout = a_tournament(world, "Rebuys", **REBUYS), a_tournament(world)
    one, *_ = enter(world, rebuys, "Ann", "Bob", shift_id=shift.pk)
    other, *_ = enter(world, freezeout, "Cat", "Don", shift_id=shift.pk)
    begin(world, rebuys)
    begin(world, freezeout)

    unmoved(NotSold, "OLY-3.2.c", sell_more, world.stamp("21:10"), **more(other, shift))
    unmoved(NotSold, "OLY-3.2.a", sell_more, world.stamp("21:50"), **more(one, shift))


def test_no_entry_when_full_and_none_for_the_same_person(world: World, shift: Shift):
    small = a_tournament(world, places=2)
    enter(world, small, "Ann", "Bob", shift_id=shift.pk)
    desk = {"tournament_id": small.pk, "paid_with": "cash", "shift_id": shift.pk}
    stranger = world.player("Cat").pk

    unmoved(NotAdmitted, "OLY-3.3.7", sell_entry, world.stamp("20:40"), player_id=stranger, **desk)
    wide = a_tournament(world, "Wide")
    sold(world, wide, "Dan", shift_id=shift.pk)
    again = desk | {"tournament_id": wide.pk, "player_id": wide.entries.get().player_id}
    unmoved(EnteredBefore, None, sell_entry, world.stamp("20:40"), **again)


def test_shares_that_do_not_make_a_hundred_percent_are_not_announced(world: World):
    before = Slip.objects.count()
    refused(StructureDoesNotSum, a_template, world, shares_bp=[5_000, 4_000])
    assert Slip.objects.count() == before


def test_a_deal_that_is_a_cent_off_is_none(world: World, shift: Shift):
    tournament = a_tournament(world)
    entries = enter(world, tournament, "Ann", "Bob", "Cat", shift_id=shift.pk)
    begin(world, tournament)
    tournament = fixed(world, tournament)
    outs = [Out(entry_id=entries[2].pk, stack=10)]
    knock_out(world.stamp("22:10", role=Role.DIRECTOR), tournament_id=tournament.pk, outs=outs)
    left = entries[:2]
    half = sum(tournament.fixed.prizes_cents[:2]) // 2
    deal = shares_of({left[0].pk: half, left[1].pk: half + 1})

    unmoved(
        DealRefused, "AMB-74", offer_deal, world.stamp("22:20", role=Role.DIRECTOR),
        tournament_id=tournament.pk, shares=deal,
    )  # fmt: skip


def test_nothing_is_given_back_after_play_or_from_a_fixed_pool(world: World, shift: Shift):
    tournament = a_tournament(world)
    one, *_ = enter(world, tournament, "Ann", "Bob", shift_id=shift.pk)
    begin(world, tournament)
    ask = {"entry_id": one.pk, "cause": "withdrawal", "reason": "Ill", "stack_in_play": True}
    unmoved(NoRefund, "AMB-70", refund_entry.ask, world.stamp("21:30"), **ask)

    fixed(world, tournament)

    unmoved(PoolIsFixed, "AMB-52", refund_entry.ask, world.stamp("22:30"), **ask)


def test_without_a_ticket_nobody_enters_by_ticket(world: World, shift: Shift):
    main = a_tournament(world, "Main")
    desk = {"tournament_id": main.pk, "paid_with": "ticket", "shift_id": shift.pk}
    guest = world.player("Zoe").pk
    unmoved(NoTicket, "OLY-3.4.28", sell_entry, world.stamp("20:40"), player_id=guest, **desk)


def test_a_summary_is_not_signed_before_the_end(world: World, shift: Shift):
    tournament = a_tournament(world)
    enter(world, tournament, "Ann", "Bob", shift_id=shift.pk)
    director = world.stamp("21:30", role=Role.DIRECTOR)
    unmoved(NotEnded, None, sign_summary.ask, director, tournament_id=tournament.pk)
