from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('cage', '0009_unnamed_sales'),
    ]

    operations = [
        migrations.AddField(
            model_name='paymentthresholds',
            name='bounty_alone_under_cents',
            field=models.PositiveBigIntegerField(default=0),
        ),
    ]
