from django.conf import settings
from django.db import migrations, models

# Deposits from before know their entries too, so that they can be taken back.
ENTRIES = """
UPDATE cage_bag b SET
    packed_entry_id = (
        SELECT e.id FROM ledger_entry e WHERE e.act_id = b.act_id AND e.kind = 'cage.bag_packed'
    ),
    credited_entry_id = (
        SELECT min(e.id) FROM ledger_entry e
        WHERE e.club_id = b.club_id AND e.kind = 'cage.bag_credited'
            AND e.happened_at = b.credited_at AND starts_with(e.memo, b.seal || ' ' || b.statement)
    )
"""


class Migration(migrations.Migration):

    dependencies = [
        ('cage', '0002_shift_notes'),
        ('ledger', '0002_trade_names'),
        ('house', '0001_squashed_0005_permissions_to_read'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='bag',
            name='cage_bag_seal_once',
        ),
        migrations.AddField(
            model_name='bag',
            name='credited_entry_id',
            field=models.BigIntegerField(null=True),
        ),
        migrations.AddField(
            model_name='bag',
            name='packed_entry_id',
            field=models.BigIntegerField(null=True),
        ),
        migrations.AddField(
            model_name='bag',
            name='voided_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name='paymentthresholds',
            name='credit_second_over_cents',
            field=models.PositiveBigIntegerField(default=500),
        ),
        migrations.AddField(
            model_name='paymentthresholds',
            name='vault_maximum_cents',
            field=models.PositiveBigIntegerField(default=100000000),
        ),
        migrations.AddConstraint(
            model_name='bag',
            constraint=models.UniqueConstraint(condition=models.Q(('voided_at', None)), fields=('club', 'seal'), name='cage_bag_seal_once'),
        ),
        migrations.RunSQL(ENTRIES, migrations.RunSQL.noop),
    ]
