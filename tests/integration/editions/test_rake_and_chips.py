"""Whoever reads or adopts rules is told where the club's chips cannot pay their rake."""

from datetime import timedelta
from uuid import uuid4

import pytest

from casino.editions.services import adopt_book
from casino.staff.models import Role
from tests.shifted import Clock
from tests.world import EVENING, World, a_club

pytestmark = pytest.mark.django_db
SAID = "Rake is taken to {}; the smallest chip is {}: no chip pays the rest."


def read(world: World, path: str) -> str:
    return world.browser(Role.MANAGER).get(f"/tallinn/{path}").content.decode()


@pytest.mark.parametrize(
    ("book", "smallest", "grain"),
    [
        ("voodoo", 50, "0,01"),
        ("olympic", 100, "0,50"),
        ("olympic", 50, ""),
        ("voodoo", 1, ""),
    ],
)
def test_the_rules_say_where_no_chip_pays_their_rake(book: str, smallest: int, grain: str):
    world = a_club(book=book)
    world.club.chips_cents = [500, smallest]
    world.club.save()
    said = SAID.format(grain, f"{smallest // 100},{smallest % 100:02}")
    assert (said in read(world, "rules/")) is bool(grain)


def test_who_adopts_a_book_is_told_before_and_when_it_is_signed(clock: Clock):
    world = a_club()
    clock.stop(world.at("20:00"))
    coming = EVENING + timedelta(days=2)
    said = SAID.format("0,01", "0,50")
    assert min(world.club.chips_cents) == 50
    typed = {"book": "voodoo", "first_day": coming.isoformat(), "reason": "To Riga"}
    form = {"key": str(uuid4()), "preview": "1", **typed}
    page = world.browser(Role.MANAGER).post("/tallinn/rules/propose/", form)
    assert said in page.content.decode()
    stamp = world.stamp("20:00", role=Role.MANAGER)
    asked = adopt_book.ask(stamp, book="voodoo", first_day=coming, overrides={}, reason="To Riga")
    assert said in read(world, f"approvals/{asked.pk}/")
