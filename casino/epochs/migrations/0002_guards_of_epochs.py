from django.db import migrations

from casino.migration import two_persons

# Which server and which branch of its log this is: a restore and a promotion change the branch,
# another cluster has another identifier. Both are of the server, no program can forget to say it.
SERVER = """
CREATE FUNCTION epochs_server(OUT system text, OUT timeline text) LANGUAGE sql
AS $$
    SELECT system_identifier::text, left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)
    FROM pg_control_system()
$$;
"""
# No act before the epoch of this server has begun, none but what settles before the club is open,
# and never one under the key of a lost one, unless it is just being recorded again.
ACTS = """
CREATE FUNCTION epochs_check_act() RETURNS trigger
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
            'audit.choose_password', 'audit.revoke_badge', 'audit.revoke_key')
        OR NEW.operation = 'approvals.approve' AND EXISTS (
            SELECT FROM approvals_proposal
            WHERE id = (NEW.arguments ->> 'proposal_id')::bigint AND operation LIKE 'epochs.%')
    THEN
        RETURN NULL;
    END IF;
    RAISE EXCEPTION 'What the restore lost is not settled.'
        USING ERRCODE = '23514', CONSTRAINT = 'epochs_unsettled';
END $$;
CREATE TRIGGER epoch AFTER INSERT ON ledger_act
    FOR EACH ROW EXECUTE FUNCTION epochs_check_act();
"""
# A new epoch gives numbers that nobody has seen: ids go on a million further, slips two hundreds.
NUMBERS = """
CREATE FUNCTION epochs_move_numbers() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    each record;
    beyond bigint;
BEGIN
    FOR each IN
        SELECT c.oid AS sequence, t.relname AS name, q.seqmax AS most
        FROM pg_class c JOIN pg_sequence q ON q.seqrelid = c.oid
        JOIN pg_depend d ON d.objid = c.oid AND d.deptype IN ('a', 'i')
            AND d.refclassid = 'pg_class'::regclass
        JOIN pg_class t ON t.oid = d.refobjid
        WHERE c.relnamespace = 'public'::regnamespace AND t.relname NOT LIKE 'epochs%'
    LOOP
        beyond := 1000000 + greatest(
            coalesce(pg_sequence_last_value(each.sequence), 0),
            coalesce((NEW.known -> 'ids' ->> each.name)::bigint, 0));
        IF beyond < each.most THEN
            PERFORM setval(each.sequence, beyond);
        END IF;
    END LOOP;
    FOR each IN
        SELECT id, last_number + 1 AS first, (greatest(last_number,
            coalesce((NEW.known -> 'series' ->> id::text)::integer, 0)) / 100 + 2) * 100 AS last
        FROM ledger_series
    LOOP
        INSERT INTO epochs_skippedslips (epoch_id, series_id, first, last)
        VALUES (NEW.id, each.id, each.first, each.last);
        UPDATE ledger_series SET last_number = each.last WHERE id = each.id;
    END LOOP;
    RETURN NULL;
END $$;
CREATE TRIGGER moves_numbers AFTER INSERT ON epochs_epoch
    FOR EACH ROW WHEN (NEW.number > 1) EXECUTE FUNCTION epochs_move_numbers();
"""
# What was lost is listed when its epoch begins, and never added to. A club opens when all is said.
LISTS = """
ALTER TABLE epochs_epoch ADD transaction_id xid8 NOT NULL DEFAULT pg_current_xact_id();
ALTER TABLE epochs_settlement ADD transaction_id xid8 NOT NULL DEFAULT pg_current_xact_id();
CREATE INDEX epochs_settlement_transaction ON epochs_settlement (transaction_id);

CREATE FUNCTION epochs_check_lost() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM epochs_epoch
                   WHERE id = NEW.epoch_id AND transaction_id = pg_current_xact_id())
        OR EXISTS (SELECT FROM ledger_act WHERE id = NEW.act_id AND key = NEW.key) THEN
        RAISE EXCEPTION 'What was lost is listed as the epoch begins.'
            USING ERRCODE = '23514', CONSTRAINT = 'epochs_listed_at_once';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER listed_at_once BEFORE INSERT ON epochs_lostact
    FOR EACH ROW EXECUTE FUNCTION epochs_check_lost();

CREATE FUNCTION epochs_check_opening() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    IF EXISTS (SELECT FROM epochs_lostact l WHERE l.club_id = NEW.club_id
               AND NOT EXISTS (SELECT FROM epochs_settlement s WHERE s.lost_id = l.id))
        OR EXISTS (SELECT FROM epochs_epoch e WHERE e.id = NEW.epoch_id
               AND e.copies -> NEW.club_id::text = 'false'
               AND NOT EXISTS (SELECT FROM epochs_gonecopy g
                               WHERE g.epoch_id = e.id AND g.club_id = NEW.club_id)) THEN
        RAISE EXCEPTION 'What the restore lost is not settled.'
            USING ERRCODE = '23514', CONSTRAINT = 'epochs_unsettled';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER all_settled BEFORE INSERT ON epochs_opening
    FOR EACH ROW EXECUTE FUNCTION epochs_check_opening();

DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['epoch', 'lostact', 'settlement', 'gonecopy', 'opening',
        'skippedslips']
    LOOP
        EXECUTE format(
            'CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON epochs_%s
             FOR EACH STATEMENT EXECUTE FUNCTION ledger_append_only()', name);
    END LOOP;
END $$;

INSERT INTO epochs_epoch (number, system, timeline, begun_at, known, copies, digest)
SELECT 1, system, timeline, clock_timestamp(), '{}', '{}', '' FROM epochs_server();
"""


class Migration(migrations.Migration):
    dependencies = [
        ("epochs", "0001_epochs_and_what_restores_lost"),
        ("approvals", "0005_reasons_forgotten"),
        ("ledger", "0003_days_of_the_club"),
    ]

    operations = [
        migrations.RunSQL(SERVER + ACTS + NUMBERS + LISTS),
        two_persons(
            "epochs_settled_by_two",
            "epochs_settlement",
            "asked_by_id",
            "signed_by_id",
            "epochs_lostact",
            "lost_id",
        ),
        two_persons("epochs_gone_by_two", "epochs_gonecopy", "asked_by_id", "signed_by_id"),
    ]
