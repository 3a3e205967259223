"""Reading jackpots: the pool now, and the levels fixed at the closes. Cents."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from django.db.models import Q, QuerySet, Sum

from cashgames.queries.boxes import boxes_outstanding
from casino import clock
from casino.db import asked_once, fetch_all
from casino.house.models import Club
from casino.house.queries import adoptions, own_edition
from casino.kept_sql import kept_sql
from casino.ledger.queries.balances import HELD_BEFORE, balance_before, balance_cents, refs
from casino.ledger.queries.documents import entries
from casino.ledger.queries.gaming_days import closes, days_due, latest_close_at
from casino.messages import msg
from casino.paging import Page
from casino.refusals import Conflict, NotFound
from jackpot.models import Award, Claim, Jackpot, Snapshot, Taken
from jackpot.rules.ledger import Base, base_cents, latest_close

NEVER = datetime.min.replace(tzinfo=UTC)
# The entry with which a club's books begin, and the act that opens the club with it.
OPENED, BY_PLAN = "bookkeeping.opening_posted", "setup.open_by_plan"
# `level_cents` as a part of a statement: of a jackpot j at its snapshot s.
LEVEL = f"""
SELECT -coalesce(sum(h.cents), 0)::bigint FROM (
    SELECT j.club_id, s.at
    UNION ALL
    SELECT f.club_id, (SELECT max(c.at) FROM ledger_close c WHERE c.club_id = f.club_id
                       AND c.at <= s.at AND c.reopened_act_id IS NULL)
    FROM jackpot_feeder f WHERE f.jackpot_id = j.id AND f.taken_back_id IS NULL
) cut
JOIN ledger_account a ON a.club_id = cut.club_id AND a.code = 'jackpot:pool' AND a.ref = j.id
CROSS JOIN LATERAL ({HELD_BEFORE.format(account="a.id", club="cut.club_id", at="cut.at")}) h
"""  # noqa: S608  (here and below only constants are put together)
LEVELS = f"""
SELECT s.id, ({LEVEL}) FROM jackpot_snapshot s JOIN jackpot_jackpot j ON j.id = s.jackpot_id
WHERE s.id = ANY (%s)
"""  # noqa: S608


class JackpotRetired(Conflict):
    """A retired pool takes nothing in."""

    code = "JACKPOT-035"
    message = msg("This jackpot has been retired.")
    next_step = msg("Reinstate it first.")
    next_page = "pool-reinstate"


class CloseMissing(Conflict):
    """A hit is computed from a level that nothing can change any more (AMB-38)."""

    code = "JACKPOT-006"
    message = msg("The previous gaming day is not closed yet, so its level is not fixed.")
    source = "AMB-38"
    next_step = msg("The close runs automatically within a minute. Try again then.")


@dataclass(frozen=True, kw_only=True, slots=True)
class Level:
    """
    A jackpot: the pool as it grows, the level that a hit is paid from, what was paid since.

    held_cents: the pool by the club in whose books it lies; provisional: boxes of that night are
    still to be counted, the level will rise by them.
    """

    jackpot: Jackpot
    held_cents: dict[int, int]
    fixed_cents: int
    fixed_at: datetime | None
    paid_since_cents: int
    provisional: bool = False

    @property
    def pool_cents(self) -> int:
        """What all its clubs hold together."""
        return sum(self.held_cents.values())

    @property
    def base_cents(self) -> int:
        """What the next hit is paid from (AMB-29, AMB-35)."""
        return base_cents(
            level_cents=self.fixed_cents,
            paid_since_cents=self.paid_since_cents,
            pool_before_hand_cents=self.pool_cents,
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class LevelAtClose:
    """
    The level of a close, with the boxes of before it that were counted since (DESIGN 4).

    fixed_cents: what was known at the close.
    """

    at: datetime
    gaming_day: date
    level_cents: int
    fixed_cents: int


@asked_once
@kept_sql
def jackpots(club_id: int) -> QuerySet[Jackpot]:
    """Return the jackpots that a club keeps or feeds, by name."""
    ours = Q(club_id=club_id) | Q(feeders__club_id=club_id, feeders__taken_back=None)
    found = Jackpot.objects.filter(ours).distinct().prefetch_related("feeders")
    return found.order_by("name", "id")


def in_use(club_id: int) -> list[Jackpot]:
    """Return the jackpots that a club keeps or feeds and that are not retired, by name."""
    return [each for each in jackpots(club_id) if each.retired_at is None]


def check_in_use(jackpot: Jackpot) -> None:
    """Raise JackpotRetired for what is offered nowhere any more."""
    if jackpot.retired_at:
        raise JackpotRetired(about={"jackpot_id": jackpot.pk})


def lacks_pool(club_id: int, *, today: date) -> bool:
    """Return whether a club has no pool and its rules, now or later, a jackpot."""
    if refs(club_id, "jackpot:pool"):
        return False
    ends = ((each, each.period.upper) for each in adoptions(club_id))
    return any(own_edition(each).jackpot for each, end in ends if end is None or end > today)


def jackpot(club_id: int, jackpot_id: int) -> Jackpot:
    """Return a jackpot that the club keeps or feeds. Raises NotFound."""
    found = Jackpot.objects.filter(id=jackpot_id).prefetch_related("feeders").first()
    if found is None or club_id not in clubs_of(found):
        raise NotFound(msg("This club has no such jackpot."))
    return found


def clubs_of(jackpot: Jackpot) -> list[int]:
    """Return the clubs whose tables feed a pool, first the one whose closes fix its level."""
    feeders = sorted(jackpot.feeders.all(), key=lambda each: each.pk)
    return [jackpot.club_id, *(each.club_id for each in feeders)]


def sharing(club_id: int) -> list[int]:
    """Return a club and those whose tables feed a pool together with its own."""
    feeds = Q(club_id=club_id) | Q(feeders__club_id=club_id, feeders__taken_back=None)
    pools = Jackpot.objects.filter(feeds).prefetch_related("feeders").distinct()
    return sorted({club_id}.union(*map(clubs_of, pools)))


def held_cents(jackpot: Jackpot) -> dict[int, int]:
    """Return what each club's books hold of a pool now."""
    return {club: -balance_cents(club, "jackpot:pool", jackpot.pk) for club in clubs_of(jackpot)}


