"""What a proxy or a watching program asks without signing in: before sessions, hosts, redirects."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse

GetResponse = Callable[[HttpRequest], HttpResponse]
PROGRAM = "casino back office"


def healthz(request: HttpRequest) -> HttpResponse:
    """Say that this process answers, and which one it is; no store is touched."""
    said = {
        "status": "ok",
        "program": PROGRAM,
        "version": settings.SPECTACULAR_SETTINGS["VERSION"],
        "instance": settings.INSTANCE,
    }
    return JsonResponse(said)


PROBES: dict[str, Callable[[HttpRequest], HttpResponse]] = {"/healthz": healthz}


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
