"""The ledger's endpoints, and what every endpoint that writes acts shares."""

from typing import Any

from rest_framework import serializers

from casino.house.stamp import Stamp
from casino.ledger.queries.documents import entry, first_request
from casino.ledger.queries.rows import EntryRow
from casino.messages import msg
from casino.refusals import NotFound
from casino.web.endpoints import ClubView, reads
from casino.web.routes import Routes
from casino.web.serializers import NamedField

routes = Routes()


class ActView(ClubView):
    """An endpoint whose writes are acts of the ledger."""

    def was_replayed(self, stamp: Stamp, result: Any) -> bool:
        """Return whether the key's act came with an earlier request."""
        if hasattr(result, "replayed"):
            return super().was_replayed(stamp, result)
        return first_request(stamp.key) != stamp.request_id


class PostedOut(serializers.Serializer[Any]):
    """An entry and, at a drawer, the number of its slip."""

    entry_id = serializers.IntegerField()
    number = serializers.IntegerField(allow_null=True)


class BecauseOut(serializers.Serializer[Any]):
    """One step of a computation: paragraph, its words, what went in, what came out."""

    rule = serializers.CharField()
    says = serializers.CharField()
    inputs = NamedField()
    result = NamedField()


class LineOut(serializers.Serializer[Any]):
    """One account's part of an entry."""

    account_id = serializers.IntegerField()
    code = serializers.CharField()
    ref = serializers.IntegerField()
    name = serializers.CharField()
    debit_cents = serializers.IntegerField()
    credit_cents = serializers.IntegerField()


class EntryOut(serializers.Serializer[Any]):
    """An entry: what happened, why the amounts are what they are, and its lines."""

    id = serializers.IntegerField()
    kind = serializers.CharField()
    gaming_day = serializers.DateField()
    happened_at = serializers.DateTimeField()
    recorded_at = serializers.DateTimeField()
    adjustment = serializers.BooleanField()
    currency = serializers.CharField()
    number = serializers.IntegerField(allow_null=True)
    player_id = serializers.IntegerField(allow_null=True)
    actor_id = serializers.IntegerField(allow_null=True)
    memo = serializers.CharField(allow_blank=True)
    reverses_id = serializers.IntegerField(allow_null=True)
    reversed_by_id = serializers.IntegerField(allow_null=True)
    because = BecauseOut(many=True)
    lines = LineOut(many=True)


@routes("entries/<id:entry_id>/", "api-entry")
class Entry(ActView):
    @reads(EntryOut)
    def get(self, entry_id: int) -> EntryRow:
        """Show an entry with its reasons and lines."""
        found = entry(self.club.pk, entry_id)
        if found is None:
            raise NotFound(msg("There is no such entry in this club."))
        return found
