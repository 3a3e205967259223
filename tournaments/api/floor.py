"""Announcing and running tournaments."""

from typing import Any

from rest_framework import serializers

from casino.acts.doors import sends
from casino.approvals.api import ProposalOut, previews
from casino.cage.api.payments import PayableOut
from casino.ledger.api import ActView
from casino.paging import Page
from casino.web.endpoints import reads
from casino.web.routes import Routes
from tournaments.api.desk import ONE, TermsOut, TournamentOut
from tournaments.models import Knockout, Series, Template, Tournament
from tournaments.queries.order import TournamentStanding, noted_out, standings
from tournaments.queries.tournaments import (
    series_list,
    template,
    templates,
    tournament,
    tournaments,
)
from tournaments.services.announcing import (
    add_template,
    announce,
    retire_template,
)
from tournaments.services.bounties import collect_bounties
from tournaments.services.chip_winners import correct_chip_winner
from tournaments.services.knockouts import knock_out, undo_knockout
from tournaments.services.pool import fix_pool
from tournaments.services.prizes import award_prizes
from tournaments.services.royal_flush import pay_royal_flush
from tournaments.services.series import add_series, rename_series
from tournaments.services.starting import close_registration, start
from tournaments.services.stopping import stop_playing
from tournaments.services.taking_back import take_back_awards

routes = Routes()
LEVELS = [[25, 50, 0, 20], [50, 100, 0, 20]]
SWAPPED = {"reason": "Places 1 and 2 swapped"}


class NamedOut(serializers.Serializer[Any]):
    """A series."""

    id = serializers.IntegerField()
    name = serializers.CharField()


class KnockoutOut(serializers.Serializer[Any]):
    """A knock-out."""

    id = serializers.IntegerField()
    entry_id = serializers.IntegerField()
    hand = serializers.IntegerField()
    stack = serializers.IntegerField()
    by = serializers.ListField(child=serializers.IntegerField())
    stopped = serializers.BooleanField()
    at = serializers.DateTimeField()
    came_back_at = serializers.DateTimeField(allow_null=True)
    undone_at = serializers.DateTimeField(allow_null=True)


class StandingOut(serializers.Serializer[Any]):
    """A place that is decided."""

    place = serializers.IntegerField()
    shared = serializers.IntegerField()
    entry_id = serializers.IntegerField(source="entry.pk")
    player = serializers.CharField(source="entry.player.name")


class TemplateOut(TermsOut):
    """What tournaments are made from."""

    stack = serializers.IntegerField()
    levels = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))
    retired_at = serializers.DateTimeField(allow_null=True)


TEMPLATE = {
    "name": "Friday freezeout",
    "kind": "regular",
    "variants": ["freezeout"],
    "price_cents": 10000,
    "fee_cents": 1000,
    "places": 100,
    "late_levels": 2,
    "stack": 10000,
    "levels": LEVELS,
}


@routes("tournament-templates/", "api-tournament-templates")
class Templates(ActView):
    @reads(TemplateOut(many=True))
    def get(self) -> list[Template]:
        """List the templates."""
        return templates(self.club.pk)

    post = sends(add_template, TemplateOut, example=TEMPLATE)


@routes("tournament-templates/<id:template_id>/", "api-tournament-template")
class TemplateDetail(ActView):
    @reads(TemplateOut)
    def get(self, template_id: int) -> Template:
        """Show a template, retired or not."""
        return template(self.club.pk, template_id)

    post = sends(add_template, TemplateOut, status=200, example=TEMPLATE)


@routes("tournament-templates/<id:template_id>/retire/", "api-tournament-template-retire")
class RetireTemplate(ActView):
    post = sends(retire_template, TemplateOut, status=200)


@routes("tournament-series/", "api-tournament-series")
class AllSeries(ActView):
    @reads(NamedOut(many=True))
    def get(self) -> list[Series]:
        """List the series."""
        return series_list(self.club.pk)

    post = sends(add_series, NamedOut, example={"name": "Winter 2026"})


@routes("tournament-series/<id:series_id>/rename/", "api-tournament-series-rename")
class RenameSeries(ActView):
    post = sends(rename_series, NamedOut, status=200, example={"name": "Winter 2026"})


