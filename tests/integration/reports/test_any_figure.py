"""Ask any figure: each number of each report leads to a page that says it, or adds up to it."""

import csv
import html
import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from io import BytesIO, StringIO
from itertools import product
from typing import Any

import pytest
from django.test import Client
from openpyxl import load_workbook

from casino.reports.exports import WORDS, address
from casino.reports.forms import AskForm
from casino.reports.queries import REPORTS
from casino.reports.queries.asked import asked
from casino.reports.queries.pictures import PICTURES
from casino.sheets.sheet import Link, Sheet, SheetRow
from casino.staff.models import Role
from tests.shifted import Clock
from tests.story import LAST, Story
from tests.world import EVENING, World, a_club

pytestmark = pytest.mark.django_db
# Times between two instants or days beside them; a day is asked for at its end.
SPANS: dict[str, Callable[[dict[str, Any]], int]] = {
    "open_minutes": lambda row: (row["closed_at"] - row["opened_at"]) // timedelta(minutes=1),
    "tax_due": lambda row: (
        (2 * row["base"] * row["rate"] + 10_000) // 20_000 + row["pieces"] * row["rate"]
    ),
    "days": lambda row: (LAST - row["since"]).days,
}
MONEY, XLSX_MONEY = re.compile(r"[\u2212+-]?[\d\s\xa0]*\d,\d\d"), "#,##0.00"
UNITS = re.compile(r"-?\d+\.\d\d")
# An entry; where nothing is booked, the paragraph, the law that a rate names, the bank's statement.
ENTRY = re.compile(r"/tallinn/(entries/\d+|rates|bank-accounts/[a-z0-9/]+)/|\b(OLY|AMB)-\d")
# Their amounts are names of notes and chips.
DENOMINATIONS = {"vault-pieces"}
TAGS = re.compile(r"<(style|script).*?</\1>|<[^>]+>", re.DOTALL)


class Reader:
    """Somebody who follows links, each page once."""

    def __init__(self, world: World) -> None:
        self.world, self.client = world, Client()
        self.client.force_login(world.staff[Role.MANAGER])
        self.pages: dict[str, str] = {}
        self.sums: dict[str, set[int]] = {}

    def page(self, link: Link) -> str:
        """Return the words of a page that opens."""
        where = address(link, self.world.club) or ""
        if where not in self.pages:
            answer = self.client.get(where)
            assert answer.status_code == 200, where
            self.pages[where] = plain(TAGS.sub(" ", answer.content.decode()))
        return self.pages[where]

    def comes_to(self, link: Link) -> set[int]:
        """Return what the report behind a link comes to, as its address asks; each once."""
        where = address(link, self.world.club) or ""
        if where not in self.sums:
            report, stamp = REPORTS[link.ids[0]], self.world.stamp("12:00", day=LAST)
            given = {name: str(value) for name, value in link.query.items()}
            form = AskForm(given, report=report, club=self.world.club, stamp=stamp)
            assert form.is_valid(), link
            self.sums[where] = sums(report.make(form.asked))
        return self.sums[where]


def plain(text: str) -> str:
    return html.unescape(text).replace("\u2212", "-").replace("\xa0", " ")


def sheets(story: Story) -> Iterator[tuple[str, Sheet]]:
    """Yield every report in every way, over all days and of one shift."""
    world = story.world
    stamp = world.stamp("12:00", day=LAST)
    as_of = world.at("22:05")
    what: dict[str, Any] = {"first": EVENING, "last": LAST, "as_of": as_of, "country": "all"}
    for name, report in REPORTS.items():
        for by in [way for way, _ in report.group_by if way != "then"] or [""]:
            yield (
                f"{name} {by}",
                report.make(asked(world.club, stamp, by=by, player_id=story.ann.pk, **what)),
            )


def sums(sheet: Sheet) -> set[int]:
    """Return what a report comes to: sums of its columns, one less another, how many lines."""
    lines = [row.cells for row in sheet.rows]
    numbers = [i for i, column in enumerate(sheet.columns) if column.is_number]
    totals = [sum(cells[i] or 0 for cells in lines) for i in numbers]
    different = [len({cells[i] for cells in lines}) for i in range(len(sheet.columns))]
    return {*totals, *(a - b for a, b in product(totals, totals)), len(lines), *different}


def explained(reader: Reader, sheet: Sheet, row: SheetRow, place: int) -> bool:
    """Return whether a figure is the sum of others beside it, of lines behind it, or said there."""
    column, figure = sheet.columns[place], row.cells[place]
    beside = {each.name: cell or 0 for each, cell in zip(sheet.columns, row.cells, strict=True)}
    if column.name in SPANS:
        return figure == SPANS[column.name](beside)
    if column.of:
        signed = (-beside[part[1:]] if part[0] == "-" else beside[part] for part in column.of)
        return sum(signed) == figure
    link = row.link(column, place)
    assert link, column.name
    if link.route == "report" and {figure, -figure} & reader.comes_to(link):
        return True
    page = reader.page(link)
    said = plain(WORDS.get(column.kind, str)(figure)).lstrip("-")
    return re.search(rf"(?<![\d,]){re.escape(said)}(?!\d|,\d)", page) is not None


