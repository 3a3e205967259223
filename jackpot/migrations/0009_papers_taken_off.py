import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

# A paper is taken off once, as a file of the general journal is.
GUARD = """
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON jackpot_attachment
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_append_only();
CREATE TRIGGER stays BEFORE UPDATE ON jackpot_attachment
    FOR EACH ROW EXECUTE FUNCTION journal_take_off_file();
"""


class Migration(migrations.Migration):

    dependencies = [
        ('jackpot', '0008_awards_taken_back'),
        ('journal', '0004_files_taken_off'),
        ('players', '0016_reasons_of_the_separated'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='attachment',
            name='jackpot_attachment_once',
        ),
        migrations.AddField(
            model_name='attachment',
            name='off_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name='attachment',
            name='off_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='attachment',
            name='off_reason',
            field=models.CharField(blank=True, db_default='', default='', max_length=200),
        ),
        migrations.AddField(
            model_name='attachment',
            name='off_signed_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='attachment',
            name='player',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='players.player'),
        ),
        migrations.AddConstraint(
            model_name='attachment',
            constraint=models.UniqueConstraint(models.F('claim'), models.F('sha256'), condition=models.Q(('off_at', None)), name='jackpot_attachment_once'),
        ),
        migrations.RunSQL(GUARD, migrations.RunSQL.noop),
    ]
