"""Tax is withheld from winnings where two people adopted it, from the payout to the return."""

import csv
import io
from datetime import date, timedelta
from typing import Any

import pytest

from casino.approvals.models import Proposal
from casino.approvals.services import approve
from casino.approvals.signed import NeedsSignature, NothingChanges, StaleProposal
from casino.bank.queries.targets import CODES
from casino.cage.exports import payables_csv
from casino.cage.models import Payable, Payment, Shift
from casino.cage.queries.due import payables_with_payments
from casino.cage.services.amounts import NotPayable
from casino.cage.services.identity import NotIdentified
from casino.cage.services.payables import pay_out
from casino.cage.services.reversals import reverse_slip
from casino.journal.services.documents import DocumentLine, book_document
from casino.rates.queries import RateMissing
from casino.rates.services import set_tax_rate, set_withholding
from casino.refusals import BadInput
from casino.reports.queries import REPORTS
from casino.reports.queries.asked import asked
from casino.staff.models import Role
from tests.api.program import program
from tests.counting import bank
from tests.merging import merged
from tests.owing import owe_prize
from tests.refusing import refused
from tests.world import EVENING, World, of_the_desk

NEXT = EVENING + timedelta(days=1)


@pytest.fixture
def shift(world: World) -> Shift:
    of_the_desk(world.club, second_from_cents=10**8, manager_from_cents=10**8,
                identify_from_cents=10**8)  # fmt: skip
    world.fund()
    bank(world, world.stamp("18:00", role=Role.MANAGER), cents=2_000_000)
    return world.open_shift(clock="19:00")


def signed(world: World, proposal: Proposal, clock: str = "20:30") -> None:
    stamp = world.stamp(clock, role=Role.MANAGER)
    approve(stamp, proposal_id=proposal.pk, digest=proposal.digest)


def adopt(world: World, country: str = "lv") -> None:
    stamp = world.stamp("20:00", role=Role.ACCOUNTANT)
    signed(world, set_withholding.ask(stamp, country=country, reason="The club is there"))


def won(world: World, cents: int, player_id: int, kind: str = "tournament.prize") -> Payable:
    stamp = world.stamp("21:00", role=Role.SUPERVISOR)
    return owe_prize(stamp, cents=cents, kind=kind, player_id=player_id)


def pay(world: World, owed: Payable, shift: Shift, how: Any = "bank", **at: Any) -> Payment:
    stamp = world.stamp("22:00", **at)
    return pay_out(stamp, payable_id=owed.pk, shift_id=shift.pk, paid_with=how)


def report(world: World, name: str, **more: Any) -> list[dict[str, Any]]:
    what: dict[str, Any] = {"first": EVENING, "last": NEXT, "country": "lv"} | more
    stamp = world.stamp("12:00", role=Role.ACCOUNTANT, day=NEXT)
    sheet = REPORTS[name].make(asked(world.club, stamp, **what))
    names = [column.name for column in sheet.columns]
    return [dict(zip(names, row.cells, strict=True)) for row in sheet.rows]


def kept(world: World) -> int:
    return -world.balance("tax:withheld")


def test_a_prize_is_paid_less_the_tax_of_its_visit_which_waits_for_the_authority(
    world: World, shift: Shift
):
    ann = world.player("Ann").pk
    pay(world, won(world, 400_000, ann), shift)  # before anybody adopted it
    assert kept(world) == 0
    refused(NeedsSignature, set_withholding, world.stamp("20:00", role=Role.ACCOUNTANT),
            country="lv", reason="Alone")  # fmt: skip
    adopt(world)
    stamp = world.stamp("20:40", role=Role.ACCOUNTANT)
    refused(NothingChanges, set_withholding.ask, stamp, country="lv", reason="Again")

    other = world.player("Bob").pk
    stamp = world.stamp("21:00", role=Role.SUPERVISOR)
    nameless = owe_prize(stamp, cents=1_000_000, kind="tournament.prize")
    refused(NotIdentified, pay, world, nameless, shift)
    first = pay(world, won(world, 1_000_000, other), shift)
    assert (kept(world), world.balance("bank")) == (178_500, 2_000_000 - 400_000 - 821_500)
    # Of the same visit everything is taxable; what is no prize bears nothing.
    second = pay(world, won(world, 10_000, other, "jackpot.share"), shift, "cash")
    pay(world, won(world, 500_000, other, "cashgames.stack"), shift)
    assert kept(world) == 178_500 + 2_550
    # What is left of 110,00 is 81,95: no chips make it.
    refused(NotPayable, pay, world, won(world, 11_000, other), shift, "chips")
    (why,) = second.entry.because
    assert (why["rule"], why["result"]) == ("lv-winnings", 2_550)
    assert world.balance("payable", first.payable_id) == 0

    back = world.stamp("22:30")
    undo = reverse_slip.ask(back, shift_id=shift.pk, entry_id=second.entry_id, reason="Not him")
    signed(world, undo, "22:31")
    assert kept(world) == 178_500
    paid = [DocumentLine(account="tax:withheld", debit_cents=178_500),
            DocumentLine(account="bank", credit_cents=178_500)]  # fmt: skip
    stamp = world.stamp("23:00", role=Role.ACCOUNTANT)
    signed(world, book_document.ask(stamp, dated=EVENING, reason="VID", lines=paid), "23:10")
    assert kept(world) == 0
    assert "tax:withheld" in CODES  # a line of the bank's statement pays it, too


