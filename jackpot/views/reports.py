"""What came and went, what was hit, whether the money is there, and changes by hand."""

from datetime import timedelta

from django.http import HttpResponse

from casino.web.downloads import as_download
from casino.web.pages import ask, show
from casino.web.roles import ClubRequest, may_open, page, request_stamp
from jackpot import exports
from jackpot.forms import AdjustForm, MoveBackForm, MoveForm
from jackpot.models import Feeder, Jackpot
from jackpot.queries import movements
from jackpot.queries.clubs import Part, clubs_where, parts
from jackpot.queries.levels import clubs_of, history, in_use, jackpot, level
from jackpot.queries.movements import PoolDay
from jackpot.services.adjustments import adjust_pool
from jackpot.services.moving import move_pool, move_pool_back
from jackpot.services.sharing_back import can_be_parted

SHOWN_DAYS, FILE_DAYS = timedelta(days=31), timedelta(days=366)


@page
def pool(request: ClubRequest, jackpot_id: int) -> HttpResponse:
    """A pool's movements by day and table, its levels as a chart, its hits and changes by hand."""
    found = jackpot(request.club.id, jackpot_id)
    return show(
        request,
        "jackpot/pool.html",
        jackpot=found,
        level=level(found),
        history=history(found),
        days=_days(request, found, SHOWN_DAYS),
        hits=movements.hits(found, club_id=request.club.id),
        adjustments=movements.adjustments(found, club_id=request.club.id),
        moves=movements.pool_moves(found, club_id=request.club.id),
        parts=_parts(request, found),
        links=_links(request, found),
        keeps=found.club_id == request.club.id,
    )


@page
def movements_file(request: ClubRequest, jackpot_id: int) -> HttpResponse:
    """A year of movements for a spreadsheet."""
    found = jackpot(request.club.id, jackpot_id)
    content = exports.movements_csv(found, _days(request, found, FILE_DAYS))
    return as_download(content, f"{request.club.slug}_jackpot_{found.pk}_movements.csv")


@page
def hits_file(request: ClubRequest, jackpot_id: int) -> HttpResponse:
    """Every hit with its shares and its evidence, for a spreadsheet."""
    found = jackpot(request.club.id, jackpot_id)
    hits = movements.hits(found, club_id=request.club.id)
    return as_download(
        exports.hits_csv(found, hits), f"{request.club.slug}_jackpot_{found.pk}_hits.csv"
    )


@page
def funds(request: ClubRequest) -> HttpResponse:
    """What the players would be owed if the jackpots were closed now, and the cash behind it."""
    return show(request, "jackpot/funds.html", funds=movements.funds(request_stamp(request)))


@page
def funds_file(request: ClubRequest) -> HttpResponse:
    """The same for a spreadsheet."""
    content = exports.funds_csv(movements.funds(request_stamp(request)), at=request.at)
    return as_download(content, f"{request.club.slug}_jackpot_funds.csv")


@page
def adjust(request: ClubRequest, jackpot_id: int) -> HttpResponse:
    """Ask for a change of a pool; the accountant approves it."""
    found = jackpot(request.club.id, jackpot_id)
    form = AdjustForm(request.POST or None)
    return ask(request, form, adjust_pool.ask, jackpot_id=jackpot_id) or show(
        request, "jackpot/adjust.html", form, level=level(found)
    )


@page
def move(request: ClubRequest, jackpot_id: int) -> HttpResponse:
    """Ask that the pool's money goes into another jackpot; the accountant approves it."""
    found = jackpot(request.club.id, jackpot_id)
    others = [each for each in in_use(request.club.id) if each.pk != jackpot_id]
    form = MoveForm(
        request.POST or None, choices={"to_jackpot_id": [(each.pk, each.name) for each in others]}
    )
    return ask(request, form, move_pool.ask, jackpot_id=jackpot_id) or show(
        request, "jackpot/move.html", form, level=level(found), others=others
    )


@page
def move_back(request: ClubRequest, pool_move_id: int) -> HttpResponse:
    """Ask that what was moved into another jackpot goes back."""
    found = movements.pool_move(request.club.id, pool_move_id)
    form = MoveBackForm(request.POST or None)
    return ask(request, form, move_pool_back.ask, pool_move_id=pool_move_id) or show(
        request, "jackpot/move_back.html", form, move=found
    )


def _parts(request: ClubRequest, found: Jackpot) -> list[Part]:
    """Return the pool by club, if several feed it; only the reader's own clubs are named."""
    mine = {club.pk for club in clubs_where(request.user.id)}
    shared = len(clubs_of(found)) > 1
    return parts(found, seen=mine) if shared else []


def _links(request: ClubRequest, found: Jackpot) -> list[Feeder]:
    """Return the links of the reader's other clubs that can still be taken back."""
    if found.club_id != request.club.id or not may_open(request, "pool-share-back"):
        return []
    mine = clubs_where(request.user.id)
    links = found.feeders.filter(club__in=mine).select_related("jackpot", "club").order_by("id")
    return [each for each in links if can_be_parted(each, at=request.at)]


def _days(request: ClubRequest, found: Jackpot, back: timedelta) -> list[PoolDay]:
    today = request_stamp(request).gaming_day
    return movements.pool_days(found, club_id=request.club.id, first=today - back, last=today)
