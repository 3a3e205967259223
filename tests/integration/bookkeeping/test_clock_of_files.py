"""A spreadsheet says the hour of the club's clock, a file for a program that of UTC."""

import csv
import io
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from openpyxl import load_workbook

from casino.cage.services.desk import sell_chips
from tests.books import file_of, mapped, read, register_file, sealed, sent
from tests.integration.reports.test_games_of_a_table import dealt
from tests.world import World

pytestmark = pytest.mark.django_db


@pytest.fixture
def world(world: World) -> World:
    """A hand after midnight."""
    session = world.session("7")
    world.seat(session, *"ABCDEF", cents=50_000)
    dealt(world, session, "00:30", 20_000)
    return world


def cells(data: bytes, form: str) -> list[dict[str, str]]:
    if form == "xlsx":
        heads, *rows = load_workbook(io.BytesIO(data)).worksheets[0].iter_rows(values_only=True)
        return [dict(zip(map(str, heads), map(str, row), strict=True)) for row in rows]
    text = data.decode("utf-8-sig")
    head = text.partition("\n")[0]
    return list(csv.DictReader(io.StringIO(text), delimiter=";" if ";" in head else ","))


@pytest.mark.parametrize(
    ("form", "hour"),
    [
        ("csv", "2026-02-27T22:00:00Z"),
        ("csv-excel", "2026-02-28 00:00:00"),
        ("xlsx", "2026-02-28 00:00:00"),
    ],
)
def test_the_hour_of_a_rake_is_the_clubs_in_a_spreadsheet(world: World, form: str, hour: str):
    (row,) = cells(register_file(world, "rake-drop", form=form), form)
    assert row["hour_from"] == hour


def test_a_column_that_says_utc_is_in_utc_in_a_spreadsheet_too(world: World):
    shift = world.open_shift()
    sell_chips(world.stamp("20:30"), shift_id=shift.pk, cents=10_000)
    slips = cells(register_file(world, "slips", form="csv"), "csv")
    shown = cells(register_file(world, "slips", form="csv-excel"), "csv-excel")
    assert slips
    assert [row["at_utc"].rstrip("Z").replace("T", " ") for row in slips] == [
        row["at_utc"] for row in shown
    ]


@pytest.mark.parametrize(
    ("profile", "form", "written"),
    [
        ("journal-excel", "csv-excel", "%d.%m.%Y %H:%M:%S"),
        ("journal-xlsx", "xlsx", "%Y-%m-%d %H:%M:%S"),
    ],
)
def test_the_journal_in_a_spreadsheet_is_posted_on_the_clubs_clock(
    world: World, profile: str, form: str, written: str
):
    mapped(world)
    sealed(world)
    batch = sent(world)
    told = cells(read(file_of(world, batch)), "csv")
    shown = cells(read(file_of(world, batch, profile)), form)
    here = ZoneInfo(world.club.timezone)
    at = [datetime.fromisoformat(row["posted_at"]).astimezone(here) for row in told]
    assert at
    assert [row["posted_at"] for row in shown] == [each.strftime(written) for each in at]
