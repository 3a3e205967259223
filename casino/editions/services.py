"""Adopting a rule book: one person proposes the step to new rules, a second one takes it."""

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

from django.db import IntegrityError
from django.db.backends.postgresql.psycopg_any import DateRange

from casino.approvals.models import Proposal
from casino.approvals.services import completes, propose
from casino.db import command, constraint_name
from casino.editions.queries import ADOPTION
from casino.house.models import Adoption
from casino.house.queries import adoption_on, own_edition
from casino.house.rulebook import load_book
from casino.house.stamp import Stamp
from casino.ledger import queries, services
from casino.names import clean_name
from casino.reading import plain
from casino.refusals import BadInput, Refusal
from casino.words import say

# What the books say of it counts when a club opens; afterwards its money and clock are its own.
CLUBS_OWN = frozenset({"house.currency", "house.timezone", "house.closes_at"})
# A club sets what it takes up to these; the limits themselves are the paragraph's.
BOOKS_OWN = frozenset({"rake.max_percent_bp", "rake.max_cap_cents", "time_rake.max_table_cents"})


class PastAdoption(Refusal):
    """A night is computed with the rules of its day, for ever."""

    status = 422
    code = "HOUSE-002"
    message = say("A rule book can be adopted from today's gaming day on, not in the past.")
    next_step = say("Propose it with a later first day.")


class AdoptionClash(Refusal):
    """One rule book a day."""

    status = 409
    code = "HOUSE-003"
    message = say("Another adoption begins on that day or later.")
    next_step = say("Propose it with a later first day.")


class DayHasItsRules(Refusal):
    """What is booked was computed with the rules of its day."""

    status = 409
    code = "HOUSE-004"
    message = say("Something is booked on that gaming day already: its rules stand.")
    next_step = say("Take the next gaming day as the first one.")


class NothingChanges(Refusal):
    """An edition differs from the one before."""

    status = 422
    code = "HOUSE-005"
    message = say("Nothing would change: these are the rules in force on that day.")


class OtherRulesInForce(Refusal):
    """What is approved is the step from the rules that were shown."""

    status = 409
    code = "HOUSE-006"
    message = say("The rules in force are no longer those that this proposal changes.")
    next_step = say("Let it be proposed again.")


REFUSALS: dict[str, type[Refusal]] = {
    "house_one_book_a_day": AdoptionClash,
    "house_day_has_its_rules": DayHasItsRules,
}


@command
def propose_adoption(
    stamp: Stamp, *, book: str, first_day: date, overrides: Mapping[str, Any], reason: str
) -> Proposal:
    """
    Propose a rule book from a gaming day on; a second person's approval adopts it.

    overrides: values of the book that the club sets itself, validated like the book's own.
    Raises PastAdoption, DayHasItsRules, AdoptionClash, NothingChanges, BadInput (naming
    the key, its value and what is allowed; the limits of the book itself are not a club's).
    """
    reason = clean_name(reason, field="reason", longest=200)
    act = services.act(
        stamp,
        "editions.propose_adoption",
        book=book,
        first_day=first_day,
        overrides=dict(overrides),
        reason=reason,
    )
    if act.replayed:
        return Proposal.objects.get(act_id=act.id)
    content = step(stamp, book=book, first_day=first_day, overrides=overrides)
    return propose(stamp, act, operation=ADOPTION, content=content, reason=reason)


def step(
    stamp: Stamp, *, book: str, first_day: date, overrides: Mapping[str, Any]
) -> dict[str, Any]:
    """
    Return what a proposal would adopt, and instead of what, as plain data.

    Raises as propose_adoption does.
    """
    _check_day(stamp, first_day)
    as_it_stands = load_book(book)
    wanted = as_it_stands.with_overrides(overrides)
    for key in sorted(CLUBS_OWN & overrides.keys()):
        raise BadInput(say("It is set for the club, not in its rule book."), field=key)
    for key in sorted(BOOKS_OWN & overrides.keys()):
        source = as_it_stands.source(key)
        said = say("It is the house's own limit: {says}", says=as_it_stands.says(source))
        raise BadInput(said, field=key, source=source)
    before = adoption_on(stamp.club_id, first_day)
    in_force = own_edition(before)
    if (wanted.name, wanted.values) == (in_force.name, in_force.values):
        raise NothingChanges
    own = {key: value for key, value in overrides.items() if value != as_it_stands.values[key]}
    return {
        "book": book,
        "first_day": first_day.isoformat(),
        "overrides": plain(own),
        "instead_of": {"book": before.book, "overrides": before.overrides},
    }


def still_possible(stamp: Stamp, content: Mapping[str, Any]) -> Mapping[str, Any]:
    """Raise what would keep a proposal from being carried out now; else nothing is to be said."""
    again = step(
        stamp,
        book=content["book"],
        first_day=date.fromisoformat(content["first_day"]),
        overrides=content["overrides"],
    )
    if again != content:
        raise OtherRulesInForce
    return {}


@completes(
    ADOPTION,
    title=say("Adopt a rule book"),
    lives=timedelta(days=7),
    consequence=still_possible,
)
def adopt_proposed(stamp: Stamp, _: services.Act, proposal: Proposal) -> Adoption:
    """
    Adopt what was proposed; the edition before ends the day before.

    Raises PastAdoption, DayHasItsRules, AdoptionClash, OtherRulesInForce.
    """
    content = proposal.content
    first_day = date.fromisoformat(content["first_day"])
    editions = Adoption.objects.filter(club_id=stamp.club_id, period__contains=first_day)
    before = editions.select_for_update().first()
    still_possible(stamp, content)
    if before:  # else it was refused
        before.period = DateRange(before.period.lower, first_day)
        before.save(update_fields=["period"])
    return adopt(
        stamp,
        book=content["book"],
        first_day=first_day,
        overrides=content["overrides"],
        reason=proposal.reason,
        proposal_id=proposal.pk,
        proposed_by_id=proposal.proposed_by_id,
        proposed_at=proposal.proposed_at,
    )


def adopt(
    stamp: Stamp,
    *,
    book: str,
    first_day: date,
    overrides: Mapping[str, Any],
    reason: str,
    **proposal: object,
) -> Adoption:
    """
    Write an adoption as a step of a command; without a proposal, the first of a club.

    Raises AdoptionClash, DayHasItsRules, BadInput.
    """
    load_book(book).with_overrides(overrides)
    try:
        return Adoption.objects.create(
            club_id=stamp.club_id,
            book=book,
            overrides=overrides,
            period=DateRange(first_day, None),
            reason=reason,
            adopted_by_id=stamp.actor_id,
            adopted_at=stamp.at,
            **proposal,
        )
    except IntegrityError as error:
        raise REFUSALS[constraint_name(error)](field="first_day") from error


def _check_day(stamp: Stamp, first_day: date) -> None:
    if first_day < stamp.gaming_day:
        said = say(
            "The {first_day:%d.%m.%Y} is over: rules are never changed in the past.",
            first_day=first_day,
        )
        raise PastAdoption(said, field="first_day")
    if queries.day(stamp.club_id, first_day):
        raise DayHasItsRules(field="first_day")
    before = adoption_on(stamp.club_id, first_day)
    if before.period.upper or before.period.lower == first_day:
        begins = before.period.upper or first_day
        said = say("Another adoption begins on {begins:%d.%m.%Y}.", begins=begins)
        raise AdoptionClash(said, field="first_day")
