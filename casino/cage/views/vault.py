"""The vault: cash to and from drawers, bags for the bank, its own count, what lies where."""

from django.http import HttpResponse
from django.shortcuts import redirect

from casino.cage.forms import (
    BagForm,
    CreditForm,
    FundForm,
    HandOverForm,
    VaultCountForm,
    VaultForm,
)
from casino.cage.queries import stock
from casino.cage.queries.shifts import open_shift_of
from casino.cage.reports import bags as all_bags
from casino.cage.reports import grids, roll_forwards
from casino.cage.services import deposits, vault_count
from casino.cage.services import desk as desk_services
from casino.cage.services.vault import move_vault
from casino.ledger.queries.balances import balance_cents
from casino.web.pages import ask, carry_out, show
from casino.web.roles import ClubRequest, page


@page
def exchange_with_vault(request: ClubRequest) -> HttpResponse:
    """Fetch cash and chips from the vault or bring some; the keeper signs at this screen."""
    shift = open_shift_of(request.user.id, request.club.id)
    if shift is None:
        return redirect("till", club=request.club.slug)
    form = VaultForm(request.POST or None, **shift.pieces)
    desk = {"shift_id": shift.pk}
    if asked := carry_out(request, form, move_vault.ask, **desk):
        return redirect("approval-sign", club=request.club.slug, proposal_id=asked.pk)
    return show(request, "cage/exchange.html", form, shift=shift)


@page
def fund_vault(request: ClubRequest) -> HttpResponse:
    """Put banknotes into the vault."""
    form = FundForm(request.POST or None)
    posted = carry_out(request, form, desk_services.fund_vault)
    if posted:
        return redirect("entry", club=request.club.slug, entry_id=posted.entry_id)
    vault = balance_cents(request.club.id, "cash:vault")
    return show(request, "cage/fund.html", form, vault_cents=vault)


@page
def bags(request: ClubRequest) -> HttpResponse:
    """The bags for the bank: packed, on their way, credited; who, when, which seal."""
    way_cents = balance_cents(request.club.id, "cash:bags")
    return show(request, "cage/bags.html", bags=all_bags(request.club.id), way_cents=way_cents)


@page
def prepare_deposit(request: ClubRequest) -> HttpResponse:
    """Pack banknotes of the vault into a sealed bag."""
    form = BagForm(request.POST or None)
    if carry_out(request, form, deposits.prepare_deposit):
        return redirect("bags", club=request.club.slug)
    vault, bank = (balance_cents(request.club.id, code) for code in ("cash:vault", "bank"))
    return show(request, "cage/bank.html", form, vault_cents=vault, bank_cents=bank)


@page
def dispatch_deposit(request: ClubRequest, bag_id: int) -> HttpResponse:
    """Say who carries a bag."""
    bag = stock.bag(request.club.id, bag_id)
    form = HandOverForm(request.POST or None)
    if carry_out(request, form, deposits.dispatch_deposit, bag_id=bag_id):
        return redirect("bags", club=request.club.slug)
    return show(request, "cage/bag.html", form, bag=bag, credits=False)


@page
def confirm_credit(request: ClubRequest, bag_id: int) -> HttpResponse:
    """Book what the bank's statement says of a bag."""
    bag = stock.bag(request.club.id, bag_id)
    form = CreditForm(request.POST or None, initial={"cents": bag.cents})
    if carry_out(request, form, deposits.confirm_credit, bag_id=bag_id):
        return redirect("bags", club=request.club.slug)
    return show(request, "cage/bag.html", form, bag=bag, credits=True)


@page
def count_vault(request: ClubRequest) -> HttpResponse:
    """Count the vault; nothing here says what should be there. A second person signs."""
    form = VaultCountForm(request.POST or None, **stock.vault_pieces(request.club))
    return ask(request, form, vault_count.count_vault.ask) or show(
        request, "cage/vault_count.html", form
    )


@page
def inventory(request: ClubRequest) -> HttpResponse:
    """Cash and chips by piece, as each place was counted last; the vault from count to count."""
    club_id = request.club.id
    return show(
        request,
        "cage/inventory.html",
        grids=grids(club_id),
        rolls=roll_forwards(club_id),
        vault_cents=balance_cents(club_id, "cash:vault"),
    )
