"""Time rake: begun by the clock, shared to the cent, collected, owed, let go."""

from datetime import date, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from cashgames.models import Session, TimePeriod, TimeShare
from cashgames.queries.tables import table_check
from cashgames.queries.time_rake import next_period, periods, shares_due, time_shares
from cashgames.rules.time_rake import AboveHouseMaximum, NoTimeRake
from cashgames.services.cash_outs import cash_out
from cashgames.services.corrections import take_back_hand
from cashgames.services.hands import rake_hand
from cashgames.services.moves import move_player
from cashgames.services.seats import seat_player
from cashgames.services.shared import TakenByBox
from cashgames.services.tables import close_session
from cashgames.services.time_rake import (
    NotAtTheTable,
    NothingDue,
    OneMode,
    collect_time_rake,
    find_due_time_rake,
    pay_share,
    plan_time_rake,
    waive_share,
)
from casino.approvals.services import approve
from casino.closing.reports import day_report
from casino.editions.services import adopt_book
from casino.ledger.queries import documents
from casino.ledger.queries.gaming_days import day
from casino.ledger.refusals import KeyReused
from casino.refusals import BadInput
from casino.staff.models import Role
from tests.correcting import floor
from tests.refusing import refused
from tests.world import EVENING, World, a_club, a_key

pytestmark = pytest.mark.django_db
NEXT = EVENING + timedelta(days=1)


@pytest.fixture
def session(world: World) -> Session:
    """A table open since 20:00 that pays 250.00 for each half hour."""
    session = world.session()
    return plan(world, session)


def plan(world: World, session: Session, cents: int | None = 25_000, clock: str = "20:00"):
    stamp = world.stamp(clock, role=Role.MANAGER)
    return plan_time_rake(stamp, session_id=session.pk, table_cents=cents)


def begin(world: World, clock: str, **day: date) -> int:
    return find_due_time_rake(world.at(clock, **day))


def latest(session: Session) -> TimePeriod:
    return periods(session.pk)[0]


def collect(world: World, session: Session, clock: str = "21:01", **more: Any) -> list[TimeShare]:
    stamp = more.pop("stamp", None) or floor(world, clock)
    what = {"period_id": latest(session).pk, "paid_with": "chips"} | more
    return collect_time_rake(stamp, **what)


def sit(world: World, session: Session, name: str, seat_no: int, clock: str) -> int:
    world.sell(20_000, "20:00")
    who = world.player(name).pk
    buy_in = {"seat_no": seat_no, "cents": 20_000, "paid_with": "chips"}
    seat_player(floor(world, clock), session_id=session.pk, player_id=who, **buy_in)
    return who


def leave(world: World, session: Session, player_id: int, cents: int, clock: str) -> None:
    what = {"session_id": session.pk, "player_id": player_id}
    cash_out(floor(world, clock), **what, cents=cents, paid_with="chips")


def test_nine_share_250_euro_to_the_cent_by_ascending_seat(world: World, session: Session):
    world.seat(session, *"ABCDEFGHI")
    begin(world, "21:00")

    cents = [share.cents for share in time_shares(session.pk) if share.period.number == 2]
    assert cents == [2778] * 7 + [2777] * 2
    assert sum(cents) == 25_000


def test_a_period_begins_once_however_often_the_job_asks(world: World, session: Session):
    world.seat(session, "A", "B")

    found = [begin(world, clock) for clock in ("20:00", "20:29:59", "20:30", "20:30", "21:07")]

    assert found == [1, 0, 1, 0, 1]
    assert [period.number for period in periods(session.pk)] == [2, 1, 0]


def test_an_empty_table_pays_nothing(world: World, session: Session):
    begin(world, "20:00")

    assert time_shares(session.pk) == []


