from pathlib import Path

from django.db import migrations

from casino.migration import script_operation

SCRIPT = Path(__file__).parents[1] / "sql/clock.sql"


class Migration(migrations.Migration):

    dependencies = [("house", "0009_one_clock"), ("ledger", "0003_days_of_the_club")]

    operations = [
        script_operation(
            SCRIPT, "ff870b048ac4b6f812946fe66b028b2d60ec4da3d1187a7203edfc10abbc9b9f"
        )
    ]
