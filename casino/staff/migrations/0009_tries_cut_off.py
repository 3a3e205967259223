from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("staff", "0008_wrong_pins_by_screen")]

    operations = [
        migrations.AddField(
            "wrongpin", "pending", models.BooleanField(default=False, db_default=False)
        )
    ]