def test_a_payment_taken_back_and_made_anew_bears_what_the_visit_lacks_of_its_tax(
    world: World, shift: Shift
):
    ann = world.player("Ann").pk
    early = won(world, 100_000, ann)
    pay(world, early, shift)  # nothing is withheld of it, yet it is of the visit
    adopt(world)
    prizes = [won(world, 200_000, ann), won(world, 300_000, ann)]
    first, _ = [pay(world, each, shift) for each in prizes]
    assert kept(world) == 76_500
    undo = reverse_slip.ask(
        world.stamp("22:30"), shift_id=shift.pk, entry_id=first.entry_id, reason="Not him"
    )
    signed(world, undo, "22:31")
    page = world.browser(Role.CASHIER).get(f"/tallinn/payments/{prizes[0].pk}/").content.decode()
    assert "Pay 2\xa0000,00" in page
    again = pay_out(
        world.stamp("22:40"), payable_id=prizes[0].pk, shift_id=shift.pk, paid_with="bank"
    )
    assert kept(world) == 76_500
    (why,) = again.entry.because
    assert (why["result"], why["inputs"]["withheld_on_visit_cents"]) == (0, 76_500)
    (row,) = [each for each in report(world, "tax-return") if "withheld" in str(each["tax"])]
    assert (row["base"], row["tax_due"]) == (300_000, 76_500)


def test_the_slip_the_statement_and_the_return_say_gross_tax_and_net(world: World, shift: Shift):
    adopt(world)
    ann = world.player("Ann")
    prize = won(world, 1_000_000, ann.pk)
    cashier = world.browser(Role.CASHIER)
    before = cashier.get(f"/tallinn/payments/{prize.pk}/").content.decode()
    paid = pay(world, prize, shift, "bank")

    slip = cashier.get(f"/tallinn/slips/{paid.entry_id}/").content.decode()
    assert all(each in slip for each in ("10\xa0000,00", "1\xa0785,00", "8\xa0215,00"))
    assert ("Tax withheld" in slip, "Pay 8\xa0215,00" in before) == (True, True)
    (row,) = [each for each in report(world, "tax-return") if "withheld" in str(each["tax"])]
    assert (row["base"], row["rate"], row["tax_due"]) == (700_000, 2_550, 178_500)
    (guest,) = report(world, "winnings")
    assert (guest["won"], guest["withheld"]) == (1_000_000, 178_500)
    query = {"player": str(ann.code), "player_id": ann.pk}
    (year,) = report(world, "guest", by="year", player_id=query["player_id"])
    assert (year["out"], year["withheld"], year["prizes"]) == (821_500, 178_500, 1_000_000)
    (said,) = program(world, Role.AUDITOR).get("rates/withholding/").json()
    assert (said["country"], said["approved_by"]) == ("lv", "manager@tallinn")


def test_a_month_in_which_a_rate_begins_is_two_lines_of_the_return(world: World, shift: Shift):
    adopt(world)
    desk = world.stamp("20:40", role=Role.ACCOUNTANT)
    what = {"tax": "lv-winnings", "since": NEXT, "hundredths": 3_000, "source": "Law"}
    signed(world, set_tax_rate.ask(desk, **what), "20:41")
    for name, day in (("Ann", EVENING), ("Bob", NEXT)):
        pay(world, won(world, 400_000, world.player(name).pk), shift, day=day)
    rows = [each for each in report(world, "tax-return") if "withheld" in str(each["tax"])]
    found = [(row["base"], row["rate"], row["tax_due"]) for row in rows]
    assert found == [(100_000, 2_550, 25_500), (100_000, 3_000, 30_000)]


