from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('cage', '0004_two_persons_by_profile'),
    ]

    operations = [
        migrations.AddField(
            model_name='paymentthresholds',
            name='redeem_second_from_cents',
            field=models.PositiveBigIntegerField(default=200_000),
        ),
        migrations.AddField(
            model_name='paymentthresholds',
            name='redeem_manager_from_cents',
            field=models.PositiveBigIntegerField(default=1_000_000),
        ),
        migrations.AddField(
            model_name='paymentthresholds',
            name='identify_linked_days',
            field=models.PositiveSmallIntegerField(default=1),
        ),
    ]
