from django.db import migrations

from casino.migration import two_persons

PAYMENT = """
CREATE OR REPLACE FUNCTION cage_check_payment() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    owed cage_payable;
BEGIN
    SELECT * INTO owed FROM cage_payable WHERE id = NEW.payable_id;
    IF owed.two AND NEW.second_id IS NULL THEN
        RAISE EXCEPTION 'Two people pay %.', owed.id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'cage_payment_by_two';
    END IF;
    IF NEW.paid_by_id = ANY (owed.not_by) AND NOT house_one_person(owed.club_id) THEN
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
"""


class Migration(migrations.Migration):

    dependencies = [
        ('house', '0006_control_profile'),
        ('cage', '0003_vault_by_two'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='bag',
            name='cage_bag_credited_by_another',
        ),
        migrations.RemoveConstraint(
            model_name='clubchange',
            name='cage_club_change_two_people',
        ),
        migrations.RemoveConstraint(
            model_name='shift',
            name='cage_float_two_people',
        ),
        migrations.RemoveConstraint(
            model_name='shift',
            name='cage_shift_two_people',
        ),
        migrations.RemoveConstraint(
            model_name='vaultcount',
            name='cage_vault_count_two_people',
        ),
        migrations.RemoveConstraint(
            model_name='vaultmove',
            name='cage_vault_move_two_people',
        ),
        two_persons("cage_float_two_people", "cage_shift", "opened_with_id", "cashier_id"),
        two_persons("cage_shift_two_people", "cage_shift", "second_id", "cashier_id"),
        two_persons("cage_bag_credited_by_another", "cage_bag", "credited_by_id", "packed_by_id"),
        two_persons(
            "cage_vault_count_two_people", "cage_vaultcount", "second_id", "counted_by_id"
        ),
        two_persons(
            "cage_vault_move_two_people",
            "cage_vaultmove",
            "given_by_id",
            "asked_by_id",
            "cage_shift",
            "shift_id",
        ),
        two_persons(
            "cage_club_change_two_people", "cage_clubchange", "second_id", "changed_by_id"
        ),
        migrations.RunSQL(PAYMENT, migrations.RunSQL.noop),
    ]