def test_what_is_taken_back_after_a_rate_has_begun_is_at_the_rate_at_which_it_was_kept(
    world: World, shift: Shift
):
    adopt(world)
    desk = world.stamp("20:40", role=Role.ACCOUNTANT)
    what = {"tax": "lv-winnings", "since": NEXT, "hundredths": 3_000, "source": "Law"}
    signed(world, set_tax_rate.ask(desk, **what), "20:41")
    for name in ("Ann", "Cat"):
        first = pay(world, won(world, 400_000, world.player(name).pk), shift, day=EVENING)
        back = world.stamp("22:30", day=NEXT)
        undo = {"shift_id": shift.pk, "entry_id": first.entry_id, "reason": "Not her"}
        request = reverse_slip.ask(back, **undo)
        stamp = world.stamp("22:31", role=Role.MANAGER, day=NEXT)
        approve(stamp, proposal_id=request.pk, digest=request.digest)
    pay(world, won(world, 400_000, world.player("Bob").pk), shift, day=NEXT)
    rows = [each for each in report(world, "tax-return") if "withheld" in str(each["tax"])]
    found = [(row["base"], row["rate"], row["tax_due"]) for row in rows]
    assert found == [
        (200_000, 2_550, 51_000), (-200_000, 2_550, -51_000), (100_000, 3_000, 30_000)
    ]  # fmt: skip


def test_a_merged_guest_is_one_person_of_the_year_and_has_one_statement(world: World, shift: Shift):
    adopt(world)
    ann, double = world.player("Ann"), world.player("Anna")
    for card in (ann, double):
        pay(world, won(world, 300_000, card.pk), shift)
    due = won(world, 20_000, double.pk)
    merged(world, ann.pk, double.pk, clock="22:10")
    (guest,) = report(world, "winnings", first=date(2026, 1, 1))
    assert (guest["guest"], guest["won"], guest["above"]) == ("Ann", 620_000, 320_000)
    for card in (ann.pk, double.pk):
        (year,) = report(world, "guest", by="year", player_id=card)
        assert (year["out"], year["prizes"], year["due"]) == (600_000, 620_000, due.cents)


def test_a_country_whose_rates_were_found_nowhere_pays_once_they_are_entered(
    world: World, shift: Shift
):
    adopt(world, "ee")
    prize = won(world, 100_000, world.player("Ann").pk)
    said = refused(RateMissing, pay, world, prize, shift)
    page = world.browser(Role.CASHIER).get(f"/tallinn/payments/{prize.pk}/")
    assert ("No rate is known" in said.message, page.status_code) == (True, 200)
    assert "No rate is known" in page.content.decode()
    for tax, rate in (("ee-winnings-free", 0), ("ee-winnings", 2_000)):
        stamp = world.stamp("21:30", role=Role.ACCOUNTANT)
        said_of = {"since": date(2026, 1, 1), "hundredths": rate, "source": "A letter"}
        signed(world, set_tax_rate.ask(stamp, tax=tax, **said_of), "21:31")
    pay(world, prize, shift)
    assert kept(world) == 20_000
    assert report(world, "tax-return", country="ee")[-1]["tax_due"] == 20_000


def test_no_tax_takes_more_than_there_is_nor_one_persons_word_of_a_guests_prize(
    world: World, shift: Shift
):
    def rate(tax: str, hundredths: int, act: Any = set_tax_rate) -> Any:
        desk = world.stamp("20:10", role=Role.ACCOUNTANT)
        return act(desk, tax=tax, since=EVENING, hundredths=hundredths, source="Law",
                   figures_meant=True)  # fmt: skip

    assert "at most 100" in refused(BadInput, rate, "lv-winnings", 10_001).message
    rate("lv-table", 4_100_000)  # euro a table
    rate("lv-winnings", 2_560)  # nothing is withheld by it yet
    desk = world.stamp("20:10", role=Role.ACCOUNTANT)
    asked = set_withholding.ask(desk, country="lv", reason="The club is there")
    shown = [each["hundredths"] for each in asked.content["rates"]]
    assert shown == [300_000, 2_560, 10_530_000, 3_300]
    rate("lv-winnings", 2_600)
    refused(StaleProposal, signed, world, asked)

    adopt(world)
    for tax in ("lv-winnings", "lv-winnings-free"):
        refused(NeedsSignature, rate, tax, 1_000)
    rate("ee-winnings", 2_000)
    signed(world, rate("lv-winnings", 2_550, set_tax_rate.ask), "20:45")
    pay(world, won(world, 1_000_000, world.player("Ann").pk), shift)
    assert kept(world) == 178_500


