from django.db import migrations

from casino.migration import two_persons


class Migration(migrations.Migration):

    dependencies = [
        ('house', '0007_rows_of_a_former_home'),
        ('cage', '0005_redemption_limits'),
    ]

    operations = [
        migrations.RemoveConstraint(model_name='payment', name='cage_payment_two_people'),
        two_persons(
            "cage_payment_two_people",
            "cage_payment",
            "second_id",
            "paid_by_id",
            "cage_shift",
            "shift_id",
        ),
    ]