def test_a_late_job_finds_who_sat_there_at_the_first_instant(world: World, session: Session):
    a = sit(world, session, "A", 1, "20:10")
    sit(world, session, "B", 2, "20:31")
    leave(world, session, a, 20_000, "20:40")
    begin(world, "20:55")

    shares = time_shares(session.pk)
    assert [(share.seat.player_id, share.cents) for share in shares] == [(a, 25_000)]


def test_all_pay_in_chips_but_for_the_seats_named(world: World, session: Session):
    world.seat(session, "A", "B", "C")
    begin(world, "21:00")

    paid = collect(world, session, unpaid=[2])

    assert [share.seat.number for share in paid] == [1, 3]
    assert world.balance("income:time-rake") == -(8334 + 8333)
    check = table_check(session)
    assert (check.time_rake_cents, check.difference_cents) == (16_667, 0)
    owed = [share.seat.number for share in shares_due(world.club.pk)]
    assert owed == [1, 2, 3, 2]


def test_each_share_is_an_entry_that_says_why(world: World, session: Session):
    world.seat(session, "A", "B", "C")
    begin(world, "21:00")

    share = collect(world, session)[0]

    entry = documents.entry(world.club.pk, share.entry_id)
    assert {(line.code, line.cents) for line in entry.lines} == {
        ("chips:table", 8334),
        ("income:time-rake", -8334),
    }
    assert [because["rule"] for because in entry.because] == ["OLY-2.37", "AMB-14"]
    assert entry.player_id == share.seat.player_id


def test_in_cash_each_share_has_its_slip(world: World, session: Session):
    shift = world.open_shift()
    world.seat(session, "A", "B")
    begin(world, "21:00")

    paid = collect(world, session, stamp=world.stamp("21:01"), paid_with="cash", shift_id=shift.pk)

    numbers = [documents.entry(world.club.pk, share.entry_id).number for share in paid]
    assert numbers[1] == numbers[0] + 1
    assert world.balance("cash:drawer", shift.drawer_id) == 400_000 + 25_000
    assert table_check(session).time_rake_cents == 0


def test_cash_for_time_is_rounded_to_coins_by_an_entry_of_its_own(db: None):
    world = a_club(overrides={"house.cash_unit_cents": 5})
    session, shift = plan(world, world.session()), world.open_shift()
    world.seat(session, *"ABCDEFGHI")
    begin(world, "21:00")

    paid = collect(world, session, stamp=world.stamp("21:01"), paid_with="cash", shift_id=shift.pk)

    # Seven owe 27,78 and two 27,77: each lays 27,80 or 27,75 down.
    assert sorted(share.cents for share in paid) == [2_777] * 2 + [2_778] * 7
    assert world.balance("income:time-rake") == -25_000
    assert world.balance("cash:drawer", shift.drawer_id) == 400_000 + 7 * 2_780 + 2 * 2_775
    assert world.balance("expense:rounding") == -7 * 2 + 2 * 2


def test_a_collection_is_booked_once(world: World, session: Session):
    world.seat(session, "A", "B")
    begin(world, "21:00")
    stamp = floor(world, "21:01", key=a_key())

    first = collect(world, session, stamp=stamp)
    assert [share.pk for share in collect(world, session, stamp=stamp)] == [s.pk for s in first]
    refused(KeyReused, collect, world, session, stamp=stamp, unpaid=[1])
    refused(NothingDue, collect, world, session, "21:02")
    assert world.balance("income:time-rake") == -25_000


def test_who_has_left_owes_and_pays_in_cash_only(world: World, session: Session):
    shift = world.open_shift()
    moved = world.seat(session, "A", "B")
    begin(world, "21:00")
    leave(world, session, moved[0].seat.player_id, 20_000, "21:01")

    assert [share.seat.number for share in collect(world, session, "21:02")] == [2]
    share = next(s for s in shares_due(world.club.pk) if s.period == latest(session))
    refused(NotAtTheTable, pay_share, floor(world, "21:03"), share_id=share.pk, paid_with="chips")
    cash = {"paid_with": "cash", "shift_id": shift.pk}
    assert pay_share(world.stamp("21:04"), share_id=share.pk, **cash).paid_at
    refused(NothingDue, pay_share, world.stamp("21:05"), share_id=share.pk, **cash)


