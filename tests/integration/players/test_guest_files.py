"""What a guest is given of what the club keeps about them."""

import csv
import io

from casino.players.exports import guest_csv
from casino.staff.models import Role
from tests.tournaments import a_tournament, enter, signed
from tests.world import World
from tournaments.services.refunds import refund_entry


def test_a_refund_of_price_and_fee_stands_whole_in_the_guests_own_file(world: World):
    shift = world.open_shift()
    friday = a_tournament(world)
    (entry,) = enter(world, friday, "Mari Tamm", shift_id=shift.pk)
    asked = refund_entry.ask(
        world.stamp("20:40", role=Role.MANAGER),
        entry_id=entry.pk,
        cause="withdrawal",
        reason="Ill",
        valid_reason=True,
    )
    signed(world, asked, role=Role.SUPERVISOR, clock="20:41")
    rows = list(csv.DictReader(io.StringIO(guest_csv(entry.player).decode("utf-8-sig"))))
    amounts = {row["what"]: row["amount"] for row in rows if row["amount"]}
    sold, refunded = amounts.values()
    assert sold == refunded, amounts
