"""The club's terms for guests: the manager proposes, the accountant approves."""

from dataclasses import asdict
from datetime import timedelta
from typing import Annotated

from casino.acts.kinds import Reason, Whole
from casino.approvals.models import Proposal
from casino.approvals.signed import NothingChanges, Preview, signed
from casino.house.models import Club
from casino.house.stamp import Stamp
from casino.kept_sql import hold
from casino.messages import msg
from casino.players import models
from casino.players.queries import terms
from casino.players.rules import usual_terms
from casino.rates.queries import law_of
from casino.rates.rules import Law
from casino.refusals import BadInput

CHANGE = "players.change_terms"
MIN_AGE, MAX_AGE = 18, 30
MAX_MONTHS, MAX_YEARS = 120, 30


def keep_by_law(club_id: int, law: Law) -> None:
    """Let a club that opens keep to the terms of its country's law, as a step of an act."""
    models.AgeTerms.objects.update_or_create(club_id=club_id, defaults=asdict(usual_terms(law)))


def source_of(stamp: Stamp, name: str) -> str | None:
    """Return where a term of the club comes from: the law that says as much, or why two set it."""
    law = law_of(Club.objects.get(id=stamp.club_id), at=stamp.at)
    duty = getattr(law, name, None)
    if duty and duty.number == getattr(terms(stamp.club_id), name):
        return str(duty.text)
    changes = Proposal.objects.filter(club_id=stamp.club_id, operation=CHANGE, approved=True)
    set_here = changes.filter(content__instead_of__has_key=name).order_by("id").last()
    return set_here.reason if set_here else None


def terms_preview(
    stamp: Stamp,
    *,
    reason: str,
    **given: int | None,
) -> Preview:
    """Say what holds now. Raises NothingChanges, BadInput."""
    if stamp.act_id:
        hold(Club, stamp.club_id)
    before = asdict(terms(stamp.club_id))
    wanted = _given(**given)
    _check_longest(before | wanted)
    if before == before | wanted:
        raise NothingChanges(msg("Nothing would change: these are the club's terms now."))
    return Preview(content={"instead_of": {name: before[name] for name in wanted}})


@signed(
    CHANGE,
    asked_as="players.propose_terms",
    preview=terms_preview,
    kinds={CHANGE: msg("Terms for guests")},
    lives=timedelta(days=3),
    waits="The accountant is not in every day.",
)
def change_terms(
    stamp: Stamp,
    *,
    minimum_age: Annotated[int, Whole(low=MIN_AGE, high=MAX_AGE)],
    self_exclusion_months: Annotated[int, Whole(high=MAX_MONTHS)] | None = None,
    record_years: Annotated[int, Whole(high=MAX_YEARS)] | None = None,
    self_exclusion_max_months: Annotated[int, Whole(high=MAX_MONTHS)] | None = None,
    self_exclusion_on_request: bool | None = None,
    reason: Reason,
) -> models.AgeTerms:
    """
    Let the club's own terms for guests hold; None: as it is now.

    minimum_age: in years; self_exclusion_months, self_exclusion_max_months: how long what a guest
    asks for lasts at least and at most; self_exclusion_on_request: it ends on request alone;
    record_years: how long after the last visit the ID is kept; 0: no term.
    """
    wanted = _given(
        minimum_age=minimum_age,
        self_exclusion_months=self_exclusion_months,
        record_years=record_years,
        self_exclusion_max_months=self_exclusion_max_months,
        self_exclusion_on_request=self_exclusion_on_request,
    )
    return models.AgeTerms.objects.update_or_create(club_id=stamp.club_id, defaults=wanted)[0]


def _given(**named: int | None) -> dict[str, int]:
    return {name: value for name, value in named.items() if value is not None}


def _check_longest(wanted: dict[str, int]) -> None:
    """Raise BadInput where the longest self-exclusion is below the shortest."""
    if 0 < wanted["self_exclusion_max_months"] < wanted["self_exclusion_months"]:
        said = msg("The longest self-exclusion must not be below the shortest.")
        raise BadInput(said, field="self_exclusion_max_months")
