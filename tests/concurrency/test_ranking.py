"""Many workers at one end of a quarter: each tournament counted once, the quarter closed once."""

from datetime import date
from functools import partial
from typing import Any

import pytest

from casino.cage.models import Payable, Payment
from casino.cage.services.opening import open_shift
from casino.cage.services.payables import NotOwed, pay_out
from casino.closing.services.days import close_due_days
from casino.staff.models import Role
from ranking.models import ClosedQuarter, Points, RankingPlace, Score
from ranking.services.closing import close_due_quarters
from ranking.services.counting import count_due
from ranking.services.taking_back import take_back_payout
from tests.integration.ranking.test_quarters import APRIL, END
from tests.racing import meanwhile, outcomes, race
from tests.ranking import League
from tests.world import FLOAT, RACK, a_club

pytestmark = pytest.mark.usefixtures("committed_db")


def count_and_close() -> int:
    """Do what the job does, at the end of March."""
    return count_due(END) + len(close_due_quarters(END))


def test_eight_workers_close_a_quarter_once():
    league = League(a_club())
    league.play("Ann", "Bob", "Cat", day=date(2026, 3, 30))
    league.play("Bob", "Ann", "Cat", day=date(2026, 3, 31))
    close_due_days(END)

    results = race(*[count_and_close] * 8)
    count_and_close()

    assert set(outcomes(results)) == {"int"}, results
    assert (Score.objects.count(), Points.objects.count()) == (2, 6)
    assert (ClosedQuarter.objects.count(), RankingPlace.objects.count()) == (1, 3)
    assert sum(RankingPlace.objects.values_list("cents", flat=True)) == 1_200


def test_a_prize_is_not_paid_while_two_take_the_award_back():
    world = a_club()
    world.fund()
    league = League(world)
    league.play("Ann", "Bob", "Cat", day=date(2026, 3, 31))
    close_due_days(END)
    what: dict[str, Any] = {"ranking_id": league.count(END).pk, "quarter": "2026Q1"}
    league.close("2026Q1", END)
    league.pay("2026Q1", APRIL)
    asked = take_back_payout.ask(
        league.stamp(APRIL, "13:00", Role.ACCOUNTANT), **what, reason="The list still hangs out"
    )
    opens = world.stamp("12:40", day=APRIL)
    shift = open_shift(opens, drawer_id=world.drawer().pk, cash=FLOAT, chips=RACK)
    owed = Payable.objects.due().filter(kind="ranking.prize").earliest("id")
    by = {"payable_id": owed.pk, "shift_id": shift.pk, "paid_with": "cash"}

    with meanwhile(
        take_back_payout, partial(pay_out, world.stamp("13:05", day=APRIL), **by)
    ) as paid:
        league.sign(asked, APRIL, "13:06")

    assert [type(each) for each in paid] == [NotOwed]
    assert not Payment.objects.exists()
    assert world.balance("ranking:pool", 20261) == -600
