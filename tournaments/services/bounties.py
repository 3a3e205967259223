"""Bounty chips: handed in at any time, and the last ones at the end (AMB-63 to AMB-66)."""

from typing import Any

from casino.approvals.models import Proposal
from casino.approvals.services import completes, propose
from casino.cage.models import Payable
from casino.cage.services.payables import Due, owe
from casino.db import command
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.words import say
from tournaments import postings, queries
from tournaments.models import Bounty, Tournament
from tournaments.services.prizes import (
    LIVES,
    NothingToAward,
    PrizesChanged,
    finish,
)
from tournaments.services.shared import NotFixed, running_tournament

BOUNTY = "tournaments.collect_bounties"


@command
def propose_bounties(
    stamp: Stamp, *, tournament_id: int, entry_id: int | None = None, reason: str = ""
) -> Proposal:
    """
    Ask a second person to turn bounty chips that were handed in into payments due.

    entry_id: of one player, at any time; None: of everybody, at the end, own chips of who is
    left and those that nobody won included. Source: OLY-3.2.g, AMB-63 to AMB-66.
    Raises NotFound, TournamentOver, NothingToAward.
    """
    act = ledger.act(
        stamp,
        "tournaments.propose_bounties",
        tournament_id=tournament_id,
        entry_id=entry_id,
        reason=reason,
    )
    if act.replayed:
        return Proposal.objects.get(act_id=act.id)
    content = _bounties(running_tournament(stamp, tournament_id), entry_id)
    why = reason or f"{content['tournament']}: bounty chips"
    return propose(stamp, act, operation=BOUNTY, content=content, reason=why[:200])


def _bounties(tournament: Tournament, entry_id: int | None) -> dict[str, Any]:
    """Return what is signed: whose chips come to what. Raises NothingToAward."""
    ended = entry_id is None
    if ended and not hasattr(tournament, "fixed"):
        raise NotFixed
    won = queries.won_bounties(tournament, ended=ended)
    collected = queries.collected_cents(tournament)
    rows = [
        {"entry_id": one.pk, "player": one.player.name, "cents": cents}
        for one in queries.unrefunded(tournament)
        if won
        and (ended or one.pk == entry_id)
        and (cents := won.payouts_cents[str(one.pk)] - collected.get(one.pk, 0))
    ]
    if not rows:
        raise NothingToAward(say("No bounty chip is won that was not handed in already."))
    return {
        "tournament_id": tournament.pk,
        "tournament": tournament.name,
        "entry_id": entry_id,
        "total_cents": sum(row["cents"] for row in rows),
        "bounties": rows,
    }


@completes(BOUNTY, title=say("Pay bounty chips"), lives=LIVES)
def collect_bounties(stamp: Stamp, act: ledger.Act, proposal: Proposal) -> list[Payable]:
    """Owe bounty chips by name, in one entry. Raises PrizesChanged."""
    content = proposal.content
    tournament = running_tournament(stamp, content["tournament_id"])
    if _bounties(tournament, content["entry_id"]) != content:
        raise PrizesChanged
    won = queries.won_bounties(tournament, ended=content["entry_id"] is None)
    entries = {one.pk: one for one in queries.unrefunded(tournament)}
    owed = owe(
        stamp,
        act,
        [
            Due(
                kind="tournament.bounty",
                about=tournament.name,
                cents=row["cents"],
                player_id=entries[row["entry_id"]].player_id,
            )
            for row in content["bounties"]
        ],
    )
    draft = postings.bounties_collected(
        tournament.pk,
        {due.pk: due.cents for due in owed},
        because=won.because if won else (),
        memo=tournament.name,
    )
    ledger.post(stamp, act, draft)
    Bounty.objects.bulk_create(
        Bounty(
            entry_id=row["entry_id"],
            cents=row["cents"],
            payable=due,
            gaming_day=stamp.gaming_day,
            act_id=act.id,
        )
        for row, due in zip(content["bounties"], owed, strict=True)
    )
    finish(stamp, act, tournament)
    return owed
