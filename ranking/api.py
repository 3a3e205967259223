"""The ranking by program: standings, points, quarters, payouts, corrections, further rankings."""

from typing import Any

from django.urls import path
from rest_framework import serializers

from casino.approvals.api import ProposalOut
from casino.approvals.models import Proposal
from casino.editions.forms import BOOKS
from casino.house.stamp import Stamp
from casino.ledger.api import ActView, BecauseOut
from casino.refusals import BadInput
from casino.web.endpoints import reads, writes
from casino.web.roles import request_stamp
from casino.web.serializers import (
    DayField,
    IdField,
    OneOfField,
    StrictSerializer,
    TextField,
    WholeField,
)
from casino.words import say
from ranking import queries, services
from ranking.models import ClosedQuarter, Points, Prize, Ranking, Score
from ranking.queries import Table, Tonight
from tournaments import queries as tournaments

MOST_PLACES = 1000


class QuarterField(serializers.RegexField):
    """A quarter, 2026Q1."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(r"^20[0-9]{2}Q[1-4]\Z", trim_whitespace=False, **kwargs)


class OfQuarter(StrictSerializer):
    """Which quarter."""

    quarter = QuarterField()


class RankingOut(serializers.Serializer[Any]):
    """A ranking that counts the club's tournaments."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    own = serializers.BooleanField(help_text="The club's own, by its rule book.")


class RowOut(serializers.Serializer[Any]):
    """A line of a standing."""

    rank = serializers.IntegerField()
    player_id = serializers.IntegerField(source="player.pk")
    player = serializers.CharField(source="player.name")
    points_x100 = serializers.IntegerField()
    tournaments = serializers.IntegerField()
    cents = serializers.IntegerField(help_text="The prize, as of now while the quarter is open.")
    paid = serializers.BooleanField()


class StandingOut(serializers.Serializer[Any]):
    """A quarter as it stands, or as it was closed."""

    quarter = serializers.CharField()
    closed = serializers.SerializerMethodField()
    carried_in_cents = serializers.IntegerField()
    contributed_cents = serializers.IntegerField()
    pool_cents = serializers.IntegerField()
    carried_over_cents = serializers.IntegerField()
    points_total_x100 = serializers.IntegerField(help_text="The points of who is paid.")
    price_x10000 = serializers.IntegerField(
        help_text="The price of a point in hundredths of a cent, cut; no prize is made from it."
    )
    rows = RowOut(many=True)
    because = BecauseOut(many=True)

    def get_closed(self, table: Table) -> bool:
        """Return whether nothing changes any more."""
        return table.closed is not None


class PointOut(serializers.Serializer[Any]):
    """What a tournament gave a player; factors in tenths, points in hundredths."""

    player_id = serializers.IntegerField()
    player = serializers.CharField(source="player.name")
    place = serializers.IntegerField(allow_null=True)
    shared = serializers.IntegerField(help_text="How many share the place.")
    place_factor = serializers.IntegerField(help_text="The sum over the places used up.")
    before_x100 = serializers.IntegerField()
    after_x100 = serializers.IntegerField()


class ScoreOut(serializers.Serializer[Any]):
    """How a tournament was counted in a ranking; number above 1: a correction."""

    ranking_id = serializers.IntegerField()
    number = serializers.IntegerField()
    quarter = serializers.CharField()
    participants = serializers.IntegerField()
    average_buy_in_cents = serializers.IntegerField()
    buy_in_factor_x10 = serializers.IntegerField()
    participants_factor_x10 = serializers.IntegerField()
    contributed_cents = serializers.IntegerField()
    points = PointOut(many=True, source="points.all")
    because = BecauseOut(many=True)


class PlayerPointOut(PointOut):
    """What a tournament gave a player, with its factors."""

    tournament_id = serializers.IntegerField(source="score.tournament_id")
    tournament = serializers.CharField(source="score.tournament.name")
    average_buy_in_cents = serializers.IntegerField(source="score.average_buy_in_cents")
    participants = serializers.IntegerField(source="score.participants")
    buy_in_factor_x10 = serializers.IntegerField(source="score.buy_in_factor_x10")
    participants_factor_x10 = serializers.IntegerField(source="score.participants_factor_x10")