def test_who_changed_seats_at_the_table_pays_in_chips(world: World, session: Session):
    moved = world.seat(session, "A", "B")
    begin(world, "21:00")
    for seat_no, move in zip((5, 6), moved, strict=True):
        to = {"to_session_id": session.pk, "seat_no": seat_no}
        who = move.seat.player_id
        move_player(floor(world, "21:01"), session_id=session.pk, player_id=who, **to)

    assert [share.seat.number for share in collect(world, session, "21:02", unpaid=[2])] == [1]
    share = next(s for s in shares_due(world.club.pk) if s.period == latest(session))
    assert pay_share(floor(world, "21:03"), share_id=share.pk, paid_with="chips").paid_at


def test_a_share_is_let_go_with_a_reason(world: World, session: Session):
    world.seat(session, "A")
    begin(world, "20:30")
    share = shares_due(world.club.pk)[0]

    refused(BadInput, waive_share, floor(world, "20:40"), share_id=share.pk, reason=" ")
    waive_share(floor(world, "20:40"), share_id=share.pk, reason="Power was out")

    assert shares_due(world.club.pk) == []
    refused(NothingDue, collect, world, session)


def test_a_table_that_closes_on_the_boundary_starts_no_new_period(world: World, session: Session):
    begin(world, "20:00")
    close_session(floor(world, "20:30"), session_id=session.pk)

    assert [period.number for period in periods(session.pk)] == [0]
    assert begin(world, "21:00") == 0


def test_a_table_that_closes_late_has_begun_what_the_job_missed(world: World, session: Session):
    close_session(floor(world, "21:00:01"), session_id=session.pk)

    assert [period.number for period in periods(session.pk)] == [2, 1, 0]


def test_a_table_pays_for_its_time_or_on_its_pots(world: World, session: Session):
    world.seat(session, *"ABCDEF")
    hand = {"name": "1", "pots_cents": [3_700], "players_dealt": 6, "board_cards_dealt": 3}
    raked = rake_hand(floor(world, "21:00"), session_id=session.pk, **hand)

    assert raked.rake_cents == 0
    assert refused(OneMode, plan, world, session, None, "21:01").source == "AMB-13"


def test_a_table_with_raked_hands_gets_no_time_rake(world: World):
    session = world.session()
    world.seat(session, *"ABCDEF")
    hand = {"name": "1", "pots_cents": [3_700], "players_dealt": 6, "board_cards_dealt": 3}
    rake_hand(floor(world, "21:00"), session_id=session.pk, **hand)

    refused(OneMode, plan, world, session, 25_000, "21:01")


def test_a_hand_that_was_reversed_keeps_no_table_from_time_rake(world: World):
    session = world.session()
    world.seat(session, *"ABCDEF")
    hand = {"name": "1", "pots_cents": [3_700], "players_dealt": 6, "board_cards_dealt": 3}
    typed = rake_hand(floor(world, "21:00"), session_id=session.pk, **hand)
    take_back_hand(floor(world, "21:01"), hand_id=typed.pk, reason="never dealt")

    assert plan(world, session, 25_000, "21:02").time_rake_cents == 25_000


def test_the_plan_starts_with_the_next_period(world: World):
    session = world.session()
    world.seat(session, "A")
    plan(world, session, 20_000, "20:40")

    assert begin(world, "20:59") == 0
    assert begin(world, "21:00") == 1
    assert time_shares(session.pk)[0].cents == 20_000


@pytest.mark.parametrize(("cents", "kind"), [(25_001, AboveHouseMaximum), (0, BadInput)])
def test_the_plan_stays_within_the_house(world: World, cents: int, kind: type):
    assert refused(kind, plan, world, world.session(), cents).field == "table_cents"


