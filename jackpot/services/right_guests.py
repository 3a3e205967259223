"""A share of a jackpot that is owed to the wrong guest: owed to who won it, by two."""

from casino.acts.kinds import Id, Reason
from casino.approvals.signed import NothingChanges, Preview, signed
from casino.cage.models import Payable
from casino.cage.queries.due import held_payable, payable
from casino.cage.services.owing_anew import check_unpaid, owe_to_another
from casino.house.stamp import Stamp
from casino.kept_sql import hold
from casino.messages import msg
from casino.names import guest
from casino.players.queries import family, player
from casino.players.services.guests import held_guest
from casino.refusals import NotFound
from casino.staff.models import Role
from jackpot.models import Claim, Share
from jackpot.queries.clubs import limits
from jackpot.services.limits import check_limit
from jackpot.services.taking_back import NotAwarded, SharePaid

SHARE = "jackpot.correct_share"


def share_preview(stamp: Stamp, *, payable_id: int, player_id: int, reason: str) -> Preview:
    """Say which share is owed to whom. Raises as correct_share."""
    share = _owed(stamp, payable_id, player_id)
    right = held_guest(stamp, player_id) if stamp.act_id else player(stamp.club_id, player_id)
    others = share.award.shares.filter(player__in=family(player_id)).exclude(pk=share.pk)
    also = [each.seat for each in others]
    return Preview(
        content={
            "claim_id": share.award.claim_id,
            "claim": f"{share.award.claim}",
            "seat": share.seat,
            "for": share.parts_won,
            "cents": share.cents,
            "was": guest(share.player_id),
            "becomes": guest(player_id),
            **({"also_seats": also} if also else {}),
        },
        ahead={"was_card": str(share.player.code), "becomes_card": str(right.code)},
        reason=reason,
    )


@signed(
    SHARE,
    asked_as="jackpot.ask_to_correct_share",
    preview=share_preview,
    kinds={SHARE: msg("Correct the winner of a jackpot share")},
    latest_of="payable_id",
    one_open=True,
)
def correct_share(stamp: Stamp, *, payable_id: Id, player_id: Id, reason: Reason) -> Payable:
    """
    Owe a share of an award to who won it, while that share is not paid; the others stay.

    It is another payment then, and the wrong guest's is owed no more. The claim says who it was,
    by the request that two signed. Source: OLY-4.4.
    Raises NotFound, Gone, NotAwarded, NothingChanges, SharePaid, AboveLimit.
    """
    share = _owed(stamp, payable_id, player_id)
    check_limit(
        stamp,
        share.cents,
        always=Role.MANAGER,
        up_to=(Role.ACCOUNTANT, limits(stamp.club_id).accountant_award_cents),
    )
    owed = payable(stamp.club_id, share.payable_id)
    anew = owe_to_another(stamp, owed, player_id=player_id, reason=reason)
    Share.objects.filter(id=share.pk).update(
        player_id=player_id,
        payable_id=anew.pk,
        corrected_by=[*share.corrected_by, stamp.proposal_id],
    )
    return payable(stamp.club_id, anew.pk)


def _owed(stamp: Stamp, payable_id: int, player_id: int) -> Share:
    """Return the share of a payment; an act holds its claim and the payment, unpaid."""
    named = Share.objects.filter(payable_id=payable_id, award__claim__club=stamp.club_id)
    claims = named.values_list("award__claim_id", flat=True)
    if not claims:
        raise NotFound(msg("This payment is not for a jackpot share."), field="payable_id")
    if stamp.act_id:
        hold(Claim, claims[0])
    share = named.select_related("award__claim__session__table", "player").first()
    if share is None or not share.award.stands:
        raise NotAwarded
    seen = held_payable if stamp.act_id else payable
    check_unpaid(seen(stamp.club_id, payable_id), SharePaid)
    if player_id in family(share.player_id):
        raise NothingChanges(field="player_id")
    return share
