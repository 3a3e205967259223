"""Tickets at the desk, and money given back."""

from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from casino.approvals.models import Proposal
from casino.cage.queries.due import payable
from casino.house.queries import book_on
from casino.messages import msg
from casino.names import with_names
from casino.refusals import Refusal
from casino.web.fields import ActForm
from casino.web.pages import Title, ask, carry_out, refuse, show
from casino.web.requested import to_request
from casino.web.roles import ClubRequest, page, request_stamp
from tournaments.forms.desk import (
    CancelBackForm,
    CancelForm,
    EntryForm,
    ImportBackForm,
    JackpotBackForm,
    OtherGuestForm,
    PoolBackForm,
    PrizesBackForm,
    RefundBackForm,
    RefundForm,
    ReopenForm,
    StartBackForm,
    TakeBackForm,
    TenderForm,
    WinnerForm,
)
from tournaments.models import Entry, Tournament
from tournaments.queries import tournaments
from tournaments.queries.pool_awards import award_of
from tournaments.rules.admission import ways_in
from tournaments.services import (
    guest_corrections,
    importing_back,
    pool_awards_back,
    pool_back,
    refunds,
    refunds_back,
    reopening,
    right_winners,
    sale_reversals,
    selling,
    taking_back,
    tender_corrections,
)
from tournaments.views.shared import (
    ask_page,
    back_to,
    form_page,
    just_sold,
    not_asked,
    shift_id,
    to_next_guest,
)


@page
def sell_entry(request: ClubRequest, tournament_id: int) -> HttpResponse:
    """Sell an entry; the slip is the ticket. The next guest is typed below what was sold."""
    found = tournaments.tournament(request.club.id, tournament_id)
    book = book_on(found.club_id, found.gaming_day)
    ways = ways_in(book, daily=found.daily)
    shown = {"cents": found.ticket_cents or None}
    of_the_club = {"club_id": request.club.id, "without": not_asked(found)}
    form = EntryForm(request.POST or None, book=book, ways=ways, initial=shown, **of_the_club)
    where = {"tournament_id": tournament_id, "shift_id": shift_id(request)}
    done = None if form.is_bound else just_sold(request, found)
    try:
        sale = carry_out(request, form, selling.sell_entry.submit, **where)
    except Refusal:
        if done is None:
            raise
        return back_to(request, tournament_id, sold=done.pk)  # no place is left to sell
    if isinstance(sale, Proposal):
        return redirect("approval-sign", club=request.club.slug, proposal_id=sale.pk)
    if sale:
        return to_next_guest(request, tournament_id, sold=sale.pk)
    return form_page(request, form, title=_("Sell entry"), tournament=found, done=done)


@page
def propose_refund(request: ClubRequest, entrant_id: int) -> HttpResponse:
    """Ask a second person to give an entry back."""
    entry = tournaments.entry(request.club.id, entrant_id)
    found = tournaments.tournament(request.club.id, entry.tournament_id)
    form, title = (
        RefundForm(request.POST or None),
        msg("Refund entry: {player}", player=entry.player),
    )
    ask, where = refunds.refund_entry.ask, {"entry_id": entrant_id}
    return _ask_here(request, form, ask, title, found, **where)


@page
def take_back_refund(request: ClubRequest, entrant_id: int) -> HttpResponse:
    """Ask a second person to take back the refund of an entry."""
    entry = tournaments.entry(request.club.id, entrant_id)
    found = tournaments.tournament(request.club.id, entry.tournament_id)
    form = RefundBackForm(request.POST or None)
    title = msg("Take back the refund of ticket {number}: {player}", **_ticket(entry))
    ask, where = refunds_back.take_back_refund.ask, {"entry_id": entrant_id}
    return _ask_here(request, form, ask, title, found, **where)


@page
def correct_guest(request: ClubRequest, entrant_id: int) -> HttpResponse:
    """Ask a second person to let an entry be who played it."""
    entry = tournaments.entry(request.club.id, entrant_id)
    found = tournaments.tournament(request.club.id, entry.tournament_id)
    form = OtherGuestForm(request.POST or None, club_id=request.club.id)
    title = msg("Correct the guest of ticket {number}: {player}", **_ticket(entry))
    ask, where = guest_corrections.correct_guest.ask, {"entry_id": entrant_id}
    return _ask_here(request, form, ask, title, found, **where)


def _ask_here(
    request: ClubRequest,
    form: ActForm,
    service: Callable[..., Any],
    title: Title,
    found: Tournament,
    **where: int,
) -> HttpResponse:
    """Ask a second person, who stands beside: their form opens at once."""
    if asked := carry_out(request, form, service, **where):
        on_to = reverse("tournament", args=[request.club.slug, found.pk])
        return to_request(request, asked, at="approval-sign", on_to=on_to)
    return form_page(request, form, title=title, tournament=found)


def _ticket(entry: Entry) -> dict[str, Any]:
    return {"number": entry.number, "player": entry.player}


@page
def take_back_sale(request: ClubRequest, entry_id: int) -> HttpResponse:
    """Take back what was sold by mistake, by the slip of its sale."""
    form, service = TakeBackForm(request.POST or None), sale_reversals.take_back_sale
    return _about_sale(request, entry_id, form, service.submit)


