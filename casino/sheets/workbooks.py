"""A table as a workbook, written row by row: memory stays flat."""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime
from decimal import Decimal
from functools import partial
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from xlsxwriter import Workbook
    from xlsxwriter.format import Format
    from xlsxwriter.worksheet import Worksheet

CHUNK_BYTES = 1 << 18
MAX_TITLE = 31
NOT_IN_A_TITLE = re.compile(r"[\[\]:*?/\\]")
# A date of its own would give every making other bytes.
MADE = datetime(2000, 1, 1)  # noqa: DTZ001  (Excel knows no zones)
MONEY, DAY, INSTANT = "#,##0.00", "dd.mm.yyyy", "dd.mm.yyyy hh:mm"
# A sheet holds no more; Excel says so of its own limits.
MAX_LINKS = 65_530
A4 = 9
UPRIGHT = 8
WIDTH = 16


class Linked(NamedTuple):
    """A cell that leads to a page."""

    cell: Any
    address: str


def workbook(
    heads: Sequence[str],
    rows: Iterable[Iterable[Any]],
    *,
    title: str = "Lines",
    comments: str = "",
    above: Sequence[str] = (),
    totals: Iterable[Any] = (),
    widths: Sequence[int] = (),
) -> Iterator[bytes]:
    """
    Yield a workbook of one sheet: texts stay texts, amounts come as Decimal, instants naive.

    heads: stand above, stay in view and on each printed page, and filter; without any, the rows
    begin at the top. above: lines over the heads; the totals are no part of what is filtered.
    """
    from xlsxwriter import Workbook  # noqa: PLC0415  (slow to import, seldom asked for)

    with TemporaryFile() as file:
        book = Workbook(file, {"constant_memory": True, "default_date_format": DAY})
        book.set_properties({"created": MADE, "comments": comments})
        page = book.add_worksheet(NOT_IN_A_TITLE.sub("-", title)[:MAX_TITLE])
        for place in range(max(len(heads), len(widths))):
            page.set_column(place, place, widths[place] if widths else WIDTH)
        _set_print(page, title, len(heads))
        for line, text in enumerate(above):
            page.write_string(line, 0, text)
        bold, first = book.add_format({"bold": True}), len(above) + int(bool(heads))
        for place, head in enumerate(heads):
            page.write_string(len(above), place, head, bold)
        sheet = _Page(page, book, {"top": 0})
        line = first - 1
        for line, row in enumerate(rows, start=first):
            sheet.put(line, row)
        if heads:
            page.freeze_panes(first, 0)
            page.repeat_rows(first - 1)
            page.autofilter(first - 1, 0, max(line, first), len(heads) - 1)
        _Page(page, book, {"bold": True, "top": 1}).put(line + 1, totals)
        book.close()
        file.seek(0)
        yield from iter(partial(file.read, CHUNK_BYTES), b"")


def _set_print(page: "Worksheet", title: str, columns: int) -> None:
    """As wide as one sheet of A4, its title above, the number of the page below."""
    page.set_paper(A4)
    page.fit_to_pages(1, 0)
    if columns > UPRIGHT:
        page.set_landscape()
    page.set_header(f"&L{title.replace('&', '&&')}")
    page.set_footer("&L&F&R&P / &N")


class _Page:
    """Cells of one look on their way into a sheet: what each is decides its format."""

    def __init__(self, page: "Worksheet", book: "Workbook", look: dict[str, Any]) -> None:
        self.page, self.links = page, 0
        kinds: dict[type, str] = {Decimal: MONEY, date: DAY, datetime: INSTANT}
        self.looks: dict[type, Format] = {
            kind: book.add_format(look | {"num_format": form}) for kind, form in kinds.items()
        }
        self.usual = book.add_format(look) if look.get("bold") else None

    def put(self, line: int, row: Iterable[Any]) -> None:
        for place, cell in enumerate(row):
            if type(cell) is Linked:
                self._link(line, place, cell)
            else:
                self._put(line, place, cell)

    def _link(self, line: int, place: int, linked: Linked) -> None:
        """Write a cell that leads somewhere, as long as the sheet takes addresses."""
        if self.links < MAX_LINKS and linked.cell not in (None, ""):
            self.links += 1
            self.page.write_url(line, place, linked.address, self._look(linked.cell), " ")
        self._put(line, place, linked.cell)

    def _look(self, cell: Any) -> "Format | None":
        return self.looks.get(type(cell), self.usual)

    def _put(self, line: int, place: int, cell: Any) -> None:
        """Write a cell as what it is: xlsxwriter's own guess would cost as much as the rest."""
        look = self._look(cell)
        if isinstance(cell, str):
            if cell:
                self.page.write_string(line, place, cell, look)
        elif isinstance(cell, date):
            self.page.write_datetime(line, place, cell, look)
        elif cell is not None:
            self.page.write_number(line, place, cell, look)
