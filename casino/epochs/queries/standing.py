"""In which epoch the server is, whether a club may work in it, and what was lost."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from casino.cage.queries.shifts import drawer_of_series
from casino.db import fetch_one
from casino.epochs.models import Epoch, GoneCopy, LostAct, Opening, Settlement
from casino.paging import Page
from casino.staff.models import User


@dataclass(frozen=True, kw_only=True, slots=True)
class EpochStanding:
    """
    How a club stands after a restore.

    begun: whether the epoch is this server's; whole: whether the club's copy outside was; gone:
    what two people said of a copy that was not; left: lost acts that nobody has settled.
    """

    epoch: Epoch
    begun: bool
    whole: bool
    gone: GoneCopy | None
    left: int

    @property
    def is_open(self) -> bool:
        """Whether the club may work."""
        return self.begun and not self.left and (self.whole or self.gone is not None)

    @property
    def is_first(self) -> bool:
        """Whether nothing was ever restored."""
        return self.begun and self.epoch.number == 1


@dataclass(frozen=True, kw_only=True, slots=True)
class Lost:
    """A lost act as people know it: from the desk and the slip that was printed."""

    row: LostAct
    who: User | None
    at: datetime
    slips: tuple[str, ...]
    cents: int
    entries: list[dict[str, Any]]

    @property
    def settled(self) -> Settlement | None:
        """How two people settled it, None while nobody did."""
        return getattr(self.row, "settlement", None)

    @property
    def operation(self) -> str:
        """The name of the act."""
        return str(self.row.copy["operation"])


def server() -> tuple[str, str]:
    """Return which server answers, and which branch of its log it writes."""
    system, timeline = fetch_one("SELECT system, timeline FROM epochs_server()")
    return system, timeline


def latest() -> Epoch:
    """Return the epoch that was begun last."""
    return Epoch.objects.order_by("-number")[0]


def is_of_server(epoch: Epoch) -> bool:
    """Return whether an epoch is that of the server which answers."""
    return (epoch.system, epoch.timeline) == server()


def standing(club_id: int) -> EpochStanding:
    """Return how a club stands."""
    epoch = latest()
    return EpochStanding(
        epoch=epoch,
        begun=is_of_server(epoch),
        whole=epoch.copies.get(str(club_id), True),
        gone=GoneCopy.objects.filter(epoch=epoch, club_id=club_id).first(),
        left=LostAct.objects.filter(club_id=club_id, settlement=None).count(),
    )


def is_opened(club_id: int, epoch: Epoch) -> bool:
    """Return whether a club was opened in an epoch."""
    return Opening.objects.filter(epoch=epoch, club_id=club_id).exists()


def lost_acts(
    club_id: int, *, ids: Collection[int] | None = None, page: Page | None = None
) -> list[Lost]:
    """Return what restores lost of a club as it happened."""
    found = LostAct.objects.filter(club_id=club_id)
    if ids is not None:
        found = found.filter(id__in=ids)
    people = found.select_related("settlement__asked_by", "settlement__signed_by", "epoch")
    ordered = people.order_by("epoch_id", "act_id")
    return _known(club_id, page.of(ordered) if page else list(ordered))


def _known(club_id: int, rows: list[LostAct]) -> list[Lost]:
    people = User.objects.in_bulk({row.copy["actor_id"] for row in rows if row.copy["actor_id"]})
    return [
        Lost(
            row=row,
            who=people.get(row.copy["actor_id"]),
            at=datetime.fromisoformat(row.copy["happened_at"]),
            slips=tuple(_slip(club_id, each) for each in row.copy["entries"] if each["number"]),
            cents=sum(_cents(each) for each in row.copy["entries"]),
            entries=row.copy["entries"],
        )
        for row in rows
    ]


def _slip(club_id: int, entry: dict[str, Any]) -> str:
    """Return which slip an entry was, by its drawer's name and its number."""
    drawer = drawer_of_series(club_id, entry["series_id"])
    return f"{drawer.name if drawer else ''} {entry['number']}".strip()


def _cents(entry: dict[str, Any]) -> int:
    return sum(cents for cents in entry["cents"] if cents > 0)
