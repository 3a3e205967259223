import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("cashgames", "0004_corrections")]

    operations = [
        migrations.CreateModel(
            name="Settled",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("cents", models.BigIntegerField()),
                ("correction", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="settled", to="cashgames.correction")),
                ("session", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="settled", to="cashgames.session")),
            ],
        ),
        migrations.AddConstraint(
            model_name="settled",
            constraint=models.UniqueConstraint(models.F("correction"), models.F("session"), name="cashgames_settled_once"),
        ),
        migrations.RunSQL(
            "INSERT INTO cashgames_settled (correction_id, session_id, cents)"
            " SELECT id, session_id, settled_cents FROM cashgames_correction"
            " WHERE settled_cents <> 0",
            migrations.RunSQL.noop,
        ),
        migrations.RemoveField(model_name="correction", name="settled_cents"),
        migrations.AlterField(
            model_name="overshort", name="act_id", field=models.BigIntegerField()
        ),
        migrations.AddConstraint(
            model_name="overshort",
            constraint=models.UniqueConstraint(models.F("act_id"), models.F("entry"), name="cashgames_over_short_once"),
        ),
    ]
