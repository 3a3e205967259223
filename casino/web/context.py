"""What every template may ask for."""

from django.http import HttpRequest

from casino.staff.models import Role
from casino.web.roles import READERS, request_stamp

FLOOR = {Role.SUPERVISOR, Role.MANAGER}


def club(request: HttpRequest) -> dict[str, object]:
    """
    Give templates the club of the page, what the user may do there, and the club's time.

    reader: may open accounts and days; floor: decides at the tables.
    """
    roles = getattr(request, "roles", frozenset())
    if not roles:
        return {"club": None, "roles": roles}
    return {
        "club": request.club,  # type: ignore[attr-defined]
        "roles": roles,
        "reader": bool(roles & set(READERS)),
        "floor": bool(roles & FLOOR),
        "now": request_stamp(request),
    }
