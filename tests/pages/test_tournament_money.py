"""The money of a tournament on pages: list, ticket, pool for everybody, results, last payout."""

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from casino.approvals.models import Proposal
from casino.approvals.services import approve
from casino.cage.models import Payable, Shift
from casino.house.queries import club_stamp
from casino.staff.models import Role
from tests.pages.people import Person
from tests.tournaments import a_tournament, enter, now, signed
from tests.world import World, a_club
from tournaments.models import Deal, Entry, Purchase, Tournament
from tournaments.services.knockouts import Out, knock_out
from tournaments.services.listing import join_list
from tournaments.services.pool import fix_pool
from tournaments.services.prizes import award_prizes
from tournaments.services.starting import close_registration, start

NAMES = ("Kask", "Tamm", "Sepp", "Ilves")


@pytest.fixture
def world(live_site: str) -> World:
    return a_club()


@pytest.fixture
def shift(world: World) -> Shift:
    return world.open_shift(clock="18:00")


@pytest.fixture
def cashier(page: Page, world: World) -> Person:
    return Person(page, world, Role.CASHIER)


def played(world: World, shift: Shift) -> Tournament:
    """Play to the end by the services: pool fixed, prizes awarded, nothing paid."""
    tournament = a_tournament(world, "Friday", places=4)
    first, *others = enter(world, tournament, *NAMES, shift_id=shift.pk)
    waits = world.player("Rebane").pk
    join_list(world.stamp("20:50"), tournament_id=tournament.pk, player_id=waits)
    director = {"role": Role.DIRECTOR}
    start(world.stamp("21:00", **director), tournament_id=tournament.pk)
    close_registration(world.stamp("22:00", **director), tournament_id=tournament.pk)
    pool = fix_pool.ask(world.stamp("22:01", **director), tournament_id=tournament.pk)
    signed(world, pool, clock="22:02")
    for minute, entry in enumerate(others, start=10):
        outs = [Out(entry_id=entry.pk, stack=100, by=[first.pk])]
        knock_out(world.stamp(f"22:{minute}", **director), tournament_id=tournament.pk, outs=outs)
    prizes = award_prizes.ask(world.stamp("23:00", **director), tournament_id=tournament.pk)
    signed(world, prizes, clock="23:01")
    return now(tournament)


def test_from_the_ticket_to_the_last_payout(world: World, shift: Shift, cashier: Person):
    friday = played(world, shift)
    page = cashier.page
    page.goto(f"/pool/tallinn/{friday.pk}/")
    expect(page.locator("main")).to_contain_text("fixed")
    expect(page.locator("main")).not_to_contain_text("Kask")
    cashier.photograph("pool")

    cashier.sign_in()
    page.goto(f"/tallinn/tournaments/{friday.pk}/waiting/")
    cashier.sees("Rebane")
    cashier.photograph("waiting")
    winner = Entry.objects.get(tournament=friday, player__name="Kask")
    page.goto(f"/tallinn/tournaments/entries/{winner.pk}/ticket/")
    cashier.sees("Ticket 1")
    expect(page.locator("svg.qr")).to_be_visible()
    cashier.photograph("ticket")

    while due := Payable.objects.filter(payments=None).first():
        page.goto(f"/tallinn/tournaments/{friday.pk}/results/")
        cashier.photograph("results-owed")
        page.locator(f"a[href$='/payments/{due.pk}/']").click()
        cashier.sees(due.about.split(",")[0])
        cashier.photograph("pay")
        cashier.type("Control+Enter")
        expect(page.locator("main")).to_contain_text("Paid")

    page.goto(f"/tallinn/tournaments/{friday.pk}/results/")
    cashier.sees("matches the ledger")
    expect(page.locator("main").get_by_text("paid", exact=True).first).to_be_visible()
    cashier.photograph("results")
    assert cashier.errors == []


