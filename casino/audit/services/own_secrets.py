"""New PINs and passwords among the acts of a club, so that one from elsewhere is found."""

from typing import Annotated, Any

from django.dispatch import receiver

from casino.acts.kinds import Id, OneOf
from casino.acts.runner import act
from casino.db import now
from casino.house.models import Club
from casino.house.queries import club_stamp
from casino.house.stamp import Stamp
from casino.staff.models import Secret, User, secret_changes


@act("audit.note_secret", replay=lambda *_, **__: None)
def note_secret(
    stamp: Stamp, *, user_id: Id, what: Annotated[str, OneOf(words=tuple(Secret))]
) -> None:
    """Keep that somebody's own PIN, password or key is another one from now on."""


@receiver(secret_changes)
def keep_change(sender: Any, user: User, what: Secret, **_: Any) -> None:
    """Keep it at each club where its owner works, or at the first one, before it is written."""
    at = now()
    here = Club.objects.filter(is_held=False)
    clubs = here.filter(memberships__user=user).distinct().order_by("pk")
    for club in clubs or here.order_by("pk")[:1]:
        stamp = club_stamp(club, at=at, actor_id=user.pk)
        note_secret.step(stamp, user_id=user.pk, what=what)
