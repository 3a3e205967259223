from django.db import migrations

# The headings of the API are its apps; some have been divided since keys were given for them.
DIVIDED = """
UPDATE staff_apitoken SET apps = array_remove(apps, '{old}') || ARRAY[{new}]::varchar(30)[]
WHERE '{old}' = ANY (apps)
"""
COUNT_ROOM = DIVIDED.format(old="countroom", new="'countroom', 'tablefloats'")
OFFICE = DIVIDED.format(old="office", new="'me', 'closing', 'calculators'")
BACK = """
UPDATE staff_apitoken SET apps = array_remove(array_remove(array_remove(
    apps, 'me'), 'closing'), 'calculators') || ARRAY['office']::varchar(30)[]
WHERE 'closing' = ANY (apps);
UPDATE staff_apitoken SET apps = array_remove(apps, 'tablefloats');
"""


class Migration(migrations.Migration):
    dependencies = [("staff", "0001_squashed_0005_former_roles")]
    operations = [migrations.RunSQL(OFFICE + ";" + COUNT_ROOM, BACK)]
