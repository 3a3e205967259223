"""Bookings and the waiting list by program."""

from typing import Any

from django.urls import path
from rest_framework import serializers

from casino.acts.doors import sends
from casino.ledger.api import ActView
from casino.web.endpoints import reads
from tournaments.api.desk import ONE
from tournaments.queries.tournaments import tournament
from tournaments.queries.waitlist import Lists, lists
from tournaments.services.listing import admit_waiting, book_place, join_list, leave_list


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


class WaitingList(ActView):
    """/tournaments/<id>/waiting/"""

    @reads(ListsOut)
    def get(self, tournament_id: int) -> Lists:
        """Show who has booked and who waits."""
        return lists(tournament(self.club.pk, tournament_id), self.at)

    post = sends(join_list, ListedOut, example={"player_id": 1})


class Bookings(ActView):
    """/tournaments/<id>/bookings/"""

    post = sends(book_place, ListedOut, example={"player_id": 1})


class Leave(ActView):
    """/tournament-lists/<id>/leave/"""

    post = sends(leave_list, ListedOut, status=200)


class Admit(ActView):
    """/tournament-lists/<id>/admit/"""

    post = sends(admit_waiting, ListedOut, status=200)


LISTED = "tournament-lists/<id:listed_id>/"
routes = [
    path(f"{ONE}waiting/", WaitingList.as_view(), name="api-tournament-waiting"),
    path(f"{ONE}bookings/", Bookings.as_view(), name="api-tournament-bookings"),
    path(f"{LISTED}leave/", Leave.as_view(), name="api-tournament-list-leave"),
    path(f"{LISTED}admit/", Admit.as_view(), name="api-tournament-list-admit"),
]
