"""A kept file on its way out, and who may have it."""

from datetime import date
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import StreamingHttpResponse
from django.utils.translation import gettext_lazy as _

from casino.bookkeeping.models import REPORT, File, Job
from casino.bookkeeping.queries.batches import content
from casino.bookkeeping.queries.mapping import chart
from casino.bookkeeping.queries.registers import REGISTERS
from casino.bookkeeping.rules.incoming import KINDS
from casino.house.queries import controls_on
from casino.sheets.columns import of_file
from casino.sheets.files import csv_file
from casino.staff.permissions import actions
from casino.web.roles import can_view
from casino.web.step_up import check_fresh


def may_read(request: Any, found: File) -> bool:
    """Return whether the user may have a file: some name guests, reports are the asker's own."""
    row = _row(found)
    return _is_told(request, found) and (row is None or can_view(request, row))


def check_may_read(request: Any, found: File) -> None:
    """Raise PermissionDenied where the user may not have a file."""
    if not _is_told(request, found):
        raise PermissionDenied(
            _("This report was written for who asked for it. Open the report and ask for it.")
        )
    if not may_read(request, found):
        raise PermissionDenied(_("This file names guests. Your role may not open it."))


def marked(request: Any, jobs: list[Job]) -> list[Job]:
    """Return jobs, each with whether the user may have its file: `is_readable`."""
    for each in jobs:
        vars(each)["is_readable"] = each.file is not None and may_read(request, each.file)
    return jobs


def _is_told(request: Any, found: File) -> bool:
    """
    Return whether a file is no report, or was written for the user.

    A report leaves out what its asker counts blind, and tells what others do.
    """
    return not found.profile.startswith(REPORT) or found.made_by_id == request.user.pk


def check_fresh_for(request: Any, found: File) -> None:
    """Raise ShowWhoYouAre before names leave the house in a session that was left open."""
    row = _row(found)
    check_fresh(request, dangerous=row is not None and actions()[row].fresh)


def _row(found: File) -> str | None:
    """Return the row of the permissions that a file stands in, None: whoever exports has it."""
    register = REGISTERS.get(found.profile) if found.batch_id is None else None
    return None if register is None else register.row


def numbers_csv(club_id: int, day: date, *, since: date) -> bytes:
    """
    Return the chart with the numbers of a day, in the columns of an import of them.

    since: from which day on an account is to have the number that it has not got yet.
    """
    names = [field.name for field in KINDS["accounts"]]
    rows = []
    for row in chart(club_id, day):
        known = {name: getattr(row.mapped, name) if row.mapped else "" for name in names}
        told = known | {"code": row.code, "ref": row.ref, "from_day": known["from_day"] or since}
        rows.append((row.name, *(str(told[name]) for name in names)))
    return csv_file(of_file(" ".join(["account", *names])), rows)


def download(found: File) -> StreamingHttpResponse:
    """Return a kept file as a download; its hash goes with it."""
    answer = StreamingHttpResponse(content(found), content_type=found.media_type)
    answer["Content-Length"] = str(found.bytes)
    answer["Content-Disposition"] = f'attachment; filename="{found.name}"'
    if ended := found.manifest.get("to"):
        controls = controls_on(found.club, date.fromisoformat(ended))
        answer["Control-Profile"] = controls.value
    answer["Repr-Digest"] = f"sha-256=:{found.base64_digest}:"
    return answer
