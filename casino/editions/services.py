"""Adopting a rule book: one person proposes the step to new rules, a second one takes it."""

from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from typing import Any

from django.db.backends.postgresql.psycopg_any import DateRange

from casino.acts.kinds import NO_OVERRIDES, Book, Overrides, Reason
from casino.approvals.queries import proposal
from casino.approvals.signed import NothingChanges, Preview, signed
from casino.db import refusing
from casino.editions.queries import ADOPTION
from casino.house.models import Adoption, Club
from casino.house.queries import adoptions, own_edition
from casino.house.rulebook import load_book
from casino.house.stamp import Stamp
from casino.kept_sql import hold
from casino.ledger.queries.balances import refs
from casino.ledger.queries.gaming_days import day
from casino.messages import Message, msg
from casino.refusals import BadInput, Conflict, Refusal
from casino.schema import plain

# What the books say of it counts when a club opens; afterwards its money and clock are its own.
CLUBS_OWN = frozenset({"house.currency", "house.timezone", "house.closes_at"})
# A club sets what it takes up to these; the limits themselves are the paragraph's.
BOOKS_OWN = frozenset({"rake.max_percent_bp", "rake.max_cap_cents", "time_rake.max_table_cents"})
# Who decides these stands in the book; of all else it is told, and the permissions decide.
DECIDED_BY_BOOK = frozenset(
    f"decides.{what}"
    for what in (
        "deviation",
        "dispute",
        "ranking",
        "seat_change",
        "table_limits_change",
        "tournament_change",
        "tournament_start",
    )
)
# What a book can say for its calculators and no tournament does.
NEVER_DONE = {
    "royal_flush_pool.rest": (
        "prize_pool",
        msg("It stays in the jackpot: hands win it until the end, and prizes are fixed before."),
    )
}
FURTHEST = timedelta(days=366)
POOL = "jackpot:pool"


class PastAdoption(Refusal):
    """A night is computed with the rules of its day, for ever."""

    code = "HOUSE-002"
    message = msg("A rule book can be adopted from today's gaming day on, not in the past.")
    next_step = msg("Propose it with a later first day.")


class DayHasItsRules(Conflict):
    """What is booked was computed with the rules of its day."""

    code = "HOUSE-004"
    message = msg("That gaming day already has entries. Its rules cannot change.")
    next_step = msg("Take the next gaming day as the first one.")


def told_by_permissions(keys: Iterable[str]) -> set[str]:
    """Return the keys that say who decides what the permissions decide."""
    return {key for key in keys if key.startswith("decides.")} - DECIDED_BY_BOOK


def adoption_preview(
    stamp: Stamp, *, book: str, first_day: date, overrides: Mapping[str, Any], reason: str
) -> Preview:
    """
    Say what would be adopted, instead of what, and what of later days is withdrawn by it.

    Beside it, that the club has no pool yet for the book's jackpot.
    Raises PastAdoption, DayHasItsRules, NothingChanges, BadInput (naming the key, its value and
    what is allowed; the limits of the book itself are not a club's).
    """
    _check_day(stamp, first_day)
    as_it_stands = load_book(book)
    wanted = as_it_stands.with_overrides(overrides)
    for key in sorted(CLUBS_OWN & overrides.keys()):
        raise BadInput(msg("It is set for the club, not in its rule book."), field=key)
    for key in sorted(told_by_permissions(overrides)):
        raise BadInput(msg("Who may do it is set under Permissions."), field=key)
    for key in sorted(BOOKS_OWN & overrides.keys()):
        source = as_it_stands.source(key)
        said = msg("It is the house's own limit: {says}", says=as_it_stands.says(source))
        raise BadInput(said, field=key, source=source)
    for key, why in never_done(overrides):
        raise BadInput(why, field=key, source=as_it_stands.source(key))
    earlier, withdrawn = _editions(stamp, first_day)
    before = earlier or withdrawn[0]
    in_force = own_edition(before)
    same = (wanted.name, wanted.values) == (in_force.name, in_force.values)
    if same and not withdrawn:
        raise NothingChanges(msg("Nothing would change: these are the rules in force on that day."))
    own = {key: value for key, value in overrides.items() if value != as_it_stands.values[key]}
    days = [each.period.lower.isoformat() for each in withdrawn]
    return Preview(
        content={
            "overrides": plain(own),
            "instead_of": {"book": before.book, "overrides": before.overrides},
        }
        | ({"withdrawn": days} if days else {}),
        ahead={"lacks_pool": True} if wanted.jackpot and not refs(stamp.club_id, POOL) else {},
    )


