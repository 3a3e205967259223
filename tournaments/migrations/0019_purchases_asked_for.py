import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0018_floor_undo'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='template',
            name='addon_fee_cents',
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name='template',
            name='addons_after',
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name='template',
            name='most_addons',
            field=models.PositiveSmallIntegerField(null=True),
        ),
        migrations.AddField(
            model_name='template',
            name='rebuy_fee_cents',
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name='tournament',
            name='addon_fee_cents',
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name='tournament',
            name='addons_after',
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name='tournament',
            name='most_addons',
            field=models.PositiveSmallIntegerField(null=True),
        ),
        migrations.AddField(
            model_name='tournament',
            name='rebuy_fee_cents',
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.CreateModel(
            name='PurchaseRequest',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('what', models.CharField(choices=[('entry', 'Buy-in'), ('reentry', 'Re-entry'), ('rebuy', 'Rebuy'), ('addon', 'Add-on'), ('refund', 'Refund')], max_length=10)),
                ('chips', models.PositiveBigIntegerField()),
                ('at', models.DateTimeField()),
                ('withdrawn_at', models.DateTimeField(null=True)),
                ('act_id', models.BigIntegerField(unique=True)),
                ('asked_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='requests', to='tournaments.entry')),
                ('purchase', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='request', to='tournaments.purchase')),
                ('withdrawn_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(models.F('entry'), models.F('what'), condition=models.Q(('purchase', None), ('withdrawn_at', None)), name='tournaments_request_once'), models.CheckConstraint(condition=models.Q(('purchase', None), ('withdrawn_at', None), _connector='OR'), name='tournaments_request_sold_or_withdrawn')],
            },
        ),
    ]
