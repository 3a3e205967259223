"""What every template may ask for."""

from django.http import HttpRequest

from casino.web.roles import request_stamp


def club(request: HttpRequest) -> dict[str, object]:
    """Give templates the club of the page, the user's roles there, and the club's time."""
    roles: frozenset[str] = getattr(request, "roles", frozenset())
    if not roles:
        return {"club": None, "roles": roles}
    return {
        "club": request.club,  # type: ignore[attr-defined]
        "roles": roles,
        "now": request_stamp(request),
    }
