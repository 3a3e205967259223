import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('cashgames', '0009_more_corrections'),
        ('countroom', '0005_one_host'),
    ]

    operations = [
        migrations.AddField(
            model_name='settlement',
            name='void_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AlterField(
            model_name='settlement',
            name='session',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='settlements', to='cashgames.session'),
        ),
        migrations.AddConstraint(
            model_name='settlement',
            constraint=models.UniqueConstraint(models.F('session'), condition=models.Q(('void_at', None)), name='countroom_settled_once'),
        ),
        migrations.AddField(
            model_name='bankclosing',
            name='void_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AlterField(
            model_name='bankclosing',
            name='session',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='bank_closings', to='cashgames.session'),
        ),
    ]
