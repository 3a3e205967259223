"""From which amounts the desk needs others."""

from casino.cage.models import PaymentThresholds
from casino.cage.rules import Thresholds


def thresholds(club_id: int) -> Thresholds:
    """Return from which amounts a club pays by two, by the manager, to identified players only."""
    own = PaymentThresholds.objects.filter(club_id=club_id).first()
    if own is None:
        return Thresholds()
    return Thresholds(
        second_from_cents=own.second_from_cents,
        manager_from_cents=own.manager_from_cents,
        identify_from_cents=own.identify_from_cents,
        count_second_over_cents=own.count_second_over_cents,
        count_manager_over_cents=own.count_manager_over_cents,
        reverse_alone_under_cents=own.reverse_alone_under_cents,
        reverse_manager_from_cents=own.reverse_manager_from_cents,
        vault_minimum_cents=own.vault_minimum_cents,
        float_alone_under_cents=own.float_alone_under_cents,
    )
