"""Slips of the floor that touch no money: a table's name, a dealer's, a cap, a guest's break."""

import pytest

from cashgames.models import Absence, Session
from cashgames.queries.absence import absent_seats
from cashgames.queries.board import on_terms_of
from cashgames.services.absence import (
    NotAway,
    come_back,
    leave_seat,
    remove_stack,
    take_back_absence,
)
from cashgames.services.corrections import take_back_hand
from cashgames.services.hands import rake_hand
from cashgames.services.seats import NotSeated
from cashgames.services.tables import TableNamed, add_table, rename_table
from cashgames.services.terms import CapRaked, raise_cap, take_back_cap
from casino.approvals.signed import NothingChanges
from casino.audit.queries.exceptions import exceptions
from casino.countroom.queries import turns
from casino.countroom.services.dealers import change_dealer, correct_dealer
from casino.house.queries import book_on
from casino.refusals import NotFound
from casino.staff.models import Role
from tests.correcting import floor, wrong
from tests.counting import sign
from tests.refusing import refused
from tests.world import EVENING, World, a_key

pytestmark = pytest.mark.django_db
POT = {"pots_cents": [40_000], "players_dealt": 6, "board_cards_dealt": 5}


@pytest.fixture
def session(world: World) -> Session:
    session = world.session("Tabel 5")
    world.seat(session, *"ABCDEF", cents=50_000)
    return session


def test_a_mistyped_table_is_renamed(world: World, session: Session):
    world.session("Table 6")
    table = {"table_id": session.table_id}
    refused(TableNamed, rename_table, floor(world, "21:00"), **table, name="Table 6")
    refused(NothingChanges, rename_table, floor(world, "21:00"), **table, name="Tabel 5")
    refused(NotFound, rename_table, floor(world, "21:00"), table_id=2**40, name="Table 5")
    client = world.browser(Role.SUPERVISOR)
    sent = {"key": str(a_key()), "table_id": session.table_id, "name": "Table 5"}
    assert client.post("/tallinn/tables/rename/", sent).status_code == 302
    page = client.get("/tallinn/tables/").text
    assert ("Table 5" in page, "Tabel 5" in page) == (True, False)
    assert wrong(world) == []


def test_a_repeated_request_for_a_table_finds_it_under_its_right_name(world: World):
    stamp = world.stamp("21:00", role=Role.SUPERVISOR, key=a_key())
    added = add_table(stamp, name="Tabel 7")
    rename_table(floor(world, "21:01"), table_id=added.pk, name="Table 7")
    other = add_table(floor(world, "21:02"), name="Tabel 7")
    assert add_table(stamp, name="Tabel 7").pk == added.pk != other.pk


def test_a_cap_for_the_wrong_table_is_taken_back_before_a_hand_is_raked_with_it(
    world: World, session: Session
):
    here = {"session_id": session.pk, "reason": "Table 6 asked"}
    refused(NothingChanges, take_back_cap, world.stamp("20:50", role=Role.MANAGER), **here)
    manager = world.stamp("21:00", role=Role.MANAGER)
    sign(world, manager, raise_cap.ask(manager, **here), by=Role.SUPERVISOR)
    hand = rake_hand(floor(world, "21:05"), session_id=session.pk, name="1", **POT)
    refused(CapRaked, take_back_cap, world.stamp("21:06", role=Role.MANAGER), **here)
    take_back_hand.submit(floor(world, "21:07"), hand_id=hand.pk, reason="Raked too much")
    take_back_cap(world.stamp("21:08", role=Role.MANAGER), **here)
    session.refresh_from_db()
    assert not session.special_cap
    assert on_terms_of(session, world.at("21:06")).special_cap
    again = rake_hand(floor(world, "21:10"), session_id=session.pk, name="2", **POT)
    assert again.rake_cents < hand.rake_cents
    assert wrong(world) == []


def test_a_mistyped_dealer_is_put_right_from_the_same_instant_on(world: World, session: Session):
    here = {"session_id": session.pk}
    first = change_dealer(floor(world, "21:00"), **here, dealer="Kaadri")
    change_dealer(floor(world, "22:00"), **here, dealer="Mari")
    correct_dealer(
        floor(world, "22:30"), **here, dealer_turn_id=first.pk, dealer="Kadri", reason="A slip"
    )
    assert [(each.dealer, each.began_at) for each in turns(session)] == [
        ("Kadri", world.at("21:00")),
        ("Mari", world.at("22:00")),
    ]
    ((kind, row, _),) = exceptions(world.club, first=EVENING, last=EVENING)
    assert (kind, row.operation) == ("correction", "countroom.correct_dealer")
    assert row.arguments["reason"] == "A slip"
    elsewhere = {
        "session_id": world.session("6").pk,
        "dealer_turn_id": first.pk,
        "dealer": "Kadri",
        "reason": "x",
    }
    refused(NotFound, correct_dealer, floor(world, "22:31"), **elsewhere)


def test_a_break_noted_for_the_wrong_guest_is_none_of_theirs(world: World, session: Session):
    player = session.seats.order_by("number")[0].player_id
    who = {"session_id": session.pk, "player_id": player}
    refused(NotAway, take_back_absence, floor(world, "20:59"), **who, reason="x")
    leave_seat(floor(world, "21:00"), **who, permission=True)
    come_back(floor(world, "21:00:20"), **who)
    leave_seat(floor(world, "23:00"), **who, permission=True)
    # The second one was theirs; the first one was noted for the guest beside them.
    come_back(floor(world, "23:05"), **who)
    take_back_absence(floor(world, "23:06"), **who, reason="Not seat 1")
    take_back_absence(floor(world, "23:07"), **who, reason="Not seat 1 either")
    refused(NotAway, take_back_absence, floor(world, "23:08"), **who, reason="x")
    leave_seat(floor(world, "23:30"), **who, permission=True)
    (away,) = absent_seats(session, book_on(world.club.pk, EVENING), at=world.at("23:35"))
    assert (away.state.state, away.absence.breaks_used) == ("on_break", 0)


def test_an_absence_that_ended_otherwise_is_not_taken_back(world: World, session: Session):
    player = session.seats.order_by("number")[0].player_id
    who = {"session_id": session.pk, "player_id": player}
    leave_seat(floor(world, "21:00"), **who)
    absence = Absence.objects.get()
    take_back_absence(floor(world, "21:01"), **who, reason="Is there")
    absence.refresh_from_db()
    assert (absence.ended, absent_seats(session, book_on(world.club.pk, EVENING), at=None)) == (
        Absence.Ended.VOID,
        [],
    )
    leave_seat(floor(world, "21:10"), **who)
    remove_stack(floor(world, "23:50"), **who, cents=50_000)
    refused(NotSeated, take_back_absence, floor(world, "23:51"), **who, reason="x")
