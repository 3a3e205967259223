"""The endpoints of hand-overs, of counts that differ, and of forgotten shifts."""

from typing import Any

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from rest_framework import serializers

from casino.acts.doors import sends
from casino.cage.api.desk import COUNT, ShiftOut, ShiftView
from casino.cage.api.payments import CSV_FILE, AskedOut
from casino.cage.exports import over_short_csv
from casino.cage.models import CountCorrection
from casino.cage.queries.count_corrections import count_corrections
from casino.cage.queries.tallies import every_over_short
from casino.cage.services.closing import close_shift, force_close
from casino.cage.services.count_corrections import correct_count
from casino.cage.services.explained_counts import explain_count
from casino.cage.services.handover import accept_drawer, take_over
from casino.ledger.api import ActView
from casino.web.endpoints import reads
from casino.web.routes import Routes

routes = Routes()
WHY = {"reason": "A note fell behind the desk"}
EXPLAINED = {"entry_id": 5, "counted_shift_id": 3, "reason": "Handed out, entered later"}
MISTYPED = {"moment": "closing", "reason": "Ten notes of 100, not one"}


@routes("shifts/<id:shift_id>/ask-close/", "api-ask-close")
class AskClose(ActView):
    post = sends(close_shift.ask, AskedOut, example=WHY)


@routes("shifts/<id:shift_id>/force-close/", "api-force-close")
class ForceClose(ActView):
    post = sends(force_close, ShiftOut, status=200, example=COUNT | WHY)


@routes("shifts/<id:shift_id>/ask-force-close/", "api-ask-force-close")
class AskForceClose(ActView):
    post = sends(force_close.ask, AskedOut, example=COUNT | WHY)


class CountCorrectionOut(serializers.Serializer[Any]):
    """What was put right of a count: what is over more than was booked, less if negative."""

    id = serializers.IntegerField()
    shift_id = serializers.IntegerField()
    moment = serializers.CharField()
    cash_cents = serializers.IntegerField()
    chips_cents = serializers.IntegerField()
    reason = serializers.CharField()
    corrected_at = serializers.DateTimeField()
    entry_id = serializers.IntegerField(allow_null=True)
    slip_id = serializers.IntegerField(allow_null=True)


@routes("shifts/<id:shift_id>/count-corrections/", "api-count-corrections")
class CountCorrections(ShiftView):
    @reads(CountCorrectionOut(many=True))
    def get(self, shift_id: int) -> list[CountCorrection]:
        """List what was put right of a shift's counts, and what later slips explain of them."""
        return count_corrections(self.seen(shift_id))


@routes("shifts/<id:shift_id>/explain-count/", "api-explain-count")
class ExplainCount(ActView):
    post = sends(explain_count, CountCorrectionOut, example=EXPLAINED)


@routes("shifts/<id:shift_id>/ask-explain-count/", "api-ask-explain-count")
class AskExplainCount(ActView):
    post = sends(explain_count.ask, AskedOut, example=EXPLAINED)


@routes("shifts/<id:shift_id>/correct-count/", "api-correct-count")
class CorrectCount(ActView):
    post = sends(correct_count, CountCorrectionOut, example=COUNT | MISTYPED)


@routes("shifts/<id:shift_id>/ask-correct-count/", "api-ask-correct-count")
class AskCountCorrection(ActView):
    post = sends(correct_count.ask, AskedOut, example=COUNT | MISTYPED)


@routes("drawers/<id:drawer_id>/accept/", "api-accept-drawer")
class AcceptDrawer(ActView):
    post = sends(accept_drawer, ShiftOut, example={})


@routes("drawers/<id:drawer_id>/take-over/", "api-take-over")
class TakeOver(ActView):
    post = sends(take_over, ShiftOut, example=COUNT)


@routes("drawers/<id:drawer_id>/ask-take-over/", "api-ask-take-over")
class AskTakeOver(ActView):
    post = sends(take_over.ask, AskedOut, example=COUNT | WHY)


@routes("shifts/over-short.csv", "api-over-short")
class OverShortFile(ActView):
    @reads(CSV_FILE)
    def get(self) -> HttpResponseBase:
        """Return what each closed shift was over or short, as a file."""
        content = over_short_csv(self.club, every_over_short(self.club.pk))
        return HttpResponse(content, content_type="text/csv; charset=utf-8")
