from django.db import migrations

# A drawer that is called otherwise keeps what it was called, as what was printed does.
KEEP = """
CREATE TRIGGER reports_keep_former AFTER UPDATE ON cage_drawer FOR EACH ROW
WHEN (OLD IS DISTINCT FROM NEW) EXECUTE FUNCTION reports_keep_former()
"""


class Migration(migrations.Migration):
    dependencies = [
        ("reports", "0003_names_of_tables"),
        ("cage", "0001_squashed_0012_settings_of_the_club"),
    ]

    operations = [
        migrations.RunSQL(KEEP, "DROP TRIGGER reports_keep_former ON cage_drawer"),
    ]
