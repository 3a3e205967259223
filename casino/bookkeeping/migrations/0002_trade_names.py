from django.db import migrations

from casino.migration import renamed


class Migration(migrations.Migration):
    dependencies = [("bookkeeping", "0001_squashed_0002_sentences_in_every_language")]

    operations = [
        renamed("Intake", "FileImport", table="bookkeeping_intake"),
    ]
