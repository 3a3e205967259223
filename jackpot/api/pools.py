"""The pools: levels, movements, hits, funds, changes by hand."""

from datetime import date
from typing import Any

from rest_framework import serializers

from casino.acts.doors import sends
from casino.approvals.api import ProposalOut
from casino.ledger.api import ActView
from casino.paging import Page
from casino.web.endpoints import reads
from casino.web.roles import request_stamp
from casino.web.routes import Routes
from casino.web.serializers import DayField, StrictSerializer
from jackpot.models import PoolMove
from jackpot.queries import levels
from jackpot.queries.levels import Level, LevelAtClose
from jackpot.queries.movements import MOVES, Funds, PoolDay, funds, pool_days, pool_moves
from jackpot.services.adjustments import adjust_pool
from jackpot.services.moving import move_pool, move_pool_back
from jackpot.services.pools import open_jackpot, reinstate_jackpot, rename_jackpot, retire_jackpot

routes = Routes()


class LevelOut(serializers.Serializer[Any]):
    """A jackpot: the pool as it grows, and the level at the latest close."""

    id = serializers.IntegerField(source="jackpot.pk")
    name = serializers.CharField(source="jackpot.name")
    pool_cents = serializers.IntegerField(help_text="Of all its clubs.")
    fixed_cents = serializers.IntegerField()
    fixed_at = serializers.DateTimeField(allow_null=True)
    paid_since_cents = serializers.IntegerField()
    base_cents = serializers.IntegerField(help_text="What the next hit is paid from.")
    retired_at = serializers.DateTimeField(source="jackpot.retired_at", allow_null=True)


class JackpotOut(serializers.Serializer[Any]):
    """A jackpot that was opened."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    retired_at = serializers.DateTimeField(allow_null=True)


class SnapshotOut(serializers.Serializer[Any]):
    """The level of a close, with the boxes of before it that were counted since."""

    at = serializers.DateTimeField()
    gaming_day = serializers.DateField()
    level_cents = serializers.IntegerField()
    fixed_cents = serializers.IntegerField(help_text="What was known at the close.")


@routes("jackpots/", "api-jackpots")
class Jackpots(ActView):
    @reads(LevelOut(many=True))
    def get(self) -> list[Level]:
        """List the jackpots with their levels."""
        return [levels.level(jackpot) for jackpot in levels.jackpots(self.club.pk)]

    post = sends(open_jackpot, JackpotOut, example={"name": "Bad beat"})


@routes("jackpots/<id:jackpot_id>/rename/", "api-jackpot-rename")
class JackpotRename(ActView):
    post = sends(rename_jackpot, JackpotOut, status=200, example={"name": "Bad beat"})


@routes("jackpots/<id:jackpot_id>/retire/", "api-jackpot-retire")
class JackpotRetire(ActView):
    post = sends(retire_jackpot, JackpotOut, status=200)


@routes("jackpots/<id:jackpot_id>/reinstate/", "api-jackpot-reinstate")
class JackpotReinstate(ActView):
    post = sends(reinstate_jackpot, JackpotOut, status=200)


@routes("jackpots/<id:jackpot_id>/history/", "api-history")
class JackpotHistory(ActView):
    @reads(SnapshotOut(many=True), page=50)
    def get(self, jackpot_id: int, page: Page) -> list[LevelAtClose]:
        """List the levels fixed at the latest closes, latest first."""
        return levels.history(levels.jackpot(self.club.pk, jackpot_id), page=page)


class MovementOut(serializers.Serializer[Any]):
    """What entries of one kind brought the pool, from one table or from none."""

    kind = serializers.CharField()
    table = serializers.CharField(allow_blank=True)
    entries = serializers.IntegerField()
    cents = serializers.IntegerField()


class PoolDayOut(serializers.Serializer[Any]):
    """A gaming day of a pool."""

    day = serializers.DateField()
    opening_cents = serializers.IntegerField()
    closing_cents = serializers.IntegerField()
    movements = MovementOut(many=True)


class FundsOut(serializers.Serializer[Any]):
    """What the players would be owed if the jackpots were closed now, and the cash behind it."""

    pools = LevelOut(many=True)
    shares_cents = serializers.IntegerField(help_text="Awarded, not yet paid.")
    owed_cents = serializers.IntegerField()
    between_owes_cents = serializers.IntegerField(help_text="Owed to other clubs.")
    between_owed_cents = serializers.IntegerField(help_text="To come from other clubs.")
    cash_cents = serializers.IntegerField(
        allow_null=True, help_text="Null, as what follows from it, for who may count it."
    )
    covers = serializers.BooleanField(help_text="Whether the cash covers the jackpots.")
    chips_cents = serializers.IntegerField()
    due_cents = serializers.IntegerField(help_text="Other payments due.")
    other_cents = serializers.IntegerField(
        help_text="Other liabilities: prize pools, tickets, stacks in safekeeping, tax, own ones."
    )
    over_jackpots_cents = serializers.IntegerField(allow_null=True)
    over_everything_cents = serializers.IntegerField(allow_null=True)


class Span(StrictSerializer):
    """The first and the last gaming day."""

    first = DayField()
    last = DayField()


@routes("jackpots/<id:jackpot_id>/movements/", "api-movements")
class JackpotMovements(ActView):
    @reads(PoolDayOut(many=True), asks=Span)
    def get(self, jackpot_id: int, first: date, last: date) -> list[PoolDay]:
        """List the days on which this club's part of a pool moved, by kind and table."""
        found = levels.jackpot(self.club.pk, jackpot_id)
        return pool_days(found, club_id=self.club.pk, first=first, last=last)


