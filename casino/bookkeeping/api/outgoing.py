"""The endpoints of files: batches, accounts, profiles, work."""

from dataclasses import asdict
from typing import Any

from django.http import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from rest_framework import serializers

from casino.acts.doors import sends
from casino.bookkeeping.exports import check_fresh_for, check_may_read, download
from casino.bookkeeping.models import Batch, File, Job
from casino.bookkeeping.models import Mapping as MappingRow
from casino.bookkeeping.queries import batches as queries
from casino.bookkeeping.queries import mapping
from casino.bookkeeping.services.batches import ask_file, make_batch
from casino.bookkeeping.services.jobs import cancel
from casino.bookkeeping.services.mapping import map_account
from casino.bookkeeping.services.profiles import save_profile
from casino.bookkeeping.services.registers import ask_register
from casino.ledger.api import ActView
from casino.paging import Page
from casino.schema import plain
from casino.web.endpoints import reads
from casino.web.routes import Routes

routes = Routes()
# What kind a file is, its own headers say: a table, a workbook, a parcel.
A_FILE = {(200, "*/*"): OpenApiTypes.BINARY}


class FileOut(serializers.Serializer[Any]):
    """A kept file and the control figures that go with it."""

    id = serializers.IntegerField()
    profile = serializers.CharField()
    version = serializers.IntegerField()
    name = serializers.CharField()
    media_type = serializers.CharField()
    sha256 = serializers.CharField()
    bytes = serializers.IntegerField()
    manifest = serializers.JSONField()


class BatchOut(serializers.Serializer[Any]):
    """Sealed gaming days whose lines left together."""

    id = serializers.IntegerField()
    number = serializers.IntegerField()
    first_day = serializers.DateField()
    last_day = serializers.DateField()
    entries = serializers.IntegerField()
    lines = serializers.IntegerField()
    debit_cents = serializers.IntegerField()
    credit_cents = serializers.IntegerField()
    made_at = serializers.DateTimeField()
    files = FileOut(many=True, source="files.all")


class JobOut(serializers.Serializer[Any]):
    """Long work: how far it is; `file` once it is done."""

    id = serializers.IntegerField()
    kind = serializers.CharField()
    title = serializers.CharField()
    state = serializers.CharField()
    done = serializers.IntegerField()
    total = serializers.IntegerField()
    unit = serializers.CharField()
    remark = serializers.CharField(allow_blank=True)
    asked_at = serializers.DateTimeField()
    file = FileOut(allow_null=True)


class MappedOut(serializers.Serializer[Any]):
    """What an account of ours is outside, from a gaming day on."""

    id = serializers.IntegerField()
    code = serializers.CharField()
    ref = serializers.IntegerField(help_text="Of one jackpot, drawer, club; 0: of all others.")
    from_day = serializers.DateField()
    number = serializers.CharField(allow_blank=True)
    name = serializers.CharField(allow_blank=True)
    department = serializers.CharField(allow_blank=True)
    cost_center = serializers.CharField(allow_blank=True)
    project = serializers.CharField(allow_blank=True)
    tax_code = serializers.CharField(allow_blank=True)


class ProfileOut(serializers.Serializer[Any]):
    """How files for one program look."""

    slug = serializers.CharField()
    version = serializers.IntegerField()
    settings = serializers.JSONField()


@routes("files/batches/", "api-files-batches")
class Batches(ActView):
    @reads(BatchOut(many=True), page=100)
    def get(self, page: Page) -> list[Batch]:
        """List what was sent, the latest first."""
        return queries.batches(self.club.pk, page=page)

    post = sends(
        make_batch, BatchOut, example={"first_day": "2026-11-01", "last_day": "2026-11-30"}
    )


@routes("files/batches/<id:batch_id>/", "api-files-batch")
class BatchDetail(ActView):
    @reads(BatchOut)
    def get(self, batch_id: int) -> Batch:
        """Show a batch and the files that were made of it."""
        return queries.batch(self.club.pk, batch_id)


@routes("files/batches/<id:batch_id>/files/", "api-files-make")
class BatchFiles(ActView):
    post = sends(ask_file, JobOut, example={"profile": "xero"})


class FileView(ActView):
    """What asks for a kept file."""

    def readable(self, file_id: int) -> File:
        """Return a file that the caller may have. Raises NotFound, PermissionDenied."""
        found = queries.file(self.club.pk, file_id)
        check_may_read(self.request, found)
        check_fresh_for(self.request, found)
        return found


@routes("files/kept/<id:file_id>/", "api-files-file")
class KeptFile(FileView):
    @reads(FileOut)
    def get(self, file_id: int) -> File:
        """Show a file's control figures."""
        return self.readable(file_id)


@routes("files/kept/<id:file_id>/content", "api-files-content")
class KeptContent(FileView):
    @reads(A_FILE)
    def get(self, file_id: int) -> HttpResponseBase:
        """Return the bytes of a file; the same ones every time."""
        return download(self.readable(file_id))


@routes("files/accounts/", "api-files-accounts")
class Accounts(ActView):
    @reads(MappedOut(many=True))
    def get(self) -> list[MappingRow]:
        """List what each account is outside, from which day on."""
        known = mapping.mapped(self.club.pk).rows
        return [row for key in sorted(known) for row in known[key]]

    post = sends(
        map_account,
        MappedOut,
        example={
            "code": "cash:vault",
            "from_day": "2026-01-01",
            "number": "1000",
            "name": "Cash in the vault",
        },
    )


@routes("files/profiles/", "api-files-profiles")
class Profiles(ActView):
    @reads(ProfileOut(many=True))
    def get(self) -> list[dict[str, Any]]:
        """List the profiles in their latest versions."""
        return [
            {"slug": slug, "version": version, "settings": plain(asdict(profile))}
            for slug, (version, profile) in queries.profiles(self.club.pk).items()
        ]

    post = sends(
        save_profile,
        ProfileOut,
        example={
            "settings": {
                "slug": "my-books",
                "title": "My books",
                "shape": "table",
                "columns": [
                    {"head": "Date", "holds": "day"},
                    {"head": "No", "holds": "doc_no"},
                    {"head": "Account", "holds": "account"},
                    {"head": "Amount", "holds": "signed"},
                ],
            }
        },
    )


@routes("files/registers/", "api-files-registers")
class Registers(ActView):
    post = sends(
        ask_register,
        JobOut,
        example={"register": "slips", "first_day": "2026-11-01", "last_day": "2026-11-30"},
    )


@routes("files/jobs/", "api-files-jobs")
class Jobs(ActView):
    @reads(JobOut(many=True), page=50)
    def get(self, page: Page) -> list[Job]:
        """List long work, the latest first."""
        return queries.jobs(self.club.pk, page=page)


@routes("files/jobs/<id:job_id>/", "api-files-job")
class JobDetail(ActView):
    @reads(JobOut)
    def get(self, job_id: int) -> Job:
        """Show how far it is, and what came of it."""
        return queries.job(self.club.pk, job_id)


@routes("files/jobs/<id:job_id>/cancel/", "api-files-cancel")
class Cancel(ActView):
    post = sends(cancel, JobOut, status=200)