def level(jackpot: Jackpot) -> Level:
    """Return a jackpot's pool now and its level at the latest close (OLY-4.4)."""
    latest = jackpot.snapshots.order_by("-at").first()
    fixed = latest.at if latest else opening_instant(jackpot)
    return Level(
        jackpot=jackpot,
        held_cents=held_cents(jackpot),
        fixed_cents=level_cents(jackpot, fixed) if fixed else 0,
        fixed_at=fixed,
        paid_since_cents=paid_cents(jackpot, since=fixed) if fixed else 0,
        provisional=fixed is not None and is_provisional(jackpot, fixed),
    )


def with_boxes_cents(fixed: Snapshot) -> int:
    """Return a level with the boxes of before its close that were counted since (DESIGN 4)."""
    return level_cents(fixed.jackpot, fixed.at)


def level_cents(jackpot: Jackpot, at: datetime) -> int:
    """
    Return what a close of the pool's club fixed: of every club what its own latest close had fixed.

    Nothing can change that any more, however the clubs' time zones differ. Source: OLY-4.4, AMB-38.
    """
    return -sum(
        balance_before(club, "jackpot:pool", jackpot.pk, at=cut)
        for club, cut in cuts(jackpot, at).items()
    )


def cuts(jackpot: Jackpot, at: datetime) -> dict[int, datetime]:
    """Return up to which instant each club's entries count at a close of the pool's club."""
    home, *feeders = clubs_of(jackpot)
    return {home: at} | {club: latest_close_at(club, at) or NEVER for club in feeders}


def is_closed(jackpot: Jackpot, at: datetime) -> bool:
    """Return whether every club has closed its gaming days that ended by an instant."""
    return not days_due(at, *clubs_of(jackpot))


def is_provisional(jackpot: Jackpot, at: datetime) -> bool:
    """Return whether boxes that came off the tables before an instant are still to be counted."""
    return any(
        boxes_outstanding(club, jackpot.pk, before=cut) for club, cut in cuts(jackpot, at).items()
    )


