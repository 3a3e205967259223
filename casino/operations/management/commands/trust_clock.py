"""Say that the clock is right, after one that jumped: days close by themselves again."""

from typing import Any

from django.core.management.base import BaseCommand

from casino.db import now
from casino.operations.services import clocks


class Command(BaseCommand):
    """`trust_clock`: compare what it prints with another clock before."""

    help = __doc__

    def handle(self, **_: Any) -> None:
        """Believe the clock and print it."""
        clocks.trust_clock()
        self.stdout.write(f"The clock says {now():%d.%m.%Y %H:%M:%S} UTC, and is trusted.")
