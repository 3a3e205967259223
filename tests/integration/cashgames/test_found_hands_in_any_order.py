"""Hands found later at a table that was counted short twice."""

import pytest

from cashgames.models import OverShort, Session
from cashgames.queries.tables import chips_cents
from cashgames.services.found_hands import book_found_hand
from cashgames.services.over_short import book_over_short
from tests.correcting import buy, floor
from tests.counting import sign
from tests.integration.cashgames.test_found_hands import slip
from tests.world import World

pytestmark = pytest.mark.django_db


def counted_short(world: World, session: Session, clock: str, cents: int = 450) -> None:
    asks, there = floor(world, clock), chips_cents(session) - cents
    what = {"session_id": session.pk, "counted_cents": there, "reason": "?"}
    sign(world, asks, book_over_short.ask(asks, **what))


@pytest.mark.parametrize("over_before", [0, 450])
@pytest.mark.parametrize("order", [("21:20", "22:20"), ("22:20", "21:20")])
def test_each_explains_a_count_in_whatever_order_the_slips_turn_up(
    world: World, order: tuple[str, str], over_before: int
):
    session = world.session()
    for seat in (1, 2):
        buy(world, session, None, seat)
    if over_before:
        counted_short(world, session, "21:10", -over_before)
    for clock in ("21:30", "22:30"):
        counted_short(world, session, clock)
    held = chips_cents(session)
    for played, clock in zip(order, ("22:40", "22:45"), strict=True):
        hand = slip(world, session, name=played[:2], played_at=world.at(played))
        book_found_hand(floor(world, clock), **hand)
    assert sum(each.over_cents for each in OverShort.objects.all()) == over_before
    assert chips_cents(session) == held


def test_what_a_hand_explains_of_a_count_before_is_not_taken_from_a_later_one(world: World):
    session = world.session()
    for seat in (1, 2):
        buy(world, session, None, seat)
    counted_short(world, session, "21:30")
    for played in ("21:20", "22:20"):
        hand = slip(world, session, name=played[:2], played_at=world.at(played))
        book_found_hand(floor(world, "22:25"), **hand)
    # The later one was dealt after the only count: it explains nothing.
    assert sum(each.over_cents for each in OverShort.objects.all()) == 0
    assert OverShort.objects.count() == 2
