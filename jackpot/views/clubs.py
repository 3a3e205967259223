"""Pools of several clubs, the money between them, and who approves how much."""

from dataclasses import asdict

from django.http import HttpResponse

from casino.approvals.models import Proposal
from casino.approvals.queries import open_proposals
from casino.house.models import Club
from casino.money import format_cents
from casino.paging import Page
from casino.web.pages import ask, show
from casino.web.roles import ClubRequest, may_send, page, request_stamp
from jackpot.forms import LimitsForm, ReverseSettlementForm, SettleForm, ShareBackForm, ShareForm
from jackpot.queries import clubs as clubs_queries
from jackpot.queries.levels import clubs_of, held_cents, jackpot
from jackpot.rules.limits import Limits
from jackpot.services.intercompany import REVERSE, SETTLE, own_club, reverse_settlement, settle
from jackpot.services.limits import CHANGE, change_limits
from jackpot.services.sharing import share_pool
from jackpot.services.sharing_back import linked, take_back_sharing


@page
def share(request: ClubRequest, jackpot_id: int) -> HttpResponse:
    """Let another club of the group feed a pool; the accountant of both approves it."""
    found = jackpot(request.club.id, jackpot_id)
    clubs = [club for club in _mine(request) if club.pk not in clubs_of(found)]
    form = ShareForm(request.POST or None, choices=_offered(clubs))
    return ask(request, form, share_pool.ask, jackpot_id=jackpot_id) or show(
        request,
        "jackpot/share.html",
        form,
        jackpot=found,
        others=clubs,
        brings=[(club, sum(clubs_queries.own_pools_cents(club.pk).values())) for club in clubs],
    )


@page
def share_back(request: ClubRequest, jackpot_id: int, club_id: int) -> HttpResponse:
    """Ask that another club has its own pool again; the accountant of both approves it."""
    found = linked(request.club.id, jackpot_id, own_club(request_stamp(request), club_id))
    form = ShareBackForm(request.POST or None)
    known = {"jackpot_id": jackpot_id, "club_id": club_id}
    return ask(request, form, take_back_sharing.ask, **known) or show(
        request,
        "jackpot/share_back.html",
        form,
        link=found,
        returned_cents=held_cents(found.jackpot)[club_id],
    )


def _offered(clubs: list[Club]) -> dict[str, list[tuple[int, str]]]:
    """Return the clubs of which one is chosen."""
    return {"club_id": [(club.pk, club.name) for club in clubs]}


@page
def intercompany(request: ClubRequest) -> HttpResponse:
    """What this club and the others owe each other for shares paid, and sending it."""
    mine = {club.pk for club in _mine(request)}
    rows = clubs_queries.intercompany(request.club.id)
    owed = [row.club for row in rows if row.owes_cents and row.club.pk in mine]
    form = SettleForm(request.POST or None, choices=_offered(owed))
    part = Page(clubs_queries.TRANSFERS, request.GET.get("before", ""))
    return ask(request, form, settle.ask) or show(
        request,
        "jackpot/intercompany.html",
        form,
        rows=[(row, row.club.name if row.club.pk in mine else "") for row in rows],
        sends=may_send(request, "jackpot-intercompany") and bool(owed),
        transfers=clubs_queries.transfers(request.club.id, page=part),
        next=part.next,
        mine=mine,
        asked=_asked(request, SETTLE),
        reversals=_asked(request, REVERSE),
    )


@page
def reverse_transfer(request: ClubRequest, settlement_id: int) -> HttpResponse:
    """Ask that both clubs take back a transfer that was not sent, or came back."""
    found = clubs_queries.settlement(request.club.id, settlement_id)
    form = ReverseSettlementForm(request.POST or None)
    known = {"settlement_id": settlement_id}
    return ask(request, form, reverse_settlement.ask, **known) or show(
        request,
        "jackpot/transfer_reverse.html",
        form,
        settlement=found,
        mine={club.pk for club in _mine(request)},
    )


@page
def limits(request: ClubRequest) -> HttpResponse:
    """Who approves up to which amount, and the manager's proposal of other amounts."""
    now, usual = clubs_queries.limits(request.club.id), Limits()
    typed = {name: format_cents(cents) for name, cents in asdict(now).items()}
    form = LimitsForm(request.POST or None, initial=typed)
    return ask(request, form, change_limits.ask) or show(
        request,
        "jackpot/limits.html",
        form,
        now_cents=asdict(now),
        usual_cents=asdict(usual),
        own=now != usual,
        asked=_asked(request, CHANGE),
        may_propose=may_send(request, "jackpot-limits"),
    )


def _mine(request: ClubRequest) -> list[Club]:
    """Return the clubs where the reader works."""
    return clubs_queries.clubs_where(request.user.id)


def _asked(request: ClubRequest, operation: str) -> list[Proposal]:
    waiting = open_proposals(request.club.id, at=request.at)
    return [each for each in waiting if each.operation == operation]
