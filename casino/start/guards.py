"""What a running database says of its guards and of what our role may do, a line a thing."""

from collections.abc import Iterator
from typing import Any

# Bodies are kept word for word; the rest is said so that a restored copy says the same.
FUNCTIONS = """
SELECT concat('function ', p.oid::regprocedure, ': ', encode(sha256(convert_to(
    p.prosrc, 'UTF8')), 'hex'), CASE WHEN p.prosecdef THEN ', in the name of the owner' END,
    ', ' || array_to_string(p.proconfig, ', '),
    CASE WHEN p.proowner <> j.relowner THEN ', of another owner' END)
FROM pg_proc p, pg_class j
WHERE p.pronamespace = 'public'::regnamespace AND j.oid = 'public.ledger_entry'::regclass
  AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
"""
# The triggers behind foreign keys are named only where they are switched off.
TRIGGERS = """
SELECT concat('trigger ', c.relname, '.', t.tgname, ': ', regexp_replace(regexp_replace(
        pg_get_triggerdef(t.oid), '^CREATE (CONSTRAINT )?TRIGGER \\S+ ', '\\1'),
        ' WHEN \\(.*\\) EXECUTE', ' WHEN (...) EXECUTE'),
    CASE t.tgenabled WHEN 'O' THEN '' WHEN 'D' THEN ', switched off' ELSE ', not as usual' END)
FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
WHERE c.relnamespace = 'public'::regnamespace AND (NOT t.tgisinternal OR t.tgenabled <> 'O')
"""
CONSTRAINTS = """
SELECT concat(CASE o.contype WHEN 'c' THEN 'check' WHEN 'u' THEN 'unique' WHEN 'p' THEN 'key'
    WHEN 'f' THEN 'reference' WHEN 'x' THEN 'exclusion' END, ' ', c.relname, '.', o.conname,
    CASE WHEN NOT o.convalidated THEN ', not of all rows' END)
FROM pg_constraint o JOIN pg_class c ON c.oid = o.conrelid
WHERE c.relnamespace = 'public'::regnamespace AND o.contype IN ('c', 'u', 'p', 'f', 'x')
UNION ALL SELECT concat('unique ', t.relname, '.', i.relname,
    CASE WHEN NOT x.indisvalid THEN ', half made' END)
FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid
WHERE t.relnamespace = 'public'::regnamespace AND x.indisunique
  AND NOT EXISTS (SELECT FROM pg_constraint o WHERE o.conindid = i.oid)
"""
ROLE = """
SELECT concat_ws(', ', CASE WHEN rolsuper THEN 'superuser' END,
    CASE WHEN rolcreaterole THEN 'makes roles' END,
    CASE WHEN rolcreatedb THEN 'makes databases' END,
    CASE WHEN rolreplication THEN 'replicates' END,
    CASE WHEN rolbypassrls THEN 'row security off' END,
    (SELECT string_agg('is ' || g.rolname, ', ' ORDER BY g.rolname) FROM pg_roles g
     WHERE g.oid <> r.oid AND pg_has_role(r.oid, g.oid, 'MEMBER')))
FROM pg_roles r WHERE rolname = current_user
"""
# What an extension brought, somebody else guards.
INSIDE = """
WITH relation AS (
    SELECT * FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e'))
SELECT 'database', p FROM unnest(ARRAY['CONNECT', 'CREATE', 'TEMPORARY']) p
WHERE has_database_privilege(current_database(), p)
UNION ALL SELECT 'schema ' || n.nspname, p FROM pg_namespace n, unnest(ARRAY['CREATE', 'USAGE']) p
WHERE has_schema_privilege(n.oid, p)
  AND n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema'
UNION ALL SELECT CASE c.relkind WHEN 'S' THEN 'sequences' ELSE c.relname END, p FROM relation c,
    unnest(ARRAY['DELETE', 'INSERT', 'REFERENCES', 'SELECT', 'TRIGGER', 'TRUNCATE', 'UPDATE',
        'USAGE']) p
WHERE CASE
    WHEN c.relkind IN ('r', 'p', 'v', 'm', 'f') AND p <> 'USAGE'
        THEN has_table_privilege(c.oid, p)
    WHEN c.relkind = 'S' AND p IN ('SELECT', 'UPDATE', 'USAGE')
        THEN has_sequence_privilege(c.oid, p) END
UNION ALL SELECT c.relname, p || ' of ' || string_agg(a.attname, ', ' ORDER BY a.attname)
FROM pg_attribute a JOIN relation c ON c.oid = a.attrelid,
    unnest(ARRAY['INSERT', 'SELECT', 'UPDATE']) p
WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f')
  AND a.attnum > 0 AND NOT a.attisdropped AND NOT has_table_privilege(c.oid, p)
  AND has_column_privilege(c.oid, a.attnum, p)
GROUP BY c.relname, p
UNION ALL SELECT 'in the name of the owner', f.proname FROM pg_proc f
WHERE f.pronamespace = 'public'::regnamespace AND f.prosecdef
  AND has_function_privilege(f.oid, 'EXECUTE')
"""


def guards(cursor: Any) -> Iterator[str]:
    """Yield functions, triggers and constraints of the database, a line each."""
    for query in (FUNCTIONS, TRIGGERS, CONSTRAINTS):
        cursor.execute(query)
        yield from sorted(line for (line,) in cursor.fetchall())


def privileges(cursor: Any) -> Iterator[str]:
    """Yield what the catalogue says of our role, a line an object."""
    found: dict[str, set[str]] = {}
    cursor.execute(ROLE)
    yield f"the runtime role: {cursor.fetchone()[0] or 'nothing of the server'}"
    cursor.execute(INSIDE)
    for what, privilege in cursor.fetchall():
        found.setdefault(what, set()).add(privilege)
    yield from (f"{what}: {'; '.join(sorted(found[what]))}" for what in sorted(found))
