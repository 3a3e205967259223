"""The end of a gaming day: closes, levels, seals, on time and late."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction

from casino.clock import gaming_day
from casino.closing.services.days import (
    DayNotReady,
    close_day,
    close_due_days,
    close_floor,
    seal_day,
)
from casino.house.queries import club_stamp
from casino.ledger import services as ledger
from casino.ledger.entries import Draft, credit, debit
from casino.ledger.models import Seal
from casino.ledger.queries import gaming_days
from casino.ledger.refusals import DayNotOpen, LevelFixed, SealRefused
from casino.staff.models import Role
from jackpot.queries.levels import levels_on
from tests.world import EVENING, World, a_club

pytestmark = pytest.mark.django_db
NEXT = EVENING + timedelta(days=1)


def feed(world: World, pool: int, cents: int, clock: str, *, day: date = EVENING) -> None:
    """Post money into a jackpot's pool."""
    feed_at(world, pool, cents, world.at(clock, day=day))


def feed_at(world: World, pool: int, cents: int, at: datetime) -> None:
    lines = (debit("cash:vault", cents), credit("jackpot:pool", cents, pool))
    stamp = club_stamp(world.club, at=at, actor_id=None)
    with transaction.atomic():  # a refusal leaves the test's own transaction usable
        ledger.post_once(stamp, "test.feed", Draft(kind="test.pool_fed", lines=lines))


def seal(world: World, day: date = EVENING) -> bytes:
    return seal_day(world.stamp("12:00", role=Role.ACCOUNTANT, day=day + timedelta(1)), day=day)


def levels(world: World, day: date = EVENING) -> list[int]:
    return [snapshot.level_cents for snapshot in levels_on(world.club.pk, day)]


@pytest.mark.rule("OLY-4.4")
def test_the_level_is_what_lay_in_the_pool_before_seven():
    world = a_club()
    pool = world.jackpot().pk
    feed(world, pool, 100, "06:59:59.999999")
    feed(world, pool, 50, "07:00", day=NEXT)

    close_due_days(world.at("07:01", day=NEXT))

    assert levels(world) == [100]


@pytest.mark.parametrize(
    "late", [timedelta(0), timedelta(hours=1), timedelta(hours=5), timedelta(3)]
)
@pytest.mark.rule("AMB-38")
def test_a_beat_that_was_down_catches_up_with_the_same_figures(late: timedelta):
    world = a_club()
    pool = world.jackpot().pk
    for day, cents in ((EVENING, 100), (NEXT, 250), (NEXT + timedelta(1), 400)):
        feed(world, pool, cents, "23:00", day=day)
        feed(world, pool, cents + 1, "06:59", day=day)
        if not late:
            close_due_days(world.at("07:00", day=day + timedelta(1)))

    close_due_days(world.at("07:00", day=NEXT + timedelta(2)) + late)

    assert [levels(world, EVENING + timedelta(n)) for n in range(3)] == [[201], [702], [1503]]
    assert [seal(world, EVENING + timedelta(n)) for n in range(3)]
    with pytest.raises(DayNotOpen):
        feed(world, pool, 1, "06:59:30", day=EVENING)


def test_a_close_that_runs_again_is_the_first_close():
    world = a_club()
    world.fund()
    now = world.at("07:00", day=NEXT)

    first = close_day(world.club, EVENING, now=now)

    assert close_day(world.club, EVENING, now=now + timedelta(hours=3)) == first
    assert close_due_days(now) == []
    assert len(gaming_days.closes(world.club.pk, EVENING)) == 1


def test_nothing_is_closed_before_its_hour():
    world = a_club()
    world.fund()

    assert close_due_days(world.at("06:59:59")) == []
    with pytest.raises(DayNotReady):
        close_day(world.club, EVENING, now=world.at("06:59:59"))


@pytest.mark.rule("AMB-28")
def test_an_early_close_fixes_the_level_and_seven_o_clock_fixes_it_again():
    world = a_club()
    pool = world.jackpot().pk
    feed(world, pool, 100, "03:00")

    close_floor(world.stamp("04:00", role=Role.SUPERVISOR))
    with pytest.raises(LevelFixed) as refused:
        feed(world, pool, 1, "03:59:59")
    assert (refused.value.code, refused.value.next_page) == (DayNotOpen.code, None)
    assert str(refused.value.next_step).startswith("Enter it again as of now")
    feed(world, pool, 50, "04:00")
    close_due_days(world.at("07:00", day=NEXT))

    assert levels(world) == [100, 150]
    assert [c.kind for c in gaming_days.closes(world.club.pk, EVENING)] == ["early", "daily"]


