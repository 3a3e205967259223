"""What people see of the installation: what waits, and what the doctor found."""

from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.utils.functional import SimpleLazyObject

from casino.operations.queries import heartbeats
from casino.operations.queries.doctor import examine, worst
from casino.web.pages import show
from casino.web.roles import ClubRequest, page

KEY, SECONDS = "operations-waiting", 5


def undone(request: HttpRequest) -> dict[str, object]:
    """Give the templates of a club what waits for a worker; asked every few seconds a process."""
    if not getattr(request, "roles", None):
        return {}
    return {"undone": SimpleLazyObject(_undone)}


def _undone() -> heartbeats.Overdue | None:
    known = caches["panels"].get(KEY)
    if known is None:
        known = (heartbeats.overdue(),)
        caches["panels"].set(KEY, known, SECONDS)
    return known[0]  # type: ignore[no-any-return]


@page
def installation(request: ClubRequest) -> HttpResponse:
    """What the doctor found, the worst first, and when each duty was last done."""
    found = sorted(examine(), key=lambda each: -each.level)
    return show(
        request,
        "operations/installation.html",
        found=found,
        worst=worst(found),
        beats=heartbeats.beats(),
    )
