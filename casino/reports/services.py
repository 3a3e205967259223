"""Long reports, asked for now and written in the background."""

from collections.abc import Mapping
from datetime import date

from casino.bookkeeping.models import Job
from casino.bookkeeping.services.jobs import ask_job
from casino.db import command
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.reports.queries import REPORTS
from casino.words import say


@command
def ask_report(
    stamp: Stamp, *, report: str, query: Mapping[str, str], ending: str, total: int
) -> Job:
    """
    Ask for a report as a file, csv or xlsx; query: as its address asks; total: how many lines.

    Who may have which report is the door's business; that it was asked for, stays.
    """
    asked = {"report": report, "query": dict(query), "ending": ending}
    act = ledger.act(stamp, "reports.ask_report", **asked)
    if act.replayed:
        return Job.objects.get(act_id=act.id)
    first, last = (date.fromisoformat(query[name]) for name in ("first", "last"))
    title = say(
        "{register}, {first} to {last}",
        register=REPORTS[report].title,
        first=f"{first:%d.%m.%Y}",
        last=f"{last:%d.%m.%Y}",
    )
    return ask_job(stamp, act, kind="report", title=title, arguments=asked, total=total)
