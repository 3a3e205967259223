from django.db import migrations

from casino.migration import renamed


class Migration(migrations.Migration):
    dependencies = [("ledger", "0001_squashed_0002_acts_by_instant")]

    operations = [
        renamed("Line", "LedgerLine", table="ledger_line"),
    ]
