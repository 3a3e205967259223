from django.db import migrations, models
from django.db.models import Q

# An adoption never changes, except that its end is set by its successor, and that it is withdrawn
# before it begins; neither reaches into a day that was played.
CHECK = """
CREATE OR REPLACE FUNCTION house_check_adoption() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
    played date;  -- the last gaming day on which something is booked
    changes date;  -- the first day whose rules are others than before
BEGIN
    IF TG_OP = 'UPDATE' AND (
        to_jsonb(NEW) - 'period' IS DISTINCT FROM to_jsonb(OLD) - 'period' OR isempty(OLD.period)
        OR NOT isempty(NEW.period) AND (
            lower(NEW.period) IS DISTINCT FROM lower(OLD.period)
            OR coalesce(upper(NEW.period), 'infinity') > coalesce(upper(OLD.period), 'infinity'))
    ) THEN
        RAISE EXCEPTION 'an adoption is never changed'
            USING ERRCODE = '23514', CONSTRAINT = 'house_adoption_stands';
    END IF;
    SELECT max(day) INTO played FROM ledger_day WHERE club_id = NEW.club_id;
    changes := CASE
        WHEN TG_OP = 'INSERT' THEN lower(NEW.period)
        WHEN isempty(NEW.period) THEN lower(OLD.period)
        ELSE upper(NEW.period)
    END;
    IF changes <= played THEN
        RAISE EXCEPTION 'the rules of % stand: something is booked on %', changes, played
            USING ERRCODE = '23514', CONSTRAINT = 'house_day_has_its_rules';
    END IF;
    IF TG_OP = 'INSERT' AND NEW.proposal_id IS NULL
        AND EXISTS (SELECT FROM house_adoption WHERE club_id = NEW.club_id)
    THEN
        RAISE EXCEPTION 'only the first book of a club is adopted without a proposal'
            USING ERRCODE = '23514', CONSTRAINT = 'house_adopted_by_two';
    END IF;
    RETURN NEW;
END $$
"""


class Migration(migrations.Migration):

    dependencies = [("house", "0010_clubs_of_other_cells")]

    operations = [
        migrations.RunSQL(CHECK, migrations.RunSQL.noop),
        migrations.RemoveConstraint("adoption", "house_adoption_has_a_start"),
        migrations.AddConstraint(
            "adoption",
            models.CheckConstraint(
                name="house_adoption_has_a_start",
                condition=Q(period__startswith__isnull=False) | Q(period__isempty=True),
            ),
        ),
    ]
