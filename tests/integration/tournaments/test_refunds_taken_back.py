"""The refund of an entry pressed by mistake: the entry stands again, by two, until it is paid."""

from typing import Any

import pytest

from casino.approvals.services import OwnProposal
from casino.audit.queries.listed import SIGNED
from casino.cage.models import Payable, Payment, Shift
from casino.cage.services.payables import NotOwed, pay_out
from casino.cage.services.reversals import reverse_slip
from casino.ledger.verify import Books
from casino.players.queries import PlayerExcluded
from casino.staff.models import Role
from casino.verify.findings import broken
from tests.integration.tournaments.test_guest_corrected_in_play import excluded
from tests.refusing import refused
from tests.tournament_floor import NAMES, begun, opened, out, td
from tests.tournaments import a_tournament, enter, now, signed, sold, ticket_given
from tests.world import EVENING, World
from tournaments.models import Entry, Purchase, Tournament
from tournaments.queries.careers import career_of
from tournaments.queries.pools import day_check, money_check, waterfall
from tournaments.queries.tournaments import purchases, sale_of, sold_once
from tournaments.services.listing import book_place
from tournaments.services.pool import fix_pool
from tournaments.services.refunds import cancel_tournament, refund_all, refund_entry
from tournaments.services.refunds_back import RefundStands, take_back_refund
from tournaments.services.reopening import take_back_cancel
from tournaments.services.sale_reversals import take_back_sale
from tournaments.services.selling import sell_entry, sell_more
from tournaments.services.shared import PoolIsFixed
from tournaments.services.starting import close_registration
from tournaments.services.tables import draw_seats
from tournaments.services.tender_corrections import correct_tender

WHY = {"cause": "withdrawal", "reason": "Ill", "valid_reason": True}


@pytest.fixture
def friday(world: World, shift: Shift) -> Tournament:
    return a_tournament(world, festival=True, variants=["rebuy_when_broke"], **REBUYS)


REBUYS = {"rebuy_cents": 10_000, "rebuy_levels": 2}


def refund(world: World, entry: Entry, clock: str = "20:45") -> Payable | None:
    asked = refund_entry.ask(td(world, clock), entry_id=entry.pk, **WHY)
    signed(world, asked, clock=clock)
    return Payable.objects.filter(kind="tournament.refund").order_by("id").last()


def asked_back(world: World, entry: Entry, clock: str = "20:50") -> Any:
    return take_back_refund.ask(td(world, clock), entry_id=entry.pk, reason="Meant Bob")


def back(world: World, entry: Entry, clock: str = "20:50") -> None:
    signed(world, asked_back(world, entry, clock), clock=clock)


def again(entry: Entry) -> Entry:
    return Entry.objects.select_related("player", "tournament").get(id=entry.pk)


def sound(world: World, tournament: Tournament) -> bool:
    moved, booked = day_check(world.club.pk, EVENING)
    assert list(broken(world.club, Books(club_id=world.club.pk))) == []
    return money_check(now(tournament)).agrees and moved == booked


def test_a_refund_for_the_wrong_guest_is_taken_back_and_the_entry_is_as_it_was(
    world: World, shift: Shift, friday: Tournament
):
    ann, _bob = enter(world, friday, "Ann", "Bob", shift_id=shift.pk)
    before = world.balance("tournament:pool", friday.pk)
    owed = refund(world, ann)
    assert owed
    asked = asked_back(world, ann)
    assert (asked.content["refund_cents"], asked.content["ticket"]) == (11_000, ann.number)
    refused(OwnProposal, signed, world, asked, role=Role.DIRECTOR, clock="20:51")
    signed(world, asked, clock="20:51")

    owed.refresh_from_db()
    assert owed.reversal
    assert owed.reversal.memo == "Meant Bob"
    assert world.balance("payable", owed.pk) == 0
    assert world.balance("tournament:pool", friday.pk) == before
    assert again(ann).refunded_at is None
    pay = {"payable_id": owed.pk, "shift_id": shift.pk, "paid_with": "cash"}
    refused(NotOwed, pay_out, world.stamp("20:52"), **pay)
    assert sound(world, friday)
    (line,) = career_of(ann.player).played
    assert (line.entries, [cents for _, cents in line.sold]) == (1, [11_000])
    said = refused(RefundStands, asked_back, world, ann)
    assert said.message == "This entry has not been refunded."
    assert SIGNED[take_back_refund.name] == SIGNED["tournaments.correct_guest"]


