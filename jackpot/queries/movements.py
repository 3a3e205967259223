"""What a pool moved, day by day and table by table, and whether the club holds its money. Cents."""

from dataclasses import dataclass, replace
from datetime import date, datetime

from django.db.models import Max, Q, QuerySet, Sum

from cashgames.models import Session
from casino.cage.queries.blind import cage_unseen
from casino.cage.queries.due import payables
from casino.house.stamp import Stamp
from casino.ledger.chart import CHART, Kind
from casino.ledger.queries import moved as moved_queries
from casino.ledger.queries.balances import trial_balance, turnovers
from casino.messages import msg
from casino.paging import Page
from casino.refusals import NotFound
from jackpot.models import Adjustment, Award, Claim, Feeder, Jackpot, PoolMove
from jackpot.queries.levels import Level, in_use, level, level_instant
from jackpot.rules.adjustments import OF_RAKE, OF_THE_HOUSE

HIT = ("jackpot.awarded", "jackpot.awarded_elsewhere")
AWARDED = (*HIT, *(f"{each}.reversed" for each in HIT))
DROPPED = ("cashgames.", "countroom.")
SHARE = "jackpot.share"
CASH = ("cash:vault", "cash:drawer", "cash:table", "cash:bags", "bank")
CHIPS = ("chips:floor", "chips:table")
MOVES = 50  # of a page


@dataclass(frozen=True, kw_only=True, slots=True)
class Movement:
    """What entries of one kind brought the pool on a gaming day, from one table or from none."""

    day: date
    kind: str
    table: str
    entries: int
    cents: int


@dataclass(frozen=True, kw_only=True, slots=True)
class PoolDay:
    """A gaming day of a pool: what it began with, what came and went, what it ended with."""

    day: date
    opening_cents: int
    movements: tuple[Movement, ...]

    @property
    def closing_cents(self) -> int:
        """What the pool held at the end."""
        return self.opening_cents + sum(each.cents for each in self.movements)

    def cents_of(self, *kinds: str) -> int:
        """Return what entries of these kinds brought."""
        return sum(each.cents for each in self.movements if each.kind in kinds)

    @property
    def awarded_cents(self) -> int:
        """What was awarded, below zero, less what was taken back."""
        return self.cents_of(*AWARDED)

    @property
    def adjusted_cents(self) -> int:
        """What was neither: changed by hand, opened with, brought along by clubs that feed it."""
        moved = sum(each.cents for each in self.movements)
        return moved - self.awarded_cents - self.drops_cents

    @property
    def drops_cents(self) -> int:
        """What hands and counted boxes brought."""
        return sum(each.cents for each in self.movements if each.kind.startswith(DROPPED))


@dataclass(frozen=True, kw_only=True, slots=True)
class Funds:
    """
    Whether the club holds what its players own. Cents.

    pools: with what this club's books hold of each; shares: awarded, not yet paid; between_owes:
    what other clubs get for shares paid there, between_owed: what they will bring; cash: None for
    who may count it and has not yet; chips: what guests hold and play with; due: other payments;
    liabilities: all that the books say is owed, less what lapsed, those before among it.
    """

    club_id: int
    pools: tuple[Level, ...]
    between_owes_cents: int
    between_owed_cents: int
    shares_cents: int
    cash_cents: int | None
    covers: bool
    chips_cents: int
    due_cents: int
    liabilities_cents: int
    waiting: tuple[Claim, ...]

    @property
    def pools_cents(self) -> int:
        """What this club's books hold of all pools: the players' money."""
        return sum(each.held_cents[self.club_id] for each in self.pools)

    @property
    def owed_cents(self) -> int:
        """What the players would be owed if the jackpots were closed now."""
        return self.pools_cents + self.shares_cents

    @property
    def over_jackpots_cents(self) -> int | None:
        """The cash beyond what the jackpots owe; below zero it does not cover them."""
        owed_cents = self.owed_cents + self.between_owes_cents
        return None if self.cash_cents is None else self.cash_cents - owed_cents

    @property
    def over_everything_cents(self) -> int | None:
        """The cash beyond all that could be asked for at once, whatever it is owed for."""
        return None if self.cash_cents is None else self.cash_cents - self.liabilities_cents

    @property
    def other_cents(self) -> int:
        """What is owed beside jackpots, chips and payments: prize pools, tickets, stacks, tax."""
        named_cents = self.owed_cents + self.between_owes_cents + self.chips_cents + self.due_cents
        return self.liabilities_cents - named_cents


def pool_days(
    jackpot: Jackpot, *, club_id: int, first: date, last: date, known_at: datetime | None = None
) -> list[PoolDay]:
    """
    Return the gaming days on which a club's part of a pool moved, the latest first.

    Both ends included. A pool that one club feeds alone is all its part. known_at: what was
    written down later is left out.
    """
    opened = turnovers(club_id, first, known_at=known_at)
    pool = ("jackpot:pool", jackpot.pk)
    found = next((each for each in opened if (each.account.code, each.account.ref) == pool), None)
    if found is None:
        return []
    cents = -found.opening_cents
    moved = moved_queries.moved(
        found.account.id, first, last, beside="chips:table", known_at=known_at
    )
    tables = _table_names({each.beside for each in moved if each.beside})
    by_day: dict[date, list[Movement]] = {}
    for each in moved:
        by_day.setdefault(each.day, []).append(
            Movement(
                day=each.day,
                kind=each.kind,
                table=tables.get(each.beside or 0, ""),
                entries=each.entries,
                cents=-each.cents,
            )
        )
    days = []
    for day in sorted(by_day):
        row = PoolDay(day=day, opening_cents=cents, movements=tuple(by_day[day]))
        cents = row.closing_cents
        days.append(row)
    return days[::-1]