def test_a_house_without_time_rake_plans_none(db: None):
    world = a_club(book="voodoo")

    refused(NoTimeRake, plan, world, world.session())


def test_a_table_taken_by_box_pays_into_its_boxes(world: World, session: Session):
    Session.objects.filter(pk=session.pk).update(by_box=True)

    refused(TakenByBox, plan, world, session)


def test_what_comes_next_is_shown_before_it_falls_due(world: World, session: Session):
    world.seat(session, "A", "B")

    following = next_period(session, at=world.at("20:45"))

    assert following.starts_at == world.at("21:00")
    assert [cents for _, cents in following.shares] == [12_500, 12_500]


def test_the_days_report_shows_what_was_paid_and_agrees(world: World, session: Session):
    world.seat(session, "A", "B")
    begin(world, "20:30")
    begin(world, "21:00")
    collect(world, session)

    report = day_report(world.club, day(world.club.pk, EVENING))

    rows = [row for section in report.sections for row in section.rows]
    assert [row.amount_cents for row in rows if row.item == "1 time rake"] == [25_000]
    assert all(check.agrees for check in report.checks)


@pytest.mark.parametrize(
    ("before", "after", "starts"),
    [(60, 30, ["06:00", "07:00", "07:30", "08:00"]), (30, 60, ["06:30", "07:00", "08:00"])],
)
def test_new_rules_change_the_periods_to_come_and_charge_none_again(
    db: None, before: int, after: int, starts: list[str]
):
    world = a_club(overrides={"time_rake.period_minutes": before})
    adopted(world, overrides={"time_rake.period_minutes": after})
    session = plan(world, world.session())
    world.seat(session, "A", "B")
    begin(world, "06:59")
    charged = TimePeriod.objects.count()
    assert charged == 11 * 60 // before

    begin(world, "07:01", day=NEXT)
    assert TimePeriod.objects.count() == charged + 1
    begin(world, "08:10", day=NEXT)

    zone = ZoneInfo(world.club.timezone)
    found = [f"{each.starts_at.astimezone(zone):%H:%M}" for each in periods(session.pk)]
    assert found[: len(starts)] == starts[::-1]
    following = next_period(session, at=world.at("08:10", day=NEXT))
    assert following
    assert following.starts_at == latest(session).starts_at + timedelta(minutes=after)


def test_a_table_whose_new_rules_know_no_time_rake_pays_on_its_pots_again(db: None):
    world = a_club()
    adopted(world, book="voodoo")
    session = plan(world, world.session())
    world.seat(session, *"ABCDEF", cents=50_000)
    begin(world, "06:59")
    charged = TimePeriod.objects.count()

    begin(world, "09:00", day=NEXT)
    assert TimePeriod.objects.count() == charged
    assert next_period(session, at=world.at("09:00", day=NEXT)) is None
    refused(OneMode, plan, world, session, None, "06:59")
    manager = world.stamp("09:05", role=Role.MANAGER, day=NEXT)
    plan_time_rake(manager, session_id=session.pk, table_cents=None)

    hand = rake_hand(
        floor(world, "09:10", day=NEXT),
        session_id=session.pk,
        name="1",
        pots_cents=[20_000],
        players_dealt=6,
        board_cards_dealt=5,
    )
    assert hand.rake_cents > 0


def adopted(world: World, **changes: Any) -> None:
    """Adopt other rules for the next day."""
    manager = world.stamp("19:00", role=Role.MANAGER)
    said = {"book": "olympic", "first_day": NEXT, "overrides": {}, "reason": "As agreed"} | changes
    asked = adopt_book.ask(manager, **said)
    accountant = world.stamp("19:05", role=Role.ACCOUNTANT)
    approve(accountant, proposal_id=asked.pk, digest=asked.digest)
