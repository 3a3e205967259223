"""A report says everything in its reader's language; as a paper its heads find room in each."""

from typing import Any

from django.utils import translation

from casino.messages import localized
from casino.money import MINUS
from casino.reports.exports import drawing, lines
from casino.reports.forms import AskForm
from casino.reports.queries import REPORTS
from casino.reports.queries.asked import asked
from casino.reports.queries.taxes import COUNTRIES
from casino.sheets.papers import Paper, PaperColumn, paper_pdf
from casino.sheets.sheet import Sheet
from tests.world import EVENING, World

AMOUNT, CROWDED = f"{MINUS}1 234 567,89", 11


def every_sheet(world: World) -> list[tuple[str, Sheet]]:
    stamp = world.stamp("23:00")
    return [
        (name, each.make(asked(world.club, stamp, first=EVENING, last=EVENING, by=by, **more)))
        for name, each in REPORTS.items()
        for by in ([way for way, _ in each.group_by] or [""])[:1]
        for more in ({"country": "lv", "as_of": stamp.at},)
    ]


def test_a_formula_is_said_in_the_readers_language(night: World):
    sheet: Any = dict(every_sheet(night))["season"]
    with translation.override("lv"):
        assert sheet.formula(sheet.columns[-1]) == f"Balvas {MINUS} Buy-in un maksas"


def test_states_and_the_title_of_a_chart_are_said_in_the_readers_language(night: World):
    sheet = dict(every_sheet(night))["days"]
    with translation.override("lv"):
        (line,) = lines(sheet, night.club, sheet.rows)
        picture = drawing(sheet, night.club, ["rake"], ["state"])
    assert line[1].text == "atvērts"
    assert picture
    assert [title for title, _ in picture.series] == ["Reiks"]


def test_what_a_figure_is_made_of_is_named_in_the_readers_language(night: World):
    sheet = dict(every_sheet(night))["takings"]
    with translation.override("et"):
        named = {line[4].text for line in lines(sheet, night.club, sheet.rows)}
    assert "jaotus 1" in named


def test_a_group_of_lines_is_named_as_a_reader_knows_it(night: World):
    groups = {
        "takings": (f"{EVENING}", f"Ainult {EVENING:%d.%m.%Y}"),
        "ledger": ("cashgames.bought_in", "Ainult Sisseost"),
        "cash": ("2026-13-45", "Ainult 2026-13-45"),  # somebody wrote it into the address
    }
    for name, (only, said) in groups.items():
        form = AskForm(
            {"only": only}, report=REPORTS[name], club=night.club, stamp=night.stamp("23:00")
        )
        assert form.is_valid()
        with translation.override("et"):
            assert said in form.localized


def test_a_country_of_the_tax_report_is_named_in_the_readers_language():
    with translation.override("et"):
        assert [localized(each) for each in COUNTRIES.values()] == ["kõik riigid", "Eesti", "Läti"]


def test_the_heads_of_a_report_of_many_columns_find_room_on_paper_in_each_language(night: World):
    for name, sheet in every_sheet(night):
        for language in ("lv", "ru") if len(sheet.columns) >= CROWDED else ():
            with translation.override(language):
                columns = [
                    PaperColumn(title=each.title.localized(), is_number=each.is_number)
                    for each in sheet.columns
                ]
            row = [AMOUNT if each.is_number else "x" for each in columns]
            paper = Paper(
                title=name,
                above=[],
                columns=columns,
                rows=[row],
                sums=frozenset(),
                below=[],
                signed=[],
                foot=name,
                is_wide=sheet.is_wide,
                language=language,
                ends_at=night.stamp("23:00").at,
            )
            assert paper_pdf(paper).startswith(b"%PDF"), (name, language)
