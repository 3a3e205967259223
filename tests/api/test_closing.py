"""The accountant's morning by program: days, reports, files, seal; jackpots; oneself."""

import csv
import io
from datetime import timedelta

import pytest
from django.test import Client

from casino.closing.services.days import close_due_days
from casino.ledger.models import Close
from casino.staff.models import Role
from tests.api.program import Program, program
from tests.world import EVENING, World, a_club, a_key

pytestmark = pytest.mark.usefixtures("committed_db")


def a_closed_day() -> tuple[World, Program]:
    """Return a club with one closed day of two entries, and its accountant's program."""
    world = a_club()
    world.jackpot()
    world.fund()
    world.sell(12_345)
    close_due_days(world.at("07:00", day=EVENING + timedelta(days=1)))
    return world, program(world, Role.ACCOUNTANT)


def test_the_report_and_its_file_say_the_same():
    _, office = a_closed_day()

    report = office.get(f"days/{EVENING}/").json()
    file = office.get(f"days/{EVENING}/report.csv")

    accounts = next(part for part in report["sections"] if part["name"] == "account")["rows"]
    rows = list(csv.DictReader(io.StringIO(file.content.decode())))
    written = [row for row in rows if row["section"] == "account"]
    assert file["Content-Type"].startswith("text/csv")
    assert [row["item"] for row in accounts] == [row["item"] for row in written]
    assert sum(row["amount_cents"] for row in accounts) == 0
    assert all(check["agrees"] for check in report["checks"])


def test_the_journal_is_streamed_and_sums_to_zero():
    _, office = a_closed_day()

    file = office.get(f"days/{EVENING}/journal.csv")

    rows = list(csv.DictReader(io.StringIO(b"".join(file.streaming_content).decode())))
    cents = [
        int((row["debit"] or "0.00").replace(".", ""))
        - int((row["credit"] or "0.00").replace(".", ""))
        for row in rows
    ]
    assert (len(rows), sum(cents)) == (4, 0)


def test_a_month_is_closed_and_its_documents_are_listed_and_read():
    _, office = a_closed_day()
    month = {"period": "month", "first_day": "2026-02-01"}

    too_early = office.post("closings/", **month)
    office.post(f"days/{EVENING}/seal/")
    closed = office.post("closings/", **month)
    again = office.post("closings/", **month)

    assert (too_early.status_code, too_early.json()["error"]) == (409, "OFFICE-002")
    assert (closed.status_code, closed.json()["number"]) == (201, 2)
    assert (again.status_code, again.json()["error"]) == (409, "OFFICE-003")
    listed = office.get("closings/").json()
    assert [(each["number"], each["period"]) for each in listed] == [(2, "month"), (1, "day")]
    found = office.get("closings/2/").json()
    assert found == closed.json()
    assert [each["day"] for each in found["content"]["days"]] == [str(EVENING)]


def test_a_closed_day_is_sealed_once():
    _, office = a_closed_day()

    sealed = office.post(f"days/{EVENING}/seal/")

    assert sealed.status_code == 201
    assert office.get("days/").json()[0]["state"] == "sealed"
    assert office.get(f"days/{EVENING}/").json()["seal"] == sealed.json()["seal"]
    assert office.post(f"days/{EVENING}/seal/").status_code == 409


@pytest.mark.parametrize("said", [{"pin": ""}, {"pin": "0000"}])
def test_a_key_alone_seals_no_day_and_closes_no_month(said: dict[str, str]):
    _, office = a_closed_day()
    month = {"period": "month", "first_day": "2026-02-01"}

    refused = [
        office.post(f"days/{EVENING}/seal/", **said),
        office.post("closings/", **month, **said),
    ]

    assert [each.json()["error"] for each in refused] == ["STAFF-002", "STAFF-002"]
    assert office.get("closings/").json() == []


def test_the_trial_balance_is_zero():
    _, office = a_closed_day()

    shown = office.get("trial-balance/").json()

    assert shown["total_cents"] == 0
    assert {row["code"]: row["cents"] for row in shown["accounts"]}["chips:floor"] == -12_345


def test_the_level_of_the_jackpot_is_fixed_when_the_floor_closes():
    world, _ = a_closed_day()
    floor = program(world, Role.SUPERVISOR)

    assert floor.post("close-floor/").json()["kind"] == "early"

    (level,) = floor.get("jackpots/").json()
    history = floor.get(f"jackpots/{level['id']}/history/").json()
    assert level["fixed_at"] == history[0]["at"]
    assert len(history) == 2


def test_a_close_that_is_asked_for_again_fixes_no_later_level():
    world, _ = a_closed_day()
    floor, key = program(world, Role.SUPERVISOR), a_key()

    first, again = (floor.post("close-floor/", key=key) for _ in range(2))

    assert (again.status_code, again.json()) == (201, first.json())
    assert again["Idempotent-Replayed"] == "true"
    assert Close.objects.filter(kind="early").count() == 1


def test_a_day_on_which_nothing_happened_is_not_found():
    _, office = a_closed_day()

    assert office.get("days/2031-01-01/").status_code == 404
    assert office.get("days/2026-02-30/").status_code == 404


def test_one_learns_who_one_is():
    world = a_club()

    me = program(world, Role.AUDITOR).get("me/").json()

    assert (me["roles"], me["club"]["slug"]) == (["auditor"], "tallinn")
    assert me["club"]["notes_cents"] == world.club.notes_cents


def test_people_read_the_schema_in_a_browser(client: Client):
    client.force_login(a_club().staff[Role.MANAGER])
    page = client.get("/api/v1/docs/")

    assert page.status_code == 200
    assert b"swagger-ui" in page.content
    policy = page["Content-Security-Policy"].split("; ")
    assert {"script-src 'self'", "default-src 'self'"} <= {*policy}
