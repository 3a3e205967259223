"""What the ledger refuses, by the constraint that says so."""

import re
from datetime import date
from typing import Any

from django.db import IntegrityError

from casino.db import constraint_name
from casino.ledger.chart import CHART
from casino.messages import Message, catalogued, msg
from casino.money import format_cents
from casino.refusals import Conflict, Refusal


class KeyReused(Refusal):
    """The idempotency key belongs to another request."""

    code = "LEDGER-001"
    message = msg("This key was already used for another operation.")
    next_step = msg("Check the result of the first operation, then start a new one.")


class DayNotOpen(Conflict):
    """The gaming day is closed, sealed, or another one."""

    code = "LEDGER-002"
    message = msg("That gaming day takes no more postings.")
    next_step = msg("Book it today and name the day it concerns.")
    next_page: str | None = "late-entry"


class DayToCome(DayNotOpen):
    """What is dated later than tomorrow was dated wrongly."""

    next_step = msg("Check the date and the time.")
    next_page = None


class LevelFixed(DayNotOpen):
    """The floor was closed after the instant of what is booked, which may have waited for that."""

    message = msg("The floor was closed after that moment: its levels are fixed.")
    next_step = msg("Enter it again as of now: it counts towards the next levels.")
    next_page = None


class OfAnAccount(Conflict):
    """What an account refuses. account: its code."""

    def __init__(self, message: Message | None = None, *, account: str = "", **more: Any) -> None:
        self.account = account
        super().__init__(message, **more)


class AccountClosed(OfAnAccount):
    """The drawer, table or pool behind the account is closed."""

    code = "LEDGER-003"
    message = msg("The account is closed.")


class NotEnough(OfAnAccount):
    """An account would hold less than nothing."""

    code = "LEDGER-004"
    message = msg("There is not enough money in the account.")
    next_step = msg("Check the amount or transfer more first.")


class AlreadyReversed(Conflict):
    """An entry is taken back once."""

    code = "LEDGER-005"
    message = msg("This entry was reversed before.")


class ClockMoved(Conflict):
    """A live act happens now, by the database's clock."""

    code = "LEDGER-007"
    message = msg("The clock moved while this was being booked.")
    next_step = msg("Send it again.")


class DayNotEarly(Conflict):
    """A close stands once its hour has come."""

    code = "LEDGER-008"
    message = msg("Only a close that was made before its hour can be taken back, until that hour.")
    next_step = msg("Book it today and name the day it concerns.")
    next_page = "late-entry"


class SealRefused(Conflict):
    """The day cannot be sealed now."""

    code = "LEDGER-006"
    message = msg("This gaming day cannot be sealed now.")


class EpochNotBegun(Refusal):
    """The server was restored or promoted, and what it knows is not compared yet."""

    status = 503
    code = "LEDGER-009"
    message = msg("The database was restored a moment ago.")
    next_step = msg("Wait until it is compared with its copies outside, then try again.")
    next_page = "epoch"


class NotSettled(Conflict):
    """A restore lost acts whose money may have left the house."""

    code = "LEDGER-010"
    message = msg("The database was restored, and what it lost is not settled.")
    next_step = msg("Two people settle each lost act, then the desks open.")
    next_page = "epoch"


class KeyLost(Conflict):
    """The request was carried out once, then lost by a restore: two people said what follows."""

    code = "LEDGER-011"
    message = msg("This was carried out before the database was restored.")
    next_step = msg("Look up how it was settled, then start a new operation if it is due.")
    next_page = "epoch"


class ClubHeld(Conflict):
    """The club's books are about to be written in another cell, or are."""

    code = "LEDGER-012"
    message = msg("The club is moving to another server.")
    next_step = msg("Try again in a few minutes: the page then leads to the new address.")


