"""Logs name no guest: PostgreSQL quotes the rows it refuses, and they go into no line of ours."""

import logging
import re
from collections.abc import MutableMapping
from typing import Any

# What stands below the error's own sentence, also where a program quotes the whole of it.
ROWS = re.compile(r"(?:\n|\\n)(?:DETAIL|CONTEXT|QUERY|STATEMENT):.*?(?=(?:\n|\\n)|$|['\"]\))")


def without_rows(_: Any, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Return what is logged without the rows of others."""
    for name, value in event.items():
        if isinstance(value, str):
            event[name] = ROWS.sub("", value)
    return event


class WithoutRows(logging.Filter):
    """The same for a program that formats its lines itself, as Celery does."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Rewrite what the record says."""
        record.msg, record.args = ROWS.sub("", record.getMessage()), None
        if record.exc_info:
            said = logging.Formatter().formatException(record.exc_info)
            record.exc_text = ROWS.sub("", said)
        return True


def spare_rows(logger: logging.Logger, **_: Any) -> None:
    """Let no handler of a logger say them."""
    for handler in logger.handlers:
        handler.addFilter(WithoutRows())
