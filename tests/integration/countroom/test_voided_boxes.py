"""Boxes taken back: uncounted by the floor, counted ones with the manager's signature."""

from datetime import date, timedelta

import pytest

from cashgames.models import Correction, Session
from cashgames.queries.corrections import corrections
from cashgames.queries.tables import table_check
from cashgames.services.cash_outs import cash_out
from cashgames.services.correcting import CorrectedMeanwhile
from cashgames.services.tables import close_session
from casino.approvals.services import approve
from casino.approvals.signed import NeedsSignature
from casino.audit.queries.exceptions import exceptions
from casino.closing.reports import day_report
from casino.closing.services.days import close_due_days
from casino.countroom import queries
from casino.countroom.models import Box
from casino.countroom.services.boxes import (
    BoxKnown,
    NotSettled,
    count_box,
    settle_table,
    take_box,
)
from casino.countroom.services.corrections import unsettle_table, void_box
from casino.ledger import services as ledger
from casino.ledger.entries import Draft, credit, debit
from casino.ledger.queries.gaming_days import day
from casino.ledger.refusals import NotEnough
from casino.ledger.verify import Books
from casino.reports.queries import REPORTS
from casino.reports.queries.asked import asked
from casino.reports.queries.taxes import tables_played
from casino.staff.models import Role
from casino.verify.findings import broken
from jackpot.queries import levels
from tests.books import sealed
from tests.correcting import WHY, floor
from tests.refusing import refused
from tests.world import EVENING, World, a_club

pytestmark = pytest.mark.django_db
NEXT = EVENING + timedelta(1)
FORTY = {2_500: 1, 500: 2, 100: 5}
TEN = {500: 2}


@pytest.fixture
def world(db: None) -> World:
    world = a_club()
    world.jackpot()
    return world


@pytest.fixture
def session(world: World) -> Session:
    session = world.session("Box table", by_box=True)
    world.seat(session, *"ABCDEF", cents=20_000)
    return session


def off(world: World, session: Session, number: str = "R1", clock: str = "22:00", **more) -> Box:
    said = {"fee": "rake"} | more
    return take_box(floor(world, clock), session_id=session.pk, number=number, **said)


def counted(world: World, box: Box, chips: dict[int, int], clock: str = "23:00") -> Box:
    for role in (Role.SUPERVISOR, Role.CASHIER):
        count_box(world.stamp(clock, role=role), box_id=box.pk, chips=chips)
    box.refresh_from_db()
    return box


def by_manager(world: World, box: Box, clock: str = "23:30", **more) -> None:
    """Let the floor ask, the manager sign."""
    refused(NeedsSignature, void_box, floor(world, clock, **more), box_id=box.pk, reason=WHY)
    asked = void_box.ask(floor(world, clock, **more), box_id=box.pk, reason=WHY)
    manager = world.stamp(clock, role=Role.MANAGER, **more)
    approve(manager, proposal_id=asked.pk, digest=asked.digest)


def in_order(world: World, session: Session, on_table: int = 120_000) -> bool:
    assert -world.balance("chips:table", session.pk) == on_table
    assert table_check(session).difference_cents == 0
    assert list(broken(world.club, Books(club_id=world.club.pk))) == []
    return True


def report(world: World, on=EVENING) -> tuple[int, ...]:
    """Return a day's boxes; its checks agree."""
    row = day(world.club.pk, on)
    found = day_report(world.club, row)
    assert all(check.agrees for check in found.checks)
    boxes = next(each for each in found.sections if each.name == "box")
    return tuple(each.amount_cents for each in boxes.rows)


def test_a_box_taken_off_by_mistake_waits_for_no_count_and_frees_its_number(world, session):
    box = off(world, session)
    refused(BoxKnown, off, world, session)

    void_box(floor(world), box_id=box.pk, reason=WHY)

    assert (queries.waiting_boxes(world.club.pk), queries.boxes_to_count(session)) == ([], [])
    right = off(world, session)
    counted(world, right, FORTY)
    assert [bool(each.void_at) for each in queries.boxes_of(session.pk)] == [True, False]
    (said,) = corrections(world.club.pk, day=EVENING)
    assert (str(said.about), said.before_id, said.before_cents) == ("Box table, box R1", box.pk, 0)
    listed = [row.operation for _, row, _ in exceptions(world.club, first=EVENING, last=EVENING)]
    assert "countroom.void_box" in listed
    assert in_order(world, session, 116_000)


def test_a_void_box_is_neither_counted_nor_voided_again(world: World, session: Session):
    box = off(world, session)
    void_box(floor(world), box_id=box.pk, reason=WHY)

    refused(CorrectedMeanwhile, void_box, floor(world), box_id=box.pk, reason=WHY)
    stamp = world.stamp("23:00")
    refused(CorrectedMeanwhile, count_box, stamp, box_id=box.pk, chips=FORTY)
    assert Correction.objects.count() == 1


