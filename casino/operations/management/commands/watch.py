"""Look at the installation once and tell what appeared or ended; for a timer beside the worker."""

from typing import Any

from django.core.management.base import BaseCommand

from casino.operations.services import alarms


class Command(BaseCommand):
    """`watch`, each minute from a timer: it works, too, where worker and broker are dead."""

    help = __doc__
    requires_system_checks = []

    def handle(self, **_: Any) -> None:
        """Do it once."""
        self.stdout.write(f"{alarms.watch()} told.")
