"""Django's migrate, which first refuses a database that it would leave half-made."""

from typing import Any

from django.core.management import CommandError
from django.core.management.commands.migrate import Command as Migrate
from django.db import connections

from casino.migration import refuse_unfinished_history
from casino.start import Fault, faults
from casino.start.faults import OF_OWNER


class Command(Migrate):
    """The command under its usual name: casino.setup stands in place of Django's own."""

    def handle(self, *args: Any, **options: Any) -> None:
        """Refuse a role that may not own, a newer history, or one that ends among folded steps."""
        try:
            for fault in faults(OF_OWNER):
                raise fault
        except Fault as fault:
            raise CommandError(str(fault), returncode=fault.status) from None
        refuse_unfinished_history(connections[options["database"]])
        super().handle(*args, **options)
