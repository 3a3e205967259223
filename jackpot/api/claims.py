"""Claims by program: entered, proved, checked, proposed."""

from typing import Any

from rest_framework import serializers

from casino.acts.doors import sends
from casino.approvals.api import ProposalOut, previews
from casino.ledger.api import ActView, BecauseOut
from casino.paging import Page
from casino.web.endpoints import reads
from casino.web.routes import Routes
from jackpot.models import Claim
from jackpot.queries.claims import Preview, claim, claims, payable_preview
from jackpot.services.awards import award_claim, check_base
from jackpot.services.claims import prepare_claim, withdraw_claim
from jackpot.services.evidence import record_evidence
from jackpot.services.right_guests import correct_share
from jackpot.services.taking_back import take_back_award

routes = Routes()
CLAIM = {
    "session_id": 7,
    "hand_name": "117",
    "played_at": "2026-11-21T21:05:00Z",
    "players_dealt": 6,
    "boards": [["AS", "AD", "JC", "9H", "9D"]],
    "hands": [{"seat": 1, "cards": ["AH", "JD"]}, {"seat": 2, "cards": ["9C", "9S"]}],
}
EVIDENCE = {
    "deck_checked_by": "Tiina, dealer",
    "camera_at": "2026-11-21T21:05:00Z",
    "witnesses": "Tiina; Ott",
    "seal_number": "S-0417",
}
MIXED_UP = {"reason": "Seats 1 and 2 were mixed up."}


class ConditionOut(serializers.Serializer[Any]):
    """One thing that has to hold, ticked or crossed, with its paragraph."""

    of = serializers.ChoiceField(["hand", "bad_beat", "royal_flush"])
    name = serializers.CharField()
    met = serializers.BooleanField()
    found = serializers.CharField()
    rule = serializers.CharField()
    says = serializers.CharField()


class SeatedOut(serializers.Serializer[Any]):
    """Who had a seat at that instant; reason: how one knows, where the table recorded another."""

    seat = serializers.IntegerField()
    player_id = serializers.IntegerField()
    player = serializers.CharField()
    instead_of_id = serializers.IntegerField(allow_null=True)
    instead_of = serializers.CharField(allow_null=True)
    reason = serializers.CharField(allow_blank=True)


class EmptySeatOut(serializers.Serializer[Any]):
    """A seat that nobody had in truth, whom the table had recorded there, and how one knows."""

    seat = serializers.IntegerField()
    instead_of_id = serializers.IntegerField()
    instead_of = serializers.CharField()
    reason = serializers.CharField()


class TakenBackOut(serializers.Serializer[Any]):
    """An award that two took back before any share of it was paid; the claim was open again."""

    total_cents = serializers.IntegerField()
    approved_at = serializers.DateTimeField()
    taken_back_at = serializers.DateTimeField(source="reversal.at")
    reason = serializers.CharField(source="reversal.proposal.reason")
    proposal_id = serializers.IntegerField(source="reversal.proposal_id")


class ClaimOut(serializers.Serializer[Any]):
    """A claim: the hand, the verdict, the proof, how far it is."""

    id = serializers.IntegerField()
    jackpot_id = serializers.IntegerField(allow_null=True)
    session_id = serializers.IntegerField()
    hand_name = serializers.CharField()
    played_at = serializers.DateTimeField()
    gaming_day = serializers.DateField()
    game = serializers.CharField()
    players_dealt = serializers.IntegerField()
    boards = serializers.ListField(child=serializers.ListField(child=serializers.CharField()))
    hands = serializers.JSONField()
    seated = SeatedOut(many=True, source="seated_by_name")
    empty_seats = EmptySeatOut(many=True, source="emptied_by_name")
    verdict = serializers.JSONField()
    conditions = ConditionOut(many=True)
    because = BecauseOut(many=True)
    claimed_by_id = serializers.IntegerField()
    deck_checked_by = serializers.CharField(allow_blank=True)
    camera_at = serializers.DateTimeField(allow_null=True)
    witnesses = serializers.CharField(allow_blank=True)
    seal_number = serializers.CharField(allow_blank=True)
    note = serializers.CharField(allow_blank=True)
    base_checked_by_id = serializers.IntegerField(allow_null=True)
    base_checked_cents = serializers.IntegerField(allow_null=True)
    state = serializers.ChoiceField(Claim.State.choices)
    reason = serializers.CharField(allow_blank=True)
    proposal_id = serializers.IntegerField(allow_null=True)
    taken_back = TakenBackOut(many=True)


