"""The acts of a club, looked through: who, when, from where, what."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db.models import Q, TextField
from django.db.models.functions import Cast

from casino import clock
from casino.house.models import Club
from casino.house.stamp import KEY_USED, key_used
from casino.ledger.models import Act
from casino.staff.models import ApiToken, User

# No rows of the model: a page of acts reads hundreds of them.
COLUMNS = (
    "id",
    "operation",
    "arguments",
    "actor_id",
    "happened_at",
    "recorded_at",
)


@dataclass(frozen=True, kw_only=True, slots=True)
class TrailRow:
    """
    An act: who did what, with which values, when, from which address.

    api_key: what the key it came by is called; holder_id: who holds that one, where it is somebody
    else, whose name is `holder`.
    """

    id: int
    operation: str
    arguments: dict[str, Any]
    actor_id: int | None
    happened_at: datetime
    recorded_at: datetime
    address: str
    api_key: str = ""
    holder_id: int | None = None
    holder: str = ""


def trail(
    club: Club,
    *,
    text: str = "",
    actor_ids: Collection[int] | None = None,
    operations: Collection[str] | None = None,
    ids: Collection[int] | None = None,
    first: date | None = None,
    last: date | None = None,
    known_at: datetime | None = None,
    before_id: int | None = None,
    limit: int,
) -> list[TrailRow]:
    """
    Return acts of a club, the latest first.

    text: part of the operation or of a value; first, last: gaming days, both included; known_at:
    what was written down later is left out.
    """
    where = Q(club_id=club.pk)
    if before_id:
        where &= Q(id__lt=before_id)
    among = {"actor_id__in": actor_ids, "operation__in": operations, "id__in": ids}
    where &= Q(**{name: values for name, values in among.items() if values is not None})
    if first:
        where &= Q(happened_at__gte=_bounds(club, first)[0])
    if last:
        where &= Q(happened_at__lt=_bounds(club, last)[1])
    if known_at:
        where &= Q(recorded_at__lte=known_at)
    found = Act.objects.filter(where)
    if text:
        found = found.annotate(said=Cast("arguments", TextField()))
        found = found.filter(Q(operation__icontains=text) | Q(said__icontains=text))
    acts = list(found.order_by("-id").values_list(*COLUMNS, "request_id")[:limit])
    used = dict(filter(None, (key_used(request_id) for *_, request_id in acts)))
    keys = ApiToken.objects.in_bulk(used) if used else {}
    holders = User.objects.in_bulk({*used.values()} - {None}) if used else {}
    named = {key_id: str(keys.get(key_id, key_id)) for key_id in used}
    return [_row(*each, keys=named, holders=holders) for each in acts]


def _bounds(club: Club, day: date) -> tuple[datetime, datetime]:
    return clock.day_bounds(day, timezone=club.timezone, closes_at=club.closes_at)


def _row(*said: Any, keys: dict[int, str], holders: dict[int, User]) -> TrailRow:
    *values, request_id = said
    named = dict(zip(COLUMNS, values, strict=True))
    address = KEY_USED.sub("", request_id).partition("@")[2]
    key_id, holder_id = key_used(request_id) or (None, None)
    return TrailRow(
        **named,
        address=address,
        api_key=keys.get(key_id or 0, ""),
        holder_id=holder_id,
        holder=str(holders.get(holder_id or 0, "")),
    )