def never_done(overrides: Mapping[str, Any]) -> list[tuple[str, Message]]:
    """Return which values of a club's own no service would carry out, each with its reason."""
    return [(key, why) for key, (value, why) in NEVER_DONE.items() if overrides.get(key) == value]


@signed(
    ADOPTION,
    asked_as="editions.propose_adoption",
    preview=adoption_preview,
    kinds={ADOPTION: msg("Adopt a rule book")},
    lives=timedelta(days=7),
    waits="A rule book is read before it is signed.",
)
def adopt_book(
    stamp: Stamp,
    *,
    book: Book,
    first_day: date,
    overrides: Overrides = NO_OVERRIDES,
    reason: Reason,
) -> Adoption:
    """
    Adopt a rule book from a gaming day on; the edition before ends the day before.

    What would begin on that day or later is withdrawn: the latest decision holds. overrides: values
    of the book that the club sets itself, validated like the book's own.
    """
    before, withdrawn = _editions(stamp, first_day)
    for each in withdrawn:
        each.period = DateRange(empty=True)
        each.save(update_fields=["period"])
    if before and before.period.upper != first_day:
        before.period = DateRange(before.period.lower, first_day)
        before.save(update_fields=["period"])
    return adopt(
        stamp,
        book=book,
        first_day=first_day,
        overrides=overrides,
        reason=reason,
        proposal_id=stamp.proposal_id,
        proposed_by_id=stamp.person_id,
        proposed_at=proposal(stamp.club_id, stamp.proposal_id).proposed_at,
    )


def adopt(
    stamp: Stamp,
    *,
    book: str,
    first_day: date,
    overrides: Mapping[str, Any],
    reason: str,
    **proposed: object,
) -> Adoption:
    """
    Write an adoption as a step of an act; without a proposal, the first of a club.

    Raises DayHasItsRules, BadInput.
    """
    load_book(book).with_overrides(overrides)
    with refusing(house_day_has_its_rules=DayHasItsRules(field="first_day")):
        return Adoption.objects.create(
            club_id=stamp.club_id,
            book=book,
            overrides=overrides,
            period=DateRange(first_day, None),
            reason=reason,
            adopted_by_id=stamp.signed_by_id or stamp.actor_id,
            adopted_at=stamp.at,
            **proposed,
        )


def _editions(stamp: Stamp, first_day: date) -> tuple[Adoption | None, list[Adoption]]:
    """
    Return the edition that an adoption ends, and those it withdraws: they begin then or later.

    One adoption of a club after the other. None: the club has not begun by then.
    """
    if stamp.act_id:
        hold(Club, stamp.club_id)
    found = adoptions(stamp.club_id)[::-1]
    begun = [each for each in found if each.period.lower < first_day]
    return (begun[-1] if begun else None), found[len(begun) :]


def _check_day(stamp: Stamp, first_day: date) -> None:
    if first_day < stamp.gaming_day:
        said = msg(
            "{first_day:%d.%m.%Y} is over. Rules are never changed in the past.",
            first_day=first_day,
        )
        raise PastAdoption(said, field="first_day")
    if first_day > stamp.gaming_day + FURTHEST:
        raise BadInput(msg("Choose a day within a year."), field="first_day")
    if day(stamp.club_id, first_day):
        raise DayHasItsRules(field="first_day")
