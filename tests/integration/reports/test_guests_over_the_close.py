"""Who sat down on a day are as many in the club's figures as at its tables."""

from datetime import timedelta

from cashgames.services.seats import seat_player
from casino.closing.services.days import close_day
from casino.staff.models import Role
from tests.integration.reports.asking import lines
from tests.world import EVENING, World

NEXT = EVENING + timedelta(1)


def test_a_table_over_the_close_has_on_each_day_the_guests_who_sat_down_on_it(world: World):
    session = world.session("7")
    world.seat(session, *"ABCDEF", cents=50_000)
    close_day(world.club, EVENING, now=world.at("07:00", day=NEXT))
    world.sell(20_000, "08:00", day=NEXT)
    late = {"session_id": session.pk, "seat_no": 7, "player_id": world.player("G").pk}
    floor = world.stamp("08:10", day=NEXT, role=Role.SUPERVISOR)
    seat_player(floor, **late, cents=20_000, paid_with="chips")
    for day, guests in ((EVENING, "6"), (NEXT, "1")):
        asked = f"first={day}&last={day}"
        (figures,) = lines(world, "statistics", f"{asked}&by=day")
        (table,) = lines(world, "tables", asked)
        assert (figures["guests"], table["guests"]) == (guests, guests)
