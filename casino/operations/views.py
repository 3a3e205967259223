"""What everybody on a page is told of the installation."""

from django.core.cache import caches
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from casino.operations.queries import heartbeats

KEY, SECONDS = "operations-waiting", 5


def undone(request: HttpRequest) -> dict[str, object]:
    """Give the templates of a club what waits for a worker; asked every few seconds a process."""
    if not getattr(request, "roles", None):
        return {}
    return {"undone": SimpleLazyObject(_undone)}


def _undone() -> heartbeats.Waiting | None:
    known = caches["panels"].get(KEY)
    if known is None:
        known = (heartbeats.waiting(),)
        caches["panels"].set(KEY, known, SECONDS)
    return known[0]  # type: ignore[no-any-return]
