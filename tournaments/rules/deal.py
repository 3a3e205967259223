"""A deal: the remaining players divide the remaining prizes among themselves."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from casino.house.because import Because
from casino.house.rulebook import RuleBook

# Of what is divided: by so much less a stack that is larger may bring, and be miscounted.
TOLERANCE_PERCENT = 1


@dataclass(frozen=True, kw_only=True, slots=True)
class DealVerdict:
    """Whether a deal holds; difference: agreed less remaining."""

    valid: bool
    code: str
    difference_cents: int
    because: tuple[Because, ...]


def deal_verdict(
    book: RuleBook,
    *,
    remaining_prizes_cents: Sequence[int],
    agreed_cents: Mapping[str, int],
    all_agree: bool,
) -> DealVerdict:
    """
    Return whether the remaining players may divide the remaining prizes so.

    Each prize left is somebody's: fewer players than prizes leave out one who is still there.
    Source: OLY-3.4.26, AMB-74.
    """
    difference = sum(agreed_cents.values()) - sum(remaining_prizes_cents)
    if not all_agree:
        code = "not_unanimous"
    elif len(agreed_cents) < sum(1 for cents in remaining_prizes_cents if cents):
        code = "player_missing"
    elif min(agreed_cents.values(), default=0) < 0:
        code = "negative_share"
    else:
        code = "sum_differs" if difference else "valid"
    facts = {"agreed_cents": dict(agreed_cents), "all_agree": all_agree}
    why = book.why("AMB-74", code, remaining_cents=sum(remaining_prizes_cents), **facts)
    return DealVerdict(
        valid=code == "valid", code=code, difference_cents=difference, because=(why,)
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class DealDoubt:
    """
    Who gets an odd share; other: who has more chips and gets less, "" where nobody.

    above: it is more than the first prize.
    """

    player: str
    other: str = ""
    above: bool = False


def deal_doubt(
    *,
    agreed_cents: Mapping[str, int],
    chips: Mapping[str, int],
    first_cents: int,
    lowest_cents: int,
) -> DealDoubt | None:
    """
    Return what looks mistyped in a deal: more for fewer chips, less than is sure already.

    Or more than could be won by playing on. first_cents, lowest_cents: of the prizes that remain.
    Source: our own choice; shares that differ by what rounding leaves are none.
    """
    ahead = {
        (one, other): cents - agreed_cents[other]
        for one, cents in agreed_cents.items()
        for other in agreed_cents
        if chips[one] < chips[other]
    }
    if ahead and max(ahead.values()) * 100 > sum(agreed_cents.values()) * TOLERANCE_PERCENT:
        player, other = max(ahead, key=ahead.__getitem__)
        return DealDoubt(player=player, other=other)
    short = [player for player, cents in agreed_cents.items() if cents < lowest_cents]
    if short:
        return DealDoubt(player=min(short, key=agreed_cents.__getitem__))
    above = [player for player, cents in agreed_cents.items() if cents > first_cents]
    return DealDoubt(player=max(above, key=agreed_cents.__getitem__), above=True) if above else None
