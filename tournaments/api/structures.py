"""Structures and the chips that they are for, by program."""

from typing import Any

from rest_framework import serializers

from casino.acts.doors import sends
from casino.ledger.api import ActView
from casino.web.endpoints import reads
from casino.web.routes import Routes
from tournaments.api.desk import ONE
from tournaments.api.timing import BetsOut
from tournaments.queries.structures import Plan, PlanParams, chip_stock, plan
from tournaments.queries.tournaments import tournament, unrefunded, version
from tournaments.services.chip_stock import set_chip_stock

routes = Routes()


class StockOut(serializers.Serializer[Any]):
    """Tournament chips: denomination and quantity of each."""

    chips = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))


class EndOut(serializers.Serializer[Any]):
    """Where play ends if all chips are so many big blinds; minutes: from the start, with breaks."""

    big_blinds = serializers.IntegerField()
    level = serializers.IntegerField()
    minutes = serializers.IntegerField()
    beyond = serializers.BooleanField()


class ColorUpOut(serializers.Serializer[Any]):
    """A chip that no bet after a level needs."""

    chip = serializers.IntegerField()
    becomes = serializers.IntegerField()
    after_level = serializers.IntegerField()
    at_break = serializers.BooleanField()


class StackChipOut(serializers.Serializer[Any]):
    """How many of a chip are in a starting stack, and for how many stacks the stock lasts."""

    chip = serializers.IntegerField()
    pieces = serializers.IntegerField(source="quantity")
    serves = serializers.IntegerField(allow_null=True)


class PlanOut(serializers.Serializer[Any]):
    """What a tournament's structure comes to with the entries sold so far."""

    steps = BetsOut(many=True)
    chips_in_play = serializers.IntegerField()
    ends = EndOut(many=True)
    color_ups = ColorUpOut(many=True)
    pieces = StackChipOut(many=True, source="chips")


@routes("tournament-chip-stock/", "api-tournament-chip-stock")
class Stock(ActView):
    @reads(StockOut)
    def get(self) -> dict[str, Any]:
        """List the tournament chips of the club; empty until they were counted."""
        held = chip_stock(self.club.pk)
        return {"chips": [[value, many] for value, many in held.items() if many is not None]}

    post = sends(set_chip_stock, StockOut, example={"chips": [[25, 400], [100, 400], [500, 200]]})


@routes(f"{ONE}structure/plan/", "api-tournament-structure-plan")
class StructurePlan(ActView):
    @reads(PlanOut)
    def get(self, tournament_id: int) -> Plan:
        """Say when play is likely to end, which chips a stack takes and when they leave play."""
        found = tournament(self.club.pk, tournament_id)
        holds = version(found)
        stacks = max(len(unrefunded(found)), 2)
        return plan(self.club.pk, PlanParams(stack=holds.stack, levels=holds.levels, stacks=stacks))
