from django.db import migrations

import casino.db


class Migration(migrations.Migration):

    dependencies = [
        ('jackpot', '0003_shared_pools'),
    ]

    operations = [
        migrations.AlterField(
            model_name='claim',
            name='conditions',
            field=casino.db.SaidField(),
        ),
    ]
