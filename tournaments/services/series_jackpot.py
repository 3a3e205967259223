"""The tournament jackpot of a series: surcharges, paid out by the terms announced (IMG-T30)."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from casino.approvals.models import Proposal
from casino.approvals.services import completes, propose
from casino.cage.services.payables import Due, owe
from casino.db import command
from casino.house.queries import book_on
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.names import clean_name
from casino.refusals import BadInput, Refusal
from casino.words import say
from tournaments import postings, queries
from tournaments.models import Series, SeriesAward, Tournament
from tournaments.services.shared import held_tournament

AWARD = "tournaments.pay_series_jackpot"


class MoreThanCollected(Refusal):
    """A tournament jackpot pays from what was collected, and no more."""

    status = 422
    code = "TOURNAMENT-046"
    message = say("The jackpot of this series does not hold that much.")
    source = "AMB-80"


class JackpotMoved(Refusal):
    """What is approved is what was shown."""

    status = 409
    code = "TOURNAMENT-047"
    message = say("The jackpot is no longer what it was when this was proposed.")
    next_step = say("Let it be proposed again.")


@command
def propose_series_jackpot(
    stamp: Stamp, *, tournament_id: int, shares_cents: Mapping[str, int], reason: str
) -> Proposal:
    """
    Ask a second person to pay a series' jackpot to players of a tournament.

    shares_cents: entry id -> cents; reason: which of the announced terms was met. What is left
    stays with the series. Source: IMG-T30, AMB-80. Raises NotFound, BadInput, MoreThanCollected.
    """
    reason = clean_name(reason, field="reason", longest=200)
    act = ledger.act(
        stamp,
        "tournaments.propose_series_jackpot",
        tournament_id=tournament_id,
        shares_cents=dict(shares_cents),
        reason=reason,
    )
    if act.replayed:
        return Proposal.objects.get(act_id=act.id)
    content = _content(held_tournament(stamp, tournament_id), shares_cents, reason)
    why = f"{content['tournament']}: {reason}"
    return propose(stamp, act, operation=AWARD, content=content, reason=why[:200])


def _content(
    tournament: Tournament, shares_cents: Mapping[str, int], reason: str
) -> dict[str, Any]:
    """Return what is signed: the jackpot and every share. Raises BadInput, MoreThanCollected."""
    if tournament.series is None:
        raise BadInput(say("This tournament belongs to no series."), field="shares_cents")
    names = {str(one.pk): one for one in queries.unrefunded(tournament)}
    wrong = set(shares_cents) - set(names) or any(cents <= 0 for cents in shares_cents.values())
    if wrong or not shares_cents:
        said = say("Name who of this tournament gets how much.")
        raise BadInput(said, field="shares_cents", source="AMB-80")
    pool = queries.surcharge_pool_cents(tournament.club_id, tournament.series.pk)
    if sum(shares_cents.values()) > pool:
        raise MoreThanCollected(field="shares_cents")
    return {
        "tournament_id": tournament.pk,
        "tournament": tournament.name,
        "series": tournament.series.name,
        "pool_cents": pool,
        "total_cents": sum(shares_cents.values()),
        "shares_cents": dict(shares_cents),
        "players": {name: names[name].player.name for name in shares_cents},
        "reason": reason,
    }


@completes(
    AWARD,
    title=say("Pay a tournament jackpot"),
    lives=timedelta(minutes=30),
)
def pay_series_jackpot(stamp: Stamp, act: ledger.Act, proposal: Proposal) -> SeriesAward:
    """Turn a part of the series' surcharges into what the house owes. Raises JackpotMoved."""
    content = proposal.content
    tournament = held_tournament(stamp, content["tournament_id"])
    Series.objects.select_for_update(no_key=True).get(tournaments=tournament)
    shares = content["shares_cents"]
    if _content(tournament, shares, content["reason"]) != content:
        raise JackpotMoved
    players = {str(one.pk): one.player_id for one in queries.unrefunded(tournament)}
    about = f"{tournament}, {content['series']}"
    owed = owe(
        stamp,
        act,
        [
            Due(
                kind="tournament.jackpot",
                about=about,
                cents=cents,
                player_id=players[name],
                two=True,
                not_by=tuple(sorted({proposal.proposed_by_id, stamp.person_id})),
            )
            for name, cents in shares.items()
        ],
    )
    book = book_on(stamp.club_id, tournament.gaming_day)
    facts = {name: content[name] for name in ("pool_cents", "reason")}
    draft = postings.jackpot_won(
        tournament.series_id or 0,
        {due.pk: due.cents for due in owed},
        because=(book.why("AMB-80", content["total_cents"], **facts),),
        memo=about,
    )
    ledger.post(stamp, act, draft)
    return SeriesAward.objects.create(
        tournament=tournament,
        pool_cents=content["pool_cents"],
        total_cents=content["total_cents"],
        shares_cents=shares,
        reason=content["reason"],
        proposal=proposal,
        at=stamp.at,
        gaming_day=stamp.gaming_day,
        act_id=act.id,
    )
