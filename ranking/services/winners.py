"""A prize of a closed quarter that is owed to the wrong guest: owed to the right one by two."""

from casino.acts.kinds import Id, Reason
from casino.approvals.signed import NothingChanges, Preview, signed
from casino.cage.models import Payable
from casino.cage.queries.due import held_payable, payable
from casino.cage.services.owing_anew import check_unpaid, owe_to_another
from casino.house.stamp import Stamp
from casino.messages import msg
from casino.names import guest
from casino.players.queries import family, player
from casino.players.services.guests import held_guest
from casino.refusals import NotFound
from ranking.models import Prize
from ranking.queries.standing import owed_by_name
from tournaments.services.taking_back import PrizePaid

WINNER = "ranking.correct_winner"


def winner_preview(stamp: Stamp, *, payable_id: int, player_id: int, reason: str) -> Preview:
    """Say which prize is owed to whom. Raises as correct_winner."""
    prize = _owed(stamp, payable_id, player_id)
    right = held_guest(stamp, player_id) if stamp.act_id else player(stamp.club_id, player_id)
    was = prize.payable.player
    return Preview(
        content={
            "about": prize.payable.about,
            "cents": prize.cents,
            "was": guest(was.pk) if was else "",
            "becomes": guest(player_id),
        },
        ahead={"was_card": str(was.code) if was else "", "becomes_card": str(right.code)},
        reason=reason,
    )


@signed(
    WINNER,
    asked_as="ranking.ask_to_correct_winner",
    preview=winner_preview,
    kinds={WINNER: msg("Correct the winner of a ranking prize")},
    latest_of="payable_id",
    one_open=True,
)
def correct_winner(stamp: Stamp, *, payable_id: Id, player_id: Id, reason: Reason) -> Payable:
    """
    Owe a prize of a closed quarter to who won it, while that prize is not paid.

    It is another payment then; the other prizes stay, paid or not, and so does the closed standing
    (AMB-98). A payment that was made anew since means the one that its prize is now.
    Source: OLY-5.5, AMB-94. Raises NotFound, Gone, NothingChanges, PrizePaid.
    """
    prize = _owed(stamp, payable_id, player_id)
    anew = owe_to_another(stamp, prize.payable, player_id=player_id, reason=reason)
    Prize.objects.create(place=prize.place, cents=prize.cents, payable=anew, act_id=stamp.act_id)
    return payable(stamp.club_id, anew.pk)


def _owed(stamp: Stamp, payable_id: int, player_id: int) -> Prize:
    """Return the prize of a payment; an act holds it unpaid."""
    named = Prize.objects.filter(payable=payable_id, payable__club=stamp.club_id).first()
    if named is None:
        raise NotFound(msg("This payment is not for a ranking prize."), field="payable_id")
    prizes = owed_by_name().select_related("payable__player", "place__closed__ranking")
    prize = prizes.get(place=named.place_id, payable__club=stamp.club_id)
    if prize.payable.player_id and player_id in family(prize.payable.player_id):
        raise NothingChanges(field="player_id")
    seen = held_payable if stamp.act_id else payable
    if seen(stamp.club_id, prize.payable_id).reversal_id:
        # Another correction of the prize was signed while this one waited for its row.
        return _owed(stamp, payable_id, player_id)
    check_unpaid(prize.payable, PrizePaid)
    return prize
