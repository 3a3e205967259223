from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('countroom', '0001_squashed_0002_transfers'),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(
                    model_name='box',
                    name='fee',
                    field=models.CharField(choices=[('rake', 'Rake'), ('jackpot', 'Jackpot drop'), ('time', 'Time rake')], max_length=10),
                ),
                migrations.AlterField(
                    model_name='transfer',
                    name='state',
                    field=models.CharField(choices=[('asked', 'asked for'), ('issued', 'dispatched'), ('confirmed', 'confirmed'), ('void', 'void')], max_length=10),
                ),
                migrations.AlterField(
                    model_name='transferstep',
                    name='state',
                    field=models.CharField(choices=[('asked', 'asked for'), ('issued', 'dispatched'), ('confirmed', 'confirmed'), ('void', 'void')], max_length=10),
                ),
            ]
        ),
    ]
