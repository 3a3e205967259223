"""What the bank credits more or less than a bag held is the manager's too, at its line as well."""

from datetime import date
from html import unescape

import pytest
from django.test import Client

from casino.approvals.models import Proposal
from casino.approvals.signed import NeedsSignature
from casino.audit.queries.exceptions import exceptions
from casino.bank.models import Match, StatementLine
from casino.bank.queries.accounts import match_of
from casino.bank.queries.books import open_entries
from casino.bank.services.importing import withdraw_statement
from casino.bank.services.matching import Part, match_line
from casino.bank.services.unmatching import unmatch_line
from casino.bank.verify import verify_bank
from casino.cage.models import Bag
from casino.cage.services.closing import ReasonMissing
from casino.cage.services.deposits import CreditImplausible, confirm_credit
from casino.staff.models import Role
from demo import bank_statement as paper
from tests.integration.bank.months import FIRST, IBAN, WORK, Month
from tests.refusing import refused
from tests.shifted import Clock
from tests.world import a_key

pytestmark = pytest.mark.django_db
OVER_SHORT = Part(code="expense:over-short")
VARIANCE, REASON = "bank.match_variance", "Short by the bank's machine"


def the_lines(month: Month, *cents: int) -> list[StatementLine]:
    """Return the lines of a statement, on each of which the bank shows a deposit."""
    whole = paper.Paper(
        iban=IBAN,
        currency="EUR",
        first=FIRST,
        last=date(2026, 2, 28),
        opening=0,
        moves=tuple(
            paper.Move(day=date(2026, 2, 17), cents=each, name="Bank", text="Cash EE 41 7")
            for each in cents
        ),
    )
    (statement,) = month.imported(paper.camt(whole))
    return list(statement.lines.order_by("position"))


def the_line(month: Month, cents: int) -> StatementLine:
    """Return the only line of a statement."""
    (line,) = the_lines(month, cents)
    return line


def signed_variance(month: Month, **given) -> Match:
    """The match needs the signature of a deposit's variance, and gets it."""
    asked = match_line.submit(month.work(), reason=REASON, **given)
    assert isinstance(asked, Proposal)
    assert asked.operation == VARIANCE
    assert REASON in asked.reason
    month.sign(asked)
    found = match_of(StatementLine.objects.get(pk=given["line_id"]))
    assert found
    return found


def test_what_a_deposit_lacks_at_its_line_is_signed_and_stands_with_the_deposit(month: Month):
    world, bag, line = month.world, month.bag, the_line(month, 460_000)
    given = {"line_id": line.pk, "bag_id": bag.pk, "parts": [OVER_SHORT]}
    refused(ReasonMissing, match_line, month.work(), **given)
    refused(NeedsSignature, match_line, month.work(), **given, reason="Short")

    match = signed_variance(month, **given)
    bag = Bag.objects.get(pk=bag.pk)
    assert (bag.credited_cents, bag.reason) == (460_000, REASON)
    assert (match.entry_id, world.balance("expense:over-short")) == (None, 40_000)
    assert (world.balance("cash:bags"), list(verify_bank(world.club.pk))) == (0, [])
    listed = [row.operation for _, row, _ in exceptions(world.club, first=WORK, last=WORK)]
    assert set(listed) == {VARIANCE, "cage.credit_bag"}
    # Taken back the line is open again; what the bank credited stays with the bag.
    unmatch_line(month.work(), match_id=match.pk, reason="Another line")
    assert world.balance("expense:over-short") == 40_000
    assert bag.credited_entry_id in [each.entry_id for each in open_entries(month.account)]


def test_the_statement_says_of_a_line_that_it_waits(month: Month, clock: Clock):
    line, accountant = the_line(month, 460_000), Client()
    accountant.force_login(month.world.staff[Role.ACCOUNTANT])
    where = f"/tallinn/bank-accounts/statements/{line.statement_id}/"
    given = {"line_id": line.pk, "bag_id": month.bag.pk, "parts": [OVER_SHORT]}
    match_line.submit(month.work(), **given, reason=REASON)
    clock.stop(month.work().at)
    assert "Waits for approval" in accountant.get(where).content.decode()


