"""Present or absent by program, and who never came."""

from typing import Any

from rest_framework import serializers

from casino.acts.doors import sends
from casino.ledger.api import ActView
from casino.web.endpoints import reads
from casino.web.routes import Routes
from tournaments.api.desk import ONE
from tournaments.api.timing import ChangeOut
from tournaments.models import Presence
from tournaments.queries.presence import NoShow, no_shows, seen
from tournaments.queries.tournaments import tournament
from tournaments.services.presence import note_presence, remove_no_shows

routes = Routes()


class PresenceOut(serializers.Serializer[Any]):
    """Whether a player was at the seat, and when that was noted."""

    entry_id = serializers.IntegerField()
    present = serializers.BooleanField()
    at = serializers.DateTimeField()


class NoShowOut(serializers.Serializer[Any]):
    """Who never came; stack: not_in_play, in_play, or removed by the book now."""

    entry_id = serializers.IntegerField(source="entry.pk")
    ticket_number = serializers.IntegerField(source="entry.number")
    stack = serializers.CharField(source="stack.state")
    may_be_removed = serializers.BooleanField(source="removal.allowed")


@routes(f"{ONE}presence/", "api-tournament-presence")
class Seats(ActView):
    @reads(PresenceOut(many=True))
    def get(self, tournament_id: int) -> list[Presence]:
        """List who was seen present or absent at last."""
        return seen(tournament(self.club.pk, tournament_id))

    post = sends(
        note_presence,
        PresenceOut(many=True),
        example={"seen": [{"entry_id": 1, "present": True}]},
    )


@routes(f"{ONE}no-shows/", "api-tournament-no-shows")
class NoShows(ActView):
    @reads(NoShowOut(many=True))
    def get(self, tournament_id: int) -> list[NoShow]:
        """List who is absent and never came."""
        return no_shows(tournament(self.club.pk, tournament_id), self.at)

    post = sends(
        remove_no_shows,
        ChangeOut(many=True),
        example={"stacks": [{"entry_id": 1, "chips": 10_000}]},
    )
