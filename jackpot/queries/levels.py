"""Reading jackpots: the pool now, and the levels fixed at the closes. Cents."""

from dataclasses import dataclass
from datetime import UTC, date, datetime

from django.db.models import Sum

from cashgames import queries as cashgames
from casino import clock
from casino.house.models import Club
from casino.ledger import queries as ledger
from casino.refusals import NotFound, Refusal
from jackpot.models import Award, Claim, Jackpot, Snapshot
from jackpot.rules.awards import Base
from jackpot.rules.ledger import base_cents, latest_close


class CloseMissing(Refusal):
    """A hit is computed from a level that nothing can change any more (AMB-38)."""

    status = 409
    code = "JACKPOT-006"
    message = "The gaming day before is not closed yet: its level is not fixed."
    source = "AMB-38"
    next_step = "The close runs by itself within a minute; then try again."


@dataclass(frozen=True, kw_only=True, slots=True)
class Level:
    """
    A jackpot: the pool as it grows, the level that a hit is paid from, what was paid since.

    provisional: boxes of that night are still to be counted, the level will rise by them.
    """

    jackpot: Jackpot
    pool_cents: int
    fixed_cents: int
    fixed_at: datetime | None
    paid_since_cents: int
    provisional: bool = False

    @property
    def base_cents(self) -> int:
        """What the next hit is paid from (AMB-29, AMB-35)."""
        return base_cents(
            level_cents=self.fixed_cents,
            paid_since_cents=self.paid_since_cents,
            pool_before_hand_cents=self.pool_cents,
        )


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
        fixed_cents=with_boxes_cents(latest) if latest else 0,
        fixed_at=latest.at if latest else None,
        paid_since_cents=_paid_cents(jackpot, since=latest.at) if latest else 0,
        provisional=latest is not None and is_provisional(jackpot, latest.at),
    )


def with_boxes_cents(fixed: Snapshot) -> int:
    """Return a level with the boxes of before its close that were counted since (DESIGN 4)."""
    jackpot = fixed.jackpot
    return -ledger.balance_before(jackpot.club_id, "jackpot:pool", jackpot.pk, at=fixed.at)


def is_provisional(jackpot: Jackpot, at: datetime) -> bool:
    """Return whether boxes that came off the tables before an instant are still to be counted."""
    return cashgames.boxes_outstanding(jackpot.club_id, jackpot.pk, before=at)


def base_at(jackpot: Jackpot, claim: Claim) -> Base:
    """
    Return what a claim's hand is computed from, as things stand now.

    The level is that of the latest close before the hand, made from the entries before it; of it
    goes what other hands were paid since. Source: OLY-4.4, AMB-28, AMB-29, AMB-35, AMB-38.
    Raises CloseMissing.
    """
    cut = level_instant(jackpot, claim.played_at)
    if any(club == jackpot.club_id for club, _ in ledger.days_due(cut)):
        raise CloseMissing
    pool = -ledger.balance_cents(jackpot.club_id, "jackpot:pool", jackpot.pk)
    before = ledger.balance_before(jackpot.club_id, "jackpot:pool", jackpot.pk, at=cut)
    return Base(
        level_cents=-before,
        level_at=cut,
        paid_since_cents=_paid_cents(jackpot, since=cut, but=claim.pk),
        pool_cents=pool,
    )


def _paid_cents(jackpot: Jackpot, *, since: datetime, but: int | None = None) -> int:
    """Return what was awarded since an instant, to other claims than one."""
    paid = Award.objects.filter(jackpot=jackpot, approved_at__gte=since)
    total: int | None = paid.exclude(claim_id=but or 0).aggregate(cents=Sum("total_cents"))["cents"]
    return total or 0


def level_instant(jackpot: Jackpot, at: datetime) -> datetime:
    """Return the latest close at or before an instant: the day's beginning or an early one."""
    club = Club.objects.get(id=jackpot.club_id)
    day = clock.gaming_day(at, timezone=club.timezone, closes_at=club.closes_at)
    early = [each.at for each in ledger.closes(club.pk, day) if each.kind == "early"]
    always = datetime.min.replace(tzinfo=UTC)
    return latest_close(at, [always, *early], timezone=club.timezone, closes_at=club.closes_at)


def history(jackpot: Jackpot, *, limit: int = 90) -> list[Snapshot]:
    """Return the levels at the latest closes, latest first."""
    return list(jackpot.snapshots.order_by("-at")[:limit])


def levels_on(club_id: int, day: date) -> list[Snapshot]:
    """Return the levels fixed at the closes of a gaming day, in order of time."""
    fixed = Snapshot.objects.filter(jackpot__club_id=club_id, gaming_day=day)
    return list(fixed.select_related("jackpot").order_by("at", "jackpot__name"))
