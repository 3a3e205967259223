"""Pools and prizes: parts sum to the whole and a worse place never wins more."""

from dataclasses import replace
from functools import partial

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from casino.house.rulebook import RuleBook, load_book
from tournaments.rules.prize_pool import (
    MoreRefundsThanEntries,
    NotARankingTournament,
    PartsAbovePrice,
    TicketLine,
    prize_pool,
)
from tournaments.rules.prizes import BadTie, StructureRequired, prize_split, prize_structure
from tournaments.rules.royal_flush_pool import run_royal_flush_pool
from tournaments.rules.satellite import Award, Finisher, satellite_split, shared_awards
from tournaments.rules.time_end import NoChipsInPlay, Stack, time_split

OLYMPIC = load_book("olympic")
WITH_PRIZES = st.sampled_from([load_book(name) for name in ("olympic", "voodoo", "img")])
pools = st.integers(0, 10**8)


@st.composite
def lines(draw: st.DrawFn) -> list[TicketLine]:
    """Draw tickets of all kinds; refunds come last, of the very first kind of ticket."""
    kinds = draw(st.lists(st.sampled_from(["reentry", "rebuy", "addon"]), max_size=3))
    found = [draw(ticket(kind)) for kind in kinds]
    entry = draw(ticket("entry"))
    back = TicketLine(
        kind="refund",
        count=draw(st.integers(0, entry.count)),
        price_cents=entry.price_cents,
        fee_cents=entry.fee_cents,
        bounty_cents=entry.bounty_cents,
        rfj_cents=entry.rfj_cents,
        surcharge_cents=entry.surcharge_cents,
    )
    return [entry, *found, back]


@st.composite
def ticket(draw: st.DrawFn, kind: str) -> TicketLine:
    price = draw(st.integers(0, 50_000))
    bounty = draw(st.integers(0, price))
    return TicketLine(
        kind=kind,  # type: ignore[arg-type]
        count=draw(st.integers(1, 200)),
        price_cents=price,
        fee_cents=draw(st.integers(0, 5_000)),
        bounty_cents=bounty,
        rfj_cents=draw(st.integers(0, price - bounty)),
        surcharge_cents=draw(st.integers(0, 500)),
    )


def one_line(kind: str = "entry", count: int = 1, **cents: int) -> TicketLine:
    nothing = dict.fromkeys(
        ["price_cents", "fee_cents", "bounty_cents", "rfj_cents", "surcharge_cents"], 0
    )
    return TicketLine(kind=kind, count=count, **nothing | cents)  # type: ignore[arg-type]


