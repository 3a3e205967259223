"""A prize of a tournament that is owed to the wrong guest: owed to who won it, by two."""

from casino.acts.kinds import Id, Reason
from casino.approvals.signed import NothingChanges, Preview, signed
from casino.cage.models import Payable
from casino.cage.queries.due import held_payable, payable
from casino.cage.services.owing_anew import check_unpaid, owe_to_another
from casino.cage.services.payables import NotOwed
from casino.house.stamp import Stamp
from casino.messages import msg
from casino.names import guest
from casino.players.queries import family, player
from casino.players.services.guests import held_guest
from tournaments import postings
from tournaments.models import Bounty, Prize, Tournament
from tournaments.queries.awards import prizes_of
from tournaments.queries.pool_awards import award_of, shares_of
from tournaments.services.shared import held_tournament, hold_series
from tournaments.services.taking_back import PrizePaid

PRIZE = "tournaments.correct_prize"


def prize_preview(stamp: Stamp, *, payable_id: int, player_id: int, reason: str) -> Preview:
    """Say which prize is owed to whom. Raises as correct_prize."""
    owed, tournament = _owed(stamp, payable_id, player_id)
    right = held_guest(stamp, player_id) if stamp.act_id else player(stamp.club_id, player_id)
    cards = family(player_id)
    also = [each.cents for each in _beside(owed, tournament) if each.player_id in cards]
    return Preview(
        content={
            "tournament_id": tournament.pk,
            "tournament": tournament.name,
            "kind": owed.kind,
            "about": owed.about,
            "cents": owed.cents,
            "was": guest(owed.player_id) if owed.player_id else "",
            "becomes": guest(player_id),
            **({"also_cents": also} if also else {}),
        },
        ahead={
            "was_card": str(owed.player.code) if owed.player else "",
            "becomes_card": str(right.code),
        },
        reason=reason,
    )


@signed(
    PRIZE,
    asked_as="tournaments.ask_to_correct_prize",
    preview=prize_preview,
    kinds={PRIZE: msg("Correct the winner of a tournament prize")},
    latest_of="payable_id",
    one_open=True,
)
def correct_prize(stamp: Stamp, *, payable_id: Id, player_id: Id, reason: Reason) -> Payable:
    """
    Owe a prize, bounty chips or a share of a series' jackpot to who won it, while it is not paid.

    It is another payment then; what the same award owes besides stays, paid or not. Whose the entry
    is, and with it places and points, is corrected after it. Source: OLY-3.4.22, OLY-3.4.28.
    Raises NotFound, Gone, NotOwed, NothingChanges, PrizePaid.
    """
    owed, _ = _owed(stamp, payable_id, player_id)
    anew = owe_to_another(stamp, owed, player_id=player_id, reason=reason)
    for model in (Prize, Bounty):
        for each in model.objects.filter(payable=owed):
            by = [*each.corrected_by, stamp.proposal_id]
            model.objects.filter(id=each.pk).update(payable=anew, corrected_by=by)
    return payable(stamp.club_id, anew.pk)


def tournament_of(owed: Payable) -> Tournament:
    """Return the tournament that a payment was won in. Raises NotFound."""
    if owed.kind == postings.PRIZE:
        return Prize.objects.get(payable=owed).entry.tournament
    if owed.kind == postings.BOUNTY:
        return Bounty.objects.get(payable=owed).entry.tournament
    return award_of(owed.club_id, owed.pk).tournament


def _owed(stamp: Stamp, payable_id: int, player_id: int) -> tuple[Payable, Tournament]:
    """Return a payment with its tournament; an act holds both, unpaid."""
    owed = payable(stamp.club_id, payable_id)
    if owed.reversal_id:
        raise NotOwed
    tournament = held_tournament(stamp, tournament_of(owed).pk)
    hold_series(stamp, tournament)
    owed = (held_payable if stamp.act_id else payable)(stamp.club_id, payable_id)
    if owed.reversal_id:
        raise NotOwed
    check_unpaid(owed, PrizePaid)
    if owed.player_id and player_id in family(owed.player_id):
        raise NothingChanges(field="player_id")
    return owed, tournament


def _beside(owed: Payable, tournament: Tournament) -> list[Payable]:
    """Return what the same award owes besides; each guest hands bounty chips in alone."""
    if owed.kind == postings.BOUNTY:
        return []
    together = (
        [each.payable for each in prizes_of(tournament).select_related("payable") if each.payable]
        if owed.kind == postings.PRIZE
        else shares_of(award_of(owed.club_id, owed.pk).act_id)
    )
    return [each for each in together if each.pk != owed.pk]
