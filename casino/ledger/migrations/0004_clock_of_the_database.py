from pathlib import Path

from django.db import migrations

from casino.migration import script_operation

SCRIPT = Path(__file__).parents[1] / "sql/clock.sql"


class Migration(migrations.Migration):

    dependencies = [("house", "0009_one_clock"), ("ledger", "0003_days_of_the_club")]

    operations = [
        script_operation(
            SCRIPT, "2f4d8bda13218d8b3fa1845c2325e507fdb55b39c8e46e82346cff25d2758748"
        )
    ]
