"""The endpoints of the club's own words on its slips."""

from typing import Any

from django.conf import settings
from django.urls import path
from rest_framework import serializers

from casino.cage import services
from casino.cage.models import SlipText
from casino.cage.reports import slip_text_history, slip_texts
from casino.house.stamp import Stamp
from casino.ledger.api import ActView
from casino.web.endpoints import reads, writes
from casino.web.serializers import OneOfField, StrictSerializer, TextField

LANGUAGES = [code for code, _ in settings.LANGUAGES]


class SlipTextIn(StrictSerializer):
    """What stands above and below slips of a kind in a language; without a kind: every slip."""

    kind = OneOfField(choices=services.WORDED, required=False, default="")
    language = OneOfField(choices=LANGUAGES)
    head = TextField(longest=200, required=False, default="")
    foot = TextField(longest=200, required=False, default="")


class SlipTextOut(serializers.Serializer[Any]):
    """A wording: of which slips, in which language, by whom, since when."""

    kind = serializers.CharField(allow_blank=True)
    language = serializers.ChoiceField(LANGUAGES)
    head = serializers.CharField(allow_blank=True)
    foot = serializers.CharField(allow_blank=True)
    written_by_id = serializers.IntegerField()
    written_at = serializers.DateTimeField()


class SlipTexts(ActView):
    """/slip-texts/"""

    @reads(SlipTextOut(many=True))
    def get(self) -> list[SlipText]:
        """List the words on slips that hold, by kind and language."""
        return slip_texts(self.club.pk)

    @writes(SlipTextOut, takes=SlipTextIn, example={"language": "et", "foot": "Aitäh!"})
    def post(self, stamp: Stamp, **values: Any) -> SlipText:
        """Say what stands on slips from now on; nothing above and below takes the words away."""
        return services.set_slip_text(stamp, **values)


class SlipTextHistory(ActView):
    """/slip-texts/history/"""

    @reads(SlipTextOut(many=True))
    def get(self) -> list[SlipText]:
        """List every wording that ever stood on slips, the latest first."""
        return slip_text_history(self.club.pk)


routes = [
    path("slip-texts/", SlipTexts.as_view(), name="api-slip-texts"),
    path("slip-texts/history/", SlipTextHistory.as_view(), name="api-slip-texts-history"),
]
