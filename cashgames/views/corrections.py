"""Taking back and putting right what was booked at a table: shown first, then confirmed."""

from dataclasses import replace
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from cashgames.forms.chips import CorrectChipsForm, SitsAgainForm
from cashgames.forms.tables import CorrectGameForm, CorrectHandForm, FoundHandForm, offered_games
from cashgames.models import ChipMove, Session
from cashgames.queries import corrections as queries
from cashgames.queries.absence import held_stack
from cashgames.queries.tables import session, sessions_since
from cashgames.services.chip_corrections import correct_chips, take_back_chips
from cashgames.services.corrections import correct_hand, take_back_hand
from cashgames.services.found_hands import book_found_hand
from cashgames.services.game_corrections import correct_game
from cashgames.services.note_corrections import take_back_notes
from cashgames.services.release_corrections import take_back_release
from cashgames.services.share_corrections import take_back_share
from cashgames.views.shared import at_desk, chips_lie
from casino.approvals.models import Proposal
from casino.approvals.queries import digest
from casino.approvals.signed import Preview, SignedAct
from casino.house.stamp import Stamp
from casino.names import with_names
from casino.players.forms import ReasonForm
from casino.refusals import Refusal
from casino.web.fields import ActForm
from casino.web.pages import Title, carry_out, check_possible, refuse, show
from casino.web.roles import ClubRequest, page, request_book, request_stamp

Kind = ChipMove.Kind
SITS_AGAIN = {Kind.CASH_OUT, Kind.REMOVED, Kind.MOVED_OUT, Kind.MOVED_IN}


@page
def correct_hand_page(request: ClubRequest, hand_id: int) -> HttpResponse:
    """Put a hand right under its number."""
    hand = queries.hand(request.club.id, hand_id)
    tables = [each for each in sessions_since(request.club.id, hand.played_at) if not each.by_box]
    others = [each for each in tables if each.pk != hand.session_id]
    form = CorrectHandForm(request.POST or None, hand=hand, tables=[hand.session, *others])
    title = _("Correct hand {name}").format(name=hand.name)
    return correct_at_table(request, form, correct_hand, hand.session, title=title, hand_id=hand_id)


@page
def found_hand_page(request: ClubRequest, session_id: int) -> HttpResponse:
    """Record a hand whose slip was found when its table was closed, or counted short."""
    table = session(request.club.id, session_id)
    said = {"first_round_passed": True}
    known: dict[str, Any] = {"club": request.club, "session": table, "now": request.at}
    form = FoundHandForm(request.POST or None, initial=said, **known)
    title = _("Record a hand found later")
    return correct_at_table(
        request, form, book_found_hand, table, title=title, session_id=session_id
    )


@page
def correct_game_page(request: ClubRequest, session_id: int) -> HttpResponse:
    """Say what was dealt at a table in truth, and since when."""
    table = session(request.club.id, session_id)
    book = request_book(request)
    known: dict[str, Any] = {
        "club": request.club,
        "session": table,
        "now": min(request.at, table.closed_at or request.at),
    }
    form = CorrectGameForm(
        request.POST or None,
        choices={"game": offered_games(book)},
        initial={"game": table.game},
        **known,
    )
    title = _("Correct game dealt")
    return correct_at_table(request, form, correct_game, table, title=title, session_id=session_id)


@page
def take_back_hand_page(request: ClubRequest, hand_id: int) -> HttpResponse:
    """Take back a hand that never was."""
    hand = queries.hand(request.club.id, hand_id)
    form = ReasonForm(request.POST or None)
    title = _("Reverse hand {name}").format(name=hand.name)
    return correct_at_table(
        request, form, take_back_hand, hand.session, title=title, hand_id=hand_id
    )


