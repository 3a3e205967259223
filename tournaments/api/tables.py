"""The floor by program: tables, draws, moves."""

from typing import Any, get_args

from django.urls import path
from rest_framework import serializers

from casino.house.stamp import Stamp
from casino.ledger.api import ActView, BecauseOut
from casino.web.endpoints import reads, writes
from casino.web.serializers import (
    FlagField,
    IdField,
    OneOfField,
    StrictSerializer,
    TextField,
    WholeField,
)
from tournaments import queries, services
from tournaments.api.desk import ONE
from tournaments.models import Entry, FloorTable, SeatDraw, SeatMove
from tournaments.queries import Floor
from tournaments.rules.moves import Played

MOST_TABLES, MOST_SEAT = 999, 23


class TableField(WholeField):
    """The number of a table."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(min_value=1, max_value=MOST_TABLES, **kwargs)


class SeatField(WholeField):
    """The number of a seat."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(min_value=1, max_value=MOST_SEAT, **kwargs)


class TablesIn(StrictSerializer):
    """Tables of the room that are opened, with so many seats each."""

    numbers = serializers.ListField(child=TableField(), min_length=1, max_length=200)
    seats = WholeField(min_value=2, max_value=11)


class TableIn(StrictSerializer):
    """A table."""

    table_no = TableField()


class AgainIn(StrictSerializer):
    """The tables that stay when all seats are drawn anew."""

    tables = serializers.ListField(child=TableField(), min_length=1, max_length=200)
    monthly = FlagField(default=False)


class BalanceIn(StrictSerializer):
    """From a full table to a short one; the seats with the button of the next hand at each."""

    from_table = TableField()
    to_table = TableField()
    from_button = SeatField()
    to_button = SeatField()
    played = OneOfField(choices=list(get_args(Played)), default="flop")
    entry_id = IdField(default=None, allow_null=True)


class MoveIn(StrictSerializer):
    """A move that the supervisor decides, and why."""

    entry_id = IdField()
    to_table = TableField()
    to_seat = SeatField()
    reason = TextField(longest=200)


class SitIn(StrictSerializer):
    """Who has sat down."""

    entry_id = IdField()


class TableOut(serializers.Serializer[Any]):
    """An open table."""

    number = serializers.IntegerField()
    seats = serializers.IntegerField()
    opened_at = serializers.DateTimeField()


class SeatedOut(serializers.Serializer[Any]):
    """Who plays, and where."""

    entry_id = serializers.IntegerField(source="pk")
    ticket_number = serializers.IntegerField(source="number")
    player = serializers.CharField(source="player.name")
    table_no = serializers.IntegerField(allow_null=True)
    seat_no = serializers.IntegerField(allow_null=True)


class MovePairOut(serializers.Serializer[Any]):
    """From which table to which."""

    from_table = serializers.IntegerField()
    to_table = serializers.IntegerField()


class FloorOut(serializers.Serializer[Any]):
    """Tables and players, and what the book wants done."""

    tables = serializers.SerializerMethodField()
    players = serializers.SerializerMethodField()
    waiting_tables = serializers.SerializerMethodField()
    moves = serializers.SerializerMethodField()
    table_to_break = serializers.SerializerMethodField()
    final_table = serializers.BooleanField(source="final")

    def get_tables(self, floor: Floor) -> list[dict[str, Any]]:
        """Return the open tables."""
        return [dict(TableOut(view.table).data) for view in floor.tables]

    def get_players(self, floor: Floor) -> list[dict[str, Any]]:
        """Return who plays, by table and seat, those without a seat last."""
        seated = [each for view in floor.tables for each in view.seats.values() if each]
        return [dict(SeatedOut(each).data) for each in (*seated, *floor.seatless)]

    def get_waiting_tables(self, floor: Floor) -> list[int]:
        """Return the tables that wait for the others."""
        return [view.table.number for view in floor.tables if view.waits]

    def get_moves(self, floor: Floor) -> list[dict[str, Any]]:
        """Return the moves that balance the tables."""
        moves = floor.balance.moves if floor.balance else ()
        return [dict(MovePairOut(move).data) for move in moves]

    def get_table_to_break(self, floor: Floor) -> int | None:
        """Return the table that the others have room for."""
        return floor.to_break.number if floor.to_break else None


class DrawOut(serializers.Serializer[Any]):
    """A draw of seats: the seed, who drew, the free seats, table and seat by ticket."""

    id = serializers.IntegerField()
    what = serializers.CharField()
    seed = serializers.CharField()
    tickets = serializers.ListField(child=serializers.IntegerField())
    free = serializers.DictField()
    drawn = serializers.DictField()
    at = serializers.DateTimeField()
    because = BecauseOut(many=True)


