"""A month's statement, written by a script that knows nothing of the import, is matched."""

from dataclasses import replace
from datetime import date

import pytest

from casino.approvals.models import Proposal
from casino.bank.models import Match, MatchedEntry, MatchingRule, StatementLine
from casino.bank.queries.accounts import line_of, match_of, open_lines
from casino.bank.queries.books import open_entries, reconciliation, unreconciled
from casino.bank.services.accounts import add_account, map_columns
from casino.bank.services.importing import (
    HasMatches,
    withdraw_statement,
)
from casino.bank.services.matching import (
    MatchedBefore,
    Part,
    match_line,
)
from casino.bank.services.money import BankLacks, move_money
from casino.bank.services.unmatching import unmatch_line
from casino.bank.verify import verify_bank
from casino.cage.models import Bag
from casino.cage.services.funds import correct_vault
from casino.closing.services.checklist import Thing
from casino.closing.services.month import period_checklist
from casino.journal.services.accounts import add_account as add_own_account
from casino.ledger.models import Entry
from casino.ledger.refusals import AlreadyReversed
from casino.ledger.verify import Books
from casino.money import format_cents
from casino.reports.queries.asked import asked
from casino.reports.queries.bank import bank_reconciliation
from casino.staff.models import Role
from casino.verify.findings import broken
from demo import bank_statement as paper
from tests.integration.bank.months import CSV, FIRST, FORMATS, IBAN, SECOND, WORK, Month
from tests.refusing import refused

pytestmark = pytest.mark.django_db
LAST = date(2026, 2, 28)


@pytest.mark.parametrize("kind", FORMATS)
def test_a_month_is_matched_line_by_line_and_nothing_is_left(  # noqa: PLR0915  (a month)
    month: Month, kind: str
):
    world, account = month.world, month.account
    map_columns(month.work(), bankaccount_id=account.pk, mapping=CSV)
    (statement,) = month.imported(FORMATS[kind](month.paper))
    assert statement.format == kind
    assert statement.closing_cents == month.paper.closing

    found = month.proposed()
    assert {said.split(" 02/")[0]: bool(what.is_certain) for said, what in found.items()} == {
        "Opening balance": True,
        "Kesklinna Kinnisvara OÜ Rent": False,
        "Gastro Hulgi AS Invoice 90417": False,
        "Gastro Hulgi AS Credit note 90417-K": False,
        "Card acquirer AS POS settlement 10.02.2026": kind == "camt",
        "Guest Prize 7": True,
        "Cash deposit, bag EE 41 7": True,
        "Monthly fee": kind != "csv",
        "Payments abroad, fee": kind != "csv",
    }
    before = world.balance("bank")
    for said in ("Opening", "Prize 7", "bag EE 41 7"):
        assert isinstance(month.confirm(said), Match), said
    bag = Bag.objects.get(pk=month.bag.pk)
    assert (bag.credited_cents, bag.credited_by) == (500_000, world.staff[Role.ACCOUNTANT])
    assert world.balance("cash:bags") == 0
    assert world.balance("bank") == before + 500_000

    # The card settlement: three entries, and what the acquirer kept.
    line = month.line("POS settlement")
    sales = [each.entry_id for each in open_entries(account) if each.cents > 0]
    fee = [Part(code="expense:bank")]
    match_line(month.work(), line_id=line.pk, entries=sales, parts=fee)
    assert world.balance("expense:bank") == 270

    rent = add_own_account(month.work(), code="6200", name="Rent", kind="expense")
    part = [Part(code="own:expense", ref=rent.pk)]
    line = month.line("Rent")
    asked_for = match_line.submit(
        month.work(), line_id=line.pk, parts=part, remember="Kinnisvara OÜ"
    )
    assert isinstance(asked_for, Proposal)
    assert match_of(line) is None
    month.sign(asked_for)
    assert world.balance("own:expense", rent.pk) == 480_000
    rule = MatchingRule.objects.get()
    assert (rule.text, rule.code, rule.is_in) == ("kinnisvara oü", "own:expense", False)

    # An invoice of two kinds, one part as the rest; its credit note; fees.
    split = [Part(code="expense:overlay", cents=-23_456), Part(code="own:expense", ref=rent.pk)]
    month.sign(match_line.submit(month.work(), line_id=month.line("Invoice").pk, parts=split))
    assert world.balance("own:expense", rent.pk) == 580_000
    for said in ("Credit note", "Monthly fee", "abroad"):
        line = month.line(said)
        assert match_line.submit(month.work(), line_id=line.pk, parts=fee)
    assert open_lines(account.pk) == []
    assert open_entries(account) == []
    # Who paid stands with the statement, which may go one day, not under the seal of a day.
    kept = [*Entry.objects.values_list("memo", flat=True)]
    kept += map(str, Proposal.objects.values_list("reason", "content"))
    payers = {each.counterparty for each in StatementLine.objects.exclude(counterparty="")}
    said = {name for name in payers for each in kept if name in each}
    assert len(payers) > 2
    assert said <= {"Kinnisvara OÜ"}  # the accountant's own words of the rule
    fee_line = Match.objects.get(line=line).line
    (booked,) = MatchedEntry.objects.filter(match__line=line)
    assert line_of(world.club.pk, booked.entry_id) == fee_line

    state = reconciliation(account, WORK)
    assert state
    assert state.until == statement.last_day
    assert state.statement_cents == statement.closing_cents == world.balance("bank")
    # In February's books nothing of that was booked yet: each cent between is named.
    assert state.statement_cents - sum(each.cents for each in state.items) == state.books_cents
    assert {each.is_late for each in state.items} == {True}
    # Each leads to what was booked later.
    accountant = world.browser(Role.ACCOUNTANT)
    page = accountant.get(f"/tallinn/bank-accounts/{account.pk}/").content.decode()
    assert all(f"/entries/{each.entry_id}/" in page for each in state.items)
    assert list(verify_bank(world.club.pk)) == []
    assert [
        each for each in broken(world.club, Books(club_id=world.club.pk)) if each.what == "bank"
    ] == []
    sheet = bank_reconciliation(
        asked(world.club, month.work(), first=FIRST, last=statement.last_day)
    )
    amounts = [row.cells[-1] for row in sheet.rows]
    assert amounts[0] + sum(amounts[1:-1]) == amounts[-1] == state.books_cents
    then = world.at("12:00", day=WORK)
    known = bank_reconciliation(
        asked(world.club, month.work(), first=FIRST, last=statement.last_day, known_at=then)
    )
    assert known.rows == []


