"""Where the money of a tournament went: the waterfall, and the check against the ledger."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Sum
from django.db.models.expressions import CombinedExpression
from django.db.models.functions import Coalesce

from casino.db import asked_once
from casino.house.because import Because
from casino.house.queries import book_on
from casino.kept_sql import kept_sql
from casino.ledger.queries.as_of import recorded_by
from casino.ledger.queries.balances import balance_cents, booked_cents, turnovers
from casino.ledger.queries.documents import opened_with
from tournaments.models import (
    Bounty,
    FixedPool,
    Prize,
    Purchase,
    RoyalFlush,
    SeriesAward,
    Tournament,
)
from tournaments.queries.awards import divided_by_deal, prizes_by, prizes_by_place, standing
from tournaments.queries.clock import rebuys_open, registration_open
from tournaments.queries.order import prizes_by_places
from tournaments.queries.pool_awards import jackpots_back_on
from tournaments.queries.satellites import (
    Tickets,
    satellite_tickets,
    topped_up_cents,
    topped_up_on,
)
from tournaments.rules.participants import participants
from tournaments.rules.prize_pool import PrizePool, TicketLine, prize_pool
from tournaments.rules.prizes import PrizeSplit, StructureRequired, prize_split

PARTS = ("price_cents", "fee_cents", "bounty_cents", "rfj_cents", "surcharge_cents")
SOLD = ("entry", "reentry", "rebuy", "addon")
FEES = ("deferred:fees", "income:fees")
HOUSE_ADDS = Sum(F("overlay_cents") - F("ranking_cents"))
WON = Sum("cents") + Coalesce(Sum("ticket__cents"), 0)
POOLS = ("tournament:pool", "tournament:bounties", "rfj:pool", "surcharge:pool", *FEES)


@dataclass(frozen=True, kw_only=True, slots=True)
class Waterfall:
    """
    The pool as anybody in the room may see it; prizes are provisional until final.

    overlay_cents: what the house adds to reach the guarantee, or a whole ticket of a satellite
    once it is awarded (AMB-58); net_cents: what the players get;
    lacks_prizes: places are to be paid, and nobody has said how; fallback: more take part than the
    table's last column is for, which is to be confirmed (AMB-51); by_chips: who is left shares the
    pool by chips, no place is paid; by_deal: the players divided the prizes otherwise;
    tickets: what a satellite pays.
    """

    pool: PrizePool
    participants: int
    final: bool
    fixed: bool
    sold: dict[str, int]
    overlay_cents: int
    net_cents: int
    prizes_cents: list[int]
    lacks_prizes: bool
    fallback: bool
    by_chips: bool
    by_deal: bool
    because: tuple[Because, ...]
    tickets: Tickets | None

    @property
    def paid_places(self) -> int:
        """How many places win something."""
        return self.tickets.paid_places if self.tickets else len(self.prizes_cents)

    @property
    def tickets_won(self) -> int:
        """How many of them win a ticket."""
        return self.tickets.number if self.tickets else 0


@dataclass(frozen=True, kw_only=True, slots=True)
class MoneyCheck:
    """Received = prize pool + fee + bounties + Royal Flush part + surcharge (invariant 2)."""

    received_cents: int
    parts_cents: int
    pool_account_cents: int
    pool_expected_cents: int
    bounty_account_cents: int
    bounty_expected_cents: int

    @property
    def agrees(self) -> bool:
        """Whether every pair does."""
        return (self.received_cents, self.pool_account_cents, self.bounty_account_cents) == (
            self.parts_cents,
            self.pool_expected_cents,
            self.bounty_expected_cents,
        )


@asked_once
def waterfall(
    tournament: Tournament,
    *,
    at: datetime,
    known_at: datetime | None = None,
    shares_bp: Sequence[int] = (),
) -> Waterfall:
    """
    Return the pool and the prizes as they stand, or as two people fixed them.

    Of a cancelled tournament, whose pool is never fixed, everybody gets their money back: nothing
    is added, nothing won.
    known_at: what was sold or fixed later is left out; shares_bp: as if these were the prizes.
    """
    book = book_on(tournament.club_id, tournament.gaming_day)
    kind: Any = tournament.kind
    # Announced as one that counts, before the club went over to a book without a ranking.
    counts = tournament.ranking and book.ranking is not None
    pool = prize_pool(book, kind=kind, ranking=counts, lines=ticket_lines(tournament, known_at))
    who = participants(
        book,
        entries={str(number): count for number, count in _paid_entries(tournament, known_at)},
        late_registration_open=registration_open(tournament, at),
        rebuys_open=rebuys_open(tournament, at),
    )
    fixed = _fixed(tournament, known_at)
    is_off = tournament.cancelled_at is not None
    overlay = max(0, tournament.guarantee_cents - pool.net_prize_pool_cents) * (not is_off)
    net = fixed.net_cents if fixed else (pool.net_prize_pool_cents + overlay) * (not is_off)
    count = fixed.participants if fixed else who.count * (not is_off)
    split = _split(tournament, participants=count, net_cents=net, shares_bp=shares_bp)
    prizes, topped_up = split.prizes_cents if split else [], topped_up_cents(tournament, known_at)
    if fixed and not shares_bp and prizes_by_place(tournament):
        prizes = fixed.prizes_cents if known_at else prizes_by_places(tournament)[0]
    return Waterfall(
        pool=pool,
        participants=count,
        final=who.final,
        fixed=fixed is not None,
        sold=dict.fromkeys(SOLD, 0) | dict(_sold(tournament, known_at)),
        overlay_cents=(fixed.overlay_cents if fixed else overlay) + topped_up,
        net_cents=net + topped_up,
        prizes_cents=prizes,
        lacks_prizes=bool(count) and not prizes and prizes_by_place(tournament),
        fallback=bool(split and split.fallback and not fixed),
        by_chips=prizes_by(tournament) == "chips",
        by_deal=bool(fixed) and divided_by_deal(tournament),
        because=(*who.because, *pool.because, *(split.because if split else ())),
        tickets=satellite_tickets(tournament, net_cents=net),
    )


def ticket_lines(tournament: Tournament, known_at: datetime | None) -> list[TicketLine]:
    """Return the sales as lines of the rule: equal ones counted together, by the database."""
    rows = _equal_sales(tournament, known_at)
    return [TicketLine(kind=row.pop("what"), **row) for row in rows]


@kept_sql
def _equal_sales(tournament: Tournament, known_at: datetime | None) -> QuerySet[Purchase, Any]:
    rows: QuerySet[Purchase, Any] = _sales(tournament, known_at).values("what", *PARTS)
    return rows.annotate(count=Count("id")).order_by("what", *PARTS)


def _sales(tournament: Tournament, known_at: datetime | None) -> QuerySet[Purchase]:
    return recorded_by(Purchase.objects.filter(entry__tournament=tournament), known_at)


def _not_given_back(tournament: Tournament, known_at: datetime | None) -> QuerySet[Purchase]:
    """Return the sales that no refund known by then gives back."""
    sold = _sales(tournament, known_at)
    back = sold.filter(refund_of=OuterRef("pk"))
    return sold.filter(refund_of=None).exclude(Exists(back))


@kept_sql
def _paid_entries(tournament: Tournament, known_at: datetime | None) -> QuerySet[Purchase, Any]:
    """Return the paid entries of each person, re-entries included."""
    paid = _not_given_back(tournament, known_at).filter(what__in=("entry", "reentry"))
    counted = paid.values_list("entry__number").annotate(count=Count("id"))
    return counted.order_by("entry__number")


@kept_sql
def _sold(tournament: Tournament, known_at: datetime | None) -> QuerySet[Purchase, Any]:
    """Return how many of each were sold."""
    kept = _not_given_back(tournament, known_at).filter(what__in=SOLD)
    return kept.values_list("what").annotate(count=Count("id")).order_by("what")


def lacks_prizes(tournament: Tournament) -> bool:
    """Return whether a pool was fixed, in former times, without a prize for any place."""
    fixed = _fixed(tournament, None)
    return bool(fixed and not fixed.prizes_cents and prizes_by_place(tournament))


def _split(
    tournament: Tournament, *, participants: int, net_cents: int, shares_bp: Sequence[int]
) -> PrizeSplit | None:
    """Return the prizes by place; none where nobody is in yet, or they go by tickets or chips."""
    if not participants or tournament.target_id or not prizes_by_place(tournament):
        return None
    book = book_on(tournament.club_id, tournament.gaming_day)
    try:
        return prize_split(
            book,
            participants=participants,
            net_prize_pool_cents=net_cents,
            custom_bp=shares_bp or tournament.shares_bp or None,
        )
    except StructureRequired:
        return None


def money_check(tournament: Tournament, *, known_at: datetime | None = None) -> MoneyCheck:
    """
    Return what came in beside where it went, and what the two accounts hold.

    known_at: what was written down later is left out.
    """
    sold, fixed = _signed(_parts_sold(tournament, known_at)), _fixed(tournament, known_at)
    added = fixed.overlay_cents - fixed.ranking_cents if fixed else 0
    added += topped_up_cents(tournament, known_at)
    won = sum(_won(tournament, known_at))
    gross = sold["price_cents"] - sold["bounty_cents"] - sold["rfj_cents"]
    received = sold["price_cents"] + sold["fee_cents"] + sold["surcharge_cents"]
    return MoneyCheck(
        received_cents=received,
        parts_cents=_credited(tournament, known_at),
        pool_account_cents=_held(tournament, "tournament:pool", known_at),
        pool_expected_cents=gross + added - won,
        bounty_account_cents=_held(tournament, "tournament:bounties", known_at),
        bounty_expected_cents=sold["bounty_cents"] - sum(_collected(tournament, known_at)),
    )


@kept_sql
def _parts_sold(tournament: Tournament, known_at: datetime | None) -> QuerySet[Purchase, Any]:
    return _parts(_sales(tournament, known_at))


def _parts(sold: QuerySet[Purchase]) -> QuerySet[Purchase, Any]:
    """Return the sums of the parts of what was sold, by kind."""
    return sold.values("what").annotate(**{f"sum_{name}": Sum(name) for name in PARTS}).order_by()


@kept_sql
def _won(tournament: Tournament, known_at: datetime | None) -> QuerySet[Prize, Any]:
    won = standing(Prize.objects.filter(entry__tournament=tournament), known_at)
    return _summed(won.values("entry__tournament"), WON)


@kept_sql
def _collected(tournament: Tournament, known_at: datetime | None) -> QuerySet[Bounty, Any]:
    found = standing(Bounty.objects.filter(entry__tournament=tournament), known_at)
    return _summed(found.values("entry__tournament"), Sum("cents"))


def _summed(groups: QuerySet[Any, Any], total: Sum | CombinedExpression) -> QuerySet[Any, Any]:
    """Return the sum of each group, no row where there is nothing."""
    summed: QuerySet[Any, Any] = groups.order_by().annotate(summed=total)
    return summed.values_list("summed", flat=True)


def _fixed(tournament: Tournament, known_at: datetime | None) -> FixedPool | None:
    return next(iter(_fixed_by(tournament, known_at)), None)


@kept_sql
def _fixed_by(tournament: Tournament, known_at: datetime | None) -> QuerySet[FixedPool]:
    """Return the pool as it is fixed, or was: one that was reopened since stood until then."""
    if known_at is None:
        return FixedPool.objects.filter(tournament=tournament)
    of_it = Q(tournament=tournament) | Q(taken_back_of=tournament)
    found = recorded_by(FixedPool.objects.filter(of_it), known_at)
    return found.exclude(pk__in=recorded_by(found, known_at, by="taken_back_act"))


def _credited(tournament: Tournament, known_at: datetime | None) -> int:
    """Return what the ledger's entries of sales and refunds brought pools and fees."""
    return -sum(_booked(tournament.club_id, tournament, known_at))


