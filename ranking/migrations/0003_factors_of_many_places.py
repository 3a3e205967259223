"""Many players who share many places use up more factors than a small number holds."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("ranking", "0002_cards_at_the_close")]

    operations = [
        migrations.AlterField(
            model_name="points", name="place_factor", field=models.PositiveIntegerField()
        )
    ]
