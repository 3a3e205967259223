"""Reading what a study needs: hands by the thousand, games, how long players sat."""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import date, datetime
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.db import connection
from django.db.models import Exists, OuterRef, Prefetch, Q

from cashgames.models import Correction, Hand, Session, TableChange
from cashgames.queries.games import game_corrections
from cashgames.rules.families import named_game
from casino.clock import day_bounds
from casino.db import fetch_all
from casino.house.models import Club
from casino.house.queries import edition
from casino.house.rulebook import RuleBook
from casino.messages import msg
from casino.paging import Page
from casino.refusals import NotFound
from casino.whatif.models import Study
from casino.whatif.rules import Game, WhatIfDifference
from casino.whatif.rules import Hand as Played

CHUNK = 20_000
# What a change at the table may change of a game.
KNOWN = ("game", "special_cap")
Phase = tuple[datetime, Game]
# One statement in order of day and game, kept on the server and fetched in portions: memory stays
# flat, and what is dealt meanwhile changes nothing. A statement for each game would soon get one
# plan for all of them, and that one walks the primary key through the hands of every other night.
HANDS = """
SELECT coalesce(h.concerns, h.gaming_day) AS day, h.session_id, CASE WHEN EXISTS (
           SELECT FROM cashgames_tablechange c WHERE c.session_id = s.id
       ) OR EXISTS (
           SELECT FROM cashgames_correction c WHERE c.session_id = s.id AND c.what = 'game'
       ) THEN h.played_at END, h.pots_cents, h.players_dealt, h.first_round_passed,
       h.rake_cents, h.drop_cents, h.id
FROM cashgames_hand h JOIN cashgames_session s ON s.id = h.session_id
WHERE s.club_id = %(club)s AND h.gaming_day >= %(first)s
    AND coalesce(h.concerns, h.gaming_day) BETWEEN %(first)s AND %(last)s
    AND h.reverses_id IS NULL
    AND NOT EXISTS (SELECT FROM cashgames_hand back WHERE back.reverses_id = h.id)
ORDER BY 1, 2, 3
"""
MINUTES = """
SELECT e.session_id, sum(extract(epoch FROM
    least(coalesce(e.left_at, s.closed_at, now()), %(until)s) - greatest(e.sat_at, %(since)s)
))::bigint / 60
FROM cashgames_seat e JOIN cashgames_session s ON s.id = e.session_id
WHERE s.club_id = %(club)s AND e.sat_at < %(until)s
    AND coalesce(e.left_at, s.closed_at, now()) > %(since)s
GROUP BY 1
"""


def study(club_id: int, study_id: int) -> Study:
    """Return a study of the club. Raises NotFound."""
    found = Study.objects.select_related("asked_by").filter(club_id=club_id, id=study_id).first()
    if found is None:
        raise NotFound(msg("There is no such study in this club."), field="study_id")
    return found


def asked_rules(study: Study) -> RuleBook:
    """Return the rules that a study asks about."""
    return edition(study.book, json.dumps(study.overrides, sort_keys=True))


def studies(club_id: int, *, page: Page | None = None) -> list[Study]:
    """Return what was asked, the latest first, without the answers."""
    found = Study.objects.filter(club_id=club_id).select_related("asked_by").defer("result")
    return (page or Page(30)).of(found.order_by("-id"))


def count_hands(club_id: int, first_day: date, last_day: date) -> int:
    """Return how many hands a period has."""
    of_club = Hand.objects.filter(Hand.STANDS, session__club_id=club_id)
    return of_club.filter(_dealt_in(first_day, last_day)).count()


def hands(
    club_id: int, first_day: date, last_day: date
) -> Iterator[list[tuple[date, Game, list[Played]]]]:
    """Yield the hands of a period in portions of CHUNK: (gaming day, game, its hands), ..."""
    with connection.chunked_cursor() as cursor:
        cursor.execute(HANDS, {"club": club_id, "first": first_day, "last": last_day})
        games = _games(club_id, first_day, last_day)
        while rows := cursor.fetchmany(CHUNK):
            yield [
                (day, _game_at(games[session_id], at), [row[3:] for row in some])
                for (day, session_id, at), some in groupby(rows, itemgetter(0, 1, 2))
            ]


