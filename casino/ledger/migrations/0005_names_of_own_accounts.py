from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [("ledger", "0004_clock_of_the_database")]

    operations = [
        # What an account is called in place of the chart's words.
        migrations.RunSQL(
            "ALTER TABLE ledger_account ADD COLUMN name text NOT NULL DEFAULT ''",
            "ALTER TABLE ledger_account DROP COLUMN name",
        )
    ]
