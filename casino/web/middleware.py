"""What happens around every request."""

import uuid
from collections.abc import Callable

import structlog
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from casino.refusals import Refusal

GetResponse = Callable[[HttpRequest], HttpResponse]


class RequestIdMiddleware:
    """Give each request an id that stands in the log, in the act and in the answer's header."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on with its id."""
        request.request_id = uuid.uuid4().hex  # type: ignore[attr-defined]
        structlog.contextvars.clear_contextvars()
        structlog.contextvars.bind_contextvars(request_id=request.request_id)  # type: ignore[attr-defined]
        response = self.get_response(request)
        response["X-Request-Id"] = request.request_id  # type: ignore[attr-defined]
        return response


class RefusalMiddleware:
    """Show a refusal that no form caught as a page that says what to do next."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on."""
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Render the refusal with its status; other errors go on."""
        if not isinstance(error, Refusal):
            return None
        return render(request, "web/refused.html", {"refusal": error}, status=error.status)
