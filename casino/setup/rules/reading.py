"""A plan read from text or plain data: every fault is said at once, with its place."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from casino.house.rulebook import load_book
from casino.money import format_cents
from casino.reading import faults, plain, read
from casino.refusals import BadInput, Refusal
from casino.setup.rules.plan import OPENING, Plan, sides

MOST_BYTES = 200_000


class PlanRefused(BadInput):
    """A plan with faults; each names its place, what stands there and what may."""

    code = "SETUP-001"

    def __init__(self, found: Sequence[Refusal]) -> None:
        self.faults = found
        many = f"{len(found)} mistakes" if len(found) > 1 else "One mistake"
        super().__init__(f"{many}; nothing was opened.", field=found[0].field)


def plan_in(data: bytes) -> Plan:
    """Return the plan in a file. Raises BadInput: PlanRefused with every fault."""
    try:
        if len(data) > MOST_BYTES:
            raise ValueError(f"a plan has at most {MOST_BYTES} bytes")
        given = tomllib.loads(data.decode("utf-8"))
    except UnicodeDecodeError as why:
        raise PlanRefused([BadInput(f"the file: is not UTF-8, at byte {why.start}.")]) from why
    except (ValueError, RecursionError) as why:
        raise PlanRefused([BadInput(f"the file: {why}.")]) from why
    return read_plan(plain(given))


def read_plan(given: Mapping[str, Any]) -> Plan:
    """Return the plan that plain data is. Raises BadInput: PlanRefused with every fault."""
    if found := faults(Plan, given):
        raise PlanRefused(found)
    plan: Plan = read(Plan, given)
    if disagreeing := list(contradictions(plan)):
        raise PlanRefused(disagreeing)
    return plan


def contradictions(plan: Plan) -> Iterator[Refusal]:
    """
    Yield what cannot be in one plan together.

    Source: OLY-2.38 (a jackpot where the book has one), RELIABILITY 4 (two people), DESIGN 4.
    """
    yield from _of_rules(plan)
    yield from _of_money(plan)
    yield from _of_people(plan)
    yield from _of_opening(plan)


def _of_rules(plan: Plan) -> Iterator[Refusal]:
    unknown = plan.rules.overrides.keys() - load_book(plan.rules.book).sources.keys()
    for key in sorted(unknown):
        place = f"rules.overrides.{key}"
        yield BadInput(f"{place}: the book has no such setting.", field=place)
    if unknown:
        return
    try:
        jackpot = plan.edition.jackpot
    except BadInput as why:
        place = f"rules.overrides.{why.field}"
        said = why.message.removeprefix(f"{why.field}: ")
        yield BadInput(f"{place}: {said}", field=place)
        return
    if plan.room.jackpot and not jackpot:
        said = f"room.jackpot: the book {plan.rules.book} has none; leave it out."
        yield BadInput(said, field="room.jackpot")
    if jackpot and not plan.room.jackpot:
        said = f"room.jackpot: is missing; the book {plan.rules.book} has one."
        yield BadInput(said, field="room.jackpot")


def _of_money(plan: Plan) -> Iterator[Refusal]:
    currency = plan.club.currency or load_book(plan.rules.book).house.currency
    if currency != "EUR" and plan.money.notes is None:
        said = f"money.notes: is missing; notes and coins of {currency} are not known."
        yield BadInput(said, field="money.notes")


def _of_people(plan: Plan) -> Iterator[Refusal]:
    seen: set[str] = set()
    for i, person in enumerate(plan.people):
        if person.username in seen:
            place = f"people[{i}].username"
            said = f"{place}: stands there twice, {person.username!r}."
            yield BadInput(said, field=place)
        seen.add(person.username)
    managers, accountants = (
        {person.username for person in plan.people if role in person.roles}
        for role in ("manager", "accountant")
    )
    if not managers or not accountants or len(managers | accountants) == 1:
        yield BadInput(
            "people: there must be a manager and, somebody else, an accountant: "
            "what needs two people is proposed by one and approved by the other.",
            field="people",
        )


def _of_opening(plan: Plan) -> Iterator[Refusal]:
    unknown = sorted(plan.opening.keys() - set(OPENING))
    for code in unknown:
        place = f"opening.{code}"
        yield BadInput(f"{place}: must be one of {', '.join(OPENING)}.", field=place)
    if unknown:
        return
    if "jackpot:pool" in plan.opening and not plan.room.jackpot:
        place = "opening.jackpot:pool"
        yield BadInput(f"{place}: this club has no jackpot.", field=place)
    there, owed = sides(plan.opening)
    if there != owed:
        said = f"{format_cents(there)} is there, {format_cents(owed)} is owed or the owners'"
        lacking = format_cents(abs(there - owed))
        yield BadInput(f"opening: {said}: {lacking} apart, must be the same.", field="opening")
