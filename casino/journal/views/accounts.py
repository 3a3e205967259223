"""The club's own accounts: the tree, one of them."""

from django.http import HttpResponse
from django.shortcuts import redirect

from casino.journal.forms import AddForm, ChangeForm, with_parents
from casino.journal.models import OwnAccount
from casino.journal.queries.accounts import own_account, own_accounts
from casino.journal.services import accounts as services
from casino.ledger.queries.balances import account_id, balance_cents
from casino.web.fields import ActForm
from casino.web.pages import carry_out, show
from casino.web.roles import ClubRequest, may_send, page


@page
def accounts(request: ClubRequest) -> HttpResponse:
    """The tree of accounts; a new one."""
    form = with_parents(AddForm(request.POST or None), request.club.id)
    if carry_out(request, form, services.add_account):
        return redirect("journal-accounts", club=request.club.slug)
    shown = {
        "accounts": own_accounts(request.club.id),
        "may_add": may_send(request, "journal-accounts"),
    }
    return show(request, "journal/accounts.html", form, **shown)


@page
def account(request: ClubRequest, own_account_id: int) -> HttpResponse:
    """One account."""
    found = own_account(request.club.id, own_account_id)
    names = ("name", "parent_id", "tax_code", "cost_center", "limit_cents")
    known = {name: getattr(found, name) for name in names}
    form = ChangeForm(request.POST or None, initial=known)
    with_parents(form, request.club.id, of=found)
    if carry_out(request, form, services.change_account, own_account_id=own_account_id):
        return redirect("journal-accounts", club=request.club.slug)
    return _account(request, found, form)


@page
def close(request: ClubRequest, own_account_id: int) -> HttpResponse:
    """Let it take no more."""
    form = ActForm(request.POST or None)
    if carry_out(request, form, services.close_account, own_account_id=own_account_id):
        return redirect("journal-accounts", club=request.club.slug)
    return _account(request, own_account(request.club.id, own_account_id), form)


@page
def reopen(request: ClubRequest, own_account_id: int) -> HttpResponse:
    """Let it take postings again."""
    form = ActForm(request.POST or None)
    if carry_out(request, form, services.reopen_account, own_account_id=own_account_id):
        return redirect("journal-account", club=request.club.slug, own_account_id=own_account_id)
    return _account(request, own_account(request.club.id, own_account_id), form)


def _account(request: ClubRequest, found: OwnAccount, form: ActForm) -> HttpResponse:
    shown = {
        "account": found,
        "ledger_id": account_id(request.club.id, found.ledger_code, found.pk),
        "cents": balance_cents(request.club.id, found.ledger_code, found.pk),
        "closing": ActForm(),
        "may_change": may_send(request, "journal-account"),
    }
    return show(request, "journal/account.html", form, **shown)
