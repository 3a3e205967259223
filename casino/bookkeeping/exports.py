"""A kept file on its way out, and who may have it."""

from collections.abc import Collection

from django.http import StreamingHttpResponse

from casino.bookkeeping.models import File
from casino.bookkeeping.queries.batches import content
from casino.bookkeeping.queries.registers import REGISTERS
from casino.staff.models import Role

WRITERS = (Role.ACCOUNTANT, Role.MANAGER)
FILE_READERS = (*WRITERS, Role.AUDITOR)


def may_read(found: File, roles: Collection[str]) -> bool:
    """Return whether one of the roles may have a file: some name guests."""
    register = REGISTERS.get(found.profile) if found.batch_id is None else None
    readers = register.readers if register else frozenset(FILE_READERS)
    return not readers.isdisjoint(roles)


def download(found: File) -> StreamingHttpResponse:
    """Return a kept file as a download; its hash goes with it."""
    answer = StreamingHttpResponse(content(found), content_type=found.media_type)
    answer["Content-Length"] = str(found.bytes)
    answer["Content-Disposition"] = f'attachment; filename="{found.name}"'
    answer["Repr-Digest"] = f"sha-256=:{found.base64_digest}:"
    return answer
