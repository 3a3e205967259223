"""Every report and every file says which control profile was in force, wherever it has a place."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest

from casino.clock import day_bounds
from casino.house.models import ControlProfile
from casino.house.queries import controls_on
from casino.staff.models import Role
from tests.api.program import program
from tests.api.routes import operations
from tests.pages.evening import Answer
from tests.world import EVENING, World

Crawled = Callable[[str], dict[str, Answer]]
FILES = ("csv", "spreadsheet", "zip", "octet-stream")
# Paper for a guest or a table: no reports.
SLIPS = {"slip", "tournament-ticket", "transfer", "seating-cards"}


def files(found: dict[str, Answer]) -> dict[str, Answer]:
    return {name: each for name, each in found.items() if any(map(each.is_a, FILES))}


@pytest.mark.parametrize("role", [Role.AUDITOR, Role.ACCOUNTANT])
def test_every_file_of_the_pages_says_it_by_name_and_header(crawled: Crawled, role: str):
    found = files(crawled(role))
    assert len(found) > 10
    silent = {
        name: each.headers.get("Content-Disposition")
        for name, each in found.items()
        if each.headers.get("Control-Profile") != "club"
        or not re.search(r"_club\.(csv|xlsx)\"", each.headers["Content-Disposition"])
    }
    assert silent.keys() <= {"files-file"}, silent


@pytest.mark.parametrize("role", [Role.AUDITOR, Role.SUPERVISOR])
def test_every_page_says_it_on_paper(crawled: Crawled, role: str):
    pages = {
        name: each for name, each in crawled(role).items() if each.is_a("html") and not each.is_own
    }
    assert len(pages) > 40
    said = re.compile(r'<p class="paper">[^<]*Kontrolliprofiil: Klubi\.</p>')
    silent = {
        name
        for name, each in pages.items()
        if b"<html" in each.content and not said.search(each.content.decode())
    }
    assert silent <= SLIPS, silent


def test_every_answer_of_the_api_says_it(evening: World):
    auditor = program(evening, Role.AUDITOR)
    listed = [str(route.pattern) for route, method, _ in operations() if method == "get"]
    plain = [path for path in listed if "<" not in path]
    answers = {path: auditor.get(path) for path in plain}
    read_ = {path: each for path, each in answers.items() if each.status_code == 200}
    assert len(read_) > 20
    assert [path for path, each in read_.items() if each["Control-Profile"] != "club"] == []


def test_a_day_says_what_was_in_force_when_it_ended(evening: World):
    club = evening.club
    _, ended = day_bounds(EVENING, timezone=club.timezone, closes_at=club.closes_at)
    for number, (name, since) in enumerate(
        [("casino", ended - timedelta(hours=5)), ("club", ended + timedelta(hours=5))], start=1
    ):
        ControlProfile.objects.create(
            club=club,
            profile=name,
            since=since,
            reason="A",
            proposal_id=number,
            act_id=-number,
            proposed_by_id=1,
            adopted_by_id=2,
        )
    assert controls_on(club, EVENING) == "casino"
    auditor = program(evening, Role.AUDITOR)
    assert auditor.get(f"days/{EVENING}/").json()["control_profile"] == "casino"
    assert auditor.get(f"days/{EVENING}/report.csv")["Control-Profile"] == "casino"
