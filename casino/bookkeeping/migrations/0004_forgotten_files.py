from django.db import migrations

# What was made of sealed days stays; of any other file the content may go, and nothing else.
GUARD = """
CREATE FUNCTION bookkeeping_check_content() RETURNS trigger LANGUAGE plpgsql
    SET search_path = public, pg_temp AS $$
BEGIN
    IF NEW.data <> '' OR EXISTS (SELECT FROM bookkeeping_file
            WHERE id = NEW.file_id AND batch_id IS NOT NULL) THEN
        RAISE EXCEPTION 'a kept file is forgotten with a guest whom it may name, never rewritten'
            USING ERRCODE = 'check_violation', CONSTRAINT = 'bookkeeping_content_stays';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER bookkeeping_content_stays BEFORE UPDATE ON bookkeeping_chunk
    FOR EACH ROW EXECUTE FUNCTION bookkeeping_check_content()
"""
BACK = """
DROP TRIGGER bookkeeping_content_stays ON bookkeeping_chunk;
DROP FUNCTION bookkeeping_check_content()
"""


class Migration(migrations.Migration):
    dependencies = [("bookkeeping", "0003_mapped_apart")]

    operations = [migrations.RunSQL(GUARD, BACK)]
