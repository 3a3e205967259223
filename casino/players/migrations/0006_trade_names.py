from django.db import migrations

from casino.migration import renamed


class Migration(migrations.Migration):
    dependencies = [("players", "0005_trade_words")]

    operations = [
        renamed("Bar", "Exclusion", table="players_bar"),
        renamed("Separation", "SeatingRestriction", table="players_separation"),
        renamed("Terms", "AgeTerms", table="players_terms"),
        renamed("Place", "PlayingPlace", table="players_place"),
    ]
