"""
Which rows are a club's: for each table the way from it to its club, along the foreign keys.

A table has `club_id`, or leads by one of its keys to a table that has a way. What has none is
named here with the reason, or a test fails (tests/integration/cells/test_ways.py).
"""

from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.db.models import ForeignKey

# Tables that no club has for itself, and tables of which a club's rows stay where they are.
OF_THE_INSTALLATION = {
    "account_emailaddress": "of a library, and empty",
    "account_emailconfirmation": "of a library, and empty",
    "auth_group": "of Django, and empty",
    "auth_group_permissions": "of Django, and empty",
    "auth_permission": "of Django",
    "axes_accessattempt": "counts of sign-ins",
    "axes_accessattemptexpiration": "counts of sign-ins",
    "axes_accessfailurelog": "counts of sign-ins",
    "axes_accesslog": "counts of sign-ins",
    "django_content_type": "of Django",
    "django_migrations": "of the program",
    "django_session": "people sign in anew",
    "ledger_digested": "of the program",
    "ledger_outbox": "what waits to be copied outside: there, every act of the club",
    "operations_cached": "a cache",
    "operations_clock": "clocks of machines",
    "operations_heartbeat": "signs of life",
    "staff_wrongpin": "counts of tries; of each there is an act",
    "usersessions_usersession": "people sign in anew",
    "webhooks_message": "a queue, which is sent from where it was written",
}
# What people have beside their roles: it goes with those who work at the club.
OF_PEOPLE = ("staff_pin", "mfa_authenticator")
# Rows that several clubs may name. A copy goes along, where it is not there yet.
SHARED = ("staff_user", "epochs_epoch")
# What no foreign key says, for speed: (table, column) -> where it leads.
UNSAID = {
    ("audit_sealedact", "seal_id"): ("audit_actseal", "id"),
    ("epochs_skippedslips", "series_id"): ("ledger_series", "id"),
    ("ledger_act", "actor_id"): ("staff_user", "id"),
    ("ledger_entry", "player_id"): ("players_player", "id"),
    ("ledger_entry", "series_id"): ("ledger_series", "id"),
    ("ledger_rowdigest", "act_id"): ("ledger_act", "id"),
}
# What rows of these tables were before they changed, for reports of then.
FORMER = "reports_former"
KEPT_FORMER = (
    "cage_drawer",
    "cage_shift",
    "cage_payable",
    "cashgames_session",
    "cashgames_table",
    "jackpot_jackpot",
    "tournaments_tournament",
)
COLUMNS = """
SELECT c.relname, array_agg(a.attname::text ORDER BY a.attnum),
       array_agg(a.attname || ' ' || a.atttypid::regtype ORDER BY a.attname)
FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
    AND NOT a.attisdropped AND a.attgenerated = ''
WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') GROUP BY c.relname
"""
FOREIGN_KEYS = """
SELECT c.relname, a.attname::text, p.relname, b.attname::text, NOT a.attnotnull
FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_class p ON p.oid = k.confrelid
JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.conkey[1]
JOIN pg_attribute b ON b.attrelid = p.oid AND b.attnum = k.confkey[1]
WHERE k.contype = 'f' AND cardinality(k.conkey) = 1 AND c.relnamespace = 'public'::regnamespace
"""


