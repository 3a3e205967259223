"""What every template may ask for."""

from typing import Any

from casino.staff.queries import unknown_keys_of, wrong_pins_of
from casino.web.roles import request_stamp


def club(request: Any) -> dict[str, object]:
    """
    Give templates the club of the page, the user's roles there, the club's time, and the wrong PINs
    and API keys in the user's name that they do not know of.
    """
    roles: frozenset[str] = getattr(request, "roles", frozenset())
    if not roles:
        return {"club": None, "roles": roles}
    return {
        "club": request.club,
        "roles": roles,
        "now": request_stamp(request),
        "unknown_keys": unknown_keys_of(request.user.pk) if request.club.unknown_keys else (),
        "wrong_pins": wrong_pins_of(request.user.pk) if request.club.wrong_pins else (),
    }
