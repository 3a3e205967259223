"""The endpoints of the settings that a club opened with."""

from typing import Any

from django.conf import settings
from rest_framework import serializers

from casino.acts.doors import sends
from casino.cage.api.payments import AskedOut
from casino.cage.models import ClubChange
from casino.cage.reports import club_changes
from casino.cage.services.club import change_denominations, colour_chips, rename_club
from casino.house.models import Club
from casino.ledger.api import ActView
from casino.paging import Page
from casino.web.endpoints import reads
from casino.web.routes import Routes

routes = Routes()
LANGUAGES = [code for code, _ in settings.LANGUAGES]
WHY = {"reason": "The house has a new name"}


class ClubSettingsOut(serializers.Serializer[Any]):
    """What a club opened with, as it is now."""

    name = serializers.CharField()
    language = serializers.ChoiceField(LANGUAGES)
    timezone = serializers.CharField()
    currency = serializers.CharField()
    closes_at = serializers.CharField(help_text="Local time, 07:00:00.")
    notes_cents = serializers.ListField(child=serializers.IntegerField())
    chips_cents = serializers.ListField(child=serializers.IntegerField())
    chip_colours = serializers.DictField(
        child=serializers.CharField(), help_text='By the value in cents: {"2500": "green"}.'
    )


class ClubChangeOut(serializers.Serializer[Any]):
    """A change of a club's settings: what they were, what they became, who, when, why."""

    before = serializers.DictField()
    after = serializers.DictField()
    reason = serializers.CharField()
    changed_by_id = serializers.IntegerField()
    second_id = serializers.IntegerField(allow_null=True)
    changed_at = serializers.DateTimeField()


@routes("settings/", "api-club-settings")
class ClubSettings(ActView):
    @reads(ClubSettingsOut)
    def get(self) -> Club:
        """Show the settings of the club."""
        return self.club

    post = sends(rename_club, ClubChangeOut, example={"name": "Riga Poker", "language": "lv"} | WHY)


@routes("settings/pieces/", "api-club-denominations")
class ClubDenominations(ActView):
    post = sends(
        change_denominations.ask,
        AskedOut,
        example={"notes": [50000, 10000], "chips": [2500, 500], "reason": "No cents any more"},
    )


@routes("settings/colours/", "api-club-colours")
class ClubColours(ActView):
    post = sends(
        colour_chips,
        ClubChangeOut,
        example={"colours": {"2500": "green", "500": "red"}, "reason": "New chips"},
    )


@routes("settings/history/", "api-club-history")
class ClubHistory(ActView):
    @reads(ClubChangeOut(many=True), page=50)
    def get(self, page: Page) -> list[ClubChange]:
        """List how the settings changed, the latest first."""
        return club_changes(self.club.pk, page=page)
