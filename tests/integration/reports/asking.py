"""A night whose reports are asked for, and how a test asks."""

import csv
import io

from casino.reports.queries import REPORTS
from casino.staff.models import Role
from tests.world import EVENING, World

FIGURE = "=1+1"
NIGHT = f"first={EVENING}&last={EVENING}"


LEADS = ("link", "links")


def lines(world: World, name: str, query: str = NIGHT) -> list[dict[str, str]]:
    """Return the lines of a report's CSV, without where they lead."""
    # The floor, which counts, is told of its day's books after the close.
    role = Role.MANAGER if name in {"guest", "authority"} else Role.ACCOUNTANT
    answer = world.browser(role).get(f"/tallinn/reports/{name}.csv?{query}")
    assert answer.status_code == 200, answer.content
    found = list(csv.DictReader(io.StringIO(answer.content.decode())))
    return [{name: cell for name, cell in row.items() if name not in LEADS} for row in found]


def asked(name: str) -> str:
    """Return the query that asks a report for the night."""
    return f"as_of={EVENING}T23:59" if REPORTS[name].span == "instant" else NIGHT


def cents(found: list[dict[str, str]], column: str) -> int:
    return sum(int(line[column].replace(".", "") or 0) for line in found)