class MoveOut(serializers.Serializer[Any]):
    """Somebody who changed the seat, and why."""

    id = serializers.IntegerField()
    entry_id = serializers.IntegerField()
    from_table = serializers.IntegerField()
    from_seat = serializers.IntegerField()
    to_table = serializers.IntegerField()
    to_seat = serializers.IntegerField()
    reason = serializers.CharField()
    draw_id = serializers.IntegerField(allow_null=True)
    at = serializers.DateTimeField()
    because = BecauseOut(many=True)


class FloorView(ActView):
    """/tournaments/<id>/floor/"""

    @reads(FloorOut)
    def get(self, tournament_id: int) -> Floor:
        """Show the tables, who sits where, and what to balance."""
        return queries.floor(queries.tournament(self.club.pk, tournament_id))


class Tables(ActView):
    """/tournaments/<id>/tables/"""

    @writes(TableOut(many=True), takes=TablesIn, example={"numbers": [1, 2], "seats": 9})
    def post(self, stamp: Stamp, tournament_id: int, **values: Any) -> list[FloorTable]:
        """Open tables; from then on every ticket draws a seat."""
        return services.open_tables(stamp, tournament_id=tournament_id, **values)


class Break(ActView):
    """/tournaments/<id>/tables/break/"""

    @writes(FloorOut, takes=TableIn, status=200, example={"table_no": 2})
    def post(self, stamp: Stamp, tournament_id: int, table_no: int) -> Floor:
        """Break a table; its players draw seats at the others."""
        services.break_table(stamp, tournament_id=tournament_id, table_no=table_no)
        return queries.floor(queries.tournament(self.club.pk, tournament_id))


class Draws(ActView):
    """/tournaments/<id>/draws/"""

    @reads(DrawOut(many=True))
    def get(self, tournament_id: int) -> list[SeatDraw]:
        """List the draws with their seeds."""
        return queries.draws(queries.tournament(self.club.pk, tournament_id))

    @writes(DrawOut)
    def post(self, stamp: Stamp, tournament_id: int) -> SeatDraw:
        """Draw seats for everybody who has none."""
        return services.draw_seats(stamp, tournament_id=tournament_id)


class Again(ActView):
    """/tournaments/<id>/draws/again/"""

    @writes(DrawOut, takes=AgainIn, example={"tables": [1]})
    def post(self, stamp: Stamp, tournament_id: int, **values: Any) -> SeatDraw:
        """Draw all seats anew at the tables that stay: the final table."""
        return services.draw_again(stamp, tournament_id=tournament_id, **values)


class Moves(ActView):
    """/tournaments/<id>/moves/"""

    @reads(MoveOut(many=True))
    def get(self, tournament_id: int) -> list[SeatMove]:
        """List who changed seats."""
        return queries.moves(queries.tournament(self.club.pk, tournament_id))

    @writes(
        MoveOut,
        takes=MoveIn,
        example={"entry_id": 1, "to_table": 2, "to_seat": 5, "reason": "Cannot see the board"},
    )
    def post(self, stamp: Stamp, tournament_id: int, **values: Any) -> SeatMove:
        """Move a player because the supervisor says so."""
        return services.move_player(stamp, tournament_id=tournament_id, **values)


class BalanceView(ActView):
    """/tournaments/<id>/balance/"""

    @writes(
        MoveOut,
        takes=BalanceIn,
        example={"from_table": 1, "to_table": 2, "from_button": 3, "to_button": 5},
    )
    def post(self, stamp: Stamp, tournament_id: int, **values: Any) -> SeatMove:
        """Move the player whom the book names."""
        return services.balance_tables(stamp, tournament_id=tournament_id, **values)


class SitDown(ActView):
    """/tournaments/<id>/sit-down/"""

    @writes(SeatedOut, takes=SitIn, status=200, example={"entry_id": 1})
    def post(self, stamp: Stamp, tournament_id: int, entry_id: int) -> Entry:
        """Note that a player who came from another place has sat down."""
        return services.sit_down(stamp, tournament_id=tournament_id, entry_id=entry_id)


routes = [
    path(f"{ONE}floor/", FloorView.as_view(), name="api-tournament-floor"),
    path(f"{ONE}tables/", Tables.as_view(), name="api-tournament-tables"),
    path(f"{ONE}tables/break/", Break.as_view(), name="api-tournament-table-break"),
    path(f"{ONE}draws/", Draws.as_view(), name="api-tournament-draws"),
    path(f"{ONE}draws/again/", Again.as_view(), name="api-tournament-draw-again"),
    path(f"{ONE}moves/", Moves.as_view(), name="api-tournament-moves"),
    path(f"{ONE}balance/", BalanceView.as_view(), name="api-tournament-balance"),
    path(f"{ONE}sit-down/", SitDown.as_view(), name="api-tournament-sit-down"),
]
