"""What the vault, the drawers and the bags hold."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from casino.approvals.models import Proposal
from casino.cage.models import (
    Bag,
    Count,
    CountLine,
    Shift,
    VaultCount,
    VaultCountLine,
    VaultMove,
    VaultMoveLine,
)
from casino.cage.queries.amounts import thresholds
from casino.cage.queries.shifts import open_shifts
from casino.db import asked_once, fetch_all
from casino.house.models import Club
from casino.house.stamp import Stamp
from casino.ledger.queries.balances import balance_cents
from casino.messages import msg
from casino.refusals import NotFound

# Denomination in cents -> how many.
Quantities = dict[int, int]
Lines = Iterable[CountLine | VaultCountLine | VaultMoveLine]
# From an instant to another, which is still in it; None: until now.
Span = tuple[datetime, datetime | None]
# What came, what went.
Flows = tuple[Quantities, Quantities]
# Whatever came to the vault, or left it, by denomination, in each of several spans.
FLOWS = """
SELECT span.n, moved.leaves::int, moved.tender, moved.cents, sum(moved.quantity)::bigint
FROM unnest(%(since)s::timestamptz[], %(until)s::timestamptz[])
    WITH ORDINALITY span (since, until, n)
JOIN (
    SELECT m.fetched AS leaves, m.moved_at AS at, l.medium AS tender, l.cents, l.quantity
    FROM cage_shift s
    JOIN cage_vaultmove m ON m.shift_id = s.id AND m.moved_at > %(first)s
    JOIN cage_vaultmoveline l ON l.move_id = m.id
    WHERE s.club_id = %(club)s
    UNION ALL
    SELECT true, s.opened_at, l.medium, l.cents, l.quantity
    FROM cage_shift s
    JOIN cage_count c ON c.shift_id = s.id AND c.moment = 'opening'
    JOIN cage_countline l ON l.count_id = c.id
    WHERE s.club_id = %(club)s AND s.opened_at > %(first)s
    AND NOT EXISTS (SELECT FROM cage_handover h WHERE h.taken_id = s.id)
    UNION ALL
    SELECT false, s.closed_at, l.medium, l.cents, l.quantity
    FROM cage_shift s
    JOIN LATERAL (
        SELECT id FROM cage_count WHERE shift_id = s.id AND moment = 'closing'
        ORDER BY id DESC LIMIT 1
    ) c ON true
    JOIN cage_countline l ON l.count_id = c.id
    WHERE s.club_id = %(club)s AND s.closed_at > %(first)s AND s.state = 'closed'
    AND NOT EXISTS (SELECT FROM cage_handover h WHERE h.given_id = s.id)
) moved ON moved.at > span.since AND (span.until IS NULL OR moved.at <= span.until)
GROUP BY 1, 2, 3, 4 HAVING sum(moved.quantity) > 0 ORDER BY moved.cents DESC
"""


@dataclass(frozen=True, kw_only=True, slots=True)
class Stock:
    """One tender in a place (none: the vault): as counted, and what moved since then."""

    place: str
    tender: str
    counted_at: datetime
    counted: Quantities
    inflow: Quantities
    outflow: Quantities

    @property
    def now(self) -> Quantities:
        """What should be there by denomination, where only what was counted came and went."""
        values = {*self.counted, *self.inflow, *self.outflow}
        return {
            cents: self.counted.get(cents, 0)
            + self.inflow.get(cents, 0)
            - self.outflow.get(cents, 0)
            for cents in values
        }

    @property
    def cents(self) -> int:
        """What was counted comes to."""
        return sum(cents * quantity for cents, quantity in self.counted.items())


def low_places(club_id: int) -> list[tuple[str, int]]:
    """
    Return (place, its minimum in cents) of the vault and drawers in use that hold less.

    How much less is not said: who reads it may count there.
    """
    vault = (msg("Vault"), balance_cents(club_id, "cash:vault"))
    found: list[tuple[str, int, int]] = [(*vault, thresholds(club_id).vault_minimum_cents)]
    for each in open_shifts(club_id):
        held = balance_cents(club_id, "cash:drawer", each.drawer_id)
        found.append((str(each.drawer), held, each.drawer.minimum_cents or 0))
    return [(place, minimum) for place, held, minimum in found if held < minimum]


def bag(club_id: int, bag_id: int) -> Bag:
    """Return a bag of the club. Raises NotFound."""
    found = Bag.objects.filter(club_id=club_id, id=bag_id).first()
    if found is None:
        raise NotFound(msg("There is no such deposit in this club."), field="bag_id")
    return found


def credited_alone_cents(stamp: Stamp) -> int:
    """Return what bags credited on the gaming day differed by that one person looked at."""
    of_day = Bag.objects.filter(club_id=stamp.club_id, credited_at__gte=stamp.opens_at)
    off = {each.pk: abs((each.credited_cents or 0) - each.cents) for each in of_day}
    differed = [each for each, cents in off.items() if cents]
    signed = Proposal.objects.filter(
        club_id=stamp.club_id,
        operation="cage.credit_bag",
        approved=True,
        content__bag_id__in=differed,
    )
    by_two = {each.content["bag_id"] for each in signed}
    return sum(off[each] for each in differed if each not in by_two)


def counted_denominations(club: Club, *, given: Shift | None = None) -> dict[str, list[int]]:
    """Return the notes and chips that a new shift counts; given: the shift that leaves it some."""
    return _with(club, *((given.notes_cents, given.chips_cents) if given else ([], [])))


def vault_denominations(club: Club) -> dict[str, list[int]]:
    """Return the notes and chips that are counted in the vault: the club's, and what lies there."""
    stocks = [vault_stock(club.pk, tender) for tender in ("cash", "chips")]
    return _with(club, *(stock.now if stock else () for stock in stocks))


