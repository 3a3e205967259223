"""A year of the ranking from recorded tournaments: points, prices and prizes to the cent."""

import json
from collections import Counter
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from casino.cage.models import Payable
from casino.closing.services.days import close_due_days
from ranking.models import ClosedQuarter, Score
from ranking.queries import standing
from ranking.rules.periods import last_day
from ranking.services.closing import close_due_quarters
from ranking.services.counting import count_due
from tests.ranking import League
from tests.recorded import EXCERPT
from tests.world import a_club
from tournaments.models import Tournament

pytestmark = pytest.mark.usefixtures("committed_db")
LINES = (EXCERPT / "ranking_year.jsonl").read_text("utf-8").splitlines()
RECORDED = [json.loads(line) for line in LINES]
QUARTERS = ("2025Q1", "2025Q2", "2025Q3", "2025Q4")
PAID = 10


@pytest.fixture(autouse=True)
def mirror(tmp_path: Path, settings: Any) -> None:
    settings.ANCHOR_DIR = tmp_path


def day_of(recorded: dict[str, Any]) -> date:
    """Return the day of a recorded tournament in the year that is played here."""
    return datetime.fromisoformat(recorded["started_utc"]).date().replace(year=2025)


def quarter_of(recorded: dict[str, Any]) -> str:
    return f"2025Q{(day_of(recorded).month + 2) // 3}"


def expected(quarter: str) -> tuple[Counter[str], int]:
    """Return points by player and the pool of a quarter, from the expected points alone."""
    points: Counter[str] = Counter()
    pool = 0
    for each in RECORDED:
        if quarter_of(each) == quarter:
            points.update(each["points_x100"])
            pool += each["ranking_contribution_cents"]
    return points, pool


def after(quarter: str) -> datetime:
    day = last_day(quarter) + timedelta(1)
    return datetime(day.year, day.month, day.day, 12, tzinfo=UTC)


def played_year(league: League) -> dict[str, Tournament]:
    """Play, close and pay quarter by quarter."""
    found = {}
    for quarter in QUARTERS:
        for each in sorted((one for one in RECORDED if quarter_of(one) == quarter), key=day_of):
            found[each["id"]] = league.play(
                *each["places"],
                name=each["id"],
                day=day_of(each),
                gross_cents=each["prize_pool_cents"],
                entries=each["participants"],
            )
        close_due_days(after(quarter))
        count_due(after(quarter))
        assert [done for _, done in close_due_quarters(after(quarter))] == [quarter]
        league.pay(quarter, last_day(quarter) + timedelta(1))
    return found


def test_a_year_of_four_quarters():
    league = League(a_club())
    played = played_year(league)
    ranking = league.count()

    for each in RECORDED:
        score = Score.objects.get(tournament=played[each["id"]])
        factors = (
            score.average_buy_in_cents,
            score.buy_in_factor_x10,
            score.participants_factor_x10,
            score.contributed_cents,
        )
        assert factors == (
            each["average_buy_in_cents"],
            each["buy_in_factor_x10"],
            each["participants_factor_x10"],
            each["ranking_contribution_cents"],
        )
        given = {one.player.name: one.after_x100 for one in score.points.select_related("player")}
        assert given == each["points_x100"]
    for quarter in QUARTERS:
        points, pool = expected(quarter)
        table = standing.table(ranking, quarter)
        assert {row.player.name: row.points_x100 for row in table.rows} == points
        minimum = sorted(points.values(), reverse=True)[:PAID][-1]
        paid = {name: x100 for name, x100 in points.items() if x100 >= minimum}
        price = Fraction(pool, sum(paid.values()))
        assert (table.pool_cents, table.points_total_x100) == (pool, sum(paid.values()))
        for row in table.rows:
            exact = price * paid.get(row.player.name, 0)
            assert 0 <= abs(row.cents - exact) < 1, (quarter, row)
        assert sum(row.cents for row in table.rows) == pool
        account = int(quarter.replace("Q", ""))
        assert league.world.balance("ranking:pool", account) == 0
    collected = sum(each["ranking_contribution_cents"] for each in RECORDED)
    owed = sum(each.cents for each in Payable.objects.filter(kind="ranking.prize"))
    carried = sum(each.carried_over_cents for each in ClosedQuarter.objects.all())
    assert owed + carried == collected
    close_due_days(after(QUARTERS[-1]) + timedelta(2))
    call_command("verify", stdout=StringIO())
