"""What was sold to the wrong guest, or twice, is taken back by two until the pool is fixed."""

from functools import partial
from typing import Any

import pytest

from casino.approvals.models import Proposal
from casino.approvals.signed import NeedsSignature
from casino.cage.models import Shift
from casino.cage.services.closing import close_shift
from casino.cage.services.counts import submit_count
from casino.cage.services.reversals import NotReversible, reverse_slip
from casino.ledger.refusals import AlreadyReversed
from casino.ledger.verify import Books, verify_ledger
from casino.staff.models import Role
from tests.refusing import refused
from tests.tournament_floor import opened, out, td
from tests.tournaments import a_tournament, enter, now, signed, sold, ticket_given
from tests.world import FLOAT, RACK, World, a_club
from tournaments.models import Purchase, Ticket, Tournament
from tournaments.queries.chips import chips
from tournaments.queries.order import playing, standings, won_bounties
from tournaments.queries.pools import money_check, waterfall
from tournaments.services.knockouts import CannotUndo, Out, knock_out, undo_knockout
from tournaments.services.pool import fix_pool
from tournaments.services.requests import request_purchase
from tournaments.services.sale_reversals import SaleStands, take_back_sale
from tournaments.services.selling import sell_entry, sell_more
from tournaments.services.shared import PoolIsFixed
from tournaments.services.starting import close_registration, start
from tournaments.services.tables import draw_seats

REBUYS: dict[str, Any] = {
    "variants": ["rebuy_at_will"],
    "rebuy_cents": 5_000,
    "rebuy_levels": 4,
    "rebuy_stack": 8_000,
}
NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ivy", "Jon")


def taken_back(
    world: World, sale: Purchase, shift: Shift, clock: str = "21:30", **who: Any
) -> None:
    """Ask for it at the drawer, and let the supervisor sign."""
    asked = take_back_sale.ask(
        world.stamp(clock), purchase_id=sale.pk, shift_id=shift.pk, reason="Wrong guest"
    )
    signed(world, asked, role=who.get("role", Role.SUPERVISOR), clock=clock)


def refusal_of(world: World, kind: Any, sale: Purchase, shift: Shift, clock: str = "21:30") -> Any:
    what = {"purchase_id": sale.pk, "shift_id": shift.pk, "reason": "Wrong guest"}
    return refused(kind, take_back_sale.ask, world.stamp(clock), **what)


def running(world: World, shift: Shift, **terms: Any) -> Tournament:
    """Begin an event of ten, seats drawn."""
    event = a_tournament(world, late_levels=4, **terms)
    enter(world, event, *NAMES, shift_id=shift.pk)
    opened(world, event, 1, 2)
    draw_seats(td(world, "20:50"), tournament_id=event.pk)
    start(td(world, "21:00"), tournament_id=event.pk)
    return now(event)


@pytest.mark.parametrize("book", ["olympic", "voodoo", "img", "home"])
def test_an_entry_of_the_wrong_guest_goes_back_as_it_was_paid_and_is_sold_to_the_right_one(
    db: None, book: str
):
    world = a_club(book=book)
    shift = world.open_shift()
    event = a_tournament(world, **({"shares_bp": [6000, 4000]} if book == "home" else {}))
    wrong = sold(world, event, "Mari Tamm", shift_id=shift.pk)
    drawer = partial(world.balance, "cash:drawer", shift.drawer_id)
    assert drawer() == 411_000

    taken_back(world, wrong, shift, "20:40")

    back = Purchase.objects.get(refund_of=wrong)
    assert (drawer(), back.slip.reverses_id, back.total_cents) == (400_000, wrong.slip_id, 11_000)
    assert back.slip.number == wrong.slip.number + 1
    assert world.balance("tournament:pool", event.pk) == 0
    assert world.balance("deferred:fees", event.pk) == 0
    assert (playing(now(event)), chips(now(event)).in_play) == ([], 0)
    right = sold(world, now(event), "Mari Kask", shift_id=shift.pk, clock="20:45")
    assert right.entry.number == 2
    own = {"tournament_id": event.pk, "player_id": wrong.entry.player_id, "shift_id": shift.pk}
    assert sell_entry(world.stamp("20:46"), **own, paid_with="cash").entry.number == 3
    assert money_check(now(event)).agrees
    assert waterfall(now(event), at=world.at("20:50")).pool.received_cents == 22_000
    assert list(verify_ledger(Books(club_id=world.club.pk))) == []


