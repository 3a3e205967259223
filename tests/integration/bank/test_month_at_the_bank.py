"""A month's statement, written by a script that knows nothing of the import, is matched."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date

import pytest
from django.test import Client

from casino.approvals.models import Proposal
from casino.approvals.services import approve
from casino.bank.models import Match, MatchedEntry, MatchingRule, Statement, StatementLine
from casino.bank.queries.accounts import line_of, match_of, open_lines
from casino.bank.queries.books import open_entries, proposed, reconciliation, unreconciled
from casino.bank.rules.matching import Proposal as Proposed
from casino.bank.rules.statements import (
    DoesNotAddUp,
    Gap,
    ImportedBefore,
    NoStatement,
    OtherAccount,
    OtherCurrency,
    Overlaps,
)
from casino.bank.services.accounts import AccountKnown, CsvColumns, add_account, map_columns
from casino.bank.services.importing import (
    HasMatches,
    NotTheLast,
    import_statement,
    withdraw_statement,
)
from casino.bank.services.matching import (
    EntryElsewhere,
    MatchedBefore,
    NotItsAccount,
    NotTheAmount,
    Part,
    match_line,
    unmatch_line,
)
from casino.bank.services.money import BankLacks, move_money
from casino.bank.verify import verify_bank
from casino.cage.models import Bag
from casino.cage.services.deposits import dispatch_deposit, prepare_deposit
from casino.closing.services.month import period_checklist
from casino.journal.services.accounts import add_account as add_own_account
from casino.ledger import services as ledger
from casino.ledger.entries import Draft, credit, debit
from casino.ledger.models import Entry
from casino.ledger.verify import Books
from casino.reports.queries.asked import asked
from casino.reports.queries.bank import bank_reconciliation
from casino.staff.models import Role
from casino.verify.findings import broken
from demo import bank_statement as paper
from tests.refusing import refused
from tests.world import World

pytestmark = pytest.mark.django_db
IBAN, SECOND = "EE382200221020145685", "EE471000001020145685"
FIRST = date(2026, 2, 1)
CSV = CsvColumns(
    day="Kuupäev",
    amount="Summa",
    sign="Deebet/Kreedit (D/C)",
    counterparty="Saaja/maksja nimi",
    iban="Saaja/maksja konto",
    text="Selgitus",
    reference="Arhiveerimistunnus",
    balance="Saldo",
    account="Kliendi konto",
    currency="Valuuta",
)
FORMATS: dict[str, Callable[[paper.Paper], str]] = {
    "camt": paper.camt, "mt940": paper.swift, "csv": paper.table,
}  # fmt: skip

WORK = date(2026, 3, 2)


class Month:
    """A club's February at its bank, and the desk of its accountant in March."""

    def __init__(self, world: World) -> None:
        self.world, self.at = world, 0
        self.account = add_account(self.work(), name="SEB", iban=IBAN)
        world.fund(day=date(2026, 1, 30))
        self.book(date(2026, 1, 30), 1_000_000, "equity:funding", memo="Owners")
        for cents in (10_000, 15_000, 5_000):
            self.book(date(2026, 2, 10), cents, "income:fees", kind="tournaments.entry_bought")
        self.wire = self.book(date(2026, 2, 12), -25_000, "chips:floor", memo="Prize 7")
        self.bag = self.packed("EE 41 7", 500_000, date(2026, 2, 15))
        self.paper = paper.month_of(world.club.pk, iban=IBAN, currency="EUR", first=FIRST)

    def work(self, role: str = Role.ACCOUNTANT):
        """Return the next stamp at the desk."""
        self.at += 1
        return self.world.stamp(f"{12 + self.at // 60}:{self.at % 60:02}", role=role, day=WORK)

    def book(self, day: date, cents: int, code: str, *, kind: str = "test.wire", memo: str = ""):
        if code == "chips:floor":
            self.world.sell(-cents, day=day)
        lines = (debit("bank", cents), credit(code, cents))
        stamp = self.world.stamp("22:00", role=Role.CASHIER, day=day)
        draft = Draft(kind=kind, lines=lines, memo=memo)
        return ledger.post_once(stamp, "test.bank", draft).entry_id

    def packed(self, seal: str, cents: int, day: date) -> Bag:
        head = {"day": day, "role": Role.MANAGER}
        for ask, what in ((prepare_deposit.ask, {"cents": cents, "seal": seal}),
                          (dispatch_deposit.ask, {"carrier": "K. Saar"})):  # fmt: skip
            if "carrier" in what:
                what["bag_id"] = Bag.objects.get(seal=seal).pk
            self.sign(ask(self.world.stamp("22:10", **head), **what), "supervisor", day=day)
        return Bag.objects.get(seal=seal)

    def sign(self, proposal: Proposal, role: str = Role.MANAGER, *, day: date = WORK) -> Proposal:
        stamp = self.work(role) if day == WORK else self.world.stamp("22:11", role=role, day=day)
        return approve(stamp, proposal_id=proposal.pk, digest=proposal.digest)

    def imported(self, content: str | bytes, **more) -> list[Statement]:
        data = content if isinstance(content, bytes) else content.encode()
        more = {"bankaccount_id": self.account.pk, "name": "statement"} | more
        return import_statement(self.work(), data=data, **more)

    def line(self, text: str) -> StatementLine:
        found = [each for each in open_lines(self.account.pk) if text in f"{each} {each.text}"]
        assert len(found) == 1, text
        return found[0]

    def standing(self, text: str) -> int:
        """Return the match of a line."""
        found = Match.objects.filter(line__text__contains=text, undone_act_id=None)
        return found.get().pk

    def proposed(self) -> dict[str, Proposed]:
        found = proposed(self.account, open_entries(self.account))
        return {
            f"{line.counterparty} {line.text}".strip() or str(line): what for line, what in found
        }

    def confirm(self, text: str) -> Match | Proposal:
        """Confirm what is proposed for a line, as one key does."""
        line = self.line(text)
        what = next(each for said, each in self.proposed().items() if text in said)
        parts = [Part(code=each.code, ref=each.ref, cents=each.cents) for each in what.shares]
        given = {"entries": what.entries, "bag_id": what.bag_id, "parts": parts}
        return match_line.submit(self.work(), line_id=line.pk, **given)


