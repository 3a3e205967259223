"""The ranking: points, who is paid, a quarter's pool to the cent."""

from datetime import UTC, datetime
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino.house.rulebook import load_book
from casino.house.rules import Role, TournamentKind
from casino.refusals import BadInput
from ranking.rules.payout import NoRanking, QuarterStanding, ranking_payout
from ranking.rules.points import buy_in_factor_x10, participants_factor_x10, ranking_points
from ranking.rules.quarter import Tournament, quarter_of, ranking_quarter
from tournaments.rules.prize_pool import NotARankingTournament, ranking_mark

BOOK = load_book("olympic")
RULE = BOOK.ranking
assert RULE is not None


@st.composite
def standings(draw: st.DrawFn) -> list[QuarterStanding]:
    points = draw(st.lists(st.integers(0, 40) | st.integers(0, 90_000), max_size=40))
    return [QuarterStanding(player=f"P{i:02}", points_x100=one) for i, one in enumerate(points)]


@pytest.mark.rule("OLY-5.6", "AMB-94", "AMB-96")
@given(st.integers(0, 10**8), standings(), st.randoms(use_true_random=False))
def test_the_pool_is_paid_or_carried_over(
    pool: int, table: list[QuarterStanding], chance: Random
) -> None:
    paid = ranking_payout(BOOK, pool_cents=pool, standings=table)
    assert sum(paid.payouts_cents.values()) + paid.carried_over_cents == pool
    amounts = [paid.payouts_cents[player] for player in paid.paid_players]
    assert amounts == sorted(amounts, reverse=True)
    points = {one.player: one.points_x100 for one in table}
    unpaid = [points[player] for player in points if player not in paid.payouts_cents]
    minimum = min((points[player] for player in paid.paid_players), default=0)
    assert all(not one or (one < minimum and len(amounts) >= 10) for one in unpaid)
    chance.shuffle(table)
    assert paid == ranking_payout(BOOK, pool_cents=pool, standings=table)


@pytest.mark.rule("OLY-5.7", "AMB-90")
@pytest.mark.parametrize(
    ("least_euros", "most_euros", "factor"),
    [
        (0, 19, 20),
        (20, 34, 25),
        (35, 59, 30),
        (60, 119, 35),
        (120, 179, 40),
        (180, 249, 45),
        (250, 499, 50),
        (500, 100_000, 55),
    ],
)
def test_the_average_buy_in_has_its_factor(least_euros: int, most_euros: int, factor: int) -> None:
    assert buy_in_factor_x10(RULE, least_euros * 100) == factor
    assert buy_in_factor_x10(RULE, most_euros * 100 + 99) == factor


@pytest.mark.rule("OLY-5.7", "AMB-92")
@pytest.mark.parametrize(
    ("minimum", "maximum", "factor"),
    [
        (1, 10, 10),
        (11, 20, 15),
        (21, 40, 20),
        (41, 70, 25),
        (71, 100, 30),
        (101, 150, 35),
        (151, 9_999, 40),
    ],
)
def test_the_participants_have_their_factor(minimum: int, maximum: int, factor: int) -> None:
    assert (
        participants_factor_x10(RULE, minimum) == participants_factor_x10(RULE, maximum) == factor
    )


@pytest.mark.rule("OLY-5.4", "AMB-98")
@given(
    st.integers(1, 300),
    st.integers(0, 10**7),
    st.lists(st.integers(1, 4), min_size=1, max_size=12),
)
def test_points_never_rise_with_a_worse_place(
    participants: int, gross: int, sizes: list[int]
) -> None:
    places = [[f"P{i}-{k}" for k in range(size)] for i, size in enumerate(sizes)]
    found = ranking_points(
        BOOK,
        ranking=True,
        kind="regular",
        participants=participants,
        gross_prize_pool_cents=gross,
        places=places,
    )
    by_place = [[found.points_x100.get(player, 0) for player in group] for group in places]
    assert all(len(set(group)) == 1 for group in by_place)
    assert [group[0] for group in by_place] == sorted(
        (group[0] for group in by_place), reverse=True
    )
    maximum = sum(RULE.place_factors) * found.buy_in_factor_x10 * found.participants_factor_x10
    assert sum(found.points_x100.values()) <= maximum


def test_a_player_has_one_place() -> None:
    with pytest.raises(BadInput, match="A has two places"):
        ranking_points(
            BOOK,
            ranking=True,
            kind="regular",
            participants=3,
            gross_prize_pool_cents=100,
            places=[["A"], ["B", "A"]],
        )


