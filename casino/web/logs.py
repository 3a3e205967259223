"""
Logs are lines of JSON that name no guest and open nothing: PostgreSQL quotes the rows it refuses,
Django the address that was asked for, and neither they nor what is secret in an address go into a
line of ours.
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
# A guest's own page, keys of programs, what a form or an address says in plain words.
SECRETS = re.compile(
    r"(/standing/[^/\s]+/[0-9]+-|\bBearer |\b(?:password|token|key|secret|pin|sessionid)=)"
    r"[^\s/&;,'\"]+",
    re.IGNORECASE,
)


def without_rows(_: Any, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Return what is logged without the rows of others and without what opens something."""
    for name, value in event.items():
        if isinstance(value, str):
            event[name] = SECRETS.sub(r"\1…", ROWS.sub("", value))
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
