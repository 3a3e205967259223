from django.db import migrations

# What one host signed stays as it was once two people sign: only new names are looked at.
TWO_PERSONS = """
CREATE OR REPLACE FUNCTION house_two_persons() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    written jsonb := to_jsonb(NEW);
    club bigint := written ->> 'club_id';
BEGIN
    IF written ->> TG_ARGV[1] IS DISTINCT FROM written ->> TG_ARGV[2]
        OR written ->> TG_ARGV[1] IS NULL THEN
        RETURN NEW;
    END IF;
    IF TG_OP = 'UPDATE' AND to_jsonb(OLD) ->> TG_ARGV[1] = written ->> TG_ARGV[1]
        AND to_jsonb(OLD) ->> TG_ARGV[2] = written ->> TG_ARGV[2] THEN
        RETURN NEW;
    END IF;
    IF TG_NARGS > 3 THEN
        EXECUTE format('SELECT club_id FROM %I WHERE id = $1', TG_ARGV[3])
            INTO club USING (written ->> TG_ARGV[4])::bigint;
    END IF;
    IF NOT house_one_person(club) THEN
        RAISE EXCEPTION 'violates "%": one person is named twice', TG_ARGV[0]
            USING ERRCODE = 'check_violation', CONSTRAINT = TG_ARGV[0];
    END IF;
    RETURN NEW;
END $$;
"""


class Migration(migrations.Migration):

    dependencies = [('house', '0006_control_profile')]

    operations = [migrations.RunSQL(TWO_PERSONS, migrations.RunSQL.noop)]