@kept_sql
def _booked(club_id: int, tournament: Tournament, known_at: datetime | None) -> QuerySet[Any, int]:
    sold = _sales(tournament, known_at).order_by()
    slips, days = sold.values("slip"), sold.values("gaming_day")
    return booked_cents(club_id, POOLS, entries=slips, days=days)


def deferred_fees_cents(tournament: Tournament) -> int:
    """Return the fees of a tournament that are no income yet, since they may be given back."""
    return _held(tournament, "deferred:fees", None)


def day_check(club_id: int, day: date) -> tuple[int, int]:
    """
    Return (what a day's sales and awards left in fees and pools, what its postings did).

    Tickets sold less refunds, with overlays, less the ranking's share, prizes, bounties and
    shares of a series' jackpots: the accounts of tournaments moved by exactly that, beside what
    they opened with.
    """
    sold = _signed(_parts_on(club_id, day))
    received = sold["price_cents"] + sold["fee_cents"] + sold["surcharge_cents"]
    paid = (_prizes_on, _bounties_on, _royal_on, _awards_on)
    back = (_prizes_back_on, _bounties_back_on, jackpots_back_on)
    out = sum(sum(of_day(club_id, day)) for of_day in paid)
    out -= sum(sum(of_day(club_id, day)) for of_day in back)
    moved = sum(
        each.credit_cents - each.debit_cents
        for each in turnovers(club_id, day)
        if each.account.code in POOLS
    )
    opened = opened_with(club_id, day)
    moved += sum(opened[code] for code in POOLS)
    added = sum(_added_on(club_id, day)) - sum(_added_back_on(club_id, day))
    added += topped_up_on(club_id, day)
    return received + added - out, moved


