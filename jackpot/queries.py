"""Reading jackpots: the pool now, and the levels fixed at the closes. Cents."""

from dataclasses import dataclass
from datetime import date, datetime

from casino.ledger import queries as ledger
from casino.refusals import NotFound
from jackpot.models import Jackpot, Snapshot


@dataclass(frozen=True, kw_only=True, slots=True)
class Level:
    """A jackpot: the pool as it grows, and the level that a hit would be paid from."""

    jackpot: Jackpot
    pool_cents: int
    fixed_cents: int
    fixed_at: datetime | None


def jackpots(club_id: int) -> list[Jackpot]:
    """Return the club's jackpots, by name."""
    return list(Jackpot.objects.filter(club_id=club_id).order_by("name", "id"))


def jackpot(club_id: int, jackpot_id: int) -> Jackpot:
    """Return a jackpot of the club. Raises NotFound."""
    found = Jackpot.objects.filter(club_id=club_id, id=jackpot_id).first()
    if found is None:
        raise NotFound("There is no such jackpot in this club.")
    return found


def level(jackpot: Jackpot) -> Level:
    """Return a jackpot's pool now and its level at the latest close (OLY-4.4)."""
    latest = jackpot.snapshots.order_by("-at").first()
    return Level(
        jackpot=jackpot,
        pool_cents=-ledger.balance_cents(jackpot.club_id, "jackpot:pool", jackpot.id),
        fixed_cents=latest.level_cents if latest else 0,
        fixed_at=latest.at if latest else None,
    )


def history(jackpot: Jackpot, *, limit: int = 90) -> list[Snapshot]:
    """Return the levels at the latest closes, latest first."""
    return list(jackpot.snapshots.order_by("-at")[:limit])


def levels_on(club_id: int, day: date) -> list[Snapshot]:
    """Return the levels fixed at the closes of a gaming day, in order of time."""
    fixed = Snapshot.objects.filter(jackpot__club_id=club_id, gaming_day=day)
    return list(fixed.select_related("jackpot").order_by("at", "jackpot__name"))
