"""The endpoints of files that come in."""

from typing import Any

from django.urls import path
from rest_framework import serializers

from casino.bookkeeping import services
from casino.bookkeeping.models import Intake
from casino.bookkeeping.queries import intakes as queries
from casino.bookkeeping.rules.incoming import KINDS
from casino.house.stamp import Stamp
from casino.ledger.api import ActView
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


class ColumnsIn(StrictSerializer):
    """Our field -> heading in the file."""

    columns = serializers.DictField(child=serializers.CharField(max_length=200))


class Intakes(ActView):
    """/files/imports/"""

    @reads(IntakeOut(many=True))
    def get(self) -> list[Intake]:
        """List what came in, the latest first."""
        return queries.intakes(self.club.pk)

    @writes(
        IntakeOut,
        takes=IntakeIn,
        example={"kind": "players", "name": "guests.csv", "content": "Name\nMari Tamm\n"},
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

    @writes(IntakeOut, takes=ColumnsIn, status=200, example={"columns": {"name": "Nimi"}})
    def post(self, stamp: Stamp, intake_id: int, columns: dict[str, str]) -> Intake:
        """Say which column holds what, and try again."""
        return services.choose_columns(stamp, intake_id=intake_id, columns=columns)


class Take(ActView):
    """/files/imports/<id>/take/"""

    @writes(IntakeOut, status=200)
    def post(self, stamp: Stamp, intake_id: int) -> Intake:
        """Take a file as a whole; opening balances wait for a second person."""
        return services.take(stamp, intake_id=intake_id)


class Undo(ActView):
    """/files/imports/<id>/undo/"""

    @writes(IntakeOut, status=200)
    def post(self, stamp: Stamp, intake_id: int) -> Intake:
        """Undo all that a file brought."""
        return services.undo(stamp, intake_id=intake_id)


routes = [
    path("files/imports/", Intakes.as_view(), name="api-files-imports"),
    path("files/imports/<id:intake_id>/", IntakeDetail.as_view(), name="api-files-import"),
    path("files/imports/<id:intake_id>/columns/", Columns.as_view(), name="api-files-columns"),
    path("files/imports/<id:intake_id>/take/", Take.as_view(), name="api-files-take"),
    path("files/imports/<id:intake_id>/undo/", Undo.as_view(), name="api-files-undo"),
]
