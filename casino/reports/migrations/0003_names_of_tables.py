from django.db import migrations

# A table that is called otherwise keeps what it was called, as what was printed does.
KEEP = """
CREATE TRIGGER reports_keep_former AFTER UPDATE ON cashgames_table FOR EACH ROW
WHEN (OLD IS DISTINCT FROM NEW) EXECUTE FUNCTION reports_keep_former()
"""


class Migration(migrations.Migration):
    dependencies = [
        ("reports", "0002_trade_names"),
        ("cashgames", "0001_squashed_0007_moves"),
    ]

    operations = [
        migrations.RunSQL(KEEP, "DROP TRIGGER reports_keep_former ON cashgames_table"),
    ]
