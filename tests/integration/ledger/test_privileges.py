"""What the running program may do in the database is a list that somebody reads, and no more."""

from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from django.db import connection

from casino.ledger import checks
from script import office

pytestmark = pytest.mark.django_db
LIST = Path(checks.__file__).parent / "sql" / "privileges.txt"
ROLE = """
SELECT concat_ws(', ', CASE WHEN rolsuper THEN 'superuser' END,
    CASE WHEN rolcreaterole THEN 'makes roles' END,
    CASE WHEN rolcreatedb THEN 'makes databases' END,
    CASE WHEN rolreplication THEN 'replicates' END,
    CASE WHEN rolbypassrls THEN 'row security off' END,
    (SELECT string_agg('is ' || g.rolname, ', ' ORDER BY g.rolname) FROM pg_roles g
     WHERE g.oid <> r.oid AND pg_has_role(r.oid, g.oid, 'MEMBER')))
FROM pg_roles r WHERE rolname = 'casino_app'
"""
INSIDE = """
SELECT 'database', p FROM unnest(ARRAY['CONNECT', 'CREATE', 'TEMPORARY']) p
WHERE has_database_privilege('casino_app', current_database(), p)
UNION ALL SELECT 'schema ' || n.nspname, p FROM pg_namespace n, unnest(ARRAY['CREATE', 'USAGE']) p
WHERE has_schema_privilege('casino_app', n.oid, p)
  AND n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema'
UNION ALL SELECT CASE c.relkind WHEN 'S' THEN 'sequences' ELSE c.relname END, p FROM pg_class c,
    unnest(ARRAY['DELETE', 'INSERT', 'REFERENCES', 'SELECT', 'TRIGGER', 'TRUNCATE', 'UPDATE',
        'USAGE']) p
WHERE c.relnamespace = 'public'::regnamespace AND CASE
    WHEN c.relkind IN ('r', 'p', 'v', 'm', 'f') AND p <> 'USAGE'
        THEN has_table_privilege('casino_app', c.oid, p)
    WHEN c.relkind = 'S' AND p IN ('SELECT', 'UPDATE', 'USAGE')
        THEN has_sequence_privilege('casino_app', c.oid, p) END
UNION ALL SELECT c.relname, p || ' of ' || string_agg(a.attname, ', ' ORDER BY a.attname)
FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid,
    unnest(ARRAY['INSERT', 'SELECT', 'UPDATE']) p
WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
  AND a.attnum > 0 AND NOT a.attisdropped AND NOT has_table_privilege('casino_app', c.oid, p)
  AND has_column_privilege('casino_app', c.oid, a.attnum, p)
GROUP BY c.relname, p
UNION ALL SELECT 'in the name of the owner', f.proname FROM pg_proc f
WHERE f.pronamespace = 'public'::regnamespace AND f.prosecdef
  AND has_function_privilege('casino_app', f.oid, 'EXECUTE')
"""


def privileges() -> Iterator[str]:
    """Yield what the catalogue says of the runtime role, a line an object."""
    found: dict[str, set[str]] = {}
    with connection.cursor() as cursor:
        cursor.execute(ROLE)
        yield f"casino_app: {cursor.fetchone()[0] or 'nothing of the server'}"
        cursor.execute(INSIDE)
        for what, privilege in cursor.fetchall():
            found.setdefault(what, set()).add(privilege)
    yield from (f"{what}: {'; '.join(sorted(found[what]))}" for what in sorted(found))


def test_the_list_is_what_a_running_database_says():
    listed, found = LIST.read_text().splitlines(), list(privileges())
    assert {"listed": [x for x in listed if x not in found]} == {"listed": []}
    assert {"granted": [x for x in found if x not in listed]} == {"granted": []}


@pytest.mark.parametrize(
    ("grant", "code"),
    [
        ("GRANT casino_owner TO casino_app", "ledger.E002"),
        ("GRANT casino_owner TO casino_app WITH INHERIT FALSE", "ledger.E002"),
        ("GRANT pg_execute_server_program TO casino_app", "ledger.E003"),
        ("GRANT pg_write_all_data TO casino_app WITH INHERIT FALSE", "ledger.E003"),
        ("ALTER ROLE casino_app CREATEROLE", "ledger.E003"),
        ("ALTER ROLE casino_app REPLICATION", "ledger.E003"),
    ],
)
def test_nothing_is_served_by_a_role_that_could_become_more(
    grant: str, code: str, forger: psycopg.Connection, monkeypatch: pytest.MonkeyPatch
):
    with forger.transaction(force_rollback=True):
        forger.execute(grant)
        forger.execute("SET LOCAL ROLE casino_app")
        monkeypatch.setattr(checks, "connections", {"default": forger})
        said = checks.check_database(None, databases=["default"])
    assert code in {each.id for each in said}


@pytest.mark.parametrize("server", ["named", "embedded"])
def test_no_program_of_the_office_knows_the_owners_address(
    server: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("SECRET_KEY", "x" * 50)
    monkeypatch.setenv("DATABASE_OWNER_URL", "postgresql://casino_owner:secret@db/casino")
    if server == "embedded":
        monkeypatch.delenv("DATABASE_URL")
        monkeypatch.delenv("DATABASE_OWNER_URL")
    served = office.surroundings()
    assert "casino_app" in served["DATABASE_URL"]
    assert not [name for name, value in served.items() if "casino_owner" in value]
    assert "casino_owner" in office.as_owner(served)["DATABASE_URL"]