def test_a_posting_that_comes_after_the_close_is_refused():
    world = a_club()
    world.fund()
    close_due_days(world.at("07:00", day=NEXT))

    with pytest.raises(DayNotOpen):
        world.sell(clock="06:59")


def test_a_count_may_follow_the_close_and_not_the_seal():
    world = a_club()
    world.fund()
    close_due_days(world.at("07:00", day=NEXT))
    counted = Draft(
        kind="test.counted",
        lines=(debit("expense:over-short", 5), credit("cash:vault", 5)),
        adjustment=True,
    )

    ledger.post_once(world.stamp("06:00"), "test.count", counted)
    seal(world)

    assert world.balance("expense:over-short") == 5
    with pytest.raises(DayNotOpen):
        ledger.post_once(world.stamp("06:00"), "test.count", counted)


def test_days_are_sealed_in_order():
    world = a_club()
    world.fund()
    world.fund(day=NEXT)
    close_due_days(world.at("07:00", day=NEXT + timedelta(1)))

    with pytest.raises((DayNotReady, SealRefused), match=r"Seal \d\d.\d\d.\d{4} first"):
        seal(world, NEXT)
    first = seal(world)
    second = seal(world, NEXT)

    assert first != second
    assert seal_previous(world, NEXT) == first


def seal_previous(world: World, day: date) -> bytes:
    return bytes(Seal.objects.get(club_id=world.club.pk, day=day).previous)


def test_an_open_day_cannot_be_sealed():
    world = a_club()
    world.fund()

    with pytest.raises(DayNotReady):
        seal(world)


def test_no_day_opens_before_a_sealed_one():
    world = a_club()
    world.fund()
    close_due_days(world.at("07:00", day=NEXT))
    seal(world)

    with pytest.raises(DayNotOpen, match="is sealed"):
        world.fund(day=EVENING - timedelta(1))


def test_a_shift_left_open_keeps_the_day_from_being_sealed():
    world = a_club()
    world.open_shift()
    close_due_days(world.at("07:00", day=NEXT))

    with pytest.raises(DayNotReady, match="is not closed"):
        seal(world)


def test_the_hour_of_a_day_that_began_stays_when_the_club_moves_it():
    world = a_club()
    world.fund()
    world.club.closes_at = world.club.closes_at.replace(hour=8)
    world.club.save()

    assert close_due_days(world.at("08:00", day=NEXT)) == [("tallinn", EVENING)]


NIGHTS = {"shorter": (date(2026, 3, 28), 23), "longer": (date(2025, 10, 25), 25)}


@pytest.mark.parametrize("night", NIGHTS)
@pytest.mark.parametrize("timezone", ["Europe/Tallinn", "Europe/Riga", "Europe/Vilnius"])
@pytest.mark.rule("AMB-37")
def test_the_nights_of_the_clock_change_belong_to_one_day_each(night: str, timezone: str):
    day, hours = NIGHTS[night]
    world = a_club(timezone=timezone)
    pool = world.jackpot().pk
    opens = datetime(day.year, day.month, day.day, 5 if night == "shorter" else 4, tzinfo=UTC)
    for hour in range(hours):
        at = opens + timedelta(hours=hour, minutes=59)
        assert gaming_day(at, timezone=timezone, closes_at=world.club.closes_at) == day
        feed_at(world, pool, 1, at)
    feed_at(world, pool, 1, opens + timedelta(hours=hours))

    assert close_due_days(opens + timedelta(hours=hours, seconds=-1)) == []
    close_due_days(opens + timedelta(hours=hours))

    assert levels(world, day) == [hours]


def test_the_command_closes_what_is_due_once(capsys: pytest.CaptureFixture[str]):
    world = a_club()
    other = a_club("riga", timezone="Europe/Riga")
    world.fund()
    other.fund()

    for _ in range(2):
        call_command("close_day", "--club", "tallinn", "--at", f"{NEXT}T07:00")

    said = capsys.readouterr().out.splitlines()
    assert said == [f"tallinn {EVENING} closed", "tallinn: nothing is due"]
    assert gaming_days.day(other.club.pk, EVENING).state == "open"
    with pytest.raises(CommandError, match="no club narva"):
        call_command("close_day", "--club", "narva")
