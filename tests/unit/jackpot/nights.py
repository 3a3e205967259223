"""
Random nights of one pool: drops, corrections, hits approved late, closes early, daily and late.

`python -m tests.unit.jackpot.nights 200000 7` plays so many nights with that seed and says what
happened. Every award is checked while it is made; the money is counted a second time here.
"""

import random
import sys
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta

from casino import clock
from casino.house.rulebook import RuleBook, load_book
from jackpot.rules.awards import Award, award
from jackpot.rules.ledger import Base, latest_close
from jackpot.rules.qualification import HandVerdict

WALL = {"timezone": "Europe/Tallinn", "closes_at": time(7)}
MINUTE = timedelta(minutes=1)
FIRST = date(2026, 3, 20)  # the clock changes within the first weeks
DAYS = 365
MAX_WAITING = timedelta(hours=9)


@dataclass
class Night:
    """What one pool went through: entries (instant, cents) and awards (instant, hand, cents)."""

    book: RuleBook
    dice: random.Random
    now: datetime
    entries: list[tuple[datetime, int]] = field(default_factory=list)
    paid: list[tuple[datetime, int, int]] = field(default_factory=list)
    early: list[datetime] = field(default_factory=list)
    waiting: list[tuple[datetime, int]] = field(default_factory=list)
    hands: int = 0

    @property
    def pool(self) -> int:
        return sum(cents for _, cents in self.entries)

    def book_entry(self, cents: int) -> None:
        self.entries.append((self.now, cents))
        assert self.pool >= 0

    def drop(self) -> None:
        self.book_entry(self.dice.choice((100, 100, 100, 50_000, 700_000)))

    def correct(self) -> None:
        out = self.dice.randint(0, self.pool)
        self.book_entry(self.dice.choice((-out, self.dice.randint(1, 300_000))))

    def close(self) -> None:
        self.early.append(self.now)

    def hit(self) -> None:
        self.hands += 1
        self.waiting.append((self.now, self.hands))

    def approve(self) -> None:
        """Pay the earliest hand that waits, as it is done: in the order of the hands."""
        if self.waiting:
            at, hand = self.waiting.pop(0)
            cut = latest_close(at, [datetime.min.replace(tzinfo=UTC), *self.early], **WALL)
            base = Base(
                level_cents=sum(cents for when, cents in self.entries if when < cut),
                level_at=cut,
                paid_since_cents=sum(cents for when, _, cents in self.paid if when >= cut),
                pool_cents=self.pool,
            )
            verdict, seats = self.verdict()
            self.pay(hand, base, award(self.book, verdict, base, seats=seats))

    def verdict(self) -> tuple[HandVerdict, list[int]]:
        """Draw a table of six to ten, who lost to whom, who held a royal flush."""
        seats = self.dice.sample(range(1, 11), self.dice.randint(6, 10))
        losers = seats[: self.dice.randint(1, 2)]
        winners = seats[2 : 2 + self.dice.randint(1, 2)]
        beat, royal = self.dice.choice(((True, False), (True, False), (False, True), (True, True)))
        verdict = HandVerdict(
            bad_beat=beat,
            bad_beat_reason="hit" if beat else "no_losing_hand_qualifies",
            losing_seats=tuple(losers) if beat else (),
            winning_seats=tuple(winners) if beat else (),
            royal_flush=royal,
            royal_seats=tuple(winners[:1]) if royal else (),
            proof={},
            because=(),
        )
        return verdict, seats

    def pay(self, hand: int, base: Base, paid: Award) -> None:
        assert sum(share.cents for share in paid.shares) == paid.total_cents
        assert all(share.cents > 0 for share in paid.shares)
        assert 0 <= paid.total_cents <= base.cents <= max(base.level_cents, 0)
        assert paid.base_left_cents == base.cents - paid.total_cents >= 0
        before = self.pool
        self.book_entry(-paid.total_cents)
        self.paid.append((self.now, hand, paid.total_cents))
        assert self.pool == before - paid.total_cents == paid.pool_left_cents
        # All that one level ever pays is never more than that level.
        since = sum(cents for when, _, cents in self.paid if when >= base.level_at)
        assert since <= max(base.level_cents, base.paid_since_cents)


MOVES = ("drop", "drop", "drop", "drop", "correct", "close", "hit", "hit", "approve", "approve")


def play(seed: int, book: RuleBook) -> Night:
    """Play one night and the morning after it; what waits then is paid."""
    dice = random.Random(seed)
    day = FIRST + timedelta(days=seed % DAYS)
    opens_at, closes_at = clock.day_bounds(day, **WALL)
    night = Night(book=book, dice=dice, now=opens_at - MINUTE)
    night.book_entry(dice.choice((0, 1, 99, 249_999, 250_000, 250_001, 3_000_000)))
    while night.now < closes_at + MAX_WAITING:
        night.now += MINUTE * dice.choice((0, 1, 20, 90, 300))
        getattr(night, dice.choice(MOVES))()
    while night.waiting:
        night.approve()
    return night


def main(nights: int, first_seed: int) -> str:
    book, hits, cents = load_book("olympic"), 0, 0
    for seed in range(first_seed, first_seed + nights):
        night = play(seed, book)
        hits += len(night.paid)
        cents += sum(one for _, _, one in night.paid)
    return f"{nights} nights, {hits} hits, {cents} cents paid; no pool below zero, no cent lost"


if __name__ == "__main__":
    sys.stdout.write(main(int(sys.argv[1]), int(sys.argv[2])) + "\n")
