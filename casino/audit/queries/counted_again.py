"""What somebody counted or looked up a second time: the first figure stays beside the last."""

from collections.abc import Collection
from datetime import timedelta
from typing import Any

from casino.approvals.queries import asked_by
from casino.cage.queries.tallies import recounts
from casino.ledger.queries.documents import told_about
from casino.ledger.queries.trail import TrailRow

COUNTED, BASE_CHECKED = "cage.submit_count", "jackpot.check_base"
# Counts that are proposed: each holds the figures of those before it.
COUNTS_ASKED = (
    "cage.ask_vault_count",
    "cage.ask_take_over",
    "cage.ask_force_close",
    "countroom.ask_confirm_fill",
)
# So long a claim waits, at most, between two looks at its base.
OPEN_AT_MOST = timedelta(days=100)
COUNTS = (COUNTED, BASE_CHECKED, *COUNTS_ASKED)


def counted_again(club_id: int, rows: Collection[TrailRow]) -> dict[int, dict[str, Any]]:
    """Return of each act that counted again where, what it came to at first, and what now."""
    drawers = recounts([row.id for row in rows if row.operation == COUNTED])
    asked = asked_by([row.id for row in rows if row.operation in COUNTS_ASKED])
    counts = {act_id: [each.as_plain() for each in found] for act_id, found in drawers.items()}
    counts |= {act_id: proposal.content.get("counts", []) for act_id, proposal in asked.items()}
    places = {row.id: row.arguments for row in rows}
    again = {
        act_id: {
            name: places[act_id][name]
            for name in ("shift_id", "drawer_id", "transfer_id")
            if name in places[act_id]
        }
        | _first_and_last(figures)
        for act_id, figures in counts.items()
        if len(figures) > 1
    }
    return again | _looked_up_again(club_id, rows)


def _first_and_last(figures: list[dict[str, int]]) -> dict[str, Any]:
    """Return what was counted at first and last; of one sum twice, how much of it was what."""
    first, last = figures[0], figures[-1]
    found: dict[str, Any] = {
        "first_count_cents": sum(first.values()),
        "last_count_cents": sum(last.values()),
    }
    if sum(first.values()) != sum(last.values()) or first == last:
        return found
    parts = {name.replace("_cents", "_counted_cents"): [first[name], last[name]] for name in first}
    return found | parts


def _looked_up_again(club_id: int, rows: Collection[TrailRow]) -> dict[int, dict[str, Any]]:
    """Return of each check of a jackpot's base after another figure, that one and this one."""
    of = [row for row in rows if row.operation == BASE_CHECKED]
    if not of:
        return {}
    checks = {row.id: row.arguments["claim_id"] for row in of}
    since = min(row.happened_at for row in of) - OPEN_AT_MOST
    first: dict[int, int] = {}
    found = {}
    told_of = told_about(club_id, BASE_CHECKED, "claim_id", {*checks.values()}, since=since)
    for act_id, told in told_of:
        before = first.setdefault(told["claim_id"], told["base_cents"])
        if act_id in checks and before != told["base_cents"]:
            figures = {"first_count_cents": before, "last_count_cents": told["base_cents"]}
            found[act_id] = {"claim_id": told["claim_id"], **figures}
    return found
