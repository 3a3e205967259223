from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('cage', '0006_one_host_pays'),
    ]

    operations = [
        migrations.AddField(
            model_name='paymentthresholds',
            name='sale_second_from_cents',
            field=models.PositiveBigIntegerField(default=1000000000),
        ),
    ]