def test_who_signs_a_withholding_signs_the_rates_of_later_days_too(world: World):
    desk = world.stamp("20:10", role=Role.ACCOUNTANT)
    set_tax_rate(desk, tax="lv-winnings", since=NEXT, hundredths=9_900, source="Law",
                 figures_meant=True)  # fmt: skip
    desk = world.stamp("20:11", role=Role.ACCOUNTANT)
    asked = set_withholding.ask(desk, country="lv", reason="The club is there")
    of_winnings = [each for each in asked.content["rates"] if "upper" not in each["title"]]
    shown = [(each["hundredths"], each.get("since")) for each in of_winnings]
    assert (2_550, None) in shown
    assert shown[shown.index((2_550, None)) + 1] == (9_900, str(NEXT))
    manager = world.browser(Role.MANAGER)
    page = manager.get(f"/tallinn/approvals/{asked.pk}/").content.decode()
    assert page.index("25,50 %") < page.index("28.02.2026") < page.index("99,00 %")

    desk = world.stamp("20:12", role=Role.ACCOUNTANT)
    set_tax_rate(desk, tax="lv-winnings", since=NEXT, hundredths=10_000, source="Law",
                 figures_meant=True)  # fmt: skip
    refused(StaleProposal, signed, world, asked)


def test_the_page_of_rates_asks_for_it_and_shows_it(world: World):
    accountant = world.browser(Role.ACCOUNTANT)
    sent = {"what": "withholding", "country": "lv", "reason": "In Latvia",
            "key": "7f2b4a52-7d0c-4b7e-9a38-0f8a9d0f4c01"}  # fmt: skip
    assert "Nothing is withheld" in accountant.get("/tallinn/rates/").content.decode()
    asked_for = accountant.post("/tallinn/rates/", sent)
    proposal = Proposal.objects.get()
    assert asked_for["Location"] == f"/tallinn/approvals/{proposal.pk}/"
    manager = world.browser(Role.MANAGER)
    page = manager.get(asked_for["Location"]).content.decode()
    assert all(each in page for each in ("LV", "25,50 %", "105\xa0300,00"))
    signed(world, proposal)
    sent = {"what": "tax", "tax": "lv-winnings", "since": "2026-02-01", "hundredths": "26",
            "source": "Law 15", "key": "7f2b4a52-7d0c-4b7e-9a38-0f8a9d0f4c02"}  # fmt: skip
    asked_for = accountant.post("/tallinn/rates/", sent)
    page = manager.get(asked_for["Location"]).content.decode()
    assert all(each in page for each in ("26,00 %", "25,50 %", "Law 15"))
    assert "Law 15" not in accountant.get("/tallinn/rates/").content.decode()


def test_the_payments_page_and_file_say_what_of_a_prize_was_kept(world: World, shift: Shift):
    adopt(world)
    prize = won(world, 1_000_000, world.player("Ann").pk)
    stack = won(world, 100_000, world.player("Bob").pk, "cashgames.stack")
    for owed in (prize, stack):
        pay(world, owed, shift)
    browser = world.browser(Role.CASHIER)

    pages = [
        " ".join(browser.get(f"/tallinn/payments/{of}").text.split())
        for of in ("", f"{prize.pk}/", f"{stack.pk}/")
    ]
    rows = payables_with_payments(world.club.pk)
    file = csv.DictReader(io.StringIO(payables_csv(world.club, rows).decode()))

    assert "Tax withheld 1 785,00" in pages[0]
    assert pages[0].count("Tax withheld") == 1
    assert "Tax withheld</dt> <dd>1 785,00" in pages[1]
    assert "The guest receives</dt> <dd><strong>8 215,00" in pages[1]
    assert "Tax withheld" not in pages[2]
    assert [(row["amount"], row["withheld"]) for row in file] == [
        ("10000.00", "1785.00"),
        ("1000.00", "0.00"),
    ]


def test_what_is_above_the_free_part_is_said_of_whole_years_alone(world: World, shift: Shift):
    adopt(world)
    pay(world, won(world, 1_000_000, world.player("Ann").pk), shift)
    year, today = date(2026, 1, 1), date(2026, 12, 31)

    (part,) = report(world, "winnings")
    (so_far,) = report(world, "winnings", first=year)
    (whole,) = report(world, "winnings", first=year, last=today)

    assert (part["won"], part["above"]) == (1_000_000, None)
    assert so_far["above"] == whole["above"] == 700_000
    browser = world.browser(Role.ACCOUNTANT)
    page = browser.get(f"/tallinn/reports/winnings/?first={EVENING}&last={NEXT}").text
    assert "A part of 2026: ask for the whole year" in page
    # No sum of what is not said.
    assert page.count("0,00") == page.count("000,00")
    assert "-01-01" in str(browser.get("/tallinn/reports/winnings/").context["address"])