def test_what_was_matched_wrongly_is_taken_back_and_every_cent_with_it(  # noqa: PLR0915
    month: Month,
):
    world, account = month.world, month.account
    (statement,) = month.imported(paper.camt(month.paper))
    line = month.line("Monthly fee")
    wrong = match_line(month.work(), line_id=line.pk, parts=[Part(code="expense:rounding")])
    refused(MatchedBefore, match_line, month.work(), line_id=line.pk, parts=[])
    refused(HasMatches, withdraw_statement, month.work(), statement_id=statement.pk, reason="x")
    books = world.balance("bank")
    unmatch_line(month.work(), match_id=wrong.pk, reason="It is a fee")
    assert (world.balance("bank"), world.balance("expense:rounding")) == (books + 1_250, 0)
    assert match_of(line) is None
    # The entry and its reversal come to nothing: neither waits for a statement.
    assert all(each.cents != 1_250 for each in open_entries(account))
    assert isinstance(month.confirm("Monthly fee"), Match)

    # An entry that was there is let go, not reversed.
    prize = month.confirm("Prize 7")
    assert isinstance(prize, Match)
    assert prize.entry_id is None
    unmatch_line(month.work(), match_id=prize.pk, reason="Another guest")
    assert month.wire in [each.entry_id for each in open_entries(account)]
    assert list(verify_bank(world.club.pk)) == []

    # Owners' money on a statement is booked and taken back by two, whatever the amount.
    line = month.line("Credit note")
    owners = [Part(code="equity:funding")]
    asked_for = match_line.submit(month.work(), line_id=line.pk, parts=owners)
    assert isinstance(asked_for, Proposal)
    assert asked_for.operation == "bank.match_owners"
    month.sign(asked_for)
    booked = match_of(line)
    assert booked
    again = unmatch_line.submit(month.work(), match_id=booked.pk, reason="A refund")
    assert isinstance(again, Proposal)
    assert again.operation == "bank.unmatch_owners"
    month.sign(again)
    assert match_of(line) is None

    unmatch_line(month.work(), match_id=month.standing("Monthly fee"), reason="Once more")
    withdraw_statement(month.work(), statement_id=statement.pk, reason="Of another month")
    assert (open_lines(account.pk), reconciliation(account, WORK)) == ([], None)
    month.imported(paper.camt(month.paper))
    assert len(open_lines(account.pk)) == len(month.paper.moves) + 1


def test_a_second_account_gets_what_is_sent_to_it_and_its_own_statement(month: Month):
    world = month.world
    second = add_account(month.work(), name="LHV", iban=SECOND)
    assert (month.account.ref, second.ref) == (0, second.pk)
    sent = replace(
        month.paper,
        moves=(paper.Move(day=FIRST, cents=-40_000, name="OÜ Pokkeriklubi", iban=SECOND),),
    )
    month.imported(paper.camt(sent))
    month.confirm("Opening")
    assert isinstance(month.confirm("Pokkeriklubi"), Match)
    assert world.balance("bank", second.ref) == 40_000

    back = paper.Move(day=FIRST, cents=40_000, name="OÜ Pokkeriklubi", iban=IBAN)
    got = replace(month.paper, iban=SECOND, opening=0, moves=(back,))
    month.imported(paper.swift(got), bankaccount_id=second.pk)
    month.account = second
    assert isinstance(month.confirm("Pokkeriklubi"), Match)
    assert (open_lines(second.pk), open_entries(second)) == ([], [])
    assert list(verify_bank(world.club.pk)) == []


