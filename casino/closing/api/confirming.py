"""Before what cannot be taken back: one's own PIN, where one has a PIN."""

from typing import Any

from casino.ledger.api import ActView
from casino.staff.models import Pin
from casino.staff.services import MAX_LENGTH, confirm
from casino.web.roles import asked_at
from casino.web.serializers import TextField


def own_pin() -> TextField:
    return TextField(max_length=MAX_LENGTH, required=False, default="")


class Confirmed(ActView):
    """An endpoint behind which nothing is taken back: a key may lie about, a PIN does not."""

    def confirm(self, pin: str) -> None:
        """Raise NotSigned, PinSpent where it is not the PIN of who asks and has one."""
        user: Any = self.request.user
        if Pin.objects.filter(user=user).exists():
            confirm(user, pin, asked_at(self.request, "close"))