def test_a_deal_and_payouts_show_their_sum_and_what_is_left_while_typing(
    world: World, shift: Shift, page: Page
):
    friday = a_tournament(world, "Friday")
    ann, bob, _ = enter(world, friday, "Kask", "Tamm", "Sepp", shift_id=shift.pk)
    director = {"role": Role.DIRECTOR}
    start(world.stamp("21:00", **director), tournament_id=friday.pk)
    close_registration(world.stamp("22:00", **director), tournament_id=friday.pk)
    Person(page, world, Role.DIRECTOR).begin_session()
    page.goto(f"/tallinn/tournaments/{friday.pk}/fix/")
    typed = page.locator("#id_shares_bp")
    typed.fill("50,5 30.25")
    expect(page.locator("output")).to_have_text("Sum 80,75 · left 19,25")
    typed.fill("50,5 30.25 19.25")
    expect(page.locator("output")).to_have_text("Sum 100,00 · left 0,00")

    pool = fix_pool.ask(world.stamp("22:01", **director), tournament_id=friday.pk)
    signed(world, pool, clock="22:02")
    page.goto(f"/tallinn/tournaments/{friday.pk}/deal/")
    page.fill(f"#id_share_{ann.pk}", "100.50")
    page.fill(f"#id_share_{bob.pk}", "1 000")
    page.fill(f"#id_stack_{ann.pk}", "12000")
    money, chips = page.locator("output").all()
    expect(money).to_have_text("Sum 1 100,50 · left \u2212800,50")
    expect(money).to_have_class("bad")
    expect(chips).to_have_text("Sum 12\u00a0000 · left 18\u00a0000")


def test_the_shares_of_a_deal_are_calculated_at_a_press_and_recorded_at_another(
    world: World, shift: Shift, page: Page
):
    friday = a_tournament(world, "Friday")
    entries = enter(world, friday, "Kask", "Tamm", "Sepp", shift_id=shift.pk)
    director = {"role": Role.DIRECTOR}
    start(world.stamp("21:00", **director), tournament_id=friday.pk)
    close_registration(world.stamp("22:00", **director), tournament_id=friday.pk)
    pool = fix_pool.ask(world.stamp("22:01", **director), tournament_id=friday.pk)
    signed(world, pool, clock="22:02")
    td = Person(page, world, Role.DIRECTOR)
    td.begin_session()
    page.goto(f"/tallinn/tournaments/{friday.pk}/deal/")
    for entry, chips in zip(entries, ("12000", "10 000", "8\u00a0000"), strict=True):
        page.fill(f"#id_stack_{entry.pk}", chips)
    page.get_by_role("button", name="ICM").click()
    td.sees("Calculated: ICM. Nothing is recorded yet.")
    td.photograph("deal-filled-in")
    expect(page.locator("output").first).to_have_text("Sum 300,00 · left 0,00")
    assert not Deal.objects.exists()
    td.type("Control+Enter")
    td.sees("Agrees")
    recorded = list(Deal.objects.get().shares_cents.values())
    assert (sum(recorded), recorded) == (30_000, sorted(recorded, reverse=True))
    assert td.errors == []


def test_an_entry_of_the_wrong_guest_is_reversed_from_its_slip_and_approved_at_the_desk(
    world: World, shift: Shift, cashier: Person
):
    friday = a_tournament(world, "Friday")
    (tamm,) = enter(world, friday, "Mari Tamm", shift_id=shift.pk)
    page = cashier.page
    cashier.sign_in()
    page.goto(f"/tallinn/tournaments/{friday.pk}/")
    cashier.photograph("tickets-sold")
    page.goto(f"/tallinn/slips/{tamm.purchases.get().slip_id}/")
    page.get_by_role("link", name="Reverse").click()
    cashier.sees("The guest is then no longer in the tournament.")
    page.fill("#id_reason", "Bought by another guest")
    cashier.photograph("reverse-sale")
    page.keyboard.press("Control+Enter")
    cashier.sees("Prize pool of a tournament")
    cashier.photograph("reversal-asked")
    asked = Proposal.objects.get(operation="tournaments.take_back_sale_large")
    manager = world.staff[Role.MANAGER].pk
    at = club_stamp(world.club, at=timezone.now(), actor_id=manager)
    approve(at, proposal_id=asked.pk, digest=asked.digest)

    page.goto(f"/tallinn/tournaments/{friday.pk}/")
    cashier.sees("refunded")
    cashier.sees("\N{MINUS SIGN} 110,00")
    assert page.locator("main").get_by_role("link", name="Reverse").count() == 0
    cashier.photograph("sale-reversed")
    back = Purchase.objects.get(refund_of__entry=tamm)
    page.goto(f"/tallinn/slips/{back.slip_id}/")
    cashier.sees("Tournament entry reversed")
    cashier.photograph("slip-of-reversal")
    assert cashier.errors == []
