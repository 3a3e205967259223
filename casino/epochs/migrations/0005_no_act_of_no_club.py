from django.db import migrations

# As before; and none of a club that there is not: its act would lie in no trail, under no seal and in
# no mirror, and what is written under it would be found by nobody. The act that opens a club comes before
# the club's row, so it is asked when it ends.
CHECK = """
CREATE OR REPLACE FUNCTION epochs_check_act() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    now record;
    club record;
BEGIN
    -- Before each act: plain assignments cost a fraction of a query.
    SELECT e.*, (SELECT is_held FROM house_club WHERE id = NEW.club_id) AS held
    INTO now FROM epochs_epoch e ORDER BY e.number DESC LIMIT 1;
    IF now.held AND NEW.operation NOT LIKE 'cells.%' AND NEW.operation <> 'ledger.take_over' THEN
        RAISE EXCEPTION 'The books of this club are written in another cell.'
            USING ERRCODE = '23514', CONSTRAINT = 'house_club_held';
    END IF;
    IF now.timeline IS DISTINCT FROM left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)
        OR now.system <> (pg_control_system()).system_identifier::text THEN
        RAISE EXCEPTION 'The epoch of this server has not begun.'
            USING ERRCODE = '23514', CONSTRAINT = 'epochs_not_begun';
    ELSIF now.held IS NULL AND NEW.operation <> 'office.open_club' THEN
        RAISE EXCEPTION 'There is no club %.', NEW.club_id
            USING ERRCODE = '23514', CONSTRAINT = 'house_club_unknown';
    ELSIF now.number = 1 THEN
        RETURN NULL;
    END IF;
    SELECT EXISTS (SELECT FROM epochs_lostact WHERE key = NEW.key) AS lost,
        NOT now.copies ? NEW.club_id::text OR EXISTS (
            SELECT FROM epochs_opening WHERE epoch_id = now.id AND club_id = NEW.club_id) AS open
    INTO club;
    IF club.open AND NOT club.lost OR EXISTS (
        SELECT FROM epochs_settlement
        WHERE how = 'again' AND transaction_id = pg_current_xact_id()
    ) THEN
        RETURN NULL;
    ELSIF club.lost THEN
        RAISE EXCEPTION 'An act with this key was lost by a restore.'
            USING ERRCODE = '23514', CONSTRAINT = 'epochs_lost_key';
    ELSIF NEW.operation LIKE 'epochs.%'
        OR NEW.operation IN ('approvals.expire', 'approvals.refuse', 'audit.note_wrong_pin',
            'audit.choose_password', 'audit.note_secret', 'audit.revoke_badge', 'audit.revoke_key',
            'ledger.take_over')
        OR NEW.operation = 'approvals.approve' AND EXISTS (
            SELECT FROM approvals_proposal
            WHERE id = (NEW.arguments ->> 'proposal_id')::bigint AND operation LIKE 'epochs.%')
    THEN
        RETURN NULL;
    END IF;
    RAISE EXCEPTION 'What the restore lost is not settled.'
        USING ERRCODE = '23514', CONSTRAINT = 'epochs_unsettled';
END $$;
"""


OPENED = """
CREATE FUNCTION epochs_check_club() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM house_club WHERE id = NEW.club_id) THEN
        RAISE EXCEPTION 'There is no club %.', NEW.club_id
            USING ERRCODE = '23514', CONSTRAINT = 'house_club_unknown';
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER club_opened AFTER INSERT ON ledger_act
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.operation = 'office.open_club')
    EXECUTE FUNCTION epochs_check_club();
"""


class Migration(migrations.Migration):

    dependencies = [
        ("epochs", "0004_no_act_at_a_club_elsewhere"),
    ]

    operations = [
        migrations.RunSQL(CHECK, migrations.RunSQL.noop),
        migrations.RunSQL(OPENED, migrations.RunSQL.noop),
    ]
