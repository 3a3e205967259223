"""Who approves what of a jackpot, up to which amount."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class Limits:
    """
    A club's amounts, in cents; these are the usual ones (RELIABILITY 4).

    accountant_award: up to it the accountant approves an award, above it the manager alone;
    check_from: from it on the accountant checks the base of any hit, of a bad beat always;
    manager_adjust: up to it another manager approves a change of the pool, above it the accountant.
    """

    accountant_award_cents: int = 0
    check_from_cents: int = 50_001
    manager_adjust_cents: int = 0

    def needs_check(self, total_cents: int, *, bad_beat: bool) -> bool:
        """
        Return whether the accountant checks the base before the award is approved.

        Source: AMB-39.
        """
        return bad_beat or total_cents >= self.check_from_cents
