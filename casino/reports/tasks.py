"""Long reports, written by whoever carries out jobs."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.utils import translation

from casino.bookkeeping.models import REPORT, File
from casino.bookkeeping.services.jobs import Run, works
from casino.bookkeeping.services.output import Made, keep
from casino.house.queries import club_stamp
from casino.reports.exports import chunks, file_name
from casino.reports.forms import AskForm
from casino.reports.queries import REPORTS
from casino.schema import plain
from casino.sheets.sheet import SheetRow

OFTEN = 5_000


class Beating(Sequence[SheetRow]):
    """Rows that tell how many of them have passed."""

    def __init__(self, rows: Sequence[SheetRow], beat: Callable[[int], None]) -> None:
        self.rows, self.beat = rows, beat

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, part: Any) -> Any:
        return self.rows[part]

    def __iter__(self) -> Iterator[SheetRow]:
        for n, row in enumerate(self.rows, start=1):
            if n % OFTEN == 0:
                self.beat(n)
            yield row


@works("report")
def make_report(run: Run, now: datetime) -> File:
    job = run.job
    name, ending = job.arguments["report"], job.arguments["ending"]
    report = REPORTS[name]
    stamp = club_stamp(job.club, at=job.asked_at, actor_id=job.asked_by_id)
    form = AskForm(job.arguments["query"], report=report, club=job.club, stamp=stamp)
    form.full_clean()
    sheet = report.sheet(form.asked)
    count = len(sheet.rows)
    beating = replace(sheet, rows=Beating(sheet.rows, run.beat))
    site = job.arguments.get("site", "")
    written = chunks(beating, report, form.asked, ending, club=job.club, site=site)
    made = Made()
    with made.stack, translation.override(job.arguments.get("language")):
        made.add(file_name(report, form.asked, job.club, ending), written, lines=lambda: count)
        control = {"format": name, "venue": job.club.slug, "created_at": plain(now)}
        values = {
            "club_id": job.club_id,
            "batch": None,
            "profile": f"{REPORT}{name}",
            "version": 1,
            "made_by_id": job.asked_by_id,
            "made_at": now,
        }
        return keep(made.parts, control, values, run=run)
