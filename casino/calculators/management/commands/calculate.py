"""`manage.py calculate TOPIC`: questions in, answers out, one JSON object a line."""

import json
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from casino.calculators.lines import answers
from casino.calculators.registry import CALCULATORS


class Command(BaseCommand):
    """Answer the lines of standard input; no database is asked."""

    help = "Answer JSON questions, one a line: " + ", ".join(sorted(CALCULATORS))
    requires_system_checks: list[str] = []
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the name of the topic."""
        parser.add_argument("topic", nargs="?", default="")

    def handle(self, *_args: Any, topic: str, **_options: Any) -> None:
        """Answer line by line; a line that cannot be read costs the exit status, not the rest."""
        if topic not in CALCULATORS:
            named = f"There is no topic {topic!r}." if topic else "Name a topic."
            raise CommandError(f"{named} Topics: {', '.join(sorted(CALCULATORS))}", returncode=2)
        unread = 0
        for answer in answers(topic, sys.stdin.buffer):
            unread += answer.get("error") == "bad_input"
            self.stdout.write(json.dumps(answer))
        if unread:
            raise CommandError(f"{unread} of the lines could not be read.", returncode=1)
