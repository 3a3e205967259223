"""Before what cannot be taken back: one's own PIN, where one has a PIN."""

from typing import Any

from casino.ledger.api import ActView
from casino.messages import msg
from casino.staff.models import Pin
from casino.staff.services import MAX_LENGTH, NotSigned, check_pin
from casino.web.roles import asked_at
from casino.web.serializers import TextField


def own_pin() -> TextField:
    return TextField(max_length=MAX_LENGTH, required=False, default="")


class Confirmed(ActView):
    """An endpoint behind which nothing is taken back: a key may lie about, a PIN does not."""

    def confirm(self, pin: str) -> None:
        """Raise NotSigned, PinSpent where it is not the PIN of who asks and has one."""
        user: Any = self.request.user
        if not Pin.objects.filter(user=user).exists():
            return
        if not (pin and check_pin(user, pin, asked_at(self.request, "close"))):
            raise NotSigned(msg("Type your PIN: this cannot be taken back."), field="pin")
