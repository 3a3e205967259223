from django.db import migrations

from casino.migration import renamed


class Migration(migrations.Migration):
    dependencies = [("cashgames", "0001_squashed_0007_moves")]

    operations = [
        renamed("Waiting", "WaitlistEntry", table="cashgames_waiting"),
    ]
