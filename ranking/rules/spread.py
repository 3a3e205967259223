"""Who pays which prize where several clubs keep one ranking."""

from collections.abc import Iterator, Mapping, Sequence


def spread(
    prizes_cents: Sequence[int], pools_cents: Mapping[int, int]
) -> Iterator[tuple[int, int, int]]:
    """
    Yield (index of the prize, club, cents): the prizes in order out of the clubs' pools in order.

    Each prize is paid whole and each pool used up; hardly any prize falls to two clubs.

    Source: CATALOGUE 5.4, invariant of the pool.
    """
    pools = iter(pools_cents.items())
    club, left = next(pools, (0, 0))
    for index, prize in enumerate(prizes_cents):
        due = prize
        while due:
            while not left:
                club, left = next(pools)
            paid = min(due, left)
            yield index, club, paid
            due, left = due - paid, left - paid
