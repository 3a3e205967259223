"""
A club held while it moves, let go where it stays, and led to where it went.

The database lets no act pass at a club that is held (epochs_check_act) but these.
"""

from datetime import date
from typing import Any

from django.core.management import CommandError

from cashgames.queries.tables import open_sessions
from casino.acts.kinds import Line
from casino.acts.runner import act
from casino.approvals.models import Proposal
from casino.cage.queries.shifts import open_shifts
from casino.epochs.queries.standing import standing
from casino.house.models import Club
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.ledger.queries.gaming_days import days_between, is_being_backfilled
from tournaments.models import Tournament

HOLD, RELEASE, LEAVE = "cells.hold_club", "cells.release_club", "cells.leave_club"


def _in_its_turn(stamp: Stamp, **_: Any) -> None:
    ledger.hold_club(stamp.club_id)


@act(HOLD, first=_in_its_turn, replay=lambda *_, **__: None)
def hold_club(stamp: Stamp, *, server: Line) -> None:
    """Let nobody book at a club on its way to a server. Raises CommandError while it is open."""
    club = Club.objects.select_for_update().get(id=stamp.club_id)
    is_again = not standing(club.pk).is_open  # it was lost by a restore, and stands there
    if not is_again and (found := [each for each in _open(club) if each]):
        raise CommandError(f"{club.slug} is not closed: {'; '.join(found)}.")
    club.is_held = True
    club.save(update_fields=["is_held"])


@act(RELEASE, first=_in_its_turn, replay=lambda *_, **__: None)
def release_club(stamp: Stamp) -> None:
    """Let people book again at a club that did not move."""
    Club.objects.filter(id=stamp.club_id).update(is_held=False)


@act(LEAVE, first=_in_its_turn, replay=lambda *_, **__: None)
def leave_club(stamp: Stamp, *, address: Line) -> None:
    """Lead everybody to the cell where the club's books are written from now on."""
    Club.objects.filter(id=stamp.club_id).update(moved_to=address)


def _open(club: Club) -> list[str]:
    """Say what has to end first."""
    days = days_between(club.pk, date.min, date.max)
    running = Tournament.objects.filter(
        club=club, started_at__isnull=False, finished_at=None, cancelled_at=None
    )
    undecided = Proposal.objects.filter(club=club, approved=None).count()
    return [
        *(f"{each.table} is open" for each in open_sessions(club.pk)),
        *(f"the shift of {each.cashier} on {each.drawer} is open" for each in open_shifts(club.pk)),
        *(f"the tournament {each} is running" for each in running),
        *(f"the gaming day {each.day} is not over" for each in days if each.state == "open"),
        f"{undecided} requests wait for a second person" * bool(undecided),
        "past nights are being entered" * is_being_backfilled(club.pk),
    ]
