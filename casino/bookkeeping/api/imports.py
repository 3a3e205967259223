"""The endpoints of files that come in."""

from typing import Any

from rest_framework import serializers

from casino.acts.doors import sends
from casino.acts.fields import field_of
from casino.bookkeeping.models import FileImport
from casino.bookkeeping.queries import imports as queries
from casino.bookkeeping.services.imports import bring_file, choose_columns, take, undo
from casino.house.stamp import Stamp
from casino.ledger.api import ActView
from casino.paging import Page
from casino.web.endpoints import reads, writes
from casino.web.routes import Routes
from casino.web.serializers import StrictSerializer

routes = Routes()


class FileImportOut(serializers.Serializer[Any]):
    """A file that came in; mistakes: (row, column, what is wrong)."""

    id = serializers.IntegerField()
    kind = serializers.CharField()
    name = serializers.CharField()
    sha256 = serializers.CharField()
    columns = serializers.DictField(child=serializers.CharField())
    rows = serializers.IntegerField()
    mistakes = serializers.JSONField(source="errors")
    state = serializers.CharField()


class FileImportIn(StrictSerializer):
    """A table as text: comma, semicolon or tab, headings in the first row."""

    kind = field_of(bring_file.arguments["kind"])
    name = field_of(bring_file.arguments["name"])
    content = serializers.CharField(max_length=900_000, trim_whitespace=False)


@routes("files/imports/", "api-files-imports")
class FileImports(ActView):
    @reads(FileImportOut(many=True), page=50)
    def get(self, page: Page) -> list[FileImport]:
        """List what came in, the latest first."""
        return queries.file_imports(self.club.pk, page=page)

    @writes(
        FileImportOut,
        takes=FileImportIn,
        example={"kind": "players", "name": "guests.csv", "content": "Name\nMari Tamm\n"},
        act=bring_file,
    )
    def post(self, stamp: Stamp, kind: str, name: str, content: str) -> FileImport:
        """Bring a file and try it; nothing happens yet."""
        return bring_file(stamp, kind=kind, name=name, data=content.encode(errors="surrogatepass"))


@routes("files/imports/<id:intake_id>/", "api-files-import")
class FileImportDetail(ActView):
    @reads(FileImportOut)
    def get(self, intake_id: int) -> FileImport:
        """Show a file that came in and what is wrong with it."""
        return queries.file_import(self.club.pk, intake_id)


@routes("files/imports/<id:intake_id>/columns/", "api-files-columns")
class Columns(ActView):
    post = sends(choose_columns, FileImportOut, status=200, example={"columns": {"name": "Nimi"}})


@routes("files/imports/<id:intake_id>/take/", "api-files-take")
class Take(ActView):
    post = sends(take, FileImportOut, status=200)


@routes("files/imports/<id:intake_id>/undo/", "api-files-undo")
class Undo(ActView):
    post = sends(undo, FileImportOut, status=200)