def base_at(jackpot: Jackpot, claim: Claim) -> Base:
    """
    Return what a claim's hand is computed from, as things stand now.

    The level is that of the latest close before the hand, made from the entries before it; of it
    goes what other hands were paid since. Source: OLY-4.4, AMB-28, AMB-29, AMB-35, AMB-38.
    Raises CloseMissing.
    """
    cut = level_instant(jackpot, claim.played_at)
    if not is_closed(jackpot, cut):
        raise CloseMissing
    cut = named_close(jackpot, cut)
    return Base(
        level_cents=level_cents(jackpot, cut),
        level_at=cut,
        paid_since_cents=paid_cents(jackpot, since=cut, but=claim.pk),
        pool_cents=sum(held_cents(jackpot).values()),
    )


def named_close(jackpot: Jackpot, cut: datetime) -> datetime:
    """
    Return the close by which a level is called, on the board and in a claim alike.

    After days without a game that is the last close that there was, while nothing moved since.
    """
    fixed = jackpot.snapshots.filter(at__lte=cut).order_by("-at").first()
    if fixed and level_cents(jackpot, fixed.at) == level_cents(jackpot, cut):
        return fixed.at
    return cut


def paid_cents(
    jackpot: Jackpot, *, since: datetime, but: int | None = None, until: Award | None = None
) -> int:
    """
    Return what was awarded since a close of the pool's club, to other claims than one.

    Less what was taken back of that. What was awarded anew of a hand before the close is set
    against awards that had lowered the level and were taken back since; a later hand's is not, as
    no return raises a level that is fixed. Of another club's part, since its own close that counts
    there. until: before that award.
    """
    paid = returned = Q()
    for club, cut in cuts(jackpot, since).items():
        paid |= Q(club_id=club, award__approved_at__gte=cut)
        returned |= Q(club_id=club, award__approved_at__lt=cut, award__reversal__at__gte=cut)
    stands = Q(award__reversal=None)
    if until:
        stands |= Q(award__reversal__act_id__gt=until.act_id)
        paid &= Q(award_id__lt=until.pk)
        returned &= Q(award__reversal__act_id__lt=until.act_id)
    found = Taken.objects.filter(award__jackpot=jackpot).exclude(award__claim_id=but or 0)
    later = Q(award__claim__played_at__gte=since)
    sums = {"later": paid & stands & later, "anew": paid & stands & ~later, "returned": returned}
    total = found.aggregate(
        **{each: Sum("cents", filter=of, default=0) for each, of in sums.items()}
    )
    cents: int = total["later"] + max(0, total["anew"] - total["returned"])
    return cents


def level_instant(jackpot: Jackpot, at: datetime) -> datetime:
    """
    Return the latest close at or before an instant: the day's beginning or an early one.

    On a club's first day its opening fixes the level, as the last close of its books before.
    """
    club = Club.objects.get(id=jackpot.club_id)
    day = clock.gaming_day(at, timezone=club.timezone, closes_at=club.closes_at)
    early = [each.at for each in closes(club.pk, day) if each.kind == "early"]
    opened = None if jackpot.snapshots.filter(at__lte=at).exists() else opening_instant(jackpot)
    cuts = [opened if opened and opened <= at else NEVER, *early]
    return latest_close(at, cuts, timezone=club.timezone, closes_at=club.closes_at)


def opening_instant(jackpot: Jackpot) -> datetime | None:
    """Return the instant before which the balances lie that the pool's club was opened with."""
    opening = Q(kind=OPENED, act__operation=BY_PLAN)
    for each in entries(jackpot.club_id, opening):
        if ("jackpot:pool", jackpot.pk) in {(line.code, line.ref) for line in each.lines}:
            return each.happened_at + timedelta(microseconds=1)
    return None


def history(jackpot: Jackpot, *, page: Page | None = None) -> list[LevelAtClose]:
    """Return the levels of the latest closes, latest first."""
    found = (page or Page(90)).of(jackpot.snapshots.order_by("-at", "-id"))
    cents = dict(fetch_all(LEVELS, [[each.pk for each in found]]))
    return [
        LevelAtClose(
            at=each.at,
            gaming_day=each.gaming_day,
            level_cents=cents[each.pk],
            fixed_cents=each.level_cents,
        )
        for each in found
    ]


@asked_once
def levels_on(club_id: int, day: date) -> list[Snapshot]:
    """Return the levels fixed at the closes of a gaming day, in order of time."""
    fixed = Snapshot.objects.filter(jackpot__in=jackpots(club_id), gaming_day=day)
    return list(fixed.select_related("jackpot").order_by("at", "jackpot__name"))
