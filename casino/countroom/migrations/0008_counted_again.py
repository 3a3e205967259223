from django.db import migrations, models
from django.db.models import Q

# As before, but for the two counts of one person who confirmed a fill and counted it again.
BY_TWO = """
CREATE OR REPLACE FUNCTION countroom_check_step() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    IF NEW.state IN ('issued', 'confirmed') AND EXISTS (
        SELECT FROM countroom_transferstep s JOIN countroom_transfer t ON t.id = s.transfer_id
        WHERE s.transfer_id = NEW.transfer_id AND s.by_id = NEW.by_id AND s.state <> NEW.state
            AND s.state IN ('issued', 'confirmed') AND NOT house_one_person(t.club_id)
    ) THEN
        RAISE EXCEPTION 'violates "countroom_transfer_by_two": one person is named twice'
            USING ERRCODE = 'check_violation', CONSTRAINT = 'countroom_transfer_by_two';
    END IF;
    RETURN NEW;
END $$
"""


class Migration(migrations.Migration):

    dependencies = [("countroom", "0007_tender")]

    operations = [
        migrations.RemoveConstraint("transferstep", "countroom_step_once"),
        migrations.AddConstraint(
            "transferstep",
            models.UniqueConstraint(
                "transfer",
                "state",
                condition=~Q(state="confirmed") | Q(reason=""),
                name="countroom_step_once",
            ),
        ),
        migrations.RunSQL(BY_TWO, migrations.RunSQL.noop),
    ]
