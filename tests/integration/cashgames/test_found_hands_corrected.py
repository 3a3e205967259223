"""What a found hand explains of a table's shortage goes with the hand, and is no count."""

from typing import Any

import pytest

from cashgames.models import Hand, OverShort, Session
from cashgames.services.corrections import correct_hand, take_back_hand
from cashgames.services.found_hands import book_found_hand
from cashgames.services.over_short import book_over_short
from cashgames.services.tables import close_session
from casino.approvals.models import Proposal
from tests.correcting import buy, floor, leave, wrong
from tests.counting import sign
from tests.world import World, a_club

SLIP: dict[str, Any] = {"pots_cents": [9_000], "players_dealt": 2, "board_cards_dealt": 3}
SMALLER = SLIP | {"pots_cents": [4_000]}
WHY = "Slip in the tray"


@pytest.fixture
def world(db: None) -> World:
    world = a_club()
    world.jackpot()
    return world


def night(world: World, *, short: int = 0, label: str = "1", first: int = 1) -> Session:
    """Two bring 400.00; what lacks when they have left is signed as short, then it is closed."""
    session = world.session(label)
    one, two = buy(world, session, None, first), buy(world, session, None, first + 1)
    leave(world, session, one, 40_000 - short, clock="22:30")
    leave(world, session, two, 0, clock="22:31")
    if short:
        count(world, session, 0, clock="22:36", signed=True)
    close_session(floor(world, "22:40"), session_id=session.pk)
    return session


def count(
    world: World, session: Session, cents: int, *, clock: str, signed: bool = False
) -> OverShort | Proposal | None:
    asks = floor(world, clock)
    counted = {"session_id": session.pk, "counted_cents": cents, "reason": "short"}
    if signed:
        sign(world, asks, book_over_short.ask(asks, **counted))
        return None
    return book_over_short.submit(asks, **counted)


def find(world: World, session: Session) -> Hand:
    said = {"name": "17", "played_at": world.at("22:00"), "reason": WHY, "deviation": "So it says"}
    book_found_hand(floor(world, "22:55"), session_id=session.pk, **said, **SLIP)
    return Hand.objects.get(name="17")


def short_of(session: Session) -> int:
    return -sum(each.over_cents for each in OverShort.objects.filter(session=session))


def figures(world: World, session: Session) -> dict[str, int]:
    return {
        "rake": -world.balance("income:rake"),
        "guests hold": -world.balance("chips:floor"),
        "short": short_of(session),
        "loss": world.balance("expense:over-short"),
        "table": world.balance("chips:table", session.pk),
    }


@pytest.mark.parametrize("short", [200, 450, 1_000])
def test_a_found_hand_that_is_taken_back_leaves_the_shortage_as_it_was_signed(
    world: World, short: int
):
    session = night(world, short=short)
    before = figures(world, session)
    hand = find(world, session)
    asked = {"hand_id": hand.pk, "reason": "Of another night"}
    ahead = take_back_hand.preview(floor(world, "22:59"), **asked).ahead
    assert ahead["over_short_change_cents"] == -min(short, 450)
    assert ahead["guests_hold_change_cents"] == 450 - min(short, 450)

    take_back_hand(floor(world, "23:00"), **asked)

    assert figures(world, session) == before
    assert wrong(world) == []


def test_a_found_hand_corrected_to_less_explains_that_much_less(world: World):
    session = night(world, short=450)
    hand = find(world, session)
    asked = {"hand_id": hand.pk, "reason": "40, not 90", **SMALLER}
    ahead = correct_hand.preview(floor(world, "22:59"), **asked).ahead
    assert (ahead["over_short_change_cents"], ahead["guests_hold_change_cents"]) == (-250, 0)
    correct_hand(floor(world, "23:00"), **asked)
    now = figures(world, session)
    assert (now["rake"], now["short"], now["table"]) == (200, 250, 0)

    (right,) = Hand.objects.filter(Hand.STANDS)
    again = {"hand_id": right.pk, "reason": "90 after all", **SLIP}
    correct_hand(floor(world, "23:05"), **again)
    now = figures(world, session)
    assert (now["rake"], now["short"], now["table"]) == (450, 0, 0)
    assert wrong(world) == []


def test_a_found_hand_of_another_table_explains_the_shortage_there_alone(world: World):
    session = night(world, short=450)
    other = night(world, short=300, label="2", first=3)
    hand = find(world, session)
    right = {"session_id": other.pk, "deviation": "So it says", "reason": "Of table 2"}
    correct_hand(floor(world, "23:00"), hand_id=hand.pk, **SLIP, **right)
    assert (short_of(session), short_of(other)) == (450, 0)
    assert -world.balance("income:rake") == 450
    assert [world.balance("chips:table", each.pk) for each in (session, other)] == [0, 0]
    assert wrong(world) == []


def test_what_a_found_hand_explains_is_no_difference_that_somebody_books_alone(world: World):
    session = world.session()
    seat, _ = buy(world, session, None, 1), buy(world, session, None, 2)
    leave(world, session, seat, 19_550, clock="22:30")
    assert isinstance(count(world, session, 20_000, clock="22:36"), OverShort)
    hand = find(world, session)
    # Of the table 4.50 was booked alone, neither more nor less: up to 5.00 it may be.
    assert isinstance(count(world, session, 19_950, clock="23:00"), OverShort)
    take_back_hand(floor(world, "23:02"), hand_id=hand.pk, reason="Of another night")
    assert isinstance(count(world, session, 19_900, clock="23:05"), Proposal)