@routes("jackpots/funds/", "api-jackpot-funds")
class JackpotFunds(ActView):
    @reads(FundsOut)
    def get(self) -> Funds:
        """Say whether the club's cash covers its jackpots."""
        return funds(request_stamp(self.request))


@routes("jackpots/<id:jackpot_id>/adjust/", "api-adjust")
class JackpotAdjustment(ActView):
    post = sends(
        adjust_pool.ask,
        ProposalOut,
        example={"why": "seed", "cents": 100000, "note": "The anniversary week."},
    )


class PoolMoveOut(serializers.Serializer[Any]):
    """Money of a pool that went into another one."""

    id = serializers.IntegerField()
    jackpot_id = serializers.IntegerField(source="source_id", help_text="Where it was.")
    to_jackpot_id = serializers.IntegerField(source="target_id")
    cents = serializers.IntegerField()
    house_cents = serializers.IntegerField(help_text="Of it contributed by the house.")
    at = serializers.DateTimeField()
    reason = serializers.CharField(source="proposal.reason")
    entry_id = serializers.IntegerField()
    takes_back_id = serializers.IntegerField(
        source="reverses_id", allow_null=True, help_text="The move that this one took back."
    )
    stands = serializers.BooleanField(help_text="Nobody took it back.")


@routes("jackpots/<id:jackpot_id>/moves/", "api-jackpot-moves")
class JackpotMoves(ActView):
    @reads(PoolMoveOut(many=True), page=MOVES)
    def get(self, jackpot_id: int, page: Page) -> list[PoolMove]:
        """List what was moved out of a pool into another one and the other way, latest first."""
        found = levels.jackpot(self.club.pk, jackpot_id)
        return pool_moves(found, club_id=self.club.pk, page=page)


@routes("jackpots/<id:jackpot_id>/move/", "api-jackpot-move")
class JackpotMove(ActView):
    post = sends(
        move_pool.ask,
        ProposalOut,
        example={"to_jackpot_id": 2, "reason": "The old jackpot is retired."},
    )


@routes("jackpots/moves/<id:pool_move_id>/take-back/", "api-jackpot-move-back")
class JackpotMoveBack(ActView):
    post = sends(move_pool_back.ask, ProposalOut, example={"reason": "The other jackpot."})
