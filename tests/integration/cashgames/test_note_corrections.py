"""Notes brought from a table, given back to it."""

from datetime import timedelta

import pytest

from cashgames.models import ChipMove, Correction, Session
from cashgames.queries.corrections import corrections
from cashgames.services.chip_corrections import take_back_chips
from cashgames.services.correcting import CorrectedMeanwhile
from cashgames.services.correction_cash import CashElsewhere
from cashgames.services.note_corrections import take_back_notes
from cashgames.services.seats import seat_player
from cashgames.services.shared import TableClosed
from cashgames.services.spending import bring_notes
from cashgames.services.tables import StillNotes, close_session
from casino.approvals.models import Proposal
from casino.approvals.services import approve
from casino.audit.queries.exceptions import exceptions
from casino.cage.models import Shift
from casino.cage.services.closing import close_shift
from casino.cage.services.counts import submit_count
from casino.cage.services.opening import open_shift
from casino.cage.services.reversals import NotReversible, reverse_slip
from casino.ledger import services as ledger
from casino.ledger.entries import Draft, credit, debit
from casino.ledger.refusals import NotEnough
from casino.ledger.services import Posted
from casino.refusals import NotFound
from casino.reports.queries.asked import asked as report_of
from casino.reports.queries.table_corrections import table_corrections
from casino.staff.models import Role
from tests.books import sealed
from tests.correcting import WHY, floor, in_order, leave, signed
from tests.refusing import refused
from tests.world import EVENING, FLOAT, RACK, World, a_club, a_key, of_the_desk

pytestmark = pytest.mark.django_db


@pytest.fixture
def world(db: None) -> World:
    world = a_club()
    of_the_desk(world.club, reverse_alone_under_cents=30_000)
    return world


def laid(world: World, session: Session, cents: int = 20_000):
    """Seat a guest who lays notes on the table."""
    return seat_player(
        floor(world, "20:30"), session_id=session.pk, seat_no=1,
        player_id=world.player().pk, cents=cents, paid_with="table",
    )  # fmt: skip


@pytest.fixture
def brought(world: World, session: Session, shift: Shift) -> Posted:
    laid(world, session)
    return bring_notes(world.stamp("21:00"), session_id=session.pk, shift_id=shift.pk)


def test_notes_that_never_came_lie_at_their_table_again(world, session, shift, brought):
    before = world.balance("cash:drawer", shift.drawer_id)
    what = {"entry_id": brought.entry_id, "reason": WHY, "shift_id": shift.pk}

    take_back_notes(world.stamp("21:10"), **what)

    assert world.balance("cash:drawer", shift.drawer_id) == before - 20_000
    assert world.balance("cash:table", session.pk) == 20_000
    assert in_order(world, session)
    refused(StillNotes, close_session, floor(world, "21:20"), session_id=session.pk)
    bring_notes(world.stamp("21:30"), session_id=session.pk, shift_id=shift.pk)
    assert world.balance("cash:drawer", shift.drawer_id) == before


def test_the_till_leads_to_where_notes_are_given_back(world, session, shift, brought):
    client = world.browser(Role.CASHIER)
    what = {"shift_id": shift.pk, "entry_id": brought.entry_id, "reason": WHY}

    refusal = refused(NotReversible, reverse_slip, world.stamp("21:10"), **what)

    assert (refusal.next_page, refusal.about) == (
        "notes-take-back",
        {"entry_id": brought.entry_id},
    )
    page = f"/tallinn/notes/{brought.entry_id}/take-back/"
    table = client.get(f"/tallinn/tables/{session.pk}/").content.decode()
    assert f'href="{page}"' in table
    shown = client.post(page, {"key": str(a_key()), "reason": WHY})
    preview = shown.context["preview"]
    assert preview.content["before"] == {"cents": 20_000}
    said = {"key": str(a_key()), "reason": WHY, "confirm": "1"}
    said["shown"] = shown.context["fingerprint"]
    assert client.post(page, said).status_code == 302
    assert Proposal.objects.get().operation == "cashgames.take_back_notes_large"


def test_a_slip_of_a_closed_table_s_notes_offers_no_way_back(world, session, shift, brought):
    client = world.browser(Role.CASHIER)
    slip = f"/tallinn/slips/{brought.entry_id}/"
    back = f"/tallinn/notes/{brought.entry_id}/take-back/"
    assert back in client.get(slip).content.decode()
    moves = ChipMove.objects.filter(seat__session=session).order_by("id")
    leave(world, session, moves[0], 20_000, "21:10")
    table = f"/tallinn/tables/{session.pk}/"
    ways = [f"/tallinn/chips/{each.pk}/take-back/" for each in moves]
    page = world.browser(Role.SUPERVISOR).get(table).content.decode()
    assert [way in page for way in ways] == [True, True]
    close_session(floor(world, "21:20"), session_id=session.pk)
    assert back not in client.get(slip).content.decode()
    page = world.browser(Role.SUPERVISOR).get(table).content.decode()
    assert [way in page for way in ways] == [False, False]
    assert f"/tallinn/chips/{moves[0].pk}/correct/" in page


def test_notes_are_given_back_once(world, session, shift, brought):
    what = {"entry_id": brought.entry_id, "reason": WHY, "shift_id": shift.pk}
    stamp = world.stamp("21:10", key=a_key())

    first = take_back_notes(stamp, **what)

    assert take_back_notes(stamp, **what) == first
    refused(CorrectedMeanwhile, take_back_notes, world.stamp("21:11"), **what)
    assert world.balance("cash:table", session.pk) == 20_000


