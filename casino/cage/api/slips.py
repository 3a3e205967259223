"""The endpoints of the club's own words on its slips."""

from typing import Any

from django.conf import settings
from rest_framework import serializers

from casino.acts.doors import sends
from casino.cage.models import SlipText
from casino.cage.reports import slip_text_history, slip_texts
from casino.cage.services.reversals import print_slip
from casino.cage.services.slip_texts import set_slip_text
from casino.ledger.api import ActView
from casino.paging import Page
from casino.web.endpoints import MAX_ROWS, reads
from casino.web.routes import Routes

routes = Routes()
LANGUAGES = [code for code, _ in settings.LANGUAGES]


class SlipTextOut(serializers.Serializer[Any]):
    """A wording: of which slips, in which language, by whom, since when."""

    kind = serializers.CharField(allow_blank=True)
    language = serializers.ChoiceField(LANGUAGES)
    head = serializers.CharField(allow_blank=True)
    foot = serializers.CharField(allow_blank=True)
    written_by_id = serializers.IntegerField()
    written_at = serializers.DateTimeField()


@routes("slip-texts/", "api-slip-texts")
class SlipTexts(ActView):
    @reads(SlipTextOut(many=True))
    def get(self) -> list[SlipText]:
        """List the words on slips that hold, by kind and language."""
        return slip_texts(self.club.pk)

    post = sends(set_slip_text, SlipTextOut, example={"language": "et", "foot": "Aitäh!"})


@routes("slip-texts/history/", "api-slip-texts-history")
class SlipTextHistory(ActView):
    @reads(SlipTextOut(many=True), page=MAX_ROWS)
    def get(self, page: Page) -> list[SlipText]:
        """List every wording that ever stood on slips, the latest first."""
        return slip_text_history(self.club.pk, page=page)


class SlipPrintOut(serializers.Serializer[Any]):
    """One printing of a slip; number 1 is the slip itself, 2 the first copy."""

    entry_id = serializers.IntegerField()
    number = serializers.IntegerField()
    printed_by_id = serializers.IntegerField()
    printed_at = serializers.DateTimeField()


@routes("slips/<id:entry_id>/print/", "api-slip-print")
class SlipPrints(ActView):
    post = sends(print_slip, SlipPrintOut)