class PlaceTonightOut(serializers.Serializer[Any]):
    """What a place would give."""

    place = serializers.IntegerField()
    points_x100 = serializers.IntegerField()


class TonightOut(serializers.Serializer[Any]):
    """A ranking tournament that is not counted yet: what a place gives as of now."""

    tournament_id = serializers.IntegerField(source="tournament.pk")
    tournament = serializers.CharField(source="tournament.name")
    participants = serializers.IntegerField()
    average_buy_in_cents = serializers.IntegerField()
    buy_in_factor_x10 = serializers.IntegerField()
    participants_factor_x10 = serializers.IntegerField()
    places = serializers.SerializerMethodField()

    def get_places(self, tonight: Tonight) -> list[dict[str, int]]:
        """Return the places in order."""
        return [{"place": place, "points_x100": x100} for place, x100 in tonight.places]


class ClosedOut(serializers.Serializer[Any]):
    """A closed quarter."""

    ranking_id = serializers.IntegerField()
    quarter = serializers.CharField()
    carried_in_cents = serializers.IntegerField()
    contributed_cents = serializers.IntegerField()
    pool_cents = serializers.IntegerField()
    carried_over_cents = serializers.IntegerField()
    points_total_x100 = serializers.IntegerField()
    closed_at = serializers.DateTimeField()


class PrizeOut(serializers.Serializer[Any]):
    """What a quarter owes by name; payable_id: the payment due at the desk."""

    rank = serializers.IntegerField(source="place.rank")
    player = serializers.CharField(source="place.player.name")
    points_x100 = serializers.IntegerField(source="place.points_x100")
    cents = serializers.IntegerField()
    payable_id = serializers.IntegerField()


class PlaceIn(StrictSerializer):
    """A player's place as it should have been; who shares one has the same."""

    player_id = IdField()
    place = WholeField(min_value=1, max_value=MOST_PLACES)


class CorrectionIn(StrictSerializer):
    """The places of everybody who keeps points, and why."""

    places = PlaceIn(many=True)
    reason = TextField(longest=200)


class EditionIn(StrictSerializer):
    """A further ranking, or its next edition; overrides: values of the book's ranking section."""

    name = TextField()
    book = OneOfField(choices=[name for name, _ in BOOKS])
    overrides = serializers.DictField(
        child=serializers.JSONField(allow_null=True), required=False, default=dict
    )
    first_day = DayField()
    last_day = DayField(required=False, allow_null=True, default=None)
    club_ids = serializers.ListField(child=IdField(), required=False, default=list, max_length=50)
    reason = TextField(longest=200)


class SamePersonIn(StrictSerializer):
    """The points of player_id count for person_id."""

    player_id = IdField()
    person_id = IdField()
    reason = TextField(longest=200)


class Rankings(ActView):
    """/rankings/"""

    @reads(RankingOut(many=True))
    def get(self) -> list[Ranking]:
        """List the rankings that count the club's tournaments, its own first."""
        return queries.rankings(self.club.pk)


class RankingStanding(ActView):
    """/rankings/<id>/standing/"""

    @reads(StandingOut, asks=OfQuarter)
    def get(self, ranking_id: int, quarter: str) -> Table:
        """Say who stands where in a quarter, and what each would be paid now."""
        return queries.table(queries.ranking(self.club.pk, ranking_id), quarter)


class RankingTonight(ActView):
    """/rankings/<id>/tonight/"""

    @reads(TonightOut(many=True))
    def get(self, ranking_id: int) -> list[Tonight]:
        """Say what a place in the tournaments under way would give."""
        found = queries.ranking(self.club.pk, ranking_id)
        stamp = request_stamp(self.request)
        return queries.tonight(found, day=stamp.gaming_day, at=stamp.at)


class RankingPlayer(ActView):
    """/rankings/<id>/players/<id>/"""

    @reads(PlayerPointOut(many=True), asks=OfQuarter)
    def get(self, ranking_id: int, player_id: int, quarter: str) -> list[Points]:
        """List what each tournament of a quarter gave a player, the latest first."""
        found = queries.ranking(self.club.pk, ranking_id)
        return queries.player_points(found, quarter, queries.player(found, player_id).pk)


