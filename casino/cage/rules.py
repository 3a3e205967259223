"""Counting a drawer. Integer cents; no Django here."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from casino.refusals import BadInput

MOST_PIECES = 1_000_000


@dataclass(frozen=True, kw_only=True, slots=True)
class Tally:
    """What a drawer held and what was counted, for one medium (cash or chips)."""

    opening_cents: int
    in_cents: int
    out_cents: int
    counted_cents: int

    @property
    def expected_cents(self) -> int:
        """Opening plus what came in minus what went out (invariant 6 of the catalogue)."""
        return self.opening_cents + self.in_cents - self.out_cents

    @property
    def over_cents(self) -> int:
        """Counted more than expected; negative: short."""
        return self.counted_cents - self.expected_cents


def counted_cents(pieces: Mapping[int, int], *, allowed: Iterable[int], field: str) -> int:
    """
    Return the value of counted pieces: value of a piece in cents -> how many.

    Raises BadInput for a value that the club does not have, or an impossible number of pieces.
    """
    known = set(allowed)
    for cents, quantity in pieces.items():
        if cents not in known:
            raise BadInput(f"The club has no piece of {cents} cents.", field=field)
        if not 0 <= quantity <= MOST_PIECES:
            raise BadInput(f"{quantity} pieces cannot be counted.", field=field)
    return sum(cents * quantity for cents, quantity in pieces.items())
