from django.db import migrations, models
from django.db.models import deletion

# Whose it was so far: the club's, of those where its person works, that gave the first role.
SO_FAR = """
UPDATE staff_user SET sign_in_club_id = (
    SELECT club_id FROM staff_membership WHERE user_id = staff_user.id ORDER BY id LIMIT 1
)
"""


class Migration(migrations.Migration):
    dependencies = [("house", "0001_initial"), ("staff", "0009_tries_cut_off")]
    operations = [
        migrations.AddField(
            "user",
            "sign_in_club",
            models.ForeignKey("house.Club", deletion.PROTECT, related_name="+", null=True),
        ),
        migrations.RunSQL(SO_FAR, migrations.RunSQL.noop),
    ]
