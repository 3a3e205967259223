"""Changes of announced tournaments: terms, structure."""

from typing import Any

from rest_framework import serializers

from casino.acts.doors import sends
from casino.approvals.api import ProposalOut
from casino.ledger.api import ActView
from casino.web.endpoints import reads
from casino.web.routes import Routes
from tournaments.api.desk import ONE
from tournaments.api.floor import LEVELS
from tournaments.models import TermsChange
from tournaments.queries.changes import changes
from tournaments.queries.tournaments import tournament
from tournaments.services.changing import change_structure, change_tournament

routes = Routes()


class TermsChangeOut(serializers.Serializer[Any]):
    """What changed of an announcement, from what to what; approved_by_id: of who signed, if so."""

    id = serializers.IntegerField()
    number = serializers.IntegerField()
    was = serializers.DictField()
    becomes = serializers.DictField()
    notice = serializers.CharField()
    author_id = serializers.IntegerField()
    approved_by_id = serializers.IntegerField(allow_null=True)
    at = serializers.DateTimeField()


@routes(f"{ONE}terms/", "api-tournament-terms")
class Terms(ActView):
    @reads(TermsChangeOut(many=True))
    def get(self, tournament_id: int) -> list[TermsChange]:
        """List what changed since the announcement, the latest first."""
        return changes(tournament(self.club.pk, tournament_id))

    post = sends(
        change_tournament,
        TermsChangeOut,
        example={"starts_at": "2026-11-27T21:30:00+02:00", "notice": "Starts at half past nine"},
    )


@routes(f"{ONE}terms/ask/", "api-tournament-ask-terms")
class AskTerms(ActView):
    post = sends(
        change_tournament.ask,
        ProposalOut,
        example={"guarantee_cents": 500_000, "notice": "5 000 guaranteed"},
    )


@routes(f"{ONE}structure/", "api-tournament-structure")
class Structure(ActView):
    post = sends(
        change_structure.ask,
        ProposalOut,
        example={"stack": 15000, "levels": LEVELS, "notice": "Slower"},
    )
