from django.db import migrations, models
from django.db.models import Q

# A club that went elsewhere never comes back by a change of its row.
KEEP = """
CREATE FUNCTION house_keep_moved() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    RAISE EXCEPTION 'The books of this club are written in another cell.'
        USING ERRCODE = '23514', CONSTRAINT = 'house_club_held';
END $$;
CREATE TRIGGER moved_for_good BEFORE UPDATE ON house_club FOR EACH ROW
    WHEN (OLD.moved_to <> '' AND NEW.moved_to = '') EXECUTE FUNCTION house_keep_moved();
"""
UNDO = "DROP TRIGGER moved_for_good ON house_club; DROP FUNCTION house_keep_moved();"


class Migration(migrations.Migration):

    dependencies = [("house", "0009_one_clock")]

    operations = [
        migrations.AddField(
            "club", "is_held", models.BooleanField(db_default=False, default=False)
        ),
        migrations.AddField(
            "club",
            "moved_to",
            models.CharField(blank=True, db_default="", default="", max_length=200),
        ),
        migrations.AddConstraint(
            "club",
            models.CheckConstraint(
                name="house_moved_is_held", condition=Q(moved_to="") | Q(is_held=True)
            ),
        ),
        migrations.RunSQL(KEEP, UNDO),
    ]
