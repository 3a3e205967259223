"""The jackpot that a club brings along with its opening balances is won from the first evening."""

import pytest

from casino.board.queries import room_board
from casino.closing.services.days import close_due_days
from casino.house.queries import club_stamp
from casino.ledger import services as ledger
from casino.ledger.entries import Draft, credit, debit
from casino.ledger.verify import Books
from casino.setup.rules.plan_file import plan_in
from casino.setup.services.opening import open_by_plan
from casino.verify.findings import broken
from jackpot.models import Claim, Jackpot
from jackpot.queries.levels import base_at, level
from tests.claiming import BEFORE
from tests.unit.setup.test_plan import EXAMPLE
from tests.world import World, a_club

pytestmark = pytest.mark.django_db
BROUGHT = 2_431_050  # 24 310,50 of the players


@pytest.fixture
def elsewhere() -> World:
    """The clock of another club, of the same time zone."""
    return a_club("elsewhere")


@pytest.fixture
def pool(elsewhere: World) -> Jackpot:
    """The pool of a club that opened at noon, with 100,00 of drops of its first evening."""
    at = elsewhere.at("12:00", day=BEFORE)
    club = open_by_plan(at=at, plan=plan_in(EXAMPLE.read_bytes())).club
    pool = Jackpot.objects.get(club=club)
    evening = club_stamp(club, at=elsewhere.at("22:00", day=BEFORE), actor_id=None)
    lines = (debit("cash:vault", 10_000), credit("jackpot:pool", 10_000, pool.pk))
    ledger.post_once(evening, "test.feed", Draft(kind="test.pool_fed", lines=lines))
    return pool


def hit(pool: Jackpot, elsewhere: World, clock: str) -> int:
    """Return what a hand of the first evening is paid from."""
    return base_at(pool, Claim(played_at=elsewhere.at(clock, day=BEFORE))).cents


@pytest.mark.rule("AMB-28")
def test_a_hit_of_the_first_evening_is_paid_from_what_the_club_brought(
    pool: Jackpot, elsewhere: World
):
    assert hit(pool, elsewhere, "23:00") == BROUGHT
    assert level(pool).base_cents == BROUGHT
    shown = room_board(pool.club, at=elsewhere.at("23:00", day=BEFORE), shows="initials")
    assert [(each.level_cents, each.fixed_at is None) for each in shown.jackpots] == [
        (BROUGHT, False)
    ]


def test_the_first_close_fixes_the_level_and_the_evening_before_stays_as_it_was(
    pool: Jackpot, elsewhere: World
):
    close_due_days(elsewhere.at("07:01"))
    assert level(pool).fixed_cents == BROUGHT + 10_000
    assert hit(pool, elsewhere, "23:00") == BROUGHT
    assert list(broken(pool.club, Books(club_id=pool.club_id))) == []


def test_no_hand_before_the_opening_is_paid_from_it(pool: Jackpot, elsewhere: World):
    assert hit(pool, elsewhere, "11:00") == 0
