"""Many workers at one end of a quarter: each tournament counted once, the quarter closed once."""

from datetime import date

import pytest

from casino.closing.services.days import close_due_days
from ranking.models import ClosedQuarter, Points, RankingPlace, Score
from ranking.services.closing import close_due_quarters
from ranking.services.counting import count_due
from tests.integration.ranking.test_quarters import END
from tests.racing import outcomes, race
from tests.ranking import League
from tests.world import a_club

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
