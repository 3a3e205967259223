"""The pages of the boxes, and of what differed."""

from datetime import date
from typing import Any, get_args
from zoneinfo import ZoneInfo

from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from cashgames.models import Session
from cashgames.queries import tables as tables_queries
from cashgames.rules.rake import table_terms
from cashgames.views.corrections import correct_at_table
from casino.approvals.models import Proposal
from casino.countroom import queries
from casino.countroom.forms import (
    CorrectDealerForm,
    CountBoxForm,
    DealerForm,
    SettleForm,
    TakeBoxForm,
)
from casino.countroom.models import Box
from casino.countroom.rules import Fee, plausible
from casino.countroom.services import boxes as services
from casino.countroom.services import corrections, dealers
from casino.house.queries import book_on
from casino.players.forms import ReasonForm
from casino.tablefloats import queries as floats
from casino.web.pages import carry_out, show
from casino.web.roles import ClubRequest, may_send, page, request_stamp


@page
def boxes(request: ClubRequest) -> HttpResponse:
    """What waits to be counted, and the tables that wait to be settled."""
    waiting = queries.waiting_boxes(request.club.id)
    rows = [(each, _standing(request, each)) for each in waiting]
    tables = [(each, queries.boxes_to_count(each)) for each in queries.unsettled(request.club.id)]
    counts = may_send(request, "box-count")
    return show(request, "countroom/boxes.html", rows=rows, tables=tables, counts=counts)


@page
def differences(request: ClubRequest) -> HttpResponse:
    """Boxes, fills, credits and banks that held something else than they should."""
    rows = queries.differences(request.club.id)
    dealers = queries.by_dealer(rows).items()
    shown = {
        "transfers": floats.transfer_differences(request.club.id),
        "banks": floats.missing_banks(request.club.id),
    }
    return show(request, "countroom/differences.html", rows=rows, dealers=dealers, **shown)


@page
def box(request: ClubRequest, box_id: int) -> HttpResponse:
    """The count sheet: both counts once the box is booked; before that, only one's own."""
    found = queries.box(request.club.id, box_id)
    counts = queries.counts_shown(found, request.user.id)
    values = sorted({line.cents for each in counts for line in each.lines.all()}, reverse=True)
    rows = [
        (value, [sum(x.quantity for x in each.lines.all() if x.cents == value) for each in counts])
        for value in values
    ]
    shown = {"box": found, "counts": counts, "rows": rows, "standing": _standing(request, found)}
    return show(request, "countroom/sheet.html", **shown, **_band(request, found))


@page
def count_box(request: ClubRequest, box_id: int) -> HttpResponse:
    """A blind count: nothing on this page says what somebody else counted."""
    found = queries.box(request.club.id, box_id)
    correcting = queries.standing_count(found, request.user.id) is not None
    form = CountBoxForm(
        request.POST or None,
        chips=request.club.chips_cents,
        without=() if correcting else ("reason",),
    )
    if carry_out(request, form, services.count_box, box_id=box_id):
        return redirect("box", club=request.club.slug, box_id=box_id)
    return show(request, "countroom/count.html", form, box=found, correcting=correcting)


@page
def void_box(request: ClubRequest, box_id: int) -> HttpResponse:
    """Void a box that never came off the table, or was counted wrongly."""
    found = queries.box(request.club.id, box_id)
    form = ReasonForm(request.POST or None)
    title = _("Void box {number}").format(number=found.number)
    session = found.session
    return correct_at_table(
        request, form, corrections.void_box, session, title=title, box_id=box_id
    )


@page
def table_boxes(request: ClubRequest, session_id: int) -> HttpResponse:
    """Take boxes off a table."""
    session = tables_queries.session(request.club.id, session_id)
    void_ones = queries.void_ones(session)
    nights = _fees(request, session, void_ones)
    fees = [(fee, Box.Fee(fee).label) for fee in nights]
    without = () if void_ones else ("replaces_none",)
    form = TakeBoxForm(request.POST or None, choices={"fee": fees}, without=without)
    if carry_out(request, form, services.take_box, session_id=session_id):
        return redirect("table-boxes", club=request.club.slug, session_id=session_id)
    left_on = [(label, night) for fee, label in fees if (night := nights[fee])]
    shown = {"session": session, "boxes": queries.boxes_of(session_id), "left_on": left_on}
    return show(request, "countroom/take.html", form, void_ones=void_ones, **shown)


