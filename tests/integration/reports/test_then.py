"""What a report said at an instant it says for ever: made again as of then, byte for byte."""

import re
from dataclasses import replace
from datetime import datetime
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from casino.cells.warehouse import published
from casino.cells.ways import ways
from casino.rates.rules import LAWS
from casino.reports.queries import REPORTS
from casino.reports.queries.asked import asked
from casino.sheets.files import Reader, csv_chunks, sheet_xlsx
from casino.staff.models import Role
from tests.story import LAST, Story
from tests.world import EVENING, World

pytestmark = pytest.mark.django_db
# Ways that group rows by what may change; of an instant, what is known now.
WORD = re.compile(r"[a-z][a-z0-9_]+")
WAYS = {"day", "dealer", "month", "shift", "now"}


def sheets(story: Story, known_at: datetime | None) -> dict[str, bytes]:
    """Return every report, over all days or one shift, as its CSV and sums."""
    world, found = story.world, {}
    stamp = world.stamp("12:00", day=LAST, role=Role.ACCOUNTANT)
    days = {"first": EVENING, "last": LAST, "known_at": known_at}
    for name, report in REPORTS.items():
        for by in {way for way, _ in report.group_by} & WAYS or {""}:
            what = days | {"by": by, "country": "all"}
            if report.span == "guest":
                what |= {"player_id": story.ann.pk}
            if report.span == "instant":
                what |= {"as_of": world.at("12:00", day=LAST)}
            for shift in (None, story.shift.pk) if "shift" in report.asks else (None,):
                question = asked(world.club, stamp, shift=shift, **what)
                sheet = report.make(question)
                said = b"".join(csv_chunks(sheet)) + str((sheet.totals, sheet.notes)).encode()
                found[f"{name} {by} {shift or ''}"] = said
        if name == "prizes":
            found["prizes as a workbook"] = b"".join(
                sheet_xlsx(sheet, Reader(currency="EUR"), title=name)
            )
    return found


@pytest.fixture
def little_is_reported(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """No guest of the story brings 32 000,00: let the law want more reported."""
    estonia = LAWS[world.club.timezone]
    assert estonia.cash_report
    small = replace(estonia.cash_report, from_cents=100)
    monkeypatch.setitem(LAWS, estonia.zone, replace(estonia, cash_report=small))


@pytest.mark.usefixtures("little_is_reported")
def test_a_groups_warehouse_has_all_that_reports_read(world: World):
    story, said = Story(world), set()
    for _ in story:
        pass

    def listen(execute: Any, sql: str, *asked: Any) -> Any:
        said.update(WORD.findall(str(sql)))
        return execute(sql, *asked)

    with connection.cursor() as cursor:
        known = ways(cursor)
    with connection.execute_wrapper(listen):
        sheets(story, timezone.now())
    read = said & known.columns.keys()
    assert "cage_shift" in read
    assert read - {*published(known)} == set()


@pytest.mark.usefixtures("little_is_reported")
def test_every_report_of_then_is_the_one_that_was_made_then(world: World):
    story, kept = Story(world), {}
    for step in story:
        kept[step] = (timezone.now(), sheets(story, None))

    for step, (at, made) in kept.items():
        again = sheets(story, at)
        assert {name for name in made if again[name] != made[name]} == set(), step
    for name in sheets(story, None):
        different = {made[name] for _, made in kept.values()}
        assert len(different) > 1, f"nothing happened to {name}"
