from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("house", "0011_editions_withdrawn")]

    # What was decided until now, or by the program before this one meanwhile, calls nothing off.
    operations = [
        migrations.AddField(
            "permission", "calls_off", models.BooleanField(db_default=False, default=True)
        ),
    ]
