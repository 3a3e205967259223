"""What each player gets by a deal: by ICM, by a chip chop, in equal shares."""

from collections.abc import Sequence
from typing import Literal

from casino.messages import msg
from casino.money import allocate
from casino.refusals import Refusal

By = Literal["icm", "chip_chop", "equal"]
# The orders of finish of one more player take twice as long; twelve take a tenth of a second.
MAX_BY_ICM = 12
# Chances are in 10^-50, shares then in 10^-20 cents: equal stacks get equal shares.
CERTAIN, KEPT = 10**50, 10**30


class TooManyForIcm(Refusal):
    """ICM is exact or not at all: every order of finish counts."""

    code = "too_many_for_icm"
    message = msg("ICM is calculated for at most {most} players.", most=MAX_BY_ICM)


class NotOfEachPlayer(Refusal):
    """Each prize that remains is somebody's, and somebody has to get it."""

    code = "prizes_without_players"
    message = msg("There are more prizes than players.")


def deal_shares(
    by: By, *, prizes_cents: Sequence[int], chips: Sequence[int], unit_cents: int = 1
) -> list[int]:
    """
    Return what each player gets of the prizes that remain, in the order of `chips`.

    prizes_cents: by place, the first prize first, none for a place that is not paid; chips: at
    least 1 each; unit_cents: the shares are whole units, and the larger stack has what is left.
    By a chip chop the lowest prize is everybody's and the rest is divided by chips. The sum is
    that of the prizes. Raises TooManyForIcm, NotOfEachPlayer.

    Source: our own choice (Malmuth and Harville; the players agree to what they like, AMB-74).
    """
    if len(prizes_cents) > len(chips):
        raise NotOfEachPlayer(field="remaining_prizes_cents")
    prizes = [*prizes_cents, *[0] * (len(chips) - len(prizes_cents))]
    largest_first = sorted(range(len(chips)), key=lambda i: -chips[i])
    stacks, total = [chips[i] for i in largest_first], sum(prizes)
    if by == "icm":
        shares = allocate(total, _by_icm(prizes, stacks), unit_cents)
    elif by == "chip_chop":
        sure = min(prizes, default=0)
        rest = allocate(total - sure * len(stacks), stacks, unit_cents)
        shares = [sure + cents for cents in rest]
    else:
        shares = allocate(total, [1] * len(stacks), unit_cents)
    return [cents for _, cents in sorted(zip(largest_first, shares, strict=True))]


def _by_icm(prizes: Sequence[int], chips: Sequence[int]) -> list[int]:
    """
    Return each player's expected prize, in 10^-20 cents, where chips alone decide the places.

    The next place is a player's by the part of the chips that who is not placed yet has. A set of
    players, as bits, is reached by each order in which they can be the first.
    """
    if len(chips) > MAX_BY_ICM:
        raise TooManyForIcm(field="chips")
    expected = [0] * len(chips)
    reached = [CERTAIN, *[0] * (2 ** len(chips) - 1)]
    for placed, chance in enumerate(reached):
        others = [i for i in range(len(chips)) if not placed >> i & 1]
        held = sum(chips[i] for i in others)
        for i in others:
            next_one = chance * chips[i] // held
            expected[i] += next_one * prizes[len(chips) - len(others)]
            reached[placed | 1 << i] += next_one
    return [(one + KEPT // 2) // KEPT for one in expected]
