"""A new epoch: begun where the server is another one than before, or behind its copies outside."""

import json
from collections import Counter
from datetime import datetime
from typing import Any

from django.db import connection

from casino.db import command
from casino.epochs.models import Epoch, GoneCopy, LostAct, Opening
from casino.epochs.queries import outside
from casino.epochs.queries.standing import is_of_server, is_opened, latest, server, standing
from casino.house.models import Club
from casino.house.queries import clubs
from casino.ledger.outbox import append

LOCK = 7002


@command
def begin_where_due(*, at: datetime) -> Epoch | None:
    """
    Begin a new epoch where one is due, and return it; None where the old one goes on.

    All numbers go beyond those that were known, and a club that lost nothing is open at once. To
    be asked where the mirror lies: a copy that is not there is taken for gone.
    """
    hold_epoch()
    before, everyone = latest(), clubs()
    if is_of_server(before) and not any(_is_behind(club, before) for club in everyone):
        if all(is_opened(club.pk, before) for club in everyone):
            outside.put_back_file().unlink(missing_ok=True)  # it is continued since
        return None
    lost = {club: outside.lost(club) for club in everyone}
    epoch = _begin(before, lost, at)
    for club in everyone:
        open_where_settled(club.pk, at=at)
    line = f"{epoch.number} {epoch.system} {epoch.timeline} {at.isoformat()} {epoch.digest}"
    append(outside.epochs_file(), [line])
    return epoch


def hold_epoch() -> None:
    """Let nobody else begin an epoch or settle what was lost, until this transaction ends."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])


def open_where_settled(club_id: int, *, at: datetime) -> None:
    """Let a club work in the epoch once nothing is left to settle."""
    now = standing(club_id)
    if now.is_open and not is_opened(club_id, now.epoch):
        Opening.objects.create(epoch=now.epoch, club_id=club_id, opened_at=at)


def _begin(before: Epoch, lost: dict[Club, list[dict[str, Any]]], at: datetime) -> Epoch:
    system, timeline = server()
    listed = [copy for club in lost for copy in lost[club]]
    epoch = Epoch.objects.create(
        number=max([before.number, *outside.epochs_outside()]) + 1,
        system=system,
        timeline=timeline,
        begun_at=at,
        known=_known(lost),
        copies={str(club.pk): outside.is_whole(club) for club in lost},
        digest=outside.digest(listed),
    )
    LostAct.objects.bulk_create(
        LostAct(epoch=epoch, club=club, act_id=copy["id"], key=copy["key"], copy=copy)
        for club in lost
        for copy in lost[club]
    )
    return epoch


def _known(lost: dict[Club, list[dict[str, Any]]]) -> dict[str, Any]:
    """Return the highest numbers that the lost acts had, and the seals that went with them."""
    acts = [copy for club in lost for copy in lost[club]]
    entries = [entry for copy in acts for entry in copy["entries"]]
    series: Counter[str] = Counter()
    for entry in entries:
        if entry["number"]:
            name = str(entry["series_id"])
            series[name] = max(series[name], entry["number"])
    ids = {
        "ledger_act": max((copy["id"] for copy in acts), default=0),
        "ledger_entry": max((entry["id"] for entry in entries), default=0),
        "ledger_series": max(map(int, series), default=0),
    }
    seals = {str(club.pk): outside.lost_seals(club) for club in lost}
    return {"ids": ids, "series": dict(series), "seals": {k: v for k, v in seals.items() if v}}


def _is_behind(club: Club, epoch: Epoch) -> bool:
    """
    Return whether the mirror of a club knows more than the database, whatever the server says.

    A disk that was put back as it was says nothing. What another database wrote into the same
    folder before this one was made does not count; a copy that was missing and is back does.
    """
    if not epoch.copies.get(str(club.pk), True) and not is_opened(club.pk, epoch):
        gone = GoneCopy.objects.filter(epoch=epoch, club=club).exists()
        return not gone and outside.is_whole(club)
    last = outside.newest(club)
    if last is None or outside.is_known(last):
        return False
    first = Epoch.objects.get(number=1)
    return datetime.fromisoformat(json.loads(last.line)["recorded_at"]) > first.begun_at
