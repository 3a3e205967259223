"""The endpoints for players who are away, and for kept stacks."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.urls import path
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from cashgames import queries, services
from cashgames.api.chips import ChipMoveOut
from cashgames.api.shared import MOST_SEATS
from cashgames.models import Absence, ChipMove, HeldStack
from cashgames.queries import AbsentSeat
from casino.house.queries import book_on
from casino.house.stamp import Stamp
from casino.ledger.api import ActView
from casino.web.endpoints import reads, writes
from casino.web.roles import does, request_stamp
from casino.web.serializers import (
    CentsField,
    FlagField,
    IdField,
    StrictSerializer,
    TextField,
    WholeField,
)


class AwayIn(StrictSerializer):
    """Who is away or back."""

    player_id = IdField()


class LeaveSeatIn(AwayIn):
    """Who leaves the seat; only the floor permits a break."""

    permission = FlagField(default=False)


class StayIn(AwayIn):
    """Why the stack may lie although the book lets the seat go."""

    reason = TextField(longest=200)


class RemoveIn(AwayIn):
    """The stack, counted; 0 when nothing lies there any more."""

    cents = CentsField()


class SeatOfStackIn(StrictSerializer):
    """Where a kept stack goes."""

    session_id = IdField()
    seat_no = WholeField(min_value=1, max_value=MOST_SEATS)


class AbsenceOut(serializers.Serializer[Any]):
    """A player away from the seat; late_at and due_at: when the timer found it so."""

    id = serializers.IntegerField()
    player_id = serializers.IntegerField(source="seat.player_id")
    seat_no = serializers.IntegerField(source="seat.number")
    since = serializers.DateTimeField()
    permission = serializers.BooleanField()
    late_at = serializers.DateTimeField(allow_null=True)
    due_at = serializers.DateTimeField(allow_null=True)
    stays = serializers.CharField(allow_blank=True)
    ended_at = serializers.DateTimeField(allow_null=True)
    ended = serializers.CharField(allow_blank=True)


class AbsentSeatOut(serializers.Serializer[Any]):
    """What the book says of a seat left alone now; due: the floor has to decide."""

    absence = AbsenceOut()
    state = serializers.CharField(source="state.state")
    break_until = serializers.DateTimeField(source="late_at")
    removal_at = serializers.DateTimeField(allow_null=True)
    due = serializers.BooleanField()


class HeldStackOut(serializers.Serializer[Any]):
    """A stack in safekeeping; settled_at: given back, or released to payments due."""

    id = serializers.IntegerField()
    session_id = serializers.IntegerField()
    player_id = serializers.IntegerField()
    player = serializers.CharField()
    cents = serializers.IntegerField()
    removed_at = serializers.DateTimeField()
    settled_at = serializers.DateTimeField(allow_null=True)


class Absences(ActView):
    """/sessions/<id>/absences/"""

    @reads(AbsentSeatOut(many=True))
    def get(self, session_id: int) -> list[AbsentSeat]:
        """List who is away from a table and what the book says of the seats."""
        session = queries.session(self.club.pk, session_id)
        book = book_on(self.club.pk, request_stamp(self.request).gaming_day)
        return queries.absent_seats(session, book, at=timezone.now())

    @writes(
        AbsenceOut,
        takes=LeaveSeatIn,
        example={"player_id": 101, "permission": False},
    )
    def post(self, stamp: Stamp, session_id: int, **values: Any) -> Absence:
        """Note that a player leaves the seat for a while."""
        if values["permission"] and not does(self.request, "floors_word"):
            raise PermissionDenied(_("A break is permitted by a supervisor, not by the desk."))
        return services.leave_seat(stamp, session_id=session_id, **values)


class AbsenceBack(ActView):
    """/sessions/<id>/absences/back/"""

    @writes(AbsenceOut, takes=AwayIn, status=200, example={"player_id": 101})
    def post(self, stamp: Stamp, session_id: int, player_id: int) -> Absence:
        """Note that a player is back."""
        return services.come_back(stamp, session_id=session_id, player_id=player_id)


class AbsenceStay(ActView):
    """/sessions/<id>/absences/stay/"""

    @writes(
        AbsenceOut,
        takes=StayIn,
        status=200,
        example={"player_id": 101, "reason": "At the door, on the way back"},
    )
    def post(self, stamp: Stamp, session_id: int, player_id: int, reason: str) -> Absence:
        """Let a stack lie although the book lets the seat go."""
        return services.let_stay(stamp, session_id=session_id, player_id=player_id, reason=reason)


class AbsenceRemove(ActView):
    """/sessions/<id>/absences/remove/"""

    @writes(ChipMoveOut, takes=RemoveIn, example={"player_id": 101, "cents": 31250})
    def post(self, stamp: Stamp, session_id: int, player_id: int, cents: int) -> ChipMove:
        """Take an absent player's stack to safekeeping and free the seat."""
        return services.remove_stack(stamp, session_id=session_id, player_id=player_id, cents=cents)


class Stacks(ActView):
    """/stacks/"""

    @reads(HeldStackOut(many=True))
    def get(self) -> list[HeldStack]:
        """List the stacks in safekeeping, the oldest first."""
        return queries.held_stacks(self.club.pk)


class StackReturn(ActView):
    """/stacks/<id>/give-back/"""

    @writes(
        ChipMoveOut,
        takes=SeatOfStackIn,
        example={"session_id": 12, "seat_no": 4},
    )
    def post(self, stamp: Stamp, stack_id: int, session_id: int, seat_no: int) -> ChipMove:
        """Give a kept stack back to its player at a table."""
        return services.give_back(stamp, stack_id=stack_id, session_id=session_id, seat_no=seat_no)


class StackRelease(ActView):
    """/stacks/<id>/release/"""

    @writes(HeldStackOut, status=200)
    def post(self, stamp: Stamp, stack_id: int) -> HeldStack:
        """Let a kept stack be paid out: it becomes a payment due."""
        return services.release_stack(stamp, stack_id=stack_id)


AWAY = "sessions/<id:session_id>/absences/"
routes = [
    path(AWAY, Absences.as_view(), name="api-absences"),
    path(f"{AWAY}back/", AbsenceBack.as_view(), name="api-absence-back"),
    path(f"{AWAY}stay/", AbsenceStay.as_view(), name="api-absence-stay"),
    path(f"{AWAY}remove/", AbsenceRemove.as_view(), name="api-absence-remove"),
    path("stacks/", Stacks.as_view(), name="api-stacks"),
    path("stacks/<id:stack_id>/give-back/", StackReturn.as_view(), name="api-stack-return"),
    path("stacks/<id:stack_id>/release/", StackRelease.as_view(), name="api-stack-release"),
]
