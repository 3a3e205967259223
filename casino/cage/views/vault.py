"""The vault: cash to and from drawers, bags for the bank, its own count, what lies where."""

from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from casino.approvals.models import Proposal
from casino.cage.forms import (
    BagForm,
    CreditForm,
    DispatchBackForm,
    FundsForm,
    HandOverForm,
    VaultCorrectForm,
    VaultCountForm,
    VaultForm,
)
from casino.cage.queries import stock
from casino.cage.queries.shifts import open_shift_of
from casino.cage.reports import bags as all_bags
from casino.cage.reports import grids, roll_forwards
from casino.cage.services import deposits, funds, vault_count
from casino.cage.services.vault import move_vault
from casino.cage.views.counting import after_count, counted_by, initial_counts, reason_missing
from casino.ledger.queries.balances import balance_cents
from casino.ledger.queries.documents import entry, latest_entries
from casino.paging import Page
from casino.web.pages import ask, carry_out, show
from casino.web.requested import to_request
from casino.web.roles import ClubRequest, may_send, page

MOVES = 20  # of a page


@page
def exchange_with_vault(request: ClubRequest) -> HttpResponse:
    """Fetch cash and chips from the vault or bring some; the keeper signs at this screen."""
    shift = open_shift_of(request.user.id, request.club.id)
    if shift is None:
        return redirect("till", club=request.club.slug)
    form = VaultForm(request.POST or None, **shift.denominations)
    desk = {"shift_id": shift.pk}
    if asked := carry_out(request, form, move_vault.ask, **desk):
        till = reverse("till", args=[request.club.slug])
        return to_request(request, asked, at="approval-sign", on_to=till)
    return show(request, "cage/exchange.html", form, shift=shift)


@page
def fund_vault(request: ClubRequest) -> HttpResponse:
    """The owners' banknotes into the vault, and what was booked there by hand."""
    form = FundsForm(request.POST or None, notes=request.club.notes_cents)
    if asked := carry_out(request, form, funds.fund_vault.ask):
        return to_request(request, asked, on_to=f"{request.path}#moves")
    part = Page(MOVES, request.GET.get("before", ""))
    moves = latest_entries(request.club.id, funds.CORRECTABLE, page=part)
    return show(request, "cage/fund.html", form, moves=moves, next=part.next)


@page
def withdraw_funds(request: ClubRequest) -> HttpResponse:
    """Banknotes of the vault paid out to the owners."""
    form = FundsForm(request.POST or None, notes=request.club.notes_cents)
    return ask(request, form, funds.withdraw_funds.ask) or show(request, "cage/withdraw.html", form)


@page
def correct_vault(request: ClubRequest, entry_id: int) -> HttpResponse:
    """Take back what was booked into or out of the vault; what would move is shown before."""
    found = entry(request.club.id, entry_id)
    if found is None or found.kind not in funds.CORRECTABLE:
        return redirect("bags", club=request.club.slug)
    form = VaultCorrectForm(request.POST or None)
    return ask(request, form, funds.correct_vault.ask, entry_id=entry_id) or show(
        request, "cage/correct.html", form, entry=found
    )


@page
def bags(request: ClubRequest) -> HttpResponse:
    """The bags for the bank: packed, on their way, credited; who, when, which seal."""
    way_cents = balance_cents(request.club.id, "cash:bags")
    return show(request, "cage/bags.html", bags=all_bags(request.club.id), way_cents=way_cents)


@page
def prepare_deposit(request: ClubRequest) -> HttpResponse:
    """Pack banknotes of the vault into a sealed bag."""
    form = BagForm(request.POST or None)
    bank_cents = balance_cents(request.club.id, "bank")
    return ask(request, form, deposits.prepare_deposit.ask) or show(
        request, "cage/bank.html", form, bank_cents=bank_cents
    )


@page
def dispatch_deposit(request: ClubRequest, bag_id: int) -> HttpResponse:
    """Say who carries a bag."""
    bag = stock.bag(request.club.id, bag_id)
    form = HandOverForm(request.POST or None)
    return ask(request, form, deposits.dispatch_deposit.ask, bag_id=bag_id) or show(
        request, "cage/bag.html", form, bag=bag, credits=False
    )


@page
def take_back_dispatch(request: ClubRequest, bag_id: int) -> HttpResponse:
    """Ask a second person to note that a bag was not dispatched."""
    bag = stock.bag(request.club.id, bag_id)
    form = DispatchBackForm(request.POST or None)
    return ask(request, form, deposits.take_back_dispatch.ask, bag_id=bag_id) or show(
        request, "cage/bag_take_back.html", form, bag=bag
    )


@page
def confirm_credit(request: ClubRequest, bag_id: int) -> HttpResponse:
    """Book what the bank's statement says of a bag."""
    bag = stock.bag(request.club.id, bag_id)
    form = CreditForm(request.POST or None, initial={"cents": bag.cents})
    done = carry_out(request, form, deposits.confirm_credit.submit, bag_id=bag_id)
    if isinstance(done, Proposal):
        return redirect("approval", club=request.club.slug, proposal_id=done.pk)
    if done:
        return redirect("bags", club=request.club.slug)
    return show(request, "cage/bag.html", form, bag=bag, credits=True)


@page
def count_vault(request: ClubRequest) -> HttpResponse:
    """Count the vault; nothing here says what should be there. A second person signs."""
    before = counted_by(request, vault_count.COUNT, vault_count.LARGE)
    denominations = stock.vault_denominations(request.club)
    form = VaultCountForm(request.POST or None, initial=initial_counts(before), **denominations)
    if asked := carry_out(request, form, vault_count.count_vault.ask):
        return after_count(request, asked)
    return show(request, "cage/vault_count.html", form, differs=reason_missing(before))


@page
def inventory(request: ClubRequest) -> HttpResponse:
    """
    Cash and chips by denomination, as each place was counted last; the vault from count to count.

    What the vault should hold by now is for those who don't count it.
    """
    club_id, counts = request.club.id, may_send(request, "vault-count")
    return show(
        request,
        "cage/inventory.html",
        grids=grids(club_id),
        rolls=roll_forwards(club_id),
        vault_cents=None if counts else balance_cents(club_id, "cash:vault"),
    )
