"""Payments due on the day's report and in the file; thresholds changed by two people."""

import csv
import io
from dataclasses import replace
from datetime import timedelta
from typing import Any

from casino.approvals import services as approvals
from casino.approvals.models import Proposal
from casino.approvals.services import NotYours, OwnProposal
from casino.approvals.signed import NothingChanges, StaleProposal
from casino.cage.exports import PAYABLE_COLUMNS, payables_csv
from casino.cage.queries.amounts import thresholds
from casino.cage.queries.due import payables, payables_with_payments
from casino.cage.rules import Thresholds
from casino.cage.services.payables import pay_out
from casino.cage.services.thresholds import change_thresholds
from casino.closing.reports import DayReport, day_report
from casino.ledger.queries.gaming_days import day
from casino.ledger.queries.rows import DayRow
from casino.refusals import BadInput
from casino.staff.models import Role
from tests.owing import owe_prize
from tests.refusing import refused
from tests.world import A_FLOAT_CENTS, EVENING, World, a_club

NEXT = EVENING + timedelta(days=1)
USUAL = Thresholds(float_alone_under_cents=A_FLOAT_CENTS)


def report_of(world: World, when: Any) -> DayReport:
    row = day(world.club.pk, when)
    assert isinstance(row, DayRow)
    return day_report(world.club, row)


def due_on(report: DayReport) -> list[tuple[str, int | None, str]]:
    (section,) = (each for each in report.sections if each.name == "payment")
    return [(row.item, row.amount_cents, row.note) for row in section.rows]


def test_the_days_report_shows_what_was_still_to_be_paid_at_its_end(world: World):
    shift = world.open_shift()
    mari = world.player("Mari Tamm").pk
    owe_prize(world.stamp("21:00"), cents=10_000, about="Paid at once")
    late = owe_prize(world.stamp("21:00"), cents=20_000, about="Paid next day", player_id=mari)
    owe_prize(world.stamp("21:00"), cents=40_000, about="Never fetched")
    at_once = payables(world.club.pk)[0]
    for prize, when in ((at_once, EVENING), (late, NEXT)):
        stamp = world.stamp("22:00", day=when)
        pay_out(stamp, payable_id=prize.pk, shift_id=shift.pk, paid_with="cash")

    first, second = report_of(world, EVENING), report_of(world, NEXT)

    assert due_on(first) == [
        ("Paid next day", 20_000, "Mari Tamm, since 27.02.2026"),
        ("Never fetched", 40_000, "no name yet, since 27.02.2026"),
    ]
    assert due_on(second) == [("Never fetched", 40_000, "no name yet, since 27.02.2026")]
    assert all(check.agrees for report in (first, second) for check in report.checks)
    due = next(check for check in first.checks if check.title.startswith("Payments due"))
    assert due.left_cents == 60_000


def test_the_file_has_what_is_due_and_how_the_rest_was_paid(world: World):
    shift = world.open_shift()
    paid = owe_prize(world.stamp("21:00"), cents=12_345, about="=cmd()")
    pay_out(world.stamp(), payable_id=paid.pk, shift_id=shift.pk, paid_with="cash")
    owe_prize(world.stamp("21:30"), cents=100, player_id=world.player("Jānis Bērziņš").pk)

    rows = payables_with_payments(world.club.pk)
    first, second = csv.DictReader(io.StringIO(payables_csv(world.club, rows).decode()))

    assert tuple(first) == tuple(column.name for column in PAYABLE_COLUMNS)
    assert (first["what"], first["amount"], first["state"]) == ("'=cmd()", "123.45", "paid")
    assert (first["paid_with"], first["cashier"], first["slip"]) == (
        "cash",
        "Cashier@Tallinn",
        "2",
    )
    assert (second["guest"], second["state"], second["slip"]) == ("Jānis Bērziņš", "due", "")


def proposed(world: World, **more: Any) -> Proposal:
    amounts = {"second_from_cents": 100, "manager_from_cents": 200, "identify_from_cents": 300}
    stamp = world.stamp("21:00", role=Role.MANAGER)
    return change_thresholds.ask(stamp, **({"reason": "Few of us"} | amounts | more))


def approve(world: World, proposal: Proposal, role: str = Role.ACCOUNTANT) -> None:
    stamp = world.stamp("21:30", role=role)
    approvals.approve(stamp, proposal_id=proposal.pk, digest=proposal.digest)


def test_thresholds_hold_once_the_accountant_has_approved_them(world: World):
    proposal = proposed(world)
    assert thresholds(world.club.pk) == USUAL
    refused(OwnProposal, approve, world, proposal, Role.MANAGER)
    refused(NotYours, approve, world, proposal, Role.SUPERVISOR)

    approve(world, proposal)

    assert thresholds(world.club.pk) == replace(
        USUAL, second_from_cents=100, manager_from_cents=200, identify_from_cents=300
    )
    assert thresholds(a_club("riga").club.pk) == USUAL


def test_thresholds_that_make_no_sense_or_no_change_are_not_proposed(world: World):
    refused(BadInput, proposed, world, second_from_cents=201)
    refused(
        NothingChanges,
        proposed,
        world,
        second_from_cents=50_000,
        manager_from_cents=500_000,
        identify_from_cents=200_000,
    )


def test_a_step_from_thresholds_that_hold_no_longer_is_not_approved(world: World):
    one, other = proposed(world), proposed(world, identify_from_cents=400)
    approve(world, one)
    refused(StaleProposal, approve, world, other)
