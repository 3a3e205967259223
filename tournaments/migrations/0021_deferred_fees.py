from django.db import migrations

# Tournaments that still sell tickets keep the fees of what they sell from now on.
OPEN = """
INSERT INTO ledger_account (club_id, code, ref, currency, floor, is_open)
SELECT t.club_id, 'deferred:fees', t.id, c.currency, -1, true
FROM tournaments_tournament t JOIN house_club c ON c.id = t.club_id
WHERE t.finished_at IS NULL AND t.cancelled_at IS NULL
ON CONFLICT DO NOTHING
"""


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0020_daily_and_withheld'),
        ('ledger', '0004_clock_of_the_database'),
        ('house', '__first__'),
    ]

    operations = [migrations.RunSQL(OPEN, migrations.RunSQL.noop)]
