"""A payment agrees with what is owed and with the ledger; whose payment it is, is said once."""

from django.db import migrations

PAYMENT = """
CREATE FUNCTION cage_check_payment() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    owed cage_payable;
BEGIN
    SELECT * INTO owed FROM cage_payable WHERE id = NEW.payable_id;
    IF owed.two AND NEW.second_id IS NULL THEN
        RAISE EXCEPTION 'Two people pay %.', owed.id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'cage_payment_by_two';
    END IF;
    IF NEW.paid_by_id = ANY (owed.not_by) THEN
        RAISE EXCEPTION 'Who claimed or approved % does not pay it.', owed.id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'cage_payment_not_by';
    END IF;
    IF NOT EXISTS (
        SELECT FROM ledger_account a JOIN ledger_line l ON l.account_id = a.id
        JOIN cage_shift s ON s.club_id = a.club_id
        WHERE a.club_id = owed.club_id AND a.code = 'payable' AND a.ref = owed.id
            AND l.entry_id = NEW.entry_id AND l.cents = owed.cents AND s.id = NEW.shift_id
    ) THEN
        RAISE EXCEPTION 'The entry % does not pay %.', NEW.entry_id, owed.id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'cage_payment_booked';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER cage_payment_agrees BEFORE INSERT OR UPDATE ON cage_payment
    FOR EACH ROW EXECUTE FUNCTION cage_check_payment()
"""
NAMED = """
CREATE FUNCTION cage_keep_payable() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.player_id IS NOT NULL
        OR to_jsonb(OLD) - 'player_id' <> to_jsonb(NEW) - 'player_id' THEN
        RAISE EXCEPTION 'What is owed, and to whom, is written once.'
            USING ERRCODE = 'check_violation', CONSTRAINT = 'cage_payable_kept';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER cage_payable_kept BEFORE UPDATE ON cage_payable
    FOR EACH ROW EXECUTE FUNCTION cage_keep_payable()
"""


class Migration(migrations.Migration):
    """Guards of payments."""

    dependencies = [("cage", "0002_payables")]
    operations = [
        migrations.RunSQL(PAYMENT, migrations.RunSQL.noop),
        migrations.RunSQL(NAMED, migrations.RunSQL.noop),
    ]
