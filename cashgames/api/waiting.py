"""The endpoints of the waiting lists."""

from typing import Any

from rest_framework import serializers

from cashgames.models import WaitlistEntry
from cashgames.queries.waiting import waiting_lines
from cashgames.services.waiting import (
    call_waiting,
    join_list,
    leave_list,
    list_interested,
    move_waiting,
    note_going,
    note_interest,
    note_no_show,
)
from casino.acts.doors import sends
from casino.ledger.api import ActView
from casino.web.endpoints import reads
from casino.web.routes import Routes

routes = Routes()
WAITS = {
    "game": "texas_holdem",
    "small_blind_cents": 100,
    "big_blind_cents": 200,
    "player_id": 101,
}


class WaitingOut(serializers.Serializer[Any]):
    """A guest on a list; called, a seat is reserved for him until the list lets go."""

    id = serializers.IntegerField()
    game = serializers.CharField(source="list.game")
    small_blind_cents = serializers.IntegerField(source="list.small_blind_cents")
    big_blind_cents = serializers.IntegerField(source="list.big_blind_cents")
    player_id = serializers.IntegerField()
    player = serializers.CharField()
    since = serializers.DateTimeField()
    state = serializers.ChoiceField(WaitlistEntry.State.choices)
    session_id = serializers.IntegerField(allow_null=True)
    seat_no = serializers.IntegerField(allow_null=True)
    called_at = serializers.DateTimeField(allow_null=True)
    called_by_id = serializers.IntegerField(allow_null=True)
    going_at = serializers.DateTimeField(allow_null=True, help_text="The called guest said yes.")
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


@routes("waiting/", "api-waiting")
class WaitingLists(ActView):
    @reads(WaitingOut(many=True))
    def get(self) -> list[WaitlistEntry]:
        """List who waits, by game and blinds, then in order."""
        return [one for line in waiting_lines(self.club.pk) for one in line.entries]

    post = sends(join_list, WaitingOut, example=WAITS)


@routes("waiting/interest/", "api-waiting-interest")
class WaitingInterest(ActView):
    @reads(WaitingOut(many=True))
    def get(self) -> list[WaitlistEntry]:
        """List who would like to play and is not here, by game and blinds."""
        return [one for line in waiting_lines(self.club.pk) for one in line.interested]

    post = sends(note_interest, WaitingOut, example=WAITS)


@routes("waiting/<id:waiting_id>/here/", "api-waiting-here")
class WaitingHere(ActView):
    post = sends(list_interested, WaitingOut, status=200)


@routes("waiting/<id:waiting_id>/going/", "api-waiting-going")
class WaitingGoing(ActView):
    post = sends(note_going, WaitingOut, status=200)


@routes("waiting/<id:waiting_id>/call/", "api-waiting-call")
class WaitingCall(ActView):
    post = sends(call_waiting, WaitingOut, status=200, example={"session_id": 12, "seat_no": 4})


@routes("waiting/<id:waiting_id>/no-show/", "api-no-show")
class WaitingNoShow(ActView):
    post = sends(note_no_show, WaitingOut, status=200)


@routes("waiting/<id:waiting_id>/leave/", "api-waiting-leave")
class WaitingLeave(ActView):
    post = sends(leave_list, WaitingOut, status=200)


@routes("waiting/<id:waiting_id>/move/", "api-waiting-move")
class WaitingMoves(ActView):
    post = sends(
        move_waiting,
        WaitingMoveOut,
        example={"place": 1, "reason": "Was sent from a broken table"},
    )
