"""Bookings and the waiting list by program."""

from typing import Any

from rest_framework import serializers

from casino.acts.doors import sends
from casino.ledger.api import ActView
from casino.web.endpoints import reads
from casino.web.routes import Routes
from tournaments.api.desk import ONE
from tournaments.queries.tournaments import tournament
from tournaments.queries.waitlist import Lists, lists
from tournaments.services.listing import admit_waiting, book_place, join_list, leave_list

routes = Routes()
LISTED = "tournament-lists/<id:listed_id>/"


class ListedOut(serializers.Serializer[Any]):
    """A booking or a place on the waiting list."""

    id = serializers.IntegerField()
    player_id = serializers.IntegerField()
    player = serializers.CharField()
    what = serializers.CharField()
    reentry = serializers.BooleanField()
    at = serializers.DateTimeField()
    admitted_at = serializers.DateTimeField(allow_null=True)
    ended = serializers.CharField()


class ListsOut(serializers.Serializer[Any]):
    """
    The lists in their order; moves: a free place goes to the first who waits.

    held_by_tickets: places of unused tickets; coming: who said so and has no place.
    """

    taken = serializers.IntegerField()
    free = serializers.IntegerField()
    held_by_tickets = serializers.IntegerField()
    moves = serializers.BooleanField()
    bookings = ListedOut(many=True)
    waiting = ListedOut(many=True)
    coming = ListedOut(many=True)


@routes(f"{ONE}waiting/", "api-tournament-waiting")
class WaitingList(ActView):
    @reads(ListsOut)
    def get(self, tournament_id: int) -> Lists:
        """Show who has booked and who waits."""
        return lists(tournament(self.club.pk, tournament_id), self.at)

    post = sends(join_list, ListedOut, example={"player_id": 1})


@routes(f"{ONE}bookings/", "api-tournament-bookings")
class Bookings(ActView):
    post = sends(book_place, ListedOut, example={"player_id": 1})


@routes(f"{LISTED}leave/", "api-tournament-list-leave")
class Leave(ActView):
    post = sends(leave_list, ListedOut, status=200)


@routes(f"{LISTED}admit/", "api-tournament-list-admit")
class Admit(ActView):
    post = sends(admit_waiting, ListedOut, status=200)