class RankingQuarters(ActView):
    """/rankings/<id>/quarters/"""

    @reads(ClosedOut(many=True))
    def get(self, ranking_id: int) -> list[ClosedQuarter]:
        """List the closed quarters, the latest first."""
        return queries.closed_quarters(queries.ranking(self.club.pk, ranking_id))

    @writes(ClosedOut, takes=OfQuarter, example={"quarter": "2026Q1"})
    def post(self, stamp: Stamp, ranking_id: int, quarter: str) -> ClosedQuarter:
        """Close a quarter by hand; by itself it closes at the first close after it."""
        return services.close_quarter(stamp, ranking_id=ranking_id, quarter=quarter)


class RankingPayouts(ActView):
    """/rankings/<id>/payouts/"""

    @reads(PrizeOut(many=True), asks=OfQuarter)
    def get(self, ranking_id: int, quarter: str) -> list[Prize]:
        """List what a quarter owes by name."""
        return queries.prizes(queries.ranking(self.club.pk, ranking_id), quarter)

    @writes(ProposalOut, takes=OfQuarter, example={"quarter": "2026Q1"})
    def post(self, stamp: Stamp, ranking_id: int, quarter: str) -> Proposal:
        """Compute the prizes of a closed quarter; the manager approves them."""
        return services.propose_payout(stamp, ranking_id=ranking_id, quarter=quarter)


class TournamentPoints(ActView):
    """/tournaments/<id>/points/"""

    @reads(ScoreOut(many=True))
    def get(self, tournament_id: int) -> list[Score]:
        """Say what a tournament gave, factor by factor, and how it was corrected."""
        return queries.tournament_scores(tournaments.tournament(self.club.pk, tournament_id))

    @writes(
        ProposalOut,
        takes=CorrectionIn,
        example={
            "places": [{"player_id": 12, "place": 1}, {"player_id": 7, "place": 2}],
            "reason": "The film shows who went out first.",
        },
    )
    def post(
        self, stamp: Stamp, tournament_id: int, places: list[dict[str, int]], reason: str
    ) -> Proposal:
        """Propose other places; the manager approves the points before and after."""
        by_player = {each["player_id"]: each["place"] for each in places}
        if len(by_player) < len(places):
            raise BadInput(say("Each player has one place."), field="places")
        return services.propose_correction(
            stamp, tournament_id=tournament_id, places=by_player, reason=reason
        )


class RankingEditions(ActView):
    """/rankings/editions/"""

    @writes(
        ProposalOut,
        takes=EditionIn,
        example={
            "name": "Winter cup",
            "book": "olympic",
            "overrides": {"ranking.paid_places": 3, "ranking.contribution_bp": 50},
            "first_day": "2026-12-01",
            "last_day": "2027-02-28",
            "reason": "The members asked for it.",
        },
    )
    def post(self, stamp: Stamp, **values: Any) -> Proposal:
        """Propose a further ranking or its next edition; a second person adopts it."""
        return services.propose_edition(stamp, **values)


class SamePersons(ActView):
    """/rankings/same-person/"""

    @writes(
        ProposalOut,
        takes=SamePersonIn,
        example={"player_id": 118, "person_id": 12, "reason": "Two cards, one passport."},
    )
    def post(self, stamp: Stamp, **values: Any) -> Proposal:
        """Propose that the points of one card count for another."""
        return services.propose_same_person(stamp, **values)


routes = [
    path("rankings/", Rankings.as_view(), name="api-rankings"),
    path("rankings/editions/", RankingEditions.as_view(), name="api-ranking-editions"),
    path("rankings/same-person/", SamePersons.as_view(), name="api-same-person"),
    path(
        "rankings/<id:ranking_id>/standing/", RankingStanding.as_view(), name="api-ranking-standing"
    ),
    path("rankings/<id:ranking_id>/tonight/", RankingTonight.as_view(), name="api-ranking-tonight"),
    path(
        "rankings/<id:ranking_id>/players/<id:player_id>/",
        RankingPlayer.as_view(),
        name="api-ranking-player",
    ),
    path(
        "rankings/<id:ranking_id>/quarters/", RankingQuarters.as_view(), name="api-ranking-quarters"
    ),
    path("rankings/<id:ranking_id>/payouts/", RankingPayouts.as_view(), name="api-ranking-payouts"),
    path(
        "tournaments/<id:tournament_id>/points/",
        TournamentPoints.as_view(),
        name="api-tournament-points",
    ),
]
