from django.db import migrations

# Why a guest was kept out is never rewritten; it goes with the guest's name.
GUARD = """
CREATE FUNCTION players_check_reason() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.reason <> '' OR NOT EXISTS (SELECT FROM players_player
            WHERE id = NEW.player_id AND anonymised_at IS NOT NULL) THEN
        RAISE EXCEPTION 'why a guest was kept out is erased with the guest and never rewritten'
            USING ERRCODE = 'check_violation', CONSTRAINT = 'players_reason_stays';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER players_reason_stays BEFORE UPDATE OF reason ON players_bar
    FOR EACH ROW EXECUTE FUNCTION players_check_reason()
"""


class Migration(migrations.Migration):

    dependencies = [('players', '0007_one_document')]

    operations = [migrations.RunSQL(GUARD, migrations.RunSQL.noop)]
