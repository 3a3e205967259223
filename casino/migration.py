"""What the migrations share: many tables at once, scripts, and the way from former histories."""

import hashlib
from pathlib import Path
from typing import Any

from django.core.management import CommandError
from django.db import migrations
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations import CreateModel, RunPython, RunSQL
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.recorder import MigrationRecorder
from django.db.migrations.state import ProjectState

from casino.db import run_script

# The last commit that had each step of the way to version 1.0 as a migration of its own.
LAST_UNFOLDED = "279f6bd"


class CreateModels(Operation):
    """Create an app's models; rendered once together, where one by one takes Django minutes."""

    reversible = False

    def __init__(self, *models: CreateModel) -> None:
        self.models = models

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        """Add the models to the state, which is rendered anew when it is next asked for."""
        state.__dict__.pop("apps", None)
        for each in self.models:
            each.state_forwards(app_label, state)

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        """Make the tables in their order."""
        for each in self.models:
            each.database_forwards(app_label, schema_editor, from_state, to_state)

    def describe(self) -> str:
        """Say it for the terminal."""
        return f"Create models {', '.join(each.name for each in self.models)}"


def script_operation(path: Path, sha256: str) -> RunPython:
    """
    Return the operation of a migration that runs a script; there is no way back.

    Databases that were migrated before have the script as it was then: so it never changes, and
    where it did, the operation raises instead of making a database that differs from them.
    """

    def run(_apps: object, editor: Any) -> None:
        content = path.read_bytes()
        if hashlib.sha256(content).hexdigest() != sha256:
            raise CommandError(f"{path.name} has changed: change the schema by a new migration.")
        run_script(editor.connection, content.decode())

    return RunPython(run, RunPython.noop)


def refuse_unfinished_history(connection: BaseDatabaseWrapper) -> None:
    """Raise CommandError where the database stopped among the steps that are now one."""
    applied = MigrationRecorder(connection).applied_migrations().keys()
    loader = MigrationLoader(None)
    for folded in loader.replacements.values():
        gone = [step for step in folded.replaces if step not in loader.disk_migrations]
        missing = [step for step in gone if step not in applied]
        if 0 < len(missing) < len(gone):
            raise CommandError(
                f"This database is too old for this version, {'.'.join(missing[0])} is missing: "
                f"check out the commit {LAST_UNFOLDED} and run script/manage migrate there first."
            )


def renamed(old: str, new: str, *, table: str) -> migrations.SeparateDatabaseAndState:
    """Rename a model and leave its table: scripts, guards and older copies know it by its name."""
    return migrations.SeparateDatabaseAndState(
        state_operations=[migrations.RenameModel(old, new), migrations.AlterModelTable(new, table)]
    )


def two_persons(constraint: str, table: str, first: str, second: str, *parent: str) -> RunSQL:
    """
    Return the trigger by which two columns never name one person, save in the profile `home`.

    parent: the table that has the club, and the column that names its row.
    """
    arguments = ", ".join(f"'{each}'" for each in (constraint, first, second, *parent))
    trigger = f"""
        CREATE TRIGGER {constraint} BEFORE INSERT OR UPDATE ON {table}
        FOR EACH ROW EXECUTE FUNCTION house_two_persons({arguments})
    """
    return RunSQL(trigger, f"DROP TRIGGER {constraint} ON {table}")
