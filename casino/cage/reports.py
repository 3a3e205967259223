"""What lies where, piece by piece, as it was counted last, and how the vault came to it."""

from dataclasses import dataclass
from datetime import date, datetime
from itertools import pairwise

from casino.cage.models import Bag, Count, CountLine, Drawer, Shift, SlipText, VaultCount
from casino.cage.queries import tally
from casino.ledger import queries as ledger
from casino.ledger.queries import Lines


@dataclass(frozen=True, kw_only=True, slots=True)
class Pieces:
    """What somebody counted of one medium in one place, by value of a piece in cents."""

    place: str
    medium: str
    counted_at: datetime
    quantities: dict[int, int]

    @property
    def cents(self) -> int:
        """What the pieces come to."""
        return sum(cents * quantity for cents, quantity in self.quantities.items())


@dataclass(frozen=True, kw_only=True, slots=True)
class RollForward:
    """
    The vault from one count to the next, in cents and by piece where only counts know pieces.

    changed: value of a piece -> how many more (or fewer) were counted than the time before.
    """

    count: VaultCount
    opening_cents: int
    in_cents: int
    out_cents: int
    changed: dict[int, int]


def bags(club_id: int) -> list[Bag]:
    """Return the bags for the bank, the latest first."""
    people = Bag.objects.select_related("packed_by", "handed_by", "credited_by")
    return list(people.filter(club_id=club_id).order_by("-id"))


def inventory(club_id: int) -> list[Pieces]:
    """Return the latest count of the vault and of each drawer, cash and chips apart."""
    found = []
    if latest := VaultCount.objects.filter(club_id=club_id).order_by("-id").first():
        pieces = _of_vault(latest)
        at = latest.counted_at
        found.append(Pieces(place="", medium="cash", counted_at=at, quantities=pieces))
    for drawer in Drawer.objects.filter(club_id=club_id).order_by("name", "id"):
        counted = Count.objects.filter(shift__drawer=drawer).order_by("-id").first()
        for medium in CountLine.Medium.values if counted else ():
            quantities = dict(
                counted.lines.filter(medium=medium).values_list("cents", "quantity")  # type: ignore[union-attr]
            )
            at = counted.counted_at  # type: ignore[union-attr]
            found.append(
                Pieces(place=str(drawer), medium=medium, counted_at=at, quantities=quantities)
            )
    return found


def slip_texts(club_id: int) -> list[SlipText]:
    """Return the words on slips that hold, by kind and language."""
    written = SlipText.objects.filter(club_id=club_id).select_related("written_by")
    return list(written.order_by("kind", "language", "-id").distinct("kind", "language"))


def slip_text(club_id: int, kind: str, *, language: str) -> SlipText | None:
    """Return the words for a slip in its language: those of its kind, else those of every slip."""
    found = {each.kind: each for each in slip_texts(club_id) if each.language == language}
    return found.get(kind, found.get(""))


def over_imprest_cents(shift: Shift) -> int | None:
    """Return how much more cash was counted than the drawer begins with; None: nobody said."""
    if shift.drawer.imprest_cents is None or shift.state == Shift.State.OPEN:
        return None
    return tally(shift).cash.counted_cents - shift.drawer.imprest_cents


def roll_forwards(club_id: int, *, limit: int = 30) -> list[RollForward]:
    """
    Return how the vault came from each count to the next, the latest first.

    What went in and out is known in cents, from the books; pieces are known where it was counted.
    """
    people = VaultCount.objects.select_related("counted_by", "second")
    counts = list(people.filter(club_id=club_id).order_by("-id")[: limit + 1])
    return [_between(before, count) for count, before in pairwise([*counts, None]) if count][:limit]


def _between(before: VaultCount | None, count: VaultCount) -> RollForward:
    pieces, earlier = _of_vault(count), _of_vault(before) if before else {}
    opening_cents = before.counted_cents if before else 0
    # The books of the vault from the signature of one count to that of the next.
    asked = Lines(
        club_id=count.club_id,
        first=before.gaming_day if before else date.min,
        last=count.gaming_day,
        code="cash:vault",
        since=before.counted_at if before else None,
        until=count.counted_at,
    )
    _, in_cents, out_cents = ledger.lines_total(asked)
    # What a count found over or short stands in the opening that follows it.
    found_cents = before.over_cents if before else 0
    values = sorted({*pieces, *earlier}, reverse=True)
    return RollForward(
        count=count,
        opening_cents=opening_cents,
        in_cents=in_cents - max(found_cents, 0),
        out_cents=out_cents - max(-found_cents, 0),
        changed={cents: pieces.get(cents, 0) - earlier.get(cents, 0) for cents in values},
    )


def _of_vault(count: VaultCount) -> dict[int, int]:
    return dict(count.lines.order_by("-cents").values_list("cents", "quantity"))
