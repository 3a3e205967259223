"""From the club's threshold on the house knows with whom it deals: a day's cash, both ways."""

from dataclasses import dataclass

from casino.cage.queries.amounts import thresholds
from casino.house.stamp import Stamp
from casino.ledger.queries.guests import handed_cents
from casino.messages import msg
from casino.money import format_cents
from casino.players.queries import cards
from casino.refusals import Refusal


class NotIdentified(Refusal):
    """From the club's threshold on the player is identified first."""

    status = 409
    code = "CAGE-013"
    message = msg("ID is required. Choose the guest and enter the birth date and document.")
    next_step = msg("Add the ID on the guest's page, then try again.")
    next_page = "player"


@dataclass(frozen=True, kw_only=True, slots=True)
class GuestStanding:
    """
    Where a guest stands against the threshold, in cents.

    sum_cents: cash of the gaming day or of 24 hours, whichever is more, with the amount asked for.
    """

    sum_cents: int
    threshold_cents: int
    identified: bool

    @property
    def stops(self) -> bool:
        """Return whether nothing is booked before the guest is identified."""
        return self.sum_cents >= self.threshold_cents and not self.identified

    @property
    def nears(self) -> bool:
        """Return whether three quarters of the threshold are reached: ask for papers now."""
        return 4 * self.sum_cents >= 3 * self.threshold_cents


def standing(stamp: Stamp, *, player_id: int | None, cents: int) -> GuestStanding:
    """
    Return where a guest would stand after an amount of cash; nobody in particular has no sum.

    Source: RELIABILITY 1.12 (single or linked operations), 4.
    """
    threshold = thresholds(stamp.club_id).identify_from_cents
    found = list(cards(player_id)) if player_id else []
    before = 0
    if found:
        ids = [card.pk for card in found]
        before = handed_cents(stamp.club_id, ids, gaming_day=stamp.gaming_day, at=stamp.at)
    return GuestStanding(
        sum_cents=before + cents,
        threshold_cents=threshold,
        identified=any(card.identified for card in found),
    )


def check_identified(stamp: Stamp, *, player_id: int | None, cents: int) -> None:
    """Raise NotIdentified where an amount of cash needs papers that the house has not seen."""
    found = standing(stamp, player_id=player_id, cents=cents)
    if found.stops:
        raise NotIdentified(
            msg(
                "{sum} in cash today. ID is required from {threshold} a day.",
                sum=format_cents(found.sum_cents),
                threshold=format_cents(found.threshold_cents),
            ),
            field="player_id",
        )
