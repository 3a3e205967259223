"""Pots: what was put in comes out to the cent, whoever is named first."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cashgames.rules.first_round import Street
from cashgames.rules.games import GAMES
from cashgames.rules.odd_chip import Seating, odd_chip_order
from cashgames.rules.pots import (
    Claim,
    Contribution,
    NotWholeChips,
    Played,
    Run,
    Settled,
    settle,
    showdown,
    side_pots,
    uncalled_cents,
)
from cashgames.rules.rake import rake_terms
from casino.cards import DECK, Card
from casino.house.rulebook import NAMES, load_book
from casino.house.rules import Family
from casino.refusals import BadInput

FLOP = Street(family="flop", board_cards_dealt=5)
SEATS = 10


@st.composite
def bets(draw: st.DrawFn) -> list[Contribution]:
    """Draw what up to ten seats put in, in whole chips of 25; somebody is left."""
    seats = draw(st.lists(st.integers(1, SEATS), min_size=1, max_size=SEATS, unique=True))
    levels = st.integers(0, 80).map(lambda chips: chips * 25)
    live = draw(st.lists(st.booleans(), min_size=len(seats), max_size=len(seats)).filter(any))
    return [
        Contribution(seat=seat, cents=draw(levels), live=alive)
        for seat, alive in zip(seats, live, strict=True)
    ]


@st.composite
def runs(draw: st.DrawFn, contributions: list[Contribution], halves: int) -> tuple[Run, ...]:
    """Draw one or two showdowns of all live hands; a second half may be empty."""

    def claim() -> Claim:
        first = (draw(st.integers(0, 3)),)
        second = draw(st.none() | st.tuples(st.integers(0, 2)))
        card = draw(st.sampled_from(sorted(DECK.values())))
        return Claim(halves=(first, second)[:halves], odd_card=card)

    live = [one.seat for one in contributions if one.live]
    return tuple({seat: claim() for seat in live} for _ in range(draw(st.integers(1, 2))))


def settled(  # noqa: PLR0917 (the facts of one hand)
    house: str,
    contributions: list[Contribution],
    shown: tuple[Run, ...],
    family: Family = "flop",
    button: int = 1,
    chip: int = 25,
) -> Settled:
    book = load_book(house)
    street = Street(family=family, board_cards_dealt=5, open_cards_dealt=4, draws_done=3)
    played = Played(
        street=street, players=6, seating=Seating(seats_at_table=SEATS, button_seat=button)
    )
    terms = rake_terms(book.rake, chip_unit_cents=chip)
    return settle(book, terms, played, contributions=contributions, runs=shown)


hands = st.fixed_dictionaries(
    {
        "house": st.sampled_from(NAMES),
        "family": st.sampled_from(["flop", "stud", "draw", "ofc"]),
        "button": st.integers(1, SEATS),
        "chip": st.sampled_from([1, 5, 25]),
    }
)


@given(hands, bets(), st.integers(1, 2), st.data())
def test_every_cent_put_in_comes_out(
    facts: dict[str, Any], contributions: list[Contribution], halves: int, data: st.DataObject
) -> None:
    shown = data.draw(runs(contributions, halves))
    result = settled(contributions=contributions, shown=shown, **facts)
    back = sum(result.returned_cents.values()) + sum(result.payouts_cents.values())
    assert back + result.rake_cents + result.drop_cents == sum(one.cents for one in contributions)
    for pot in result.pots:
        assert pot.cents == pot.rake_cents + pot.drop_cents + pot.net_cents
        assert sum(pot.awards_cents.values()) == pot.net_cents
        assert set(pot.awards_cents) <= set(pot.eligible)


@given(hands, bets(), st.integers(1, 2), st.data())
def test_the_order_in_which_seats_are_named_changes_nothing(
    facts: dict[str, Any], contributions: list[Contribution], halves: int, data: st.DataObject
) -> None:
    shown = data.draw(runs(contributions, halves))
    mixed = data.draw(st.permutations(contributions))
    turned = tuple(dict(reversed(run.items())) for run in shown)
    assert settled(contributions=contributions, shown=shown, **facts) == settled(
        contributions=mixed, shown=turned, **facts
    )


@given(bets())
def test_nobody_wins_from_a_seat_more_than_he_put_in(contributions: list[Contribution]) -> None:
    bet = {one.seat: one.cents for one in contributions}
    pots = list(side_pots(contributions, uncalled_cents(contributions)))
    for live in (one.seat for one in contributions if one.live):
        won = sum(pot.cents for pot in pots if live in pot.eligible)
        maximum = sum(min(cents, bet[live]) for cents in bet.values())
        last = max((pot.eligible for pot in pots), key=len, default=())
        # Dead money above the last level lies in the last pot.
        assert won <= maximum or live in pots[-1].eligible
        assert not pots or live in last or not bet[live]


@given(bets())
def test_only_the_highest_bet_can_be_uncalled(contributions: list[Contribution]) -> None:
    returned = uncalled_cents(contributions)
    left = sorted(one.cents - returned.get(one.seat, 0) for one in contributions)
    assert len(returned) <= 1
    assert len(left) == 1 or left[-1] == left[-2]


@pytest.mark.rule("OLY-1.46")
@pytest.mark.parametrize(("button", "first"), [(1, 4), (3, 4), (4, 7), (6, 7), (7, 4), (10, 4)])
def test_the_odd_chip_goes_left_of_the_button(button: int, first: int) -> None:
    seating = Seating(seats_at_table=10, button_seat=button)
    book = load_book("olympic")
    assert odd_chip_order(book, "flop", seating, {7: None, 4: None})[0] == first
    assert odd_chip_order(book, "stud", seating, {7: None, 4: None})[0] == 4


@pytest.mark.rule("IMG-G44", "AMB-45")
def test_at_img_the_highest_card_decides_in_stud_and_must_be_known() -> None:
    book, seating = load_book("img"), Seating(seats_at_table=8, button_seat=1)
    cards = {2: DECK["KD"], 5: DECK["KS"], 7: DECK["QS"]}
    assert odd_chip_order(book, "stud", seating, cards) == [5, 2, 7]
    with pytest.raises(BadInput, match="odd_card"):
        odd_chip_order(book, "stud", seating, {2: None, 5: DECK["KS"]})


@pytest.mark.rule("IMG-G36")
def test_who_is_left_alone_wins_without_showing() -> None:
    result = settled(
        "img",
        [Contribution(seat=1, cents=500, live=False), Contribution(seat=2, cents=900, live=True)],
        (),
    )
    assert result.returned_cents == {2: 400}
    assert result.payouts_cents == {2: 950}


def test_money_of_dead_hands_alone_goes_to_who_is_left() -> None:
    nothing = Contribution(seat=3, cents=0, live=True)
    dead = [Contribution(seat=seat, cents=100, live=False) for seat in (1, 2)]
    assert settled("home", [nothing, *dead], ()).payouts_cents == {3: 200}


def test_a_hand_that_is_all_given_back_has_no_pot() -> None:
    result = settled("olympic", [Contribution(seat=1, cents=600, live=True)], ())
    assert (result.returned_cents, result.pots, result.rake_cents) == ({1: 600}, (), 0)


def test_a_bet_that_chips_cannot_make_is_refused() -> None:
    both = [Contribution(seat=seat, cents=110, live=True) for seat in (1, 2)]
    with pytest.raises(NotWholeChips):
        settled("olympic", both, ())


@pytest.mark.parametrize(
    ("shown", "says"),
    [
        ((), "showdown: missing"),
        (({1: Claim(halves=((1,),))},), "hand of seat 2 is missing"),
        (({seat: Claim(halves=((1,),)) for seat in (1, 2, 3)},), "seat 3 has no live hand"),
    ],
)
def test_a_showdown_without_the_live_hands_is_refused(shown: tuple[Run, ...], says: str) -> None:
    both = [Contribution(seat=seat, cents=100, live=True) for seat in (1, 2)]
    folded = Contribution(seat=3, cents=100, live=False)
    with pytest.raises(BadInput, match=says):
        settled("olympic", [*both, folded], shown)


@pytest.mark.rule("AMB-34", "AMB-46", "OLY-6.3.3")
def test_the_reasons_name_boards_halves_side_pots_and_the_odd_chip() -> None:
    three = [
        Contribution(seat=seat, cents=cents, live=True)
        for seat, cents in ((1, 500), (2, 1500), (3, 2000))
    ]
    run: Run = {seat: Claim(halves=((seat,), (9 - seat,))) for seat in (1, 2, 3)}
    rules = [why.rule for why in settled("olympic", three, (run, run)).because]
    assert rules[:2] == ["OLY-1.30", "OLY-1.47"]
    assert {"OLY-2.36", "AMB-46", "AMB-44", "OLY-1.46"} <= set(rules)


def test_cards_are_ranked_by_the_game() -> None:
    def cards(text: str) -> list[Card]:
        return [DECK[one] for one in text.split()]

    run = showdown(
        GAMES["omaha_hilo"],
        cards("3S 5D 8C KD QH"),
        {1: cards("AC 2D 9H TS"), 2: cards("KS KH 9C 7D")},
    )
    assert run[1].halves[0] < run[2].halves[0]  # type: ignore[operator]
    assert run[1].halves[1] == (-8, -5, -3, -2, -1)
    assert run[2].halves[1] is None
    assert run[2].odd_card == DECK["KS"]
