"""The jackpot's pool over time: what goes in, what it is worth at a close, what a hit pays."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, time
from typing import Literal

from casino import clock
from casino.house.because import Because
from casino.house.rulebook import RuleBook
from casino.house.rules import SeatNo
from casino.messages import msg
from casino.refusals import Conflict, Refusal
from casino.schema import Cents, SignedCents, Text
from jackpot.rules.payouts import Payout, bad_beat_payout, royal_flush_payout


class EventsOutOfOrder(Refusal):
    """The pool is computed forwards only."""

    code = "events_out_of_order"
    message = msg("The events are not in order of time.")


class PoolBelowZero(Conflict):
    """More would leave the pool than it holds."""

    code = "pool_below_zero"
    message = msg("The jackpot pool does not hold that much.")


@dataclass(frozen=True, kw_only=True, slots=True)
class Base:
    """
    What a hit is computed from, in cents.

    level: at the latest close before the hit, which was at `level_at`; paid_since: jackpots of
    other hands since; pool: what the jackpot holds now, and what this very hand was paid already.
    """

    level_cents: int
    level_at: datetime
    paid_since_cents: int
    pool_cents: int

    @property
    def cents(self) -> int:
        """
        Return the base.

        Source: OLY-4.4, AMB-29, AMB-30, AMB-35.
        """
        return base_cents(
            level_cents=self.level_cents,
            paid_since_cents=self.paid_since_cents,
            pool_before_hand_cents=self.pool_cents,
        )

    def because(self, book: RuleBook) -> Iterator[Because]:
        """
        Yield why it is that much, and where the pool holds less than the level.

        Source: OLY-4.4, AMB-29, AMB-35.
        """
        yield book.why(
            "AMB-29",
            self.cents,
            level_cents=self.level_cents,
            level_at=self.level_at,
            paid_since_cents=self.paid_since_cents,
            pool_cents=self.pool_cents,
        )
        if self.pool_cents < self.level_cents - self.paid_since_cents:
            yield book.why("AMB-35", self.cents, pool_cents=self.pool_cents)


@dataclass(frozen=True, kw_only=True, slots=True)
class Drop:
    """Money that a hand brought."""

    kind: Literal["drop"]
    at_utc: datetime
    cents: Cents


@dataclass(frozen=True, kw_only=True, slots=True)
class Correction:
    """Money that a correction brought, or took if negative."""

    kind: Literal["correction"]
    at_utc: datetime
    cents: SignedCents


@dataclass(frozen=True, kw_only=True, slots=True)
class Close:
    """The last game closed before the day's usual end."""

    kind: Literal["close"]
    at_utc: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class BadBeat:
    """A Bad Beat as the supervisor recorded it."""

    kind: Literal["bad_beat"]
    id: Text
    at_utc: datetime
    hand: Text
    losing_seats: tuple[SeatNo, ...]
    winning_seats: tuple[SeatNo, ...]
    seats: tuple[SeatNo, ...]

    def payout(self, book: RuleBook, base_cents: int) -> Payout:
        """
        Return what it pays of a base.

        Source: OLY-4.6.
        """
        return bad_beat_payout(
            book,
            base_cents=base_cents,
            losing_seats=self.losing_seats,
            winning_seats=self.winning_seats,
            seats=self.seats,
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class RoyalFlush:
    """A royal flush as the supervisor recorded it."""

    kind: Literal["royal_flush"]
    id: Text
    at_utc: datetime
    hand: Text
    holders: tuple[SeatNo, ...]

    def payout(self, book: RuleBook, base_cents: int) -> Payout:
        """
        Return what it pays of a base.

        Source: OLY-4.10.
        """
        return royal_flush_payout(book, base_cents=base_cents, holders=self.holders)


Event = Drop | Correction | Close | BadBeat | RoyalFlush


@dataclass(frozen=True, kw_only=True, slots=True)
class Hit:
    """A jackpot paid: from which close, at which level, of which base."""

    id: str
    snapshot_at: datetime
    snapshot_cents: int
    base_cents: int
    payout: Payout
    because: tuple[Because, ...]


@dataclass(kw_only=True, slots=True)
class Pool:
    """The pool while its events are gone through, in order of time."""

    book: RuleBook
    timezone: str
    closes_at: time
    opening_cents: int
    opened_at: datetime
    entries: list[tuple[datetime, int]] = field(default_factory=list)
    paid: list[tuple[datetime, str, int]] = field(default_factory=list)
    early_closes: list[datetime] = field(default_factory=list)

    @property
    def cents(self) -> int:
        """
        Return what the pool holds now.

        Source: OLY-4.5.
        """
        return self.opening_cents + sum(cents for _, cents in self.entries)

    def level_cents(self, cut: datetime) -> int:
        """
        Return what the pool held before an instant.

        Source: OLY-4.4, AMB-28, AMB-38.
        """
        return self.opening_cents + sum(cents for at, cents in self.entries if at < cut)

    def book_entry(self, at: datetime, cents: int) -> None:
        """
        Put money in, or take it out if negative. Raises PoolBelowZero.

        Source: OLY-2.38, AMB-35.
        """
        if self.cents + cents < 0:
            raise PoolBelowZero(field="cents")
        self.entries.append((at, cents))

    def award(self, event: BadBeat | RoyalFlush) -> Hit:
        """
        Pay a hit out of the pool. Raises PoolBelowZero and what the payout raises.

        Source: OLY-4.4, OLY-4.6, OLY-4.10, AMB-28 to AMB-31, AMB-35, AMB-36.
        """
        cut = latest_close(
            event.at_utc,
            [self.opened_at, *self.early_closes],
            timezone=self.timezone,
            closes_at=self.closes_at,
        )
        level = self.level_cents(cut)
        others = sum(cents for at, hand, cents in self.paid if at >= cut and hand != event.hand)
        own = sum(cents for _, hand, cents in self.paid if hand == event.hand)
        base = Base(
            level_cents=level,
            level_at=cut,
            paid_since_cents=others,
            pool_cents=self.cents + own,
        )
        payout = event.payout(self.book, base.cents)
        self.book_entry(event.at_utc, -payout.total_cents)
        self.paid.append((event.at_utc, event.hand, payout.total_cents))
        return Hit(
            id=event.id,
            snapshot_at=cut,
            snapshot_cents=level,
            base_cents=base.cents,
            payout=payout,
            because=(*base.because(self.book), *payout.because),
        )


def latest_close(
    at: datetime, closes: Iterable[datetime], *, timezone: str, closes_at: time
) -> datetime:
    """
    Return the close whose level a hit is computed from: the latest not after it.

    closes: the pool's opening and the early closes; the daily ones need no list.

    Source: OLY-4.4, AMB-28, AMB-37.
    """
    day = clock.gaming_day(at, timezone=timezone, closes_at=closes_at)
    opens_at, _ = clock.day_bounds(day, timezone=timezone, closes_at=closes_at)
    first, *others = closes
    return max([first, *(close for close in [opens_at, *others] if first < close <= at)])


def base_cents(*, level_cents: int, paid_since_cents: int, pool_before_hand_cents: int) -> int:
    """
    Return what a hit is computed from.

    paid_since: jackpots of other hands since the close; pool_before_hand: the present pool and
    what this very hand was paid already.

    Source: OLY-4.4, AMB-29, AMB-30, AMB-35.
    """
    return max(0, min(level_cents - paid_since_cents, pool_before_hand_cents))


def run_pool(pool: Pool, events: Sequence[Event]) -> list[Hit]:
    """
    Go through the events of a pool and return the jackpots that they won.

    Raises EventsOutOfOrder, PoolBelowZero and what the payouts raise.

    Source: OLY-4.4, OLY-4.5, AMB-28, AMB-38.
    """
    hits, latest = [], pool.opened_at
    for event in events:
        if event.at_utc < latest:
            raise EventsOutOfOrder(field="events")
        latest = event.at_utc
        match event:
            case Close():
                pool.early_closes.append(event.at_utc)
            case BadBeat() | RoyalFlush():
                hits.append(pool.award(event))
            case _:
                pool.book_entry(event.at_utc, event.cents)
    return hits
