"""The count room by program: sheets, tables to settle, what differed and who dealt."""

import pytest

from cashgames.models import Session
from cashgames.services.cash_outs import cash_out
from cashgames.services.tables import close_session
from casino.countroom.services import boxes
from casino.countroom.services.dealers import change_dealer
from casino.staff.models import Role
from tests.api.program import program
from tests.world import World

pytestmark = pytest.mark.usefixtures("committed_db")
FORTY = {2_500: 1, 500: 2, 100: 5}


@pytest.fixture
def session(world: World) -> Session:
    """A box is off a table that lacks 50,00; it was dealt by Kadri alone."""
    session = world.session("Table 4", by_box=True)
    seats = world.seat(session, "A", "B", cents=20_000)
    change_dealer(world.stamp("20:00", role=Role.SUPERVISOR), session_id=session.pk, dealer="Kadri")
    for each, cents in zip(seats, (35_000, 0), strict=True):
        cash_out(
            world.stamp("22:00", role=Role.SUPERVISOR),
            session_id=session.pk,
            player_id=each.seat.player_id,
            cents=cents,
            paid_with="chips",
        )
    close_session(world.stamp("22:30", role=Role.SUPERVISOR), session_id=session.pk)
    return session


def test_sheets_tables_to_settle_and_differences_are_read(world: World, session: Session):
    floor = {"session_id": session.pk, "fee": "rake", "number": "R1"}
    box = boxes.take_box(world.stamp("22:31", role=Role.SUPERVISOR), **floor)
    cashier, accountant = program(world, Role.CASHIER), program(world, Role.ACCOUNTANT)
    (waits,) = accountant.get("boxes/tables/").json()
    assert (waits["session_id"], waits["table"], waits["waiting"]) == (
        session.pk,
        "Table 4",
        [box.pk],
    )
    sheet = f"boxes/{box.pk}/counts/"
    boxes.count_box(world.stamp("22:40", role=Role.CASHIER), box_id=box.pk, chips=FORTY)
    assert accountant.get(sheet).json() == []
    (own,) = cashier.get(sheet).json()
    assert (own["chips"], own["cents"], own["struck"]) == (
        {"2500": 1, "500": 2, "100": 5},
        4_000,
        False,
    )
    boxes.count_box(world.stamp("22:41", role=Role.ACCOUNTANT), box_id=box.pk, chips=FORTY)
    assert [each["cents"] for each in cashier.get(sheet).json()] == [4_000, 4_000]
    boxes.settle_table(
        world.stamp("22:50", role=Role.ACCOUNTANT), session_id=session.pk, reason="Short"
    )
    assert accountant.get("boxes/tables/").json() == []
    found = accountant.get("boxes/differences/").json()
    assert found["dealers"] == {"Kadri": -1_000}
    (table,) = found["tables"]
    assert (table["expected_cents"], table["difference_cents"]) == (5_000, -1_000)
    assert table["by_dealer"] == {"Kadri": -1_000}
