"""A pool of two clubs while both close, deal and pay at once."""

from contextlib import suppress
from functools import partial
from typing import Any

import pytest

from cashgames.services.tables import NoPool
from casino.closing.services.days import close_due_days, close_floor
from casino.ledger.queries.rows import CloseRow
from casino.ledger.refusals import DayNotOpen, LevelFixed
from casino.ledger.verify import Books
from casino.staff.models import Role
from casino.verify.findings import broken
from jackpot.models import Award, Feeder, Jackpot, Snapshot
from jackpot.queries.levels import level
from jackpot.services.sharing_back import SharedSince, take_back_sharing
from tests.claiming import BEFORE, approved, claimed, proposed, six_seated
from tests.integration.jackpot.test_pools import feed
from tests.integration.jackpot.test_sharing import both, shared, sharing, signed
from tests.integration.jackpot.test_sharing_taken_back import back
from tests.racing import meanwhile, outcomes, race
from tests.world import EVENING, World, a_club

pytestmark = pytest.mark.usefixtures("committed_db")
WRITERS = 4


@pytest.fixture
def clubs(committed_db: None) -> tuple[World, World, Jackpot]:
    """Two clubs and a pool of both, 6,000.00 of it in one and 4,000.00 in the other."""
    tallinn, tartu = a_club(), a_club("tartu")
    pool = shared(tallinn, tartu)
    feed(tallinn, pool.pk, 600_000, "23:00", day=BEFORE)
    feed(tartu, pool.pk, 400_000, "23:00", day=BEFORE)
    return tallinn, tartu, pool


def closing(world: World) -> Any:
    """Return what closes a club's day before."""
    return partial(close_due_days, world.at("07:00"), club_id=world.club.pk)


def assert_intact(*worlds: World) -> None:
    assert [list(broken(each.club, Books(club_id=each.club.pk))) for each in worlds] == [[], []]


@pytest.mark.rule("OLY-4.4")
def test_two_clubs_that_close_at_once_fix_the_level_once(clubs: tuple[World, World, Jackpot]):
    tallinn, tartu, pool = clubs
    late = [
        partial(feed, world, pool.pk, 1, "06:59", day=BEFORE)
        for world in (tallinn, tartu)
        for _ in range(WRITERS)
    ]
    results = race(*late, *[closing(world) for world in (tallinn, tartu) for _ in range(2)])

    booked = outcomes(results[: len(late)])["NoneType"]
    assert Snapshot.objects.get().level_cents == 1_000_000 + booked, results
    assert_intact(tallinn, tartu)


@pytest.mark.rule("AMB-29", "AMB-35")
def test_a_hit_is_paid_once_while_both_clubs_feed_the_pool(
    clubs: tuple[World, World, Jackpot],
):
    tallinn, tartu, pool = clubs
    close_due_days(tallinn.at("07:01"))
    proposal = proposed(tartu, claimed(tartu, six_seated(tartu)), base=1_000_000)
    feeding = [
        partial(feed, world, pool.pk, 1, "23:20")
        for world in (tallinn, tartu)
        for _ in range(WRITERS)
    ]
    results = race(*[partial(approved, tartu, proposal) for _ in range(3)], *feeding)

    assert outcomes(results[:3]) == {"Proposal": 1, "AlreadyDecided": 2}, results
    assert outcomes(results[3:]) == {"NoneType": 2 * WRITERS}, results
    award = Award.objects.get()
    assert sum(each.cents for each in award.taken.all()) == award.total_cents == 600_000
    assert level(pool).pool_cents == 400_000 + 2 * WRITERS
    assert tallinn.balance("group:owes", tartu.club.pk) == -tartu.balance(
        "group:owed", tallinn.club.pk
    )
    assert_intact(tallinn, tartu)