def test_a_paid_refund_comes_back_by_its_slip_first_and_the_money_is_in_the_drawer(
    world: World, shift: Shift, friday: Tournament
):
    ann, _bob = enter(world, friday, "Ann", "Bob", shift_id=shift.pk)
    owed = refund(world, ann)
    assert owed
    asked = asked_back(world, ann)
    cash = world.balance("cash:drawer", shift.drawer_id)
    pay_out(world.stamp("20:52"), payable_id=owed.pk, shift_id=shift.pk, paid_with="cash")
    paid = Payment.objects.get()
    said = refused(RefundStands, asked_back, world, ann)
    assert (said.next_page, said.about) == ("slip-reverse", {"entry_id": paid.entry_id})
    refused(RefundStands, signed, world, asked, clock="20:53")
    what = {"entry_id": paid.entry_id, "shift_id": shift.pk, "reason": "Handed back"}
    signed(world, reverse_slip.ask(world.stamp("20:54"), **what), clock="20:55")
    back(world, ann, "20:56")
    assert world.balance("cash:drawer", shift.drawer_id) == cash
    assert sound(world, friday)


def test_who_entered_again_since_has_that_entry_and_the_refund_stands(
    world: World, shift: Shift, friday: Tournament
):
    ann, _bob = enter(world, friday, "Ann", "Bob", shift_id=shift.pk)
    refund(world, ann)
    asked = asked_back(world, ann)
    what = {"tournament_id": friday.pk, "player_id": ann.player_id, "shift_id": shift.pk}
    sale = sell_entry(world.stamp("20:52"), paid_with="cash", **what)
    said = refused(RefundStands, asked_back, world, ann)
    assert (said.next_page, said.about) == ("sale-take-back", {"entry_id": sale.slip_id})
    refused(RefundStands, signed, world, asked, clock="20:53")


def test_an_excluded_guest_comes_in_by_no_refund_that_is_taken_back(
    world: World, shift: Shift, friday: Tournament
):
    ann, _bob = enter(world, friday, "Ann", "Bob", shift_id=shift.pk)
    refund(world, ann)
    excluded(world, ann.player_id, "20:46")
    refused(PlayerExcluded, asked_back, world, ann)


def test_who_booked_a_place_since_has_the_entry_in_its_place(
    world: World, shift: Shift, friday: Tournament
):
    ann, _bob = enter(world, friday, "Ann", "Bob", shift_id=shift.pk, clock="19:00")
    refund(world, ann, "19:05")
    where = {"tournament_id": friday.pk, "player_id": ann.player_id}
    booked = book_place(world.stamp("19:10"), **where)
    back(world, ann, "19:15")
    booked.refresh_from_db()
    assert booked.ended == "paid"


def test_a_place_that_another_has_since_is_not_taken_from_him(world: World, shift: Shift):
    small = a_tournament(world, "Small", places=2, festival=True)
    ann, _bob = enter(world, small, "Ann", "Bob", shift_id=shift.pk)
    refund(world, ann)
    asked = asked_back(world, ann)
    enter(world, small, "Cat", shift_id=shift.pk, clock="20:47")
    said = refused(RefundStands, asked_back, world, ann)
    assert said.next_page == "tournament-change"
    refused(RefundStands, signed, world, asked, clock="20:53")


def test_a_ticket_that_paid_is_used_again_or_was_settled_since(world: World, shift: Shift):
    main = a_tournament(world, "Main", festival=True)
    given = ticket_given(world, main, "Ann")
    ann = sell_entry(
        world.stamp("20:30"), tournament_id=main.pk, player_id=given.player_id,
        paid_with="ticket", shift_id=shift.pk,
    ).entry  # fmt: skip
    refund(world, ann)
    assert asked_back(world, ann).content["ticket_cents"] == 11_000
    back(world, ann)
    given.refresh_from_db()
    assert given.used_by_id == ann.pk
    assert sound(world, main)
    refund(world, ann, "20:55")
    given.refresh_from_db()
    type(given).objects.filter(id=given.pk).update(cleared_at=world.at("20:56"))
    said = refused(RefundStands, asked_back, world, ann, "20:57")
    assert "settled or transferred" in said.message


def test_the_seat_is_the_old_one_where_it_is_free_and_else_drawn(
    world: World, shift: Shift, friday: Tournament
):
    entries = enter(world, friday, *NAMES[:4], shift_id=shift.pk)
    opened(world, friday, 1, seats=6)
    draw_seats(td(world, "20:40"), tournament_id=friday.pk)
    ann = again(entries[0])
    seat = ann.seat
    refund(world, ann)
    back(world, ann)
    assert again(ann).seat == seat
    refund(world, ann, "20:55")
    other = again(entries[1])
    Entry.objects.filter(id=other.pk).update(table_no=seat and seat[0], seat_no=seat and seat[1])
    back(world, ann, "20:57")
    assert again(ann).seat not in (None, seat)


