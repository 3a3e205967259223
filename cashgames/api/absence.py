"""The endpoints for players who are away, and for kept stacks."""

from typing import Any

from rest_framework import serializers

from cashgames.api.chips import ChipMoveOut
from cashgames.models import HeldStack
from cashgames.queries import tables
from cashgames.queries.absence import AbsentSeat, absent_seats, held_stacks
from cashgames.services.absence import (
    come_back,
    leave_seat,
    let_stay,
    remove_stack,
    take_back_absence,
)
from cashgames.services.stacks import give_back, release_stack
from casino.acts.doors import sends
from casino.house.queries import book_on
from casino.ledger.api import ActView
from casino.web.endpoints import reads
from casino.web.openapi import shown_as
from casino.web.roles import request_stamp
from casino.web.routes import Routes

routes = Routes()
AWAY = "sessions/<id:session_id>/absences/"


@shown_as(
    permission=True, late_at=None, due_at=None, stays="", penalty_id=None, ended_at=None, ended=""
)
class AbsenceOut(serializers.Serializer[Any]):
    """
    A player away from the seat; late_at and due_at: when the timer found it so.

    penalty_id: of the penalty by which the player was sent away.
    """

    id = serializers.IntegerField()
    player_id = serializers.IntegerField(source="seat.player_id")
    seat_no = serializers.IntegerField(source="seat.number")
    since = serializers.DateTimeField()
    permission = serializers.BooleanField()
    late_at = serializers.DateTimeField(allow_null=True)
    due_at = serializers.DateTimeField(allow_null=True)
    stays = serializers.CharField(allow_blank=True)
    penalty_id = serializers.IntegerField(allow_null=True)
    ended_at = serializers.DateTimeField(allow_null=True)
    ended = serializers.CharField(allow_blank=True)


@shown_as(state="on_break", removal_at=None, due=False)
class AbsentSeatOut(serializers.Serializer[Any]):
    """What the book says of a seat left alone now; due: the floor has to decide."""

    absence = AbsenceOut()
    state = serializers.CharField(source="state.state")
    break_until = serializers.DateTimeField(source="late_at")
    removal_at = serializers.DateTimeField(allow_null=True)
    due = serializers.BooleanField()


@shown_as(settled_at=None)
class HeldStackOut(serializers.Serializer[Any]):
    """A stack in safekeeping; settled_at: given back, or released to payments due."""

    id = serializers.IntegerField()
    session_id = serializers.IntegerField()
    player_id = serializers.IntegerField()
    player = serializers.CharField()
    cents = serializers.IntegerField()
    removed_at = serializers.DateTimeField()
    settled_at = serializers.DateTimeField(allow_null=True)


@routes(AWAY, "api-absences")
class Absences(ActView):
    @reads(AbsentSeatOut(many=True))
    def get(self, session_id: int) -> list[AbsentSeat]:
        """List who is away from a table and what the book says of the seats."""
        session = tables.session(self.club.pk, session_id)
        book = book_on(self.club.pk, request_stamp(self.request).gaming_day)
        return absent_seats(session, book, at=self.at)

    post = sends(leave_seat, AbsenceOut, example={"player_id": 101, "permission": False})


@routes(f"{AWAY}back/", "api-absence-back")
class AbsenceBack(ActView):
    post = sends(come_back, AbsenceOut, status=200, example={"player_id": 101})


@routes(f"{AWAY}stay/", "api-absence-stay")
class AbsenceStay(ActView):
    post = sends(
        let_stay,
        AbsenceOut,
        status=200,
        example={"player_id": 101, "reason": "At the door, on the way back"},
    )


@routes(f"{AWAY}take-back/", "api-absence-take-back")
class AbsenceTakeBack(ActView):
    post = sends(
        take_back_absence,
        AbsenceOut,
        status=200,
        example={"player_id": 101, "reason": "It was seat 4"},
    )


@routes(f"{AWAY}remove/", "api-absence-remove")
class AbsenceRemove(ActView):
    post = sends(remove_stack, ChipMoveOut, example={"player_id": 101, "cents": 31250})


@routes("stacks/", "api-stacks")
class Stacks(ActView):
    @reads(HeldStackOut(many=True))
    def get(self) -> list[HeldStack]:
        """List the stacks in safekeeping, the oldest first."""
        return held_stacks(self.club.pk)


@routes("stacks/<id:stack_id>/give-back/", "api-stack-return")
class StackReturn(ActView):
    post = sends(give_back, ChipMoveOut, example={"session_id": 12, "seat_no": 4})


@routes("stacks/<id:stack_id>/release/", "api-stack-release")
class StackRelease(ActView):
    post = sends(release_stack, HeldStackOut, status=200)
