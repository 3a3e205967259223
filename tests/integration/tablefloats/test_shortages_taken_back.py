"""A shortage of a table's float that was none: taken back while the table is open."""

from datetime import timedelta

import pytest
from django.test import Client

from cashgames.models import Session
from cashgames.queries.corrections import corrections
from cashgames.services.correcting import CorrectedMeanwhile
from cashgames.services.shared import TableClosed
from cashgames.services.tables import close_session
from casino.cage.models import Shift
from casino.staff.models import Role
from casino.tablefloats import queries
from casino.tablefloats.services.shortages import OnItsWay, name_missing, take_back_missing
from casino.tablefloats.services.transfers import ask_fill, confirm_fill, issue_fill, send_credit
from tests.correcting import WHY, floor, wrong
from tests.refusing import refused
from tests.world import EVENING, World

pytestmark = pytest.mark.django_db
CHIPS = {500: 10}


@pytest.fixture
def session(world: World) -> Session:
    """A table whose float of 50,00 was said to be missing."""
    session, shift = world.session(), world.open_shift()
    filled(world, session, shift.pk)
    name_missing(floor(world, "23:00"), session_id=session.pk, reason="Not found")
    return session


def filled(world: World, session: Session, shift_id: int, clock: str = "22:00") -> None:
    asked = ask_fill(floor(world, clock), session_id=session.pk, chips=CHIPS)
    issue_fill(world.stamp(clock), transfer_id=asked.pk, shift_id=shift_id, chips=CHIPS)
    confirm_fill(floor(world, clock), transfer_id=asked.pk, chips=CHIPS)


def undo(world: World, session: Session, clock: str = "23:10"):
    return take_back_missing(floor(world, clock), session_id=session.pk, reason=WHY)


def test_chips_that_were_found_are_in_the_float_again(world: World, session: Session):
    assert world.balance("expense:over-short") == 5_000

    undo(world, session)

    assert world.balance("chips:bank", session.pk) == 5_000
    assert (world.balance("expense:over-short"), world.balance("chips:floor")) == (0, 0)
    assert queries.missing_banks(world.club.pk) == []
    refused(CorrectedMeanwhile, undo, world, session)
    (listed,) = corrections(world.club.pk, session_id=session.pk)
    assert (str(listed.about), listed.before_cents) == ("1: Table float shortage", 5_000)
    assert wrong(world) == []


def test_what_is_missing_then_is_named_anew(world: World, session: Session):
    undo(world, session)

    name_missing(floor(world, "23:20"), session_id=session.pk, reason="Gone after all")

    close_session(floor(world, "23:30"), session_id=session.pk)
    assert len(queries.missing_banks(world.club.pk)) == 1
    assert wrong(world) == []


def test_a_float_that_lacks_chips_twice_says_so_twice(world: World, session: Session):
    filled(world, session, Shift.objects.get().pk, "23:10")

    name_missing(floor(world, "23:20"), session_id=session.pk, reason="Gone too")

    assert [each.chips_cents for each in queries.missing_banks(world.club.pk)] == [5_000, 5_000]
    assert wrong(world) == []


def test_of_a_closed_table_it_is_a_variance_of_the_drawer(world: World, session: Session):
    close_session(floor(world, "23:05"), session_id=session.pk)

    assert "variance" in refused(TableClosed, undo, world, session).next_step


def test_it_is_the_floors_alone_on_its_day_and_the_managers_later(world, session):
    what = {"session_id": session.pk, "reason": WHY}
    seen = take_back_missing.preview(floor(world, "23:10"), **what)
    assert (seen.needs, seen.content["before"]) == (None, {"cents": 5_000})

    late = floor(world, "12:00", day=EVENING + timedelta(1))

    needs = take_back_missing.preview(late, **what).needs
    assert needs == "countroom.take_back_missing_large"


def test_the_page_of_the_float_leads_there(world: World, session: Session):
    client, where = Client(), f"/tallinn/tables/{session.pk}/bank/"
    client.force_login(world.staff[Role.SUPERVISOR])
    assert f"{where}missing/take-back/" in client.get(where).content.decode()
    undo(world, session)

    page = client.get(where).content.decode()

    assert (f"{where}missing/take-back/" in page, "Not found" in page) == (False, True)


@pytest.mark.parametrize(
    ("steps", "page"), [(1, "fill-void"), (2, "fill-confirm"), (3, "credit-confirm")]
)
def test_what_is_on_its_way_says_what_comes_first(world: World, steps: int, page: str):
    session, shift = world.session(), world.open_shift()
    asked = ask_fill(floor(world, "22:00"), session_id=session.pk, chips=CHIPS)
    fill = {"transfer_id": asked.pk, "chips": CHIPS}
    if steps > 1:
        issue_fill(world.stamp("22:01"), shift_id=shift.pk, **fill)
    if steps > 2:
        confirm_fill(floor(world, "22:02"), **fill)
        asked = send_credit(floor(world, "22:03"), session_id=session.pk, chips=CHIPS)

    stamp = floor(world, "22:10")
    refusal = refused(OnItsWay, name_missing, stamp, session_id=session.pk, reason="Gone")

    assert (refusal.next_page, refusal.about) == (page, {"transfer_id": asked.pk})


def test_a_fill_whose_count_waits_for_a_signature_leads_to_that_request(world: World):
    session, shift = world.session(), world.open_shift()
    asked = ask_fill(floor(world, "22:00"), session_id=session.pk, chips={2_500: 40})
    fill = {"transfer_id": asked.pk}
    issue_fill(world.stamp("22:01"), shift_id=shift.pk, chips={2_500: 40}, **fill)
    waits = confirm_fill.ask(floor(world, "22:02"), chips={2_500: 20}, **fill)

    stamp = floor(world, "22:10")
    refusal = refused(OnItsWay, name_missing, stamp, session_id=session.pk, reason="Gone")

    assert (refusal.next_page, refusal.about) == ("approval", {"proposal_id": waits.pk})
    assert "Approve or reject" in str(refusal.next_step)
