"""The pages of fills and credits: a queue for cage and floor, and one screen for each step."""

from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from cashgames.queries import tables
from cashgames.views.corrections import correct_at_table
from casino.approvals.models import Proposal
from casino.cage.models import Shift
from casino.cage.queries.shifts import open_shift_of
from casino.ledger.queries.documents import entry
from casino.paging import Page
from casino.players.forms import ReasonForm
from casino.tablefloats import queries
from casino.tablefloats.forms import (
    CreditForm,
    FillForm,
    MissingForm,
    RecountCreditForm,
    RecountForm,
    TakeBackFillForm,
    VoidForm,
)
from casino.tablefloats.models import Transfer, TransferStep
from casino.tablefloats.services import desk_corrections, shortages, transfers
from casino.web.fields import ActForm
from casino.web.pages import Title, ask, carry_out, live, show
from casino.web.roles import ClubRequest, may_open, may_send, page

FILL, CREDIT = Transfer.Way
ASKED, ISSUED = queries.UNDER_WAY
ENDED = 50  # of a page


@page
def fills(request: ClubRequest) -> HttpResponse:
    """What is asked for or on its way, for whom it waits, and what came to an end."""
    waiting = queries.transfers_under_way(request.club.id)
    part = Page(ENDED, request.GET.get("before", ""))
    shown = {
        "rows": [(each, _next(request, each)) for each in waiting],
        "ended": queries.transfers(request.club.id, page=part),
        "next": part.next,
    }
    if request.htmx:
        return live(request, "tablefloats/fills_panel.html", **shown)
    return show(request, "tablefloats/fills.html", **shown)


@page
def transfer(request: ClubRequest, transfer_id: int) -> HttpResponse:
    """A fill or credit step by step, with both numbers; printable as its slip."""
    found = queries.transfer(request.club.id, transfer_id)
    steps = queries.steps(found)
    counts = [step for step in steps if _is_shown(request, found, step)]
    kinds = sorted({kind for step in counts for kind in queries.denominations(step)}, reverse=True)
    rows = [(kind, [queries.denominations(step).get(kind, 0) for step in counts]) for kind in kinds]
    entries = {step.pk: entry(request.club.id, step.entry_id or 0) for step in steps}
    shown = {"counts": counts, "rows": rows, "steps": [(each, entries[each.pk]) for each in steps]}
    return show(
        request, "tablefloats/transfer.html", transfer=found, next=_next(request, found), **shown
    )


@page
def bank(request: ClubRequest, session_id: int) -> HttpResponse:
    """A table's bank: its fills and credits; what it should hold, never to who may count it."""
    session = tables.session(request.club.id, session_id)
    bank = queries.bank(session)
    counts = any(may_open(request, each) for each in queries.COUNTED_AT) and not session.closed_at
    return show(
        request,
        "tablefloats/bank.html",
        session=session,
        bank=None if counts else bank,
        missing=session.bank_closings.select_related("closed_by").order_by("id"),
        holds=bank.chips_cents or bank.cash_cents,
        transfers=[(each, _cents(request, each)) for each in queries.transfers_of(session_id)],
        acts=may_send(request, "fill-ask") and not session.closed_at,
    )


@page
def ask_fill(request: ClubRequest, session_id: int) -> HttpResponse:
    """Ask the cage for chips."""
    session = tables.session(request.club.id, session_id)
    form = FillForm(request.POST or None, chips=request.club.chips_cents)
    asked = carry_out(request, form, transfers.ask_fill, session_id=session_id)
    words: dict[str, Any] = {
        "title": _("Ask for a fill"),
        "submit": _("Ask the cage"),
        "back": "table-bank",
    }
    return _counted(request, form, asked, **words, session=session)


