"""How old guests are at least: the manager proposes, the accountant approves."""

from dataclasses import asdict
from datetime import timedelta
from typing import Annotated

from casino.acts.kinds import Reason, Whole
from casino.approvals.signed import NothingChanges, Preview, signed
from casino.house.models import Club
from casino.house.stamp import Stamp
from casino.kept_sql import hold
from casino.messages import msg
from casino.players import models
from casino.players.queries import terms

CHANGE = "players.change_terms"
MIN_AGE, MAX_AGE = 18, 30


def terms_preview(stamp: Stamp, *, minimum_age: int, reason: str) -> Preview:
    """Say what holds now. Raises NothingChanges."""
    if stamp.act_id:
        hold(Club, stamp.club_id)
    before = asdict(terms(stamp.club_id))
    if before == {"minimum_age": minimum_age}:
        raise NothingChanges(msg("Nothing would change: this is the club's age now."))
    return Preview(content={"instead_of": before})


@signed(
    CHANGE,
    asked_as="players.propose_terms",
    preview=terms_preview,
    kinds={CHANGE: msg("Minimum age of guests")},
    lives=timedelta(days=3),
    waits="The accountant is not in every day.",
)
def change_terms(
    stamp: Stamp, *, minimum_age: Annotated[int, Whole(low=MIN_AGE, high=MAX_AGE)], reason: Reason
) -> models.AgeTerms:
    """Let the club admit guests from an age on, in years."""
    wanted = {"minimum_age": minimum_age}
    return models.AgeTerms.objects.update_or_create(club_id=stamp.club_id, defaults=wanted)[0]
