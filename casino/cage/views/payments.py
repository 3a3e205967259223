"""Payments due: the list, one payment, whose it is, and from which amounts two people pay."""

import re
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect

from casino.approvals.models import Proposal
from casino.approvals.queries import open_proposals
from casino.cage.exports import payables_csv
from casino.cage.forms import IdentifyForm, PayForm, ThresholdsForm
from casino.cage.models import Payable, Shift
from casino.cage.queries import amounts
from casino.cage.queries import due as due_queries
from casino.cage.queries.shifts import open_shift_of
from casino.cage.queries.threshold_history import CHANGE
from casino.cage.queries.withholding import withheld_from
from casino.cage.rules import THRESHOLDS
from casino.cage.services import payables
from casino.cage.services.amounts import chips_make, in_cash
from casino.cage.services.thresholds import change_thresholds
from casino.cage.views.signing import needs_of
from casino.house.queries import book_on
from casino.ledger.chart import LAPSED
from casino.ledger.queries.balances import balance_cents
from casino.rates.queries import RateMissing, law_of
from casino.rates.rules import Withheld
from casino.web.downloads import as_download
from casino.web.pages import ask, carry_out, live, show
from casino.web.roles import ClubRequest, may_send, page, request_stamp

MAX_SEARCH_LENGTH = 100
# Payments below those that are due; the report has every one.
RECENT = 8
# What a scanner reads off a paper: the address of a payment, or of a page that leads to one.
ADDRESS = re.compile(r"\S*/payments/([0-9]{1,9})/?", re.ASCII)
PAPER = re.compile(r"https?://[^/\s]+/([a-z0-9-]+)(/[a-z0-9/-]+/)", re.ASCII)


@page
def payments(request: ClubRequest) -> HttpResponse:
    """
    What is won and approved and not yet paid; below it what was paid.

    A scanned paper opens its own page, asked with ?pay=1 for the payment that it leads to.
    """
    text = request.GET.get("q", "").replace("\0", "")[:MAX_SEARCH_LENGTH].strip()
    if scanned := ADDRESS.fullmatch(text):
        return redirect("payment", club=request.club.slug, payable_id=int(scanned[1]))
    if (paper := PAPER.fullmatch(text)) and paper[1] == request.club.slug:
        return redirect(f"/{paper[1]}{paper[2]}?pay=1")
    due = due_queries.payables(request.club.id, text)
    shown = {"due": due, "q": text, "due_cents": sum(each.cents for each in due)}
    waiting = open_proposals(request.club.id, at=request.at)
    shown |= {"asked": {each.content.get("payable_id") for each in waiting}}
    if request.htmx:
        return live(request, "cage/due_panel.html", **shown)
    paid = due_queries.payments(request.club.id, limit=RECENT)
    kept = due_queries.withheld_cents(request.club.id, paid)
    for each in paid:
        vars(each)["withheld_cents"] = kept[each.entry_id]
    return show(request, "cage/payments.html", paid=paid, **shown)


@page
def payments_file(request: ClubRequest) -> HttpResponse:
    """Everything that was ever due, paid or not, as a file."""
    rows = due_queries.payables_with_payments(request.club.id)
    return as_download(payables_csv(request.club, rows), f"{request.club.slug}_payments.csv")


@page
def payment(request: ClubRequest, payable_id: int) -> HttpResponse:
    """One payment: pay it, or ask the second person to sign it."""
    owed = due_queries.payable(request.club.id, payable_id)
    shift = open_shift_of(request.user.id, request.club.id)
    stamp = request_stamp(request)
    looks = payables.looks_at_document(stamp, owed) or payables.is_own_claim(stamp, owed)
    series = shift.drawer.series_id if shift else None
    signs = payables.payment_signatures(stamp, owed, looks=looks, series_id=series)
    needs = needs_of(request, signs)
    tax, missing = _tax(request, owed)
    form = PayForm(request.POST or None, chips=_in_chips(request, owed, shift, tax))
    if shift:
        desk = {"payable_id": payable_id, "shift_id": shift.id}
        done = carry_out(request, form, payables.pay_out.submit, **desk)
        if isinstance(done, Proposal):
            return redirect("payment", club=request.club.slug, payable_id=payable_id)
        if done:
            return redirect("slip", club=request.club.slug, entry_id=done.entry_id)
    shown: dict[str, Any] = {"tax": tax, "rate_missing": missing, "needs": needs}
    shown |= {"together": payables.together_with(stamp, owed)}
    return show(request, "cage/payment.html", form, **shown, **_payment(request, owed, shift, tax))


