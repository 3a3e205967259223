"""What a hand is paid: one base for both jackpots, second hits from what is left, every cent."""

from datetime import UTC, datetime

import pytest

from casino.house.rulebook import RuleBook, load_book
from jackpot.rules.awards import Award, award
from jackpot.rules.ledger import Base, PoolBelowZero
from jackpot.rules.qualification import HandVerdict
from tests.unit.jackpot.nights import play

BOOK = load_book("olympic")
NIGHTS = 1_500


def verdict(*, beat: bool = True, royal: tuple[int, ...] = ()) -> HandVerdict:
    return HandVerdict(
        bad_beat=beat,
        bad_beat_reason="hit" if beat else "no_showdown",
        losing_seats=(3,) if beat else (),
        winning_seats=(5,) if beat else (),
        royal_flush=bool(royal),
        royal_seats=royal,
        proof={},
        because=(),
    )


def paid(
    of: HandVerdict, *, level: int, since: int = 0, pool: int | None = None, book: RuleBook = BOOK
) -> Award:
    base = Base(
        level_cents=level,
        level_at=datetime(2026, 2, 27, 5, tzinfo=UTC),
        paid_since_cents=since,
        pool_cents=level - since if pool is None else pool,
    )
    return award(book, of, base, seats=[1, 2, 3, 4, 5, 6])


@pytest.mark.rule("OLY-4.6", "OLY-4.8", "AMB-26", "AMB-27")
def test_a_bad_beat_pays_sixty_percent_half_a_quarter_and_a_quarter_for_the_table():
    award = paid(verdict(), level=1_000_000)

    assert {share.seat: share.cents for share in award.shares} == {
        1: 25_000,
        2: 25_000,
        3: 325_000,
        4: 25_000,
        5: 175_000,
        6: 25_000,
    }
    assert (award.total_cents, award.base_left_cents) == (600_000, 400_000)
    assert award.second_bad_beat_cents == 240_000


@pytest.mark.rule("AMB-30", "AMB-31")
def test_royal_flush_and_bad_beat_of_one_hand_come_from_one_base():
    award = paid(verdict(royal=(5,)), level=1_000_000)

    winner = next(share for share in award.shares if share.seat == 5)
    assert (winner.bad_beat_cents, winner.royal_flush_cents) == (175_000, 50_000)
    assert winner.parts == ("winning hand", "royal flush", "table share")
    assert award.total_cents == 650_000


@pytest.mark.rule("AMB-26")
@pytest.mark.parametrize("table_seats", ["all", "others"])
def test_a_hand_is_told_of_the_table_share_that_its_seat_gets_besides(table_seats: str):
    book = load_book("olympic").with_overrides({"jackpot.table_seats": table_seats})
    shares = {each.seat: each.parts for each in paid(verdict(), level=1_000_000, book=book).shares}
    besides = ("table share",) if table_seats == "all" else ()
    assert (shares[3], shares[5]) == (("losing hand", *besides), ("winning hand", *besides))
    assert shares[1] == ("table share",)


@pytest.mark.rule("AMB-29")
def test_a_second_hit_is_paid_from_what_the_first_left():
    assert paid(verdict(), level=1_000_000, since=600_000).total_cents == 240_000


@pytest.mark.rule("AMB-35")
def test_nothing_is_paid_that_the_pool_no_longer_holds():
    assert paid(verdict(), level=1_000_000, pool=1_000).total_cents == 600


@pytest.mark.rule("AMB-36")
def test_an_empty_pool_pays_nothing_to_nobody():
    award = paid(verdict(), level=0)
    assert (award.total_cents, award.shares) == (0, ())


def test_a_fixed_sum_that_a_house_sets_above_its_pool_is_refused():
    book = BOOK.with_overrides(
        {"jackpot.royal_fixed_cents": 60_000, "jackpot.royal_threshold_cents": 50_000}
    )
    base = Base(
        level_cents=50_000,
        level_at=datetime(2026, 2, 27, 5, tzinfo=UTC),
        paid_since_cents=0,
        pool_cents=50_000,
    )
    with pytest.raises(PoolBelowZero):
        award(book, verdict(beat=False, royal=(5,)), base, seats=[1, 2, 3, 4, 5, 6])


def test_random_nights_lose_no_cent_and_never_empty_a_pool_below_zero():
    assert sum(len(play(seed, BOOK).paid) for seed in range(NIGHTS)) > NIGHTS
