"""A club's February at its bank, and the desk of its accountant in March."""

from collections.abc import Callable
from datetime import date

from casino.approvals.models import Proposal
from casino.approvals.services import approve
from casino.bank.models import Match, Statement, StatementLine
from casino.bank.queries.accounts import open_lines
from casino.bank.queries.books import open_entries, proposed
from casino.bank.rules.matching import Proposal as Proposed
from casino.bank.services.accounts import CsvColumns, add_account
from casino.bank.services.importing import (
    import_statement,
)
from casino.bank.services.matching import (
    Part,
    match_line,
)
from casino.cage.models import Bag
from casino.cage.services.deposits import dispatch_deposit, prepare_deposit
from casino.ledger import services as ledger
from casino.ledger.entries import Draft, credit, debit
from casino.staff.models import Role
from demo import bank_statement as paper
from tests.world import World

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
        opened = world.stamp("09:00", role=Role.ACCOUNTANT, day=date(2026, 1, 30))
        self.account = add_account(opened, name="SEB", iban=IBAN)
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
