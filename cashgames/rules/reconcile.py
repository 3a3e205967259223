"""Does a table's money add up when its session ends?"""

from dataclasses import dataclass

from casino.schema import Cents


@dataclass(frozen=True, kw_only=True, slots=True)
class TableMoney:
    """Everything that came to a table and everything that left it or lies there still."""

    buy_ins_cents: Cents
    top_ups_cents: Cents
    cash_outs_cents: Cents
    rake_cents: Cents
    time_rake_cents: Cents
    jackpot_drop_cents: Cents
    tips_cents: Cents
    food_and_drink_cents: Cents
    stacks_held_cents: Cents
    chips_still_in_play_cents: Cents

    @property
    def expected_cents(self) -> int:
        """
        Return what came to the table.

        Source: AMB-117, OLY-2.19.
        """
        return self.buy_ins_cents + self.top_ups_cents

    @property
    def counted_cents(self) -> int:
        """
        Return what left the table or lies there still.

        Source: AMB-117, OLY-2.23, IMG-C18.
        """
        return (
            self.cash_outs_cents
            + self.rake_cents
            + self.time_rake_cents
            + self.jackpot_drop_cents
            + self.tips_cents
            + self.food_and_drink_cents
            + self.stacks_held_cents
            + self.chips_still_in_play_cents
        )

    @property
    def difference_cents(self) -> int:
        """
        Return what is over, or short if negative; it is reported, never booked away.

        Source: AMB-117.
        """
        return self.counted_cents - self.expected_cents
