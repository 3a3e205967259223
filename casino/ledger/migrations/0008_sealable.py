from pathlib import Path

from django.db import migrations

from casino.migration import script_operation

SCRIPT = Path(__file__).parents[1] / "sql/sealable.sql"


class Migration(migrations.Migration):

    dependencies = [("ledger", "0007_acts_by_club")]

    operations = [
        script_operation(SCRIPT, "939e299f5832dcb3b9e86ecfde6e8b4aa3a31b60464af5fc5062160c56360e04"),
    ]
