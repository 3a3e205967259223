"""Does a table's money add up?"""

from dataclasses import dataclass

from casino.schema import Cents, SignedCents


@dataclass(frozen=True, kw_only=True, slots=True)
class TableMoney:
    """
    Everything that came to a table and everything that left it or lies there still.

    time_rake_cents: what was paid of it in chips; over_short_cents: counted beyond the books and
    recorded, short if negative; boxes_cents: what the count room took off the table;
    settled_cents: what corrections left on it after its close, which is what guests hold.
    """

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
    stacks_returned_cents: Cents = 0
    moved_in_cents: Cents = 0
    moved_out_cents: Cents = 0
    over_short_cents: SignedCents = 0
    boxes_cents: SignedCents = 0
    settled_cents: SignedCents = 0

    @property
    def expected_cents(self) -> int:
        """
        Return what came to the table.

        Source: AMB-117, OLY-2.19.
        """
        brought = self.buy_ins_cents + self.top_ups_cents
        carried = self.stacks_returned_cents + self.moved_in_cents
        return brought + carried + self.over_short_cents

    @property
    def counted_cents(self) -> int:
        """
        Return what left the table or lies there still.

        Source: AMB-117, OLY-2.23, IMG-C18.
        """
        left = self.cash_outs_cents + self.stacks_held_cents + self.moved_out_cents
        spent = self.tips_cents + self.food_and_drink_cents
        taken = self.rake_cents + self.time_rake_cents + self.jackpot_drop_cents + self.boxes_cents
        return left + spent + taken + self.settled_cents + self.chips_still_in_play_cents

    @property
    def difference_cents(self) -> int:
        """
        Return what is over, or short if negative; it is reported, never booked away.

        Source: AMB-117.
        """
        return self.counted_cents - self.expected_cents
