"""Pots, by paragraph: who is left alone, dead hands, side pots, equal hands, wrong awards."""

import pytest

from cashgames.rules.first_round import Street
from cashgames.rules.odd_chip import Seating
from cashgames.rules.pots import (
    Claim,
    Contribution,
    Played,
    Run,
    Settled,
    settle,
    side_pots,
    uncalled_cents,
)
from cashgames.rules.rake import rake_terms
from casino.cards import DECK
from casino.house.rulebook import load_book
from casino.house.rules import Family
from casino.players.rules import OtherSum, pot_correction

HIGHEST = DECK["AS"]


def live(**cents: int) -> list[Contribution]:
    """Return the bets of live hands, seat1=500."""
    return [Contribution(seat=int(k[4:]), cents=v, live=True) for k, v in cents.items()]


def dead(**cents: int) -> list[Contribution]:
    return [Contribution(seat=int(k[4:]), cents=v, live=False) for k, v in cents.items()]


def shown(*orders: tuple[int, int]) -> Run:
    """Return a showdown from (seat, strength)."""
    return {seat: Claim(halves=((order,),), odd_card=HIGHEST) for seat, order in orders}


def settled(
    house: str, bets: list[Contribution], *runs: Run, chip: int = 1, family: Family = "flop"
) -> Settled:
    """Settle a hand that ended before any charge."""
    book = load_book(house)
    played = Played(
        street=Street(family=family),
        players=5,
        seating=Seating(seats_at_table=9, button_seat=4),
    )
    terms = rake_terms(book.rake, chip_unit_cents=chip)
    return settle(book, terms, played, contributions=bets, runs=runs)


@pytest.mark.parametrize(
    "house", [pytest.param("img", id="IMG-G36"), pytest.param("home", id="HOME-24 unmatched raise")]
)
def test_one_player_left_wins_all_pots_without_showing(house: str) -> None:
    result = settled(house, live(seat2=900) + dead(seat1=500, seat3=300))
    assert result.returned_cents == {2: 400}
    assert result.payouts_cents == {2: 1300}


@pytest.mark.parametrize(
    ("house", "rule", "why"),
    [
        pytest.param("olympic", "OLY-1.32", "a wrong number of cards", id="OLY-1.32"),
        pytest.param("img", "IMG-G17", "a wrong number of cards", id="IMG-G17"),
        pytest.param("img", "IMG-G17", "chips put in out of turn", id="IMG-G5"),
        pytest.param("olympic", "OLY-1.32", "absent at his turn", id="OLY-1.9"),
        pytest.param("voodoo", "VOO-T36", "unprotected cards", id="VOO-T36"),
        pytest.param("home", "AMB-09", "a folded hand", id="AMB-09"),
    ],
)
def test_the_matched_money_of_a_dead_hand_stays_in_the_pot(house: str, rule: str, why: str) -> None:
    result = settled(house, live(seat1=400, seat2=400) + dead(seat3=300), shown((1, 7), (2, 5)))
    assert result.payouts_cents == {1: 1100}, why
    reasons = {one.rule: one.result for one in result.because}
    assert reasons[rule] == {3: 300}


@pytest.mark.parametrize(
    ("house", "rule"),
    [
        pytest.param("olympic", "OLY-1.47", id="OLY-1.47"),
        pytest.param("voodoo", "VOO-G32", id="VOO-G32"),
        pytest.param("img", "IMG-G45", id="IMG-G45"),
        pytest.param("home", "HOME-29", id="HOME-29"),
        pytest.param("online", "ONL-9", id="ONL-9"),
    ],
)
def test_each_level_has_its_pot_and_nobody_wins_one_he_did_not_pay(house: str, rule: str) -> None:
    """The shortest stack has the best hand, the next the second best."""
    bets = live(seat1=200, seat2=500, seat3=800) + dead(seat4=800)
    result = settled(house, bets, shown((1, 9), (2, 7), (3, 5)))
    assert [(pot.cents, pot.eligible) for pot in result.pots] == [
        (800, (1, 2, 3)),
        (900, (2, 3)),
        (600, (3,)),
    ]
    assert [pot.awards_cents for pot in result.pots] == [{1: 800}, {2: 900}, {3: 600}]
    assert rule in [why.rule for why in result.because]


