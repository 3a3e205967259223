"""Reports by program: what the pages show, in parts, as files, for whom it is."""

import csv
import io
from copy import deepcopy
from datetime import timedelta
from typing import Any

import pytest
from openpyxl import load_workbook

from cashgames.services.hands import rake_hand
from casino.cage.services.desk import sell_chips
from casino.reports.queries import REPORTS
from casino.staff.models import ApiToken, Role
from tests.api.program import Program, program
from tests.world import EVENING, World, a_club

pytestmark = pytest.mark.django_db
NIGHT = {"first": str(EVENING), "last": str(EVENING)}


@pytest.fixture(scope="module")
def night(db_of_file: None) -> World:
    """Three chip sales at a drawer, and five hands raked at two tables."""
    world = a_club()
    world.fund()
    world.jackpot()
    shift = world.open_shift()
    for cents in (100, 200, 300):
        sell_chips(world.stamp("20:30"), shift_id=shift.pk, cents=cents)
    for table, hands in (("Table 2", 3), ("Table 10", 2)):
        session = world.session(table)
        world.seat(session, *(f"{table} guest {number}" for number in range(6)))
        for number in range(hands):
            rake_hand(
                world.stamp("21:15", role=Role.SUPERVISOR),
                session_id=session.pk,
                name=f"{number}",
                pots_cents=[10_000],
                players_dealt=6,
                board_cards_dealt=5,
            )
    return world


@pytest.fixture
def world(night: World, db: None) -> World:
    return deepcopy(night)


@pytest.fixture
def accountant(world: World) -> Program:
    """A program with the accountant's key."""
    return program(world, Role.ACCOUNTANT)


def sheet(caller: Program, name: str, **query: Any) -> dict[str, Any]:
    answer = caller.get(f"reports/{name}/", **query)
    assert answer.status_code == 200, answer.content
    found: dict[str, Any] = answer.json()
    return found


def test_the_list_says_how_each_report_can_be_asked_for(world: World, accountant: Program):
    found = {each["name"]: each for each in accountant.get("reports/").json()}
    assert set(found) == set(REPORTS) - {"authority"}  # the manager's and the auditor's
    assert found["rake"]["ways"][1] == {"name": "table", "title": "by table"}
    guest = world.player("Mari Tamm")
    assert (found["balance"]["span"], found["rake"]["span"]) == ("instant", "days")
    for each in found.values():
        asks = {"player_id": guest.pk} if each["span"] == "guest" else {}
        assert accountant.get(each["address"], **asks).status_code == 200
    manager = program(world, Role.MANAGER)
    assert {each["name"] for each in manager.get("reports/").json()} == set(REPORTS)


def test_amounts_are_cents_and_the_totals_are_those_of_the_lines(accountant: Program):
    found = sheet(accountant, "rake", **NIGHT, by="table")
    kinds = {column["name"]: column["kind"] for column in found["columns"]}
    assert (kinds["table"], kinds["rake_cents"], kinds["hands"]) == ("text", "cents", "count")
    assert [row["cells"]["rake_cents"] for row in found["rows"]] == [1_500, 1_000]
    assert found["totals"]["rake_cents"] == 2_500


def test_lines_come_in_parts_and_the_totals_stay_those_of_all(accountant: Program):
    whole = sheet(accountant, "slips", **NIGHT)
    assert (whole["next_offset"], whole["count"]) == (None, len(whole["rows"]))
    gathered, offset = [], 0
    while offset is not None:
        part = sheet(accountant, "slips", **NIGHT, limit=2, offset=offset)
        assert part["totals"] == whole["totals"]
        gathered += part["rows"]
        answer = accountant.get("reports/slips/", **NIGHT, limit=2, offset=offset)
        offset = part["next_offset"]
        following = f'offset={offset}>; rel="next"' if offset else ""
        assert answer.headers.get("Link", "").endswith(following)
        assert ("Link" in answer.headers) is bool(offset)
    assert gathered == whole["rows"]
    assert sheet(accountant, "slips", **NIGHT, offset=10**6)["rows"] == []


def test_a_line_leads_to_the_page_of_its_entry(world: World, accountant: Program):
    lines = sheet(accountant, "slips", **NIGHT)["rows"]
    sold = next(line for line in lines if line["cells"]["amount_cents"] == 300)
    accountant.client.force_login(world.staff[Role.ACCOUNTANT])
    page = accountant.client.get(sold["why"]).content.decode()
    assert "Banknotes in a drawer" in page
    assert "3,00" in page


def test_the_same_report_is_a_csv_and_a_spreadsheet(accountant: Program):
    found = sheet(accountant, "rake", **NIGHT, by="table")
    text = accountant.get("reports/rake/", **NIGHT, by="table", format="csv")
    assert text["Content-Type"] == "text/csv; charset=utf-8"
    rows = list(csv.DictReader(io.StringIO(text.content.decode())))
    assert [row["rake"] for row in rows] == ["15.00", "10.00"]
    book = accountant.get("reports/rake/", **NIGHT, by="table", format="xlsx")
    assert f'tallinn_rake_{EVENING}_{EVENING}_club.xlsx"' in book["Content-Disposition"]
    lines: Any = load_workbook(io.BytesIO(book.content)).active
    assert lines.max_row == 1 + len(found["rows"]) + 1


def test_an_instant_tells_what_was_known_then_from_what_is_known_now(accountant: Program):
    at = f"{EVENING + timedelta(days=1)}T07:00:00Z"
    now = sheet(accountant, "balance", as_of=at)
    assert now["totals"]["debit_cents"] == now["totals"]["credit_cents"] > 0
    assert sheet(accountant, "balance", as_of=at, by="then")["rows"] == []


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({"first": "2026-03-01", "last": "2026-02-01"}, "last"),
        ({"first": "2001-01-01", "last": "2026-02-01"}, "last"),
        ({"first": "1.2.2026"}, "first"),
        ({"by": "colour"}, "by"),
        ({"format": "pdf"}, "format"),
        ({"limit": "0"}, "limit"),
        ({"offset": "-1"}, "offset"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_a_question_that_cannot_be_is_refused_by_its_field(
    accountant: Program, query: dict[str, str], field: str
):
    answer = accountant.get("reports/rake/", **query)
    assert (answer.status_code, list(answer.json()["errors"])) == (400, [field])


def test_a_guest_of_nobody_and_a_report_of_nobody_are_not_found(world: World):
    manager, abroad = program(world, Role.MANAGER), a_club("riga").player("Theirs")
    ours = world.player("Ours")
    assert sheet(manager, "guest", **NIGHT, player_id=ours.pk)["rows"] == []
    assert manager.get("reports/guest/", player_id=abroad.pk).status_code == 404
    assert manager.get("reports/magic/").status_code == 404
    assert list(manager.get("reports/guest/").json()["errors"]) == ["player_id"]


def test_a_key_for_other_headings_opens_no_report(world: World):
    caller = program(world, Role.MANAGER)
    ApiToken.objects.update(apps=["cage"])
    assert caller.get("reports/").status_code == 403
    ApiToken.objects.update(apps=["reports"], reads_only=True)
    assert caller.get("reports/rake/").status_code == 200
