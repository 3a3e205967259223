from typing import Any

from django.db import migrations, models

KINDS = [("cash", "Cash"), ("chips", "Chips")]
# Line, what it is a line of, its constraint, its default.
LINES: list[tuple[str, str, str, dict[str, Any]]] = [
    ("CountLine", "count", "cage_count_line_once", {}),
    ("VaultCountLine", "count", "cage_vault_line_once", {"default": "cash"}),
    ("VaultMoveLine", "move", "cage_vault_move_line_once", {}),
]


class Migration(migrations.Migration):
    """The columns keep their name, which the program before reads and digests are made of."""

    dependencies = [("cage", "0011_journal_by_two")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                operation
                for line, of, constraint, default in LINES
                for operation in (
                    migrations.RemoveConstraint(line, constraint),
                    migrations.RenameField(line, "medium", "tender"),
                    migrations.AlterField(
                        line,
                        "tender",
                        models.CharField(
                            max_length=5, choices=KINDS, db_column="medium", **default
                        ),
                    ),
                    migrations.AddConstraint(
                        line, models.UniqueConstraint(of, "tender", "cents", name=constraint)
                    ),
                )
            ]
        )
    ]
