"""An instant of a report may be asked for by its gaming day alone."""

from datetime import timedelta

import pytest

from casino.staff.models import Role
from tests.world import EVENING, World

NEXT = EVENING + timedelta(days=1)


@pytest.mark.parametrize(
    ("query", "box", "at"),
    [
        ("balance/?as_of={day:%d.%m.%Y}", "as_of", NEXT),
        ("balance/?as_of={day}", "as_of", NEXT),
        ("turnover/?known_at={day:%d.%m.%Y}", "known_at", NEXT),
        ("ledger/?before={day:%d.%m.%Y}", "before", EVENING),
    ],
)
def test_a_day_alone_is_its_close_and_before_a_day_is_before_it_begins(
    world: World, query: str, box: str, at: object
):
    world.sell(100, "23:00")
    maria = world.browser(Role.ACCOUNTANT)
    asked = maria.get("/tallinn/reports/" + query.format(day=EVENING))
    assert asked.status_code == 200
    assert asked.context["ask"].cleaned_data[box] == world.at("07:00", day=at)


def test_what_is_no_day_is_no_instant_either(world: World):
    maria = world.browser(Role.ACCOUNTANT)
    for typed in ("31.02.2026", "9999-12-31", "soon"):
        asked = maria.get(f"/tallinn/reports/balance/?as_of={typed}")
        assert asked.status_code == 400
        assert "Write a time like 21.11.2026 07:00." in asked.text
