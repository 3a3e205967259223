"""A club says who reads, too."""

from django.contrib.postgres.fields import ArrayField
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("house", "0004_permissions"),
    ]

    operations = [
        migrations.AddField(
            model_name="permission",
            name="reads",
            field=ArrayField(base_field=models.CharField(max_length=20), null=True, size=None),
        ),
    ]
