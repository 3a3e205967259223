"""Chips bought at a table for cash from the club's amount on: seated once two signed."""

from typing import Any

import pytest

from cashgames.models import ChipMove, Seat, Session
from cashgames.queries.tables import chips_cents
from cashgames.services.places import SeatTaken
from cashgames.services.seats import BUY_IN, TOP_UP, BuyInRefused, seat_player, top_up
from casino.approvals.models import Proposal
from casino.approvals.signed import NeedsSignature
from casino.cage.models import Shift
from casino.cage.services.counts import RequestsWait, submit_count
from casino.ledger.models import Entry
from casino.names import guest
from casino.staff.models import Role
from tests.counting import sign
from tests.refusing import refused
from tests.world import FLOAT, RACK, World, a_key, of_the_desk

pytestmark = pytest.mark.django_db


@pytest.fixture
def session(world: World, shift: Shift) -> Session:
    of_the_desk(world.club, sale_second_from_cents=15_000)
    return world.session()


def typed(world: World, session: Session, shift: Shift, name: str = "Mari", **more: Any) -> Any:
    said = {"seat_no": 3, "cents": 20_000, "paid_with": "cash", "shift_id": shift.pk}
    player_id = world.player(name).pk
    return {"session_id": session.pk, "player_id": player_id} | said | more


def test_a_guest_who_buys_in_at_the_drawer_sits_once_two_signed(
    world: World, shift: Shift, session: Session
):
    what, held = typed(world, session, shift), world.balance("cash:drawer", shift.drawer_id)
    refused(NeedsSignature, seat_player, world.stamp("21:00"), **what)
    asked = seat_player.ask(world.stamp("21:01"), **what)
    assert (asked.operation, asked.content["player"]) == (BUY_IN, guest(what["player_id"]))
    assert not Seat.objects.exists()
    sign(world, world.stamp("21:02"), asked, by=Role.SUPERVISOR)
    assert Seat.objects.get().number == 3
    assert world.balance("cash:drawer", shift.drawer_id) == held + 20_000
    assert Entry.objects.latest("id").series_id == shift.drawer.series_id


def test_a_top_up_is_signed_by_its_own_amount(world: World, shift: Shift, session: Session):
    what = typed(world, session, shift, cents=10_000)
    seat_player(world.stamp("21:00"), **what)
    more = {name: what[name] for name in ("session_id", "player_id", "paid_with", "shift_id")}
    top_up(world.stamp("21:10"), **more, cents=5_000, stack_cents=10_000)
    more |= {"cents": 15_000, "stack_cents": 1_000}
    refused(NeedsSignature, top_up, world.stamp("21:20"), **more)
    asked = top_up.ask(world.stamp("21:21"), **more)
    assert asked.operation == TOP_UP
    sign(world, world.stamp("21:22"), asked, by=Role.MANAGER)
    assert chips_cents(session) == 30_000


def test_notes_on_the_table_and_chips_take_no_second_person(
    world: World, shift: Shift, session: Session
):
    world.sell(10_000)
    world.sell(10_000)
    for name, paid_with, seat_no in (("Mari", "table", 1), ("Jaan", "chips", 2)):
        said = {"paid_with": paid_with, "seat_no": seat_no, "shift_id": None}
        seat_player(
            world.stamp("21:00", role=Role.SUPERVISOR),
            **typed(world, session, shift, name, **said),
        )
    assert ChipMove.objects.count() == 2


def test_what_the_rules_refuse_is_refused_before_anybody_signs(
    world: World, shift: Shift, session: Session
):
    what = typed(world, session, shift)
    refused(BuyInRefused, seat_player.ask, world.stamp("21:00"), **what | {"cents": 10_000_000})
    asked = seat_player.ask(world.stamp("21:01"), **what)
    world.seat(session, "Jaan", "Toomas", "Peeter")
    refused(SeatTaken, sign, world, world.stamp("21:03"), asked, by=Role.SUPERVISOR)


def test_a_count_waits_for_a_buy_in_that_nobody_has_signed(
    world: World, shift: Shift, session: Session
):
    seat_player.ask(world.stamp("21:00"), **typed(world, session, shift))
    count = {"shift_id": shift.pk, "cash": FLOAT, "chips": RACK}
    refused(RequestsWait, submit_count, world.stamp("21:01"), **count)


def test_the_page_of_the_seat_leads_to_the_signature_at_this_screen(
    world: World, shift: Shift, session: Session
):
    desk = world.browser(Role.CASHIER)
    sent = {"key": str(a_key()), "player": str(world.player().code), "seat_no": "3"}
    sent |= {"cents": "200", "paid_with": "cash"}
    answer = desk.post(f"/tallinn/tables/{session.pk}/seat/", sent)
    assert answer["Location"].endswith(f"/{Proposal.objects.get(operation=BUY_IN).pk}/sign/")
    page = desk.get(answer["Location"]).content.decode()
    assert "200,00" in page
    assert "Mari" in page
