from django.db import migrations

# A jackpot that is called otherwise keeps what it was called, as what was printed does.
KEEP = """
CREATE TRIGGER reports_keep_former AFTER UPDATE ON jackpot_jackpot FOR EACH ROW
WHEN (OLD IS DISTINCT FROM NEW) EXECUTE FUNCTION reports_keep_former()
"""


class Migration(migrations.Migration):
    dependencies = [
        ("reports", "0004_names_of_drawers"),
        ("jackpot", "0001_squashed_0004_conditions_in_every_language"),
    ]

    operations = [
        migrations.RunSQL(KEEP, "DROP TRIGGER reports_keep_former ON jackpot_jackpot"),
    ]