def _tax(request: ClubRequest, owed: Payable) -> tuple[Withheld, RateMissing | None]:
    """Return what is withheld of what is still due, or which rate that lacks."""
    if not owed.reversal_id and not due_queries.payment_of(owed):
        try:
            return withheld_from(owed, request_stamp(request).gaming_day)[0], None
        except RateMissing as refusal:
            return Withheld(won_cents=owed.cents), refusal
    return Withheld(won_cents=owed.cents), None


def _in_chips(request: ClubRequest, owed: Payable, shift: Shift | None, tax: Withheld) -> bool:
    """Return whether it can be paid in chips, or was paid."""
    if shift is None or due_queries.payment_of(owed):
        return True
    stamp = request_stamp(request)
    has_chips = book_on(stamp.club_id, stamp.gaming_day).chips.for_money
    return has_chips and chips_make(stamp, tax.net_cents, at=shift)


def _payment(
    request: ClubRequest, owed: Payable, shift: Shift | None, tax: Withheld
) -> dict[str, Any]:
    stamp = request_stamp(request)
    paid = due_queries.payment_of(owed)
    kept = due_queries.withheld_cents(owed.club_id, [paid]) if paid else {}
    waiting = open_proposals(request.club.id, at=stamp.at)
    requested = {each.content.get("payable_id") for each in waiting}
    asked = [each for each in waiting if each.content.get("payable_id") == owed.pk]
    mine = [each for each in asked if shift and each.content["shift_id"] == shift.pk]
    return {
        "owed": owed,
        "lapsed_cents": balance_cents(owed.club_id, f"{LAPSED}payable", owed.pk),
        "cash_cents": in_cash(stamp, tax.net_cents).paid_cents,
        "needs_document": due_queries.needs_document(owed),
        "pays": may_send(request, "payment"),
        "shift": shift,
        "paid": paid,
        "kept_cents": sum(kept.values()),
        "taken_back": due_queries.taken_back(owed),
        "asked": asked,
        "may_ask": not mine and shift is not None and shift.state == Shift.State.OPEN,
        "origin": due_queries.origin(owed),
        "others": [each for each in due_queries.due_beside(owed) if each.pk not in requested],
    }


@page
def identify(request: ClubRequest, payable_id: int) -> HttpResponse:
    """Say whose payment it is."""
    owed = due_queries.payable(request.club.id, payable_id)
    form = IdentifyForm(request.POST or None, club_id=request.club.id)
    if carry_out(request, form, payables.identify, payable_id=payable_id):
        return redirect("payment", club=request.club.slug, payable_id=payable_id)
    return show(request, "cage/identify.html", form, owed=owed)


@page
def thresholds(request: ClubRequest) -> HttpResponse:
    """From which amounts two people pay, and the manager's proposal of others."""
    law = law_of(request.club, at=request.at)
    now, usual = amounts.thresholds(request.club.id), amounts.usual_thresholds(law)
    rows = [(each, getattr(now, each.name), getattr(usual, each.name)) for each in THRESHOLDS]
    set_here = {each.name: cents for each, cents, _ in rows if not each.is_never(cents)}
    form = ThresholdsForm(request.POST or None, initial=set_here)
    if gone := ask(request, form, change_thresholds.ask):
        return gone
    waiting = open_proposals(request.club.id, at=request.at)
    asked = [each for each in waiting if each.operation == CHANGE]
    shown = {"rows": rows, "own": now != usual, "may_propose": may_send(request, "thresholds")}
    shown["short"] = now.identify_linked_days < usual.identify_linked_days
    return show(request, "cage/thresholds.html", form, asked=asked, law=law, **shown)