def test_what_waits_about_a_line_is_over_with_its_statement(month: Month):
    line = the_line(month, 460_000)
    given = {"line_id": line.pk, "bag_id": month.bag.pk, "parts": [OVER_SHORT]}
    waits = match_line.submit(month.work(), **given, reason=REASON)
    assert isinstance(waits, Proposal)
    withdraw_statement(month.work(), statement_id=line.statement_id, reason="Of another month")
    waits.refresh_from_db()
    assert (waits.approved, waits.remark) == (False, "The statement was withdrawn meanwhile.")


def test_what_a_deposit_lacks_is_signed_whatever_it_is_said_to_be(month: Month):
    line = the_line(month, 460_000)
    fee = [Part(code="expense:bank")]
    signed_variance(month, line_id=line.pk, bag_id=month.bag.pk, parts=fee)
    assert Bag.objects.get(pk=month.bag.pk).credited_cents == 500_000
    assert month.world.balance("expense:bank") == 40_000


def test_a_deposit_credited_before_its_line_is_compared_with_the_line(month: Month):
    line = the_line(month, 460_000)
    whole = {"bag_id": month.bag.pk, "cents": 500_000, "statement": "By heart"}
    credited = confirm_credit(month.work(), **whole)
    signed_variance(
        month, line_id=line.pk, entries=[credited.credited_entry_id], parts=[OVER_SHORT]
    )


def test_what_was_booked_elsewhere_explains_no_deposit_alone(month: Month):
    line = the_line(month, 460_000)
    short = month.book(date(2026, 2, 16), -40_000, "expense:over-short")
    signed_variance(month, line_id=line.pk, bag_id=month.bag.pk, entries=[short])


def test_over_and_short_of_no_deposit_is_signed_beyond_the_tolerance_too(month: Month):
    signed_variance(month, line_id=the_line(month, 460_000).pk, parts=[OVER_SHORT])


def test_a_deposit_within_the_tolerance_needs_a_reason_alone(month: Month):
    line = the_line(month, 500_500)
    given = {"line_id": line.pk, "bag_id": month.bag.pk, "parts": [OVER_SHORT]}
    refused(ReasonMissing, match_line, month.work(), **given)
    assert isinstance(match_line(month.work(), **given, reason="A coin more"), Match)
    assert Bag.objects.get(pk=month.bag.pk).credited_cents == 500_500


def test_small_differences_of_deposits_at_their_lines_are_one_sum_that_can_be_asked_for(
    month: Month,
):
    other = month.packed("EE 42 7", 300_000, date(2026, 2, 16))
    first, second = the_lines(month, 499_600, 299_600)
    given = {"parts": [OVER_SHORT], "reason": "A coin"}
    alone = match_line.submit(month.work(), line_id=first.pk, bag_id=month.bag.pk, **given)
    assert isinstance(alone, Match)
    signed_variance(month, line_id=second.pk, bag_id=other.pk, parts=[OVER_SHORT])
    assert Bag.objects.get(pk=other.pk).credited_cents == 299_600
    assert list(verify_bank(month.world.club.pk)) == []


def test_the_page_of_a_line_asks_for_the_reason_and_keeps_it(month: Month):
    line, accountant = the_line(month, 460_000), Client()
    accountant.force_login(month.world.staff[Role.ACCOUNTANT])
    page = f"/tallinn/bank-accounts/lines/{line.pk}/"
    sent = {"bag_id": month.bag.pk, "account_1": "expense:over-short 0", "key": str(a_key())}
    assert "Give a reason" in accountant.post(page, sent).content.decode()
    assert accountant.post(page, sent | {"reason": REASON}).status_code == 302
    asked = Proposal.objects.get(operation=VARIANCE)
    assert (asked.content["bag_id"], asked.content["reason"]) == (month.bag.pk, REASON)
    manager = month.world.browser(Role.MANAGER)
    shown = unescape(manager.get(f"/tallinn/approvals/{asked.pk}/").content.decode())
    assert all(each in shown for each in (REASON, "EE 41 7 5\N{NO-BREAK SPACE}000,00"))


def test_parts_make_no_credit_that_no_bank_makes(month: Month):
    line = the_line(month, 460_000)
    parts = [Part(code="expense:over-short", cents=600_000), Part(code="expense:bank")]
    given = {"line_id": line.pk, "bag_id": month.bag.pk, "parts": parts, "reason": "Twice"}
    refused(CreditImplausible, match_line, month.work(), **given)
