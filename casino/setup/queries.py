"""What stands in a plan's way in this installation, and what is wrong with a part of one."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import date, timedelta
from typing import Any

from django.conf import settings

from casino.editions.services import BOOKS_OWN, CLUBS_OWN, never_done, told_by_permissions
from casino.house.models import ControlProfile
from casino.house.rulebook_format import full_label, text
from casino.ledger.chart import CHART
from casino.messages import Message, msg
from casino.money import format_cents
from casino.rates.rules import LAWS
from casino.refusals import BadInput, Refusal
from casino.schema import read, validation_errors
from casino.setup.rules.plan import OPENING, RESERVED, Person, Plan
from casino.setup.rules.plan_file import contradictions
from casino.staff.models import Role, User
from casino.staff.permissions import kept_apart

# A club is opened for the season ahead; a year further on is a slip of the pen.
MAX_AHEAD = timedelta(days=366)


def obstacles(plan: Plan, *, today: date) -> Iterator[Refusal]:
    """Yield what this program or this installation does not allow of a plan."""
    if plan.club.first_day > today + MAX_AHEAD:
        said = msg("club.first_day: is more than a year ahead; write the day of the first evening.")
        yield BadInput(said, field="club.first_day")
    if plan.club.slug in RESERVED:
        said = msg(
            "club.slug: the addresses under {slug} belong to the program.", slug=plan.club.slug
        )
        yield BadInput(said, field="club.slug")
    told = told_by_permissions(plan.rules.overrides)
    for key in sorted((CLUBS_OWN | BOOKS_OWN | told) & plan.rules.overrides.keys()):
        place = f"rules.overrides.{key}"
        why = (
            msg("write it under [club]")
            if key in CLUBS_OWN
            else msg("who may do it is set under Permissions")
            if key in told
            else msg("it is the house's own limit")
        )
        yield BadInput(
            msg("{place}: a club cannot set this: {why}.", place=place, why=why), field=place
        )
    for key, why in never_done(plan.rules.overrides):
        place = f"rules.overrides.{key}"
        yield BadInput(msg("{place}: {said}", place=place, said=why), field=place)
    for i, person in enumerate(plan.people):
        yield from _of_person(person, f"people[{i}]", alone=plan.club.has_one_host)


def _of_person(person: Person, place: str, *, alone: bool) -> Iterator[Refusal]:
    for one, other in () if alone else kept_apart():
        if {one, other} <= set(person.roles):
            pair = {"one": Role(one).label, "other": Role(other).label}
            said = msg("{one} + {other}: never one person at a club.", **pair)
            yield BadInput(
                msg("{place}.roles: {said}", place=place, said=said), field=f"{place}.roles"
            )
    known = User.objects.filter(username__iexact=person.username).first()
    if known and (known.username != person.username or known.is_service or not known.is_active):
        said = msg(
            "{place}.username: “{username}” is a system user and cannot be hired.",
            place=place,
            username=known.username,
        )
        yield BadInput(said, field=f"{place}.username")


# What stands for a part that is not said yet, so that the other parts can be held together.
STANDS_IN: dict[str, Any] = {
    "club": {"slug": "club", "name": "Club", "first_day": "2000-01-01"},
    "rules": {"book": "olympic"},
    "money": {},
    "room": {"drawers": ["Desk"], "jackpot": "Jackpot"},
    "people": [
        {"username": role, "name": role, "roles": [role]} for role in ("manager", "accountant")
    ],
    "opening": {},
}


def faults_of(draft: Mapping[str, Any], parts: Collection[str], *, today: date) -> list[Refusal]:
    """Return what is wrong with some parts of a plan, whatever the others are still lacking."""
    found = validation_errors(Plan, draft)
    if own := [fault for fault in found if part_of(fault) in parts]:
        return list(own)
    whole: dict[str, Any] = dict(draft)
    for fault in found:
        whole[part_of(fault)] = STANDS_IN[part_of(fault)]
    plan: Plan = read(Plan, whole)
    held = (*contradictions(plan), *obstacles(plan, today=today))
    return [fault for fault in held if part_of(fault) in parts]


def part_of(fault: Refusal) -> str:
    """Return the part of the plan in which a fault lies."""
    return re.split(r"[.\[]", fault.field or "")[0]


def fixed(plan: Plan) -> list[tuple[Message, str]]:
    """Return what no page changes once the club is open: what is not said is the rule book's."""
    house = plan.edition.house
    closes_at = plan.club.closes_at or house.closes_at
    return [
        (msg("Currency"), plan.club.currency or house.currency),
        (msg("Time zone"), plan.club.timezone or house.timezone),
        (msg("The gaming day ends at"), f"{closes_at:%H:%M}"),
    ]


def chosen(plan: Plan) -> list[tuple[Message, str]]:
    """Return what else the club begins with and may change: its profile, language, notes, chips."""
    profile = plan.club.controls or plan.edition.suggested_controls
    language = plan.club.language or settings.LANGUAGE_CODE
    return [
        (msg("Control profile"), ControlProfile.Name(profile).label),
        (msg("Language"), dict(settings.LANGUAGES)[language]),
        (msg("Notes and coins"), _values(plan.money.notes or ())),
        (msg("Chips"), _values(plan.money.chips or ())),
    ]


def by_law(plan: Plan) -> list[tuple[Message, int | Message, str]]:
    """Return what the club begins with by the law of its country: what, how much, which law."""
    law = LAWS.get(plan.club.timezone or plan.edition.house.timezone)
    if law is None or plan.club.has_one_host:
        return []
    asked = (
        (msg("Days whose cash is one sum for the ID"), law.identify_linked_days),
        (msg("Shortest self-exclusion, months"), law.self_exclusion_months),
        (msg("Longest self-exclusion, months"), law.self_exclusion_max_months),
        (msg("ID kept after the last visit, years"), law.record_years),
    )
    found: list[tuple[Message, int | Message, str]]
    found = [(label, duty.number, duty.text) for label, duty in asked if duty]
    if alone := law.self_exclusion_on_request:
        found.append((msg("A self-exclusion ends on request alone"), msg("yes"), alone.text))
    return found


def overridden(plan: Plan) -> list[tuple[Message, Message]]:
    """Return what the club sets otherwise than its rule book, as its rules will say it."""
    return [(full_label(key), text(key, value)) for key, value in plan.overrides.items()]


def opening(plan: Plan) -> list[tuple[str, int]]:
    """Return the balances that the club opens with, account and cents, as the step asks them."""
    return [(CHART[code].name, plan.opening[code]) for code in OPENING if plan.opening.get(code)]


def _values(cents: Iterable[int]) -> str:
    return " ".join(format_cents(each) for each in sorted(cents, reverse=True))
