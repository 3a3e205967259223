"""From which amount a club paid to identified guests only, as it was decided over time."""

from datetime import UTC, datetime

from casino.approvals.models import Proposal
from casino.cage.queries.amounts import thresholds
from casino.cage.rules import CASINO, Thresholds
from casino.house.models import ControlProfile
from casino.house.queries import control_profile, control_profiles

CHANGE = "cage.change_thresholds"
EVER = datetime.min.replace(tzinfo=UTC)


def identified_from(club_id: int) -> list[tuple[datetime, int]]:
    """
    Return from which instant on which amount held, the earliest first; nothing later changes it.

    As two people decided, and no more than a casino's where its controls were in force.
    """
    changes = Proposal.objects.filter(club_id=club_id, operation=CHANGE, approved=True)
    decided = [*changes.order_by("decision_act_id").values_list("decided_at", "content")]
    profiles = control_profiles(club_id)
    if any(each.profile == ControlProfile.Name.CASINO for each in profiles):
        first = Thresholds().identify_from_cents
    else:
        first = thresholds(club_id).identify_from_cents
        if decided:
            first = decided[0][1]["instead_of"]["identify_from_cents"]
    own = [(EVER, first)]
    for at, content in decided:
        if at and content["identify_from_cents"] != content["instead_of"]["identify_from_cents"]:
            own.append((at, content["identify_from_cents"]))
    held: list[tuple[datetime, int]] = []
    for at in sorted({*(at for at, _ in own), *(each.since for each in profiles)}):
        cents = [cents for since, cents in own if since <= at][-1]
        if control_profile(club_id, at=at) == ControlProfile.Name.CASINO:
            cents = min(cents, CASINO.identify_from_cents)
        if not held or held[-1][1] != cents:
            held.append((at, cents))
    return held
