"""What tournaments came to: a guarantee is owed to who plays for it, and to nobody else."""

import pytest

from casino.staff.models import Role
from tests.integration.reports.asking import cents, lines
from tests.tournaments import a_tournament, enter, now, signed
from tests.world import a_club
from tournaments.queries.pools import waterfall
from tournaments.services.refunds import cancel_tournament, refund_all

pytestmark = pytest.mark.django_db
DIRECTOR = {"role": Role.DIRECTOR}
NOTHING = [0, 0, 0, 0]


def test_the_guarantee_of_a_tournament_that_is_cancelled_or_has_nobody_in_is_no_overlay(db: None):
    world = a_club()
    shift = world.open_shift()
    event = a_tournament(world, "Sunday", guarantee_cents=500_000)

    def figures() -> list[int]:
        found = lines(world, "tournaments")
        return [cents(found, name) for name in ("received", "overlay", "prizes", "hold")]

    assert figures() == NOTHING
    enter(world, event, "Fay", "Gus", shift_id=shift.pk)
    assert figures() == [22_000, 480_000, 500_000, -478_000]

    asked = {"tournament_id": event.pk, "reason": "Too few"}
    off = cancel_tournament.ask(world.stamp("20:52", **DIRECTOR), **asked)
    signed(world, off, clock="20:53")
    assert figures() == [22_000, 0, 0, 2_000]
    shown = waterfall(now(event), at=world.at("20:54"))
    assert (shown.net_cents, shown.prizes_cents, shown.lacks_prizes) == (0, [], False)

    refund_all(world.stamp("20:55", **DIRECTOR), tournament_id=event.pk)
    assert figures() == NOTHING
