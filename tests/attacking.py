"""Somebody at a psql prompt, who tries what the database must refuse."""

import psycopg

from tests.world import EVENING, World, a_key

ACT = """
SELECT ledger_begin(%(key)s, %(club)s, NULL, 'attack', '{}', %(at)s, '')
"""


ENTRY = """
INSERT INTO ledger_entry (act_id, club_id, gaming_day, kind, currency, account_ids, cents,
                          happened_at)
SELECT max(id), %(club)s, %(day)s, 'attack', 'EUR', %(accounts)s, %(cents)s, %(at)s
FROM ledger_act
"""


COUNTS = """
SELECT (SELECT count(*) FROM ledger_entry), (SELECT count(*) FROM ledger_line),
       (SELECT sum(abs(cents)) FROM ledger_balance),
       (SELECT count(*) FROM ledger_act
        WHERE operation NOT IN ('test.found', 'office.open_club'))
"""


class Attacker:
    """Somebody at a psql prompt; after each attempt all constraints are forced."""

    def __init__(self, connection: psycopg.Connection, world: World) -> None:
        self.connection = connection
        self.names = {"club": world.club.pk, "day": EVENING, "at": world.at("23:00")}
        accounts = "SELECT code, id FROM ledger_account WHERE club_id = %s AND ref = 0"
        self.accounts = dict(connection.execute(accounts, [world.club.pk]).fetchall())

    def tries(self, *statements: str, **names: object) -> None:
        with self.connection.transaction():
            for statement in statements:
                self.connection.execute(statement, {**self.names, **names})
            self.connection.execute("SET CONSTRAINTS ALL IMMEDIATE")

    def posts(self, accounts: list[str | int], cents: list[int], **changes: object) -> None:
        """Insert an entry as the posting does, with a fresh act."""
        self.tries(
            ACT,
            ENTRY,
            key=a_key(),
            accounts=[self.accounts.get(code, code) for code in accounts],
            cents=cents,
            **changes,
        )

    def counts(self) -> tuple[int, ...]:
        found = self.connection.execute(COUNTS).fetchone()
        assert found
        return found
