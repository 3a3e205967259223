"""For whom a card counted when its quarter was closed."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("ranking", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="closedquarter", name="cards", field=models.JSONField(default=dict)
        )
    ]