@page
def settle_table(request: ClubRequest, session_id: int) -> HttpResponse:
    """Expected and counted of a table's boxes, the difference, and why."""
    session = tables_queries.session(request.club.id, session_id)
    form = SettleForm(request.POST or None)
    if carry_out(request, form, services.settle_table, session_id=session_id):
        return redirect("boxes", club=request.club.slug)
    shown = {"session": session, "boxes": queries.boxes_of(session_id)}
    return show(request, "countroom/settle.html", form, take=queries.table_take(session), **shown)


@page
def unsettle_table(request: ClubRequest, session_id: int) -> HttpResponse:
    """Take back how a table was settled, to settle it anew."""
    session = tables_queries.session(request.club.id, session_id)
    form = ReasonForm(request.POST or None)
    title = _("Take back the settlement of a table")
    return correct_at_table(
        request, form, corrections.unsettle_table, session, title=title, session_id=session_id
    )


@page
def change_dealer(request: ClubRequest, session_id: int) -> HttpResponse:
    """Note who deals from now on."""
    session = tables_queries.session(request.club.id, session_id)
    form = DealerForm(request.POST or None)
    if carry_out(request, form, dealers.change_dealer, session_id=session_id):
        return redirect("session", club=request.club.slug, session_id=session_id)
    return show(
        request, "countroom/dealer.html", form, session=session, turns=queries.turns(session)
    )


@page
def correct_dealer(request: ClubRequest, session_id: int) -> HttpResponse:
    """Put the mistyped name of a dealer right."""
    session = tables_queries.session(request.club.id, session_id)
    zone = ZoneInfo(request.club.timezone)
    turns = [
        (each.pk, f"{each.began_at.astimezone(zone):%H:%M} {each.dealer}")
        for each in queries.dealer_turns(session)
    ]
    form = CorrectDealerForm(request.POST or None, choices={"dealer_turn_id": turns})
    done = carry_out(request, form, dealers.correct_dealer.submit, session_id=session_id)
    if isinstance(done, Proposal):
        return redirect("approval", club=request.club.slug, proposal_id=done.pk)
    if done:
        return redirect("dealer", club=request.club.slug, session_id=session_id)
    back = reverse("dealer", args=[request.club.slug, session_id])
    shown = {"session": session, "title": _("Correct dealer"), "back": back}
    return show(request, "cashgames/act.html", form, **shown)


def _standing(request: ClubRequest, box: Box) -> Any:
    return queries.standing_count(box, request.user.id)


def _fees(request: ClubRequest, session: Session, void_ones: list[Box]) -> dict[str, date | None]:
    """Return what boxes can come off a table, each with the night before today that it is of."""
    today = request_stamp(request).gaming_day
    book = book_on(request.club.id, today)
    nights: dict[Fee, list[date]] = {
        fee: queries.nights_left_on(session, fee, before=today) for fee in get_args(Fee)
    }
    anew = {each.fee for each in void_ones}
    return {
        fee: min(left_on, default=None)
        for fee, left_on in nights.items()
        if left_on or fee in anew or queries.takes(book, session, fee)
    }


def _band(request: ClubRequest, box: Box) -> dict[str, Any]:
    """Return what the box plausibly holds, by the time for which it was on the table."""
    book, session = book_on(request.club.id, box.gaming_day), box.session
    minutes = int((box.taken_at - queries.put_on_at(box)).total_seconds()) // 60
    cap = table_terms(book, special_cap=session.special_cap, mode="pot").cap_cents
    band = plausible(book, box.fee, minutes=minutes, cap_cents=cap)  # type: ignore[arg-type]
    odd = box.counted_cents is not None and not band.holds(box.counted_cents)
    return {"band": band, "odd": odd}