def test_cash_and_the_owners_money_move_by_accountant_and_manager(month: Month):
    world, where = month.world, {"bankaccount_id": month.account.pk}
    vault, bank = world.balance("cash:vault"), world.balance("bank")
    for way, cents in (("cash", 30_000), ("paid_in", 70_000), ("paid_out", 20_000)):
        month.sign(move_money.ask(month.work(), **where, way=way, cents=cents))
    assert world.balance("cash:vault") == vault + 30_000
    assert world.balance("bank") == bank + 20_000
    too_much = {"way": "paid_out", "cents": world.balance("bank") + 1}
    refused(BankLacks, move_money.ask, month.work(), **where, **too_much)


def test_what_was_moved_at_the_bank_in_error_is_taken_back_where_the_vault_is(month: Month):
    world, where = month.world, {"bankaccount_id": month.account.pk}
    before = [world.balance(code) for code in ("cash:vault", "bank", "equity:funding")]
    for way, cents in (("cash", 30_000), ("paid_in", 70_000), ("paid_out", 20_000)):
        month.sign(move_money.ask(month.work(), **where, way=way, cents=cents))
        moved = Entry.objects.latest("id").pk
        month.sign(correct_vault.ask(month.work(), entry_id=moved, reason="A slip"))
        refused(AlreadyReversed, correct_vault.ask, month.work(), entry_id=moved, reason="A slip")
    assert [world.balance(code) for code in ("cash:vault", "bank", "equity:funding")] == before
    page = world.browser(Role.MANAGER).get("/tallinn/vault/").content.decode()
    assert "Owners&#x27; contribution by bank" in page
    assert "700,00" in page
    assert not list(broken(world.club, Books(club_id=world.club.pk)))


def waiting(month: Month) -> list[Thing]:
    """Return what the close of February lists of the bank."""
    lines = period_checklist(month.world.club, "month", FIRST, at=month.work().at)
    (found,) = (each for each in lines if str(each.what) == "Not reconciled with the bank")
    assert {(each.page, each.ref) for each in found.things} <= {("bank-account", month.account.pk)}
    return list(found.things)


def test_the_list_of_a_month_has_each_item_that_is_not_reconciled(month: Month):
    month.imported(paper.camt(month.paper))
    things = waiting(month)
    (found,) = unreconciled(month.world.club.pk, LAST)
    assert (found.until, found.later) == (LAST, ())
    assert len(things) == len(found.items) > 1
    assert "On the statement, not in the books, 12,50." in str(things)


def test_a_month_names_the_account_without_a_statement_and_what_is_after_its_last_one(month: Month):
    add_account(month.work(), name="Unused", iban=SECOND)
    (none,) = waiting(month)
    books = format_cents(month.world.balance("bank"))
    assert str(none.says) == f"SEB: no statement; 5 entries in the books, {books}."
    assert none.many == 5

    half = date(2026, 2, 11)
    early = [each for each in month.paper.moves if each.day <= half]
    month.imported(paper.camt(replace(month.paper, last=half, moves=tuple(early))))
    *_, rest = waiting(month)
    amount = format_cents(-25_000)
    said = f"SEB: statements end on 11.02.2026; 1 entry after that, {amount}."
    assert str(rest.says) == said

    # The next one follows it by its balance: nothing moved between, and the month is shown.
    later = [each for each in month.paper.moves if each.day > half]
    opening = month.paper.opening + sum(each.cents for each in early)
    month.imported(
        paper.camt(
            replace(
                month.paper,
                first=date(2026, 2, 20),
                opening=opening,
                last=WORK,
                moves=tuple(replace(each, day=WORK) for each in later),
            )
        )
    )
    assert not [each for each in waiting(month) if "statements end" in str(each.says)]


def test_verify_finds_what_is_put_beside_a_statement_and_its_matches(month: Month):
    (statement,) = month.imported(paper.camt(month.paper))
    match = match_line(
        month.work(), line_id=month.line("Monthly fee").pk, parts=[Part(code="expense:bank")]
    )
    MatchedEntry.objects.create(match=match, account=month.account, entry_id=month.wire, cents=5)
    statement.pk, statement.first_day, statement.last_day = None, WORK, WORK
    statement.save()
    said = [each.says for each in verify_bank(month.world.club.pk)]
    assert len(said) == 3
    assert "do not make" in said[0]
    assert "begins with" in said[1]
    assert f"match {match.pk}" in said[2]
