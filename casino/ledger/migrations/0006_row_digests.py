from pathlib import Path

from django.db import migrations

from casino.migration import script_operation

SCRIPT = Path(__file__).parents[1] / "sql/row_digests.sql"


class Migration(migrations.Migration):

    dependencies = [("ledger", "0005_names_of_own_accounts")]

    operations = [
        script_operation(SCRIPT, "c5cf6844659d1b18e7bd4c0b01f2c28a80f35cb84f2f6423f2324e8d371a7a61"),
    ]
