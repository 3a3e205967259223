"""What the tables of cases by paragraph have in common."""

from collections.abc import Sequence

from casino.house.because import Because


def cited(because: Sequence[Because]) -> list[str]:
    """Return the paragraphs that a result names."""
    return [why.rule for why in because]
