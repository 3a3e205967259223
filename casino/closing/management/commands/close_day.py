"""Close the gaming days of a club that are over, as the background job does every minute."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.core.management.base import BaseCommand, CommandError, CommandParser

from casino.closing.services.days import close_due_days
from casino.db import now
from casino.house.models import Club


class Command(BaseCommand):
    """`close_day --club SLUG [--at INSTANT]`; running it again changes nothing."""

    help = "Close the gaming days of a club that are over."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the club and, for a late or an early look, the instant."""
        parser.add_argument("--club", required=True, help="the club's short name")
        parser.add_argument(
            "--at",
            type=datetime.fromisoformat,
            help="as if it were this instant; without an offset: on the club's clock",
        )

    def handle(self, *, club: str, at: datetime | None, **_: Any) -> None:
        """Close what is due and say so, a day a line."""
        found = Club.objects.filter(slug=club).first()
        if found is None:
            raise CommandError(f"There is no club {club}.")
        if at and at.utcoffset() is None:
            at = at.replace(tzinfo=ZoneInfo(found.timezone))
        done = close_due_days(at or now(), club_id=found.pk)
        for _slug, day in done:
            self.stdout.write(f"{club} {day} closed")
        if not done:
            self.stdout.write(f"{club}: nothing is due")
