"""What a proxy or a watching program asks without signing in: before sessions, hosts, redirects."""

from collections.abc import Callable
from hmac import compare_digest
from ipaddress import ip_address
from typing import Any

from django.conf import settings
from django.core.cache import caches
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.templatetags.static import static

from casino.operations.queries import figures, store
from casino.web.client_address import is_address

GetResponse = Callable[[HttpRequest], HttpResponse]
PROGRAM = "casino back office"
STYLES = "casino/casino.css"
READY, READY_SECONDS, UNREADY, FORBIDDEN = "operations-ready", 5, 503, 403


def healthz(request: HttpRequest) -> HttpResponse:
    """Say that this process answers, and which one it is; no store is touched."""
    said = {
        "status": "ok",
        "program": PROGRAM,
        "version": settings.SPECTACULAR_SETTINGS["VERSION"],
        "instance": settings.INSTANCE,
    }
    return JsonResponse(said)


def readyz(request: HttpRequest) -> HttpResponse:
    """Say whether a proxy may send requests here; known for some seconds, for whoever asks."""
    known = caches["panels"].get(READY)
    if known is None:
        known = _missing()
        caches["panels"].set(READY, known, READY_SECONDS)
    said = {"status": "not ready" if known else "ready", "missing": known}
    return JsonResponse(said, status=UNREADY if known else 200)


def _missing() -> list[str]:
    try:
        static(STYLES)
    except ValueError:  # this process was started before they were collected
        return ["static files"]
    try:
        if store.unapplied():
            return ["migrations"]
        return ["guards"] if store.faults() else []
    except DatabaseError:
        connection.close_if_unusable_or_obsolete()
        return ["database"]


def metrics(request: HttpRequest) -> HttpResponse:
    """Give the figures to a collector on this machine, or one that knows METRICS_TOKEN."""
    if not may_measure(request):
        return HttpResponse("Not for everybody: send METRICS_TOKEN.\n", status=FORBIDDEN)
    return HttpResponse(figures.exposed(), content_type=figures.CONTENT_TYPE)


def may_measure(request: HttpRequest) -> bool:
    """Return whether a request knows the token, or comes from this machine past no proxy."""
    sent = request.headers.get("Authorization", "").removeprefix("Bearer ").strip()
    if settings.METRICS_TOKEN:
        return compare_digest(sent.encode(), settings.METRICS_TOKEN.encode())
    here = request.META.get("REMOTE_ADDR", "")
    told = any(name in request.headers for name in ("X-Forwarded-For", "Forwarded", "Via"))
    return not told and is_address(here) and ip_address(here).is_loopback


PROBES: dict[str, Callable[[HttpRequest], HttpResponse]] = {
    "/healthz": healthz,
    "/readyz": readyz,
    "/metrics": metrics,
}


class ProbesMiddleware:
    """Answer them under any name of the host, as a probe knows only an address."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> Any:
        """Answer a probe, pass everything else on."""
        probe = PROBES.get(request.path)
        if probe is None or request.method not in {"GET", "HEAD"}:
            return self.get_response(request)
        answer = probe(request)
        answer["Cache-Control"] = "no-store"
        return answer