def test_what_two_counted_wrongly_is_taken_back_with_the_manager(world: World, session: Session):
    box = counted(world, off(world, session), FORTY)
    shown = void_box.preview(floor(world), box_id=box.pk, reason=WHY)

    by_manager(world, box)
    right = counted(world, off(world, session, clock="23:40"), TEN, "23:50")

    assert shown.ahead["chips_after_cents"] - shown.ahead["chips_cents"] == 4_000
    assert world.balance("income:rake") == -1_000
    assert sorted(report(world)) == [-4_000, 1_000, 4_000]
    assert queries.table_take(session).counted_cents == right.counted_cents == 1_000
    assert in_order(world, session, 119_000)


def test_a_jackpot_box_says_what_becomes_of_the_pool(world: World, session: Session):
    box = counted(world, off(world, session, "J1", fee="jackpot"), TEN)
    shown = void_box.preview(floor(world), box_id=box.pk, reason=WHY)

    by_manager(world, box)

    assert (shown.ahead["pool_cents"], shown.ahead["pool_after_cents"]) == (1_000, 0)
    assert world.balance("jackpot:pool", world.club.jackpots.get().pk) == 0
    assert in_order(world, session)


def test_a_box_of_a_day_that_is_over_is_voided_by_the_manager(world: World, session: Session):
    by_manager(world, off(world, session), "12:00", day=NEXT)

    assert queries.boxes_to_count(session) == []
    assert in_order(world, session)


def test_a_table_whose_boxes_were_counted_during_the_game_can_close(world, session):
    counted(world, off(world, session), FORTY)
    close_table(world, session, short_by=4_000)
    settle_table(world.stamp("23:25", role=Role.ACCOUNTANT), session_id=session.pk)

    assert table_check(session).boxes_cents == 4_000
    assert in_order(world, session, 0)


def test_a_sealed_day_keeps_its_boxes_and_the_open_one_takes_them_back(world, session):
    box = counted(world, off(world, session, clock="06:30"), FORTY, "06:40")
    counted(world, off(world, session, "J1", "06:30", fee="jackpot"), {}, "06:40")
    sealed(world)

    by_manager(world, box, "12:00", day=NEXT)

    assert (report(world), report(world, NEXT)) == ((0, 4_000), (-4_000,))
    (said,) = corrections(world.club.pk, day=EVENING)
    assert (said.correction.concerns, said.correction.gaming_day) == (EVENING, NEXT)
    assert in_order(world, session)


@pytest.mark.parametrize("settled", [False, True])
def test_a_box_counted_wrongly_is_in_its_night_once_until_that_is_sealed(world, session, settled):
    box = off(world, session, "J1", fee="jackpot")
    close_table(world, session, short_by=1_000)
    close_due_days(world.at("07:01", day=NEXT))
    counted_next(world, box, FORTY)
    if settled:
        accountant = world.stamp("09:20", role=Role.ACCOUNTANT, day=NEXT)
        settle_table(accountant, session_id=session.pk, reason="30,00 over")
    shown = void_box.preview(floor(world, "09:30", day=NEXT), box_id=box.pk, reason=WHY)
    assert shown.ahead["level_follows"]

    by_manager(world, box, "09:30", day=NEXT)
    (pool,) = levels.jackpots(world.club.pk)
    assert levels.level(pool).fixed_cents == 0
    where = {"session_id": session.pk, "fee": "jackpot", "number": "J1"}
    anew = take_box(floor(world, "09:40", day=NEXT), **where)
    counted_next(world, anew, TEN)

    assert levels.level(pool).fixed_cents == levels.level(pool).pool_cents == 1_000
    assert sorted(report(world)) == [-4_000, 1_000, 4_000]
    assert day(world.club.pk, NEXT) is None  # nothing of it was booked there
    assert listed_variances(world) == []
    assert list(broken(world.club, Books(club_id=world.club.pk))) == []


def counted_next(world: World, box: Box, chips: dict[int, int]) -> None:
    for role in (Role.SUPERVISOR, Role.CASHIER):
        count_box(world.stamp("09:10", role=role, day=NEXT), box_id=box.pk, chips=chips)


def close_table(world: World, session: Session, *, short_by: int) -> None:
    for number, seat in enumerate(session.seats.order_by("number")):
        cents = 0 if number else 120_000 - short_by
        who = {"session_id": session.pk, "player_id": seat.player_id, "cents": cents}
        cash_out(floor(world, "23:10"), paid_with="chips", **who)
    close_session(floor(world, "23:20"), session_id=session.pk)


