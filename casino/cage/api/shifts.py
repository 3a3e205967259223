"""The endpoints of hand-overs, of counts that differ, and of forgotten shifts."""

from typing import Any

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.urls import path

from casino.approvals.models import Proposal
from casino.cage import queries, services
from casino.cage.api.desk import COUNT, CloseShiftIn, CountIn, ShiftOut
from casino.cage.api.payments import CSV_FILE, AskedOut
from casino.cage.exports import over_short_csv
from casino.cage.models import Shift
from casino.house.stamp import Stamp
from casino.ledger.api import ActView
from casino.web.endpoints import reads, writes
from casino.web.serializers import StrictSerializer, TextField


class TakeIn(CountIn):
    """What the next cashier counted, and why it differs where it does."""

    reason = TextField(longest=200, required=False, default="")


class AskTakeIn(CountIn):
    """What the next cashier counted, and why it differs."""

    reason = TextField(longest=200)


class AskCloseIn(CloseShiftIn):
    """Why the count differs."""

    reason = TextField(longest=200)


class ForceIn(CountIn):
    """What somebody else counted in a forgotten drawer, and why they did."""

    reason = TextField(longest=200)


class NothingIn(StrictSerializer):
    """No words are needed."""


WHY = {"reason": "A note fell behind the desk"}


class AskClose(ActView):
    """/shifts/<id>/ask-close/"""

    @writes(AskedOut, takes=AskCloseIn, example=WHY)
    def post(self, stamp: Stamp, shift_id: int, **values: Any) -> Proposal:
        """Ask the second person to sign a count that differs; their approval closes the shift."""
        return services.ask_close(stamp, shift_id=shift_id, **values)


class ForceClose(ActView):
    """/shifts/<id>/force-close/"""

    @writes(ShiftOut, takes=ForceIn, status=200, example=COUNT | WHY)
    def post(self, stamp: Stamp, shift_id: int, **values: Any) -> Shift:
        """Count and close a shift that its cashier forgot."""
        return services.force_close(stamp, shift_id=shift_id, **values)


class AcceptDrawer(ActView):
    """/drawers/<id>/accept/"""

    @writes(ShiftOut, takes=NothingIn, example={})
    def post(self, stamp: Stamp, drawer_id: int) -> Shift:
        """Take a drawer over as the cashier before counted it."""
        return services.accept_drawer(stamp, drawer_id=drawer_id)


class TakeOver(ActView):
    """/drawers/<id>/take-over/"""

    @writes(ShiftOut, takes=TakeIn, example=COUNT)
    def post(self, stamp: Stamp, drawer_id: int, **values: Any) -> Shift:
        """Take a drawer over with a count of one's own."""
        return services.take_over(stamp, drawer_id=drawer_id, **values)


class AskTakeOver(ActView):
    """/drawers/<id>/ask-take-over/"""

    @writes(AskedOut, takes=AskTakeIn, example=COUNT | WHY)
    def post(self, stamp: Stamp, drawer_id: int, **values: Any) -> Proposal:
        """Ask the second person to sign what differs at a hand-over."""
        return services.ask_take_over(stamp, drawer_id=drawer_id, **values)


class OverShortFile(ActView):
    """/shifts/over-short.csv"""

    @reads(CSV_FILE)
    def get(self) -> HttpResponseBase:
        """Return what each closed shift was over or short, as a file."""
        content = over_short_csv(self.club, queries.over_short(self.club.pk))
        return HttpResponse(content, content_type="text/csv; charset=utf-8")


routes = [
    path("shifts/over-short.csv", OverShortFile.as_view(), name="api-over-short"),
    path("shifts/<id:shift_id>/ask-close/", AskClose.as_view(), name="api-ask-close"),
    path("shifts/<id:shift_id>/force-close/", ForceClose.as_view(), name="api-force-close"),
    path("drawers/<id:drawer_id>/accept/", AcceptDrawer.as_view(), name="api-accept-drawer"),
    path("drawers/<id:drawer_id>/take-over/", TakeOver.as_view(), name="api-take-over"),
    path("drawers/<id:drawer_id>/ask-take-over/", AskTakeOver.as_view(), name="api-ask-take-over"),
]
