"""The standing for everybody: no sign-in, nothing to press, guests by initials or number."""

from collections.abc import Iterator
from datetime import date, datetime
from functools import lru_cache

from django.conf import settings
from django.http import Http404
from django.template.loader import render_to_string
from django.utils.crypto import constant_time_compare
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from casino import clock
from casino.db import now
from casino.house.models import Club
from casino.house.queries import club_stamp
from casino.keys import site_macs
from casino.names import public_name
from casino.players.models import Player
from casino.web.room import Screen, for_the_room
from ranking.models import Ranking
from ranking.queries import standing as standing_queries
from ranking.queries.players import cards, chances, player_points, tonight

MAX_SHOWN = 30


@for_the_room
def standing(club: Club) -> Screen:
    """Draw the open quarter of the club's own ranking, for a screen or a guest's telephone."""
    found = _ranking(club)
    panel = _standing_panel(found.pk, now().replace(microsecond=0))
    return Screen(panel=panel, place=found.name)


@for_the_room
def player(club: Club, code: int, mark: str) -> Screen:
    """Draw a guest's quarter, by the address that the guest was given: every tournament."""
    found = _ranking(club)
    if not any(constant_time_compare(mark, known) for known in _marks(club.pk, code)):
        raise Http404(_("No player with that number has points."))
    at = now().replace(microsecond=0)
    return Screen(panel=_player_panel(found.pk, code, at), place=found.name)


def mark_of(club_id: int, code: int) -> str:
    """Return what makes the address of a guest's page: numbers alone could be counted through."""
    return next(_marks(club_id, code))


def _marks(club_id: int, code: int) -> Iterator[str]:
    """Yield it, then what the site's former keys made: guests keep their addresses."""
    for mac in site_macs("ranking.player", f"{club_id}:{code}"):
        yield mac.hex()[:12]


def named(player: Player) -> str:
    """Return a guest as the room may see one."""
    return public_name(player.name, player.code, settings.PUBLIC_BOARD)


def _ranking(club: Club) -> Ranking:
    """Return a club's own ranking. Raises Http404 where there is none."""
    found = Ranking.objects.filter(club=club, own=True).select_related("club").first()
    if found is None:
        raise Http404(_("This ranking does not exist."))
    return found


@lru_cache(maxsize=64)
def _standing_panel(ranking_id: int, at: datetime) -> SafeString:
    """Draw a standing once a second, however many strangers look at it."""
    found = Ranking.objects.select_related("club").get(id=ranking_id)
    table = standing_queries.table(found, _quarter(found, at))
    return render_to_string(
        "ranking/public_standing.html",
        {
            "at": at,
            "club": found.club,
            "table": table,
            "more": max(0, len(table.rows) - MAX_SHOWN),
            "rows": [
                (row, named(row.player), mark_of(found.club_id, row.player.code))
                for row in table.rows[:MAX_SHOWN]
            ],
            "tonight": tonight(found, day=_today(found, at), at=at),
        },
    )


@lru_cache(maxsize=64)
def _player_panel(ranking_id: int, code: int, at: datetime) -> SafeString:
    """Draw a guest's page once a second. Raises Http404 for a guest without points."""
    found = Ranking.objects.select_related("club").get(id=ranking_id)
    shown = Player.objects.filter(club_id=found.club_id, code=code).first()
    table = standing_queries.table(found, _quarter(found, at))
    row = shown and table.row(cards(found, shown.pk)[0])
    if shown is None or row is None:
        raise Http404(_("No player with that number has points."))
    running = tonight(found, day=_today(found, at), at=at)
    return render_to_string(
        "ranking/public_player.html",
        {
            "at": at,
            "club": found.club,
            "table": table,
            "row": row,
            "who": named(shown),
            "points": player_points(found, table.quarter, shown.pk),
            "chances": [(each, chances(table, shown, each)) for each in running],
            "public": True,
        },
    )


def _quarter(found: Ranking, at: datetime) -> str:
    return clock.quarter(_today(found, at))


def _today(found: Ranking, at: datetime) -> date:
    return club_stamp(found.club, at=at, actor_id=None).gaming_day
