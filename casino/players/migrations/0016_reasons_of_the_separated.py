from django.db import migrations

# Why a guest was kept out is never rewritten; it goes with the guest's name, and with the name of
# whom the words are about where both were taken for one.
GUARD = """
CREATE OR REPLACE FUNCTION players_check_reason() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
BEGIN
    IF NEW.reason <> '' OR NOT EXISTS (
            SELECT FROM players_player p WHERE p.anonymised_at IS NOT NULL AND (
                p.id = NEW.player_id
                OR p.id IN (SELECT b.player_id FROM players_bar b WHERE b.act_id = NEW.act_id))
    ) THEN
        RAISE EXCEPTION 'why a guest was kept out is erased with the guest and never rewritten'
            USING ERRCODE = 'check_violation', CONSTRAINT = 'players_reason_stays';
    END IF;
    RETURN NEW;
END $$
"""


class Migration(migrations.Migration):

    dependencies = [('players', '0015_rulings_of_a_game')]

    operations = [migrations.RunSQL(GUARD, migrations.RunSQL.noop)]
