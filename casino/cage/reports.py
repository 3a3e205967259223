"""What lies where, by denomination, as it was counted last, and how the vault came to it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from itertools import pairwise
from typing import Any

from casino.cage.models import Bag, ClubChange, CountLine, Shift, SlipText, VaultCount
from casino.cage.queries.shifts import count_lines, open_shifts, waiting_hand_overs
from casino.cage.queries.stock import (
    Flows,
    Quantities,
    Span,
    Stock,
    drawer_stocks,
    moved,
    quantities,
    shift_moves,
    vault_flows,
    vault_stock,
)
from casino.cage.queries.tallies import corrected_counts, sealed_counts, tally
from casino.ledger.queries.as_of import recorded_by
from casino.ledger.queries.lines import Lines, lines_total
from casino.paging import Page


@dataclass(frozen=True, kw_only=True, slots=True)
class DenominationRow:
    """
    One denomination between two counts.

    otherwise: what is counted beyond opening, in and out: packed into bags, brought by the
    owners, changed, over or short.
    """

    tender: str
    cents: int
    opening: int
    inflow: int
    outflow: int
    closing: int

    @property
    def otherwise(self) -> int:
        """How many more, or fewer, were counted than by denomination came and went."""
        return self.closing - self.opening - self.inflow + self.outflow


@dataclass(frozen=True, kw_only=True, slots=True)
class RollForward:
    """The vault from one count to the next: its cash in cents, and every denomination."""

    before: VaultCount | None
    count: VaultCount
    opening_cents: int
    in_cents: int
    out_cents: int
    rows: list[DenominationRow]


@dataclass(frozen=True, kw_only=True, slots=True)
class Grid:
    """Every place by denomination: the values that lie somewhere, and each place's stock."""

    tender: str
    values: list[int]
    stocks: list[Stock]


def bags(club_id: int, *, page: Page | None = None) -> list[Bag]:
    """Return the bags for the bank, the latest first."""
    people = Bag.objects.select_related("packed_by", "handed_by", "credited_by")
    found = people.filter(club_id=club_id).order_by("-id")
    return page.of(found) if page else list(found)


def inventory(club_id: int) -> list[Stock]:
    """Return what the vault and each drawer in use hold, by their latest counts."""
    vault = [vault_stock(club_id, tender) for tender in CountLine.Tender.values]
    left = [(each.given, str(each.drawer)) for each in waiting_hand_overs(club_id)]
    running = [(each, str(each.drawer)) for each in open_shifts(club_id)]
    drawers = [stock for shift, name in running + left for stock in drawer_stocks(shift, name)]
    return [stock for stock in vault if stock] + drawers


def grids(club_id: int) -> list[Grid]:
    """Return the inventory as a grid for cash and one for chips, the largest denomination first."""
    found = inventory(club_id)
    by_tender = [
        (tender, [each for each in found if each.tender == tender])
        for tender in CountLine.Tender.values
    ]
    return [
        Grid(
            tender=tender,
            values=sorted({cents for each in stocks for cents in each.now}, reverse=True),
            stocks=stocks,
        )
        for tender, stocks in by_tender
        if stocks
    ]


def slip_texts(club_id: int) -> list[SlipText]:
    """Return the words on slips that hold, by kind and language."""
    written = SlipText.objects.filter(club_id=club_id).select_related("written_by")
    return list(written.order_by("kind", "language", "-id").distinct("kind", "language"))


def slip_text_history(club_id: int, *, page: Page | None = None) -> list[SlipText]:
    """Return every wording of the club's slips, the latest first."""
    written = SlipText.objects.filter(club_id=club_id).select_related("written_by")
    found = written.order_by("-id")
    return page.of(found) if page else list(found)


def slip_text(club_id: int, kind: str, *, language: str) -> SlipText | None:
    """Return the words for a slip in its language: those of its kind, else those of every slip."""
    found = {each.kind: each for each in slip_texts(club_id) if each.language == language}
    return found.get(kind, found.get(""))


def club_changes(club_id: int, *, page: Page | None = None) -> list[ClubChange]:
    """Return how the club's settings changed, the latest first."""
    people = ClubChange.objects.select_related("changed_by", "second")
    return (page or Page(50)).of(people.filter(club_id=club_id).order_by("-id"))


def over_imprest_cents(shift: Shift) -> int | None:
    """Return how much more cash was counted than the drawer begins with; None: nobody said."""
    if shift.drawer.imprest_cents is None or shift.state == Shift.State.OPEN:
        return None
    return tally(shift).cash.counted_cents - shift.drawer.imprest_cents


