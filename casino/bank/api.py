"""The endpoints of bank accounts, statements and their lines."""

from datetime import date
from typing import Any

from rest_framework import serializers

from casino.acts.doors import sends
from casino.bank.models import BankAccount, MatchingRule, Statement, StatementLine
from casino.bank.queries import accounts as queries
from casino.bank.queries import books
from casino.bank.rules.matching import Proposal
from casino.bank.services.accounts import (
    add_account,
    change_account,
    close_account,
    map_columns,
)
from casino.bank.services.importing import import_statement, withdraw_statement
from casino.bank.services.learning import retire_rule
from casino.bank.services.matching import match_line
from casino.bank.services.money import move_money
from casino.bank.services.unmatching import unmatch_line
from casino.cage.api.payments import AskedOut
from casino.ledger.api import ActView, PostedOut
from casino.paging import Page
from casino.web.endpoints import reads
from casino.web.routes import Routes
from casino.web.serializers import DayField, StrictSerializer

routes = Routes()
ONE = "bank-accounts/<id:bankaccount_id>/"


ACCOUNT = {"name": "SEB", "iban": "EE382200221020145685"}
MATCH = {"entries": [118], "parts": [{"code": "expense:bank"}]}
MOVE = {"way": "cash", "cents": 500000}
COLUMNS = {"mapping": {"day": "Date", "amount": "Amount", "balance": "Balance"}}


class BankAccountOut(serializers.Serializer[Any]):
    """An account of the club at a bank; ref: which account `bank` of the ledger is its own."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    iban = serializers.CharField()
    ref = serializers.IntegerField()
    csv = serializers.DictField(child=serializers.CharField(allow_blank=True))
    closed_on = serializers.DateField(allow_null=True)


class StatementOut(serializers.Serializer[Any]):
    """A statement as its file says it."""

    id = serializers.IntegerField()
    account_id = serializers.IntegerField()
    number = serializers.CharField(allow_blank=True)
    first_day = serializers.DateField()
    last_day = serializers.DateField()
    opening_cents = serializers.IntegerField()
    closing_cents = serializers.IntegerField()
    format = serializers.ChoiceField(Statement.Format.choices)
    file = serializers.CharField()


class ShareOut(serializers.Serializer[Any]):
    """A part of a line that goes to an account; cents as on the statement."""

    code = serializers.CharField()
    ref = serializers.IntegerField()
    cents = serializers.IntegerField()


class ProposalOut(serializers.Serializer[Any]):
    """What a line probably is; why null: nothing is known of it."""

    why = serializers.CharField(allow_null=True)
    is_certain = serializers.BooleanField()
    entries = serializers.ListField(child=serializers.IntegerField())
    bag_id = serializers.IntegerField(allow_null=True)
    shares = ShareOut(many=True)


class LineOut(serializers.Serializer[Any]):
    """A line of a statement that nothing explains yet; cents: money in is positive."""

    id = serializers.IntegerField()
    booked_on = serializers.DateField()
    cents = serializers.IntegerField()
    counterparty = serializers.CharField(allow_blank=True)
    iban = serializers.CharField(allow_blank=True)
    text = serializers.CharField(allow_blank=True)
    reference = serializers.CharField(allow_blank=True)
    proposal = ProposalOut()


class MatchOut(serializers.Serializer[Any]):
    """What explains a line; entry_id: of what was booked by it."""

    id = serializers.IntegerField()
    line_id = serializers.IntegerField()
    entry_id = serializers.IntegerField(allow_null=True)
    matched_at = serializers.DateTimeField()


class RuleOut(serializers.Serializer[Any]):
    """Lines with a text, of money in or out, are of an account."""

    id = serializers.IntegerField()
    text = serializers.CharField()
    is_in = serializers.BooleanField()
    code = serializers.CharField()
    ref = serializers.IntegerField()


class ItemOut(serializers.Serializer[Any]):
    """What one side alone has; cents: how much more the statements have than the books."""

    what = serializers.CharField()
    day = serializers.DateField()
    cents = serializers.IntegerField()
    line_id = serializers.IntegerField(allow_null=True)
    entry_id = serializers.IntegerField(allow_null=True)
    says = serializers.CharField(allow_blank=True)


class ReconciliationOut(serializers.Serializer[Any]):
    """A bank account by its last statement: statement_cents less open_cents is books_cents."""

    until = serializers.DateField()
    statement_cents = serializers.IntegerField()
    books_cents = serializers.IntegerField()
    open_cents = serializers.IntegerField()
    items = ItemOut(many=True)


class UntilIn(StrictSerializer):
    """Up to which day; today where it is left out."""

    until = DayField(required=False)


@routes("bank-accounts/", "api-bank-accounts")
class BankAccounts(ActView):
    @reads(BankAccountOut(many=True))
    def get(self) -> list[BankAccount]:
        """List the club's bank accounts."""
        return queries.accounts(self.club.pk)

    post = sends(add_account, BankAccountOut, example=ACCOUNT)