@given(tickets=lines(), ranking=st.booleans())
def test_what_was_received_is_all_accounted_for(
    *, tickets: list[TicketLine], ranking: bool
) -> None:
    pool = prize_pool(OLYMPIC, kind="regular", ranking=ranking, lines=tickets)
    assert pool.gross_prize_pool_cents == (
        pool.net_prize_pool_cents + pool.ranking_contribution_cents
    )
    assert pool.received_cents == (
        pool.gross_prize_pool_cents
        + pool.fee_cents
        + pool.bounty_pool_cents
        + pool.rfj_pool_cents
        + pool.jackpot_surcharge_cents
    )
    assert pool.ranking_contribution_cents == ranking * (pool.gross_prize_pool_cents // 50)
    assert pool == prize_pool(OLYMPIC, kind="regular", ranking=ranking, lines=tickets[::-1])


def test_bounty_and_royal_flush_part_fit_in_the_price() -> None:
    too_much = one_line(price_cents=100, bounty_cents=60, rfj_cents=41)
    with pytest.raises(PartsAbovePrice):
        prize_pool(OLYMPIC, kind="regular", ranking=False, lines=[too_much])


@pytest.mark.parametrize(("count", "price"), [(3, 100), (2, 101)])
def test_more_cannot_go_back_than_came_in(count: int, price: int) -> None:
    tickets = [one_line(count=2, price_cents=100), one_line("refund", count, price_cents=price)]
    with pytest.raises(MoreRefundsThanEntries):
        prize_pool(OLYMPIC, kind="regular", ranking=False, lines=tickets)


@pytest.mark.rule("OLY-5.2")
@pytest.mark.parametrize("book", [load_book("img"), load_book("home")])
def test_a_house_without_ranking_has_no_ranking_tournament(book: RuleBook) -> None:
    with pytest.raises(NotARankingTournament):
        prize_pool(book, kind="regular", ranking=True, lines=[])


@pytest.mark.rule("OLY-PT", "AMB-54")
@given(WITH_PRIZES, st.integers(1, 400), pools, st.sampled_from([1, 50, 100, 500]))
def test_prizes_sum_to_the_pool_and_never_rise(
    book: RuleBook, players: int, pool: int, unit: int
) -> None:
    split = prize_split(
        book,
        participants=players,
        net_prize_pool_cents=pool,
        unit_cents=unit,
    )
    prizes = split.prizes_cents
    assert sum(prizes) == pool
    assert prizes == sorted(prizes, reverse=True)
    assert len(prizes) <= players
    assert all(prize % unit == 0 for prize in prizes[1:])


@pytest.mark.rule("AMB-55")
@given(st.integers(2, 200), pools, st.data())
def test_shared_places_keep_the_sum_and_the_order(
    players: int, pool: int, data: st.DataObject
) -> None:
    first = data.draw(st.integers(1, players - 1))
    last = data.draw(st.integers(first + 1, min(players, first + 5)))
    tie = list(range(first, last + 1))
    split = prize_split(OLYMPIC, participants=players, net_prize_pool_cents=pool, ties=[tie])
    shared = split.prizes_cents[first - 1 : last]
    assert sum(split.prizes_cents) == pool
    assert split.prizes_cents == sorted(split.prizes_cents, reverse=True)
    assert max(shared) - min(shared) <= 1


@given(st.lists(st.integers(1, 5_000), min_size=2, max_size=9), pools)
def test_an_announced_structure_pays_what_it_says(weights: list[int], pool: int) -> None:
    rest = 10_000 - sum(weights)
    assume(rest >= max(weights))
    shares = sorted([rest, *weights], reverse=True)
    split = prize_split(
        OLYMPIC, participants=50, net_prize_pool_cents=pool, custom_bp=shares
    ).prizes_cents
    assert sum(split) == pool
    assert all(
        abs(cents * 10_000 - pool * bp) < 10_000 for cents, bp in zip(split, shares, strict=True)
    )


@pytest.mark.parametrize(
    "ties", [[[1]], [[]], [[2, 4]], [[3, 2]], [[0, 1]], [[9, 10]], [[1, 2], [2, 3]]]
)
def test_places_that_cannot_be_shared_are_refused(ties: list[list[int]]) -> None:
    with pytest.raises(BadTie):
        prize_split(OLYMPIC, participants=9, net_prize_pool_cents=1, ties=ties)


@pytest.mark.rule("HOME-2")
def test_a_house_without_a_structure_must_announce_one() -> None:
    with pytest.raises(StructureRequired):
        prize_structure(load_book("online"), participants=9)


@pytest.mark.rule("OLY-3.2.f")
@given(pools, st.integers(1, 100_000), st.lists(st.booleans(), min_size=1, max_size=60))
def test_a_satellite_pays_its_whole_pool_in_tickets_and_cash(
    pool: int, ticket_cents: int, entered: list[bool]
) -> None:
    finishers = [Finisher(player=f"P{i}", already_entered=one) for i, one in enumerate(entered)]
    split = satellite_split(
        OLYMPIC, prize_pool_cents=pool, ticket_cents=ticket_cents, finishers=finishers
    )
    values = [award.ticket * ticket_cents + award.cash_cents for award in split.awards]
    assert split.ticket_liability_cents + split.cash_total_cents == pool == sum(values)
    assert split.tickets_won == min(pool // ticket_cents, len(entered))
    assert values == sorted(values, reverse=True)
    assert not any(award.ticket and entered[award.place - 1] for award in split.awards)


@pytest.mark.rule("OLY-3.2.e")
@given(pools, st.lists(st.integers(0, 10**6), min_size=1, max_size=60))
def test_a_time_tournament_pays_by_chips(pool: int, chips: list[int]) -> None:
    assume(any(chips))
    stacks = [Stack(player=f"P{i}", chips=one) for i, one in enumerate(chips)]
    paid = time_split(OLYMPIC, prize_pool_cents=pool, stacks=stacks).payouts_cents
    assert sum(paid.values()) == pool
    for stack in stacks:
        exact = pool * stack.chips
        assert abs(paid[stack.player] * sum(chips) - exact) < sum(chips)


def test_a_time_tournament_without_chips_is_refused() -> None:
    with pytest.raises(NoChipsInPlay):
        time_split(OLYMPIC, prize_pool_cents=1, stacks=[Stack(player="A", chips=0)])


@pytest.mark.rule("AMB-57", "AMB-80")
def test_each_part_of_a_ticket_goes_to_its_own_pool_and_the_fee_to_the_house() -> None:
    given = one_line(
        count=10,
        price_cents=10_000,
        fee_cents=1_000,
        bounty_cents=2_000,
        rfj_cents=500,
        surcharge_cents=100,
    )
    pool = prize_pool(OLYMPIC, kind="regular", ranking=False, lines=[given])
    assert pool.received_cents == 111_000
    assert pool.gross_prize_pool_cents == 75_000
    assert (pool.fee_cents, pool.bounty_pool_cents, pool.rfj_pool_cents) == (10_000, 20_000, 5_000)
    # The surcharge of a tournament jackpot never touches the prize pool.
    assert pool.jackpot_surcharge_cents == 1_000


@pytest.mark.rule("AMB-61")
def test_a_ticket_of_who_is_already_entered_is_paid_at_its_full_price() -> None:
    finishers = [Finisher(player=name, already_entered=name == "A") for name in "ABC"]
    split = satellite_split(
        OLYMPIC, prize_pool_cents=25_000, ticket_cents=10_000, finishers=finishers
    )
    assert [(one.player, one.ticket, one.cash_cents) for one in split.awards] == [
        ("A", False, 10_000),
        ("B", True, 0),
        ("C", False, 5_000),
    ]
    assert split.ticket_liability_cents == 10_000


# ---------------------------------------------------------------- settings of a house


def satellite(key: str, value: str, pool: int, players: int = 4) -> tuple[list[tuple], int, int]:
    book = OLYMPIC.with_overrides({f"tournament.{key}": value})
    finishers = [Finisher(player=name, already_entered=False) for name in "ABCDEFG"[:players]]
    split = satellite_split(book, prize_pool_cents=pool, ticket_cents=300, finishers=finishers)
    awards = [(one.player, one.ticket, one.cash_cents) for one in split.awards]
    assert sum(300 * ticket + cash for _, ticket, cash in awards) == pool + split.house_adds_cents
    return awards, split.tickets_won, split.house_adds_cents


@pytest.mark.rule("AMB-58")
def test_the_rest_of_a_satellite_goes_where_the_house_has_set_it() -> None:
    assert satellite("satellite_rest", "next_place", 701) == (
        [("A", True, 0), ("B", True, 0), ("C", False, 101)],
        2,
        0,
    )
    assert satellite("satellite_rest", "equal_split", 701)[0] == [
        ("A", True, 51),
        ("B", True, 50),
    ]
    assert satellite("satellite_rest", "house_tops_up", 701) == (
        [("A", True, 0), ("B", True, 0), ("C", True, 0)],
        3,
        199,
    )
    assert satellite("satellite_rest", "house_tops_up", 600)[1:] == (2, 0)


@pytest.mark.rule("AMB-60")
def test_no_house_tops_up_a_ticket_that_nobody_is_left_to_win() -> None:
    assert satellite("satellite_rest", "house_tops_up", 701, players=2) == (
        [("A", True, 51), ("B", True, 50)],
        2,
        0,
    )


@pytest.mark.rule("AMB-59")
def test_a_pool_below_one_ticket_is_cash_or_topped_up() -> None:
    assert satellite("below_ticket", "first_place", 299) == ([("A", False, 299)], 0, 0)
    assert satellite("below_ticket", "house_tops_up", 299) == ([("A", True, 0)], 1, 1)
    assert satellite("below_ticket", "house_tops_up", 0) == ([], 0, 0)


@pytest.mark.rule("AMB-68")
def test_what_is_left_of_a_royal_flush_pool_is_carried_over_or_joins_the_prizes() -> None:
    joins = OLYMPIC.with_overrides({"royal_flush_pool.rest": "prize_pool"})
    runs = [
        run_royal_flush_pool(book, opening_cents=900, per_buy_in_cents=1, events=[])
        for book in (OLYMPIC, joins)
    ]
    assert [(run.carried_over_cents, run.to_prize_pool_cents) for run in runs] == [
        (900, 0),
        (0, 900),
    ]


@pytest.mark.rule("AMB-54")
def test_prizes_are_whole_units_of_the_house_unless_announced_otherwise() -> None:
    euros = OLYMPIC.with_overrides({"prizes.unit_cents": 100})
    pool = {"participants": 9, "net_prize_pool_cents": 33_333}
    assert prize_split(euros, **pool).prizes_cents == [16_633, 10_000, 6_700]
    assert prize_split(euros, **pool, unit_cents=1) == prize_split(OLYMPIC, **pool)


@pytest.mark.rule("AMB-77")
def test_a_house_may_set_a_prize_table_of_its_own() -> None:
    own = load_book("voodoo").with_overrides(
        {"prizes.table": [{"up_to": 50, "shares": [7000, 3000]}]}
    )
    assert prize_split(own, participants=9, net_prize_pool_cents=1000).prizes_cents == [700, 300]


def test_shared_places_of_a_satellite_split_a_ticket_that_not_all_of_them_win_in_cash():
    ann = Award(place=1, player="ann", ticket=True, cash_cents=0)
    bob = Award(place=2, player="bob", ticket=True, cash_cents=0)
    cat = Award(place=3, player="cat", ticket=False, cash_cents=5_001)
    split = partial(shared_awards, (ann, bob, cat), ticket_cents=22_000)

    assert split([["ann"], ["bob"], ["cat"]]) == split([]) == (ann, bob, cat)
    assert split([["ann", "bob"]]) == (ann, replace(bob, place=1), cat)
    half = Award(place=2, player="bob", ticket=False, cash_cents=13_501)
    assert split([["bob", "cat"]]) == (ann, half, replace(half, player="cat", cash_cents=13_500))
    assert [one.cash_cents for one in split([["cat", "dan"]])[2:]] == [2_501, 2_500]
    paid = replace(bob, ticket=False, cash_cents=22_003)
    both = shared_awards((ann, paid), [["ann", "bob"]], ticket_cents=22_000)
    assert [(one.ticket, one.cash_cents) for one in both] == [(True, 2), (False, 22_001)]