def roll_forwards(
    club_id: int,
    *,
    first: date = date.min,
    last: date = date.max,
    limit: int = 30,
    known_at: datetime | None = None,
) -> list[RollForward]:
    """
    Return how the vault came from each count of these days to the next, the latest first.

    Cash is known in cents from the books; denominations by counts, floats and moves.
    known_at: counts signed later are left out; what a count speaks of was written down before it.
    """
    people = VaultCount.objects.select_related("counted_by", "second")
    signed = recorded_by(people.filter(club_id=club_id, gaming_day__lte=last), known_at)
    counts = signed.order_by("-id").prefetch_related("lines")[: limit + 1]
    pairs = pairwise([*counts, None])
    asked = [(before, count) for count, before in pairs if count and count.gaming_day >= first]
    earlier = {
        (count.pk, tender): _counted_before(count, tender, counts)
        for _, count in asked[:limit]
        for tender in CountLine.Tender.values
    }
    of = {count.pk: count for _, count in asked}
    spans = {(each.counted_at, of[pk].counted_at) for (pk, _), each in earlier.items() if each}
    flows = vault_flows(club_id, spans)
    return [_between(before, count, earlier, flows) for before, count in asked[:limit]]


def _counted_before(
    count: VaultCount, tender: str, known: Iterable[VaultCount]
) -> VaultCount | None:
    """Return the count of a tender before another one; known: the latest, the latest first."""
    for each in known:
        if each.pk < count.pk and _of_vault(each, tender):
            return each
    earlier = VaultCount.objects.filter(club_id=count.club_id, id__lt=count.pk)
    return earlier.filter(lines__tender=tender).order_by("-id").first()


def _between(
    before: VaultCount | None,
    count: VaultCount,
    earlier: Mapping[tuple[int, str], VaultCount | None],
    flows: Mapping[tuple[Span, str], Flows],
) -> RollForward:
    # The books of the vault from the signature of one count to that of the next.
    asked = Lines(
        club_id=count.club_id,
        first=before.gaming_day if before else date.min,
        last=count.gaming_day,
        code="cash:vault",
        since=before.counted_at if before else None,
        until=count.counted_at,
    )
    _, in_cents, out_cents = lines_total(asked)
    # What a count found over or short stands in the opening that follows it.
    found_cents = before.over_cents if before else 0
    return RollForward(
        before=before,
        count=count,
        opening_cents=before.counted_cents if before else 0,
        in_cents=in_cents - max(found_cents, 0),
        out_cents=out_cents - max(-found_cents, 0),
        rows=[
            row
            for tender in CountLine.Tender.values
            for row in _rows(earlier[count.pk, tender], count, tender, flows)
        ],
    )


def _rows(
    before: VaultCount | None,
    count: VaultCount,
    tender: str,
    flows: Mapping[tuple[Span, str], Flows],
) -> list[DenominationRow]:
    """Return a tender's denominations since the count before, largest first; none: uncounted."""
    closing = _of_vault(count, tender)
    opening, inflow, outflow = Quantities(), Quantities(), Quantities()
    if before and closing:
        opening = _of_vault(before, tender)
        inflow, outflow = flows[(before.counted_at, count.counted_at), tender]
    return _by_denomination(tender, opening, inflow, outflow, closing)


def counted_by_denomination(shift: Shift) -> list[DenominationRow]:
    """
    Return a shift's opening and closing count side by side, and what the vault gave and took.

    Before its close nothing was counted at the end.
    """
    closed = shift.state == Shift.State.CLOSED
    counts = [count_lines(shift, moment) for moment in ("opening", "closing")]
    moves = shift_moves(shift)
    found = []
    for tender in CountLine.Tender.values:
        opening, closing = (
            quantities(line for line in lines if line.tender == tender) for lines in counts
        )
        inflow, outflow = (moved(moves, tender, fetched=fetched) for fetched in (True, False))
        found += _by_denomination(tender, opening, inflow, outflow, closing if closed else {})
    return found


def _by_denomination(
    tender: str, opening: Quantities, inflow: Quantities, outflow: Quantities, closing: Quantities
) -> list[DenominationRow]:
    values = sorted({*opening, *closing, *inflow, *outflow}, reverse=True)
    return [
        DenominationRow(
            tender=tender,
            cents=cents,
            opening=opening.get(cents, 0),
            inflow=inflow.get(cents, 0),
            outflow=outflow.get(cents, 0),
            closing=closing.get(cents, 0),
        )
        for cents in values
    ]


def _of_vault(count: VaultCount, tender: str) -> Quantities:
    return quantities(line for line in count.lines.all() if line.tender == tender)


def corrections(shift: Shift) -> dict[str, Any]:
    """Return what a page shows of a shift's corrected counts, and which counts are sealed."""
    found = corrected_counts(shift)
    struck = {each.wrong.act_id for each in found if each.wrong}
    return {"corrected": found, "struck": struck, "sealed": sealed_counts(shift)}
