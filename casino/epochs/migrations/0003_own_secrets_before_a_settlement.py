from django.db import migrations

# As before; while a loss is not settled people change their own secrets, and a migration takes over.
CHECK = """
CREATE OR REPLACE FUNCTION epochs_check_act() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    now epochs_epoch;
    club record;
BEGIN
    -- Before each act: plain assignments cost a fraction of a query.
    SELECT * INTO now FROM epochs_epoch ORDER BY number DESC LIMIT 1;
    IF now.timeline IS DISTINCT FROM left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)
        OR now.system <> (pg_control_system()).system_identifier::text THEN
        RAISE EXCEPTION 'The epoch of this server has not begun.'
            USING ERRCODE = '23514', CONSTRAINT = 'epochs_not_begun';
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


class Migration(migrations.Migration):

    dependencies = [("epochs", "0002_guards_of_epochs")]

    operations = [migrations.RunSQL(CHECK, migrations.RunSQL.noop)]