@pytest.fixture(scope="module")
def story(db_of_file: None) -> Story:
    found = Story(a_club())
    list(found)
    return found


def figures(story: Story) -> Iterator[tuple[str, str]]:
    """Yield each figure of money of each report's page, workbook and CSV, and where it leads."""
    world, client = story.world, Client()
    client.force_login(world.staff[Role.MANAGER])
    for name, report in REPORTS.items():
        if name in DENOMINATIONS:
            continue
        query = f"first={EVENING}&last={LAST}&as_of={EVENING}T22:05:00&player={story.ann.code}"
        asked = f"/tallinn/reports/{name}{{}}?{query}"
        page = client.get(asked.format("/")).text
        assert report.title in html.unescape(page)
        yield from of_page(name, page)
        yield from of_workbook(name, client.get(asked.format(".xlsx")).content)
        yield from of_csv(name, client.get(asked.format(".csv")).text)
    yield from figures_of_pages(story, client)


def of_page(name: str, page: str) -> Iterator[tuple[str, str]]:
    lines = page.partition("<tbody")[2].partition("</tbody>")[0]
    for where, figure in re.findall(r'class="n">\s*<a[^>]*href="([^"]+)">([^<]+)<', lines):
        if re.fullmatch(MONEY, figure) and figure != "0,00":
            yield f"{name} {figure}", html.unescape(where)


def of_workbook(name: str, content: bytes) -> Iterator[tuple[str, str]]:
    for row in load_workbook(BytesIO(content)).active.iter_rows(min_row=2):
        for cell in row:
            if cell.hyperlink and cell.number_format == XLSX_MONEY and cell.value:
                yield f"{name}.xlsx {cell.value}", inside(cell.hyperlink.target or "")


def of_csv(name: str, written: str) -> Iterator[tuple[str, str]]:
    for line in csv.DictReader(StringIO(written)):
        leads = dict(each.partition("=")[::2] for each in line.pop("links").split())
        whole = line.pop("link")
        for column, cell in line.items():
            if re.fullmatch(UNITS, cell) and cell != "0.00":
                yield f"{name}.csv {column} {cell}", inside(leads.get(column, whole))


def inside(target: str) -> str:
    """Return an address that a file names, as the site knows it."""
    return target.removeprefix("http://testserver")


def figures_of_pages(story: Story, client: Client) -> Iterator[tuple[str, str]]:
    """Yield each amount of the day's page, of the shift's, and of the pictures of the overview."""
    for where in (f"/tallinn/days/{EVENING}/", f"/tallinn/shifts/{story.shift.pk}/"):
        shown = client.get(where).text.partition("<main")[2].partition('id="counts"')[0]
        for cell in re.findall(r'<td class="n[^"]*"[^>]*>(.*?)</td>', shown, re.DOTALL):
            figure = plain(TAGS.sub("", cell)).strip()
            if re.fullmatch(MONEY, figure) and figure != "0,00":
                (target,) = re.findall(r'href="([^"]*)"', cell) or [""]
                yield f"{where} {figure}", where * target.startswith("#") + html.unescape(target)
    for name in PICTURES:
        drawn = client.get(f"/tallinn/overview/{name}/?nights=90").text
        table = re.findall(r'class="screen"><a href="([^"]+)"', drawn)[0]
        points = re.findall(
            r'(?:<a href="([^"]*)"[^>]*>)?<(?:rect|circle)[^>]*><title>([^<]+)<', drawn
        )
        assert points, name
        for target, said in points:
            figure = plain(said.rpartition(": ")[2])
            if re.fullmatch(MONEY, figure) and figure != "0,00":
                yield f"overview {name} {said}", html.unescape(target or table)


def reaches_entry(client: Client, where: str, pages: dict[str, str]) -> bool:
    """Return whether an entry, with its rule or person and inputs, is at most two steps away."""
    if where not in pages:
        pages[where] = client.get(where).content.decode().partition("<main")[2]
    return bool(ENTRY.match(where) or ENTRY.search(pages[where]))


def test_each_figure_of_money_leads_to_an_entry_in_two_steps(story: Story, clock: Clock):
    clock.set(story.world.at("23:50", day=LAST))
    client, pages = Client(), dict[str, str]()
    client.force_login(story.world.staff[Role.MANAGER])
    every = sorted(set(figures(story)))
    lost = [each for each in every if not reaches_entry(client, each[1], pages)]
    assert not lost, "\n".join(f"{name}: {where}" for name, where in lost)


def test_every_number_of_every_report_is_what_stands_behind_it(story: Story):
    world = story.world
    reader, unexplained, seen = Reader(world), set(), 0
    for name, sheet in sheets(story):
        for row in sheet.rows:
            for place, column in enumerate(sheet.columns):
                if column.is_number and row.cells[place]:
                    seen += 1
                    if not explained(reader, sheet, row, place):
                        unexplained.add((name, column.name, row.cells[place]))
    assert unexplained == set()
    assert seen > 500, seen