def named(differences: Iterable[WhatIfDifference]) -> list[dict[str, Any]]:
    """Return differences as plain data, each hand with its day, its table and its name."""
    by_id = {each.hand_id: each for each in differences}
    found = Hand.objects.filter(id__in=by_id).select_related("session__table").order_by("id")
    return [
        {
            "day": hand.played_day.isoformat(),
            "table": hand.session.table.name,
            "hand": hand.name,
            "taken_cents": by_id[hand.pk].taken_cents,
            "again_cents": by_id[hand.pk].again_cents,
        }
        for hand in found
    ]


def _dealt_in(first_day: date, last_day: date) -> Q:
    """Return what finds the hands dealt in a period, whenever they were booked."""
    period = (first_day, last_day)
    dealt = Q(concerns__range=period) | Q(concerns=None, gaming_day__range=period)
    return dealt & Q(gaming_day__gte=first_day)


def _games(club_id: int, first_day: date, last_day: date) -> dict[int, list[Phase]]:
    """Return what was dealt at each session of a period, the latest game first."""
    dealt = Hand.objects.filter(_dealt_in(first_day, last_day), session_id=OuterRef("id"))
    changes = TableChange.objects.exclude(what=TableChange.What.LIMITS).order_by("-at", "-id")
    sessions = Session.objects.filter(Exists(dealt), club_id=club_id).select_related("table")
    found = list(sessions.prefetch_related(Prefetch("changes", changes)))
    said = defaultdict[int, list[Correction]](list)
    for each in reversed(game_corrections(found)):
        said[each.session_id].append(each)
    return {session.pk: _phases(session, said[session.pk]) for session in found}


def _phases(session: Session, corrections: list[Correction]) -> list[Phase]:
    """Return the games of a session with the instants of their beginning, the latest first."""
    phases, game = [], _game(session)
    for change in session.changes.all():
        phases.append((change.at, game))
        known = {name: change.before[name] for name in KNOWN if name in change.before}
        if change.before.get("time_rake_cents"):
            known["mode"] = "time"
        game = replace(game, **known)
    phases.append((session.opened_at, game))
    for said in corrections:
        phases = _with_game(phases, said)
    return phases


def _with_game(phases: list[Phase], said: Correction) -> list[Phase]:
    """Return the phases with what was dealt in truth from one instant to another."""
    since, until = said.since, said.until
    assert since  # as of every correction of a game
    assert until
    during = [(at, game) for at, game in phases if since < at < until]
    during.append((since, _game_at(phases, since)))
    dealt = named_game(said.game)
    return [
        *((at, game) for at, game in phases if at > until),
        (until, _game_at(phases, until)),
        *((at, replace(game, game=dealt)) for at, game in during),
        *((at, game) for at, game in phases if at < since),
    ]


def _game_at(phases: list[Phase], at: datetime | None) -> Game:
    """Return the game at an instant; no instant, where nothing was ever changed."""
    latest = phases[0][1]
    if at is None:
        return latest
    return next((game for since, game in phases if since <= at), phases[-1][1])


def player_minutes(club: Club, first_day: date, last_day: date) -> dict[int, int]:
    """Return how many minutes the seats of each session were taken in a period, together."""
    since, _ = day_bounds(first_day, timezone=club.timezone, closes_at=club.closes_at)
    _, until = day_bounds(last_day, timezone=club.timezone, closes_at=club.closes_at)
    rows = fetch_all(MINUTES, {"club": club.pk, "since": since, "until": until})
    return {session_id: minutes for session_id, minutes in rows if minutes}


def _game(session: Session) -> Game:
    return Game(
        session_id=session.pk,
        table=session.table.name,
        game=named_game(session.game),
        special_cap=session.special_cap,
        feeds=session.pool_ref is not None,
        mode=session.mode,
    )
