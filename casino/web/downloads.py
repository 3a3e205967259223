"""Files that a page gives to be saved."""

from collections.abc import Iterable

from django.http import HttpResponse, StreamingHttpResponse

CSV = "text/csv; charset=utf-8"


def as_download(content: bytes | str, name: str, kind: str = CSV) -> HttpResponse:
    """Return the answer that saves a file under its name."""
    return HttpResponse(content, content_type=kind, headers=saved_as(name))


def streamed(parts: Iterable[bytes | str], name: str) -> StreamingHttpResponse:
    """Return the same for a CSV that is read while it is sent."""
    return StreamingHttpResponse(parts, content_type=CSV, headers=saved_as(name))


def saved_as(name: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="{name}"'}
