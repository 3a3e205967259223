"""The endpoints of the cash tables."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.urls import path
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from cashgames import queries, services
from cashgames.api.shared import MOST_SEATS
from cashgames.models import Hand, Session, Table
from casino.house.stamp import Stamp
from casino.ledger.api import ActView
from casino.web.endpoints import reads, writes
from casino.web.roles import does
from casino.web.serializers import (
    CentsField,
    FlagField,
    IdField,
    Latest,
    PositiveCentsField,
    StrictSerializer,
    TextField,
    WholeField,
)


class TableIn(StrictSerializer):
    """A new table."""

    name = TextField(longest=50)


class SessionIn(StrictSerializer):
    """The game, its blinds and its buy-in limits."""

    table_id = IdField()
    game = TextField(longest=30)
    small_blind_cents = CentsField()
    big_blind_cents = CentsField()
    min_buy_in_cents = PositiveCentsField()
    max_buy_in_cents = PositiveCentsField()
    jackpot = FlagField(default=True)
    by_box = FlagField(default=False)


class HandIn(StrictSerializer):
    """
    One hand: pots after uncalled bets went back, players dealt in, and how far it got.

    game: the one dealt, at a table with a mixed game.
    """

    name = TextField()
    pots_cents = serializers.ListField(
        child=PositiveCentsField(), min_length=1, max_length=MOST_SEATS
    )
    players_dealt = WholeField(min_value=2, max_value=MOST_SEATS)
    board_cards_dealt = WholeField(min_value=0, max_value=10, default=0)
    open_cards_dealt = WholeField(min_value=0, max_value=7, default=0)
    draws_done = WholeField(min_value=0, max_value=5, default=0)
    game = TextField(longest=30, default=None, allow_null=True)


class TableOut(serializers.Serializer[Any]):
    """A table."""

    id = serializers.IntegerField()
    name = serializers.CharField()


class SessionOut(serializers.Serializer[Any]):
    """A game at a table."""

    id = serializers.IntegerField()
    table_id = serializers.IntegerField()
    table = serializers.CharField()
    game = serializers.CharField()
    small_blind_cents = serializers.IntegerField()
    big_blind_cents = serializers.IntegerField()
    min_buy_in_cents = serializers.IntegerField()
    max_buy_in_cents = serializers.IntegerField()
    special_cap = serializers.BooleanField()
    by_box = serializers.BooleanField()
    jackpot_id = serializers.IntegerField(source="pool_ref", allow_null=True)
    time_rake_cents = serializers.IntegerField(allow_null=True)
    opened_at = serializers.DateTimeField()
    closed_at = serializers.DateTimeField(allow_null=True)


class SeatOut(serializers.Serializer[Any]):
    """Who sits where."""

    seat_no = serializers.IntegerField(source="number")
    player_id = serializers.IntegerField()
    player = serializers.CharField()
    sat_at = serializers.DateTimeField()


class TableCheckOut(serializers.Serializer[Any]):
    """Where the chips came from and went; the difference is 0 (AMB-117)."""

    buy_ins_cents = serializers.IntegerField()
    top_ups_cents = serializers.IntegerField()
    cash_outs_cents = serializers.IntegerField()
    returned_cents = serializers.IntegerField()
    moved_in_cents = serializers.IntegerField()
    removed_cents = serializers.IntegerField()
    moved_out_cents = serializers.IntegerField()
    tips_cents = serializers.IntegerField()
    bar_cents = serializers.IntegerField()
    rake_cents = serializers.IntegerField()
    time_rake_cents = serializers.IntegerField()
    drop_cents = serializers.IntegerField()
    chips_cents = serializers.IntegerField()
    difference_cents = serializers.IntegerField()


class SessionDetailOut(serializers.Serializer[Any]):
    """A game with its seats and the table check."""

    session = SessionOut()
    seats = SeatOut(many=True)
    check = TableCheckOut()


class HandOut(serializers.Serializer[Any]):
    """A hand and what the house and the jackpot took; its entry says why."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    played_at = serializers.DateTimeField()
    gaming_day = serializers.DateField()
    pots_cents = serializers.ListField(child=serializers.IntegerField())
    players_dealt = serializers.IntegerField()
    first_round_passed = serializers.BooleanField()
    rake_cents = serializers.IntegerField()
    drop_cents = serializers.IntegerField()
    entry_id = serializers.IntegerField(allow_null=True)


class Tables(ActView):
    """/tables/"""

    @reads(TableOut(many=True))
    def get(self) -> list[Table]:
        """List the tables."""
        return queries.tables(self.club.pk)

    @writes(TableOut, takes=TableIn, example={"name": "Table 4"})
    def post(self, stamp: Stamp, name: str) -> Table:
        """Add a table to the room."""
        return services.add_table(stamp, name=name)


class Sessions(ActView):
    """/sessions/"""

    @reads(SessionOut(many=True))
    def get(self) -> list[Session]:
        """List the games that are open now."""
        return queries.open_sessions(self.club.pk)

    @writes(
        SessionOut,
        takes=SessionIn,
        example={
            "table_id": 1,
            "game": "texas_holdem",
            "small_blind_cents": 100,
            "big_blind_cents": 200,
            "min_buy_in_cents": 10000,
            "max_buy_in_cents": 50000,
        },
    )
    def post(self, stamp: Stamp, **values: Any) -> Session:
        """Open a game at a table; a campaign without jackpot is the manager's."""
        if not values["jackpot"] and not does(self.request, "without_jackpot"):
            raise PermissionDenied(_("A campaign without jackpot money is the manager's."))
        return services.open_session(stamp, **values)


class SessionDetail(ActView):
    """/sessions/<id>/"""

    @reads(SessionDetailOut)
    def get(self, session_id: int) -> dict[str, Any]:
        """Show a game with its seats and the table check."""
        found = queries.session(self.club.pk, session_id)
        return {
            "session": found,
            "seats": queries.seats(session_id),
            "check": queries.table_check(found),
        }


class SessionClose(ActView):
    """/sessions/<id>/close/"""

    @writes(SessionOut, status=200)
    def post(self, stamp: Stamp, session_id: int) -> Session:
        """Close a table at zero."""
        return services.close_session(stamp, session_id=session_id)


class Hands(ActView):
    """/sessions/<id>/hands/"""

    @reads(HandOut(many=True), asks=Latest)
    def get(self, session_id: int, limit: int) -> list[Hand]:
        """List the latest hands of a game, latest first."""
        found = queries.session(self.club.pk, session_id)
        return queries.hands(found.pk, limit=limit)

    @writes(
        HandOut,
        takes=HandIn,
        example={
            "name": "17",
            "pots_cents": [8000, 4500],
            "players_dealt": 9,
            "board_cards_dealt": 5,
        },
    )
    def post(self, stamp: Stamp, session_id: int, **values: Any) -> Hand:
        """Record a hand; rake and jackpot money are booked by the house's rule book."""
        return services.rake_hand(stamp, session_id=session_id, **values)


routes = [
    path("tables/", Tables.as_view(), name="api-tables"),
    path("sessions/", Sessions.as_view(), name="api-sessions"),
    path("sessions/<id:session_id>/", SessionDetail.as_view(), name="api-session"),
    path("sessions/<id:session_id>/close/", SessionClose.as_view(), name="api-session-close"),
    path("sessions/<id:session_id>/hands/", Hands.as_view(), name="api-hands"),
]
