"""Two people open the same club at the same instant."""

from datetime import UTC, datetime

import pytest

from casino.house.models import Club
from casino.ledger.queries.balances import balance_cents
from casino.setup.rules.plan_file import plan_in
from casino.setup.services.opening import Opened, open_by_plan
from casino.staff.models import Membership
from tests.racing import race
from tests.unit.setup.test_plan import EXAMPLE


@pytest.mark.usefixtures("committed_db")
def test_the_same_plan_twice_at_once_opens_one_club():
    plan, at = plan_in(EXAMPLE.read_bytes()), datetime(2026, 2, 27, 10, tzinfo=UTC)
    results = race(*[lambda: open_by_plan(at=at, plan=plan)] * 2)
    assert all(isinstance(each, Opened) for each in results), results
    assert sorted(each.before for each in results) == [False, True]
    club = Club.objects.get()
    assert balance_cents(club.pk, "cash:vault", 0) == 8_500_000
    assert Membership.objects.count() == 5
