from django.db import migrations, models

# Whatever changes a row keeps what it was; the application's role cannot write it by itself.
KEEP = """
CREATE FUNCTION reports_keep_former() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    INSERT INTO reports_former (of, row_id, until, was)
    VALUES (TG_TABLE_NAME, OLD.id, clock_timestamp(), to_jsonb(OLD));
    RETURN NULL;
END $$
"""
CHANGING = ("cage_shift", "cage_payable", "cashgames_session", "tournaments_tournament")
TRIGGERS = [
    f"""
    CREATE TRIGGER reports_keep_former AFTER UPDATE ON {table} FOR EACH ROW
    WHEN (OLD IS DISTINCT FROM NEW) EXECUTE FUNCTION reports_keep_former()
    """
    for table in CHANGING
]


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ("cage", "0001_squashed_0012_settings_of_the_club"),
        ("cashgames", "0001_squashed_0007_moves"),
        ("tournaments", "0001_squashed_0011_names_of_flights"),
    ]

    operations = [
        migrations.CreateModel(
            name="Former",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("of", models.CharField(max_length=63)),
                ("row_id", models.BigIntegerField()),
                ("until", models.DateTimeField()),
                ("was", models.JSONField()),
            ],
            options={
                "indexes": [models.Index(models.F("of"), models.F("row_id"), models.F("until"), name="reports_former_of_a_row")],
            },
        ),
        migrations.RunSQL([KEEP, *TRIGGERS], migrations.RunSQL.noop),
    ]