@pytest.mark.rule("AMB-28")
def test_a_hit_and_an_early_close_of_the_club_that_lends_take_turns(
    clubs: tuple[World, World, Jackpot],
):
    """What happened before the close is refused after it, and approved again a minute later."""
    tallinn, tartu, pool = clubs
    close_due_days(tallinn.at("07:01"))
    proposal = proposed(tartu, claimed(tartu, six_seated(tartu)), base=1_000_000)
    early = tallinn.stamp("23:16", role=Role.SUPERVISOR)
    (result, closed) = race(partial(approved, tartu, proposal), partial(close_floor, early))

    assert isinstance(closed, CloseRow), closed
    if isinstance(result, DayNotOpen):
        approved(tartu, proposal, "23:17")
    assert level(pool).pool_cents == 400_000
    assert level(pool).base_cents == 400_000
    assert_intact(tallinn, tartu)


@pytest.mark.rule("OLY-4.4", "AMB-38")
def test_a_club_whose_close_waited_while_another_one_fixed_the_level_closes_again(
    clubs: tuple[World, World, Jackpot],
):
    """Else what it dealt before its instant would count towards a level that stands already."""
    tallinn, tartu, pool = clubs
    close_due_days(tallinn.at("07:01"))
    feed(tartu, pool.pk, 1_200, "23:10")
    waited = tartu.stamp("23:15", role=Role.SUPERVISOR)
    close_floor(tallinn.stamp("23:16", role=Role.SUPERVISOR), games_go_on=True)

    with pytest.raises(LevelFixed):
        close_floor(waited, games_go_on=True)
    close_floor(tartu.stamp("23:17", role=Role.SUPERVISOR), games_go_on=True)
    assert_intact(tallinn, tartu)
    close_floor(tallinn.stamp("23:18", role=Role.SUPERVISOR), games_go_on=True)
    assert level(pool).base_cents == 1_001_200
    assert_intact(tallinn, tartu)


@pytest.fixture
def linked(committed_db: None) -> tuple[World, World, Jackpot, Jackpot]:
    """Two clubs, one of which was linked to the other's pool a moment ago, with 400.00."""
    tallinn, tartu = a_club(), a_club("tartu")
    own, pool = tartu.jackpot("Own"), tallinn.jackpot()
    both(tallinn, tartu, Role.MANAGER, Role.ACCOUNTANT)
    feed(tartu, own.pk, 40_000, "11:00", day=BEFORE)
    feed(tallinn, pool.pk, 60_000, "11:00", day=BEFORE)
    close_due_days(tallinn.at("07:01"))
    asked = sharing(tallinn, pool, tartu, EVENING)
    signed(tallinn, asked, "12:05", day=EVENING, role=Role.ACCOUNTANT)
    return tallinn, tartu, own, pool


def test_a_table_that_opens_while_a_link_is_taken_back_does_not_feed_the_other_pool(
    linked: tuple[World, World, Jackpot, Jackpot],
):
    tallinn, tartu, own, pool = linked
    asked = back(tallinn, pool, tartu, "12:10")
    with meanwhile(take_back_sharing, tartu.session) as beside:
        signed(tallinn, asked, "12:15", day=EVENING, role=Role.ACCOUNTANT)

    assert [type(each) for each in beside] == [NoPool]  # and opens with the next press
    assert tartu.session(table="2").pool_ref == own.pk
    assert_intact(tallinn, tartu)


@pytest.mark.parametrize("closes", ["tallinn", "tartu"])
def test_a_close_while_a_link_is_taken_back_fixes_what_each_pool_holds(
    linked: tuple[World, World, Jackpot, Jackpot], closes: str
):
    tallinn, tartu, own, pool = linked
    asked = back(tallinn, pool, tartu, "12:10")
    club = tallinn if closes == "tallinn" else tartu
    early = partial(close_floor, club.stamp("12:20", role=Role.SUPERVISOR))
    with suppress(SharedSince), meanwhile(take_back_sharing, early) as beside:
        signed(tallinn, asked, "12:15", day=EVENING, role=Role.ACCOUNTANT)

    assert [type(each) for each in beside] == [CloseRow]
    is_parted = not Feeder.objects.exists()
    assert -tartu.balance("jackpot:pool", own.pk) == (40_000 if is_parted else 0)
    assert -tartu.balance("jackpot:pool", pool.pk) == (0 if is_parted else 40_000)
    assert_intact(tallinn, tartu)
