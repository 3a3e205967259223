"""Who counts second looks for the first count in the trail: its pieces stand there afterwards."""

import re
from urllib.parse import quote

import pytest

from casino.countroom.services.boxes import count_box, take_box
from casino.staff.models import Role
from casino.tablefloats.services.transfers import ask_fill, confirm_fill, issue_fill
from tests.books import register_file
from tests.shifted import Clock
from tests.world import World, a_club

pytestmark = pytest.mark.django_db
PIECES = {2500: 13, 500: 7}  # 360.00
# As a file keeps it, and as a page writes it.
SAID = re.compile(r"2500\D{1,9}13\b|\b13 \D 25,00")


@pytest.fixture
def world(db: None, clock: Clock) -> World:
    world = a_club()
    clock.stop(world.at("23:10"))
    return world


def said(world: World, role: str) -> list[str]:
    """Return the pages and files of the trail that tell the pieces to somebody in a role."""
    client = world.browser(role)
    found = quote('"2500": 13')
    asked = ("acts/", "acts/trail.csv", f"acts/trail.csv?text={found}")
    told = {address: client.get(f"/tallinn/{address}").getvalue().decode() for address in asked}
    told |= {"register": register_file(world, "audit").decode()}
    assert all("countroom." in told[name] for name in ("acts/trail.csv", "register"))
    return [name for name, text in told.items() if SAID.search(text)]


@pytest.mark.parametrize("role", [Role.ACCOUNTANT, Role.MANAGER])
def test_the_first_count_of_a_box_is_told_once_it_is_booked(world: World, role: str):
    session = world.session("Boxes", by_box=True)
    world.seat(session, *"AB", cents=50_000)
    floor = world.stamp("22:00", role=Role.SUPERVISOR)
    box = take_box(floor, session_id=session.pk, fee="rake", number="R1")
    count_box(world.stamp("22:10", role=Role.SUPERVISOR), box_id=box.pk, chips=PIECES)
    assert said(world, role) == []

    count_box(world.stamp("22:20", role=Role.CASHIER), box_id=box.pk, chips=PIECES)
    assert len(said(world, role)) == 4


@pytest.mark.parametrize("where", ["acts/exceptions/", "acts/exceptions.csv"])
@pytest.mark.parametrize("role", [Role.ACCOUNTANT, Role.MANAGER])
def test_a_count_made_anew_tells_its_pieces_among_the_exceptions_once_it_is_booked(
    world: World, role: str, where: str
):
    session = world.session("Boxes", by_box=True)
    world.seat(session, *"AB", cents=50_000)
    floor = world.stamp("22:00", role=Role.SUPERVISOR)
    box = take_box(floor, session_id=session.pk, fee="rake", number="R1")
    count_box(world.stamp("22:10", role=Role.SUPERVISOR), box_id=box.pk, chips={2_500: 7})
    anew = world.stamp("22:11", role=Role.SUPERVISOR)
    count_box(anew, box_id=box.pk, chips=PIECES, reason="A stack lay aside")
    client = world.browser(role)

    def told() -> str:
        return client.get(f"/tallinn/{where}").getvalue().decode()

    assert "A stack lay aside" in told()
    assert not SAID.search(told())
    count_box(world.stamp("22:20", role=Role.CASHIER), box_id=box.pk, chips=PIECES)
    assert SAID.search(told())


def test_what_a_fill_was_sent_with_is_told_once_it_has_arrived(world: World):
    shift, session = world.open_shift(), world.session("Float")
    asked = ask_fill(
        world.stamp("21:00", role=Role.SUPERVISOR), session_id=session.pk, chips={2500: 14}
    )
    issue_fill(world.stamp("21:05"), transfer_id=asked.pk, shift_id=shift.pk, chips=PIECES)
    assert said(world, Role.MANAGER) == []

    floor = world.stamp("21:10", role=Role.SUPERVISOR)
    confirm_fill.submit(floor, transfer_id=asked.pk, chips=PIECES)
    assert len(said(world, Role.MANAGER)) == 4
