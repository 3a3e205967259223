"""Hands beyond what their table knows: refused, or kept with the supervisor's note and listed."""

import pytest

from cashgames.models import Hand, Session
from cashgames.services.absence import leave_seat
from cashgames.services.hands import rake_hand
from cashgames.services.plausible import Implausible
from casino.audit.queries.exceptions import exceptions
from casino.staff.models import Role
from tests.refusing import refused
from tests.world import EVENING, World, a_club, a_key

pytestmark = pytest.mark.django_db


@pytest.fixture
def world(db: None) -> World:
    world = a_club()
    world.jackpot()
    return world


@pytest.fixture
def session(world: World) -> Session:
    return six(world)


def six(world: World) -> Session:
    """Six at a table, 200 each."""
    session = world.session()
    world.seat(session, *"ABCDEF")
    return session


def a_house(**overrides: object) -> tuple[World, Session]:
    """Found a club with settings of its own, six at a table."""
    world = a_club(overrides=overrides)
    world.jackpot()
    return world, six(world)


def hand(world: World, session: Session, *, clock: str = "22:00", **more):
    said = {"name": "1", "pots_cents": [6_000], "players_dealt": 6, "board_cards_dealt": 3}
    stamp = more.pop("stamp", None) or world.stamp(clock, role=Role.SUPERVISOR)
    return rake_hand(stamp, session_id=session.pk, **(said | more))


def listed(world: World) -> list[dict]:
    found = exceptions(world.club, first=EVENING, last=EVENING)
    return [row.arguments for _, row, _ in found if row.operation == "cashgames.note_deviation"]


def test_a_pot_above_the_chips_in_play_is_refused_before_rake_and_drop(world, session):
    told = refused(Implausible, hand, world, session, pots_cents=[999_999, 1])

    assert told.field == "pots_cents"
    assert "10 000,00" in str(told.message).replace("\u00a0", " ")
    assert "1 200,00" in str(told.message).replace("\u00a0", " ")
    assert (world.balance("income:rake"), Hand.objects.count()) == (0, 0)
    assert hand(world, session, pots_cents=[120_000]).rake_cents > 0


def test_no_more_are_dealt_in_than_seats_are_taken(world, session):
    assert refused(Implausible, hand, world, session, players_dealt=7).field == "players_dealt"
    # So a table of five cannot feed the jackpot as one of six.
    assert hand(world, session, players_dealt=6).drop_cents == 100


@pytest.mark.parametrize(("dealt", "deals_to_absent"), [(6, True), (5, False)])
def test_an_absent_stack_counts_where_the_house_deals_to_it(db, dealt, deals_to_absent):
    world, session = a_house(**{"floor.deals_to_absent": deals_to_absent})
    away = session.seats.get(number=1).player_id
    leave_seat(world.stamp("21:50"), session_id=session.pk, player_id=away)

    refused(Implausible, hand, world, session, players_dealt=dealt + 1)
    assert hand(world, session, players_dealt=dealt).players_dealt == dealt


def test_more_hands_than_the_clubs_limit_within_an_hour_need_a_note(db):
    world, session = a_house(**{"tables.max_hands_an_hour": 2})
    hand(world, session, clock="22:00")
    hand(world, session, clock="22:10", name="2")
    assert refused(Implausible, hand, world, session, clock="22:59", name="3").field == "name"
    assert hand(world, session, clock="23:00", name="3").name == "3"


def test_the_supervisors_note_takes_the_hand_and_is_listed_once(world, session):
    stamp = world.stamp("22:00", role=Role.SUPERVISOR, key=a_key())
    said = {"players_dealt": 7, "pots_cents": [130_000], "deviation": "A seat was not recorded"}

    booked = hand(world, session, stamp=stamp, **said)

    assert hand(world, session, stamp=stamp, **said) == booked
    assert listed(world) == [
        {
            "session_id": session.pk,
            "name": "1",
            "what": ["players_dealt", "pots_cents"],
            "note": "A seat was not recorded",
        }
    ]


def test_a_note_on_a_hand_that_can_be_is_not_listed(world, session):
    hand(world, session, deviation="Nothing odd")
    assert listed(world) == []