def test_large_ones_are_signed_and_stand_in_the_report(world, session, shift):
    laid(world, session, 50_000)
    posted = bring_notes(world.stamp("21:00"), session_id=session.pk, shift_id=shift.pk)
    what = {"entry_id": posted.entry_id, "reason": WHY, "shift_id": shift.pk}

    signed(world, take_back_notes, "21:10", role=Role.MANAGER, **what)

    listed = {
        row.operation: row for _, row, *_ in exceptions(world.club, first=EVENING, last=EVENING)
    }
    said = listed["cashgames.take_back_notes_large"].arguments
    assert (said["before_cents"], said["after_cents"]) == (50_000, 0)
    assert said["concerns"] == EVENING.isoformat()


def test_they_come_out_of_the_drawer_where_somebody_works(world, session, shift, brought):
    refusal = refused(
        CashElsewhere, take_back_notes, floor(world, "21:10"),
        entry_id=brought.entry_id, reason=WHY,
    )  # fmt: skip

    assert refusal.field == "shift_id"


def test_of_a_sealed_day_another_desk_gives_them_back_on_the_open_one(
    world, session, shift, brought
):
    held = world.balance("cash:drawer", shift.drawer_id)
    counted = {"cash": {10000: held // 10000}, "chips": RACK}
    submit_count(world.stamp("22:00"), shift_id=shift.pk, **counted)
    close_shift(world.stamp("22:01"), shift_id=shift.pk)
    sealed(world)
    next_day = EVENING + timedelta(days=1)
    desk = world.drawer("Desk 2")
    other = open_shift(
        world.stamp("20:00", day=next_day), drawer_id=desk.pk, cash=FLOAT, chips=RACK
    )
    before = world.balance("cash:drawer", desk.pk)
    what = {"entry_id": brought.entry_id, "reason": WHY, "shift_id": other.pk}

    asked = take_back_notes.ask(world.stamp("21:10", day=next_day), **what)
    manager = world.stamp("21:20", role=Role.MANAGER, day=next_day)
    approve(manager, proposal_id=asked.pk, digest=asked.digest)

    assert asked.operation == "cashgames.take_back_notes_large"
    kept = Correction.objects.get()
    assert (kept.concerns, kept.gaming_day) == (EVENING, next_day)
    (said,) = corrections(world.club.pk, day=EVENING)
    assert (said.before_id, said.before_cents, said.after_cents) == (brought.entry_id, 20_000, 0)
    days = {"first": next_day, "last": next_day, "by": "each"}
    (row,) = table_corrections(report_of(world.club, manager, **days)).rows
    assert row.cells[4:7] == ("1: Notes from a table", 20_000, 0)
    assert world.balance("cash:table", session.pk) == 20_000
    assert world.balance("cash:drawer", shift.drawer_id) == 0
    assert world.balance("cash:drawer", desk.pk) == before - 20_000
    assert in_order(world, session)


def test_a_closed_table_gets_no_notes(world, session, shift):
    move = laid(world, session)
    leave(world, session, move, 20_000)
    posted = bring_notes(world.stamp("21:05"), session_id=session.pk, shift_id=shift.pk)
    close_session(floor(world, "21:10"), session_id=session.pk)
    what = {"entry_id": posted.entry_id, "reason": WHY, "shift_id": shift.pk}

    refused(TableClosed, take_back_notes, world.stamp("21:20"), **what)

    assert world.balance("cash:table", session.pk) == 0


def test_notes_that_went_on_to_the_vault_come_back_first(world, session, shift, brought):
    what = {"entry_id": brought.entry_id, "reason": WHY, "shift_id": shift.pk}
    held = world.balance("cash:drawer", shift.drawer_id)
    lines = (debit("cash:vault", held), credit("cash:drawer", held, shift.drawer_id))
    draft = Draft(kind="cage.vault_moved", lines=lines)
    ledger.post_once(world.stamp("21:10"), "test.to_vault", draft)

    refusal = refused(NotEnough, take_back_notes, world.stamp("21:20"), **what)

    assert "vault" in refusal.next_step


def test_no_other_slip_is_taken_for_notes(world, session, shift):
    world.sell(10_000, "20:00")
    bought = laid(world, session)
    refused(
        NotFound, take_back_notes, world.stamp("21:20"),
        entry_id=bought.entry_id, reason=WHY, shift_id=shift.pk,
    )  # fmt: skip


def test_a_buy_in_whose_notes_went_is_put_right_after_them(world, session, shift):
    move = laid(world, session)
    posted = bring_notes(world.stamp("21:00"), session_id=session.pk, shift_id=shift.pk)
    asked = take_back_chips.ask(floor(world), move_id=move.pk, reason=WHY)
    manager = world.stamp("22:10", role=Role.MANAGER)
    said = {"proposal_id": asked.pk, "digest": asked.digest}

    refusal = refused(NotEnough, approve, manager, **said)
    assert "notes" in refusal.next_step
    take_back_notes(world.stamp("22:15"), entry_id=posted.entry_id, reason=WHY, shift_id=shift.pk)
    approve(world.stamp("22:20", role=Role.MANAGER), **said)

    assert world.balance("cash:table", session.pk) == 0


def test_the_page_of_another_slip_says_why_not(world, session, shift):
    slip = world.sell(10_000, "20:00")
    client = world.browser(Role.CASHIER)

    answer = client.get(f"/tallinn/notes/{slip.entry_id}/take-back/")

    assert answer.status_code == 404
    assert 'class="note bad door"' in answer.content.decode()
