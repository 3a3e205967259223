"""A table that was settled too early, or with a wrong word: taken back, and settled anew."""

from datetime import date, timedelta

import pytest

from cashgames.models import Correction, Session
from cashgames.queries.corrections import corrections
from cashgames.services.cash_outs import cash_out
from cashgames.services.correcting import CorrectedMeanwhile
from cashgames.services.tables import close_session
from casino.approvals.services import approve
from casino.approvals.signed import NeedsSignature
from casino.closing.services.days import close_due_days, seal_day
from casino.countroom import queries
from casino.countroom.models import Box, Settlement
from casino.countroom.services.boxes import NotSettled, count_box, settle_table, take_box
from casino.countroom.services.corrections import unsettle_table
from casino.staff.models import Role
from tests.correcting import WHY, floor, wrong
from tests.refusing import refused
from tests.world import EVENING, World, a_key

pytestmark = pytest.mark.django_db
NEXT = EVENING + timedelta(1)


@pytest.fixture
def session(world: World) -> Session:
    """A table of 400,00 that was settled with 30,00 of 50,00 found in its boxes."""
    session = world.session(by_box=True)
    for number, seated in enumerate(world.seat(session, "Mari", "Jaan")):
        cash_out(
            world.stamp("22:00"), session_id=session.pk, player_id=seated.seat.player_id,
            cents=15_000 if number else 20_000, paid_with="chips",
        )  # fmt: skip
    counted(world, session, "R1", 3_000)
    close_session(floor(world, "23:00"), session_id=session.pk)
    settle_table(floor(world, "23:20"), session_id=session.pk, reason="Gone with a guest")
    return session


def counted(
    world: World, session: Session, number: str, cents: int, clock: str = "22:30", **more: date
) -> Box:
    stamp = floor(world, clock, **more)
    box = take_box(stamp, session_id=session.pk, fee="rake", number=number)
    for role in (Role.SUPERVISOR, Role.CASHIER):
        stamp = world.stamp(clock, role=role, key=a_key(), **more)
        count_box(stamp, box_id=box.pk, chips={100: cents // 100})
    box.refresh_from_db()
    return box


def undo(world: World, session: Session, clock: str = "23:30", **more):
    return unsettle_table(floor(world, clock, **more), session_id=session.pk, reason=WHY)


def test_a_box_that_was_found_later_is_counted_and_the_table_settled_anew(world, session):
    late = {"session_id": session.pk, "fee": "rake", "number": "R2"}
    refusal = refused(NotSettled, take_box, floor(world, "23:25"), **late)
    assert refusal.next_page == "settle-take-back"
    held = world.balance("chips:floor")

    undo(world, session)
    assert world.balance("chips:table", session.pk) == -2_000
    assert world.balance("chips:floor") == held + 2_000
    assert queries.unsettled(world.club.pk) == [session]
    counted(world, session, "R2", 2_000, "23:40")
    settle_table(floor(world, "23:50"), session_id=session.pk)

    assert (world.balance("chips:table", session.pk), -world.balance("income:rake")) == (0, 5_000)
    assert queries.differences(world.club.pk) == []
    assert [each.void_at is None for each in Settlement.objects.order_by("id")] == [False, True]
    assert wrong(world) == []


def test_the_preview_says_what_lies_on_the_table_again(world: World, session: Session):
    what = {"session_id": session.pk, "reason": WHY}

    seen = unsettle_table.preview(floor(world, "23:30"), **what)

    assert (seen.needs, seen.content["before"]) == (None, {"cents": 2_000})
    assert seen.ahead["chips_after_cents"] == 2_000


def test_it_is_taken_back_once_and_listed(world: World, session: Session):
    undo(world, session)
    refused(CorrectedMeanwhile, undo, world, session)

    (listed,) = corrections(world.club.pk, session_id=session.pk)

    assert (str(listed.about), listed.before_cents) == ("1: Box variance", 2_000)
    assert Correction.objects.get().what == "settled"


def test_the_next_day_the_manager_signs_and_it_is_settled_on_the_open_day(world, session):
    refused(NeedsSignature, undo, world, session, "12:00", day=NEXT)
    what = {"session_id": session.pk, "reason": WHY}
    asked = unsettle_table.ask(floor(world, "12:00", day=NEXT), **what)
    assert asked.operation == "countroom.unsettle_table_large"
    manager = world.stamp("12:10", day=NEXT, role=Role.MANAGER)
    approve(manager, proposal_id=asked.pk, digest=asked.digest)

    anew = settle_table(floor(world, "12:20", day=NEXT), session_id=session.pk, reason="Still gone")

    assert (Correction.objects.get().concerns, anew.gaming_day) == (EVENING, NEXT)
    assert wrong(world) == []


def test_a_box_that_was_found_after_the_seal_is_of_the_day_on_which_it_is_found(world, session):
    close_due_days(world.at("07:01", day=NEXT))
    seal_day(world.stamp("12:00", role=Role.ACCOUNTANT, day=NEXT), day=EVENING)
    what = {"session_id": session.pk, "reason": WHY}
    asked = unsettle_table.ask(floor(world, "12:05", day=NEXT), **what)
    manager = world.stamp("12:10", day=NEXT, role=Role.MANAGER)
    approve(manager, proposal_id=asked.pk, digest=asked.digest)

    found = counted(world, session, "R2", 2_000, "12:20", day=NEXT)
    assert (found.gaming_day, found.counted_cents) == (NEXT, 2_000)
    settle_table(floor(world, "12:30", day=NEXT), session_id=session.pk)
    assert -world.balance("income:rake") == 5_000
    assert wrong(world) == []


def test_the_list_of_variances_leads_there(world: World, session: Session):
    client = world.browser(Role.SUPERVISOR)

    page = client.get("/tallinn/boxes/differences/").content.decode()

    assert f"/tallinn/tables/{session.pk}/settle/take-back/" in page