@page
def correct_chips_page(request: ClubRequest, move_id: int) -> HttpResponse:
    """Put the amount or the tender of a chip movement right."""
    move = queries.move(request.club.id, move_id)
    shift, desk = at_desk(request)
    typed = {"cents": move.cents, "paid_with": move.paid_with}
    form = CorrectChipsForm(
        request.POST or None, at_desk=desk, chips_lie=chips_lie(request), initial=typed
    )
    where = {"move_id": move_id, "shift_id": shift}
    session = move.seat.session
    title = _("Correct chip movement")
    return correct_at_table(request, form, correct_chips, session, title=title, **where)


@page
def take_back_chips_page(request: ClubRequest, move_id: int) -> HttpResponse:
    """Take back a chip movement that never was."""
    move = queries.move(request.club.id, move_id)
    shift, _desk = at_desk(request)
    seats = move.kind in SITS_AGAIN
    form = (SitsAgainForm if seats else ReasonForm)(request.POST or None)
    where = {"move_id": move_id, "shift_id": shift}
    title = _("Reverse chip movement")
    return correct_at_table(request, form, take_back_chips, move.seat.session, title=title, **where)


@page
def take_back_share_page(request: ClubRequest, share_id: int) -> HttpResponse:
    """Take back a payment of time rake; it is owed again."""
    share = queries.share(request.club.id, share_id)
    shift, _desk = at_desk(request)
    where = {"share_id": share_id, "shift_id": shift}
    form = ReasonForm(request.POST or None)
    session = share.period.session
    title = _("Reverse time rake")
    return correct_at_table(request, form, take_back_share, session, title=title, **where)


@page
def take_back_notes_page(request: ClubRequest, entry_id: int) -> HttpResponse:
    """Give notes back to the table that they never left."""
    found = queries.notes(request.club.id, entry_id)
    shift, _desk = at_desk(request)
    where = {"entry_id": entry_id, "shift_id": shift}
    form = ReasonForm(request.POST or None)
    table = session(request.club.id, found.session_id)
    title = _("Reverse notes from a table")
    return correct_at_table(request, form, take_back_notes, table, title=title, **where)


@page
def take_back_release_page(request: ClubRequest, stack_id: int) -> HttpResponse:
    """Keep a stack again that was released to be paid."""
    table = held_stack(request.club.id, stack_id).session
    form = ReasonForm(request.POST or None)
    title = _("Reverse the release of a stack")
    return correct_at_table(request, form, take_back_release, table, title=title, stack_id=stack_id)


def correct_at_table(
    request: ClubRequest,
    form: ActForm,
    act: SignedAct[..., Any],
    session: Session,
    *,
    title: Title,
    **what: Any,
) -> HttpResponse:
    """Show what a correction changes; what was shown is carried out when it is confirmed."""
    given = {name: value for name, value in what.items() if value is not None}

    def confirmed(stamp: Stamp, **values: Any) -> Any:
        return act.confirm(stamp, request.POST.get("shown", ""), **values)

    if request.POST.get("confirm"):
        done = carry_out(request, form, confirmed, **given)
        if isinstance(done, Proposal):
            return redirect("approval", club=request.club.slug, proposal_id=done.pk)
        if done:
            return redirect("session", club=request.club.slug, session_id=session.pk)
    if not form.is_bound:
        check_possible(request, act, what)
    found = _previewed(request, form, act, given)
    preview = found and replace(found, content=with_names(found.content))
    back = reverse("session", args=[request.club.slug, session.pk])
    shown: dict[str, Any] = {"title": title, "session": session, "back": back, "preview": preview}
    shown["fingerprint"] = digest(found.content) if found else ""
    return show(request, "cashgames/correct.html", form, **shown)


def _previewed(
    request: ClubRequest, form: ActForm, act: SignedAct[..., Any], given: dict[str, Any]
) -> Preview | None:
    """Return what a correction would change, None where the form is wrong or the house refuses."""
    if form.refusal or not form.is_valid():
        return None
    try:
        return act.preview(request_stamp(request), **given, **form.arguments())
    except Refusal as refusal:
        refuse(request, form, refusal, act)
        return None
