from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("webhooks", "0002_trade_words")]

    operations = [
        migrations.AddField("webhook", "sealed", models.TextField(blank=True, default="")),
        migrations.AlterField("webhook", "sealed", models.TextField(blank=True)),
        # A web node of the program before knows no such column, and writes none.
        migrations.RunSQL(
            "ALTER TABLE webhooks_webhook ALTER COLUMN sealed SET DEFAULT ''",
            migrations.RunSQL.noop,
        ),
    ]
