from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("bookkeeping", "0002_trade_names")]

    operations = [
        migrations.AddField(
            model_name="mapping",
            name="ref",
            field=models.PositiveBigIntegerField(db_default=0, default=0),
        ),
        migrations.RemoveIndex(model_name="mapping", name="bookkeeping_mapped_from"),
        migrations.AddIndex(
            model_name="mapping",
            index=models.Index("club", "code", "ref", "from_day", "id", name="bookkeeping_mapped_of_ref"),
        ),
    ]
