"""Time rake, buy-ins, seats left alone, and the sums of a table."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cashgames.rules.absence import NoAbsenceRule, seat_state
from cashgames.rules.buy_in import LeftBefore, Limits, buy_in_verdict, top_up_verdict
from cashgames.rules.reconcile import TableMoney
from cashgames.rules.time_rake import (
    AboveHouseMaximum,
    NoTimeRake,
    Stay,
    checked_time_rake,
    periods,
    shares_cents,
)
from casino.house.rulebook import load_book

OLYMPIC = load_book("olympic")
LIMITS = Limits(min_cents=10_001, max_cents=40_000)


@given(st.integers(0, 25_000), st.sets(st.integers(1, 10), min_size=1), st.sampled_from([1, 50]))
def test_the_seats_pay_the_whole_table(table: int, seats: set[int], chip: int) -> None:
    shares = shares_cents(table, seats, chip_unit_cents=chip)
    assert sum(shares.values()) == table
    assert list(shares) == sorted(seats)
    assert list(shares.values()) == sorted(shares.values(), reverse=True)


@pytest.mark.rule("AMB-15")
def test_a_period_is_paid_by_who_sits_at_its_first_minute() -> None:
    stays = [
        Stay(player="Anna", seat=1, from_minute=0, to_minute=30),
        Stay(player="Peter", seat=2, from_minute=30, to_minute=None),
        Stay(player="Maria", seat=3, from_minute=31, to_minute=59),
    ]
    rule = checked_time_rake(OLYMPIC, 9000)
    paid = [p.shares_cents for p in periods(rule, stays, table_cents=9000, closed_minute=60)]
    assert paid == [{"Anna": 9000}, {"Peter": 9000}]


def test_time_rake_has_a_house_and_a_limit() -> None:
    with pytest.raises(NoTimeRake):
        checked_time_rake(load_book("img"), 1)
    with pytest.raises(AboveHouseMaximum):
        checked_time_rake(OLYMPIC, 25_001)


@pytest.mark.rule("AMB-111")
@pytest.mark.parametrize(("cents", "code"), [(5000, "below_minimum"), (5001, "short_buy_in")])
def test_half_of_an_odd_minimum_is_rounded_up(cents: int, code: str) -> None:
    verdict = buy_in_verdict(OLYMPIC, LIMITS, cents=cents, supervisor_approved=True)
    assert verdict.code == code


@pytest.mark.rule("OLY-2.26")
def test_who_left_with_more_than_the_maximum_brings_it_all_back() -> None:
    left = LeftBefore(cents=99_999, seconds_ago=3599, same_table=True)
    assert buy_in_verdict(OLYMPIC, LIMITS, cents=99_999, left_before=left).accepted
    refused = buy_in_verdict(OLYMPIC, LIMITS, cents=40_000, left_before=left)
    assert (refused.code, refused.because[0].rule) == ("must_return_with_same_amount", "OLY-2.26")


@pytest.mark.parametrize("house", ["home", "online"])
def test_a_house_that_says_nothing_of_buy_ins_keeps_to_the_table(house: str) -> None:
    book = load_book(house)
    left = LeftBefore(cents=99_999, seconds_ago=1, same_table=True)
    assert buy_in_verdict(book, LIMITS, cents=10_001, left_before=left).accepted
    assert buy_in_verdict(book, LIMITS, cents=10_000).code == "below_minimum"


@given(st.integers(0, 50_000), st.integers(0, 50_000))
def test_a_top_up_never_lifts_a_stack_above_the_maximum(stack: int, cents: int) -> None:
    verdict = top_up_verdict(OLYMPIC, LIMITS, cents=cents, stack_cents=stack, in_hand=False)
    assert verdict.accepted == (cents >= 1 and stack + cents <= LIMITS.max_cents)


def test_a_house_without_a_rule_for_absence_refuses() -> None:
    with pytest.raises(NoAbsenceRule):
        seat_state(
            load_book("home"), minutes_absent=1, permission=True, breaks_used=0, waiting_list=False
        )


@pytest.mark.rule("AMB-119")
def test_a_waiting_list_that_forms_late_removes_the_stack_at_once() -> None:
    away = {"minutes_absent": 50, "permission": True, "breaks_used": 0}
    assert seat_state(OLYMPIC, **away, waiting_list=False).state == "blinds_collected"
    assert seat_state(OLYMPIC, **away, waiting_list=True).state == "stack_removed"


@pytest.mark.rule("AMB-117")
def test_a_missing_chip_shows_as_short() -> None:
    money = dict.fromkeys(TableMoney.__dataclass_fields__, 0)
    table = TableMoney(**money | {"buy_ins_cents": 10_000, "cash_outs_cents": 9_900})
    assert table.difference_cents == -100
