"""Why a pool is ever changed by hand: a closed list, each with the account on the other side."""

from dataclasses import dataclass

from casino.messages import msg


@dataclass(frozen=True, kw_only=True, slots=True)
class Reason:
    """
    A reason to adjust a pool.

    adds: money comes in, else it goes out; account: where it comes from or goes to.
    """

    says: str
    adds: bool
    account: str


REASONS = {
    "seed": Reason(
        says=msg("House contribution to the pool"), adds=True, account="expense:jackpot"
    ),
    "seed_back": Reason(
        says=msg("House contribution taken back"), adds=False, account="expense:jackpot"
    ),
    "booked_as_rake": Reason(
        says=msg("Jackpot drop was booked as rake"), adds=True, account="income:rake"
    ),
    "rake_booked": Reason(
        says=msg("Rake was booked as jackpot drop"), adds=False, account="income:rake"
    ),
    "box_over": Reason(
        says=msg("The jackpot drop box held more than booked"),
        adds=True,
        account="expense:over-short",
    ),
    "box_short": Reason(
        says=msg("The jackpot drop box held less than booked"),
        adds=False,
        account="expense:over-short",
    ),
}


# What the house put in by hand; no more than that is ever taken back.
OF_THE_HOUSE = ("seed", "seed_back")
# What moves between the pool and the rake.
OF_RAKE = tuple(why for why, each in REASONS.items() if each.account == "income:rake")


def signed_cents(reason: str, cents: int) -> int:
    """
    Return what an adjustment of `cents` above zero does to the pool.

    Source: AMB-35, AMB-38.
    """
    return cents if REASONS[reason].adds else -cents
