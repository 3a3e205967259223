"""What script/server needs before it opens, in one process: to start Django takes its time."""

from contextlib import suppress
from typing import Any

from django.core.management import BaseCommand, call_command

from casino.operations.services import reserve
from casino.staff.queries import is_empty
from casino.web import demo

# The API's page is Swagger's, without its maps; the browsable API and Redoc are not offered.
NOT_SERVED = [
    "redoc",
    "rest_framework",
    "*.map",
    "oauth2-redirect.*",
    "ext",
    "htm*-4*",
    "htmx-2.js",
]


def keep_reserve() -> None:
    """Keep room on the disk; the office opens without it too, and the doctor says so."""
    with suppress(OSError):
        reserve.keep()


STEPS = {
    "tables": lambda: call_command("migrate", verbosity=0),
    "static": lambda: call_command(
        "collectstatic", interactive=False, verbosity=0, clear=True, ignore_patterns=[*NOT_SERVED]
    ),
    "reserve": keep_reserve,
    "word": lambda: is_empty() and call_command("setup_word"),
    "demo": demo.begin,
}


class Command(BaseCommand):
    """`prepare STEP ...`, each in its turn."""

    help = __doc__
    requires_system_checks = []

    def add_arguments(self, parser: Any) -> None:
        """STEP: which ones."""
        parser.add_argument("steps", nargs="+", choices=STEPS)

    def handle(self, *, steps: list[str], **_: Any) -> None:
        for step in steps:
            STEPS[step]()
