"""A table, hands and files of hands for the tests of the import, and what is kept of them."""

import json
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from typing import Any

from cashgames.models import Hand, Session
from cashgames.rules.handfile import HandRecord, HandRow, RefusedRow
from cashgames.services import tables
from cashgames.services.importing import Importer, ImportReport
from casino.ledger.models import Account, Entry
from casino.staff.models import Role
from tests.world import World


def a_session(
    world: World, *, table: str = "1", game: str = "texas_holdem", chips: int = 150_000
) -> Session:
    """Open a table on which so many cents of chips lie."""
    where = tables.add_table(world.stamp("07:00", role=Role.MANAGER), name=table)
    session = tables.open_session(
        **world.opens(),
        table_id=where.pk,
        game=game,
        small_blind_cents=100,
        big_blind_cents=200,
        min_buy_in_cents=10_000,
        max_buy_in_cents=1_000_000,
    )
    world.seat(session, f"guest of {table}", cents=chips)
    return session


def a_hand(name: str, *, at: datetime | None = None, **more: Any) -> HandRecord:
    """A hand of six that saw a flop, 37 euro in the pot: 1.50 of rake, 1 of jackpot money."""
    facts: dict[str, Any] = {
        "position": 1,
        "game": "texas_holdem",
        "family": "flop",
        "pots_cents": (3700,),
        "players_dealt": 6,
        "board_cards_dealt": 3,
    }
    return HandRecord(external_id=name, played_at=at, **(facts | more))


def imported(
    world: World, session: Session, rows: Iterable[HandRow], *, clock: str = "22:00"
) -> tuple[ImportReport, list[RefusedRow]]:
    """Import rows and return the report and what was refused."""
    refused: list[RefusedRow] = []
    importer = Importer(
        club=world.club,
        session=session,
        at=world.at(clock),
        actor_id=world.staff[Role.SUPERVISOR].pk,
        on_refused=refused.append,
    )
    return importer.run(rows), refused


def counts(report: ImportReport) -> tuple[int, int, int]:
    return report.taken, report.known, report.refused


def kept(session: Session) -> list[dict[str, Any]]:
    """Return a session's hands, each with its entry, accounts by code."""
    code_of = dict(Account.objects.values_list("id", "code"))
    entries = Entry.objects.in_bulk()
    found = []
    for hand in Hand.objects.filter(session=session).order_by("name").values():
        entry = entries.get(hand.pop("entry_id"))
        for name in ("id", "act_id", "session_id"):
            hand.pop(name)
        if entry:
            lines = zip(entry.account_ids, entry.cents, strict=True)
            hand["lines"] = {code_of[account]: cents for account, cents in lines}
            for name in ("kind", "gaming_day", "happened_at", "memo", "because", "currency"):
                hand[f"entry_{name}"] = getattr(entry, name)
        found.append(hand)
    return found


def as_line(hand: HandRecord) -> str:
    """Write a hand as a line of a file."""
    return json.dumps(
        {
            "id": hand.external_id,
            "game": hand.game,
            "family": hand.family,
            "flop_seen": True,
            "main_pot_cents": hand.pots_cents[0],
            "side_pots_cents": list(hand.pots_cents[1:]),
            "total_pot_cents": sum(hand.pots_cents),
            "players_dealt": hand.players_dealt,
            "played_at": hand.played_at.isoformat() if hand.played_at else None,
        }
    )


def written(file: Path, hands: Iterable[HandRecord], *more: str) -> Path:
    """Write a file of hands and other lines."""
    file.write_text("\n".join([*map(as_line, hands), *more]) + "\n")
    return file