def test_one_person_alone_takes_nothing_back(world: World, shift: Shift):
    sale = sold(world, a_tournament(world), "Mari Tamm", shift_id=shift.pk)
    what = {"purchase_id": sale.pk, "shift_id": shift.pk, "reason": "Wrong guest"}
    refused(NeedsSignature, take_back_sale, world.stamp("20:40"), **what)
    assert (
        take_back_sale.ask(world.stamp("20:40"), **what).operation == "tournaments.take_back_sale"
    )


def test_a_large_sale_and_one_of_an_earlier_day_are_the_managers(world: World, shift: Shift):
    sale = sold(world, a_tournament(world, price_cents=60_000), "Mari Tamm", shift_id=shift.pk)
    what = {"purchase_id": sale.pk, "shift_id": shift.pk, "reason": "Wrong guest"}
    large = "tournaments.take_back_sale_large"
    assert take_back_sale.ask(world.stamp("20:40"), **what).operation == large


def test_a_rebuy_sold_twice_leaves_pool_and_chips_and_is_waited_for_again(
    world: World, shift: Shift
):
    event = running(world, shift, **REBUYS)
    ann = event.entries.get(number=1)
    request_purchase(td(world, "21:05"), entry_id=ann.pk, what="rebuy")
    before = (chips(event).in_play, world.balance("cash:drawer", shift.drawer_id))
    rebuy = partial(sell_more, entry_id=ann.pk, what="rebuy", shift_id=shift.pk)
    first = rebuy(world.stamp("21:10"), paid_with="cash")
    second = rebuy(world.stamp("21:11"), paid_with="cash")

    taken_back(world, second, shift)
    assert chips(now(event)).in_play == before[0] + 8_000
    assert [one.purchase_id for one in ann.requests.all()] == [first.pk]
    taken_back(world, first, shift)

    assert (chips(now(event)).in_play, world.balance("cash:drawer", shift.drawer_id)) == before
    assert [one.purchase_id for one in ann.requests.filter(withdrawn_at=None)] == [None]
    assert len(playing(now(event))) == 10
    assert money_check(now(event)).agrees
    refusal_of(world, AlreadyReversed, first, shift, "21:40")


def test_a_wrong_elimination_is_undone_once_the_reentry_after_it_is_taken_back(
    world: World, shift: Shift
):
    event = running(world, shift, reentry=True)
    ann = event.entries.get(number=1)
    seat = ann.seat
    gone = out(world, event, ann)
    sale = sell_more(
        world.stamp("21:25"), entry_id=ann.pk, what="reentry", paid_with="cash", shift_id=shift.pk
    )
    undo = partial(undo_knockout, tournament_id=event.pk, knockout_id=gone.pk)
    said = refused(CannotUndo, undo, td(world, "21:26"))
    assert (said.next_page, said.about) == ("sale-take-back", {"entry_id": sale.slip_id})

    taken_back(world, sale, shift)
    ann.refresh_from_db()
    assert (ann.out_at, ann.seat) == (gone.at, seat)
    assert [one.entry.pk for one in standings(now(event))] == [ann.pk]
    undo(td(world, "21:31"))

    ann.refresh_from_db()
    assert (ann.out_at, ann.seat, len(playing(now(event)))) == (None, seat, 10)
    assert chips(now(event)).in_play == 100_000
    assert money_check(now(event)).agrees


def test_what_was_sold_later_is_taken_back_first(world: World, shift: Shift):
    event = running(world, shift, **REBUYS)
    entry = event.entries.get(number=1)
    rebuy = sell_more(
        world.stamp("21:10"), entry_id=entry.pk, what="rebuy", paid_with="cash", shift_id=shift.pk
    )
    first = entry.purchases.get(what="entry")
    said = refusal_of(world, SaleStands, first, shift)
    assert (said.next_page, said.about) == ("sale-take-back", {"entry_id": rebuy.slip_id})
    taken_back(world, rebuy, shift)
    taken_back(world, first, shift, "21:31")
    assert len(playing(now(event))) == 9


