"""Every error as problem details (RFC 9457): one shape, whatever went wrong."""

from collections.abc import Iterator
from http import HTTPStatus
from typing import Any
from uuid import UUID

import structlog
from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.db import DataError, InterfaceError, OperationalError
from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import exception_handler

from casino.db import BUSY, sqlstate
from casino.messages import localized, msg
from casino.refusals import BadInput, Refusal, refusals
from casino.web.disk import DiskFull, is_full
from casino.web.openapi import PROBLEM, PROBLEM_SCHEMA
from casino.web.roles import ClubMoved

log = structlog.get_logger()
BAD_REQUEST, UNAVAILABLE = 400, 503
RETRY_SECONDS = "1"


def api_exception_handler(error: Exception, context: dict[str, Any]) -> Response | None:
    """Return the answer to an error, or None for a mistake of ours, which is a 500."""
    request: Request = context["request"]
    match error:
        case Refusal():
            answer: Response | None = refused(request, error)
        case _ if is_full(error):
            answer = refused(request, DiskFull())
        case OperationalError() | InterfaceError():
            answer = unavailable(request, error)
        case DataError():
            answer = refused(request, BadInput(msg("A value is out of range.")))
        case RequestDataTooBig():
            answer = problem(request, 413, "too_large", _("The request is too large."))
        case SuspiciousOperation():
            answer = refused(request, BadInput(msg("The request cannot be read.")))
        case _:
            answer = translated(request, error, context)
    return answer


def refused(request: Request, refusal: Refusal) -> Response:
    """Return a refusal; a value that cannot be read stands at its field, like all of them."""
    said = {name: localized(part) for name, part in refusal.as_json().items()}
    if refusal.status == BAD_REQUEST:
        errors = {refusal.field or "body": [said["message"]]}
        return unread(request, errors, said["message"], said["error"])
    answer = problem(request, refusal.status, said.pop("error"), said.pop("message"), **said)
    if refusal.status == UNAVAILABLE:
        answer["Retry-After"] = RETRY_SECONDS
    if isinstance(refusal, ClubMoved):
        answer["Location"] = refusal.address + request.get_full_path()
    return answer


def unavailable(request: Request, error: Exception) -> Response:
    """Return 409 when something is held by another request, 503 when the database is away."""
    if sqlstate(error) in BUSY:
        busy = _("The record is in use. Try again.")
        answer = problem(request, 409, "busy", busy)
    else:
        log.error("database away", reason=type(error.__cause__).__name__)
        away = _("The server does not answer. Try again in a minute.")
        answer = problem(request, UNAVAILABLE, "database_away", away)
    answer["Retry-After"] = RETRY_SECONDS
    return answer


def translated(request: Request, error: Exception, context: dict[str, Any]) -> Response | None:
    """Return what Django or the framework found wrong, in our shape."""
    if isinstance(error, Http404):
        error = exceptions.NotFound(*error.args)
    elif isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied(*error.args)
    if isinstance(error, exceptions.ValidationError):
        return unread(request, dict(reasons(error.detail)), BadInput.message.localized())
    stock = exception_handler(error, context)
    if stock is None or not isinstance(error, exceptions.APIException):
        return None
    answer = problem(request, stock.status_code, str(error.get_codes()), str(error.detail))
    for name in ("WWW-Authenticate", "Retry-After"):
        if name in stock:
            answer[name] = stock[name]
    if isinstance(error, exceptions.PermissionDenied):
        log.warning("forbidden", path=request.path, reason=str(error.detail))
    return answer


def problem(request: Request, status: int, error: str, message: str, **more: object) -> Response:
    """Return an error in words; error: its code, whose type is a refusal's if there is one."""
    kind = refusals().get(error)
    body = {
        "type": reverse("api-problem", args=[error]) if kind else "about:blank",
        "title": kind.message.localized() if kind else HTTPStatus(status).phrase,
        "status": status,
        "detail": message,
        "instance": UUID(request.request_id).urn,  # type: ignore[attr-defined]
        "error": error,
        "message": message,
    }
    return Response(body | more, status=status, content_type=PROBLEM)


def unread(
    request: Request, errors: dict[str, list[str]], message: str, code: str = BadInput.code
) -> Response:
    """
    Return what cannot be read by field: under `errors`, and as today's programs look for it.

    A field that is called as a part of every problem (`source`) stands under `errors` alone.
    """
    answer = problem(request, BAD_REQUEST, code, message, errors=errors)
    own = {name: each for name, each in errors.items() if name not in PROBLEM_SCHEMA["properties"]}
    answer.data = own | answer.data
    return answer


def reasons(detail: Any, where: str = "") -> Iterator[tuple[str, list[str]]]:
    """Yield the place (`pots_cents.0`) and the reasons of everything that is wrong."""
    if isinstance(detail, dict):
        for name, inner in detail.items():
            yield from reasons(inner, f"{where}.{name}" if where else str(name))
    elif detail:
        yield where or "body", [str(reason) for reason in detail]
