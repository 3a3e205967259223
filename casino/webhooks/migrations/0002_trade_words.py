import django.contrib.postgres.fields
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('webhooks', '0001_addresses_and_messages'),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(
                    model_name='message',
                    name='event',
                    field=models.CharField(choices=[('day.closed', 'Gaming day closed'), ('jackpot.hit', 'Jackpot hit'), ('tournament.finished', 'Tournament finished')], max_length=30),
                ),
                migrations.AlterField(
                    model_name='webhook',
                    name='events',
                    field=django.contrib.postgres.fields.ArrayField(base_field=models.CharField(choices=[('day.closed', 'Gaming day closed'), ('jackpot.hit', 'Jackpot hit'), ('tournament.finished', 'Tournament finished')], max_length=30), size=None),
                ),
            ]
        ),
    ]
