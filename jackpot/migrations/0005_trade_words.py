from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('jackpot', '0001_squashed_0004_conditions_in_every_language'),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(
                    model_name='claim',
                    name='state',
                    field=models.CharField(choices=[('unqualified', 'Does not qualify'), ('prepared', 'Draft'), ('proposed', 'Waiting for approval'), ('awarded', 'Awarded'), ('refused', 'Refused')], max_length=12),
                ),
            ]
        ),
    ]