@page
def correct_tender(request: ClubRequest, entry_id: int) -> HttpResponse:
    """Book a sale as it was paid, by its slip."""
    form, service = TenderForm(request.POST or None), tender_corrections.correct_tender
    return _about_sale(request, entry_id, form, service.submit, tender=True)


def _about_sale(
    request: ClubRequest, slip_id: int, form: ActForm, service: Callable[..., Any], **more: bool
) -> HttpResponse:
    """Ask for what two do about a sale, and show it."""
    sale = tournaments.sale_of(request.club.id, slip_id)
    shift = shift_id(request)
    if shift is None:
        return redirect("till", club=request.club.slug)
    done = carry_out(request, form, service, purchase_id=sale.pk, shift_id=shift)
    if isinstance(done, Proposal):
        return redirect("approval-sign", club=request.club.slug, proposal_id=done.pk)
    if done:
        return redirect("slip", club=request.club.slug, entry_id=done.slip_id)
    return show(request, "tournaments/take_back.html", form, sale=sale, **more)


@page
def reopen_registration(request: ClubRequest, tournament_id: int) -> HttpResponse:
    """Ask a second person to open registration again."""
    found = tournaments.tournament(request.club.id, tournament_id)
    form, title = ReopenForm(request.POST or None), _("Reopen registration")
    return ask_page(request, form, reopening.reopen_registration.ask, title, found)


@page
def take_back_start(request: ClubRequest, tournament_id: int) -> HttpResponse:
    """Ask a second person to take back the start."""
    found = tournaments.tournament(request.club.id, tournament_id)
    form, title = StartBackForm(request.POST or None), _("Take back the start of a tournament")
    return ask_page(request, form, reopening.take_back_start.ask, title, found)


@page
def take_back_cancel(request: ClubRequest, tournament_id: int) -> HttpResponse:
    """Ask a second person to let a cancelled tournament take place."""
    found = tournaments.tournament(request.club.id, tournament_id)
    form, title = CancelBackForm(request.POST or None), _("Take back the cancellation")
    return ask_page(request, form, reopening.take_back_cancel.ask, title, found)


@page
def reopen_pool(request: ClubRequest, tournament_id: int) -> HttpResponse:
    """Ask a second person to take back the fixing of the prize pool."""
    found = tournaments.tournament(request.club.id, tournament_id)
    form, title = PoolBackForm(request.POST or None), _("Reopen prize pool")
    return ask_page(request, form, pool_back.reopen_pool.ask, title, found)


@page
def take_back_import(request: ClubRequest, tournament_id: int) -> HttpResponse:
    """Ask a second person to take back the import of a record."""
    found = tournaments.tournament(request.club.id, tournament_id)
    form, title = ImportBackForm(request.POST or None), _("Take back the import of a tournament")
    return ask_page(request, form, importing_back.take_back_import.ask, title, found)


@page
def take_back_prizes(request: ClubRequest, tournament_id: int) -> HttpResponse:
    """Ask a second person to take back the prizes, of which the page says what moves."""
    found = tournaments.tournament(request.club.id, tournament_id)
    form, title = PrizesBackForm(request.POST or None), _("Take back prizes")
    service = taking_back.take_back_awards
    if asked := ask(request, form, service.ask, tournament_id=found.pk):
        return asked
    try:
        ahead = taking_back.take_back_preview(
            request_stamp(request), tournament_id=found.pk, reason=""
        )
    except Refusal as refusal:
        refuse(request, form, refusal, service)
        return form_page(request, form, title=title, tournament=found, asks=True)
    content = with_names(ahead.content)
    return form_page(request, form, title=title, tournament=found, moved_back=content, asks=True)


@page
def take_back_jackpot(request: ClubRequest, payable_id: int) -> HttpResponse:
    """Ask a second person to take back an award of a series' jackpot, from one of its payments."""
    found = award_of(request.club.id, payable_id).tournament
    form, title = JackpotBackForm(request.POST or None), _("Take back a tournament jackpot")
    service, where = pool_awards_back.take_back_jackpot.ask, {"payable_id": payable_id}
    return ask_page(request, form, service, title, found, where=where)


@page
def correct_prize(request: ClubRequest, payable_id: int) -> HttpResponse:
    """Ask a second person to owe a prize to who won it."""
    owed = payable(request.club.id, payable_id)
    form = WinnerForm(request.POST or None, club_id=request.club.id)
    return ask(request, form, right_winners.correct_prize.ask, payable_id=payable_id) or show(
        request, "tournaments/winner.html", form, owed=owed
    )


@page
def propose_cancel(request: ClubRequest, tournament_id: int) -> HttpResponse:
    """Ask a second person to cancel a tournament."""
    found = tournaments.tournament(request.club.id, tournament_id)
    form, title = CancelForm(request.POST or None), _("Cancel tournament")
    return ask_page(request, form, refunds.cancel_tournament.ask, title, found)


@page
def refund_all(request: ClubRequest, tournament_id: int) -> HttpResponse:
    """Give back the entries of a cancelled tournament; begun again, it goes on."""
    found = tournaments.tournament(request.club.id, tournament_id)
    if found.cancelled_at is None:
        raise refunds.NotCancelled
    form = ActForm(request.POST or None)
    where = {"tournament_id": tournament_id}
    if carry_out(request, form, refunds.refund_all, **where):
        return back_to(request, tournament_id)
    return form_page(request, form, title=_("Refund all entries"), tournament=found)
