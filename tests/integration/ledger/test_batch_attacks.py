"""Attacks by plain SQL on the door for many entries at once."""

import pytest
from psycopg.errors import (
    CheckViolation,
    InsufficientPrivilege,
)

from tests.attacking import ACT, Attacker
from tests.world import World, a_key

BATCH = "SELECT ledger_post_batch(1, %(club)s, %(day)s, %(at)s, %(at)s, 'attack', 'EUR')"


COLUMNS = "1 AS seq, now() AS happened_at, '{}'::bigint[] AS account_ids, '{}'::bigint[] AS cents"


@pytest.mark.parametrize("what", ["TABLE", "VIEW"])
def test_a_batch_of_one_s_own_making(attacker: Attacker, what: str):
    """A view's functions would run with the rights of the tables' owner."""
    with pytest.raises(InsufficientPrivilege, match="not ours"):
        attacker.tries(
            f"CREATE TEMP {what} ledger_batch AS SELECT {COLUMNS}, '[]'::jsonb AS because", BATCH
        )


@pytest.mark.parametrize(
    "attack",
    [
        "CREATE TRIGGER mine BEFORE INSERT ON ledger_batch EXECUTE FUNCTION ledger_append_only()",
        "ALTER TABLE pg_temp.ledger_batch OWNER TO casino_app",
        "SELECT * FROM pg_temp.ledger_batch",
        "UPDATE pg_temp.ledger_batch SET seq = 1",
    ],
)
def test_the_table_of_a_batch_takes_rows_and_nothing_else(attacker: Attacker, attack: str):
    with pytest.raises(InsufficientPrivilege):
        attacker.tries("SELECT ledger_open_batch()", attack)


@pytest.mark.parametrize(
    ("accounts", "cents", "why"),
    [
        (["cash:vault", "equity:funding"], [5, -4], "ledger_entry_balanced"),
        (["cash:vault", "equity:funding"], [-110_001, 110_001], "holds only 110000"),
    ],
)
def test_a_batch_has_the_same_guards(
    attacker: Attacker, world: World, accounts: list[str], cents: list[int], why: str
):
    with pytest.raises(CheckViolation, match=why):
        attacker.tries(
            ACT,
            "SELECT ledger_open_batch()",
            "INSERT INTO pg_temp.ledger_batch (seq, happened_at, account_ids, cents, memo, because)"
            " VALUES (1, %(at)s, %(accounts)s, %(cents)s, '', '[]')",
            BATCH.replace("1, %(club)s", "(SELECT max(id) FROM ledger_act), %(club)s"),
            key=a_key(),
            accounts=[attacker.accounts[code] for code in accounts],
            cents=cents,
        )
