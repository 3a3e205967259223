from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('cage', '0008_payables_taken_back'),
    ]

    operations = [
        migrations.AddField(
            model_name='paymentthresholds',
            name='unnamed_sales_from_cents',
            field=models.PositiveBigIntegerField(default=500000),
        ),
    ]