@kept_sql
def _parts_on(club_id: int, day: date) -> QuerySet[Purchase, Any]:
    return _parts(Purchase.objects.filter(entry__tournament__club_id=club_id, gaming_day=day))


def _signed(sums: list[dict[str, Any]]) -> dict[str, int]:
    """Return the sums of the parts of sales, refunds taken off."""
    signs = [(-1 if each["what"] == "refund" else 1, each) for each in sums]
    return {name: sum(sign * each[f"sum_{name}"] for sign, each in signs) for name in PARTS}


@kept_sql
def _added_on(club_id: int, day: date) -> QuerySet[FixedPool, int]:
    """Return what the house added on a day, less what went to rankings."""
    here = Q(tournament__club_id=club_id) | Q(taken_back_of__club_id=club_id)
    found = FixedPool.objects.filter(here, gaming_day=day)
    return _summed(found.values("gaming_day"), HOUSE_ADDS)


@kept_sql
def _added_back_on(club_id: int, day: date) -> QuerySet[FixedPool, int]:
    """Return the same of the pools that were reopened on a day, whenever they were fixed."""
    found = FixedPool.objects.filter(taken_back_of__club_id=club_id, reversal__gaming_day=day)
    return _summed(found.values("reversal__gaming_day"), HOUSE_ADDS)


