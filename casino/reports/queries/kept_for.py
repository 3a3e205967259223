"""What an account is kept for, by the name that it had then: a drawer, a game, a tournament."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from cashgames.models import Session
from casino.cage.models import Drawer
from casino.clock import local_time
from casino.house.models import Club
from casino.ledger.chart import CHART
from casino.ledger.queries.rows import AccountRow
from casino.reports.queries.as_of import name_tables, rows_as_of
from jackpot.models import Jackpot
from ranking.rules.periods import quarter_of
from tournaments.models import Series, Tournament

NAMED: dict[str, type[Any]] = {
    "drawer": Drawer,
    "jackpot": Jackpot,
    "other club": Club,
    "series": Series,
    "tournament": Tournament,
}


def kept_for(
    accounts: Iterable[AccountRow], at: datetime | None, *, timezone: str
) -> dict[tuple[str, int], str]:
    """Return by code and ref what has a name; at: as it was called then, None: as it is now."""
    kinds = {
        (each.code, each.ref): CHART[each.code].per
        for each in accounts
        if each.ref and each.code in CHART
    }
    refs = defaultdict(set)
    for (_, ref), kind in kinds.items():
        refs[kind].add(ref)
    games = list(Session.objects.filter(id__in=refs["session"]).select_related("table"))
    name_tables(games, at)
    names = {("session", game.pk): _of_game(game, timezone) for game in games}
    names |= {("quarter", ref): quarter_of(ref) for ref in refs["quarter"]}
    for kind, model in NAMED.items():
        rows = rows_as_of(model.objects.filter(id__in=refs[kind]), at)
        names |= {(kind, row.pk): str(row) for row in rows}
    found = {key: names.get((kind, key[1])) for key, kind in kinds.items()}
    return {key: name for key, name in found.items() if name}


def _of_game(game: Session, timezone: str) -> str:
    """Return a game by its table and when it was opened: a table has one each night."""
    return f"{game.table} {local_time(game.opened_at, '%d.%m. %H:%M', timezone=timezone)}"
