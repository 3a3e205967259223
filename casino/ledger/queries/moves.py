"""Cash and wires between the house and guests, payment by payment."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from casino.db import fetch_all

# What was taken back, and the taking back, is none.
MOVES = """
    SELECT e.id, e.player_id, e.gaming_day, e.happened_at, e.kind, moved.cents
    FROM ledger_entry e
    CROSS JOIN LATERAL (
        SELECT coalesce(sum(m.cents), 0)::bigint AS cents
        FROM unnest(e.account_ids, e.cents) AS m (account_id, cents)
        JOIN ledger_account a ON a.id = m.account_id
            AND (a.code LIKE 'cash:%%' OR a.code = 'bank' AND %(wires)s)
    ) moved
    WHERE e.club_id = %(club)s AND e.gaming_day BETWEEN %(first)s AND %(last)s
      AND (e.player_id IS NOT NULL OR e.kind = ANY(%(unnamed)s))
      AND moved.cents <> 0 AND e.reverses_id IS NULL
      AND (%(known)s::timestamptz IS NULL OR e.recorded_at <= %(known)s)
      AND NOT EXISTS (
          SELECT FROM ledger_entry r WHERE r.reverses_id = e.id
          AND (%(known)s::timestamptz IS NULL OR r.recorded_at <= %(known)s)
      )
"""
LARGE = f"{MOVES} AND abs(moved.cents) >= %(from)s ORDER BY e.happened_at, e.id"
OF_GUESTS = f"""{MOVES}
      AND (e.player_id = ANY(%(players)s) OR e.id = ANY(%(entries)s))
    ORDER BY e.happened_at, e.id
"""
SUMS = f"""
SELECT player_id, coalesce(sum(cents) FILTER (WHERE cents > 0), 0)::bigint,
    coalesce(-sum(cents) FILTER (WHERE cents < 0), 0)::bigint
FROM ({MOVES}) moves WHERE player_id IS NOT NULL GROUP BY player_id
"""  # noqa: S608  (no values)


@dataclass(frozen=True, kw_only=True, slots=True)
class Move:
    """A payment between the house and a guest, in positive; player_id: as it was booked."""

    entry_id: int
    player_id: int | None
    gaming_day: date
    happened_at: datetime
    kind: str
    cents: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Moved:
    """
    Which payments are meant: cash of gaming days, both included, with wires and cards if asked.

    unnamed: the kinds that count without a guest, too; known_at: by what was written down then.
    """

    club_id: int
    first: date
    last: date
    wires: bool
    unnamed: tuple[str, ...] = ()
    known_at: datetime | None = None

    def large(self, from_cents: int) -> list[Move]:
        """Return each payment from an amount on."""
        return self._moves(LARGE, {"from": from_cents})

    def of_guests(self, player_ids: Collection[int], entry_ids: Collection[int]) -> list[Move]:
        """Return the payments of some guests, and some entries whoever they were booked for."""
        return self._moves(OF_GUESTS, {"players": list(player_ids), "entries": list(entry_ids)})

    def sums(self) -> dict[int, tuple[int, int]]:
        """Return by guest what came in and what went out."""
        found = fetch_all(SUMS, self._asked)
        return {player_id: (in_cents, out_cents) for player_id, in_cents, out_cents in found}

    @property
    def _asked(self) -> dict[str, Any]:
        asked = {"club": self.club_id, "first": self.first, "last": self.last}
        return asked | {
            "wires": self.wires,
            "unnamed": list(self.unnamed),
            "known": self.known_at,
        }

    def _moves(self, sql: str, more: dict[str, Any]) -> list[Move]:
        names = Move.__slots__
        return [
            Move(**dict(zip(names, row, strict=True))) for row in fetch_all(sql, self._asked | more)
        ]
