"""Pages for what the supervisor imposes at a cash table."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from cashgames.forms.places import PenaltyBackForm, PunishForm
from cashgames.models import Penalty
from cashgames.queries import penalties as queries
from cashgames.services import penalties
from cashgames.views.shared import player_page
from casino.house.queries import book_on
from casino.messages import msg
from casino.players.rules import penalty
from casino.players.services.penalties import steps
from casino.web.pages import carry_out, show
from casino.web.roles import ClubRequest, may_open, page, request_stamp


@page
def punish(request: ClubRequest, session_id: int, player_id: int) -> HttpResponse:
    """Impose a penalty on a guest; who is put out is cashed out next."""
    day = request_stamp(request).gaming_day
    book = book_on(request.club.id, day)
    before: Any = queries.penalties_before(player_id, day)

    def on_to(made: Penalty) -> str:
        if made.measure == Penalty.Measure.OUT and may_open(request, "cash-out"):
            return reverse("cash-out", args=[request.club.slug, session_id, player_id])
        return reverse("session", args=[request.club.slug, session_id])

    return player_page(
        request,
        session_id,
        player_id,
        PunishForm(request.POST or None, book=book, at="cash"),
        penalties.punish,
        title=_("Penalty"),
        template="cashgames/punish.html",
        on_to=on_to,
        steps=[
            (breaches, Penalty.Measure(due.measure).label, due)
            for breaches, due in steps(
                book, lambda each: penalty(book, at="cash", breach=each, earlier=before)
            )
        ],
        earlier=queries.standing(player_id, day),
        mute=None if book.penalties else book.why("decides.dispute", None),
    )


@page
def take_back_penalty(request: ClubRequest, table_penalty_id: int) -> HttpResponse:
    """Take back a penalty that was noted by mistake."""
    made = queries.penalty(request.club.id, table_penalty_id)
    form = PenaltyBackForm(request.POST or None)
    back = reverse("session", args=[request.club.slug, made.seat.session_id])
    service, which = penalties.take_back_penalty, {"table_penalty_id": table_penalty_id}
    if carry_out(request, form, service, **which):
        return redirect(back)
    title = msg(
        "Take back: {penalty} for {player}",
        penalty=made.get_measure_display(),
        player=made.seat.player,
    )
    return show(
        request, "cashgames/act.html", form, title=title, session=made.seat.session, back=back
    )
