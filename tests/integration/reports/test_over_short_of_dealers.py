"""Whose over/short a hand is that was found later: of who dealt it, not of who dealt since."""

from typing import Any

import pytest

from cashgames.models import Session
from cashgames.queries.tables import chips_cents
from cashgames.services.corrections import take_back_hand
from cashgames.services.found_hands import book_found_hand
from cashgames.services.over_short import book_over_short
from casino.countroom.models import DealerTurn
from casino.countroom.services.dealers import change_dealer, correct_dealer
from casino.reports.queries import REPORTS
from casino.reports.queries.asked import asked
from casino.staff.models import Role
from tests.correcting import floor
from tests.counting import sign
from tests.world import EVENING, World

pytestmark = pytest.mark.django_db


@pytest.fixture
def session(world: World) -> Session:
    """Rob's table was 4.50 short at 22:00; at 22:55 a hand of 21:50 explains it, Ilse deals."""
    session = world.session("1")
    world.seat(session, "Ann", "Bob", cents=50_000)
    for clock, dealer in (("20:40", "Rob"), ("22:30", "Ilse")):
        change_dealer(floor(world, clock), session_id=session.pk, dealer=dealer)
    counted = {"counted_cents": chips_cents(session) - 450, "reason": "Short"}
    book_over_short(floor(world, "22:00"), session_id=session.pk, **counted)
    hand: dict[str, Any] = {"pots_cents": [9_000], "players_dealt": 2, "board_cards_dealt": 3}
    hand |= {"name": "17", "played_at": world.at("21:50"), "reason": "Slip in the tray"}
    book_found_hand(floor(world, "22:55"), session_id=session.pk, **hand)
    return session


def sums(world: World, by: str = "dealer") -> list[tuple[Any, ...]]:
    days = {"first": EVENING, "last": EVENING}
    what = asked(world.club, world.stamp("23:59", role=Role.ACCOUNTANT), by=by, **days)
    return [row.cells for row in REPORTS["table-over-short"].make(what).rows]


def differences(world: World) -> dict[str, int]:
    return {cells[0]: cells[-1] for cells in sums(world)}


def test_a_found_hand_explains_what_its_own_dealer_was_short(world: World, session: Session):
    assert differences(world) == {"Rob": 0}


def test_a_found_hand_taken_back_is_its_own_dealers_too(world: World, session: Session):
    hand = {"hand_id": session.hands.get(name="17").pk, "reason": "Of another night"}
    stamp = floor(world, "23:10")
    sign(world, stamp, take_back_hand.ask(stamp, **hand), by=Role.MANAGER)
    assert differences(world) == {"Rob": -450}


def test_the_name_of_who_deals_when_a_hand_is_found_is_one_persons_to_correct(
    world: World, session: Session
):
    turn = DealerTurn.objects.get(session=session, dealer="Ilse")
    named = {"session_id": session.pk, "dealer_turn_id": turn.pk, "dealer": "Else"}
    assert correct_dealer.submit(floor(world, "23:00"), reason="Mistyped", **named).dealer == "Else"


def test_a_found_hand_is_one_count_no_more_of_its_dealer(world: World, session: Session):
    assert [cells[:2] for cells in sums(world)] == [("Rob", 1)]


def test_a_found_hand_is_named_in_place_of_figures_that_nobody_counted(
    world: World, session: Session
):
    counted, found = (cells[5:9] for cells in sums(world, "each"))
    assert counted == (100_000, 99_550, -450, None)
    assert found == (None, None, 450, "17")
    hand = {"hand_id": session.hands.get(name="17").pk, "reason": "Of another night"}
    stamp = floor(world, "23:10")
    sign(world, stamp, take_back_hand.ask(stamp, **hand), by=Role.MANAGER)
    assert [cells[5:8] for cells in sums(world, "each")][2:] == [(None, None, -450)]


def test_a_count_that_is_signed_later_is_of_who_dealt_when_it_was_counted(
    world: World, session: Session
):
    change_dealer(floor(world, "23:10"), session_id=session.pk, dealer="Tom")
    counted = {"counted_cents": chips_cents(session) - 20_000, "reason": "Short"}
    asked = book_over_short.ask(floor(world, "23:15"), session_id=session.pk, **counted)
    change_dealer(floor(world, "23:16"), session_id=session.pk, dealer="Uwe")
    named = {"session_id": session.pk, "reason": "Mistyped", "dealer": "Else"}
    turns = {each.dealer: each.pk for each in DealerTurn.objects.filter(session=session)}
    stamp = floor(world, "23:17")
    one, two = (
        correct_dealer.preview(stamp, dealer_turn_id=turns[who], **named).content
        for who in ("Uwe", "Tom")
    )
    assert (one["differences_cents"], two["differences_cents"]) == (0, 20_000)
    sign(world, world.stamp("23:18"), asked, by=Role.MANAGER)
    assert differences(world) == {"Rob": 0, "Tom": -20_000}
    assert session.over_shorts.latest("id").at == world.at("23:15")
