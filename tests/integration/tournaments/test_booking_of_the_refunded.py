"""The refund of an entry is another guest's, who has booked a place since."""

from casino.cage.models import Shift
from tests.integration.tournaments.test_guest_corrected import corrected
from tests.tournament_floor import td
from tests.tournaments import a_tournament, enter, signed
from tests.world import World
from tournaments.models import Entry
from tournaments.services.listing import book_place
from tournaments.services.refunds import refund_entry


def test_the_right_guests_own_booking_stays(world: World, shift: Shift):
    festival = a_tournament(world, festival=True)
    entry, *_rest = enter(world, festival, "Mari Tamm", "B", shift_id=shift.pk)
    what = {"entry_id": entry.pk, "cause": "withdrawal", "reason": "Ill", "valid_reason": True}
    signed(world, refund_entry.ask(td(world, "19:05"), **what), clock="19:06")
    right = world.player("Mari Tamm")
    stamp = world.stamp("19:10")
    booked = book_place(stamp, tournament_id=festival.pk, player_id=right.pk)
    corrected(world, Entry.objects.get(id=entry.pk), right.pk, "19:12")
    booked.refresh_from_db()
    assert booked.ended_at is None
