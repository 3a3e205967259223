from django.db import migrations

# The clock of days, closes and acts: nothing else is asked what time it is where money depends.
NOW = """
CREATE FUNCTION house_now() RETURNS timestamptz
LANGUAGE sql VOLATILE SET search_path = public, pg_temp AS $$ SELECT clock_timestamp() $$
"""


class Migration(migrations.Migration):

    dependencies = [("house", "0008_chip_colours")]

    operations = [migrations.RunSQL(NOW, "DROP FUNCTION house_now()")]
