"""The bank's pages: accounts, their statements, and the desk where each line finds its place."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect

from casino.approvals.models import Proposal as Request
from casino.approvals.queries import open_proposals
from casino.bank.forms import (
    AccountForm,
    ChangeForm,
    CloseForm,
    ColumnsForm,
    ImportForm,
    MatchForm,
    MoveForm,
    UnmatchForm,
    WithdrawForm,
)
from casino.bank.models import BankAccount
from casino.bank.queries import accounts as queries
from casino.bank.queries import books
from casino.bank.queries.targets import target_names, targets
from casino.bank.rules.matching import UNKNOWN
from casino.bank.services import accounts as services
from casino.bank.services import learning, matching, unmatching
from casino.bank.services.importing import import_statement, withdraw_statement
from casino.bank.services.money import move_money
from casino.journal.queries.dated import open_date
from casino.ledger.queries.balances import balance_cents
from casino.ledger.queries.documents import entry
from casino.web.fields import ActForm
from casino.web.pages import ask, carry_out, show
from casino.web.roles import ClubRequest, page, request_stamp

# So many entries that may explain a line stand on its page, the nearest by amount and day first.
MAX_ENTRIES = 60


@page
def bank_accounts(request: ClubRequest) -> HttpResponse:
    """The club's bank accounts: how far each is reconciled, and what it holds by the books."""
    day = request_stamp(request).gaming_day
    rows = [
        (
            each,
            books.reconciliation(each, day),
            len(queries.open_lines(each.pk)),
            balance_cents(request.club.id, "bank", each.ref),
        )
        for each in queries.accounts(request.club.id)
    ]
    return show(request, "bank/accounts.html", rows=rows)


@page
def add_account(request: ClubRequest) -> HttpResponse:
    """Add an account."""
    form = AccountForm(request.POST or None)
    if found := carry_out(request, form, services.add_account):
        return redirect("bank-account", club=request.club.slug, bankaccount_id=found.pk)
    return show(request, "bank/account_form.html", form, account=None)


@page
def change_account(request: ClubRequest, bankaccount_id: int) -> HttpResponse:
    """Correct an account's name or number."""
    found = queries.account(request.club.id, bankaccount_id)
    form = ChangeForm(request.POST or None, initial={"name": found.name, "iban": found.iban})
    if carry_out(request, form, services.change_account, bankaccount_id=bankaccount_id):
        return redirect("bank-account", club=request.club.slug, bankaccount_id=bankaccount_id)
    return show(request, "bank/account_form.html", form, account=found)


@page
def close_account(request: ClubRequest, bankaccount_id: int) -> HttpResponse:
    """Say on which day the bank closed an account, or that it is in use again."""
    found = queries.account(request.club.id, bankaccount_id)
    form = CloseForm(request.POST or None, initial={"closed_on": found.closed_on})
    if carry_out(request, form, services.close_account, bankaccount_id=bankaccount_id):
        return redirect("bank-account", club=request.club.slug, bankaccount_id=bankaccount_id)
    return show(request, "bank/account_form.html", form, account=found)


@page
def map_columns(request: ClubRequest, bankaccount_id: int) -> HttpResponse:
    """Say what the columns of an account's CSV hold."""
    found = queries.account(request.club.id, bankaccount_id)
    form = ColumnsForm(request.POST or None, account=found)
    if carry_out(request, form, services.map_columns, bankaccount_id=bankaccount_id):
        return redirect("bank-import", club=request.club.slug, bankaccount_id=bankaccount_id)
    return show(request, "bank/columns.html", form, account=found)


@page
def bank_account(request: ClubRequest, bankaccount_id: int) -> HttpResponse:
    """An account: its statements, and what is open between them and the books."""
    found = queries.account(request.club.id, bankaccount_id)
    shown = {
        "statements": queries.statements(found.pk),
        "state": books.reconciliation(found, request_stamp(request).gaming_day),
        "open": len(queries.open_lines(found.pk)),
    }
    return show(request, "bank/account.html", account=found, **shown)


@page
def import_file(request: ClubRequest, bankaccount_id: int) -> HttpResponse:
    """Import a statement's file."""
    found = queries.account(request.club.id, bankaccount_id)
    last = queries.last_statement(found.pk)
    form = ImportForm(
        request.POST or None, request.FILES or None, account=found, is_first=last is None
    )
    if carry_out(request, form, import_statement, bankaccount_id=bankaccount_id):
        return redirect("bank-reconcile", club=request.club.slug, bankaccount_id=bankaccount_id)
    return show(request, "bank/import.html", form, account=found, last=last)


@page
def reconcile(request: ClubRequest, bankaccount_id: int) -> HttpResponse:
    """Go to the first line that waits for somebody; once there is none, to the account."""
    found = queries.account(request.club.id, bankaccount_id)
    return _next_line(request, found, after=0)


