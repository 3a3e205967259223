"""What the texts leave open about the jackpots: each decision at work, and its settings."""

from dataclasses import replace

import pytest

from casino.house.rulebook import load_book
from jackpot.rules.ledger import run_pool
from jackpot.rules.payouts import (
    bad_beat_payout,
    royal_flush_payout,
)
from jackpot.rules.qualification import qualification
from tests.unit.jackpot.test_ledger import OPENED, bad_beat, drop, pool, royal
from tests.unit.jackpot.test_qualification import ACES_FULL, hand

BOOK = load_book("olympic")


@pytest.mark.rule("OLY-4.5")
def test_one_pool_takes_the_drops_and_pays_both_jackpots() -> None:
    running = pool(300_000)
    hits = run_pool(running, [drop(OPENED, 100), royal(OPENED, "a"), bad_beat(OPENED, "b")])
    assert [hit.payout.total_cents for hit in hits] == [50_000, 150_000]
    assert running.cents == 300_000 + 100 - 50_000 - 150_000


@pytest.mark.rule("AMB-31")
def test_the_threshold_of_the_royal_flush_looks_at_what_is_left_since_the_close() -> None:
    """The level is 2600 EUR; another hand was paid 1560 of it, so a fifth of 1040 is due."""
    hits = run_pool(pool(260_000), [bad_beat(OPENED, "a"), royal(OPENED, "b")])
    assert hits[1].snapshot_cents == 260_000
    assert (hits[1].base_cents, hits[1].payout.total_cents) == (104_000, 20_800)
    assert royal_flush_payout(BOOK, base_cents=260_000, holders=[4]).total_cents == 50_000


@pytest.mark.rule("AMB-21", "OLY-4.7.5")
def test_in_stud_all_own_cards_are_hole_cards() -> None:
    kings = hand("soko", "", "KS QS 9S 4S 2S", "AH KH 9H 4H 2H")
    verdict = qualification(BOOK, kings)
    assert (verdict.losing_seats, verdict.winning_seats) == ((1,), (2,))
    royals = hand("seven_card_stud", "", "AS KS QS JS TS 2D 3D", "2C 3C 4C 6D 8D 9H TH")
    assert qualification(BOOK, royals).royal_seats == (1,)


@pytest.mark.rule("AMB-41")
def test_all_hands_shown_are_compared_whatever_pot_they_play_for() -> None:
    """Seat 3 is all-in for the main pot only; its hand still decides who lost and who won."""
    three = hand("texas_holdem", "AS AD JC 9H 9D", "AH JD", "2C 3C", "9C 9S")
    verdict = qualification(BOOK, three)
    assert (verdict.losing_seats, verdict.winning_seats) == ((1,), (3,))


@pytest.mark.rule("AMB-26")
def test_the_table_share_goes_to_every_seat_unless_the_house_leaves_the_two_hands_out() -> None:
    hit = {"base_cents": 1_000_000, "losing_seats": [3], "winning_seats": [5]}
    every = bad_beat_payout(BOOK, **hit, seats=range(1, 7)).payouts_cents
    assert every == {1: 25_000, 2: 25_000, 3: 325_000, 4: 25_000, 5: 175_000, 6: 25_000}
    others = BOOK.with_overrides({"jackpot.table_seats": "others"})
    paid = bad_beat_payout(others, **hit, seats=range(1, 7)).payouts_cents
    assert paid == {1: 37_500, 2: 37_500, 3: 300_000, 4: 37_500, 5: 150_000, 6: 37_500}
    two = BOOK.with_overrides({"jackpot.table_seats": "others", "jackpot.min_players": 2})
    assert sum(bad_beat_payout(two, **hit, seats=[3, 5]).payouts_cents.values()) == 600_000


@pytest.mark.rule("AMB-23")
def test_a_house_may_let_every_beaten_hand_that_qualifies_share() -> None:
    """Four deuces and four fives lose to a straight flush."""
    three = hand("omaha", "2S 2D 5D 5C 6D", "2C 2H KS QS", "5H 5S KH QH", "3D 4D KC QC")
    best = qualification(BOOK, three)
    assert (best.losing_seats, best.winning_seats) == ((2,), (3,))
    every = qualification(BOOK.with_overrides({"jackpot.losers": "all_beaten"}), three)
    assert (every.losing_seats, every.winning_seats) == ((1, 2), (3,))


@pytest.mark.rule("AMB-34")
def test_the_second_board_counts_only_where_the_house_says_so() -> None:
    second = replace(ACES_FULL, board_no=2)
    verdict = qualification(BOOK, second)
    assert (verdict.bad_beat, verdict.bad_beat_reason) == (False, "board_does_not_count")
    assert verdict.because[0].rule == "AMB-34"
    assert qualification(BOOK.with_overrides({"jackpot.boards": 2}), second).bad_beat


@pytest.mark.rule("AMB-20")
def test_a_house_may_set_its_own_lowest_hand() -> None:
    kings = BOOK.with_overrides({"jackpot.bad_beat_from.texas_holdem.ranks": [14, 13]})
    assert qualification(BOOK, ACES_FULL).bad_beat
    assert not qualification(kings, ACES_FULL).bad_beat
