from django.db import migrations

from casino.migration import renamed


class Migration(migrations.Migration):
    dependencies = [("ranking", "0001_squashed_0003_factors_of_many_places")]

    operations = [
        renamed("Place", "RankingPlace", table="ranking_place"),
    ]