@pytest.mark.parametrize(
    ("house", "chip", "payouts"),
    [
        pytest.param("olympic", 100, {2: 500, 6: 600}, id="OLY-1.46 left of the button"),
        pytest.param("voodoo", 100, {2: 500, 6: 600}, id="VOO-G31 left of the button"),
        pytest.param("img", 100, {2: 500, 6: 600}, id="IMG-G43 equal hands share equally"),
        pytest.param("home", 100, {2: 500, 6: 600}, id="HOME-27 the tied pot is divided"),
        pytest.param("home", 1, {2: 550, 6: 550}, id="HOME-27 to the chip"),
    ],
)
def test_equal_hands_split_the_pot(house: str, chip: int, payouts: dict[int, int]) -> None:
    bets = live(seat2=400, seat6=400) + dead(seat9=300)
    result = settled(house, bets, shown((2, 5), (6, 5)), chip=chip)
    assert result.payouts_cents == payouts
    assert load_book(house).source("hands.suits") in [why.rule for why in result.because]


@pytest.mark.rule("AMB-47")
def test_two_odd_chips_go_one_each_in_the_order_of_the_rule() -> None:
    bets = live(seat2=300, seat6=300, seat8=300) + dead(seat9=200)
    result = settled("olympic", bets, shown((2, 5), (6, 5), (8, 5)), chip=100)
    assert result.payouts_cents == {2: 300, 6: 400, 8: 400}


@pytest.mark.rule("AMB-48")
def test_what_is_below_a_chip_goes_with_the_first_share() -> None:
    """A drop that the smallest chip does not divide leaves 1870 to share, in chips of 25."""
    book = load_book("olympic").with_overrides({"jackpot.drop_cents": 30})
    played = Played(
        street=Street(family="flop", board_cards_dealt=5),
        players=6,
        seating=Seating(seats_at_table=9, button_seat=4),
    )
    terms = rake_terms(book.rake, chip_unit_cents=25)
    result = settle(
        book,
        terms,
        played,
        contributions=live(seat2=1000, seat6=1000),
        runs=(shown((2, 5), (6, 5)),),
    )
    assert result.payouts_cents == {6: 945, 2: 925}


@pytest.mark.rule("AMB-44")
def test_a_house_may_give_the_odd_chip_to_the_second_half() -> None:
    run: Run = {2: Claim(halves=((9,), None)), 6: Claim(halves=((5,), (5,)))}
    bets, book = live(seat2=400, seat6=400) + dead(seat9=300), load_book("olympic")
    played = Played(
        street=Street(family="flop"), players=5, seating=Seating(seats_at_table=9, button_seat=4)
    )
    other = book.with_overrides({"odd_chip.between_halves": "second"})
    terms = rake_terms(book.rake, chip_unit_cents=100)
    paid = [
        settle(one, terms, played, contributions=bets, runs=(run,)).payouts_cents
        for one in (book, other)
    ]
    assert paid == [{2: 600, 6: 500}, {2: 500, 6: 600}]


@pytest.mark.rule("OLY-2.25")
def test_an_absent_big_blind_pays_into_a_pot_that_he_cannot_win() -> None:
    bets = live(seat1=200, seat2=200) + dead(seat3=200)
    (pot,) = side_pots(bets, uncalled_cents(bets))
    assert (pot.cents, pot.eligible) == (600, (1, 2))


@pytest.mark.rule("OLY-1.43")
def test_a_pot_paid_to_the_wrong_player_is_paid_over() -> None:
    awarded, right = {3: 1200, 5: 300}, {5: 900, 7: 600}
    corrected = pot_correction(load_book("olympic"), awarded_cents=awarded, right_cents=right)
    assert corrected.moves_cents == {3: -1200, 5: 600, 7: 600}
    assert corrected.because[0].rule == "OLY-1.43"
    elsewhere = pot_correction(load_book("img"), awarded_cents=awarded, right_cents=right)
    assert elsewhere.because[0].rule == "IMG-G59"
    with pytest.raises(OtherSum):
        pot_correction(load_book("olympic"), awarded_cents=awarded, right_cents={7: 1499})