REFUSALS: dict[str, type[Refusal]] = {
    "house_club_held": ClubHeld,
    "epochs_not_begun": EpochNotBegun,
    "epochs_unsettled": NotSettled,
    "epochs_lost_key": KeyLost,
    "ledger_key_reused": KeyReused,
    "ledger_day_unknown": DayNotOpen,
    "ledger_day_closed": DayNotOpen,
    "ledger_day_sealed": DayNotOpen,
    "ledger_day_wrong": DayNotOpen,
    "ledger_day_ahead": DayToCome,
    "ledger_period_closed": DayNotOpen,
    "ledger_level_fixed": LevelFixed,
    "ledger_clock_moved": ClockMoved,
    "ledger_day_not_early": DayNotEarly,
    "ledger_account_closed": AccountClosed,
    "ledger_floor": NotEnough,
    "ledger_entry_reversed_once": AlreadyReversed,
    "ledger_day_not_closed": SealRefused,
    "ledger_seal_order": SealRefused,
    "ledger_day_not_over": SealRefused,
}


# Constraint, what its sentence must contain, and what is said of the day; the first that fits.
OF_A_DAY = (
    ("ledger_day_unknown", "", msg("The gaming day {day:%d.%m.%Y} is not open.")),
    ("ledger_day_ahead", "", msg("The gaming day {day:%d.%m.%Y} is still to come.")),
    ("ledger_day_wrong", "", msg("That moment is not in the gaming day {day:%d.%m.%Y}.")),
    (
        "ledger_day_closed",
        "cannot be closed",
        msg("The gaming day {day:%d.%m.%Y} cannot be closed at that moment."),
    ),
    (
        "ledger_day_closed",
        "",
        msg("The gaming day {day:%d.%m.%Y} is closed: only counts and adjustments may follow."),
    ),
    ("ledger_day_sealed", "later", msg("A later gaming day than {day:%d.%m.%Y} is sealed.")),
    ("ledger_day_sealed", "", msg("The gaming day {day:%d.%m.%Y} is sealed.")),
    ("ledger_period_closed", "", msg("The period of the gaming day {day:%d.%m.%Y} is closed.")),
    (
        "ledger_day_not_closed",
        "",
        msg("The gaming day {day:%d.%m.%Y} is not closed, or sealed already."),
    ),
    ("ledger_day_not_over", "", msg("The gaming day {day:%d.%m.%Y} is not over yet.")),
    ("ledger_seal_order", "", msg("The gaming day {day:%d.%m.%Y} has to be sealed first.")),
)
ISO_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")  # as PostgreSQL writes it
# What whoever is short of it counts before long: a refusal doesn't say what the books have.
COUNTED_BLIND = {"cash:drawer", "chips:bank"}
MORE_THAN_GUESTS_HOLD = msg("These are more chips than guests hold by the books.")
ENTER_FIRST = msg(
    "Check the amount. If a cash-out is not recorded yet, ask the floor supervisor to record it."
)


def refusal_of(error: IntegrityError) -> Refusal | None:
    """Return the refusal that a constraint of the ledger stands for."""
    name = constraint_name(error)
    refusal = REFUSALS.get(name)
    if refusal is None:
        return None
    diag = error.__cause__.diag  # type: ignore[union-attr]
    if refusal is NotEnough:
        return _not_enough(diag.column_name, there_cents=int(diag.message_detail))
    if refusal is AccountClosed:
        code = diag.column_name
        return AccountClosed(msg("{name}: closed.", name=CHART[code].name), account=code)
    return refusal(of_a_day(name, diag.message_primary))


def of_a_day(constraint: str, said: str) -> Message | None:
    """Say what the database says of a gaming day, or nothing where the refusal says it."""
    for name, part, words in OF_A_DAY:
        if name == constraint and part in said and (found := ISO_DAY.search(said)):
            return catalogued(words.template, day=date.fromisoformat(found.group()))
    return None


def _not_enough(code: str, *, there_cents: int) -> NotEnough:
    name, there = CHART[code].name, format_cents(there_cents)
    if code == "chips:floor":
        return NotEnough(MORE_THAN_GUESTS_HOLD, next_step=ENTER_FIRST, account=code)
    if code in COUNTED_BLIND:
        return NotEnough(msg("{name}: not enough.", name=name), account=code)
    said = msg("{name}: only {there} is available.", name=name, there=there)
    return NotEnough(said, account=code)
