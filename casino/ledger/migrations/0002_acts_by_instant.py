from django.db import migrations

# The trail of a month reads that month's acts, however long the history is.
BY_INSTANT = """
CREATE INDEX ledger_act_happened ON ledger_act USING brin (happened_at)
    WITH (pages_per_range = 32, autosummarize = on)
"""


class Migration(migrations.Migration):
    """An index on when acts happened."""

    dependencies = [("ledger", "0001_initial")]
    operations = [
        migrations.RunSQL(BY_INSTANT, reverse_sql="DROP INDEX ledger_act_happened"),
    ]
