"""Draw a paper by fpdf2; its import takes as long as half of the program's others."""

import logging
from importlib.resources import files
from typing import Any

from fpdf import FPDF
from fpdf.enums import TableBordersLayout
from fpdf.fonts import FontFace

from casino.sheets.papers import Paper

# It would say each table of a font that it cuts down.
logging.getLogger("fontTools").setLevel(logging.ERROR)
# DejaVu Sans, with the letters of every language of ours; fpdf2 has none of them.
FONT = str(files("ziafont") / "fonts" / "DejaVuSans.ttf")
FACE, SIZE = "DejaVu", 7.5
# The font has no bold: heads and sums stand on grey.
MARKED = FontFace(emphasis="", fill_color=232)
# Beside the text of a cell, in millimetres; what rounding takes.
SIDES, SLACK = 2.8, 0.4
# Of what they ask for, texts get no less; nor fewer millimetres than a word begins with.
MIN_SHARE, MIN_WIDTH = 0.25, 9


def draw(paper: Paper) -> bytes:
    """Return a paper as PDF on A4, its head on every page."""
    pdf = _Numbered(paper.foot, orientation="landscape" if paper.is_wide else "portrait")
    pdf.set_title(paper.title)
    pdf.set_lang(paper.language)
    pdf.add_page()
    pdf.set_creation_date(paper.ends_at)  # the same lines are the same file
    pdf.set_font(FACE, "", SIZE + 6)
    _line(pdf, paper.title)
    pdf.set_font(FACE, "", SIZE + 1)
    for line in paper.above:
        _line(pdf, line)
    pdf.ln(3)
    pdf.set_font(FACE, "", SIZE)
    pdf.set_draw_color(180)
    _table(pdf, paper)
    pdf.ln(3)
    for line in paper.below:
        _line(pdf, line)
    for who in paper.signed:
        pdf.ln(9)
        _line(pdf, f"{who} {'_' * 40}")
    return bytes(pdf.output())


class _Numbered(FPDF):
    """Pages that say which of how many they are."""

    def __init__(self, foot: str, **more: Any) -> None:
        super().__init__(format="A4", **more)
        self.foot = foot
        self.add_font(FACE, "", FONT)
        self.set_margin(12)
        self.set_auto_page_break(auto=True, margin=16)

    def footer(self) -> None:
        """Write what stands at the foot of each page."""
        self.set_y(-12)
        self.set_font(FACE, "", SIZE - 1)
        self.cell(0, 6, self.foot)
        self.set_x(self.l_margin)
        self.cell(0, 6, f"{self.page_no()}/{{nb}}", align="R")


def _line(pdf: FPDF, text: str) -> None:
    pdf.multi_cell(0, None, text, new_x="LMARGIN", new_y="NEXT")


def _table(pdf: FPDF, paper: Paper) -> None:
    with pdf.table(
        col_widths=tuple(_widths(pdf, paper)),
        text_align=tuple("RIGHT" if each.is_number else "LEFT" for each in paper.columns),
        borders_layout=TableBordersLayout.HORIZONTAL_LINES,
        headings_style=MARKED,
        line_height=4,
        padding=(0.6, SIDES / 2),
    ) as table:
        table.row([each.title for each in paper.columns])
        for n, row in enumerate(paper.rows):
            table.row(row, style=MARKED if n in paper.sums else None)


def _widths(pdf: FPDF, paper: Paper) -> list[float]:
    """Return the widths of the columns: figures and words above them stay whole, texts share."""
    heads = [each.title.split() if each.is_number else [each.title] for each in paper.columns]
    wanted = [
        max(map(pdf.get_string_width, (*head, *(row[i] for row in paper.rows)))) + SIDES + SLACK
        for i, head in enumerate(heads)
    ]
    figures = sum(w for w, each in zip(wanted, paper.columns, strict=True) if each.is_number)
    texts = sum(wanted) - figures
    share = max(min(1.0, (pdf.epw - figures) / texts), MIN_SHARE) if texts else 1.0
    return [
        w if each.is_number else max(w * share, min(w, MIN_WIDTH))
        for w, each in zip(wanted, paper.columns, strict=True)
    ]
