"""Reading what was imposed on guests at cash tables."""

from datetime import date, datetime

from django.db.models import QuerySet

from cashgames.models import Penalty
from casino.kept_sql import kept_sql
from casino.messages import msg
from casino.players.queries import card_ids
from casino.refusals import NotFound


def penalties(session_id: int) -> QuerySet[Penalty]:
    """Return what was imposed at a table, the latest first; what was taken back, too."""
    people = ("seat__player", "imposed_by", "taken_back_by")
    found = Penalty.objects.filter(seat__session_id=session_id)
    return found.select_related(*people).order_by("-id")


def penalty(club_id: int, penalty_id: int) -> Penalty:
    """Return a penalty, whether it counts or not. Raises NotFound."""
    found = Penalty.objects.filter(seat__session__club_id=club_id, id=penalty_id)
    for one in found.select_related("seat__player", "seat__session__table"):
        return one
    raise NotFound(msg("This club has no such penalty."), field="table_penalty_id")


def penalties_before(player_id: int, day: date) -> list[tuple[str, str]]:
    """
    Return what a guest was warned or punished for on a gaming day, and how, by any card, in order.

    Source: OLY-1.53, AMB-118.
    """
    return [(each.breach, each.measure) for each in standing(player_id, day)]


def kept_from_play(player_id: int, day: date, *, at: datetime) -> Penalty | None:
    """Return by what a guest may not sit down: sent away until later, or out of the day's games."""
    for each in reversed(standing(player_id, day)):
        if each.measure == Penalty.Measure.OUT or each.lasts(at):
            return each
    return None


@kept_sql
def standing(player_id: int, day: date) -> QuerySet[Penalty]:
    """Return what was imposed on a guest on a gaming day and not taken back, in order."""
    stands = Penalty.objects.filter(gaming_day=day, taken_back_at=None)
    found = stands.filter(seat__player__in=card_ids(player_id))
    return found.select_related("seat__session__club").order_by("id")
