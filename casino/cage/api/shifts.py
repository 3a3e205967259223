"""The endpoints of hand-overs, of counts that differ, and of forgotten shifts."""

from typing import Any

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.urls import path
from rest_framework import serializers

from casino.acts.doors import sends
from casino.cage.api.desk import COUNT, ShiftOut
from casino.cage.api.payments import CSV_FILE, AskedOut
from casino.cage.exports import over_short_csv
from casino.cage.queries.tallies import every_over_short
from casino.cage.services.closing import close_shift, force_close
from casino.cage.services.count_corrections import correct_count
from casino.cage.services.explained_counts import explain_count
from casino.cage.services.handover import accept_drawer, take_over
from casino.ledger.api import ActView
from casino.web.endpoints import reads

WHY = {"reason": "A note fell behind the desk"}
EXPLAINED = {"entry_id": 5, "counted_shift_id": 3, "reason": "Handed out, entered later"}
MISTYPED = {"moment": "closing", "reason": "Ten notes of 100, not one"}


class AskClose(ActView):
    """/shifts/<id>/ask-close/"""

    post = sends(close_shift.ask, AskedOut, example=WHY)


class ForceClose(ActView):
    """/shifts/<id>/force-close/"""

    post = sends(force_close, ShiftOut, status=200, example=COUNT | WHY)


class AskForceClose(ActView):
    """/shifts/<id>/ask-force-close/"""

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


class ExplainCount(ActView):
    """/shifts/<id>/explain-count/"""

    post = sends(explain_count, CountCorrectionOut, example=EXPLAINED)


class AskExplainCount(ActView):
    """/shifts/<id>/ask-explain-count/"""

    post = sends(explain_count.ask, AskedOut, example=EXPLAINED)


class CorrectCount(ActView):
    """/shifts/<id>/correct-count/"""

    post = sends(correct_count, CountCorrectionOut, example=COUNT | MISTYPED)


class AskCountCorrection(ActView):
    """/shifts/<id>/ask-correct-count/"""

    post = sends(correct_count.ask, AskedOut, example=COUNT | MISTYPED)


class AcceptDrawer(ActView):
    """/drawers/<id>/accept/"""

    post = sends(accept_drawer, ShiftOut, example={})


class TakeOver(ActView):
    """/drawers/<id>/take-over/"""

    post = sends(take_over, ShiftOut, example=COUNT)


class AskTakeOver(ActView):
    """/drawers/<id>/ask-take-over/"""

    post = sends(take_over.ask, AskedOut, example=COUNT | WHY)


class OverShortFile(ActView):
    """/shifts/over-short.csv"""

    @reads(CSV_FILE)
    def get(self) -> HttpResponseBase:
        """Return what each closed shift was over or short, as a file."""
        content = over_short_csv(self.club, every_over_short(self.club.pk))
        return HttpResponse(content, content_type="text/csv; charset=utf-8")


routes = [
    path("shifts/over-short.csv", OverShortFile.as_view(), name="api-over-short"),
    path("shifts/<id:shift_id>/ask-close/", AskClose.as_view(), name="api-ask-close"),
    path(
        "shifts/<id:shift_id>/ask-force-close/",
        AskForceClose.as_view(),
        name="api-ask-force-close",
    ),
    path("shifts/<id:shift_id>/force-close/", ForceClose.as_view(), name="api-force-close"),
    path("shifts/<id:shift_id>/correct-count/", CorrectCount.as_view(), name="api-correct-count"),
    path(
        "shifts/<id:shift_id>/ask-correct-count/",
        AskCountCorrection.as_view(),
        name="api-ask-correct-count",
    ),
    path("shifts/<id:shift_id>/explain-count/", ExplainCount.as_view(), name="api-explain-count"),
    path(
        "shifts/<id:shift_id>/ask-explain-count/",
        AskExplainCount.as_view(),
        name="api-ask-explain-count",
    ),
    path("drawers/<id:drawer_id>/accept/", AcceptDrawer.as_view(), name="api-accept-drawer"),
    path("drawers/<id:drawer_id>/take-over/", TakeOver.as_view(), name="api-take-over"),
    path("drawers/<id:drawer_id>/ask-take-over/", AskTakeOver.as_view(), name="api-ask-take-over"),
]