@routes(ONE, "api-bank-account")
class BankAccountDetail(ActView):
    @reads(BankAccountOut)
    def get(self, bankaccount_id: int) -> BankAccount:
        """Show a bank account."""
        return queries.account(self.club.pk, bankaccount_id)

    post = sends(change_account, BankAccountOut, status=200, example=ACCOUNT)


@routes(f"{ONE}close/", "api-bank-close")
class BankAccountClose(ActView):
    post = sends(close_account, BankAccountOut, status=200, example={"closed_on": "2026-11-21"})


@routes(f"{ONE}columns/", "api-bank-columns")
class Columns(ActView):
    post = sends(map_columns, BankAccountOut, status=200, example=COLUMNS)


@routes(f"{ONE}statements/", "api-bank-statements")
class Statements(ActView):
    @reads(StatementOut(many=True), page=100)
    def get(self, bankaccount_id: int, page: Page) -> list[Statement]:
        """List an account's statements, the latest first."""
        found = queries.account(self.club.pk, bankaccount_id)
        return queries.statements(found.pk, page)

    post = sends(
        import_statement,
        StatementOut(many=True),
        example={"name": "statement.xml", "data": "PERvY3VtZW50Lz4="},
    )


@routes(f"{ONE}lines/", "api-bank-lines")
class Lines(ActView):
    @reads(LineOut(many=True))
    def get(self, bankaccount_id: int) -> list[StatementLine]:
        """List the lines that nothing explains yet, each with what it probably is."""
        found = queries.account(self.club.pk, bankaccount_id)
        return [_with(line, proposal) for line, proposal in books.proposed(
            found, books.open_entries(found))]  # fmt: skip


@routes(f"{ONE}reconciliation/", "api-bank-reconciliation")
class ReconciliationOf(ActView):
    @reads(ReconciliationOut(many=True), asks=UntilIn)
    def get(self, bankaccount_id: int, until: date | None = None) -> list[books.Reconciliation]:
        """Show an account by its last statement up to a day; nothing where it has none by then."""
        found = queries.account(self.club.pk, bankaccount_id)
        state = books.reconciliation(found, until or self.at.date())
        return [state] if state else []


@routes("bank-accounts/statements/<id:statement_id>/withdraw/", "api-bank-statement-withdraw")
class StatementWithdraw(ActView):
    post = sends(
        withdraw_statement, StatementOut, status=200, example={"reason": "Of another month."}
    )


@routes("bank-accounts/lines/<id:line_id>/match/", "api-bank-match")
class LineMatch(ActView):
    post = sends(match_line, MatchOut, example=MATCH)


@routes("bank-accounts/lines/<id:line_id>/ask-match/", "api-bank-ask-match")
class AskMatch(ActView):
    post = sends(match_line.ask, AskedOut, example=MATCH)


@routes("bank-accounts/matches/<id:match_id>/undo/", "api-bank-undo")
class Unmatch(ActView):
    post = sends(unmatch_line, MatchOut, status=200, example={"reason": "Another guest's wire."})


@routes("bank-accounts/matches/<id:match_id>/ask-undo/", "api-bank-ask-undo")
class AskUnmatch(ActView):
    post = sends(unmatch_line.ask, AskedOut, example={"reason": "Another guest's wire."})


@routes("bank-accounts/rules/", "api-bank-rules")
class Rules(ActView):
    @reads(RuleOut(many=True))
    def get(self) -> list[MatchingRule]:
        """List the rules that hold."""
        return queries.rules(self.club.pk)


@routes("bank-accounts/rules/<id:matchingrule_id>/retire/", "api-bank-rule-retire")
class RuleRetire(ActView):
    post = sends(retire_rule, RuleOut, status=200)


@routes(f"{ONE}move/", "api-bank-move")
class Move(ActView):
    post = sends(move_money, PostedOut, example=MOVE)


@routes(f"{ONE}ask-move/", "api-bank-ask-move")
class AskMove(ActView):
    post = sends(move_money.ask, AskedOut, example=MOVE)


def _with(line: StatementLine, proposal: Proposal) -> StatementLine:
    line.proposal = proposal  # type: ignore[attr-defined]
    return line