@page
def send_credit(request: ClubRequest, session_id: int) -> HttpResponse:
    """Count what goes back to the cage."""
    session = tables.session(request.club.id, session_id)
    form = _both(request)
    sent = carry_out(request, form, transfers.send_credit, session_id=session_id)
    words: dict[str, Any] = {
        "title": _("Send a credit"),
        "submit": _("Send to the cage"),
        "back": "table-bank",
    }
    return _counted(request, form, sent, **words, session=session, confirms=True)


@page
def issue_fill(request: ClubRequest, transfer_id: int) -> HttpResponse:
    """Count out what was asked for; it may be something else."""
    form = FillForm(request.POST or None, chips=request.club.chips_cents)
    words: dict[str, Any] = {"title": _("Issue"), "submit": _("Hand out")}
    return _at_desk(request, transfer_id, (FILL, ASKED), form, transfers.issue_fill, **words)


@page
def confirm_credit(request: ClubRequest, transfer_id: int) -> HttpResponse:
    """Count what came from the table, blind to what the table counted."""
    words: dict[str, Any] = {"title": _("Confirm"), "submit": _("Take into the drawer")}
    form, service = _both(request), transfers.confirm_credit
    return _at_desk(request, transfer_id, (CREDIT, ISSUED), form, service, **words)


@page
def confirm_fill(request: ClubRequest, transfer_id: int) -> HttpResponse:
    """Count what came from the cage, blind to what the cage counted."""
    return _into_float(request, transfer_id, ISSUED, FillForm, title=_("Confirm"))


@page
def recount_fill(request: ClubRequest, transfer_id: int) -> HttpResponse:
    """Count a confirmed fill again, with a reason."""
    confirmed = Transfer.State.CONFIRMED
    return _into_float(request, transfer_id, confirmed, RecountForm, title=_("Count again"))


def _into_float(
    request: ClubRequest, transfer_id: int, state: str, count: type[ActForm], *, title: Title
) -> HttpResponse:
    """Count a fill in a state at the table; in another it is shown."""
    found = queries.transfer(request.club.id, transfer_id)
    if not request.POST and (found.way, found.state) != (FILL, state):
        return redirect("transfer", club=request.club.slug, transfer_id=transfer_id)
    form = count(request.POST or None, chips=request.club.chips_cents)
    done = carry_out(request, form, transfers.confirm_fill.submit, transfer_id=transfer_id)
    words: dict[str, Any] = {"title": title, "submit": _("Put into the float")}
    return _counted(request, form, done, **words, transfer=found, session=found.session)


@page
def recount_credit(request: ClubRequest, transfer_id: int) -> HttpResponse:
    """Count a credit again that was taken in wrongly; a second person approves it."""
    found = queries.transfer(request.club.id, transfer_id)
    if not request.POST and (found.way, found.state) != (CREDIT, Transfer.State.CONFIRMED):
        return redirect("transfer", club=request.club.slug, transfer_id=transfer_id)
    club = request.club
    form = RecountCreditForm(request.POST or None, notes=club.notes_cents, chips=club.chips_cents)
    act = desk_corrections.recount_credit
    if asked := ask(request, form, act.ask, transfer_id=transfer_id):
        return asked
    words: dict[str, Any] = {"title": _("Count again"), "submit": _("Request approval")}
    return _counted(request, form, None, **words, transfer=found, session=found.session)


@page
def take_back_fill(request: ClubRequest, transfer_id: int) -> HttpResponse:
    """Take the chips of an issued fill back; a second person approves it."""
    found = queries.transfer(request.club.id, transfer_id)
    if not request.POST and (found.way, found.state) != (FILL, ISSUED):
        return redirect("transfer", club=request.club.slug, transfer_id=transfer_id)
    form = TakeBackFillForm(request.POST or None)
    act = desk_corrections.take_back_fill
    if asked := ask(request, form, act.ask, transfer_id=transfer_id):
        return asked
    return show(request, "tablefloats/take_back.html", form, transfer=found)


