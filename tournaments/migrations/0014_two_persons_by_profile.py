from django.db import migrations

from casino.migration import two_persons


class Migration(migrations.Migration):

    dependencies = [
        ('house', '0006_control_profile'),
        ('tournaments', '0013_trade_names'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='structureversion',
            name='tournaments_version_two_people',
        ),
        two_persons(
            "tournaments_version_two_people",
            "tournaments_structureversion",
            "approved_by_id",
            "author_id",
            "tournaments_tournament",
            "tournament_id",
        ),
    ]
