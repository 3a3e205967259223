"""Paid by card and sold as cash, or the reverse: the tender alone is put right, by two."""

from typing import Any

import pytest

from casino.approvals.signed import NeedsSignature, NothingChanges
from casino.audit.queries.exceptions import exceptions
from casino.cage.models import Shift
from casino.cage.services.closing import close_shift
from casino.cage.services.counts import submit_count
from casino.cage.services.reversals import NotReversible
from casino.ledger.refusals import AlreadyReversed
from casino.ledger.verify import Books, verify_ledger
from casino.staff.models import Role
from casino.verify.amounts import verify_amounts
from tests.api.program import program
from tests.integration.tournaments.test_rebuys import started
from tests.refusing import refused
from tests.tournament_floor import out, td
from tests.tournaments import a_tournament, decided, enter, now, signed, sold, ticket_given
from tests.world import EVENING, FLOAT, RACK, World
from tournaments.models import Entry, Purchase, PurchaseRequest, Tournament
from tournaments.queries.careers import career_of
from tournaments.queries.chips import chips
from tournaments.queries.order import won_bounties
from tournaments.queries.pools import money_check, waterfall
from tournaments.services.knockouts import Out, knock_out
from tournaments.services.refunds import refund_entry
from tournaments.services.requests import request_purchase
from tournaments.services.sale_reversals import SaleStands, take_back_sale
from tournaments.services.selling import sell_entry, sell_more
from tournaments.services.tender_corrections import correct_tender

TERMINATOR = {"variants": ["rebuy_at_will", "terminator"], "bounty_cents": 2_000}
WHY = "Paid by card"


def ask(world: World, sale: Purchase, shift: Shift, clock: str, with_: Any = "bank") -> Any:
    what = {"purchase_id": sale.pk, "shift_id": shift.pk, "paid_with": with_, "reason": WHY}
    return correct_tender.ask(world.stamp(clock), **what)


def corrected(world: World, sale: Purchase, shift: Shift, clock: str, **to: Any) -> Purchase:
    signed(world, ask(world, sale, shift, clock, **to), clock=clock)
    return Purchase.objects.latest("id")


def sale_of(entry: Entry) -> Purchase:
    return entry.purchases.exclude(what="refund").get(refund=None)


def test_an_entry_paid_by_card_and_sold_as_cash_is_put_right_once_the_tournament_is_over(
    world: World, shift: Shift
):
    friday = a_tournament(world)
    entries = enter(world, friday, "A", "B", "C", shift_id=shift.pk)
    drawer = world.balance("cash:drawer", shift.drawer_id)
    over = decided(world, friday, entries)
    before = (waterfall(over, at=world.at("23:10")), chips(over))
    kept = {code: world.balance(code, friday.pk) for code in ("tournament:pool", "deferred:fees")}
    fees = world.balance("income:fees")
    sale = sale_of(entries[1])
    what = {"purchase_id": sale.pk, "shift_id": shift.pk, "paid_with": "bank", "reason": WHY}
    refused(NeedsSignature, correct_tender, world.stamp("23:12"), **what)

    instead = corrected(world, sale, shift, "23:13")

    assert world.balance("cash:drawer", shift.drawer_id) == drawer - 11_000
    assert world.balance("bank") == 11_000
    assert (instead.paid_with, instead.at, instead.entry_id) == ("bank", sale.at, entries[1].pk)
    assert (waterfall(now(friday), at=world.at("23:10")), chips(now(friday))) == before
    assert kept == {code: world.balance(code, friday.pk) for code in kept}
    assert world.balance("income:fees") == fees
    assert money_check(now(friday)).agrees
    assert not list(verify_ledger(Books(club_id=world.club.pk)))
    assert not list(verify_amounts(world.club.pk))
    listed = exceptions(world.club, first=EVENING, last=EVENING)
    assert "tournaments.correct_tender" in {row.operation for _, row, _ in listed}
    refused(AlreadyReversed, ask, world, sale, shift, "23:14")
    refused(NothingChanges, ask, world, instead, shift, "23:14")


@pytest.mark.parametrize(("was", "is_"), [("bank", "cash"), ("chips", "cash"), ("cash", "chips")])
def test_each_tender_is_put_right_for_each_other(world: World, shift: Shift, was: str, is_: str):
    friday = a_tournament(world)
    world.sell(50_000, "20:10")
    accounts = [("cash:drawer", shift.drawer_id), ("bank", 0), ("chips:floor", 0)]
    sold(world, friday, "Right", shift_id=shift.pk, paid_with=is_)
    right = [world.balance(*each) for each in accounts]
    wrong = sold(world, friday, "Wrong", shift_id=shift.pk, paid_with=was)
    corrected(world, wrong, shift, "20:40", with_=is_)
    sold(world, friday, "Right too", shift_id=shift.pk, paid_with=is_)
    moved = [world.balance(*each) - before for each, before in zip(accounts, right, strict=True)]
    name = {"cash": 0, "bank": 1, "chips": 2}[is_]
    assert moved == [22_000 if number == name else 0 for number in range(3)]


