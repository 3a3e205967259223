"""Series of tournaments, which share their jackpots."""

from casino.acts.kinds import Id, Name
from casino.acts.runner import act
from casino.approvals.signed import NothingChanges
from casino.house.stamp import Stamp
from tournaments.models import Series
from tournaments.queries.tournaments import series
from tournaments.services.announcing import named


@act("tournaments.add_series")
def add_series(stamp: Stamp, *, name: Name) -> Series:
    """Found a series: its tournaments share their jackpots (AMB-68). Raises NameTaken."""
    found: Series = named(Series(club_id=stamp.club_id, name=name, act_id=stamp.act_id))
    return found


@act("tournaments.rename_series")
def rename_series(stamp: Stamp, *, series_id: Id, name: Name) -> Series:
    """
    Call a series otherwise, where its name was mistyped; its tournaments and pools stay.

    What was printed, signed or awarded keeps what it was called. Raises NotFound, NameTaken,
    NothingChanges.
    """
    found = series(stamp.club_id, series_id)
    if found.name == name:
        raise NothingChanges
    found.name = name
    renamed: Series = named(found)
    return renamed
