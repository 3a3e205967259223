"""A plan read from text or plain data: every fault is said at once, with its place."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from casino.house.rulebook import load_book
from casino.messages import message_of, msg, msg_count
from casino.money import format_cents
from casino.names import look_of
from casino.refusals import BadInput, Refusal
from casino.schema import plain, read, validation_errors
from casino.setup.rules.plan import OPENING, Plan, sides

MAX_BYTES = 200_000


class PlanRefused(BadInput):
    """A plan with faults; each names its place, what stands there and what may."""

    code = "SETUP-001"

    def __init__(self, found: Sequence[Refusal]) -> None:
        self.errors = found
        said = msg_count(
            "{number} error. Nothing was opened.",
            "{number} errors. Nothing was opened.",
            len(found),
        )
        super().__init__(said, field=found[0].field)


def plan_in(data: bytes) -> Plan:
    """Return the plan in a file. Raises BadInput: PlanRefused with every fault."""
    try:
        if len(data) > MAX_BYTES:
            raise ValueError(
                msg_count(
                    "a plan has at most {number} byte",
                    "a plan has at most {number} bytes",
                    MAX_BYTES,
                )
            )
        given = tomllib.loads(data.decode("utf-8"))
    except UnicodeDecodeError as why:
        raise PlanRefused(
            [BadInput(msg("the file: is not UTF-8, at byte {start}.", start=why.start))]
        ) from why
    except (ValueError, RecursionError) as why:
        raise PlanRefused([BadInput(msg("the file: {why}.", why=message_of(why)))]) from why
    return read_plan(plain(given))


def read_plan(given: Mapping[str, Any]) -> Plan:
    """Return the plan that plain data is. Raises BadInput: PlanRefused with every fault."""
    if found := validation_errors(Plan, given):
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
        yield BadInput(msg("{place}: the book has no such setting.", place=place), field=place)
    if unknown:
        return
    try:
        jackpot = plan.edition.jackpot
    except BadInput as why:
        place = f"rules.overrides.{why.field}"
        said = why.message.localized().removeprefix(f"{why.field}: ")
        yield BadInput(msg("{place}: {said}", place=place, said=said), field=place)
        return
    if plan.room.jackpot and not jackpot:
        said = msg("room.jackpot: the book {book} has none; leave it out.", book=plan.rules.book)
        yield BadInput(said, field="room.jackpot")
    if jackpot and not plan.room.jackpot:
        said = msg("room.jackpot: is missing; the book {book} has one.", book=plan.rules.book)
        yield BadInput(said, field="room.jackpot")


def _of_money(plan: Plan) -> Iterator[Refusal]:
    currency = plan.club.currency or load_book(plan.rules.book).house.currency
    if currency != "EUR" and plan.money.notes is None:
        said = msg(
            "money.notes: is missing; notes and coins of {currency} are not known.",
            currency=currency,
        )
        yield BadInput(said, field="money.notes")


def _of_people(plan: Plan) -> Iterator[Refusal]:
    seen: set[str] = set()
    for i, person in enumerate(plan.people):
        if look_of(person.username) in seen:
            place = f"people[{i}].username"
            said = msg(
                "{place}: “{username}” is given twice, or looks like another.",
                place=place,
                username=person.username,
            )
            yield BadInput(said, field=place)
        seen.add(look_of(person.username))
    if plan.club.has_one_host:
        if not any("manager" in person.roles for person in plan.people):
            yield BadInput(msg("people: there must be a manager."), field="people")
        return
    managers, accountants = (
        {person.username for person in plan.people if role in person.roles}
        for role in ("manager", "accountant")
    )
    if not managers or not accountants or len(managers | accountants) == 1:
        yield BadInput(
            msg(
                "people: there must be a manager and an accountant, two different "
                "people. One proposes, the other approves."
            ),
            field="people",
        )


def _of_opening(plan: Plan) -> Iterator[Refusal]:
    unknown = sorted(plan.opening.keys() - set(OPENING))
    for code in unknown:
        place = f"opening.{code}"
        yield BadInput(
            msg("{place}: must be one of {known}.", place=place, known=", ".join(OPENING)),
            field=place,
        )
    if unknown:
        return
    if "jackpot:pool" in plan.opening and not plan.room.jackpot:
        place = "opening.jackpot:pool"
        yield BadInput(msg("{place}: this club has no jackpot.", place=place), field=place)
    there, owed = sides(plan.opening)
    if there != owed:
        said = msg(
            "assets are {there}, liabilities and equity are {owed}",
            there=format_cents(there),
            owed=format_cents(owed),
        )
        lacking = format_cents(abs(there - owed))
        yield BadInput(
            msg(
                "opening: {said}: they differ by {lacking} and must be equal.",
                said=said,
                lacking=lacking,
            ),
            field="opening",
        )
