"""A kept file on its way out, and who may have it."""

from typing import Any

from django.http import StreamingHttpResponse

from casino.bookkeeping.models import File
from casino.bookkeeping.queries.batches import content
from casino.bookkeeping.queries.registers import REGISTERS
from casino.web.roles import sees


def may_read(request: Any, found: File) -> bool:
    """Return whether the user may have a file: some name guests."""
    register = REGISTERS.get(found.profile) if found.batch_id is None else None
    return register is None or sees(request, register.row)


def download(found: File) -> StreamingHttpResponse:
    """Return a kept file as a download; its hash goes with it."""
    answer = StreamingHttpResponse(content(found), content_type=found.media_type)
    answer["Content-Length"] = str(found.bytes)
    answer["Content-Disposition"] = f'attachment; filename="{found.name}"'
    answer["Repr-Digest"] = f"sha-256=:{found.base64_digest}:"
    return answer
