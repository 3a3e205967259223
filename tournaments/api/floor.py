"""Announcing and running tournaments."""

from datetime import datetime
from typing import Any

from django.urls import path
from rest_framework import serializers

from casino.approvals.api import ProposalOut
from casino.approvals.models import Proposal
from casino.house.stamp import Stamp
from casino.ledger.api import ActView
from casino.web.endpoints import reads, writes
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
from tournaments import queries, services
from tournaments.api.desk import MOST_CHIPS, ONE, TournamentOut
from tournaments.models import Announced, Knockout, Series, Template, Tournament
from tournaments.queries import Standing

MOST_MINUTES = 24 * 60
MOST_PLAYERS = 10_000
LEVELS = [[25, 50, 0, 20], [50, 100, 0, 20]]


class ChipsField(WholeField):
    """A number of chips."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(min_value=0, max_value=MOST_CHIPS, **kwargs)


def levels_field() -> serializers.ListField:
    """Return the field of levels: small blind, big blind, ante, minutes."""
    level = serializers.ListField(child=ChipsField(), min_length=4, max_length=4)
    return serializers.ListField(child=level, min_length=1, max_length=100)


class TemplateIn(StrictSerializer):
    """What tournaments are made from; bounty and Royal Flush part lie inside the price."""

    name = TextField()
    kind = OneOfField(choices=Announced.Kind.values)
    variants = serializers.ListField(child=TextField(longest=30), max_length=10)
    price_cents = PositiveCentsField()
    fee_cents = CentsField(default=0)
    bounty_cents = CentsField(default=0)
    rfj_cents = CentsField(default=0)
    surcharge_cents = CentsField(default=0)
    rebuy_cents = CentsField(default=0)
    addon_cents = CentsField(default=0)
    rebuy_stack = ChipsField(default=0)
    addon_stack = ChipsField(default=0)
    guarantee_cents = CentsField(default=0)
    reentry = FlagField(default=False)
    ranking = FlagField(default=False)
    festival = FlagField(default=False)
    most_rebuys = WholeField(min_value=1, max_value=1_000, default=None, allow_null=True)
    places = WholeField(min_value=2, max_value=MOST_PLAYERS)
    late_levels = WholeField(min_value=0, max_value=100, default=0)
    rebuy_levels = WholeField(min_value=0, max_value=100, default=0)
    stack = WholeField(min_value=1, max_value=MOST_CHIPS)
    levels = levels_field()
    shares_bp = serializers.ListField(
        child=WholeField(min_value=1, max_value=10_000), max_length=200, default=list
    )


class SeriesIn(StrictSerializer):
    """A new series."""

    name = TextField()


class NamedOut(serializers.Serializer[Any]):
    """A template or a series."""

    id = serializers.IntegerField()
    name = serializers.CharField()


class TournamentIn(StrictSerializer):
    """A tournament made from a template."""

    template_id = IdField()
    name = TextField()
    starts_at = serializers.DateTimeField()
    late_until = serializers.DateTimeField(default=None, allow_null=True)
    series_id = IdField(default=None, allow_null=True)
    target_id = IdField(default=None, allow_null=True)


class StructureIn(StrictSerializer):
    """Another structure, and what the players are told."""

    stack = WholeField(min_value=1, max_value=MOST_CHIPS)
    levels = levels_field()
    notice = TextField(longest=200)


class OutIn(StrictSerializer):
    """Who is out, with the stack at the start of the deal, and who won the last pot."""

    entry_id = IdField()
    stack = ChipsField()
    strength = ChipsField(default=None, allow_null=True)
    by = serializers.ListField(child=IdField(), default=list, max_length=23)
    disqualified = FlagField(default=False)


class HandIn(StrictSerializer):
    """Everybody out in one hand."""

    outs = OutIn(many=True)
    same_hand = FlagField(default=False)


class KnockoutOut(serializers.Serializer[Any]):
    """A knock-out."""

    id = serializers.IntegerField()
    entry_id = serializers.IntegerField()
    hand = serializers.IntegerField()
    stack = serializers.IntegerField()
    at = serializers.DateTimeField()
    undone_at = serializers.DateTimeField(allow_null=True)


class StandingOut(serializers.Serializer[Any]):
    """A place that is decided."""

    place = serializers.IntegerField()
    shared = serializers.IntegerField()
    entry_id = serializers.IntegerField(source="entry.pk")
    player = serializers.CharField(source="entry.player.name")


class ChipsOfIn(StrictSerializer):
    """An entry and its chips."""

    entry_id = IdField()
    chips = ChipsField()


class PrizesIn(StrictSerializer):
    """Nothing, or everybody left with chips, or the deal to which everybody left has agreed."""

    left = ChipsOfIn(many=True, default=list)
    deal_id = IdField(default=None, allow_null=True)


class BountiesIn(StrictSerializer):
    """Of one player, or of everybody at the end."""

    entry_id = IdField(default=None, allow_null=True)


class Templates(ActView):
    """/tournament-templates/"""

    @reads(NamedOut(many=True))
    def get(self) -> list[Template]:
        """List the templates."""
        return queries.templates(self.club.pk)

    @writes(
        NamedOut,
        takes=TemplateIn,
        example={
            "name": "Friday freezeout",
            "kind": "regular",
            "variants": ["freezeout"],
            "price_cents": 10000,
            "fee_cents": 1000,
            "places": 100,
            "late_levels": 2,
            "stack": 10000,
            "levels": LEVELS,
        },
    )
    def post(self, stamp: Stamp, **values: Any) -> Template:
        """Keep a template."""
        return services.add_template(stamp, **values)


class AllSeries(ActView):
    """/tournament-series/"""

    @reads(NamedOut(many=True))
    def get(self) -> list[Series]:
        """List the series."""
        return queries.series_list(self.club.pk)

    @writes(NamedOut, takes=SeriesIn, example={"name": "Winter 2026"})
    def post(self, stamp: Stamp, name: str) -> Series:
        """Found a series."""
        return services.add_series(stamp, name=name)


class Tournaments(ActView):
    """/tournaments/"""

    @reads(TournamentOut(many=True))
    def get(self) -> list[Tournament]:
        """List the latest tournaments."""
        return queries.tournaments(self.club.pk)

    @writes(
        TournamentOut,
        takes=TournamentIn,
        example={"template_id": 1, "name": "Friday", "starts_at": "2026-11-27T21:00:00+02:00"},
    )
    def post(self, stamp: Stamp, starts_at: datetime, **values: Any) -> Tournament:
        """Announce a tournament."""
        return services.announce(stamp, starts_at=starts_at, **values)


class Structure(ActView):
    """/tournaments/<id>/structure/"""

    @writes(
        ProposalOut,
        takes=StructureIn,
        example={"stack": 15000, "levels": LEVELS, "notice": "Slower"},
    )
    def post(self, stamp: Stamp, tournament_id: int, **values: Any) -> Proposal:
        """Ask a second person to change the structure."""
        return services.propose_structure(stamp, tournament_id=tournament_id, **values)


class Start(ActView):
    """/tournaments/<id>/start/"""

    @writes(TournamentOut, status=200)
    def post(self, stamp: Stamp, tournament_id: int) -> Tournament:
        """Begin play."""
        return services.start(stamp, tournament_id=tournament_id)


class CloseRegistration(ActView):
    """/tournaments/<id>/close-registration/"""

    @writes(TournamentOut, status=200)
    def post(self, stamp: Stamp, tournament_id: int) -> Tournament:
        """End registration, rebuys and add-ons."""
        return services.close_registration(stamp, tournament_id=tournament_id)


class Knockouts(ActView):
    """/tournaments/<id>/knockouts/"""

    @writes(
        KnockoutOut(many=True),
        takes=HandIn,
        example={"outs": [{"entry_id": 1, "stack": 1200, "by": [2]}]},
    )
    def post(self, stamp: Stamp, tournament_id: int, **values: Any) -> list[Knockout]:
        """Note who is out in one hand."""
        values["outs"] = [dict(one) for one in values["outs"]]
        return services.knock_out(stamp, tournament_id=tournament_id, **values)


class Undo(ActView):
    """/tournaments/<id>/knockouts/<id>/undo/"""

    @writes(KnockoutOut, status=200)
    def post(self, stamp: Stamp, tournament_id: int, knockout_id: int) -> Knockout:
        """Take back a knock-out, until it has been paid."""
        where = {"tournament_id": tournament_id, "knockout_id": knockout_id}
        return services.undo_knockout(stamp, **where)


class Standings(ActView):
    """/tournaments/<id>/standings/"""

    @reads(StandingOut(many=True))
    def get(self, tournament_id: int) -> list[Standing]:
        """List the places that are decided."""
        return queries.standings(queries.tournament(self.club.pk, tournament_id))


class FixPool(ActView):
    """/tournaments/<id>/fix/"""

    @writes(ProposalOut)
    def post(self, stamp: Stamp, tournament_id: int) -> Proposal:
        """Ask a second person to fix the pool."""
        return services.propose_pool(stamp, tournament_id=tournament_id)


class Prizes(ActView):
    """/tournaments/<id>/prizes/"""

    @writes(ProposalOut, takes=PrizesIn, example={"left": []})
    def post(
        self, stamp: Stamp, tournament_id: int, left: list[dict[str, Any]], deal_id: int | None
    ) -> Proposal:
        """Ask a second person to award what is decided, or a deal."""
        stacks = {str(one["entry_id"]): one["chips"] for one in left}
        return services.propose_prizes(
            stamp, tournament_id=tournament_id, deal_id=deal_id, stacks=stacks
        )


class HolderIn(StrictSerializer):
    """Who holds the hand, and the own cards, like AH KH."""

    entry_id = IdField()
    cards = serializers.ListField(child=TextField(longest=2), min_length=2, max_length=4)


class FlushIn(StrictSerializer):
    """A straight or royal flush."""

    hand_name = TextField(longest=50)
    board = serializers.ListField(child=TextField(longest=2), max_length=5)
    holders = HolderIn(many=True)


class RoyalFlushes(ActView):
    """/tournaments/<id>/royal-flushes/"""

    @writes(
        ProposalOut,
        takes=FlushIn,
        example={
            "hand_name": "112",
            "board": ["TH", "JH", "QH", "2C", "3D"],
            "holders": [{"entry_id": 1, "cards": ["AH", "KH"]}],
        },
    )
    def post(
        self, stamp: Stamp, tournament_id: int, holders: list[dict[str, Any]], **values: Any
    ) -> Proposal:
        """Claim a hand for the series' Royal Flush Jackpot."""
        cards = {str(one["entry_id"]): one["cards"] for one in holders}
        return services.claim_royal_flush(
            stamp, tournament_id=tournament_id, holders=cards, **values
        )


