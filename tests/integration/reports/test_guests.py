"""The statement of a guest: read and printed."""

import csv
import io
from copy import deepcopy
from pathlib import Path
from unittest.mock import patch

import pytest
from fontTools.ttLib import TTFont

from casino.sheets.drawing import FONT
from casino.sheets.papers import Paper
from casino.staff.models import Role
from tests.integration.reports.asking import NIGHT, cents, lines
from tests.merging import merged
from tests.world import EVENING, World

pytestmark = pytest.mark.django_db


@pytest.fixture
def world(night: World, db: None) -> World:
    return deepcopy(night)


def test_a_guests_statement_names_every_entry_of_the_guest(world: World):
    code = world.player("Nobody").code
    guest = next(line for line in lines(world, "slips") if line["event"] == "cage.chips_sold")
    assert guest["amount"] == "123.00"
    answer = world.browser(Role.MANAGER).get(
        f"/tallinn/reports/guest.csv?{NIGHT}&player=Table 2 guest 1"
    )
    found = list(csv.DictReader(io.StringIO(answer.content.decode())))
    assert [line["event"] for line in found] == ["cashgames.bought_in"]
    empty = world.browser(Role.MANAGER).get(f"/tallinn/reports/guest.csv?{NIGHT}&player={code}")
    assert len(empty.content.decode().splitlines()) == 1


def test_who_keeps_the_books_reads_a_guests_statement_and_the_desk_does_not(world: World):
    assert world.browser(Role.CASHIER).get("/tallinn/reports/guest/").status_code == 403
    for role in (Role.ACCOUNTANT, Role.AUDITOR):
        assert world.browser(role).get("/tallinn/reports/guest/").status_code == 200
    assert world.browser(Role.MANAGER).get("/tallinn/reports/magic/").status_code == 404


def test_a_guests_statement_is_a_pdf_in_each_language(world: World):
    client, query = world.browser(Role.MANAGER), f"{NIGHT}&player=Table 2 guest 1"
    made = client.get(f"/tallinn/reports/guest.pdf?{query}")
    assert (made["Content-Type"], made.content[:5]) == ("application/pdf", b"%PDF-")
    assert b"(Statement of a guest)" in made.content
    said = "".join(each.read_text() for each in Path("locale").glob("*/LC_MESSAGES/django.po"))
    known = TTFont(FONT).getBestCmap()
    assert [each for each in set(said) if each.isalpha() and ord(each) not in known] == []


def test_a_guests_year_is_what_came_in_went_out_and_is_held(world: World):
    asked = f"first=2026-01-01&last={EVENING}&player=Table 2 guest 1"
    (year,) = lines(world, "guest", f"{asked}&by=year")
    entries = lines(world, "guest", f"{asked}&by=entries")
    (held,) = lines(world, "guest", f"{asked}&by=held")
    assert year["year"] == "2026"
    assert cents([year], "in") == cents(entries, "in")
    assert cents([year], "net") == cents([year], "out") - cents([year], "in")
    assert year["in_play"] == held["in_play"] == entries[0]["amount"]
    page = (
        world.browser(Role.MANAGER).get(f"/tallinn/reports/guest/?{asked}&by=year").content.decode()
    )
    assert "Guest, signature:" in page


def test_a_guests_statement_says_whose_it_is_and_what_duplicate_card_is_in_it(world: World):
    ann, helve = world.player("Ann Aas"), world.player("Helve Kivi")
    client, query = world.browser(Role.MANAGER), f"{NIGHT}&player={ann.code}"
    own = f"{ann.code} Ann Aas"
    assert f"<h2>{own}</h2>" in client.get(f"/tallinn/reports/guest/?{query}").content.decode()
    merged(world, ann.pk, helve.pk)
    both = f"{own}, with what stands on duplicate card {helve.code} Helve Kivi"
    for code in (ann.code, helve.code):
        page = client.get(f"/tallinn/reports/guest/?{NIGHT}&player={code}").content.decode()
        assert f"<h2>{both}</h2>" in page
    paper: list[Paper] = []
    with patch(
        "casino.reports.exports.paper_pdf", side_effect=lambda made: paper.append(made) or b"%PDF"
    ):
        client.get(f"/tallinn/reports/guest.pdf?{query}")
    assert both in paper[0].above
