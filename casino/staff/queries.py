"""Whether anybody works here yet."""

from casino.house.models import Club
from casino.staff.models import User


def is_empty() -> bool:
    """Return whether this installation has neither a club nor anybody who signs in."""
    return not Club.objects.exists() and not User.objects.exists()