class Bounties(ActView):
    """/tournaments/<id>/bounties/"""

    @writes(ProposalOut, takes=BountiesIn, example={"entry_id": 1})
    def post(self, stamp: Stamp, tournament_id: int, entry_id: int | None) -> Proposal:
        """Ask a second person to pay bounty chips."""
        return services.propose_bounties(stamp, tournament_id=tournament_id, entry_id=entry_id)


routes = [
    path("tournament-templates/", Templates.as_view(), name="api-tournament-templates"),
    path("tournament-series/", AllSeries.as_view(), name="api-tournament-series"),
    path("tournaments/", Tournaments.as_view(), name="api-tournaments"),
    path(f"{ONE}structure/", Structure.as_view(), name="api-tournament-structure"),
    path(f"{ONE}start/", Start.as_view(), name="api-tournament-start"),
    path(
        f"{ONE}close-registration/",
        CloseRegistration.as_view(),
        name="api-tournament-close-registration",
    ),
    path(f"{ONE}knockouts/", Knockouts.as_view(), name="api-tournament-knockouts"),
    path(f"{ONE}knockouts/<id:knockout_id>/undo/", Undo.as_view(), name="api-tournament-undo"),
    path(f"{ONE}standings/", Standings.as_view(), name="api-tournament-standings"),
    path(f"{ONE}fix/", FixPool.as_view(), name="api-tournament-fix"),
    path(f"{ONE}prizes/", Prizes.as_view(), name="api-tournament-prizes"),
    path(f"{ONE}royal-flushes/", RoyalFlushes.as_view(), name="api-tournament-royal-flushes"),
    path(f"{ONE}bounties/", Bounties.as_view(), name="api-tournament-bounties"),
]
