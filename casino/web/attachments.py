"""Attached files at the door: taken as text in a larger body, given back as files to keep."""

from io import BytesIO
from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.http import HttpResponse
from django.utils.http import content_disposition_header

from casino.attachments import MAX_BYTES
from casino.web.api import StrictJSONParser

# The largest file as text: four letters for three bytes, and what stands around it.
MAX_BODY = MAX_BYTES // 3 * 4 + 10_000


class AttachmentParser(StrictJSONParser):
    """Takes a larger body than others do: a file."""

    def parse(self, stream: Any, media_type: Any = None, parser_context: Any = None) -> Any:
        """Return the object. Raises RequestDataTooBig, ValidationError."""
        raw = stream.read(MAX_BODY + 1)
        if len(raw) > MAX_BODY:
            raise RequestDataTooBig
        return super().parse(BytesIO(raw), media_type, parser_context)


def to_keep(attached: Any) -> HttpResponse:
    """Return an attached file: one to keep, never shown inside the site."""
    headers = {
        "Content-Disposition": content_disposition_header(
            as_attachment=True, filename=attached.name
        )
        or "attachment",
        "X-Content-Type-Options": "nosniff",
        "Cache-Control": "private, no-store",
    }
    return HttpResponse(bytes(attached.content), attached.content_type, headers=headers)
