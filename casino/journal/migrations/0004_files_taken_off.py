import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

# A file is taken off once: its content goes, and nothing else of it changes.
GUARD = """
CREATE FUNCTION journal_take_off_file() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
    later text[] := ARRAY['content', 'off_at', 'off_by_id', 'off_signed_by_id', 'off_reason'];
BEGIN
    IF OLD.off_at IS NULL AND NEW.off_at IS NOT NULL AND NEW.content = ''
        AND to_jsonb(NEW) - later = to_jsonb(OLD) - later THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'an attached file is taken off once, never rewritten'
        USING ERRCODE = 'check_violation', CONSTRAINT = TG_TABLE_NAME || '_stays';
END $$;
DROP TRIGGER append_only ON journal_attached_file;
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON journal_attached_file
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_append_only();
CREATE TRIGGER stays BEFORE UPDATE ON journal_attached_file
    FOR EACH ROW EXECUTE FUNCTION journal_take_off_file();
"""


class Migration(migrations.Migration):

    dependencies = [
        ('journal', '0003_templates'),
        ('players', '0016_reasons_of_the_separated'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='attachedfile',
            name='off_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name='attachedfile',
            name='off_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='attachedfile',
            name='off_reason',
            field=models.CharField(blank=True, db_default='', default='', max_length=200),
        ),
        migrations.AddField(
            model_name='attachedfile',
            name='off_signed_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='attachedfile',
            name='player',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='players.player'),
        ),
        migrations.RunSQL(GUARD, migrations.RunSQL.noop),
    ]
