"""A home: one host with one account, who holds every role."""

from datetime import UTC, date, datetime
from typing import Any

from casino.house.models import Club
from casino.house.queries import club_stamp
from casino.house.stamp import Stamp
from casino.setup.rules.plan_file import read_plan
from casino.setup.services.opening import open_by_plan
from casino.staff.models import User
from tests.world import a_key

DAY = date(2026, 2, 27)
FOUNDED = datetime(2026, 1, 1, 12, tzinfo=UTC)
CASH = {2000: 20, 1000: 20, 500: 40}  # 800 euro
ROLES = ["manager", "accountant", "cashier", "supervisor", "director"]
HOST = {"username": "host", "name": "Our Host", "roles": ROLES}
PLAN: dict[str, Any] = {
    "club": {"slug": "home", "name": "At home", "first_day": "2026-01-01", "controls": "home"},
    "rules": {"book": "home"},
    "room": {"drawers": ["Box"]},
    "people": [HOST],
}


class Host:
    """The one person, who does one thing after another."""

    def __init__(self, club: Club) -> None:
        self.club = club
        self.user = User.objects.get(username="host")
        self.minutes = 0

    def stamp(self) -> Stamp:
        self.minutes += 1
        hour, minute = divmod(16 * 60 + self.minutes, 60)
        at = datetime(DAY.year, DAY.month, DAY.day, hour, minute, tzinfo=UTC)
        return club_stamp(self.club, at=at, actor_id=self.user.pk, key=a_key())


def a_home(book: str = "home") -> Host:
    plan = read_plan(PLAN | {"rules": {"book": book}})
    return Host(open_by_plan(at=FOUNDED, plan=plan).club)
