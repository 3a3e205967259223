"""The endpoints for chips spent, notes brought, and players who change their seats."""

from typing import Any

from django.urls import path
from rest_framework import serializers

from cashgames import services
from cashgames.api.chips import ChipMoveOut
from cashgames.api.shared import MOST_SEATS
from cashgames.models import ChipMove, Seat
from casino.cards import Card, parse_card
from casino.house.stamp import Stamp
from casino.ledger.api import ActView, PostedOut
from casino.ledger.services import Posted
from casino.web.endpoints import writes
from casino.web.serializers import (
    CentsField,
    FlagField,
    IdField,
    OneOfField,
    PositiveCentsField,
    StrictSerializer,
    TextField,
    WholeField,
)
from casino.words import say


class CardField(TextField):
    """A card in two characters, AS for the ace of spades."""

    def run_validation(self, data: Any = serializers.empty) -> Card:
        """Return the card. Raises ValidationError."""
        try:
            return parse_card(super().run_validation(data))
        except ValueError as error:
            raise serializers.ValidationError(say("It {error}.", error=error).in_words()) from error


class SpendIn(StrictSerializer):
    """Chips off a stack, for a tip or the bar."""

    player_id = IdField()
    cents = PositiveCentsField()
    purpose = OneOfField([("tip", "Tip"), ("bar", "Food and drink")])


class NotesIn(StrictSerializer):
    """The cashier's own shift."""

    shift_id = IdField()


class MoveIn(StrictSerializer):
    """To which seat; the stack where it goes to another table."""

    player_id = IdField()
    to_session_id = IdField()
    seat_no = WholeField(min_value=1, max_value=MOST_SEATS)
    stack_cents = CentsField(default=0)
    others_agree = FlagField(default=False)


class StackIn(StrictSerializer):
    """A player's stack, counted."""

    player_id = IdField()
    cents = PositiveCentsField()


class BreakIn(StrictSerializer):
    """The stack of each player; cards, one for each by seat, where too few seats are free."""

    stacks = serializers.ListField(child=StackIn(), max_length=MOST_SEATS)
    cards = serializers.ListField(child=CardField(longest=2), max_length=MOST_SEATS, default=list)


class MovedOut(serializers.Serializer[Any]):
    """Where a player sits now."""

    session_id = serializers.IntegerField()
    seat_no = serializers.IntegerField(source="number")
    player_id = serializers.IntegerField()
    player = serializers.CharField()
    sat_at = serializers.DateTimeField()


class Spendings(ActView):
    """/sessions/<id>/spendings/"""

    @writes(
        ChipMoveOut,
        takes=SpendIn,
        example={"player_id": 101, "cents": 500, "purpose": "tip"},
    )
    def post(self, stamp: Stamp, session_id: int, **values: Any) -> ChipMove:
        """Take chips off a stack for a tip, food or drink."""
        return services.spend_chips(stamp, session_id=session_id, **values)


class Notes(ActView):
    """/sessions/<id>/notes/"""

    @writes(PostedOut, takes=NotesIn, example={"shift_id": 7})
    def post(self, stamp: Stamp, session_id: int, shift_id: int) -> Posted:
        """Bring the notes of a table's bank to the caller's drawer."""
        return services.bring_notes(stamp, session_id=session_id, shift_id=shift_id)


class Moves(ActView):
    """/sessions/<id>/moves/"""

    @writes(
        MovedOut,
        takes=MoveIn,
        example={"player_id": 101, "to_session_id": 13, "seat_no": 2, "stack_cents": 31250},
    )
    def post(self, stamp: Stamp, session_id: int, **values: Any) -> Seat:
        """Move a player to another seat, or with the stack to another table."""
        return services.move_player(stamp, session_id=session_id, **values)


class Break(ActView):
    """/sessions/<id>/break/"""

    @writes(
        MovedOut(many=True),
        takes=BreakIn,
        status=200,
        example={"stacks": [{"player_id": 101, "cents": 31250}], "cards": []},
    )
    def post(
        self, stamp: Stamp, session_id: int, stacks: list[dict[str, int]], cards: list[Card]
    ) -> list[Seat]:
        """Break the table that started last: its players go to the others of that game."""
        counted = {stack["player_id"]: stack["cents"] for stack in stacks}
        return services.break_table(stamp, session_id=session_id, stacks_cents=counted, cards=cards)


routes = [
    path("sessions/<id:session_id>/spendings/", Spendings.as_view(), name="api-spendings"),
    path("sessions/<id:session_id>/notes/", Notes.as_view(), name="api-notes"),
    path("sessions/<id:session_id>/moves/", Moves.as_view(), name="api-moves"),
    path("sessions/<id:session_id>/break/", Break.as_view(), name="api-break"),
]
