from django.core.management import CommandError
from django.db import migrations, models
from django.db.models.functions import Lower

TWICE = """
SELECT string_agg(username, ', ' ORDER BY username) FROM staff_user
GROUP BY lower(username) HAVING count(*) > 1
"""


def refuse_two_of_one_name(_apps, editor):
    with editor.connection.cursor() as cursor:
        cursor.execute(TWICE)
        if found := cursor.fetchone():
            raise CommandError(
                f"{found[0]} differ by capitals alone: give one of them another name first, as the "
                "owner of the tables: UPDATE staff_user SET username = 'new' WHERE username = 'Old'."
            )


class Migration(migrations.Migration):
    dependencies = [("staff", "0002_headings_of_keys")]
    operations = [
        migrations.RunPython(refuse_two_of_one_name, migrations.RunPython.noop),
        migrations.AddConstraint(
            "user", models.UniqueConstraint(Lower("username"), name="staff_user_name_once")
        ),
    ]
