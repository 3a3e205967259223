from django.db import migrations

from casino.migration import renamed


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0012_trade_words")]

    operations = [
        renamed("Listed", "WaitlistEntry", table="tournaments_listed"),
    ]
