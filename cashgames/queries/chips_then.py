"""The chips in play at a table at an instant: what was put right since counts as it was then."""

from bisect import bisect_right
from dataclasses import dataclass
from datetime import datetime
from itertools import accumulate
from typing import Any

from django.db.models import F, OuterRef, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce

from cashgames.models import ChipMove, Hand, OverShort, Session, TimeShare
from casino.kept_sql import kept_sql


@dataclass(frozen=True, kw_only=True, slots=True)
class ChipsThen:
    """The chips that had come to a table and not left it outside the pots, from when on."""

    instants: list[datetime]
    cents: list[int]

    @classmethod
    def of(cls, session: Session) -> "ChipsThen":
        """Read it once for all instants of a session."""
        moves = _moves(session)
        # What a cash-out booked as over beside it, and what takes that back, was there with it.
        with_move = {move.act_id: move.at for move in moves}
        changes = [(move.at, -move.cents if move.leaves else move.cents) for move in moves]
        changes += [
            (with_move.get(each.act_id, each.at), each.over_cents) for each in _counts(session)
        ]
        changes += [(paid_at, -cents) for paid_at, cents in _paid_in_chips(session)]
        changes.sort()
        return cls(
            instants=[at for at, _ in changes],
            cents=[0, *accumulate(cents for _, cents in changes)],
        )

    def at(self, instant: datetime) -> int:
        """Return how many there were, in cents; pots gave the house and the jackpot of them."""
        return self.cents[bisect_right(self.instants, instant)]


def chips_then(session: Session, at: datetime) -> int:
    """Return the chips that were in play at an instant, less what earlier pots gave."""
    return ChipsThen.of(session).at(at) - sum(_taken(session, at))


@kept_sql
def _moves(session: Session) -> QuerySet[ChipMove]:
    return ChipMove.objects.filter(seat__session=session)


@kept_sql
def _counts(session: Session) -> QuerySet[OverShort]:
    return OverShort.objects.filter(session=session)


@kept_sql
def _paid_in_chips(session: Session) -> QuerySet[TimeShare, Any]:
    paid = TimeShare.objects.filter(
        period__session=session, paid_with=ChipMove.PaidWith.CHIPS, paid_at__isnull=False
    )
    return paid.values_list("paid_at", "cents")


@kept_sql
def _taken(session: Session, at: datetime) -> QuerySet[Hand, int]:
    earlier = Hand.objects.filter(session=session, played_at__lt=at).values("session")
    taken = earlier.annotate(taken=Sum(F("rake_cents") + F("drop_cents")))
    return taken.values_list("taken", flat=True)


def dealt_at() -> Coalesce:
    """Return when what differed was dealt: a hand found later in its own minute, else the count."""
    of_act = Hand.objects.filter(session=OuterRef("session"), act_id=OuterRef("act_id"))
    found = Subquery(of_act.order_by("id").values("played_at")[:1])
    before = OverShort.objects.filter(entry=OuterRef("entry__reverses_id"))
    taken_back = Subquery(before.annotate(dealt_at=Coalesce(found, F("at"))).values("dealt_at")[:1])
    return Coalesce(taken_back, found, F("at"))