@dataclass(frozen=True, kw_only=True, slots=True)
class Key:
    """A column whose value names a row of another table."""

    table: str
    column: str
    parent: str
    parent_column: str
    may_be_null: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class Ways:
    """The tables with their columns and keys, and those that lead to a club, nearest first."""

    columns: dict[str, list[str]]
    types: dict[str, list[str]]
    keys: list[Key]
    found: dict[str, Key | None]

    @property
    def lost(self) -> set[str]:
        """The tables of which nobody said whose they are."""
        named = {*OF_THE_INSTALLATION, *OF_PEOPLE, *SHARED, FORMER}
        return self.columns.keys() - self.found.keys() - named

    @property
    def moved(self) -> list[str]:
        """The tables whose rows go with a club."""
        return sorted({*self.found, *OF_PEOPLE, *SHARED, FORMER})

    def inside(self, table: str, clubs: list[int]) -> str:
        """Return the condition of the rows of these clubs, whose ids are numbers of ours."""
        ids = f"ANY ('{{{','.join(map(str, clubs))}}}'::bigint[])"
        known = {"house_club": f"id = {ids}"}
        who = f"SELECT user_id FROM staff_membership WHERE club_id = {ids}"
        known |= dict.fromkeys(OF_PEOPLE, f"user_id IN ({who})")
        if table in known:
            return known[table]
        if table in (*SHARED, FORMER):
            return self._named(table, clubs)
        key = self.found[table]
        return f"club_id = {ids}" if key is None else f"{key.column} IN ({self._up(key, clubs)})"

    def _up(self, key: Key, clubs: list[int]) -> str:
        within = self.inside(key.parent, clubs)
        return f"SELECT {key.parent_column} FROM {key.parent} WHERE {within}"

    def _named(self, table: str, clubs: list[int]) -> str:
        """Return the condition of what rows of these clubs name, or what they were before."""
        if table == FORMER:
            kept = (f"SELECT '{t}', id FROM {t} WHERE {self.inside(t, clubs)}" for t in KEPT_FORMER)
            return f"(of, row_id) IN ({' UNION ALL '.join(kept)})"
        names = (
            f"SELECT {key.column} FROM {key.table} WHERE {self.inside(key.table, clubs)}"
            for key in self.keys
            if key.parent == table and key.table in self.found
        )
        return f"id IN ({' UNION '.join(names)})"

    def club(self, table: str, row: str) -> str:
        """Return the expression of the club of a row."""
        key = self.found.get(table)
        if table == "house_club" or key is None:
            return f"{row}.{'id' if table == 'house_club' else 'club_id'}"
        up = f"{row}_"
        return (
            f"(SELECT {self.club(key.parent, up)} FROM {key.parent} {up}"
            f" WHERE {up}.{key.parent_column} = {row}.{key.column})"
        )

    def ties(self) -> list[Key]:
        """Return the keys besides the ways along which a row of one club may name another's."""
        return [
            key
            for key in self.keys
            if key.table in self.found
            and (key.parent in self.found)
            and self.found[key.table] != key
            and (key.parent, key.column) != ("house_club", "club_id")
        ]


def ways(cursor: Any) -> Ways:
    """Find the ways in the models and in the database."""
    cursor.execute(COLUMNS)
    rows = cursor.fetchall()
    columns = {table: names for table, names, _ in rows}
    cursor.execute(FOREIGN_KEYS)
    keys = {(key.table, key.column): key for key in (*_of_models(), *_unsaid())} | {
        (row[0], row[1]): Key(
            table=row[0], column=row[1], parent=row[2], parent_column=row[3], may_be_null=row[4]
        )
        for row in cursor.fetchall()
    }
    return Ways(
        columns=columns,
        types={table: types for table, _, types in rows},
        keys=[keys[each] for each in sorted(keys) if keys[each].parent in columns],
        found=_found(columns, list(keys.values())),
    )


def _found(columns: dict[str, list[str]], keys: list[Key]) -> dict[str, Key | None]:
    """Go from the clubs outwards, a step at a time; a key that may be empty is no way."""
    open_ = columns.keys() - OF_THE_INSTALLATION.keys() - {*OF_PEOPLE, *SHARED}
    found: dict[str, Key | None] = {"house_club": None}
    found |= {table: None for table in open_ if "club_id" in columns[table]}
    while True:
        near = {
            key.table: key
            for key in sorted(keys, key=lambda key: key.column, reverse=True)
            if key.table in open_ - found.keys() and key.parent in found and not key.may_be_null
        }
        if not near:
            return found
        found |= near


def _of_models() -> list[Key]:
    return [
        Key(
            table=model._meta.db_table,  # noqa: SLF001
            column=field.column,
            parent=field.target_field.model._meta.db_table,  # noqa: SLF001
            parent_column=str(field.target_field.column),
            may_be_null=field.null,
        )
        for model in apps.get_models(include_auto_created=True)
        for field in model._meta.local_fields  # noqa: SLF001
        if isinstance(field, ForeignKey)
    ]


def _unsaid() -> list[Key]:
    return [
        Key(table=table, column=column, parent=parent, parent_column=other, may_be_null=False)
        for (table, column), (parent, other) in UNSAID.items()
    ]
