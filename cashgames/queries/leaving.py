"""How a player last left a table: cashed out, the stack removed, or moved by the floor."""

from datetime import datetime

from django.db.models import QuerySet

from cashgames.models import ChipMove
from casino.kept_sql import kept_sql
from casino.players.queries import card_ids

LEAVES = (ChipMove.Kind.CASH_OUT, ChipMove.Kind.REMOVED)


def last_leaving(table_id: int, player_id: int) -> tuple[datetime, int] | None:
    """
    Return when the player last left this table and with which cents, by any card, however often it
    was opened since; None for who didn't.

    Who was moved took away what the cash-out at the next table says, at most the stack that moved.
    Source: OLY-2.26, VOO-C23, AMB-110, AMB-120.
    """
    for left in _left(table_id, player_id):
        if left.kind != ChipMove.Kind.MOVED_OUT:
            return left.at, left.cents
        for ended in _left_next(player_id, left.at):
            if ended.kind == ChipMove.Kind.CASH_OUT:
                return left.at, min(left.cents, ended.cents)
    return None


@kept_sql
def _left(table_id: int, player_id: int) -> QuerySet[ChipMove]:
    left = ChipMove.objects.filter(
        ChipMove.STANDS,
        seat__session__table_id=table_id,
        seat__player__in=card_ids(player_id),
        kind__in=(*LEAVES, ChipMove.Kind.MOVED_OUT),
    )
    return left.order_by("-at", "-id")[:1]


@kept_sql
def _left_next(player_id: int, since: datetime) -> QuerySet[ChipMove]:
    left = ChipMove.objects.filter(
        ChipMove.STANDS, seat__player__in=card_ids(player_id), kind__in=LEAVES, at__gte=since
    )
    return left.order_by("at", "id")[:1]
