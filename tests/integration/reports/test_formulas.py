"""No text of anybody becomes a formula: every column of every report, in CSV and as a workbook."""

import csv
import io
from typing import Any

from openpyxl import load_workbook

from casino.reports.queries import REPORTS
from casino.reports.queries.asked import asked
from casino.reports.sheet import Report
from casino.sheets.dialects import FORMULA
from casino.sheets.files import Reader, csv_chunks, sheet_xlsx
from casino.sheets.sheet import Sheet, SheetRow
from tests.world import EVENING, World

# Kinds of columns whose cells people write.
WRITTEN = {"text", "period", "game", "event", "operation"}


def hostile(world: World, report: Report) -> tuple[Sheet, set[int]]:
    """Return a report with a formula of each sort in each column of text, and those columns."""
    stamp, by = world.stamp("23:00"), ([""] + [way for way, _ in report.group_by])[-1]
    what = {"first": EVENING, "last": EVENING, "as_of": stamp.at, "by": by, "country": "all"}
    columns = report.make(asked(world.club, stamp, **what)).columns
    texts = {i for i, column in enumerate(columns) if column.kind in WRITTEN}
    rows = [
        SheetRow(cells=tuple(f"{start}1+1" if i in texts else None for i in range(len(columns))))
        for start in FORMULA
    ]
    return Sheet(columns=columns, rows=rows), texts


def test_no_column_of_any_report_is_a_formula(world: World):
    for name, report in REPORTS.items():
        sheet, texts = hostile(world, report)
        _, *lines = csv.reader(io.StringIO(b"".join(csv_chunks(sheet)).decode(), newline=""))
        assert {line[i][0] for line in lines for i in texts} == {"'"}, name
        file = io.BytesIO(b"".join(sheet_xlsx(sheet, Reader(currency="EUR"), title=name)))
        book: Any = load_workbook(file).active
        cells = [row[i] for row in book.iter_rows(min_row=2, max_row=9) for i in texts]
        assert {cell.data_type for cell in cells} == {"s"}, name


def test_a_workbook_says_the_currency_in_the_head_of_each_column_of_money(world: World):
    sheet, _ = hostile(world, REPORTS["rake"])
    file = io.BytesIO(b"".join(sheet_xlsx(sheet, Reader(currency="EUR"), title="Rake")))
    heads = [cell.value for cell in next(load_workbook(file).active.iter_rows(max_row=1))]
    money = [column.kind == "cents" for column in sheet.columns]
    assert any(money)
    assert [head.endswith(", EUR") for head in heads] == money
