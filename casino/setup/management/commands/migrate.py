"""Django's migrate, which refuses a database that it would leave half-made, and leaves none so."""

from typing import Any

from django.core.management import CommandError
from django.core.management.commands import migrate as stock
from django.db import OperationalError, connections, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.state import ProjectState

from casino.db import sqlstate
from casino.migration import refuse_unfinished_history
from casino.start import Fault, faults
from casino.start.faults import OF_OWNER

MAX_ATTEMPTS = 120
# Less than half of what PostgreSQL waits before it looks for a deadlock: the migration gives way,
# not the desk, which may have waited for a table of it since before.
PATIENCE = "SET lock_timeout = '400ms'"
CONFLICTS = {"40P01", "55P03"}  # a deadlock, or a table that somebody held for too long
find_related: Any = ProjectState._find_reload_model  # type: ignore[attr-defined]  # Django's


class Recording(MigrationExecutor):
    """
    Commits a migration together with the row that says that it was applied.

    Django commits the row afterwards where a migration makes an index: who is killed between the
    two finds at the next try that the tables exist.
    """

    def apply_migration(self, state: Any, migration: Any, *args: Any, **options: Any) -> Any:
        """Apply it in a transaction around Django's own, unless it cannot run in one."""
        if not migration.atomic:
            return super().apply_migration(state, migration, *args, **options)
        with transaction.atomic(self.connection.alias):
            return super().apply_migration(state, migration, *args, **options)


def find_few(state: ProjectState, app_label: str, model_name: str, delay: bool = False) -> Any:
    """
    Return the models to render anew with one: of a new model, and of a change that concerns no
    other ("delay"), Django's own answer is all that can be reached, here every model of the house.

    Those who point to it are enough to alter tables by; a state whose rows are read is rendered
    whole before that, as Django does it where a change was delayed.
    """
    model = state.apps.all_models[app_label].get(model_name)
    if delay != (model is not None):  # a renamed one, or one whose relations or key change
        return find_related(state, app_label, model_name, delay)
    state.is_delayed = True
    pointing = [each.related_model._meta for each in model._meta.related_objects] if model else []
    return {(app_label, model_name), *((each.app_label, each.model_name) for each in pointing)}


class Command(stock.Command):
    """The command under its usual name: casino.setup stands in place of Django's own."""

    def handle(self, *args: Any, **options: Any) -> None:
        """Refuse a role that may not own, a newer history, or one that ends among folded steps."""
        try:
            for fault in faults(OF_OWNER):
                raise fault
        except Fault as fault:
            raise CommandError(str(fault), returncode=fault.status) from None
        refuse_unfinished_history(connections[options["database"]])
        stock.MigrationExecutor = Recording  # type: ignore[attr-defined]
        ProjectState._find_reload_model = find_few  # type: ignore[attr-defined]
        for attempt in range(MAX_ATTEMPTS):
            try:
                with connections[options["database"]].cursor() as cursor:
                    cursor.execute(PATIENCE)
                super().handle(*args, **options)
            except OperationalError as error:
                # Each is one transaction: nothing of the one that was broken off has changed.
                if sqlstate(error) not in CONFLICTS or attempt == MAX_ATTEMPTS - 1:
                    raise
                self.stderr.write("The office at work was in the way; it is tried again.")
            else:
                with connections[options["database"]].cursor() as cursor:
                    cursor.execute("RESET lock_timeout")
                return
