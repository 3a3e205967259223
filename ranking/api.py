"""The ranking by program: standings, points, quarters, payouts, corrections, further rankings."""

from typing import Any

from rest_framework import serializers

from casino.acts.doors import sends
from casino.acts.fields import api_field
from casino.approvals.api import ProposalOut
from casino.ledger.api import ActView, BecauseOut
from casino.paging import Page
from casino.web.endpoints import MAX_ROWS, reads
from casino.web.roles import request_stamp
from casino.web.routes import Routes
from casino.web.serializers import StrictSerializer
from ranking.models import ClosedQuarter, Points, Prize, Ranking, Score
from ranking.queries import players, standing
from ranking.queries.players import Tonight
from ranking.queries.rankings import ranking, rankings
from ranking.queries.standing import RankingTable
from ranking.services.closing import QUARTER, close_quarter
from ranking.services.correcting import correct_points
from ranking.services.joining import join_cards, part_cards
from ranking.services.keeping import keep_edition
from ranking.services.paying import pay_quarter
from ranking.services.taking_back import take_back_payout
from ranking.services.winners import correct_winner
from tournaments.queries import tournaments

routes = Routes()


class OfQuarter(StrictSerializer):
    """Which quarter."""

    quarter = api_field(QUARTER)


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

    def get_closed(self, table: RankingTable) -> bool:
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
    """What a quarter owes to whose payment it is; payable_id: the payment due at the desk."""

    rank = serializers.IntegerField(source="place.rank")
    player = serializers.CharField(source="player.name")
    points_x100 = serializers.IntegerField(source="place.points_x100")
    cents = serializers.IntegerField()
    payable_id = serializers.IntegerField()


@routes("rankings/", "api-rankings")
class Rankings(ActView):
    @reads(RankingOut(many=True))
    def get(self) -> list[Ranking]:
        """List the rankings that count the club's tournaments, its own first."""
        return rankings(self.club.pk)


@routes("rankings/<id:ranking_id>/standing/", "api-ranking-standing")
class RankingStanding(ActView):
    @reads(StandingOut, asks=OfQuarter)
    def get(self, ranking_id: int, quarter: str) -> RankingTable:
        """Say who stands where in a quarter, and what each would be paid now."""
        return standing.table(ranking(self.club.pk, ranking_id), quarter)


@routes("rankings/<id:ranking_id>/tonight/", "api-ranking-tonight")
class RankingTonight(ActView):
    @reads(TonightOut(many=True))
    def get(self, ranking_id: int) -> list[Tonight]:
        """Say what a place in the tournaments under way would give."""
        found = ranking(self.club.pk, ranking_id)
        stamp = request_stamp(self.request)
        return players.tonight(found, day=stamp.gaming_day, at=stamp.at)


@routes("rankings/<id:ranking_id>/players/<id:player_id>/", "api-ranking-player")
class RankingPlayer(ActView):
    @reads(PlayerPointOut(many=True), asks=OfQuarter)
    def get(self, ranking_id: int, player_id: int, quarter: str) -> list[Points]:
        """List what each tournament of a quarter gave a player, the latest first."""
        found = ranking(self.club.pk, ranking_id)
        return players.player_points(found, quarter, players.player(found, player_id).pk)


@routes("rankings/<id:ranking_id>/quarters/", "api-ranking-quarters")
class RankingQuarters(ActView):
    @reads(ClosedOut(many=True), page=MAX_ROWS)
    def get(self, ranking_id: int, page: Page) -> list[ClosedQuarter]:
        """List the closed quarters, the latest first."""
        return standing.closed_quarters(ranking(self.club.pk, ranking_id), page=page)

    post = sends(close_quarter, ClosedOut, example={"quarter": "2026Q1"})


@routes("rankings/<id:ranking_id>/payouts/", "api-ranking-payouts")
class RankingPayouts(ActView):
    @reads(PrizeOut(many=True), asks=OfQuarter)
    def get(self, ranking_id: int, quarter: str) -> list[Prize]:
        """List what a quarter owes by name."""
        return standing.prizes(ranking(self.club.pk, ranking_id), quarter)

    post = sends(pay_quarter.ask, ProposalOut, example={"quarter": "2026Q1"})


@routes("rankings/<id:ranking_id>/payouts/take-back/", "api-ranking-payouts-back")
class RankingPayoutsBack(ActView):
    post = sends(
        take_back_payout.ask,
        ProposalOut,
        example={"quarter": "2026Q1", "reason": "The list still hangs out for objections"},
    )


@routes("ranking-prizes/<id:payable_id>/guest/", "api-ranking-winner")
class RankingWinner(ActView):
    post = sends(
        correct_winner.ask,
        ProposalOut,
        example={"player_id": 2, "reason": "Another guest of that name"},
    )


@routes("tournaments/<id:tournament_id>/points/", "api-tournament-points")
class TournamentPoints(ActView):
    @reads(ScoreOut(many=True))
    def get(self, tournament_id: int) -> list[Score]:
        """Say what a tournament gave, factor by factor, and how it was corrected."""
        return players.tournament_scores(tournaments.tournament(self.club.pk, tournament_id))

    post = sends(
        correct_points.ask,
        ProposalOut,
        example={
            "places": [{"player_id": 12, "place": 1}, {"player_id": 7, "place": 2}],
            "reason": "The film shows who went out first.",
        },
    )


@routes("rankings/editions/", "api-ranking-editions")
class RankingEditions(ActView):
    post = sends(
        keep_edition.ask,
        ProposalOut,
        example={
            "name": "Winter cup",
            "book": "olympic",
            "overrides": {"ranking.paid_places": 3, "ranking.contribution_bp": 50},
            "first_day": "2026-12-01",
            "last_day": "2027-02-28",
            "reason": "The members asked for it.",
        },
    )


@routes("rankings/same-person/<id:player_id>/part/", "api-part-cards")
class PartedCards(ActView):
    post = sends(part_cards.ask, ProposalOut, example={"reason": "Two guests of one name."})


@routes("rankings/same-person/", "api-same-person")
class SamePersons(ActView):
    post = sends(
        join_cards.ask,
        ProposalOut,
        example={"player_id": 118, "person_id": 12, "reason": "Two cards, one passport."},
    )
