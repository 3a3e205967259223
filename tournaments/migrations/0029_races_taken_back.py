from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0028_races_of_a_table'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='chiprace',
            name='tournaments_race_once',
        ),
        migrations.AddField(
            model_name='chiprace',
            name='taken_back_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddConstraint(
            model_name='chiprace',
            constraint=models.UniqueConstraint(models.F('floor_table'), models.F('old_chip'), condition=models.Q(('taken_back_at', None)), name='tournaments_race_once'),
        ),
    ]
