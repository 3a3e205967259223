"""Wrong PINs and codes among the acts of a club, where the auditor reads them."""

from typing import Any

from django.dispatch import receiver

from casino.acts.kinds import Id
from casino.acts.runner import act
from casino.db import command
from casino.house.models import Club
from casino.house.queries import club_stamp
from casino.house.stamp import Stamp
from casino.staff.models import User
from casino.staff.services import PinPrompt, wrong_pin_typed


@act("audit.note_wrong_pin", replay=lambda *_, **__: None)
def note_wrong_pin(stamp: Stamp, *, user_id: Id) -> None:
    """Keep that a wrong PIN or code was typed; user_id: in whose name. Nobody asks for it."""


@receiver(wrong_pin_typed)
@command
def keep_wrong_pin(sender: Any, user: User, asked: PinPrompt, **_: Any) -> None:
    """Keep a wrong PIN among the acts of its club, or of each where its owner works."""
    clubs = Club.objects.filter(memberships__user=user, is_held=False).distinct()
    where: Any = {"at": asked.at, "request_id": asked.request_id}
    for club in clubs.filter(pk=asked.club_id) if asked.club_id else clubs:
        note_wrong_pin.step(
            club_stamp(club, actor_id=asked.by_id or user.pk, **where), user_id=user.pk
        )