class ShareOut(serializers.Serializer[Any]):
    """What one seat gets."""

    seat = serializers.IntegerField(source="share.seat")
    player_id = serializers.IntegerField()
    player = serializers.CharField()
    parts = serializers.ListField(child=serializers.CharField(), source="share.parts")
    bad_beat_cents = serializers.IntegerField(source="share.bad_beat_cents")
    royal_flush_cents = serializers.IntegerField(source="share.royal_flush_cents")
    cents = serializers.IntegerField(source="share.cents")


class PreviewOut(serializers.Serializer[Any]):
    """What a claim would be paid if it were approved now, and what a second hit would pay then."""

    level_cents = serializers.IntegerField(source="award.base.level_cents")
    level_at = serializers.DateTimeField(source="award.base.level_at")
    paid_since_cents = serializers.IntegerField(source="award.base.paid_since_cents")
    base_cents = serializers.IntegerField(source="award.base.cents")
    total_cents = serializers.IntegerField(source="award.total_cents")
    pool_left_cents = serializers.IntegerField(source="award.pool_left_cents")
    second_bad_beat_cents = serializers.IntegerField(source="award.second_bad_beat_cents")
    second_royal_flush_cents = serializers.IntegerField(source="award.second_royal_flush_cents")
    shares = ShareOut(many=True)
    because = BecauseOut(many=True, source="award.because")


@routes("claims/", "api-claims")
class Claims(ActView):
    @reads(ClaimOut(many=True), page=50)
    def get(self, page: Page) -> list[Claim]:
        """List the claims, the latest hand first."""
        return claims(self.club.pk, page=page)

    post = sends(prepare_claim, ClaimOut, example=CLAIM)


@routes("claims/<id:claim_id>/", "api-claim")
class ClaimDetail(ActView):
    @reads(ClaimOut)
    def get(self, claim_id: int) -> Claim:
        """Show a claim with every condition."""
        return claim(self.club.pk, claim_id)


@routes("claims/<id:claim_id>/preview/", "api-claim-preview")
class ClaimPreview(ActView):
    @reads(PreviewOut)
    def get(self, claim_id: int) -> Preview:
        """Say what a claim would be paid now; one that does not qualify: 422 with the reason."""
        return payable_preview(claim(self.club.pk, claim_id))


@routes("claims/<id:claim_id>/evidence/", "api-claim-evidence")
class ClaimEvidence(ActView):
    post = sends(record_evidence, ClaimOut, status=200, example=EVIDENCE)


@routes("claims/<id:claim_id>/check/", "api-claim-check")
class ClaimCheck(ActView):
    post = sends(check_base, ClaimOut, status=200, example={"base_cents": 1000000})


@routes("claims/<id:claim_id>/propose/", "api-claim-propose")
class ClaimPropose(ActView):
    post = sends(award_claim.ask, ProposalOut)


@routes("claims/<id:claim_id>/withdraw/", "api-claim-withdraw")
class ClaimWithdraw(ActView):
    post = sends(
        withdraw_claim, ClaimOut, status=200, example={"reason": "The board was mistyped."}
    )


@routes("claims/<id:claim_id>/take-back/", "api-claim-take-back")
class ClaimTakeBack(ActView):
    post = sends(take_back_award.ask, ProposalOut, example=MIXED_UP)


@routes("jackpot-shares/<id:payable_id>/guest/", "api-jackpot-winner")
class JackpotWinner(ActView):
    post = sends(
        correct_share.ask,
        ProposalOut,
        example={"player_id": 2, "reason": "Seated by the card of another guest of that name"},
    )


@routes("claims/<id:claim_id>/take-back/preview/", "api-preview-claim-take-back")
class PreviewClaimTakeBack(ActView):
    post = previews(take_back_award, example=MIXED_UP)
