"""A report written down: in words for a page, and as what file."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import get_language

from casino.house.models import Club, ControlProfile
from casino.house.queries import control_profile
from casino.ledger.entries import title_of
from casino.messages import localized, msg
from casino.refusals import Refusal
from casino.replica import reads_replica
from casino.reports.queries.guests import whose
from casino.reports.sheet import Report, ReportParams
from casino.sheets.columns import Column
from casino.sheets.dialects import MACHINE, of_excel
from casino.sheets.files import Reader, csv_chunks, sheet_xlsx
from casino.sheets.papers import Paper, PaperColumn, paper_pdf
from casino.sheets.sheet import Link, Sheet, SheetRow
from casino.web.downloads import as_download
from casino.web.templatetags.office import at_club, cents, game_name, operation_name

HOUR = 60
LINES_OF_A_CHART = range(2, 400)
NAMES_OF_A_BAR = 2
WORDS: dict[str, Callable[[Any], str]] = {
    "cents": cents,
    "game": game_name,
    "event": title_of,
    "operation": operation_name,
    "points": cents,
    "day": lambda day: f"{day:%d.%m.%Y}",
    "period": lambda period: ".".join(reversed(period.split("-"))),
    "minutes": lambda minutes: f"{minutes // HOUR}:{minutes % HOUR:02}",
}
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

CSV = "text/csv; charset=utf-8"
# Endings of addresses: `csv-excel` is CSV as the reader's own Excel opens it.
TYPES = {"csv": CSV, "csv-excel": CSV, "xlsx": XLSX, "pdf": "application/pdf"}
# A paper with more lines is read by nobody.
MAX_ON_PAPER = 5_000
NAMES_OF_THE_PROGRAM = {"game", "event", "operation"}


@dataclass(frozen=True, kw_only=True, slots=True)
class Cell:
    """A cell as a page shows it; address: of the page that explains its line."""

    text: str
    is_number: bool
    address: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Head:
    """The head of a column; formula: of what its figures are the sum, in words."""

    text: str
    is_number: bool
    formula: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Section:
    """Lines that belong together, and what they come to."""

    name: str
    lines: Iterator[list[Cell]]
    sums: list[Cell]


@dataclass(frozen=True, kw_only=True, slots=True)
class Drawing:
    """
    What a chart draws: series of a title and a number for each name.

    say: how a number is written; least: the smallest step of its axis; leads: of each series by
    place, where its number leads, '' where it is the sum of several lines.
    """

    names: Sequence[str]
    series: Sequence[tuple[str, Sequence[int | None]]]
    leads: Sequence[Sequence[str]]
    say: Callable[[Any], str]
    unit: str
    least: int


def heads(sheet: Sheet) -> list[Head]:
    return [
        Head(text=each.title, is_number=each.is_number, formula=sheet.formula(each))
        for each in sheet.columns
    ]


def lines(sheet: Sheet, club: Club, rows: Sequence[SheetRow]) -> Iterator[list[Cell]]:
    """Yield lines of a report in words; names and figures lead to what they are made of."""
    for row in rows:
        yield [
            Cell(
                text=_written(column, cell, club),
                is_number=column.is_number,
                address=address(row.link(column, place), club) or "",
            )
            for place, (column, cell) in enumerate(zip(sheet.columns, row.cells, strict=True))
        ]


def sections(sheet: Sheet, club: Club, rows: Sequence[SheetRow]) -> Iterator[Section]:
    """Yield the lines of a report by sections with their sums, or all as one without sums."""
    key = (lambda row: row.cells[0]) if sheet.sections else (lambda _: None)
    for named, found in groupby(rows, key):
        part = list(found)
        total = sums(sheet, club, sheet.sum_of(part)) if sheet.sections else []
        yield Section(name=named or "", lines=lines(sheet, club, part), sums=total)


def sums(sheet: Sheet, club: Club, totals: Sequence[Any] | None) -> list[Cell]:
    """Return sums in words, empty where a column has none."""
    return [
        Cell(text=_written(column, cell, club), is_number=column.is_number)
        for column, cell in zip(sheet.columns, totals or (), strict=False)
    ]


def drawn(sheet: Sheet, club: Club) -> Drawing | None:
    """Return the chart of a report that has one and neither too few nor too many lines."""
    if sheet.drawn is None or len(sheet.rows) not in LINES_OF_A_CHART:
        return None
    words = [each.name for each in sheet.columns[: sheet.drawn] if not each.is_number]
    return drawing(sheet, club, [sheet.columns[sheet.drawn].name], words[:NAMES_OF_A_BAR])


def drawing(sheet: Sheet, club: Club, names: Sequence[str], by: Sequence[str]) -> Drawing | None:
    """Return a chart of columns by their names; by: the columns that name their places."""
    places = {column.name: i for i, column in enumerate(sheet.columns)}
    of = [sheet.columns[places[name]] for name in names]
    found: dict[str, list[int | None]] = {}
    leads: dict[str, list[str]] = {}
    for row in sheet.rows:
        words = (
            _written(sheet.columns[places[name]], row.cells[places[name]], club) for name in by
        )
        place = " ".join(words)
        one, values = place not in found, found.setdefault(place, [None] * len(of))
        where = leads.setdefault(place, [""] * len(of))
        for i, column in enumerate(of):
            cell = row.cells[places[column.name]]
            values[i] = values[i] if cell is None else (values[i] or 0) + cell
            where[i] = (address(row.link(column, places[column.name]), club) or "") * one
    if not found:
        return None
    money = of[0].is_hundredths
    return Drawing(
        names=list(found),
        series=[
            (localized(column.title), [each[i] for each in found.values()])
            for i, column in enumerate(of)
        ],
        leads=[[each[i] for each in leads.values()] for i in range(len(of))],
        say=WORDS.get(of[0].kind, str),
        unit=club.currency if of[0].kind == "cents" else "",
        least=100 if money else 1,
    )


def profile_of(asked: ReportParams) -> ControlProfile.Name:
    """Return the controls that were in force when what a report tells of had ended."""
    ended = asked.as_of or asked.until
    at = min(ended, asked.known_at) if asked.known_at else ended
    return control_profile(asked.club_id, at=at)


def site(request: HttpRequest) -> str:
    """Return where the office stands, for addresses that leave it in a file."""
    return settings.PUBLIC_URL.rstrip("/") or request.build_absolute_uri("/")[:-1]


@reads_replica()
def file(report: Report, asked: ReportParams, club: Club, ending: str, site: str) -> HttpResponse:
    """Return a whole report as a file; site: where its links lead."""
    content = b"".join(chunks(report.sheet(asked), report, asked, ending, club=club, site=site))
    answer = as_download(content, file_name(report, asked, club, ending), TYPES[ending])
    answer["Control-Profile"] = profile_of(asked).value
    return answer


def file_name(report: Report, asked: ReportParams, club: Club, ending: str) -> str:
    """Return what a report's file is called."""
    days = f"{asked.as_of:%Y-%m-%dT%H%M%S}" if asked.as_of else f"{asked.first}_{asked.last}"
    suffix = ending.removesuffix("-excel")
    return f"{club.slug}_{report.name}_{days}_{profile_of(asked).value}.{suffix}"


