"""The floor by program: tables, draws, moves."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from casino.acts.doors import sends
from casino.ledger.api import ActView, BecauseOut
from casino.web.endpoints import reads
from casino.web.roles import request_stamp
from casino.web.routes import Routes
from tournaments.api.desk import ONE
from tournaments.models import SeatDraw, SeatMove
from tournaments.queries import floor as floor_queries
from tournaments.queries.floor import Floor, FloorOfDay
from tournaments.queries.tournaments import tournament
from tournaments.services.moves import balance_floor, balance_tables, move_player
from tournaments.services.tables import break_table, draw_again, draw_seats, open_tables, sit_down

routes = Routes()


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

    @extend_schema_field(TableOut(many=True))
    def get_tables(self, floor: Floor) -> list[dict[str, Any]]:
        return [dict(TableOut(view.table).data) for view in floor.tables]

    @extend_schema_field(SeatedOut(many=True))
    def get_players(self, floor: Floor) -> list[dict[str, Any]]:
        """Return who plays, by table and seat, those without a seat last."""
        seated = [each for view in floor.tables for each in view.seats.values() if each]
        return [dict(SeatedOut(each).data) for each in (*seated, *floor.seatless)]

    def get_waiting_tables(self, floor: Floor) -> list[int]:
        return [view.table.number for view in floor.tables if view.waits]

    @extend_schema_field(MovePairOut(many=True))
    def get_moves(self, floor: Floor) -> list[dict[str, Any]]:
        """Return the moves that balance the tables."""
        moves = floor.balance.moves if floor.balance else ()
        return [dict(MovePairOut(move).data) for move in moves]

    def get_table_to_break(self, floor: Floor) -> int | None:
        """Return the table that the others have room for."""
        return floor.to_break.number if floor.to_break else None


class SeatConflictOut(serializers.Serializer[Any]):
    """Whose seat asks for the floor: excluded until a day, or with whom they must not sit."""

    entry_id = serializers.IntegerField()
    must_not_sit_with = serializers.ListField(child=serializers.CharField())
    excluded_until = serializers.DateField(allow_null=True)


class FloorOfDayOut(FloorOut):
    """Tables and players, what the book wants done, and who may not sit where they do."""

    seat_conflicts = SeatConflictOut(many=True)


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


@routes(f"{ONE}floor/", "api-tournament-floor")
class FloorView(ActView):
    @reads(FloorOfDayOut)
    def get(self, tournament_id: int) -> FloorOfDay:
        """Show the tables, who sits where, who may not, and what to balance."""
        found = tournament(self.club.pk, tournament_id)
        today = request_stamp(self.request).gaming_day
        return floor_queries.floor_of_day(found, gaming_day=today)


@routes(f"{ONE}tables/", "api-tournament-tables")
class Tables(ActView):
    post = sends(open_tables, TableOut(many=True), example={"numbers": [1, 2], "seats": 9})


@routes(f"{ONE}tables/break/", "api-tournament-table-break")
class Break(ActView):
    post = sends(
        break_table,
        FloorOut,
        of=lambda table: floor_queries.floor(table.tournament),
        status=200,
        example={"table_no": 2},
    )


@routes(f"{ONE}draws/", "api-tournament-draws")
class Draws(ActView):
    @reads(DrawOut(many=True))
    def get(self, tournament_id: int) -> list[SeatDraw]:
        """List the draws with their seeds."""
        return floor_queries.draws(tournament(self.club.pk, tournament_id))

    post = sends(draw_seats, DrawOut)


@routes(f"{ONE}draws/again/", "api-tournament-draw-again")
class Again(ActView):
    post = sends(draw_again, DrawOut, example={"tables": [1]})


@routes(f"{ONE}moves/", "api-tournament-moves")
class Moves(ActView):
    @reads(MoveOut(many=True))
    def get(self, tournament_id: int) -> list[SeatMove]:
        """List who changed seats."""
        return floor_queries.moves(tournament(self.club.pk, tournament_id))

    post = sends(
        move_player,
        MoveOut,
        example={"entry_id": 1, "to_table": 2, "to_seat": 5, "reason": "Cannot see the board"},
    )


@routes(f"{ONE}balance/", "api-tournament-balance")
class BalanceView(ActView):
    post = sends(
        balance_tables,
        MoveOut,
        example={"from_table": 1, "to_table": 2, "from_button": 3, "to_button": 5},
    )


@routes(f"{ONE}balance/all/", "api-tournament-balance-all")
class BalanceAll(ActView):
    post = sends(
        balance_floor,
        MoveOut(many=True),
        example={
            "buttons": [{"table_no": 1, "seat_no": 3}, {"table_no": 2, "seat_no": 5}],
            "played": "flop",
        },
    )


@routes(f"{ONE}sit-down/", "api-tournament-sit-down")
class SitDown(ActView):
    post = sends(sit_down, SeatedOut, status=200, example={"entry_id": 1})