@page
def void_fill(request: ClubRequest, transfer_id: int) -> HttpResponse:
    """Take back a request that was not issued."""
    found = queries.transfer(request.club.id, transfer_id)
    form = VoidForm(request.POST or None)
    if carry_out(request, form, transfers.void_fill, transfer_id=transfer_id):
        return redirect("fills", club=request.club.slug)
    return show(request, "tablefloats/void.html", form, transfer=found)


@page
def name_missing(request: ClubRequest, session_id: int) -> HttpResponse:
    """Say why the bank is empty and its books are not."""
    session = tables.session(request.club.id, session_id)
    form = MissingForm(request.POST or None)
    if carry_out(request, form, shortages.name_missing, session_id=session_id):
        return redirect("table-bank", club=request.club.slug, session_id=session_id)
    return show(request, "tablefloats/missing.html", form, session=session)


@page
def take_back_missing(request: ClubRequest, session_id: int) -> HttpResponse:
    """Take back the last shortage of a bank."""
    session = tables.session(request.club.id, session_id)
    form = ReasonForm(request.POST or None)
    title, act = _("Take back a table float shortage"), shortages.take_back_missing
    return correct_at_table(request, form, act, session, title=title, session_id=session_id)


def _at_desk(
    request: ClubRequest,
    transfer_id: int,
    waits_as: tuple[str, str],
    form: ActForm,
    service: Callable[..., Transfer],
    **words: str,
) -> HttpResponse:
    """Do the cashier's step in the own open shift."""
    found = queries.transfer(request.club.id, transfer_id)
    shift = open_shift_of(request.user.id, request.club.id)
    if not request.POST and (found.way, found.state) != waits_as:
        return redirect("transfer", club=request.club.slug, transfer_id=transfer_id)
    if shift is None or shift.state != Shift.State.OPEN:
        return redirect("till", club=request.club.slug)
    done = carry_out(request, form, service, transfer_id=transfer_id, shift_id=shift.pk)
    return _counted(request, form, done, **words, transfer=found, session=found.session)


def _counted(
    request: ClubRequest, form: ActForm, done: Transfer | Proposal | None, **shown: Any
) -> HttpResponse:
    """Show the denominations to count; once they are booked, the transfer; or who is to sign."""
    if isinstance(done, Proposal):
        return redirect("approval", club=request.club.slug, proposal_id=done.pk)
    if done:
        return redirect("transfer", club=request.club.slug, transfer_id=done.pk)
    asked = shown.get("transfer")
    is_asked = asked is not None and asked.state == ASKED
    shown["asked"] = queries.step(asked, ASKED) if asked and is_asked else None
    shown["confirms"] = bool(asked) or shown.get("confirms", False)
    return show(request, "tablefloats/denominations.html", form, **shown)


def _both(request: ClubRequest) -> ActForm:
    club = request.club
    return CreditForm(request.POST or None, notes=club.notes_cents, chips=club.chips_cents)


def _is_shown(request: ClubRequest, found: Transfer, step: TransferStep) -> bool:
    """Return whether a step's count may be seen: on the way, each sees the own one."""
    if step.state == Transfer.State.VOID:
        return False
    return found.state != ISSUED or step.by_id == request.user.id


def _cents(request: ClubRequest, found: Transfer) -> list[int | None]:
    """Return what was asked for, sent and counted, as far as it may be seen."""
    steps = found.steps.all()
    seen = {step.state: step.cents for step in steps if _is_shown(request, found, step)}
    return [seen.get(state) for state in (ASKED, ISSUED, Transfer.State.CONFIRMED)]


def _next(request: ClubRequest, found: Transfer) -> str:
    """Return the address of the step that the reader may take now, empty if there is none."""
    names: dict[tuple[str, str], str] = {
        (FILL, ASKED): "fill-issue",
        (FILL, ISSUED): "fill-confirm",
        (CREDIT, ISSUED): "credit-confirm",
    }
    name = names.get((found.way, found.state), "")
    return name if may_open(request, name) else ""
