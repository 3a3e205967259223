"""Which roles somebody had, and until which gaming day: kept apart ones never share one."""

from django.conf import settings
from django.db import migrations, models

ROLES = [
    ("cashier", "Cashier"),
    ("supervisor", "Floor supervisor"),
    ("director", "Tournament director"),
    ("accountant", "Accountant"),
    ("manager", "Poker manager"),
    ("auditor", "Auditor"),
]


class Migration(migrations.Migration):
    dependencies = [
        ("house", "0001_initial"),
        ("staff", "0004_language"),
    ]

    operations = [
        migrations.CreateModel(
            name="FormerRole",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("role", models.CharField(choices=ROLES, max_length=20)),
                ("last_day", models.DateField()),
                ("act_id", models.BigIntegerField()),
                (
                    "club",
                    models.ForeignKey(on_delete=models.PROTECT, related_name="+", to="house.club"),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=models.PROTECT,
                        related_name="former_roles",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["user", "club", "last_day"], name="staff_former_of_user")
                ],
            },
        ),
    ]
