"""The tournament jackpot of a series: surcharges, paid out by the terms announced (IMG-T30)."""

from collections.abc import Sequence
from dataclasses import dataclass

from casino.acts.kinds import Amount, Id, Reason
from casino.approvals.queries import proposal
from casino.approvals.signed import Preview, signed
from casino.cage.services.payables import Due, owe
from casino.house.queries import book_on
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.limits import MAX_LINE_LENGTH
from casino.messages import msg
from casino.names import guest
from casino.refusals import BadInput, Refusal
from tournaments import postings
from tournaments.models import SeriesAward
from tournaments.queries.pool_awards import surcharge_pool_cents
from tournaments.queries.tournaments import unrefunded
from tournaments.services.shared import TournamentOver, held_tournament, hold_series

AWARD = "tournaments.pay_series_jackpot"


class MoreThanCollected(Refusal):
    """A tournament jackpot pays from what was collected, and no more."""

    code = "TOURNAMENT-046"
    message = msg("The jackpot of this series does not hold that much.")
    source = "AMB-80"


@dataclass(frozen=True, kw_only=True, slots=True)
class Winner:
    """Who gets how much."""

    entry_id: Id
    cents: Amount


def jackpot_preview(
    stamp: Stamp, *, tournament_id: int, shares: Sequence[Winner], reason: str
) -> Preview:
    """Say what the jackpot holds and every share. Raises as pay_series_jackpot."""
    tournament = held_tournament(stamp, tournament_id)
    hold_series(stamp, tournament)
    if tournament.cancelled_at:  # what was paid into the pool goes back
        raise TournamentOver
    if tournament.series is None:
        raise BadInput(msg("This tournament belongs to no series."), field="shares")
    players = {one.pk: one.player_id for one in unrefunded(tournament)}
    cents = {each.entry_id: each.cents for each in shares}
    if not cents or len(cents) < len(shares) or cents.keys() - players.keys():
        said = msg("Enter the players of this tournament and their amounts.")
        raise BadInput(said, field="shares", source="AMB-80")
    pool = surcharge_pool_cents(tournament.club_id, tournament.series.pk)
    if sum(cents.values()) > pool:
        raise MoreThanCollected(field="shares")
    return Preview(
        content={
            "tournament": tournament.name,
            "series": tournament.series.name,
            "pool_cents": pool,
            "total_cents": sum(cents.values()),
            "shares_cents": {str(entry_id): each for entry_id, each in cents.items()},
            "players": {str(entry_id): guest(players[entry_id]) for entry_id in cents},
        },
        reason=f"{tournament.name}: {reason}"[:MAX_LINE_LENGTH],
    )


@signed(
    AWARD,
    asked_as="tournaments.propose_series_jackpot",
    preview=jackpot_preview,
    kinds={AWARD: msg("Pay tournament jackpot")},
)
def pay_series_jackpot(
    stamp: Stamp, *, tournament_id: Id, shares: Sequence[Winner], reason: Reason
) -> SeriesAward:
    """
    Pay a series' jackpot to players of a tournament: its surcharges become what the house owes.

    reason: which of the announced terms was met. What is left stays with the series.
    Source: IMG-T30, AMB-80. Raises NotFound, BadInput, MoreThanCollected, and
    TournamentOver once it was cancelled.
    """
    content = proposal(stamp.club_id, stamp.proposal_id).content
    tournament = held_tournament(stamp, tournament_id)
    players = {one.pk: one.player_id for one in unrefunded(tournament)}
    about = f"{tournament}, {content['series']}"
    owed = owe(
        stamp,
        [
            Due(
                kind=postings.JACKPOT,
                about=about,
                cents=each.cents,
                player_id=players[each.entry_id],
                two=True,
                not_by=(stamp.person_id, stamp.signer_id),
            )
            for each in shares
        ],
    )
    book = book_on(stamp.club_id, tournament.gaming_day)
    facts = {"pool_cents": content["pool_cents"], "reason": reason}
    draft = postings.jackpot_won(
        tournament.series_id or 0,
        {due.pk: due.cents for due in owed},
        because=(book.why("AMB-80", content["total_cents"], **facts),),
        memo=about,
    )
    ledger.post_entry(stamp, draft)
    return SeriesAward.objects.create(
        tournament=tournament,
        pool_cents=content["pool_cents"],
        total_cents=content["total_cents"],
        shares_cents=content["shares_cents"],
        reason=reason,
        proposal_id=stamp.proposal_id,
        at=stamp.at,
        gaming_day=stamp.gaming_day,
        act_id=stamp.act_id,
    )
