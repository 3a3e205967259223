"""Say whether the installation is well, for an operator or a program that watches it."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from casino.operations.finding import Level
from casino.operations.queries.doctor import examine, worst


class Command(BaseCommand):
    """`doctor [--json]`: exit status 0 well, 1 to be looked at, 2 act now."""

    help = __doc__
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        """--json: the findings for a program."""
        parser.add_argument("--json", action="store_true", help="the findings for a program")

    def handle(self, *, json: bool, **_: Any) -> None:
        """Print the findings, the worst first, and end with the status of the worst."""
        found = sorted(examine(), key=lambda each: -each.level)
        level = worst(found)
        if json:
            self.stdout.write(as_json(found, level))
        else:
            for each in found:
                self.stdout.write(f"{each.level.name:8} {each.where}: {each.said}")
        if level:
            raise SystemExit(int(level))


def as_json(found: list[Any], level: Level) -> str:
    """Return the findings as one object."""
    rows = [
        {
            "part": each.part,
            "about": each.about,
            "level": each.level.name.lower(),
            "said": str(each.said),
            "value": each.value,
        }
        for each in found
    ]
    return json.dumps({"level": level.name.lower(), "findings": rows}, ensure_ascii=False)
