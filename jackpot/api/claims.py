"""Claims by program: entered, proved, checked, proposed."""

from typing import Any

from django.urls import path
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from casino.approvals.api import ProposalOut
from casino.approvals.models import Proposal
from casino.cards import DECK
from casino.house.stamp import Stamp
from casino.ledger.api import ActView, BecauseOut
from casino.web.endpoints import reads, writes
from casino.web.serializers import (
    CentsField,
    FlagField,
    IdField,
    InstantField,
    Latest,
    OneOfField,
    StrictSerializer,
    TextField,
    WholeField,
)
from jackpot import queries, services
from jackpot.models import Claim
from jackpot.queries import Preview

MOST_SEATS, MOST_OPEN = 23, 5
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


@extend_schema_field({"type": "string", "format": "date-time", "example": "2026-11-21T21:05:00Z"})
class CardsField(serializers.ListField):
    """Cards in two letters each."""

    def __init__(self, *, most: int, **kwargs: Any) -> None:
        super().__init__(child=OneOfField(choices=list(DECK)), max_length=most, **kwargs)


class ShownIn(StrictSerializer):
    """The own cards that a seat showed."""

    seat = WholeField(min_value=1, max_value=MOST_SEATS)
    cards = CardsField(most=13)


class ClaimIn(StrictSerializer):
    """A hand for which a jackpot is claimed; two boards where it was dealt twice."""

    session_id = IdField()
    hand_name = TextField()
    played_at = InstantField()
    players_dealt = WholeField(min_value=2, max_value=MOST_SEATS)
    boards = serializers.ListField(child=CardsField(most=5), max_length=2)
    hands = serializers.ListField(child=ShownIn(), max_length=MOST_SEATS)
    game = TextField(longest=30, required=False, default=None, allow_null=True)
    open_cards_dealt = WholeField(min_value=0, max_value=MOST_OPEN, required=False, default=0)
    showdown = FlagField(required=False, default=True)


class EvidenceIn(StrictSerializer):
    """What proves a hand; what is left out is not known yet."""

    deck_checked_by = TextField(required=False, default="")
    camera_at = InstantField(required=False, default=None, allow_null=True)
    witnesses = TextField(longest=200, required=False, default="")
    seal_number = TextField(longest=50, required=False, default="")
    note = TextField(longest=500, required=False, default="")


class ReasonIn(StrictSerializer):
    """Why."""

    reason = TextField(longest=200)


class CheckIn(StrictSerializer):
    """The base as it was found in the books."""

    base_cents = CentsField()


class ConditionOut(serializers.Serializer[Any]):
    """One thing that has to hold, ticked or crossed, with its paragraph."""

    of = serializers.ChoiceField(["hand", "bad_beat", "royal_flush"])
    name = serializers.CharField()
    met = serializers.BooleanField()
    found = serializers.CharField()
    rule = serializers.CharField()
    says = serializers.CharField()


class SeatedOut(serializers.Serializer[Any]):
    """Who had a seat at that instant."""

    seat = serializers.IntegerField()
    player_id = serializers.IntegerField()
    player = serializers.CharField()


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
    seated = SeatedOut(many=True)
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


class Claims(ActView):
    """/claims/"""

    @reads(ClaimOut(many=True), asks=Latest)
    def get(self, limit: int) -> list[Claim]:
        """List the claims, the latest hand first."""
        return queries.claims(self.club.pk, limit=limit)

    @writes(ClaimOut, takes=ClaimIn, example=CLAIM)
    def post(self, stamp: Stamp, **hand: Any) -> Claim:
        """Enter a hand for which a jackpot is claimed; one that does not qualify is kept, too."""
        return services.prepare_claim(stamp, **hand)


class ClaimDetail(ActView):
    """/claims/<id>/"""

    @reads(ClaimOut)
    def get(self, claim_id: int) -> Claim:
        """Show a claim with every condition."""
        return queries.claim(self.club.pk, claim_id)


class ClaimPreview(ActView):
    """/claims/<id>/preview/"""

    @reads(PreviewOut)
    def get(self, claim_id: int) -> Preview:
        """Say what a claim would be paid now; one that does not qualify: 422 with the reason."""
        return queries.payable_preview(queries.claim(self.club.pk, claim_id))


class ClaimEvidence(ActView):
    """/claims/<id>/evidence/"""

    @writes(ClaimOut, takes=EvidenceIn, status=200, example=EVIDENCE)
    def post(self, stamp: Stamp, claim_id: int, **evidence: Any) -> Claim:
        """Write down what proves a hand, until it is proposed."""
        return services.record_evidence(stamp, claim_id=claim_id, **evidence)


class ClaimCheck(ActView):
    """/claims/<id>/check/"""

    @writes(ClaimOut, takes=CheckIn, status=200, example={"base_cents": 1000000})
    def post(self, stamp: Stamp, claim_id: int, base_cents: int) -> Claim:
        """Confirm the base of a claim as it stands in the books."""
        return services.check_base(stamp, claim_id=claim_id, base_cents=base_cents)


class ClaimPropose(ActView):
    """/claims/<id>/propose/"""

    @writes(ProposalOut)
    def post(self, stamp: Stamp, claim_id: int) -> Proposal:
        """Ask a second person to approve a claim; the answer's digest is what they sign."""
        return services.propose_award(stamp, claim_id=claim_id)


class ClaimWithdraw(ActView):
    """/claims/<id>/withdraw/"""

    @writes(ClaimOut, takes=ReasonIn, status=200, example={"reason": "The board was mistyped."})
    def post(self, stamp: Stamp, claim_id: int, reason: str) -> Claim:
        """Take a claim back that nobody proposed; it stays, with the reason."""
        return services.withdraw_claim(stamp, claim_id=claim_id, reason=reason)


routes = [
    path("claims/", Claims.as_view(), name="api-claims"),
    path("claims/<id:claim_id>/", ClaimDetail.as_view(), name="api-claim"),
    path("claims/<id:claim_id>/preview/", ClaimPreview.as_view(), name="api-claim-preview"),
    path("claims/<id:claim_id>/evidence/", ClaimEvidence.as_view(), name="api-claim-evidence"),
    path("claims/<id:claim_id>/check/", ClaimCheck.as_view(), name="api-claim-check"),
    path("claims/<id:claim_id>/propose/", ClaimPropose.as_view(), name="api-claim-propose"),
    path("claims/<id:claim_id>/withdraw/", ClaimWithdraw.as_view(), name="api-claim-withdraw"),
]
