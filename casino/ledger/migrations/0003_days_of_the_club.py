from django.db import migrations

# A day is opened by its first posting, in the name of the running program: only one that
# begins and ends by the club's own clock, the next one at the latest. Past nights may be entered
# as long as no later day is sealed. The hour that autumn repeats is either of the two.
GUARD = """
CREATE FUNCTION ledger_check_new_day() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    club house_club;
BEGIN
    SELECT * INTO club FROM house_club WHERE id = NEW.club_id;
    IF NOT (abs(extract(epoch FROM
                NEW.opens_at - (NEW.day + club.closes_at) AT TIME ZONE club.timezone)) <= 3600
        AND abs(extract(epoch FROM
                NEW.closes_at - (NEW.day + 1 + club.closes_at) AT TIME ZONE club.timezone)) <= 3600)
    THEN
        RAISE EXCEPTION 'The gaming day % does not begin and end like that.', NEW.day
            USING ERRCODE = '23514', CONSTRAINT = 'ledger_day_of_the_club';
    ELSIF NEW.opens_at > clock_timestamp() + interval '1 day' THEN
        RAISE EXCEPTION 'The gaming day % is still to come.', NEW.day
            USING ERRCODE = '23514', CONSTRAINT = 'ledger_day_ahead';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER day_of_the_club BEFORE INSERT ON ledger_day
    FOR EACH ROW EXECUTE FUNCTION ledger_check_new_day()
"""


class Migration(migrations.Migration):

    dependencies = [
        ("house", "0001_squashed_0005_permissions_to_read"),
        ("ledger", "0002_trade_names"),
    ]

    operations = [migrations.RunSQL(GUARD, migrations.RunSQL.noop)]
