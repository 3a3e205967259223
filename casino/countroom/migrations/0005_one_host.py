from django.db import migrations

BY_TWO = """
CREATE FUNCTION countroom_check_step() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.state IN ('issued', 'confirmed') AND EXISTS (
        SELECT FROM countroom_transferstep s JOIN countroom_transfer t ON t.id = s.transfer_id
        WHERE s.transfer_id = NEW.transfer_id AND s.by_id = NEW.by_id AND s.id <> NEW.id
            AND s.state IN ('issued', 'confirmed') AND NOT house_one_person(t.club_id)
    ) THEN
        RAISE EXCEPTION 'violates "countroom_transfer_by_two": one person is named twice'
            USING ERRCODE = 'check_violation', CONSTRAINT = 'countroom_transfer_by_two';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER countroom_transfer_by_two BEFORE INSERT OR UPDATE OF by_id, state, transfer_id
    ON countroom_transferstep FOR EACH ROW EXECUTE FUNCTION countroom_check_step()
"""


class Migration(migrations.Migration):

    dependencies = [
        ('countroom', '0004_voided_boxes'),
        ('house', '0006_control_profile'),
    ]

    operations = [
        migrations.RemoveConstraint('transferstep', 'countroom_transfer_by_two'),
        migrations.RunSQL(BY_TWO, migrations.RunSQL.noop),
    ]
