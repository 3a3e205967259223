"""Bookings and the waiting list by program."""

from typing import Any

from django.urls import path
from django.utils import timezone
from rest_framework import serializers

from casino.house.stamp import Stamp
from casino.ledger.api import ActView
from casino.web.endpoints import reads, writes
from casino.web.serializers import FlagField, IdField, StrictSerializer
from tournaments import queries, services
from tournaments.api.desk import ONE
from tournaments.models import Listed
from tournaments.queries import Lists


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
    """Both lists in their order; moves: a free place goes to the first who waits."""

    taken = serializers.IntegerField()
    free = serializers.IntegerField()
    moves = serializers.BooleanField()
    bookings = ListedOut(many=True)
    waiting = ListedOut(many=True)


class GuestIn(StrictSerializer):
    """Who; fits: is of the group that a restricted tournament is for."""

    player_id = IdField()
    fits = FlagField(default=True)


class WaitingList(ActView):
    """/tournaments/<id>/waiting/"""

    @reads(ListsOut)
    def get(self, tournament_id: int) -> Lists:
        """Show who has booked and who waits."""
        return queries.lists(queries.tournament(self.club.pk, tournament_id), timezone.now())

    @writes(ListedOut, takes=GuestIn, example={"player_id": 1})
    def post(self, stamp: Stamp, tournament_id: int, **values: Any) -> Listed:
        """Put a guest at the back of the waiting list."""
        return services.join_list(stamp, tournament_id=tournament_id, **values)


class Bookings(ActView):
    """/tournaments/<id>/bookings/"""

    @writes(ListedOut, takes=GuestIn, example={"player_id": 1})
    def post(self, stamp: Stamp, tournament_id: int, **values: Any) -> Listed:
        """Keep a place that is paid later."""
        return services.book_place(stamp, tournament_id=tournament_id, **values)


class Leave(ActView):
    """/tournament-lists/<id>/leave/"""

    @writes(ListedOut, status=200)
    def post(self, stamp: Stamp, listed_id: int) -> Listed:
        """Take a guest off a list."""
        return services.leave_list(stamp, listed_id=listed_id)


class Admit(ActView):
    """/tournament-lists/<id>/admit/"""

    @writes(ListedOut, status=200)
    def post(self, stamp: Stamp, listed_id: int) -> Listed:
        """Let who waits buy the next free place."""
        return services.admit_waiting(stamp, listed_id=listed_id)


LISTED = "tournament-lists/<id:listed_id>/"
routes = [
    path(f"{ONE}waiting/", WaitingList.as_view(), name="api-tournament-waiting"),
    path(f"{ONE}bookings/", Bookings.as_view(), name="api-tournament-bookings"),
    path(f"{LISTED}leave/", Leave.as_view(), name="api-tournament-list-leave"),
    path(f"{LISTED}admit/", Admit.as_view(), name="api-tournament-list-admit"),
]