def hits(jackpot: Jackpot, *, club_id: int) -> list[Award]:
    """Return what a club awarded of a jackpot, the latest first, what it took back too."""
    found = Award.objects.filter(jackpot=jackpot, claim__club_id=club_id).select_related(
        "claim__session__table",
        "claim__claimed_by",
        "claim__base_checked_by",
        "approved_by",
        "reversal__proposal__decided_by",
    )
    return list(found.prefetch_related("shares__player").order_by("-approved_at", "-id"))


def awards(club_id: int) -> list[Award]:
    """Return every award of a club with its claim, in order of time."""
    found = Award.objects.filter(claim__club_id=club_id).order_by("id")
    kept = found.select_related("jackpot", "claim__adoption", "claim__session__table", "reversal")
    return list(kept.prefetch_related("shares", "taken"))


def adjustments(jackpot: Jackpot, *, club_id: int) -> list[Adjustment]:
    """Return a club's changes by hand, the latest first, with both people."""
    people = Adjustment.objects.select_related("proposal__proposed_by", "proposal__decided_by")
    return list(people.filter(jackpot=jackpot, proposal__club_id=club_id).order_by("-id"))


def pool_moves(jackpot: Jackpot, *, club_id: int, page: Page | None = None) -> list[PoolMove]:
    """Return what a club moved out of a pool and into it, what it took back too, latest first."""
    ours = PoolMove.objects.filter(Q(source=jackpot) | Q(target=jackpot), proposal__club_id=club_id)
    people = ours.select_related(
        *("source", "target", "taken_back_by", "proposal__proposed_by", "proposal__decided_by")
    )
    return (page or Page(MOVES)).of(people.order_by("-id"))


def pool_move(club_id: int, pool_move_id: int) -> PoolMove:
    """Return what a club moved into another jackpot. Raises NotFound."""
    found = PoolMove.objects.filter(id=pool_move_id, proposal__club_id=club_id, reverses=None)
    move = found.select_related("source", "target").first()
    if move is None:
        raise NotFound(msg("This club has no such move between jackpots."), field="pool_move_id")
    return move


def rake_put_right(club_id: int, first: date, last: date) -> QuerySet[Adjustment]:
    """Return what two people moved between rake and pools, both days included."""
    found = Adjustment.objects.filter(proposal__club_id=club_id, gaming_day__range=(first, last))
    return found.filter(why__in=OF_RAKE)


def contributed_cents(jackpot: Jackpot, *, club_id: int) -> int:
    """
    Return what a club has put into a pool by hand as its own, less what it took back.

    Only since the level that was won last: of what it gave before the winners got their part, or
    are still to get it from a claim that waits. What it gave to a pool of its own that went into
    this one counts, and of what was moved between pools the house's part.
    """
    pools = [jackpot.pk]
    if Feeder.objects.filter(jackpot=jackpot, club_id=club_id).exists():
        pools += Jackpot.objects.filter(club_id=club_id).values_list("pk", flat=True)
    hit = Award.objects.filter(jackpot__in=pools, total_cents__gt=0, reversal=None)
    won = hit.aggregate(at=Max("level_at"))["at"]
    waits = Claim.objects.filter(
        jackpot__in=pools, state__in=(Claim.State.PREPARED, Claim.State.PROPOSED)
    )
    levels = [level_instant(each.jackpot, each.played_at) for each in waits if each.jackpot]
    cut = max([won, *levels] if won else levels, default=None)
    since = Q(proposal__club_id=club_id) & (Q(at__gte=cut) if cut else Q())
    own = Adjustment.objects.filter(since, jackpot__in=pools, why__in=OF_THE_HOUSE)
    moved = PoolMove.objects.filter(since).aggregate(
        into=Sum("house_cents", filter=Q(target__in=pools), default=0),
        out=Sum("house_cents", filter=Q(source__in=pools), default=0),
    )
    given = own.aggregate(cents=Sum("cents", default=0))["cents"]
    return max(0, int(given + moved["into"] - moved["out"]))


def funds(stamp: Stamp) -> Funds:
    """
    Return whether the club's cash covers its jackpots now, and everything else it owes.

    How much cash that is stays untold to who may count vault or drawers.
    """
    club_id = stamp.club_id
    held: dict[str, int] = {}
    for row in trial_balance(club_id):
        held[row.code] = held.get(row.code, 0) + row.cents
    shares = sum(each.cents for each in payables(club_id) if each.kind == SHARE)
    waiting = Claim.objects.filter(
        club_id=club_id, state__in=(Claim.State.PREPARED, Claim.State.PROPOSED)
    )
    found = Funds(
        club_id=club_id,
        between_owes_cents=-held.get("group:owes", 0),
        between_owed_cents=held.get("group:owed", 0),
        pools=tuple(level(each) for each in in_use(club_id)),
        shares_cents=shares,
        cash_cents=sum(held.get(code, 0) for code in CASH),
        covers=True,
        chips_cents=-sum(held.get(code, 0) for code in CHIPS),
        due_cents=-held.get("payable", 0) - shares,
        liabilities_cents=-sum(
            held.get(code, 0) for code, each in CHART.items() if each.kind is Kind.LIABILITY
        ),
        waiting=tuple(waiting.select_related("session__table").order_by("played_at")),
    )
    found = replace(found, covers=(found.over_jackpots_cents or 0) >= 0)
    return replace(found, cash_cents=None) if cage_unseen(stamp) else found


def _table_names(sessions: set[int]) -> dict[int, str]:
    found = Session.objects.filter(id__in=sessions).select_related("table")
    return {each.pk: each.table.name for each in found}
