"""Checks on the running database: durability, and a role that owns and may become nothing."""

from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.core.checks import CheckMessage, Error, Tags, register
from django.db import connections

DURABLE = ("fsync", "full_page_writes", "synchronous_commit")
OWNS = """
SELECT count(*) FROM pg_class c
WHERE c.relname IN ('ledger_entry', 'ledger_line', 'ledger_balance')
  AND pg_has_role(current_user, c.relowner, 'MEMBER')
"""
# A superuser is a member of every role; so is, by detours, who may make roles or run programs.
MORE = """
SELECT rolsuper OR rolcreaterole OR rolreplication OR EXISTS (
    SELECT FROM pg_roles g WHERE pg_has_role(r.oid, g.oid, 'MEMBER') AND g.rolname IN (
        'pg_execute_server_program', 'pg_read_server_files', 'pg_write_server_files',
        'pg_write_all_data'))
FROM pg_roles r WHERE r.rolname = current_user
"""


@register(Tags.database, deploy=True)
def check_database(
    app_configs: Sequence[AppConfig] | None, databases: Sequence[str] | None = None, **_: Any
) -> list[CheckMessage]:
    """Refuse a server that may lose an acknowledged posting, or a role that could rewrite one."""
    messages: list[CheckMessage] = []
    for alias in databases or []:
        with connections[alias].cursor() as cursor:
            for setting in DURABLE:
                cursor.execute("SELECT current_setting(%s)", [setting])
                if cursor.fetchone()[0] == "off":
                    messages.append(Error(f"PostgreSQL runs with {setting}=off.", id="ledger.E001"))
            cursor.execute(OWNS)
            if cursor.fetchone()[0]:
                messages.append(
                    Error("The runtime role owns the journal's tables.", id="ledger.E002")
                )
            cursor.execute(MORE)
            if cursor.fetchone()[0]:
                said = "The runtime role may do more with the server than a program of ours needs."
                messages.append(Error(said, id="ledger.E003"))
    return messages
