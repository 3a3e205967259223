from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('players', '0001_squashed_0004_language'),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(
                    model_name='bar',
                    name='kind',
                    field=models.CharField(choices=[('house', 'excluded by the house'), ('self', 'self-excluded')], max_length=5),
                ),
            ]
        ),
    ]
