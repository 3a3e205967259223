"""What the vault, the drawers and the bags hold."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

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
from casino.house.models import Club
from casino.ledger.queries.balances import balance_cents
from casino.messages import msg
from casino.refusals import NotFound

# Denomination in cents -> how many.
Quantities = dict[int, int]
Lines = Iterable[CountLine | VaultCountLine | VaultMoveLine]


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


def vault_stock(club_id: int, tender: str) -> Stock | None:
    """
    Return what the vault was counted to hold of a tender and what moved since; None: uncounted.

    Cash that came or went by its sum alone (deposits, funding) is in no denomination.
    """
    counts = VaultCount.objects.filter(club_id=club_id, lines__tender=tender)
    counted = counts.order_by("-id").first()
    if counted is None:
        return None
    inflow, outflow = vault_flows(club_id, tender, since=counted.counted_at)
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
    count = Count.objects.filter(shift=shift).latest("id")
    moves = VaultMove.objects.filter(shift=shift, moved_at__gt=count.counted_at)
    return [
        Stock(
            place=name,
            tender=tender,
            counted_at=count.counted_at,
            counted=quantities(count.lines.filter(tender=tender)),
            inflow=_moved(moves.filter(fetched=True), tender),
            outflow=_moved(moves.filter(fetched=False), tender),
        )
        for tender in CountLine.Tender.values
    ]


def shift_moves(shift: Shift, tender: str, *, fetched: bool) -> Counter[int]:
    """Return what a shift fetched from the vault, or brought back to it, by denomination."""
    return _moved(VaultMove.objects.filter(shift=shift, fetched=fetched), tender)


def vault_flows(
    club_id: int, tender: str, *, since: datetime | None, until: datetime | None = None
) -> tuple[Quantities, Quantities]:
    """
    Return by denomination what came into the vault and what left it between two instants.

    Floats leave it and closing drawers come back, except what one cashier left for the next.
    """
    spans = {"gt": since, "lte": until}
    given = {key: at for key, at in spans.items() if at is not None}
    opened = Count.objects.filter(
        moment=Count.Moment.OPENING,
        shift__club_id=club_id,
        shift__taken_over=None,
        **{f"shift__opened_at__{key}": at for key, at in given.items()},
    )
    closed = Count.objects.filter(
        moment=Count.Moment.CLOSING,
        shift__club_id=club_id,
        shift__handed_over=None,
        shift__state=Shift.State.CLOSED,
        **{f"shift__closed_at__{key}": at for key, at in given.items()},
    )
    latest = closed.order_by("shift_id", "-id").distinct("shift_id")
    moves = VaultMove.objects.filter(
        shift__club_id=club_id, **{f"moved_at__{key}": at for key, at in given.items()}
    )
    inflow = _counted(latest, tender) + _moved(moves.filter(fetched=False), tender)
    outflow = _counted(opened, tender) + _moved(moves.filter(fetched=True), tender)
    return dict(inflow), dict(outflow)


def quantities(lines: Lines) -> Counter[int]:
    """Return how many of each denomination lines come to, the largest first."""
    found = Counter[int]()
    for line in sorted(lines, key=lambda each: -each.cents):
        found[line.cents] += line.quantity
    return found


def _counted(counts: QuerySet[Count], tender: str) -> Counter[int]:
    return quantities(CountLine.objects.filter(count__in=counts.values("id"), tender=tender))


def _moved(moves: QuerySet[VaultMove], tender: str) -> Counter[int]:
    return quantities(VaultMoveLine.objects.filter(move__in=moves, tender=tender))
