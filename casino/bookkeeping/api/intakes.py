"""The endpoints of files that come in."""

from typing import Any

from django.urls import path
from rest_framework import serializers

from casino.acts.doors import sends
from casino.bookkeeping import services
from casino.bookkeeping.models import Intake
from casino.bookkeeping.queries import intakes as queries
from casino.bookkeeping.rules.incoming import KINDS
from casino.house.stamp import Stamp
from casino.ledger.api import ActView
from casino.paging import Page
from casino.web.endpoints import reads, writes
from casino.web.serializers import OneOfField, StrictSerializer, TextField


class IntakeOut(serializers.Serializer[Any]):
    """A file that came in; mistakes: (row, column, what is wrong)."""

    id = serializers.IntegerField()
    kind = serializers.CharField()
    name = serializers.CharField()
    sha256 = serializers.CharField()
    columns = serializers.DictField(child=serializers.CharField())
    rows = serializers.IntegerField()
    mistakes = serializers.JSONField(source="errors")
    state = serializers.CharField()


class IntakeIn(StrictSerializer):
    """A table as text: comma, semicolon or tab, headings in the first row."""

    kind = OneOfField(choices=sorted(KINDS))
    name = TextField(longest=150)
    content = serializers.CharField(max_length=900_000, trim_whitespace=False)


class Intakes(ActView):
    """/files/imports/"""

    @reads(IntakeOut(many=True), page=50)
    def get(self, page: Page) -> list[Intake]:
        """List what came in, the latest first."""
        return queries.intakes(self.club.pk, page=page)

    @writes(
        IntakeOut,
        takes=IntakeIn,
        example={"kind": "players", "name": "guests.csv", "content": "Name\nMari Tamm\n"},
        act=services.bring_file,
    )
    def post(self, stamp: Stamp, kind: str, name: str, content: str) -> Intake:
        """Bring a file and try it; nothing happens yet."""
        return services.bring_file(
            stamp, kind=kind, name=name, data=content.encode(errors="surrogatepass")
        )


class IntakeDetail(ActView):
    """/files/imports/<id>/"""

    @reads(IntakeOut)
    def get(self, intake_id: int) -> Intake:
        """Show a file that came in and what is wrong with it."""
        return queries.intake(self.club.pk, intake_id)


class Columns(ActView):
    """/files/imports/<id>/columns/"""

    post = sends(
        services.choose_columns, IntakeOut, status=200, example={"columns": {"name": "Nimi"}}
    )


class Take(ActView):
    """/files/imports/<id>/take/"""

    post = sends(services.take, IntakeOut, status=200)


class Undo(ActView):
    """/files/imports/<id>/undo/"""

    post = sends(services.undo, IntakeOut, status=200)


routes = [
    path("files/imports/", Intakes.as_view(), name="api-files-imports"),
    path("files/imports/<id:intake_id>/", IntakeDetail.as_view(), name="api-files-import"),
    path("files/imports/<id:intake_id>/columns/", Columns.as_view(), name="api-files-columns"),
    path("files/imports/<id:intake_id>/take/", Take.as_view(), name="api-files-take"),
    path("files/imports/<id:intake_id>/undo/", Undo.as_view(), name="api-files-undo"),
]
