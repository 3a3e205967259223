"""What was dealt at a table in truth, where its game was chosen or changed wrongly."""

from collections.abc import Collection, Iterable
from datetime import datetime

from cashgames.models import Correction, Session
from casino.ledger.queries.as_of import recorded_by


def game_corrections(
    sessions: Collection[Session], *, known_at: datetime | None = None
) -> list[Correction]:
    """Return what was said later of the games of tables, the latest first; known_at: by when."""
    found = Correction.objects.filter(session__in=sessions, what=Correction.What.GAME)
    return list(recorded_by(found, known_at).order_by("-id"))


def game_borders(sessions: Collection[Session]) -> set[datetime]:
    """Return the instants at which, as it was said later, another game began or ended."""
    said = game_corrections(sessions)
    return {at for each in said for at in (each.since, each.until) if at}


def game_said(said: Iterable[Correction], at: datetime) -> Correction | None:
    """Return what was said later of the game at an instant, None where the changes hold."""
    return next((each for each in said if each.since <= at < each.until), None)  # type: ignore[operator]
