"""A close that a wrong clock made is taken back by two, until its hour; all else stays."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction

from casino.approvals.models import Proposal
from casino.approvals.services import OwnProposal, approve
from casino.closing.services.checklist import blockers
from casino.closing.services.days import DayNotReady, close_due_days, close_floor, seal_day
from casino.closing.services.reopening import LevelPaid, OtherClubFirst, reopen_day
from casino.db import command
from casino.ledger import services as ledger
from casino.ledger.queries import gaming_days
from casino.ledger.refusals import ClockMoved, DayNotEarly, DayNotOpen, SealRefused
from casino.refusals import NotFound
from casino.staff.models import Role
from casino.webhooks.models import Event, Message
from casino.webhooks.services.keeping import add_webhook
from jackpot.models import Snapshot
from jackpot.queries import levels
from tests.claiming import BEFORE, awarded, claimed, fed, six_seated
from tests.integration.jackpot.test_pools import agreed, asked, feed
from tests.integration.jackpot.test_sharing import shared
from tests.refusing import refused
from tests.shifted import Clock
from tests.world import EVENING, World, a_club

pytestmark = pytest.mark.django_db
WHY = "The clock was two hours ahead"


@pytest.fixture
def world(db: None, clock: Clock) -> World:
    """A night at five; a clock that was wrong for a moment has closed it."""
    world = a_club()
    world.fund()
    world.sell(clock="04:00")
    clock.set(world.at("05:00"))
    return world


def closed_by_a_wrong_clock(world: World) -> None:
    assert len(close_due_days(world.at("07:01", day=EVENING + timedelta(days=1)))) == 1


def ask(world: World, role: str = Role.SUPERVISOR, day=EVENING, at: str = "05:10") -> Proposal:
    return reopen_day.ask(world.stamp(at, role=role, day=day), day=day, reason=WHY)


def taken_back(world: World, day=EVENING) -> None:
    proposal = ask(world, day=day)
    stamp = world.stamp("05:12", role=Role.MANAGER, day=day)
    approve(stamp, proposal_id=proposal.pk, digest=proposal.digest)


def verify() -> None:
    call_command("verify")


@pytest.mark.rule("OLY-4.4", "AMB-28")
def test_the_desks_go_on_and_the_day_closes_again_at_its_hour(world: World, clock: Clock):
    pool = world.jackpot().pk
    feed(world, pool, 100, "03:00")
    close_floor(world.stamp("04:30", role=Role.SUPERVISOR))
    feed(world, pool, 20, "04:40")
    closed_by_a_wrong_clock(world)
    refused(DayNotOpen, world.sell, clock="05:05")

    taken_back(world)

    world.sell(clock="05:15")
    refused(DayNotOpen, feed, world, pool, 1, "04:20")  # what people closed early stays closed
    feed(world, pool, 3, "06:00")
    assert [each.kind for each in gaming_days.closes(world.club.pk, EVENING)] == ["early"]
    assert [each.level_cents for each in Snapshot.objects.order_by("at")] == [100]
    closed_by_a_wrong_clock(world)  # by a right one now: it is past its hour
    kinds = [each.kind for each in gaming_days.closes(world.club.pk, EVENING)]
    assert kinds == ["early", "daily"]
    assert [each.level_cents for each in Snapshot.objects.order_by("at")] == [100, 123]
    after = EVENING + timedelta(days=1)
    clock.set(world.at("10:00", day=after))
    seal_day(world.stamp("10:00", role=Role.ACCOUNTANT, day=after), day=EVENING)
    verify()


def test_nobody_takes_a_close_back_alone_and_a_repeat_is_one(world: World):
    closed_by_a_wrong_clock(world)
    stamp = world.stamp("05:10", role=Role.SUPERVISOR)
    proposal = reopen_day.ask(stamp, day=EVENING, reason=WHY)
    assert reopen_day.ask(stamp, day=EVENING, reason=WHY) == proposal
    world.also(Role.SUPERVISOR, Role.MANAGER)
    own = world.stamp("05:12", role=Role.SUPERVISOR)
    refused(OwnProposal, approve, stamp=own, proposal_id=proposal.pk, digest=proposal.digest)
    assert gaming_days.day(world.club.pk, EVENING).state == "closed"


def test_a_close_whose_hour_has_come_stands(world: World, clock: Clock):
    refused(DayNotEarly, ask, world)  # not closed at all
    refused(NotFound, ask, world, day=BEFORE)
    closed_by_a_wrong_clock(world)
    proposal = ask(world, at="06:30")
    clock.set(world.at("07:02", day=EVENING + timedelta(days=1)))
    late = world.stamp("07:02", role=Role.MANAGER, day=EVENING + timedelta(days=1))
    refused(DayNotEarly, approve, stamp=late, proposal_id=proposal.pk, digest=proposal.digest)


def test_the_database_takes_back_no_other_close(world: World, clock: Clock):
    closed_by_a_wrong_clock(world)
    clock.set(world.at("07:02", day=EVENING + timedelta(days=1)))
    act = ledger.act(world.stamp("06:30"), "test.reopen")
    with transaction.atomic():
        refused(DayNotEarly, ledger.reopen_day, act.on(world.stamp()), day=EVENING)
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("UPDATE ledger_close SET reopened_act_id = %s", [act.id])


def test_programs_that_listen_are_told(world: World):
    manager = world.stamp("04:30", role=Role.MANAGER)
    add_webhook(manager, address="https://tallinn.example/hook", events=[Event.DAY_REOPENED])
    closed_by_a_wrong_clock(world)
    taken_back(world)
    assert Message.objects.get(event=Event.DAY_REOPENED).facts == {"day": str(EVENING)}


@pytest.mark.rule("AMB-38")
def test_what_was_paid_from_the_wrong_level_is_settled_first(db: None, clock: Clock):
    world = a_club()
    clock.set(world.at("05:00", day=BEFORE))
    pool = fed(world)  # the night before, closed two hours too early
    claim = awarded(world, claimed(world, six_seated(world)))

    said = refused(LevelPaid, ask, world, day=BEFORE)
    assert str(claim) in str(said.message)
    assert "without it the level is 0,00" in str(said.message)

    agreed(world, asked(world, pool.pk, "23:40"), "23:41")
    taken_back(world, day=BEFORE)
    assert levels.level(pool).fixed_at is None


def test_a_pool_of_two_clubs_is_taken_back_by_its_own_club_first(db: None, clock: Clock):
    tallinn, tartu = a_club(), a_club("tartu")
    pool = shared(tallinn, tartu)
    feed(tallinn, pool.pk, 600_000, "23:00", day=BEFORE)
    feed(tartu, pool.pk, 400_000, "23:00", day=BEFORE)
    clock.set(tallinn.at("05:00", day=BEFORE))
    close_due_days(tallinn.at("07:01"))

    said = refused(OtherClubFirst, ask, tartu, day=BEFORE)
    assert tallinn.club.name in str(said.message)
    taken_back(tallinn, day=BEFORE)
    taken_back(tartu, day=BEFORE)
    feed(tartu, pool.pk, 7, "06:00", day=BEFORE)
    close_due_days(tallinn.at("07:01"))
    assert [each.level_cents for each in Snapshot.objects.all()] == [1_000_007]


def test_a_page_says_it_and_asks_for_it(world: World):
    closed_by_a_wrong_clock(world)
    client = world.browser(Role.SUPERVISOR)
    address = f"/tallinn/days/{EVENING}/"
    assert "a clock was wrong" in client.get(address).content.decode()
    sent = client.post(f"{address}reopen/", {"key": uuid4(), "reason": WHY})
    proposal = Proposal.objects.get()
    assert sent["Location"] == f"/tallinn/approvals/{proposal.pk}/"
    client.force_login(world.staff[Role.MANAGER])
    assert "by the clock of then" in client.get(sent["Location"]).content.decode()


@pytest.mark.parametrize("minutes", [-11, 1])
def test_a_live_act_happens_now_by_the_databases_clock(world: World, clock: Clock, minutes: int):
    at = clock.now() + timedelta(minutes=minutes)
    stamp = replace(world.stamp("05:00"), at=at, is_live=True)
    with transaction.atomic():
        refused(ClockMoved, ledger.act, stamp, "test.act")
    assert not ledger.act(replace(stamp, at=clock.now()), "test.act").replayed
    assert not ledger.act(replace(world.stamp(), at=at), "test.import").replayed


def test_what_is_sent_is_booked_at_the_databases_instant(world: World, clock: Clock):
    client = world.browser(Role.SUPERVISOR)
    client.post("/tallinn/close-floor/", {"key": uuid4()})
    (close,) = gaming_days.closes(world.club.pk, EVENING)
    assert abs(close.at - clock.now()) < timedelta(minutes=5)
    assert datetime.now(UTC) - close.at > timedelta(days=30)


def test_a_day_that_a_wrong_clock_closed_is_not_sealed_before_its_hour(world: World):
    """Sealed at five it took nothing more until seven, and its close could not be taken back."""
    closed_by_a_wrong_clock(world)

    refused(DayNotReady, seal_day, stamp=world.stamp("05:05", role=Role.ACCOUNTANT), day=EVENING)

    assert "The gaming day 27.02.2026 is not over yet." in blockers(world.club.pk, EVENING)
    taken_back(world)


def test_the_database_too_refuses_the_seal_of_a_day_that_is_not_over(world: World):
    closed_by_a_wrong_clock(world)

    @command
    def seal() -> None:
        stamp = world.stamp("05:05", role=Role.ACCOUNTANT)
        ledger.seal_day(ledger.act(stamp, "test.seal").on(stamp), day=EVENING)

    with pytest.raises(SealRefused, match=r"27\.02\.2026 is not over yet"):
        seal()
