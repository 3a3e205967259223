"""Hands and chip moves are found by their act; hands of a session by its days, as before."""

import django.db.models.deletion
from django.db import migrations, models

INDEXES = (
    ("cashgames_hand_act", "cashgames_hand"),
    ("cashgames_chipmove_act", "cashgames_chipmove"),
)
# cashgames_hands_by_day begins with the session as well.
SPARE = "cashgames_hand_session_id_6bd98f77"


class Migration(migrations.Migration):
    # Hands are recorded while it is built; what a broken off attempt left is made anew.
    atomic = False

    dependencies = [
        ('cashgames', '0010_run_it_twice'),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(
                    model_name='chipmove',
                    name='act_id',
                    field=models.BigIntegerField(db_index=True),
                ),
                migrations.AlterField(
                    model_name='hand',
                    name='act_id',
                    field=models.BigIntegerField(db_index=True),
                ),
                migrations.AlterField(
                    model_name='hand',
                    name='session',
                    field=models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name='hands',
                        to='cashgames.session',
                    ),
                ),
            ],
            database_operations=[
                *[
                    migrations.RunSQL(sql)
                    for name, table in INDEXES
                    for sql in (
                        f"DROP INDEX CONCURRENTLY IF EXISTS {name}",
                        f"CREATE INDEX CONCURRENTLY {name} ON {table} (act_id)",
                    )
                ],
                migrations.RunSQL(f"DROP INDEX CONCURRENTLY IF EXISTS {SPARE}"),
            ],
        ),
        migrations.AlterField(
            model_name='timeshare',
            name='act_id',
            field=models.BigIntegerField(db_index=True, null=True),
        ),
    ]
