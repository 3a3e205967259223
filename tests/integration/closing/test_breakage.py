"""What nobody presents for long becomes income by two; who presents it after all is paid."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.db import ProgrammingError, transaction
from django.test import Client
from django.utils import timezone

from cashgames.models import HeldStack
from cashgames.services.absence import leave_seat, remove_stack
from cashgames.services.stacks import release_stack
from casino.approvals.models import Proposal
from casino.approvals.services import OwnProposal, approve
from casino.approvals.signed import NeedsSignature, NothingChanges
from casino.bookkeeping.queries.journal import day_documents
from casino.cage.models import Shift
from casino.cage.services.payables import pay_out
from casino.cage.services.reversals import reverse_slip
from casino.closing.models import BreakagePolicy
from casino.closing.queries.breakage import breakage_items
from casino.closing.services.breakage import (
    NotLapsed,
    NotYetLapsing,
    change_policy,
    lapse,
    restore_lapsed,
)
from casino.closing.services.days import close_day, seal_day
from casino.closing.services.month import period_checklist
from casino.db import fetch_all
from casino.house.queries import club_stamp
from casino.journal.models import JournalDocument
from casino.journal.services.documents import NotReversible, reverse_document
from casino.ledger.queries.lapsed import lowest_owed_cents
from casino.players.services.erasing import StillHeld, anonymise_player
from casino.refusals import BadInput
from casino.reports.queries import REPORTS
from casino.reports.queries.asked import asked as params_of
from casino.staff.models import Role
from casino.verify.findings import LAPSES
from tests.api.program import program
from tests.books import mapped, sealed, sent
from tests.owing import owe_prize
from tests.refusing import refused
from tests.tournaments import a_tournament, now, satellite_won
from tests.world import EVENING, World
from tournaments.services.refunds import cancel_tournament
from tournaments.services.tickets import clear_cancelled

LATER = date(2026, 9, 1)
POLICY = {
    "payables_months": 6,
    "stacks_months": 6,
    "tickets_months": 6,
    "chips_months": 6,
    "basis": "Terms of the club, 14",
}


@pytest.fixture
def shift(world: World) -> Shift:
    return world.open_shift(clock="18:00")


def books(world: World, clock: str = "12:00", *, role: str = Role.ACCOUNTANT) -> Any:
    return world.stamp(clock, role=role, day=LATER)


def signed(world: World, asked: Proposal, clock: str = "12:30") -> None:
    approve(books(world, clock, role=Role.MANAGER), proposal_id=asked.pk, digest=asked.digest)


def adopt(world: World, **other: Any) -> None:
    asked = change_policy.ask(books(world, "11:00"), **POLICY | other, reason="By the board")
    signed(world, asked, "11:30")


def lapsed(world: World, *keys: str) -> JournalDocument:
    signed(world, lapse.ask(books(world), items=keys, reason="Breakage"))
    return JournalDocument.objects.latest("id")


def keys(world: World) -> dict[str, int]:
    return {each.key: each.cents for each in breakage_items(world.club.pk, LATER) if each.cents}


def owed_by_report(world: World) -> dict[str, int]:
    """What the liabilities come to by kind."""
    return {row["account_code"]: row["owed"] for row in _liabilities(world)}


def ages_by_report(world: World) -> dict[str, list[int]]:
    """What of the liabilities is up to 30, 90 and 365 days old, and older."""
    ages = ("days_30", "days_90", "days_365", "older")
    return {row["account_code"]: [row[age] or 0 for age in ages] for row in _liabilities(world)}


def _liabilities(world: World) -> list[dict[str, Any]]:
    stamp = books(world, "12:40")
    sheet = REPORTS["liabilities"].make(params_of(world.club, stamp, as_of=stamp.at, by="year"))
    names = [column.name for column in sheet.columns]
    return [dict(zip(names, row.cells, strict=True)) for row in sheet.rows]


def income(world: World) -> int:
    assert fetch_all(LAPSES[0], {"club": world.club.pk}) == []
    return -world.balance("income:breakage")


def test_a_prize_lapses_by_policy_and_two_and_its_winner_is_paid_after_all(world: World):
    prize = owe_prize(world.stamp("21:00", role=Role.SUPERVISOR), cents=30_000)
    young = owe_prize(books(world, "10:00", role=Role.SUPERVISOR), cents=5_000)
    key = f"payable:{prize.pk}"
    assert keys(world) == {}  # without a policy nothing ever lapses
    refused(NeedsSignature, change_policy, books(world), **POLICY, reason="Alone")
    adopt(world)
    refused(NothingChanges, change_policy.ask, books(world), **POLICY, reason="Again")
    assert keys(world) == {key: 30_000}
    not_yet = {"items": [f"payable:{young.pk}"], "reason": "Too early"}
    refused(NotYetLapsing, lapse.ask, books(world), **not_yet)
    refused(BadInput, lapse.ask, books(world), items=[key, key], reason="Twice")

    document = lapsed(world, key)

    assert (str(document), document.cents) == ("J2026-0001", 30_000)
    assert document.signed_by == world.staff[Role.MANAGER]
    assert (income(world), world.balance("payable", prize.pk)) == (30_000, -30_000)
    assert (world.balance("lapsed:payable", prize.pk), keys(world)) == (30_000, {})
    assert owed_by_report(world) == {"payable": 35_000, "lapsed:payable": -30_000}
    # What lapsed is as old as what it stands against.
    assert ages_by_report(world) == {
        "payable": [5_000, 0, 30_000, 0], "lapsed:payable": [0, 0, -30_000, 0],
    }  # fmt: skip
    desk = world.stamp("13:00", day=LATER)
    shift = world.open_shift(clock="20:00")
    paid = pay_out(desk, payable_id=prize.pk, shift_id=shift.pk, paid_with="cash")
    assert (income(world), world.balance("lapsed:payable", prize.pk)) == (0, 0)
    # A payment that was none takes its restoring back with it.
    back = world.stamp("13:10", day=LATER)
    asked = reverse_slip.ask(back, shift_id=shift.pk, entry_id=paid.entry_id, reason="Not him")
    approve(
        world.stamp("13:11", role=Role.MANAGER, day=LATER),
        proposal_id=asked.pk,
        digest=asked.digest,
    )
    assert (income(world), world.balance("payable", prize.pk)) == (30_000, -30_000)


def test_what_was_paid_meanwhile_is_not_taken_and_a_mistake_is_owed_again(world: World, shift):
    stamp = world.stamp("21:00", role=Role.SUPERVISOR)
    one = owe_prize(stamp, cents=30_000)
    other = owe_prize(world.stamp("21:01", role=Role.SUPERVISOR), cents=7_000)
    adopt(world)
    both = [f"payable:{each.pk}" for each in (one, other)]
    asked = lapse.ask(books(world), items=both, reason="Breakage")
    refused(OwnProposal, approve, books(world), proposal_id=asked.pk, digest=asked.digest)
    desk = world.stamp("12:10", day=LATER)
    pay_out(desk, payable_id=one.pk, shift_id=shift.pk, paid_with="cash")
    refused(NotYetLapsing, signed, world, asked)

    document = lapsed(world, both[1])
    restored = restore_lapsed(books(world, "13:00"), item=both[1], reason="The guest wrote")

    assert (income(world), restored.cents) == (0, 7_000)
    refused(NotLapsed, restore_lapsed, books(world), item=both[1], reason="Again")
    # Whole, by the journal's own reversal, too.
    assert keys(world) == {both[1]: 7_000}
    document = lapsed(world, both[1])
    back = reverse_document.ask(books(world, "14:00"), document_id=document.pk, reason="Too early")
    signed(world, back, "14:30")
    assert income(world) == 0
    with pytest.raises(ProgrammingError, match="permission denied"), transaction.atomic():
        BreakagePolicy.objects.update(payables_months=1)


def test_what_was_owed_again_and_paid_since_is_no_income_again(world: World, shift: Shift):
    prize = owe_prize(world.stamp("21:00", role=Role.SUPERVISOR), cents=30_000)
    key = f"payable:{prize.pk}"
    adopt(world)
    lapsed(world, key)
    restored = restore_lapsed(books(world, "13:00"), item=key, reason="The guest wrote")
    asked = reverse_document.ask(books(world, "13:05"), document_id=restored.pk, reason="Not he")
    desk = world.stamp("13:10", day=LATER)
    pay_out(desk, payable_id=prize.pk, shift_id=shift.pk, paid_with="cash")
    back = {"document_id": restored.pk, "reason": "Not he"}

    refused(NotReversible, signed, world, asked, "13:20")
    refused(NotReversible, reverse_document.ask, books(world, "14:00"), **back)

    assert (income(world), world.balance("payable", prize.pk)) == (0, 0)


def test_breakage_stands_apart_where_a_day_is_added_up(world: World):
    owe_prize(world.stamp("21:00", role=Role.SUPERVISOR), cents=30_000)
    sealed(world, EVENING)
    adopt(world)
    document = lapsed(world, *keys(world))
    sealed(world, LATER)
    mapped(world)

    found = list(day_documents(sent(world, LATER), LATER))

    assert [(each.number, each.reason) for each in found] == [(str(document), "Breakage")]


def test_chips_lapse_as_far_as_they_were_out_at_every_close_and_come_back_unnamed(world: World):
    world.fund()
    world.sell(50_000, "21:00")
    world.sell(-10_000, "22:00")
    for day, cents in ((EVENING, 0), (EVENING + timedelta(days=1), 25_000)):
        if cents:
            world.sell(cents, "21:00", day=day)
        close_day(world.club, day, now=world.at("07:01", day=day + timedelta(days=1)))
        after = world.stamp("10:00", role=Role.ACCOUNTANT, day=day + timedelta(days=1))
        seal_day(after, day=day)
    unsealed = EVENING + timedelta(days=2)
    world.sell(-35_000, "22:00", day=unsealed)
    world.sell(90_000, "21:00", day=unsealed + timedelta(days=1))
    since = [EVENING - timedelta(days=1), EVENING, EVENING + timedelta(days=1), unsealed]
    # Nothing was out before the first evening; later the least of 400, 650, 300 and 1,200.
    lowest = [lowest_owed_cents(world.club.pk, "chips:floor", since=day) for day in since]
    assert lowest == [0, 30_000, 30_000, 30_000]
    adopt(world)
    assert keys(world) == {"chips:floor:0": 30_000}

    lapsed(world, "chips:floor:0")

    assert (income(world), keys(world)) == (30_000, {})
    world.sell(-100_000, "13:00", day=LATER)
    # 200 are out and 300 lapsed: so 100 of those came back, and the month's list says so.
    (chips,) = breakage_items(world.club.pk, LATER)
    assert (chips.owed_cents, chips.back_cents) == (20_000, 10_000)
    lines = period_checklist(world.club, "month", LATER.replace(day=1), at=world.at("12:00"))
    (back,) = (line for line in lines if "presented since" in line.what)
    assert "100,00" in back.things[0].says
    too_much = {"item": "chips:floor:0", "cents": 30_001, "reason": "Came back"}
    refused(NotLapsed, restore_lapsed, books(world), **too_much)
    restore_lapsed(books(world, "15:00"), **too_much | {"cents": 10_000})
    assert income(world) == 20_000


def test_a_stack_and_a_ticket_that_lapsed_are_used_after_all(world: World, shift: Shift):
    session = world.session()
    seat = world.seat(session, "Mari")[0].seat
    away = {"session_id": session.pk, "player_id": seat.player_id}
    leave_seat(world.stamp("22:00", role=Role.SUPERVISOR), **away)
    remove_stack(world.stamp("22:30", role=Role.SUPERVISOR), **away, cents=19_000)
    stack = HeldStack.objects.get()
    main = a_tournament(world, "Main", price_cents=10_000, fee_cents=1_000)
    ticket, _ = satellite_won(world, main, "Ann", "Bob", shift_id=shift.pk)
    adopt(world, payables_months=None)
    ours = {f"safekeeping:{stack.pk}": 19_000}
    assert keys(world) == ours  # the ticket's tournament still takes entries
    off = {"tournament_id": now(main).pk, "reason": "Too few"}
    director = books(world, "11:40", role=Role.DIRECTOR)
    signed(world, cancel_tournament.ask(director, **off), "11:45")
    assert keys(world) == ours | {f"tickets:{main.pk}": 11_000}

    lapsed(world, *keys(world))

    assert income(world) == 30_000
    release_stack(books(world, "13:00", role=Role.SUPERVISOR), stack_id=stack.pk)
    assert income(world) == 11_000
    clear_cancelled(books(world, "13:10", role=Role.MANAGER), ticket_id=ticket.pk)
    assert (income(world), world.balance("lapsed:tickets", main.pk)) == (0, 0)


def erased(world: World, player_id: int, clock: str) -> None:
    """Ask for it, which looks at what the house still holds."""
    floor = books(world, clock, role=Role.SUPERVISOR)
    anonymise_player.ask(floor, player_id=player_id, reason="Asked")


def test_whose_money_lapsed_in_full_is_erased_until_it_is_owed_again(world: World, shift: Shift):
    session = world.session()
    seat = world.seat(session, "Mari")[0].seat
    away = {"session_id": session.pk, "player_id": seat.player_id}
    leave_seat(world.stamp("22:00", role=Role.SUPERVISOR), **away)
    remove_stack(world.stamp("22:30", role=Role.SUPERVISOR), **away, cents=19_000)
    jaan = world.player("Jaan").pk
    prize = owe_prize(world.stamp("21:00", role=Role.SUPERVISOR), player_id=jaan, cents=30_000)
    main = a_tournament(world, "Main", price_cents=10_000, fee_cents=1_000)
    ticket, _ = satellite_won(world, main, "Ann", "Bob", shift_id=shift.pk)
    off = {"tournament_id": now(main).pk, "reason": "Too few"}
    director = books(world, "10:40", role=Role.DIRECTOR)
    signed(world, cancel_tournament.ask(director, **off), "10:45")
    people = [seat.player_id, jaan, ticket.player_id]
    for number, each in enumerate(people):
        refused(StillHeld, erased, world, each, f"10:5{number}")
    adopt(world)

    lapsed(world, *keys(world))

    for number, each in enumerate(people):
        erased(world, each, f"13:0{number}")
    key = f"payable:{prize.pk}"
    restore_lapsed(books(world, "13:10"), item=key, cents=1, reason="The guest wrote")
    refused(StillHeld, erased, world, jaan, "13:20")


KEY = "7f2b4a52-7d0c-4b7e-9a38-0f8a9d0f4c0"


def test_the_pages_and_the_program_ask_and_list(world: World):
    prize = owe_prize(world.stamp("21:00", role=Role.SUPERVISOR), cents=30_000)
    accountant, manager = world.browser(Role.ACCOUNTANT), world.browser(Role.MANAGER)
    assert "no policy" in shown(accountant, "/tallinn/breakage/")
    assert world.browser(Role.CASHIER).get("/tallinn/breakage/").status_code == 403
    terms = {"payables_months": "1", "basis": "Terms, 14", "reason": "By the board"}
    asked = accountant.post("/tallinn/breakage/policy/", terms | {"key": KEY + "1"})
    assert "Terms, 14" in shown(manager, asked["Location"])
    signed_by_manager(world, Proposal.objects.get())

    (item,) = program(world, Role.AUDITOR).get("breakage/").json()
    assert (item["cents"], item["item"]) == (30_000, f"payable:{prize.pk}")
    assert item["item"] in shown(accountant, "/tallinn/breakage/")
    none = accountant.post("/tallinn/breakage/lapse/", {"reason": "x", "key": KEY + "2"})
    assert "Tick what lapses" in none.content.decode()
    given = {"items": item["item"], "reason": "Breakage", "key": KEY + "3"}
    asked = accountant.post("/tallinn/breakage/lapse/", given)
    assert "First prize" in shown(manager, asked["Location"])
    policies = program(world, Role.ACCOUNTANT).get("breakage/policy/").json()
    assert [each["payables_months"] for each in policies] == [1]


def test_a_page_says_what_lapsed_and_owes_it_again(world: World):
    prize = owe_prize(world.stamp("21:00", role=Role.SUPERVISOR), cents=30_000)
    adopt(world)
    key = f"payable:{prize.pk}"
    lapsed(world, key)
    accountant = world.browser(Role.ACCOUNTANT)
    assert "Taken to income" in shown(accountant, f"/tallinn/payments/{prize.pk}/")
    assert 'name="item"' in shown(accountant, f"/tallinn/breakage/restore/?item={key}")
    back = {"item": key, "reason": "The guest wrote"}
    done = accountant.post("/tallinn/breakage/restore/", back | {"key": KEY + "4"})
    again = accountant.post("/tallinn/breakage/restore/", back | {"key": KEY + "5"})
    assert (done.status_code, again.status_code, income(world)) == (302, 409, 0)


def shown(client: Client, address: str) -> str:
    return client.get(address).content.decode()


def signed_by_manager(world: World, asked: Proposal) -> None:
    manager = world.staff[Role.MANAGER].pk
    stamp = club_stamp(world.club, at=timezone.now(), actor_id=manager)
    approve(stamp, proposal_id=asked.pk, digest=asked.digest)