def test_the_entry_of_who_is_out_waits_for_the_elimination_to_be_undone(world: World, shift: Shift):
    event = running(world, shift)
    ann = event.entries.get(number=1)
    gone = out(world, event, ann)
    said = refusal_of(world, SaleStands, ann.purchases.get(), shift)
    about = {"tournament_id": event.pk, "knockout_id": gone.pk}
    assert (said.next_page, said.about) == ("knock-out-undo", about)
    undo_knockout(td(world, "21:31"), **about)
    taken_back(world, ann.purchases.get(), shift, "21:32")
    assert chips(now(event)).in_play == 90_000


def test_who_won_a_bounty_chip_since_stays_in(world: World, shift: Shift):
    event = running(world, shift, variants=["terminator"], price_cents=15_000, bounty_cents=5_000)
    ann, bob = event.entries.get(number=1), event.entries.get(number=2)
    outs = [Out(entry_id=bob.pk, stack=100, by=[ann.pk])]
    knock_out(td(world, "21:20"), tournament_id=event.pk, outs=outs)
    said = refusal_of(world, SaleStands, ann.purchases.get(), shift)
    assert said.next_page == "journal-new"
    cat = event.entries.get(number=3)
    taken_back(world, cat.purchases.get(), shift)
    assert won_bounties(now(event), ended=False)
    assert money_check(now(event)).agrees


def test_once_the_pool_is_fixed_the_sale_stands_until_two_reopen_it(world: World, shift: Shift):
    event = running(world, shift)
    sale = event.entries.get(number=1).purchases.get()
    close_registration(td(world, "22:20"), tournament_id=event.pk)
    asked = take_back_sale.ask(
        world.stamp("22:20"), purchase_id=sale.pk, shift_id=shift.pk, reason="Wrong guest"
    )
    signed(world, fix_pool.ask(td(world, "22:21"), tournament_id=event.pk), clock="22:22")

    said = refused(PoolIsFixed, signed, world, asked, role=Role.SUPERVISOR, clock="22:23")
    assert said.next_page == "pool-reopen"
    refusal_of(world, PoolIsFixed, sale, shift, "22:24")
    assert money_check(now(event)).agrees


def test_a_ticket_that_paid_is_unused_again(world: World, shift: Shift):
    event = a_tournament(world)
    ticket = ticket_given(world, event, "Mari Tamm")
    own = {"tournament_id": event.pk, "player_id": ticket.player_id, "shift_id": shift.pk}
    sale = sell_entry(world.stamp("20:30"), **own, paid_with="ticket")
    assert Ticket.objects.get(id=ticket.pk).used_by_id

    taken_back(world, sale, shift, "20:40")

    assert Ticket.objects.unused().get().pk == ticket.pk
    assert world.balance("tickets", event.pk) == -11_000


def test_it_is_taken_back_at_its_own_drawer(world: World, shift: Shift):
    event = a_tournament(world)
    sale = sold(world, event, "Mari Tamm", shift_id=shift.pk)
    cash = FLOAT | {10_000: FLOAT[10_000] + 1, 1_000: FLOAT[1_000] + 1}
    submit_count(world.stamp("20:40"), shift_id=shift.pk, cash=cash, chips=RACK)
    close_shift(world.stamp("20:41"), shift_id=shift.pk)
    other = world.open_shift(world.drawer("Desk 2"), clock="20:50")
    said = refusal_of(world, NotReversible, sale, other, "21:00")
    assert said.message == "This was sold at Desk 1."


def test_the_slip_leads_to_where_its_sale_is_taken_back(world: World, shift: Shift):
    sale = sold(world, a_tournament(world), "Mari Tamm", shift_id=shift.pk)
    what = {"shift_id": shift.pk, "entry_id": sale.slip_id, "reason": "Wrong guest"}
    said = refused(NotReversible, reverse_slip.submit, world.stamp("20:40"), **what)
    assert (said.next_page, said.about) == ("sale-take-back", {"entry_id": sale.slip_id})
    assert Proposal.objects.count() == 0