def test_a_tender_corrected_twice_is_one_sale_on_the_ticket_and_the_guests_page(
    world: World, shift: Shift
):
    friday = a_tournament(world)
    bob = enter(world, friday, "A", "B", shift_id=shift.pk)[1]
    for clock, tender in (("21:00", "bank"), ("21:02", "cash")):
        corrected(world, sale_of(bob), shift, clock, with_=tender)
    client = world.browser(Role.SUPERVISOR)
    ticket = f"/tallinn/tournaments/entries/{bob.pk}/ticket/"
    assert client.get(ticket).text.count("<dd>110,00</dd>") == 1
    (played,) = career_of(bob.player).played
    assert played.sold == [(sale_of(bob).slip_id, 11_000)]

    given_back = {"entry_id": bob.pk, "cause": "withdrawal", "reason": "Ill", "valid_reason": True}
    asked = refund_entry.ask(world.stamp("21:05", role=Role.SUPERVISOR), **given_back)
    signed(world, asked, clock="21:06")
    shown = " ".join(client.get(ticket).text.split())
    assert "<dt>Refund, cash</dt> <dd>\u2212 110,00</dd>" in shown
    assert shown.count("110,00</dd>") == 2


def test_what_follows_a_sale_goes_on_after_its_tender_was_corrected(world: World, shift: Shift):
    tournament, ann = started(world, shift, reentry=True)
    out(world, tournament, ann, "21:05")
    again = {"entry_id": ann.pk, "what": "reentry", "shift_id": shift.pk}
    request_purchase(td(world, "21:06"), entry_id=ann.pk, what="reentry")
    sale = sell_more(world.stamp("21:07"), **again, paid_with="cash")
    first = corrected(world, ann.purchases.get(what="entry"), shift, "21:08")
    instead = corrected(world, sale, shift, "21:09")
    assert PurchaseRequest.objects.get().purchase_id == instead.pk
    what = {"purchase_id": first.pk, "shift_id": shift.pk, "reason": "Never paid"}
    refused(SaleStands, take_back_sale.ask, world.stamp("21:10"), **what)
    back = take_back_sale.ask(world.stamp("21:11"), **what | {"purchase_id": instead.pk})
    signed(world, back, clock="21:12")
    ann.refresh_from_db()
    assert ann.out_at == world.at("21:05")
    assert money_check(now(tournament)).agrees


def test_bounties_are_won_in_the_order_in_which_they_were(world: World, shift: Shift):
    tournament, ann = started(world, shift, **TERMINATOR)
    bob = tournament.entries.exclude(id=ann.pk).get()
    for clock in ("21:05", "21:25"):
        outs = [Out(entry_id=ann.pk, stack=100, by=[bob.pk])]
        knock_out(td(world, clock), tournament_id=tournament.pk, outs=outs)
        if clock == "21:05":
            back = {"entry_id": ann.pk, "what": "rebuy", "shift_id": shift.pk}
            sale = sell_more(world.stamp("21:07"), **back, paid_with="cash")
    before = won_bounties(now(tournament), ended=True)
    corrected(world, sale, shift, "21:30")
    assert won_bounties(now(tournament), ended=True) == before


def test_what_was_paid_otherwise_or_at_another_drawer_is_refused(world: World, shift: Shift):
    friday: Tournament = a_tournament(world)
    ann = ticket_given(world, friday, "Ann").player_id
    with_ticket = {"player_id": ann, "paid_with": "ticket", "shift_id": shift.pk}
    by_ticket = sell_entry(world.stamp("20:20"), tournament_id=friday.pk, **with_ticket)
    assert refused(SaleStands, ask, world, by_ticket, shift, "20:21").next_page == "sale-take-back"
    sale = sold(world, friday, "Bob", shift_id=shift.pk)
    cash = FLOAT | {10_000: FLOAT[10_000] + 1, 1_000: FLOAT[1_000] + 1}
    submit_count(world.stamp("20:40"), shift_id=shift.pk, cash=cash, chips=RACK)
    close_shift(world.stamp("20:41"), shift_id=shift.pk)
    other = world.open_shift(world.drawer("Desk 2"), clock="20:50")
    refused(NotReversible, ask, world, sale, other, "21:00")


def test_the_desk_corrects_it_from_the_tournament_s_page(world: World, shift: Shift):
    friday = a_tournament(world)
    entries = enter(world, friday, "A", "B", "C", shift_id=shift.pk)
    decided(world, friday, entries)
    sale = sale_of(entries[1])
    client = world.browser(Role.CASHIER)
    page = f"/tallinn/tournaments/sales/{sale.slip_id}/tender/"
    assert page in client.get(f"/tallinn/tournaments/{friday.pk}/").content.decode()
    shown = client.get(page).content.decode()
    assert "stay as they are" in shown
    corrected(world, sale, shift, "23:13")
    assert page not in client.get(f"/tallinn/tournaments/{friday.pk}/").content.decode()


def test_a_program_reads_which_of_two_sales_stands_and_what_took_the_other_back(
    world: World, shift: Shift
):
    friday = a_tournament(world)
    (ann,) = enter(world, friday, "A", shift_id=shift.pk)
    wrong = sale_of(ann)
    corrected(world, wrong, shift, "20:50")
    rows = program(world, Role.CASHIER).get(f"tournaments/{friday.pk}/purchases/").json()
    right = sale_of(ann)
    said = {each["id"]: (each["what"], each["refund_of"], each["stands"]) for each in rows}
    assert said.pop(wrong.pk) == ("entry", None, False)
    assert said.pop(right.pk) == ("entry", None, True)
    assert list(said.values()) == [("refund", wrong.pk, False)]