def test_a_sale_that_stands_again_is_corrected_and_reversed_at_its_slip(
    world: World, shift: Shift, friday: Tournament
):
    first = sold(world, friday, "Ann", shift_id=shift.pk)
    enter(world, friday, "Bob", shift_id=shift.pk)
    refund(world, first.entry)
    back(world, first.entry)
    sale = sale_of(world.club.pk, first.slip_id)
    assert (sale.restores and sale.restores.refund_of, sale.at) == (first, first.at)
    (shown,) = sold_once(purchases(friday).filter(entry=first.entry))
    assert (shown, shown.original.slip_id) == (sale, first.slip_id)
    what = {"purchase_id": sale.pk, "shift_id": shift.pk, "reason": "Card"}
    asked = correct_tender.ask(world.stamp("20:58"), paid_with="card", **what)
    signed(world, asked, clock="20:59")
    assert sound(world, friday)
    refund(world, first.entry, "21:00")
    back(world, first.entry, "21:01")
    sale = Purchase.objects.get(entry=first.entry, refund=None, refund_of=None)
    what = {"purchase_id": sale.pk, "shift_id": shift.pk, "reason": "Nobody bought it"}
    signed(world, take_back_sale.ask(world.stamp("21:02"), **what), clock="21:03")
    assert again(first.entry).refunded_at
    assert sound(world, friday)
    said = refused(RefundStands, asked_back, world, first.entry, "21:04")
    assert said.next_page == "entry-sell"


def test_rebuys_stand_again_with_their_entry_and_play_goes_on(
    world: World, shift: Shift, friday: Tournament
):
    ann, bob, _cat = enter(world, friday, "Ann", "Bob", "Cat", shift_id=shift.pk)
    begun(world, friday)
    out(world, friday, ann)
    rebuy = {"entry_id": ann.pk, "what": "rebuy", "paid_with": "cash", "shift_id": shift.pk}
    sell_more(world.stamp("21:22"), **rebuy)
    then = waterfall(now(friday), at=world.at("21:30")).net_cents
    asked = refund_entry.ask(td(world, "21:31"), entry_id=bob.pk, **WHY)
    signed(world, asked, clock="21:32")
    back(world, bob, "21:33")
    assert waterfall(now(friday), at=world.at("21:34")).net_cents == then
    assert sound(world, friday)


def test_all_refunds_of_a_wrong_cancellation_go_back_and_then_the_cancellation(
    world: World, shift: Shift, friday: Tournament
):
    entries = enter(world, friday, "Ann", "Bob", shift_id=shift.pk)
    where = {"tournament_id": friday.pk, "reason": "Meant Saturday"}
    signed(world, cancel_tournament.ask(td(world, "20:40"), **where), clock="20:41")
    refund_all(td(world, "20:42"), tournament_id=friday.pk)
    for each in entries:
        back(world, each)
    signed(world, take_back_cancel.ask(td(world, "20:55"), **where), clock="20:56")
    assert now(friday).cancelled_at is None
    assert sound(world, friday)


def test_once_the_pool_is_fixed_a_refund_stands(world: World, shift: Shift, friday: Tournament):
    ann, *_ = enter(world, friday, "Ann", "Bob", "Cat", shift_id=shift.pk)
    refund(world, ann)
    begun(world, friday)
    close_registration(td(world, "21:30"), tournament_id=friday.pk)
    signed(world, fix_pool.ask(td(world, "21:40"), tournament_id=friday.pk), clock="21:41")
    refused(PoolIsFixed, asked_back, world, ann, "21:50")


def test_the_pages_lead_to_it(world: World, shift: Shift, friday: Tournament):
    ann, _bob = enter(world, friday, "Ann", "Bob", shift_id=shift.pk)
    director = world.browser(Role.DIRECTOR)
    at = f"/tallinn/tournaments/entries/{ann.pk}/refund/take-back/"
    pages = (f"/tallinn/tournaments/{friday.pk}/", f"/tallinn/tournaments/entries/{ann.pk}/ticket/")
    for page in pages:
        assert at not in director.get(page).content.decode()
    refund(world, ann)
    for page in pages:
        assert at in director.get(page).content.decode()
    back(world, ann)
    for page in pages:
        assert at not in director.get(page).content.decode()