@routes("tournaments/", "api-tournaments")
class Tournaments(ActView):
    @reads(TournamentOut(many=True), page=200)
    def get(self, page: Page) -> list[Tournament]:
        """List the latest tournaments."""
        return tournaments(self.club.pk, page=page)

    post = sends(
        announce,
        TournamentOut,
        example={"template_id": 1, "name": "Friday", "starts_at": "2026-11-27T21:00:00+02:00"},
    )


@routes(f"{ONE}start/", "api-tournament-start")
class Start(ActView):
    post = sends(start, TournamentOut, status=200)


@routes(f"{ONE}close-registration/", "api-tournament-close-registration")
class CloseRegistration(ActView):
    post = sends(close_registration, TournamentOut, status=200)


@routes(f"{ONE}knockouts/", "api-tournament-knockouts")
class Knockouts(ActView):
    @reads(KnockoutOut(many=True))
    def get(self, tournament_id: int) -> list[Knockout]:
        """List the eliminations that stand, the latest first; came_back_at: by a rebuy since."""
        return list(noted_out(tournament(self.club.pk, tournament_id)))

    post = sends(
        knock_out,
        KnockoutOut(many=True),
        example={"outs": [{"entry_id": 1, "stack": 1200, "by": [2]}]},
    )


@routes(f"{ONE}knockouts/<id:knockout_id>/undo/", "api-tournament-undo")
class Undo(ActView):
    post = sends(undo_knockout, KnockoutOut, status=200)


@routes(f"{ONE}knockouts/<id:knockout_id>/ask-undo/", "api-tournament-ask-undo")
class AskUndo(ActView):
    post = sends(undo_knockout.ask, ProposalOut, example={"reason": "Another player went out"})


@routes(f"{ONE}knockouts/<id:knockout_id>/chip/", "api-tournament-chip-winner")
class ChipWinner(ActView):
    post = sends(
        correct_chip_winner,
        KnockoutOut,
        status=200,
        example={"by": [2], "reason": "Another player won the pot"},
    )


@routes(f"{ONE}stops/", "api-tournament-stops")
class Stops(ActView):
    post = sends(
        stop_playing, KnockoutOut(many=True), example={"stacks": [{"entry_id": 1, "chips": 1200}]}
    )


@routes(f"{ONE}standings/", "api-tournament-standings")
class Standings(ActView):
    @reads(StandingOut(many=True))
    def get(self, tournament_id: int) -> list[TournamentStanding]:
        """List the places that are decided."""
        return standings(tournament(self.club.pk, tournament_id))


@routes(f"{ONE}fix/", "api-tournament-fix")
class FixPool(ActView):
    post = sends(fix_pool.ask, ProposalOut)


@routes(f"{ONE}prizes/", "api-tournament-prizes")
class Prizes(ActView):
    post = sends(award_prizes.ask, ProposalOut, example={"left": []})


@routes(f"{ONE}prizes/take-back/", "api-prizes-take-back")
class PrizesBack(ActView):
    post = sends(take_back_awards.ask, ProposalOut, example=SWAPPED)


@routes(f"{ONE}prizes/take-back/preview/", "api-preview-prizes-take-back")
class PreviewPrizesBack(ActView):
    post = previews(take_back_awards, example=SWAPPED)


@routes(f"{ONE}royal-flushes/", "api-tournament-royal-flushes")
class RoyalFlushes(ActView):
    post = sends(
        pay_royal_flush.ask,
        ProposalOut,
        example={
            "hand_name": "112",
            "board": ["TH", "JH", "QH", "2C", "3D"],
            "holders": [{"entry_id": 1, "cards": ["AH", "KH"]}],
            "deck_checked_by": "Tiina, dealer",
            "camera_at": "2026-02-27T21:00:00Z",
            "witnesses": "Tiina; Ott",
            "seal_number": "S-0417",
        },
    )


@routes(f"{ONE}bounties/", "api-tournament-bounties")
class Bounties(ActView):
    post = sends(collect_bounties.ask, ProposalOut, example={"entry_id": 1})


@routes(f"{ONE}bounties/collect/", "api-tournament-bounty-alone")
class BountyAlone(ActView):
    post = sends(collect_bounties, PayableOut(many=True), example={"entry_id": 1})
