"""The deal: noted, agreed to one by one, and then booked by two people."""

from typing import get_args

from django.http import HttpResponse
from django.shortcuts import redirect

from casino.house.queries import book_on
from casino.house.vocabulary import value_in_words
from casino.refusals import Refusal
from casino.web.fields import ActForm
from casino.web.pages import carry_out, refuse, show
from casino.web.roles import ClubRequest, page
from tournaments.forms.deals import AgreeForm, DealForm
from tournaments.models import Entry, Tournament
from tournaments.queries.chips import chips
from tournaments.queries.dealing import DealView, latest_deal
from tournaments.queries.order import playing, prizes_by_places
from tournaments.queries.tournaments import tournament
from tournaments.rules.deal_shares import By
from tournaments.services.deals import agree_to_deal, offer_deal, withdraw_word


@page
def deal(request: ClubRequest, tournament_id: int) -> HttpResponse:
    """The deal with everybody's word, and the form of another one."""
    found = tournament(request.club.id, tournament_id)
    agrees = "deal_id" in request.POST
    word = AgreeForm(request.POST if agrees else None)
    made = latest_deal(found)
    form = DealForm(
        request.POST if not agrees and request.POST else None, left=_left(found), made=made
    )
    if by := next((each for each in get_args(By) if each == request.POST.get("by")), None):
        return _page(request, found, _filled_in(request, found, form, by), word, made, by=by)
    says = withdraw_word if "withdraws" in request.POST else agree_to_deal
    pressed, service = (word, says) if agrees else (form, offer_deal)
    if carry_out(request, pressed, service, tournament_id=tournament_id):
        return redirect("tournament-deal", club=request.club.slug, tournament_id=tournament_id)
    return _page(request, found, form, word, made)


def _filled_in(request: ClubRequest, found: Tournament, form: DealForm, by: By) -> DealForm:
    """Return a form with everybody's share, in the units of prizes; nothing is noted yet."""
    usual = book_on(found.club_id, found.gaming_day).prizes
    try:
        begins = form.filled_in(by, _prizes(found, form), usual.unit_cents if usual else 1)
    except Refusal as refusal:
        refuse(request, form, refusal, offer_deal)
        return form
    return form if begins is None else DealForm(left=form.left, made=None, initial=begins)


def _prizes(found: Tournament, form: DealForm) -> list[int]:
    """Return the prizes of who is left, in cents, the first prize first."""
    return prizes_by_places(found)[0][: len(form.left)] if form.left else []


def _left(found: Tournament) -> list[Entry]:
    """Return who can be part of a deal: nobody before the pool is fixed."""
    return playing(found) if hasattr(found, "fixed") else []


def _page(
    request: ClubRequest,
    found: Tournament,
    form: DealForm,
    word: ActForm,
    made: DealView | None,
    *,
    by: By | None = None,
) -> HttpResponse:
    lines = [
        (line, AgreeForm(initial={"deal_id": each.deal.pk, "entry_id": line.entry.pk}))
        for each in ([made] if made else [])
        for line in each.lines
    ]
    prizes = _prizes(found, form)
    counted = chips(found)
    return show(
        request,
        "tournaments/deal.html",
        form,
        tournament=found,
        made=made,
        lines=lines,
        word=word,
        remains_cents=sum(prizes),
        prizes_cents=prizes,
        chips=counted,
        ways={each: value_in_words(each, "by") for each in get_args(By)},
        filled_in=value_in_words(by, "by") if by and not form.is_bound else None,
        missing_chips=counted.in_play - made.chips if made and made.stands else 0,
    )
