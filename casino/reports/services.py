"""Long reports, asked for now and written in the background."""

from datetime import date
from typing import Annotated, Literal

from django.utils.translation import get_language

from casino.acts.kinds import Hidden, OneOf, Text, Values
from casino.acts.permission import check_opens
from casino.acts.runner import act
from casino.bookkeeping.models import Job
from casino.bookkeeping.services.jobs import ask_job
from casino.house.stamp import Stamp
from casino.limits import MAX_LINE_LENGTH
from casino.messages import msg
from casino.refusals import BadInput
from casino.reports.queries import REPORTS

# No part of the question: a repeat may find more lines.
Total = Annotated[int, Hidden()]
# Nor where its links lead.
Site = Annotated[str, Hidden()]
Ending = Literal["csv", "csv-excel", "xlsx"]
Query = Annotated[dict[str, str], Values(of=Text(max_length=MAX_LINE_LENGTH))]


@act("reports.ask_report")
def ask_report(
    stamp: Stamp,
    *,
    report: Annotated[str, OneOf(words=tuple(REPORTS))],
    query: Query,
    ending: Ending,
    total: Total,
    site: Site = "",
) -> Job:
    """
    Ask for a report as a file; query: as its address asks; total: how many lines;
    site: where the office stands, for the links of the file. It is written in the language of
    who asks.

    Raises NotAllowed for who does not open that report, BadInput without days.
    """
    check_opens(stamp, REPORTS[report].route)
    try:
        first, last = (date.fromisoformat(query[name]) for name in ("first", "last"))
    except (KeyError, ValueError) as error:
        raise BadInput(msg("Choose the first and the last day."), field="query") from error
    title = msg(
        "{register}, {first} to {last}",
        register=REPORTS[report].title,
        first=f"{first:%d.%m.%Y}",
        last=f"{last:%d.%m.%Y}",
    )
    asked = {
        "report": report,
        "query": query,
        "ending": ending,
        "site": site,
        "language": get_language(),
    }
    return ask_job(stamp, kind="report", title=title, arguments=asked, total=total)
