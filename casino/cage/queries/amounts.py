"""From which amounts the desk needs others."""

from dataclasses import fields

from casino.cage.models import PaymentThresholds
from casino.cage.rules import Thresholds

AMOUNTS = [each.name for each in fields(Thresholds)]


def thresholds(club_id: int) -> Thresholds:
    """Return from which amounts a club pays by two, by the manager, to identified players only."""
    own = PaymentThresholds.objects.filter(club_id=club_id).values(*AMOUNTS)
    return next((Thresholds(**amounts) for amounts in own), Thresholds())
