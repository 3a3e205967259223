from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('house', '0008_chip_colours'),
        ('tournaments', '0015_terms_changes'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='template',
            name='tournaments_template_once',
        ),
        migrations.AddField(
            model_name='template',
            name='retired_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddConstraint(
            model_name='template',
            constraint=models.UniqueConstraint(models.F('club'), models.F('name'), condition=models.Q(('retired_at', None)), name='tournaments_template_once'),
        ),
    ]
