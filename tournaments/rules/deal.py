"""A deal: the remaining players divide the remaining prizes among themselves."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from casino.house.because import Because
from casino.house.rulebook import RuleBook


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