@page
def match_line(request: ClubRequest, line_id: int) -> HttpResponse:
    """The open lines on the left, on the right what the chosen one probably is."""
    line = queries.line(request.club.id, line_id)
    account = line.statement.account
    if not request.POST and queries.match_of(line):
        return _next_line(request, account, after=line_id)
    entries = books.open_entries(account)
    rows = books.proposed(account, entries)
    proposal = next((found for each, found in rows if each.pk == line_id), UNKNOWN)
    near = sorted(
        entries,
        key=lambda each: (
            each.entry_id not in proposal.entries,
            each.cents != line.cents,
            abs(each.day - line.booked_on),
        ),
    )[: max(MAX_ENTRIES, len(proposal.entries))]
    form = MatchForm(
        request.POST or None,
        line=line,
        proposal=proposal,
        entries=near,
        bags=books.deposits_in_transit(account.club_id),
        targets=targets(account),
        dated=open_date(account.club_id, line.booked_on, today=request_stamp(request).gaming_day),
    )
    if carry_out(request, form, matching.match_line.submit, line_id=line_id):
        return _next_line(request, account, after=line_id)
    waiting = _waiting(request)
    shown: dict[str, Any] = {
        "account": account,
        "line": line,
        "proposal": proposal,
        "names": target_names(account.club_id),
        "rows": [(each, found, waiting.get(each.pk)) for each, found in rows],
        "asked": waiting.get(line_id),
        "due": books.due_of_amount(account.club_id, -line.cents) if line.cents < 0 else (),
    }
    return show(request, "bank/line.html", form, **shown)


@page
def statement(request: ClubRequest, statement_id: int) -> HttpResponse:
    """A statement line by line, each with what explains it."""
    found = queries.statement(request.club.id, statement_id)
    last, waiting = queries.last_statement(found.account_id), _waiting(request)
    return show(
        request,
        "bank/statement.html",
        statement=found,
        lines=[(each, waiting.get(each.pk)) for each in queries.lines_of(found)],
        is_last=last is not None and last.pk == found.pk,
    )


@page
def withdraw(request: ClubRequest, statement_id: int) -> HttpResponse:
    """Take back the latest statement."""
    found = queries.statement(request.club.id, statement_id)
    form = WithdrawForm(request.POST or None)
    if carry_out(request, form, withdraw_statement, statement_id=statement_id):
        return redirect("bank-account", club=request.club.slug, bankaccount_id=found.account_id)
    return show(request, "bank/withdraw.html", form, statement=found)


@page
def unmatch(request: ClubRequest, match_id: int) -> HttpResponse:
    """Take back what explains a line."""
    match = queries.match(request.club.id, match_id)
    form = UnmatchForm(request.POST or None)
    done = carry_out(request, form, unmatching.unmatch_line.submit, match_id=match_id)
    if isinstance(done, Request):
        return redirect("approval", club=request.club.slug, proposal_id=done.pk)
    if done:
        return redirect("bank-line", club=request.club.slug, line_id=match.line_id)
    club_id, today = request.club.id, request_stamp(request).gaming_day
    entries = [entry(club_id, each.entry_id) for each in match.entries.order_by("id")]
    dates = [
        queries.reversal_date(club_id, each, today=today)
        for each in entries
        if each and each.id == match.entry_id
    ]
    shown: dict[str, Any] = {"line": match.line, "entries": entries, "dates": dates}
    return show(request, "bank/unmatch.html", form, match=match, **shown)


@page
def rules(request: ClubRequest) -> HttpResponse:
    """The rules that were saved: which text is of which account."""
    names = target_names(request.club.id)
    rows = [
        (each, names.get((each.code, each.ref), each.code))
        for each in queries.rules(request.club.id)
    ]
    return show(request, "bank/rules.html", ActForm(), rows=rows)


@page
def retire_rule(request: ClubRequest, matchingrule_id: int) -> HttpResponse:
    """Let a rule go."""
    form = ActForm(request.POST or None)
    carry_out(request, form, learning.retire_rule, matchingrule_id=matchingrule_id)
    return redirect("bank-rules", club=request.club.slug)


@page
def move(request: ClubRequest, bankaccount_id: int) -> HttpResponse:
    """Cash from the bank, the owners' money: asked for, then signed by a second person."""
    found = queries.account(request.club.id, bankaccount_id)
    form = MoveForm(request.POST or None)
    return ask(request, form, move_money.ask, bankaccount_id=bankaccount_id) or show(
        request,
        "bank/move.html",
        form,
        account=found,
        books_cents=balance_cents(request.club.id, "bank", found.ref),
    )


def _next_line(request: ClubRequest, account: BankAccount, *, after: int) -> HttpResponse:
    """Go to the next open line that waits for no signature, else to the account."""
    waiting = _waiting(request)
    lines = [each.pk for each in queries.open_lines(account.pk) if each.pk not in waiting]
    later = [each for each in lines if each > after] or lines
    if not later:
        return redirect("bank-account", club=request.club.slug, bankaccount_id=account.pk)
    return redirect("bank-line", club=request.club.slug, line_id=later[0])


def _waiting(request: ClubRequest) -> dict[int, Request]:
    """Return what waits for a signature, by its line."""
    stamp = request_stamp(request)
    kinds = matching.match_line.kinds
    return {
        each.content["line_id"]: each
        for each in open_proposals(stamp.club_id, at=stamp.at)
        if each.operation in kinds
    }