def test_after_the_table_is_settled_another_box_takes_its_place(world: World, session: Session):
    box = counted(world, off(world, session), FORTY)
    close_table(world, session, short_by=4_000)
    settle_table(world.stamp("23:25", role=Role.ACCOUNTANT), session_id=session.pk)
    held = world.balance("chips:floor")
    refused(NotSettled, off, world, session, "R2", "23:26")

    by_manager(world, box)

    assert world.balance("chips:floor") == held - 4_000
    counted(world, off(world, session, "R1", "23:40"), TEN, "23:50")
    assert world.balance("chips:floor") == held - 3_000
    # Another one was forgotten under the table: it is of today, too.
    counted(world, off(world, session, "R2", "23:55"), {500: 4}, "23:58")
    assert listed_variances(world) == [(3_000, -1_000)]
    assert world.balance("income:rake") == -3_000
    assert in_order(world, session, 0)


def test_a_box_counted_anew_changes_the_variance_of_its_table_on_the_list(world, session):
    box = counted(world, off(world, session), TEN)
    close_table(world, session, short_by=4_000)
    accountant = world.stamp("23:25", role=Role.ACCOUNTANT)
    settle_table(accountant, session_id=session.pk, reason="30,00 missing")
    assert listed_variances(world) == [(1_000, -3_000)]

    by_manager(world, box)
    counted(world, off(world, session, "R1", "23:40"), {500: 3}, "23:50")

    assert listed_variances(world) == [(1_500, -2_500)]
    again = {"session_id": session.pk, "reason": WHY}
    refused(CorrectedMeanwhile, unsettle_table, floor(world, "23:55"), **again)


def test_a_box_that_held_what_it_should_after_all_is_off_the_list(world, session):
    box = counted(world, off(world, session), TEN)
    close_table(world, session, short_by=4_000)
    accountant = world.stamp("23:25", role=Role.ACCOUNTANT)
    settle_table(accountant, session_id=session.pk, reason="30,00 missing")
    by_manager(world, box)
    counted(world, off(world, session, "R1", "23:40"), FORTY, "23:50")
    assert listed_variances(world) == []


def test_a_box_counted_anew_next_month_makes_no_table_of_that_month(world, session):
    box = counted(world, off(world, session), FORTY)
    close_table(world, session, short_by=4_000)
    settle_table(world.stamp("23:25", role=Role.ACCOUNTANT), session_id=session.pk)
    march = date(2026, 3, 3)
    by_manager(world, box, "12:00", day=march)
    where = {"session_id": session.pk, "fee": "rake", "number": "R1"}
    anew = take_box(floor(world, "12:10", day=march), **where)
    for role in (Role.SUPERVISOR, Role.CASHIER):
        count_box(world.stamp("12:20", role=role, day=march), box_id=anew.pk, chips=FORTY)
    reader = world.stamp("12:00", role=Role.ACCOUNTANT, day=date(2026, 3, 30))

    months = ((date(2026, 2, 1), date(2026, 2, 28)), (date(2026, 3, 1), date(2026, 3, 30)))
    spans = [asked(world.club, reader, first=first, last=last) for first, last in months]
    tables = [tables_played(each) for each in spans]

    assert tables == [{"2026-02": {session.table_id}}, {}]


def listed_variances(world: World) -> list[tuple[int, int]]:
    found = queries.differences(world.club.pk)
    assert all(sum(each.by_dealer.values()) == each.difference_cents for each in found)
    return [(each.counted_cents, each.difference_cents) for each in found]


def test_the_report_says_what_was_voided_by_whom(world: World, session: Session):
    counted_one = counted(world, off(world, session), FORTY)
    void_box(floor(world), box_id=off(world, session, "R2").pk, reason=WHY)
    by_manager(world, counted_one)

    what = asked(world.club, world.stamp("23:59"), by="each", first=EVENING, last=EVENING)
    rows = [row.cells for row in REPORTS["table-corrections"].make(what).rows]
    said = [(row[4], row[5], row[7:10], row[-1]) for row in rows]
    assert said == [
        ("Box table, box R2", 0, (0, 0, 0), ""),
        ("Box table, box R1", 4_000, (-4_000, 0, 0), "Manager@Tallinn"),
    ]


def test_what_the_pool_paid_since_is_not_taken_out_of_it(world: World, session: Session):
    box = counted(world, off(world, session, "J1", fee="jackpot"), TEN)
    pool = world.club.jackpots.get().pk
    lines = (debit("jackpot:pool", 1_000, pool), credit("chips:floor", 1_000))
    paid = Draft(kind="jackpot.awarded", lines=lines)
    ledger.post_once(world.stamp("23:10"), "test.pay", paid)
    asked = void_box.ask(floor(world, "23:30"), box_id=box.pk, reason=WHY)

    manager = world.stamp("23:31", role=Role.MANAGER)
    sign = {"proposal_id": asked.pk, "digest": asked.digest}
    assert "adjusts the jackpot" in refused(NotEnough, approve, manager, **sign).next_step