@pytest.fixture
def month(world: World) -> Month:
    return Month(world)


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
    accountant = Client()
    accountant.force_login(world.staff[Role.ACCOUNTANT])
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
    assert unreconciled(world.club.pk, WORK) == []
    month.imported(paper.camt(month.paper))
    assert len(open_lines(account.pk)) == len(month.paper.moves) + 1


def test_a_match_explains_its_line_to_the_cent_or_is_refused(month: Month):
    month.imported(paper.camt(month.paper))
    line, fee = month.line("Monthly fee"), Part(code="expense:bank")
    for kind, given in (
        (NotTheAmount, {}),
        (NotTheAmount, {"parts": [replace(fee, cents=-1_000)]}),
        (NotTheAmount, {"entries": [month.wire]}),
        (EntryElsewhere, {"entries": [month.wire, month.wire]}),
        (EntryElsewhere, {"entries": [10**9]}),
        (NotItsAccount, {"parts": [Part(code="chips:floor")]}),
        (NotItsAccount, {"parts": [Part(code="bank")]}),
        (NotItsAccount, {"parts": [Part(code="own:expense", ref=10**6)]}),
    ):
        refused(kind, match_line, month.work(), line_id=line.pk, **given)
    assert not Match.objects.exists()
    key = month.work()
    one = match_line(key, line_id=line.pk, parts=[fee])
    assert match_line(key, line_id=line.pk, parts=[fee]) == one
    assert month.world.balance("expense:bank") == 1_250


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


def test_an_account_is_in_the_list_once(month: Month):
    refused(AccountKnown, add_account, month.work(), name="Again", iban=month.account.iban)


