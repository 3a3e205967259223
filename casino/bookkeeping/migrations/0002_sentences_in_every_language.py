from django.db import migrations

import casino.db

# What was written so far is a text, and stays one.
WRITTEN = """
ALTER TABLE bookkeeping_job
    ALTER COLUMN title TYPE jsonb USING to_jsonb(title),
    ALTER COLUMN remark TYPE jsonb USING to_jsonb(remark)
"""


class Migration(migrations.Migration):

    dependencies = [
        ('bookkeeping', '0001_initial'),
    ]

    operations = [
        migrations.AlterField(
            model_name='intake',
            name='errors',
            field=casino.db.SaidField(default=list),
        ),
        migrations.RunSQL(
            WRITTEN,
            state_operations=[
                migrations.AlterField(
                    model_name='job', name='title', field=casino.db.SaidField()
                ),
                migrations.AlterField(
                    model_name='job',
                    name='remark',
                    field=casino.db.SaidField(blank=True, default=str),
                ),
            ],
        ),
    ]
