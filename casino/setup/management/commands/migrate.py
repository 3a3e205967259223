"""Django's migrate, which first refuses a database that it would leave half-made."""

from typing import Any

from django.core.management.commands.migrate import Command as Migrate
from django.db import connections

from casino.migration import refuse_unfinished_history


class Command(Migrate):
    """The command under its usual name: casino.setup stands in place of Django's own."""

    def handle(self, *args: Any, **options: Any) -> None:
        """Refuse a history that ends among the steps that were folded, then migrate."""
        refuse_unfinished_history(connections[options["database"]])
        super().handle(*args, **options)