def tournament(name: str, starts: datetime, *, ranking: bool = True) -> Tournament:
    return Tournament(
        id=name,
        starts_at_utc=starts,
        kind="regular",
        ranking=ranking,
        participants=10,
        gross_prize_pool_cents=10_049,
        places=((name, "always"),),
    )


@pytest.mark.rule("AMB-93")
@pytest.mark.parametrize(
    ("starts", "quarter"),
    [
        (datetime(2026, 4, 1, 3, 59, tzinfo=UTC), "2026Q1"),
        (datetime(2026, 4, 1, 4, 0, tzinfo=UTC), "2026Q2"),
        (datetime(2027, 1, 1, 4, 59, tzinfo=UTC), "2026Q4"),
        (datetime(2027, 1, 1, 5, 0, tzinfo=UTC), "2027Q1"),
    ],
)
def test_the_gaming_day_of_the_start_decides_the_quarter(starts: datetime, quarter: str) -> None:
    assert quarter_of(BOOK, tournament("T", starts)) == quarter


@pytest.mark.rule("OLY-5.3", "AMB-56")
def test_a_quarter_takes_two_percent_of_its_own_ranking_tournaments() -> None:
    inside, outside = datetime(2026, 2, 1, 18, tzinfo=UTC), datetime(2026, 5, 1, 18, tzinfo=UTC)
    played = [
        tournament("a", inside),
        tournament("b", inside),
        tournament("c", inside, ranking=False),
        tournament("d", outside),
    ]
    found = ranking_quarter(BOOK, quarter="2026Q1", carried_in_cents=7, tournaments=played)
    assert found.included == ["a", "b"]
    assert found.pool_cents == 7 + 200 + 200
    assert [one.player for one in found.standings] == ["always", "a", "b"]
    assert sum(found.payout.payouts_cents.values()) == found.pool_cents


def test_a_house_without_ranking_keeps_none() -> None:
    with pytest.raises(NoRanking):
        ranking_payout(load_book("img"), pool_cents=1, standings=[])
    with pytest.raises(NotARankingTournament):
        ranking_points(
            load_book("img"),
            ranking=True,
            kind="regular",
            participants=1,
            gross_prize_pool_cents=1,
            places=[["A"]],
        )


def points(
    participants: int, gross: int, places: list[list[str]], *, ranking: bool = True
) -> dict[str, int]:
    return ranking_points(
        BOOK,
        ranking=ranking,
        kind="regular",
        participants=participants,
        gross_prize_pool_cents=gross,
        places=places,
    ).points_x100


@pytest.mark.rule("OLY-5.1", "OLY-5.2")
@pytest.mark.parametrize(
    ("house", "by", "kind", "code"),
    [
        ("olympic", "manager", "regular", "counts"),
        ("olympic", "supervisor", "regular", "not_by_this_role"),
        ("olympic", "manager", "satellite", "kind_never_counts"),
        ("olympic", "manager", "international", "kind_never_counts"),
        ("olympic", "manager", "private", "kind_never_counts"),
        ("olympic", "manager", "restricted", "kind_never_counts"),
        ("img", "manager", "regular", "house_has_no_ranking"),
    ],
)
def test_who_may_mark_which_tournament_as_ranking(
    house: str, by: Role, kind: TournamentKind, code: str
) -> None:
    verdict = ranking_mark(load_book(house), by=by, kind=kind)
    assert (verdict.code, verdict.allowed) == (code, code == "counts")


@pytest.mark.rule("OLY-5.1")
def test_a_tournament_that_was_not_marked_gives_no_points() -> None:
    assert points(9, 18_000, [["A"]]) == {"A": 30 * 25 * 10}
    with pytest.raises(NotARankingTournament):
        points(9, 18_000, [["A"]], ranking=False)


@pytest.mark.rule("AMB-91")
def test_rebuys_raise_the_average_and_the_two_percent_do_not_lower_it() -> None:
    # Ten at 19 EUR are class "19 or less"; one rebuy lifts the average above 20.
    assert points(10, 19_000, [["A"]]) == {"A": 30 * 20 * 10}
    assert points(10, 20_900, [["A"]]) == {"A": 30 * 25 * 10}
    # 200.00 gross would be below 20 a head after the 2%: the gross pool counts.
    assert points(10, 20_000, [["A"]]) == {"A": 30 * 25 * 10}


@pytest.mark.rule("AMB-99")
def test_points_after_a_deal_follow_the_finishing_order_and_not_the_money() -> None:
    dealt = points(9, 18_000, [["A"], ["B"]])
    assert dealt["A"] > dealt["B"]
    assert dealt == {"A": 30 * 25 * 10, "B": 24 * 25 * 10}
