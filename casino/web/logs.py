"""
Logs are lines of JSON and name no guest: PostgreSQL quotes the rows it refuses, and they go into
no line of ours.
"""

import logging
import re
import sys
from collections.abc import MutableMapping
from typing import Any

from structlog.processors import JSONRenderer, TimeStamper, format_exc_info
from structlog.stdlib import ProcessorFormatter, add_log_level, add_logger_name

# What stands below the error's own sentence, also where a program quotes the whole of it.
ROWS = re.compile(r"(?:\n|\\n)(?:DETAIL|CONTEXT|QUERY|STATEMENT):.*?(?=(?:\n|\\n)|$|['\"]\))")


def without_rows(_: Any, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Return what is logged without the rows of others."""
    for name, value in event.items():
        if isinstance(value, str):
            event[name] = ROWS.sub("", value)
    return event


# A command's result stands on the standard output; its log stands beside it.
LINES: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "json": {
            "()": ProcessorFormatter,
            "foreign_pre_chain": [TimeStamper(fmt="iso"), add_log_level, add_logger_name],
            "processors": [
                ProcessorFormatter.remove_processors_meta,
                format_exc_info,
                without_rows,
                JSONRenderer(),
            ],
        }
    },
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json"}},
    "root": {"handlers": ["stderr"], "level": "INFO"},
}


def to_standard_output() -> None:
    """Let a program that serves, and has no other output, write its lines there."""
    for handler in logging.getLogger().handlers:
        if isinstance(handler, logging.StreamHandler) and handler.stream is sys.stderr:
            handler.setStream(sys.stdout)