@kept_sql
def _prizes_on(club_id: int, day: date) -> QuerySet[Prize, int]:
    found = Prize.objects.filter(entry__tournament__club_id=club_id, gaming_day=day)
    return _summed(found.values("gaming_day"), WON)


@kept_sql
def _bounties_on(club_id: int, day: date) -> QuerySet[Bounty, int]:
    found = Bounty.objects.filter(entry__tournament__club_id=club_id, gaming_day=day)
    return _summed(found.values("gaming_day"), Sum("cents"))


@kept_sql
def _prizes_back_on(club_id: int, day: date) -> QuerySet[Prize, int]:
    """Return the prizes that were taken back on a day, whenever they were awarded."""
    found = Prize.objects.filter(entry__tournament__club_id=club_id, reversal__gaming_day=day)
    return _summed(found.values("reversal__gaming_day"), WON)


@kept_sql
def _bounties_back_on(club_id: int, day: date) -> QuerySet[Bounty, int]:
    found = Bounty.objects.filter(entry__tournament__club_id=club_id, reversal__gaming_day=day)
    return _summed(found.values("reversal__gaming_day"), Sum("cents"))


@kept_sql
def _royal_on(club_id: int, day: date) -> QuerySet[RoyalFlush, int]:
    found = RoyalFlush.objects.filter(tournament__club_id=club_id, gaming_day=day)
    return _summed(found.values("gaming_day"), Sum("total_cents"))


@kept_sql
def _awards_on(club_id: int, day: date) -> QuerySet[SeriesAward, int]:
    found = SeriesAward.objects.filter(tournament__club_id=club_id, gaming_day=day)
    return _summed(found.values("gaming_day"), Sum("total_cents"))


def _held(tournament: Tournament, code: str, known_at: datetime | None) -> int:
    return -balance_cents(tournament.club_id, code, tournament.pk, known_at=known_at)
