"""Whether anybody works here yet, and where; what somebody does not know yet."""

from typing import Any

from django.db.models import Count, Max

from casino.house.models import Club
from casino.staff.models import ApiToken, User, WrongPin


def is_empty() -> bool:
    """Return whether this installation has neither a club nor anybody who signs in."""
    return not Club.objects.exists() and not User.objects.exists()


def clubs_of(user_id: int) -> list[Club]:
    """Return the clubs at which somebody works, by name."""
    found = Club.objects.filter(memberships__user_id=user_id).distinct()
    return list(found.order_by("name", "id"))


def unknown_keys_of(user_id: int) -> list[ApiToken]:
    """Return the API keys in somebody's name that others asked for and they don't know of."""
    others = ApiToken.objects.filter(user_id=user_id, is_known=False).exclude(made_by=None)
    found = others.exclude(made_by_id=user_id).select_related("made_by", "club")
    return list(found.order_by("id"))


def wrong_pins_of(user_id: int) -> list[dict[str, Any]]:
    """Return the wrong PINs in somebody's name that they don't know of, by whose screen it was."""
    unseen = WrongPin.objects.filter(user_id=user_id, seen=False)
    grouped = unseen.order_by("asked_by").values("asked_by__name")
    return [dict(each) for each in grouped.annotate(number=Count("id"), latest=Max("at"))]
