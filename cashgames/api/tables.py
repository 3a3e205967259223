"""The endpoints of the cash tables."""

from typing import Any

from rest_framework import serializers

from cashgames.models import Hand, OverShort, Session, Table
from cashgames.queries import tables
from cashgames.services.hands import rake_hand
from cashgames.services.over_short import book_over_short
from cashgames.services.tables import add_table, close_session, open_session, rename_table
from casino.acts.doors import sends
from casino.approvals.api import ProposalOut
from casino.ledger.api import ActView
from casino.paging import Page
from casino.web.endpoints import reads
from casino.web.openapi import shown_as
from casino.web.routes import Routes

routes = Routes()


@shown_as(name="Table 4")
class TableOut(serializers.Serializer[Any]):
    """A table."""

    id = serializers.IntegerField()
    name = serializers.CharField()


@shown_as(
    table="Table 4",
    small_blind_cents=100,
    big_blind_cents=200,
    min_buy_in_cents=10000,
    max_buy_in_cents=50000,
    special_cap=False,
    twice_offer=False,
    by_box=False,
    time_rake_cents=None,
    closed_at=None,
)
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
    twice_offer = serializers.BooleanField()
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
    over_short_cents = serializers.IntegerField()
    boxes_cents = serializers.IntegerField()
    settled_cents = serializers.IntegerField()
    chips_cents = serializers.IntegerField()
    difference_cents = serializers.IntegerField()


class SessionDetailOut(serializers.Serializer[Any]):
    """A game with its seats and the table check."""

    session = SessionOut()
    seats = SeatOut(many=True)
    check = TableCheckOut()


@shown_as(
    name="17",
    pots_cents=[8000, 4500],
    players_dealt=9,
    run_twice="",
    rake_cents=600,
    drop_cents=100,
    instead_of_id=None,
)
class HandOut(serializers.Serializer[Any]):
    """
    A hand and what the house and the jackpot took; its entry says why.

    stands: false where it was taken back; instead_of_id: the hand that it was put right from.
    """

    id = serializers.IntegerField()
    name = serializers.CharField()
    played_at = serializers.DateTimeField()
    gaming_day = serializers.DateField()
    pots_cents = serializers.ListField(child=serializers.IntegerField())
    players_dealt = serializers.IntegerField()
    first_round_passed = serializers.BooleanField()
    run_twice = serializers.CharField(allow_blank=True)
    rake_cents = serializers.IntegerField()
    drop_cents = serializers.IntegerField()
    entry_id = serializers.IntegerField(allow_null=True)
    stands = serializers.BooleanField()
    instead_of_id = serializers.IntegerField(allow_null=True)


@shown_as(expected_cents=120000, counted_cents=119500, over_cents=-500, signed_by_id=None)
class OverShortOut(serializers.Serializer[Any]):
    """What a table was over, or short if negative, and who booked it."""

    id = serializers.IntegerField()
    at = serializers.DateTimeField()
    gaming_day = serializers.DateField()
    player_id = serializers.IntegerField(allow_null=True)
    expected_cents = serializers.IntegerField()
    counted_cents = serializers.IntegerField()
    over_cents = serializers.IntegerField()
    reason = serializers.CharField()
    booked_by_id = serializers.IntegerField()
    signed_by_id = serializers.IntegerField(allow_null=True)
    entry_id = serializers.IntegerField()


@routes("tables/", "api-tables")
class Tables(ActView):
    @reads(TableOut(many=True))
    def get(self) -> list[Table]:
        """List the tables."""
        return tables.tables(self.club.pk)

    post = sends(add_table, TableOut, example={"name": "Table 4"})


@routes("tables/rename/", "api-table-rename")
class TableRename(ActView):
    post = sends(rename_table, TableOut, status=200, example={"table_id": 4, "name": "Table 4"})


@routes("sessions/", "api-sessions")
class Sessions(ActView):
    @reads(SessionOut(many=True))
    def get(self) -> list[Session]:
        """List the games that are open now."""
        return tables.open_sessions(self.club.pk)

    post = sends(
        open_session,
        SessionOut,
        example={
            "table_id": 1,
            "game": "texas_holdem",
            "small_blind_cents": 100,
            "big_blind_cents": 200,
            "min_buy_in_cents": 10000,
            "max_buy_in_cents": 50000,
        },
    )


@routes("sessions/<id:session_id>/", "api-session")
class SessionDetail(ActView):
    @reads(SessionDetailOut)
    def get(self, session_id: int) -> dict[str, Any]:
        """Show a game with its seats and the table check."""
        found = tables.session(self.club.pk, session_id)
        return {
            "session": found,
            "seats": tables.seats(session_id),
            "check": tables.table_check(found),
        }


@routes("sessions/<id:session_id>/close/", "api-session-close")
class SessionClose(ActView):
    post = sends(close_session, SessionOut, status=200)


COUNTED = {"counted_cents": 0, "reason": "A guest left with the chips"}


@routes("sessions/<id:session_id>/over-short/", "api-table-over-short")
class OverShorts(ActView):
    @reads(OverShortOut(many=True))
    def get(self, session_id: int) -> list[OverShort]:
        """List what a table was over or short, the latest first."""
        return tables.over_shorts(tables.session(self.club.pk, session_id).pk)

    post = sends(book_over_short, OverShortOut, example=COUNTED)


@routes("sessions/<id:session_id>/over-short/ask/", "api-ask-table-over-short")
class AskOverShort(ActView):
    post = sends(book_over_short.ask, ProposalOut, example=COUNTED)


@routes("sessions/<id:session_id>/hands/", "api-hands")
class Hands(ActView):
    @reads(HandOut(many=True), page=50)
    def get(self, session_id: int, page: Page) -> list[Hand]:
        """List the latest hands of a game, latest first."""
        found = tables.session(self.club.pk, session_id)
        return tables.hands(found.pk, page=page)

    post = sends(
        rake_hand,
        HandOut,
        example={
            "name": "17",
            "pots_cents": [8000, 4500],
            "players_dealt": 9,
            "board_cards_dealt": 5,
        },
    )
