"""What is kept beside the journal names guests by id, as it is written from now on."""

import json
import re
from collections.abc import Callable
from functools import partial
from typing import Any

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

TABLES = (
    ("approvals_proposal", "content", "t.club_id"),
    (
        "tournaments_eventsummary",
        "content",
        "(SELECT club_id FROM tournaments_tournament WHERE id = t.tournament_id)",
    ),
    ("jackpot_claim", "seated", "t.club_id"),
    ("ranking_score", "because", "0"),
    ("ranking_closedquarter", "because", "0"),
)
# How the rules of a ranking knew a player.
RANKED = re.compile(r"(\d{6,}) .+", re.DOTALL)
# Under these a guest's name stood, beside the id or alone.
BESIDE = {"player": "player_id", "counts_for": "person_id"}


def keep_ids(apps: Any, editor: BaseDatabaseSchemaEditor) -> None:
    with editor.connection.cursor() as cursor:
        # Guarded against every change but this one.
        cursor.execute("ALTER TABLE approvals_proposal DISABLE TRIGGER USER")
        for table, column, club in TABLES:
            cursor.execute(
                f"SELECT t.id, t.{column}::text, {club} FROM {table} t WHERE t.{column}::text"
                """ ~ '"(player|players|counts_for|agreed_by)"|"[0-9]{6,} '"""
            )
            for row, text, club_id in cursor.fetchall():
                known = json.loads(text)
                kept = by_id(known, partial(_one_called, cursor, club_id))
                if kept != known:
                    cursor.execute(
                        f"UPDATE {table} SET {column} = %s WHERE id = %s", [json.dumps(kept), row]
                    )
        # Where nobody wrote a reason, it was the amount and the guest.
        cursor.execute(
            "UPDATE approvals_proposal SET reason = split_part(reason, ': ', 1)"
            " WHERE operation LIKE 'cashgames.cash_out%' AND content->>'reason' = ''"
            " OR operation IN ('cage.sell_by_two', 'cage.redeem_chips', 'cage.redeem_chips_large')"
            " AND content->>'player_id' IS NOT NULL"
        )
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("ALTER TABLE approvals_proposal ENABLE TRIGGER USER")
        cursor.execute("UPDATE bookkeeping_intake SET data = '' WHERE kind = 'players'"
                       " AND state <> 'checked'")


def by_id(value: Any, guest_called: Callable[[str], Any]) -> Any:
    """Return plain data with a guest's id where a name stood; "" for a name of several."""
    if isinstance(value, list):
        return [by_id(each, guest_called) for each in value]
    if not isinstance(value, dict):
        return value
    if "player_id" in value and "seat" in value and "player" in value and len(value) == 3:
        return {name: each for name, each in value.items() if name != "player"}
    kept: dict[str, Any] = {}
    for name, each in value.items():
        key = f"guest:{ranked[1]}" if (ranked := RANKED.fullmatch(name)) else name
        if name in BESIDE and isinstance(each, str) and value.get(BESIDE[name]):
            kept[key] = {"guest": value[BESIDE[name]]} if each else ""
        elif name in BESIDE and isinstance(each, str):
            kept[key] = guest_called(each)
        elif name == "agreed_by" and isinstance(each, list):
            kept[key] = [guest_called(one) for one in each]
        elif name == "players" and isinstance(each, dict):
            kept[key] = {entry: guest_called(one) for entry, one in each.items()}
        else:
            kept[key] = by_id(each, guest_called)
    return kept


def _one_called(cursor: Any, club_id: int, name: Any) -> Any:
    if not isinstance(name, str) or not name:
        return name
    cursor.execute(
        "SELECT DISTINCT p.id FROM players_player p JOIN players_version v ON v.player_id = p.id"
        " WHERE v.name = %s AND p.club_id = %s LIMIT 2",
        [name, club_id],
    )
    found = cursor.fetchall()
    return {"guest": found[0][0]} if len(found) == 1 else ""


class Migration(migrations.Migration):

    dependencies = [
        ("approvals", "0005_reasons_forgotten"),
        ("bookkeeping", "__first__"),
        ("jackpot", "0006_two_persons_by_profile"),
        ("players", "0008_reasons_erased"),
        ("ranking", "0002_trade_names"),
        ("tournaments", "0014_two_persons_by_profile"),
    ]

    operations = [migrations.RunPython(keep_ids, migrations.RunPython.noop)]
