"""The endpoints of the waiting lists."""

from typing import Any

from django.urls import path
from rest_framework import serializers

from cashgames import queries, services
from cashgames.api.shared import MOST_SEATS
from cashgames.models import Waiting, WaitingMove
from casino.house.stamp import Stamp
from casino.ledger.api import ActView
from casino.web.endpoints import reads, writes
from casino.web.serializers import CentsField, IdField, StrictSerializer, TextField, WholeField

MOST_PLACES = 1000


class WaitingIn(StrictSerializer):
    """A guest and the game he waits for."""

    game = TextField(longest=30)
    small_blind_cents = CentsField()
    big_blind_cents = CentsField()
    player_id = IdField()


class CallIn(StrictSerializer):
    """The free seat that is reserved by the call."""

    session_id = IdField()
    seat_no = WholeField(min_value=1, max_value=MOST_SEATS)


class WaitingMoveIn(StrictSerializer):
    """Another place on the list, 1 being the first, and why."""

    place = WholeField(min_value=1, max_value=MOST_PLACES)
    reason = TextField(longest=200)


class WaitingOut(serializers.Serializer[Any]):
    """A guest on a list; called, a seat is reserved for him until the list lets go."""

    id = serializers.IntegerField()
    game = serializers.CharField(source="list.game")
    small_blind_cents = serializers.IntegerField(source="list.small_blind_cents")
    big_blind_cents = serializers.IntegerField(source="list.big_blind_cents")
    player_id = serializers.IntegerField()
    player = serializers.CharField()
    since = serializers.DateTimeField()
    state = serializers.ChoiceField(Waiting.State.choices)
    session_id = serializers.IntegerField(allow_null=True)
    seat_no = serializers.IntegerField(allow_null=True)
    called_at = serializers.DateTimeField(allow_null=True)
    answer_by = serializers.DateTimeField(allow_null=True)


class WaitingMoveOut(serializers.Serializer[Any]):
    """Who was moved on a list, from where, to where, by whom and why."""

    id = serializers.IntegerField()
    waiting_id = serializers.IntegerField()
    from_place = serializers.IntegerField()
    to_place = serializers.IntegerField()
    reason = serializers.CharField()
    moved_by_id = serializers.IntegerField()
    at = serializers.DateTimeField()


class WaitingLists(ActView):
    """/waiting/"""

    @reads(WaitingOut(many=True))
    def get(self) -> list[Waiting]:
        """List who waits, by game and blinds, then in order."""
        return [one for line in queries.waiting_lines(self.club.pk) for one in line.entries]

    @writes(
        WaitingOut,
        takes=WaitingIn,
        example={
            "game": "texas_holdem",
            "small_blind_cents": 100,
            "big_blind_cents": 200,
            "player_id": 101,
        },
    )
    def post(self, stamp: Stamp, **values: Any) -> Waiting:
        """Put a guest at the end of the list of a game and its blinds."""
        return services.join_list(stamp, **values)


class WaitingCall(ActView):
    """/waiting/<id>/call/"""

    @writes(
        WaitingOut,
        takes=CallIn,
        status=200,
        example={"session_id": 12, "seat_no": 4},
    )
    def post(self, stamp: Stamp, waiting_id: int, session_id: int, seat_no: int) -> Waiting:
        """Call the first of a list to a free seat."""
        return services.call_waiting(
            stamp, waiting_id=waiting_id, session_id=session_id, seat_no=seat_no
        )


class WaitingNoShow(ActView):
    """/waiting/<id>/no-show/"""

    @writes(WaitingOut, status=200)
    def post(self, stamp: Stamp, waiting_id: int) -> Waiting:
        """Note that a called guest did not come before the count-down ended."""
        return services.note_no_show(stamp, waiting_id=waiting_id)


class WaitingLeave(ActView):
    """/waiting/<id>/leave/"""

    @writes(WaitingOut, status=200)
    def post(self, stamp: Stamp, waiting_id: int) -> Waiting:
        """Take a guest who does not want to wait off the list."""
        return services.leave_list(stamp, waiting_id=waiting_id)


class WaitingMoves(ActView):
    """/waiting/<id>/move/"""

    @writes(
        WaitingMoveOut,
        takes=WaitingMoveIn,
        example={"place": 1, "reason": "Was sent from a broken table"},
    )
    def post(self, stamp: Stamp, waiting_id: int, place: int, reason: str) -> WaitingMove:
        """Put a guest before or behind others; the reason is kept."""
        return services.move_waiting(stamp, waiting_id=waiting_id, place=place, reason=reason)


routes = [
    path("waiting/", WaitingLists.as_view(), name="api-waiting"),
    path("waiting/<id:waiting_id>/call/", WaitingCall.as_view(), name="api-waiting-call"),
    path("waiting/<id:waiting_id>/no-show/", WaitingNoShow.as_view(), name="api-no-show"),
    path("waiting/<id:waiting_id>/leave/", WaitingLeave.as_view(), name="api-waiting-leave"),
    path("waiting/<id:waiting_id>/move/", WaitingMoves.as_view(), name="api-waiting-move"),
]
