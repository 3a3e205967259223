"""Closing and paying a quarter, correcting points, further rankings, cards of one person."""

from collections.abc import Callable, Sequence
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from casino.approvals.models import Proposal
from casino.cage.queries.due import payable
from casino.cage.services.owing_anew import check_unpaid
from casino.house.models import Club
from casino.staff.models import Membership, Role
from casino.web.fields import ActForm
from casino.web.pages import Title, ask, carry_out, show
from casino.web.requested import to_request
from casino.web.roles import ClubRequest, page
from ranking.forms import (
    CorrectForm,
    EditionForm,
    PartForm,
    PayoutBackForm,
    SamePersonForm,
    WinnerForm,
)
from ranking.models import SamePerson
from ranking.queries.players import tournament_scores
from ranking.queries.rankings import (
    clubs_beside,
    joined_card,
    joined_near,
    paid_together,
    ranking,
)
from ranking.queries.standing import prizes, table
from ranking.services.closing import close_quarter
from ranking.services.correcting import correct_points
from ranking.services.joining import join_cards, part_cards
from ranking.services.keeping import keep_edition
from ranking.services.paying import pay_quarter
from ranking.services.taking_back import NotAwarded, take_back_payout
from ranking.services.winners import correct_winner
from tournaments.queries.tournaments import tournament
from tournaments.services.taking_back import PrizePaid


@page
def close(request: ClubRequest, ranking_id: int, quarter: str) -> HttpResponse:
    """Close a quarter by hand; by itself it closes at the first close after it."""
    return _of_quarter(request, ranking_id, quarter, close_quarter, title=_("Close the quarter"))


@page
def pay(request: ClubRequest, ranking_id: int, quarter: str) -> HttpResponse:
    """Compute the prizes of a closed quarter and ask the manager to approve them."""
    return _of_quarter(request, ranking_id, quarter, pay_quarter.ask, title=_("Request payout"))


@page
def take_back(request: ClubRequest, ranking_id: int, quarter: str) -> HttpResponse:
    """Ask the manager to take back the award of a quarter's prizes."""
    found = ranking(request.club.id, ranking_id)
    owed = prizes(found, quarter)
    if not owed:
        raise NotAwarded
    form = PayoutBackForm(request.POST or None)
    of = {"ranking_id": ranking_id, "quarter": quarter}
    return ask(request, form, take_back_payout.ask, **of) or show(
        request,
        "ranking/take_back.html",
        form,
        quarter=f"{found} {quarter}",
        owed=owed,
        pool_cents=sum(each.cents for each in owed),
        back=_address(request, ranking_id, quarter),
    )


def _of_quarter(
    request: ClubRequest,
    ranking_id: int,
    quarter: str,
    service: Callable[..., Any],
    *,
    title: Title,
) -> HttpResponse:
    found = ranking(request.club.id, ranking_id)
    form = ActForm(request.POST or None)
    done = carry_out(request, form, service, ranking_id=ranking_id, quarter=quarter)
    if isinstance(done, Proposal):
        return to_request(request, done, on_to=_address(request, ranking_id, quarter))
    if done:
        return redirect(_address(request, ranking_id, quarter))
    return show(
        request,
        "ranking/quarter_act.html",
        form,
        title=title,
        table=table(found, quarter),
        back=_address(request, ranking_id, quarter),
    )


@page
def correct(request: ClubRequest, tournament_id: int) -> HttpResponse:
    """Ask for other places; the approver reads before and after."""
    found = tournament(request.club.id, tournament_id)
    places = {
        player: place
        for score in tournament_scores(found)
        for place, group in _numbered(score.places)
        for player in group
    }
    form = CorrectForm(request.POST or None, tournament=found, places=places)
    return ask(request, form, correct_points.ask, tournament_id=tournament_id) or show(
        request, "ranking/correct.html", form, tournament=found
    )


def _numbered(places: list[list[int]]) -> list[tuple[int, list[int]]]:
    """Return each group with the number of its place."""
    return [(1 + sum(map(len, places[:number])), group) for number, group in enumerate(places)]


@page
def edition(request: ClubRequest) -> HttpResponse:
    """Ask for a further ranking, or for its next edition."""
    form = EditionForm(
        request.POST or None,
        clubs=_managed(request),
        initial={"name": request.GET.get("name", "")[:100]},
    )
    return _ask(request, form, keep_edition.ask, title=_("Propose a ranking"))


@page
def winner(request: ClubRequest, payable_id: int) -> HttpResponse:
    """Ask the manager to owe a prize of a closed quarter to another guest."""
    owed = payable(request.club.id, payable_id)
    check_unpaid(owed, PrizePaid)
    form = WinnerForm(request.POST or None, club_id=request.club.id)
    return ask(request, form, correct_winner.ask, payable_id=payable_id) or show(
        request, "ranking/winner.html", form, owed=owed
    )


@page
def same_person(request: ClubRequest) -> HttpResponse:
    """Ask that the points of one card count for another."""
    near = clubs_beside(request.club.id)
    form = SamePersonForm(request.POST or None, clubs=near, club_id=request.club.id)
    title = _("Duplicate card at another club")
    joined = joined_near(request.club.id)
    return _ask(request, form, join_cards.ask, title=title, joined=joined, is_alone=not near)


@page
def part(request: ClubRequest, player_id: int) -> HttpResponse:
    """Ask that a card counts for itself again."""
    joined = joined_card(request.club.id, player_id)
    form = PartForm(request.POST or None)
    return ask(request, form, part_cards.ask, player_id=player_id) or show(
        request, "ranking/part.html", form, joined=joined, kept=paid_together(joined)
    )


def _ask(
    request: ClubRequest,
    form: ActForm,
    service: Callable[..., Proposal],
    *,
    title: Title,
    joined: Sequence[SamePerson] = (),
    is_alone: bool = False,
) -> HttpResponse:
    """is_alone: no club whose cards could be meant is in a ranking with this one."""
    back = reverse("ranking", args=[request.club.slug])
    more = {"title": title, "back": back, "joined": joined, "is_alone": is_alone}
    return ask(request, form, service) or show(request, "ranking/act.html", form, **more)


def _managed(request: ClubRequest) -> list[Club]:
    held = Membership.objects.filter(user=request.user, role=Role.MANAGER)
    return list(Club.objects.filter(id__in=held.values("club")).order_by("name"))


def _address(request: ClubRequest, ranking_id: int, quarter: str) -> str:
    return reverse("ranking-quarter", args=[request.club.slug, ranking_id, quarter])
