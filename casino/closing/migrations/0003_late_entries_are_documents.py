from django.db import migrations

# The program before goes on writing late entries while nodes are exchanged: each becomes a document
# of the general journal, as those that are there already do. Its table goes one release later.
DOCUMENT = """
CREATE FUNCTION office_document_late_entry(late office_lateentry) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    PERFORM FROM house_club WHERE id = late.club_id FOR NO KEY UPDATE;
    INSERT INTO journal_document (club_id, year, number, kind, dated, concerns, gaming_day, reference,
        reason, lines, cents, entry_id, proposal_id, booked_by_id, signed_by_id, act_id)
    SELECT late.club_id, extract(year FROM late.gaming_day), 1 + coalesce((
               SELECT max(number) FROM journal_document
               WHERE club_id = late.club_id AND year = extract(year FROM late.gaming_day)
           ), 0), 'late', late.gaming_day, late.concerns, late.gaming_day, late.document, late.reason,
           l.lines, l.cents, late.entry_id, late.proposal_id, p.proposed_by_id, p.decided_by_id,
           late.act_id
    FROM approvals_proposal p, (
        SELECT jsonb_agg(jsonb_build_object('account', a.code, 'code', a.code, 'ref', a.ref,
                   'debit_cents', greatest(u.cents, 0), 'credit_cents', greatest(-u.cents, 0),
                   'note', '') ORDER BY u.cents DESC) AS lines,
               sum(greatest(u.cents, 0))::bigint AS cents
        FROM ledger_entry e CROSS JOIN LATERAL unnest(e.account_ids, e.cents) AS u (account, cents)
        JOIN ledger_account a ON a.id = u.account WHERE e.id = late.entry_id
    ) l WHERE p.id = late.proposal_id;
END $$
"""
THOSE_THERE = """
DO $$
DECLARE
    late office_lateentry;
BEGIN
    FOR late IN SELECT * FROM office_lateentry ORDER BY id LOOP
        PERFORM office_document_late_entry(late);
    END LOOP;
END $$
"""
FOLLOW = """
CREATE FUNCTION office_late_entry_kept() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    PERFORM office_document_late_entry(NEW);
    RETURN NULL;
END $$
"""
FOLLOWS = """
CREATE TRIGGER document AFTER INSERT ON office_lateentry
    FOR EACH ROW EXECUTE FUNCTION office_late_entry_kept()
"""
# A closed month or quarter takes no more documents.
LOCKED = """
INSERT INTO journal_lock (club_id, last_day, act_id)
SELECT club_id, last_day, act_id FROM office_closing WHERE period <> 'day'
"""
LOCK = """
CREATE FUNCTION office_lock_journal() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    INSERT INTO journal_lock (club_id, last_day, act_id)
    VALUES (NEW.club_id, NEW.last_day, NEW.act_id);
    RETURN NULL;
END $$
"""
LOCKS = """
CREATE TRIGGER locks_journal AFTER INSERT ON office_closing
    FOR EACH ROW WHEN (NEW.period <> 'day') EXECUTE FUNCTION office_lock_journal()
"""


class Migration(migrations.Migration):

    dependencies = [
        ('journal', '0002_documents'),
        ('office', '0002_guards_say_where_they_look'),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[migrations.DeleteModel(name='LateEntry')]
        ),
        migrations.RunSQL(
            [DOCUMENT, THOSE_THERE, FOLLOW, FOLLOWS, LOCKED, LOCK, LOCKS],
            migrations.RunSQL.noop,
        ),
    ]