def test_cash_and_the_owners_money_move_by_accountant_and_manager(month: Month):
    world, where = month.world, {"bankaccount_id": month.account.pk}
    vault, bank = world.balance("cash:vault"), world.balance("bank")
    for way, cents in (("cash", 30_000), ("paid_in", 70_000), ("paid_out", 20_000)):
        month.sign(move_money.ask(month.work(), **where, way=way, cents=cents))
    assert world.balance("cash:vault") == vault + 30_000
    assert world.balance("bank") == bank + 20_000
    too_much = {"way": "paid_out", "cents": world.balance("bank") + 1}
    refused(BankLacks, move_money.ask, month.work(), **where, **too_much)


def test_a_wrong_file_is_named_and_nothing_of_it_is_kept(month: Month):
    good, whole = paper.camt(month.paper), month.paper
    march = replace(whole, first=date(2026, 3, 1), last=date(2026, 3, 31), moves=())
    cut = whole.moves[1:]
    for kind, content in (
        (OtherAccount, paper.camt(replace(whole, iban=SECOND))),
        (OtherAccount, paper.swift(replace(whole, iban=SECOND))),
        (OtherCurrency, paper.camt(replace(whole, currency="SEK"))),
        (OtherCurrency, paper.swift(replace(whole, currency="SEK"))),
        (DoesNotAddUp, good.replace('<Amt Ccy="EUR">12.50<', '<Amt Ccy="EUR">12.40<')),
        (NoStatement, good.replace("camt.053", "camt.052")),
        (NoStatement, good.replace("OPBD", "ITBD")),
        (NoStatement, good.replace("12.50<", "12.505<")),
        (
            NoStatement,
            good.replace("<Dt>2026-02-28</Dt></BookgDt>", "<Dt>2026-04-01</Dt></BookgDt>"),
        ),
        (NoStatement, good[:900]),
        (NoStatement, b"%PDF-1.7"),
        (NoStatement, b"PK\x03\x04"),
        (NoStatement, b""),
        (NoStatement, paper.table(whole)),
        (NoStatement, BOMB),
        (NoStatement, b'<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>'),
    ):
        said = refused(kind, month.imported, content)
        assert (said.field, bool(said.next_step)) == ("file", True), content[:40]
    assert not Statement.objects.exists()

    month.imported(good)
    refused(ImportedBefore, month.imported, good)
    refused(ImportedBefore, month.imported, good.replace("\n", "\n\n"))
    refused(Overlaps, month.imported, paper.camt(replace(whole, moves=cut)))
    refused(Gap, month.imported, paper.camt(march))
    following = replace(march, opening=whole.closing)
    (last,) = month.imported(paper.camt(following))
    first = Statement.objects.order_by("id").first()
    refused(NotTheLast, withdraw_statement, month.work(), statement_id=first.pk, reason="x")
    assert Statement.objects.count() == 2
    assert last.closing_cents == whole.closing


BOMB = (
    "<!DOCTYPE a [<!ENTITY b0 'aaaaaaaaaa'>"
    + "".join(f"<!ENTITY b{n} '{f'&b{n - 1};' * 10}'>" for n in range(1, 10))
    + "]><Document xmlns='urn:iso:std:iso:20022:tech:xsd:camt.053.001.02'>&b9;</Document>"
)


def test_the_list_of_a_month_has_each_item_that_is_not_reconciled(month: Month):
    month.imported(paper.camt(month.paper))
    club, last = month.world.club, date(2026, 2, 28)
    lines = period_checklist(club, "month", FIRST, at=month.work().at)
    (waiting,) = (each for each in lines if str(each.what) == "Not reconciled with the bank")
    assert len(waiting.things) == len(unreconciled(club.pk, last)) > 1
    assert {(each.page, each.ref) for each in waiting.things} == {
        ("bank-account", month.account.pk)
    }
    assert "On the statement, not in the books, 12,50." in str(waiting.things)


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
