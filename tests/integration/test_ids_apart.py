"""What one table's ids are no other's: else a test, or the program, mixes two up unseen."""

from django.db import connection

# Migrations fill these.
FILLED = {
    "auth_permission_id_seq",
    "django_content_type_id_seq",
    "django_migrations_id_seq",
    "epochs_epoch_id_seq",
}


def test_no_table_begins_to_count_where_another_does(db: None):
    with connection.cursor() as cursor:
        cursor.execute("SELECT sequencename FROM pg_sequences WHERE schemaname = 'public'")
        names = {name for (name,) in cursor.fetchall()}
        begun = {}
        for name in names:
            cursor.execute(f'SELECT last_value FROM "{name}"')
            begun[name] = cursor.fetchone()[0]
    assert names >= FILLED
    assert {name for name, value in begun.items() if value < 1000} == FILLED
