import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from casino.migration import two_persons

# What two people put right stays as they did, for the owner of the tables too.
APPEND_ONLY = """
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON cage_countcorrection
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_append_only()
"""


class Migration(migrations.Migration):

    dependencies = [
        ('cage', '0012_tender'),
        ('house', '0006_control_profile'),
        ('ledger', '0008_sealable'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterField(
            model_name='count',
            name='act_id',
            field=models.BigIntegerField(),
        ),
        migrations.AddConstraint(
            model_name='count',
            constraint=models.UniqueConstraint(models.F('act_id'), models.F('shift'), name='cage_count_once_an_act'),
        ),
        migrations.CreateModel(
            name='CountCorrection',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('moment', models.CharField(choices=[('opening', 'Opening'), ('closing', 'Closing')], max_length=10)),
                ('cash_cents', models.BigIntegerField()),
                ('chips_cents', models.BigIntegerField()),
                ('reason', models.CharField(max_length=200)),
                ('corrected_at', models.DateTimeField()),
                ('gaming_day', models.DateField()),
                ('entry_id', models.BigIntegerField(null=True)),
                ('act_id', models.BigIntegerField()),
                ('asked_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('second', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('shift', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='corrections', to='cage.shift')),
                ('right', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='cage.count')),
                ('wrong', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='cage.count')),
            ],
            options={
                'constraints': [models.UniqueConstraint(models.F('act_id'), models.F('shift'), models.F('moment'), name='cage_correction_once_an_act')],
            },
        ),
        migrations.RunSQL(APPEND_ONLY, migrations.RunSQL.noop),
        two_persons(
            "cage_correction_two_people",
            "cage_countcorrection",
            "second_id",
            "asked_by_id",
            "cage_shift",
            "shift_id",
        ),
    ]
