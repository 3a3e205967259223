"""When a recurring document is due again. Days."""

import calendar
from datetime import date, timedelta

from casino.messages import Message, msg

WEEK = "week"
MONTHS = {"month": 1, "quarter": 3, "year": 12}
RHYTHMS: dict[str, Message] = {
    WEEK: msg("Every week"),
    "month": msg("Every month"),
    "quarter": msg("Every quarter"),
    "year": msg("Every year"),
}


def next_due(due_on: date, rhythm: str, day: int) -> date:
    """
    Return the day after a due one; day: of the month, where a month has none its last.

    So what is due on the 31st is due on 30 April, and on 31 May again. Source: DESIGN 12.
    """
    if rhythm == WEEK:
        return due_on + timedelta(days=7)
    years, month = divmod(due_on.month - 1 + MONTHS[rhythm], 12)
    year, month = due_on.year + years, month + 1
    return date(year, month, min(day, calendar.monthrange(year, month)[1]))
