from django.db import migrations

from casino.migration import two_persons


class Migration(migrations.Migration):

    dependencies = [
        ('house', '0006_control_profile'),
        ('jackpot', '0005_trade_words'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='claim',
            name='jackpot_base_checked_by_another',
        ),
        two_persons(
            "jackpot_base_checked_by_another", "jackpot_claim", "base_checked_by_id", "claimed_by_id"
        ),
    ]
