"""Whose points are whose: cards of one person, however they were joined and merged."""

from collections.abc import Iterable, Mapping


def whose_points(joined: Iterable[tuple[int, int]], merged: Mapping[int, int]) -> dict[int, int]:
    """
    Return the card for which each other card of a person counts, by that other card's id.

    joined: a card, and the other club's that it counts for; merged: a double, and the card of the
    same club that it became. Whatever links two cards makes them one person's, in any order and in
    circles, too. It is the card that counts for no other and was joined to; else the oldest.
    Source: AMB-92, persons and not cards.
    """
    pairs = list(joined)
    groups: dict[int, set[int]] = {}
    for one, other in (*pairs, *merged.items()):
        together = groups.get(one, {one}) | groups.get(other, {other})
        groups |= dict.fromkeys(together, together)
    count_for_others, joined_to = dict(pairs).keys(), {other for _, other in pairs}

    def standing(card: int) -> tuple[bool, bool, bool, int]:
        return card in merged, card in count_for_others, card not in joined_to, card

    stands = {card: min(together, key=standing) for card, together in groups.items()}
    return {card: other for card, other in stands.items() if card != other}
