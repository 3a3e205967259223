"""Every error as an answer: a field's reasons as 400, a refusal with its own status."""

from collections.abc import Iterator
from typing import Any

import structlog
from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.db import DataError, InterfaceError, OperationalError
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import exception_handler

from casino.db import sqlstate
from casino.refusals import Refusal
from casino.words import in_words

log = structlog.get_logger()
# Somebody else holds the row, or two commands were in each other's way.
BUSY = {"55P03", "40001", "40P01", "57014"}
BAD_REQUEST = 400
RETRY_SECONDS = "1"


def api_exception_handler(error: Exception, context: dict[str, Any]) -> Response | None:
    """Return the answer to an error, or None for a mistake of ours, which is a 500."""
    match error:
        case Refusal():
            answer: Response | None = refused(error)
        case OperationalError() | InterfaceError():
            answer = unavailable(error)
        case DataError():
            answer = Response({"body": [_("A value is out of range.")]}, status=BAD_REQUEST)
        case RequestDataTooBig():
            answer = said(413, "too_large", _("The request is too large."))
        case SuspiciousOperation():
            answer = Response({"body": [_("The request cannot be read.")]}, status=BAD_REQUEST)
        case _:
            answer = translated(error, context)
    return answer


def refused(refusal: Refusal) -> Response:
    """Return a refusal; a value that cannot be read stands at its field, like all of them."""
    if refusal.status == BAD_REQUEST:
        return Response({refusal.field or "body": [refusal.message.in_words()]}, status=BAD_REQUEST)
    shown = {name: in_words(part) for name, part in refusal.as_json().items()}
    return Response(shown, status=refusal.status)


def unavailable(error: Exception) -> Response:
    """Return 409 when something is held by another request, 503 when the database is away."""
    if sqlstate(error) in BUSY:
        answer = said(409, "busy", _("Somebody else is working on the same thing: try again."))
    else:
        log.error("database away", reason=type(error.__cause__).__name__)
        answer = said(503, "database_away", _("The office does not answer: try again in a minute."))
    answer["Retry-After"] = RETRY_SECONDS
    return answer


def translated(error: Exception, context: dict[str, Any]) -> Response | None:
    """Return what Django or the framework found wrong, in our shape."""
    if isinstance(error, Http404):
        error = exceptions.NotFound(*error.args)
    elif isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied(*error.args)
    answer = exception_handler(error, context)
    if answer is None or not isinstance(error, exceptions.APIException):
        return None
    if isinstance(error, exceptions.ValidationError):
        answer.data = dict(reasons(error.detail))
    else:
        answer.data = {"error": str(error.get_codes()), "message": str(error.detail)}
    if isinstance(error, exceptions.PermissionDenied):
        log.warning("forbidden", path=context["request"].path, reason=str(error.detail))
    return answer


def said(status: int, name: str, message: str) -> Response:
    """Return an error in words."""
    return Response({"error": name, "message": message}, status=status)


def reasons(detail: Any, where: str = "") -> Iterator[tuple[str, list[str]]]:
    """Yield the place (`pots_cents.0`) and the reasons of everything that is wrong."""
    if isinstance(detail, dict):
        for name, inner in detail.items():
            yield from reasons(inner, f"{where}.{name}" if where else str(name))
    elif detail:
        yield where or "body", [str(reason) for reason in detail]
