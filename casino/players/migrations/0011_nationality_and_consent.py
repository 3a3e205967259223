from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("players", "0010_guest_photo"),
    ]

    operations = [
        migrations.AddField(
            model_name=of,
            name=name,
            field=field,
        )
        for of in ("player", "version")
        for name, field in (
            ("nationality", models.CharField(blank=True, db_default="", max_length=2)),
            ("named_in_results", models.BooleanField(db_default=False, default=False)),
        )
    ]
