"""Who is admitted after late registration buys, an entry as well as a re-entry (OLY-3.3.10)."""

from casino.cage.models import Shift
from tests.integration.tournaments.test_place_given_back import full, waits
from tests.refusing import refused
from tests.tournament_floor import begun, out, td
from tests.tournaments import enter, now
from tests.world import World
from tournaments.queries.clock import rebuys_open
from tournaments.services.during_play import NotSold
from tournaments.services.listing import admit_waiting
from tournaments.services.selling import sell_more


def test_who_waits_for_a_re_entry_is_sold_it_once_admitted(world: World, shift: Shift):
    friday, (ann, bob) = full(world, shift, late_levels=1)
    begun(world, friday)
    out(world, friday, ann, "21:05")
    enter(world, friday, "Cat", shift_id=shift.pk, clock="21:06")
    again = waits(world, friday, ann.player_id, "21:07")
    out(world, friday, bob, "21:30")
    assert not rebuys_open(now(friday), world.at("21:30"))
    sells = {"entry_id": ann.pk, "what": "reentry", "shift_id": shift.pk, "paid_with": "cash"}
    refused(NotSold, sell_more, world.stamp("21:31"), **sells)
    admit_waiting(td(world, "21:32"), listed_id=again.pk)
    sell_more(world.stamp("21:33"), **sells)
    bobs = sells | {"entry_id": bob.pk}
    refused(NotSold, sell_more, world.stamp("21:34"), **bobs)
