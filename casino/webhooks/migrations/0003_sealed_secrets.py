from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("webhooks", "0002_trade_words")]

    operations = [
        migrations.AddField("webhook", "sealed", models.TextField(blank=True, default="")),
        migrations.AlterField("webhook", "sealed", models.TextField(blank=True)),
    ]