def chunks(
    sheet: Sheet, report: Report, asked: ReportParams, ending: str, *, club: Club, site: str
) -> Iterator[bytes]:
    """Yield a report's file chunk by chunk, in the reader's language. Raises TooLong."""
    reader = Reader(
        timezone=asked.timezone,
        currency=asked.currency,
        said=_said,
        address=lambda link: f"{site}{address(link, club)}",
    )
    if ending == "xlsx":
        comments = msg("Control profile: {profile}.", profile=profile_of(asked).label)
        title = f"{localized(report.title)}, {club.name}"
        yield from sheet_xlsx(sheet, reader, title=title, comments=comments)
    elif ending == "pdf":
        yield paper_pdf(_paper(sheet, report, asked, club))
    else:
        dialect = MACHINE if ending == "csv" else of_excel(get_language())
        yield from csv_chunks(sheet, reader, dialect=dialect)


class TooLongForPaper(Refusal):
    """A PDF holds so many lines and no more."""

    code = "REPORT-002"
    message = msg("A PDF holds no more than 5 000 lines.")
    next_step = msg("Choose XLSX, CSV or fewer days.")


def _paper(sheet: Sheet, report: Report, asked: ReportParams, club: Club) -> Paper:
    """Return a report as it stands on paper, in the reader's language. Raises TooLongForPaper."""
    if len(sheet.rows) > MAX_ON_PAPER:
        raise TooLongForPaper
    rows, marked = [], set()
    for section in sections(sheet, club, sheet.rows):
        rows += [[cell.text for cell in line] for line in section.lines]
        if section.sums:
            marked.add(len(rows))
            rows.append([section.name, *(cell.text for cell in section.sums[1:])])
    if sheet.rows and (totals := sums(sheet, club, sheet.totals)):
        marked.add(len(rows))
        rows.append([localized(sheet.total), *(cell.text for cell in totals[1:])])
    days = {"first": f"{asked.first:%d.%m.%Y}", "last": f"{asked.last:%d.%m.%Y}"}
    span = (
        at_club(asked.as_of, club) if asked.as_of else localized(msg("{first} to {last}", **days))
    )
    who = whose(asked)
    is_guests = report.span == "guest"
    signed = (msg("For the club, name and signature:"), msg("Guest, signature:"))
    return Paper(
        title=localized(report.title),
        above=(club.name, *([localized(who)] if who else []), f"{span}, {club.currency}"),
        columns=[
            PaperColumn(title=localized(each.title), is_number=each.is_number)
            for each in sheet.columns
        ],
        rows=rows,
        sums=frozenset(marked),
        below=[localized(note) for note in sheet.notes],
        signed=[localized(each) for each in signed] if is_guests else (),
        foot=f"{club.name}, {localized(report.title)}, {span}",
        is_wide=sheet.is_wide,
        ends_at=asked.as_of or asked.until,
        language=get_language() or "en",
    )


def _said(column: Column, cell: Any) -> Any:
    """Return a cell as people read it, where it is a name of the program."""
    if column.kind in NAMES_OF_THE_PROGRAM and cell:
        return WORDS[column.kind](cell)
    return localized(cell)


def _written(column: Column, cell: Any, club: Club) -> str:
    if cell is None:
        return ""
    if column.kind == "instant":
        return at_club(cell, club)
    return WORDS[column.kind](cell) if column.kind in WORDS else str(localized(cell))


def address(link: Link | None, club: Club) -> str | None:
    """Return where a link of a report leads, None for no link."""
    if link is None:
        return None
    query = f"?{urlencode(link.query)}" if link.query else ""
    return reverse(link.route, args=[link.club or club.slug, *link.ids]) + query