def _with(club: Club, notes: Iterable[int], chips: Iterable[int]) -> dict[str, list[int]]:
    return {
        "notes": sorted({*club.notes_cents, *notes}, reverse=True),
        "chips": sorted({*club.chips_cents, *chips}, reverse=True),
    }


def vault_move(act_id: int) -> VaultMove | None:
    """Return what an act moved between the vault and a drawer, None where it did something else."""
    people = VaultMove.objects.select_related("asked_by", "given_by").prefetch_related("lines")
    return people.filter(act_id=act_id).first()


@asked_once
def vault_stock(club_id: int, tender: str) -> Stock | None:
    """
    Return what the vault was counted to hold of a tender and what moved since; None: uncounted.

    Cash that came or went by its sum alone (deposits, funding) is in no denomination.
    """
    counts = VaultCount.objects.filter(club_id=club_id, lines__tender=tender)
    counted = counts.order_by("-id").first()
    if counted is None:
        return None
    span = (counted.counted_at, None)
    inflow, outflow = vault_flows(club_id, [span])[span, tender]
    return Stock(
        place="",
        tender=tender,
        counted_at=counted.counted_at,
        counted=quantities(counted.lines.filter(tender=tender)),
        inflow=inflow,
        outflow=outflow,
    )


def drawer_stocks(shift: Shift, name: str) -> list[Stock]:
    """Return a shift's latest count, cash and chips apart, and what the vault gave since then."""
    # A count that was put right is kept with its own instant, after those that followed it.
    count = Count.objects.filter(shift=shift).latest("counted_at", "id")
    lines = list(count.lines.all())
    since = VaultMoveLine.objects.filter(move__shift=shift, move__moved_at__gt=count.counted_at)
    moves = list(since.select_related("move"))
    return [
        Stock(
            place=name,
            tender=tender,
            counted_at=count.counted_at,
            counted=quantities(each for each in lines if each.tender == tender),
            inflow=moved(moves, tender, fetched=True),
            outflow=moved(moves, tender, fetched=False),
        )
        for tender in CountLine.Tender.values
    ]


def shift_moves(shift: Shift) -> list[VaultMoveLine]:
    """Return what a shift fetched from the vault and brought back to it."""
    return list(VaultMoveLine.objects.filter(move__shift=shift).select_related("move"))


def vault_flows(club_id: int, spans: Collection[Span]) -> Mapping[tuple[Span, str], Flows]:
    """
    Return by span and tender what came into the vault and what left it, by denomination.

    Floats leave it and closing drawers come back, except what one cashier left for the next.
    """
    asked = list(spans)
    found = defaultdict[tuple[Span, str], Flows](lambda: ({}, {}))
    if not asked:
        return found
    since, until = zip(*asked, strict=True)
    values = {"club": club_id, "since": list(since), "until": list(until), "first": min(since)}
    for number, leaves, tender, cents, quantity in fetch_all(FLOWS, values):
        found[asked[number - 1], tender][leaves][cents] = quantity
    return found


def quantities(lines: Lines) -> Counter[int]:
    """Return how many of each denomination lines come to, the largest first."""
    found = Counter[int]()
    for line in sorted(lines, key=lambda each: -each.cents):
        found[line.cents] += line.quantity
    return found


def moved(moves: Iterable[VaultMoveLine], tender: str, *, fetched: bool) -> Counter[int]:
    """Return what of a tender went to a drawer by denomination, or came back from it."""
    return quantities(
        each for each in moves if each.tender == tender and each.move.fetched == fetched
    )
