from django.db import migrations


class Migration(migrations.Migration):
    # Acts go on while it is built; what a broken off attempt left is made anew.
    atomic = False

    dependencies = [("ledger", "0006_row_digests")]

    operations = [
        migrations.RunSQL("DROP INDEX CONCURRENTLY IF EXISTS ledger_act_club"),
        migrations.RunSQL("CREATE INDEX CONCURRENTLY ledger_act_club ON ledger_act (club_id, id)"),
    ]
