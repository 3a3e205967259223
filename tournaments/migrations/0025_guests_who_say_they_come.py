from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("tournaments", "0024_booked_online"),
    ]

    operations = [
        migrations.AlterField(
            model_name="waitlistentry",
            name="what",
            field=models.CharField(
                choices=[
                    ("booking", "Booked"), ("waiting", "Waits"), ("coming", "Said to come"),
                ],
                max_length=10,
            ),
        ),
    ]
