"""Reading the editions of a club: who adopted what when, and any two of them side by side."""

import json
import re
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from casino.approvals.models import Proposal
from casino.approvals.queries import open_proposals, proposal
from casino.house.models import Adoption
from casino.house.queries import adoptions, edition, own_edition
from casino.house.rulebook import NAMES, RuleBook, load_book
from casino.messages import catalogued, msg
from casino.refusals import NotFound
from casino.staff.models import User

ADOPTION = "editions.adopt_book"
PROPOSED = re.compile(r"proposal-([1-9][0-9]{0,17})", re.ASCII)


@dataclass(frozen=True, kw_only=True, slots=True)
class Edition:
    """
    An edition of a club: its book, from which day until which (included, None while open).

    proposed_by is None for the book with which the club opened.
    """

    adoption: Adoption
    book: RuleBook
    first_day: date
    last_day: date | None
    in_force: bool
    proposed_by: User | None
    adopted_by: User | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Choice:
    """A set of rules that can be put beside another, under the name that its address has."""

    name: str
    title: str
    book: RuleBook


def editions(club_id: int, *, today: date) -> list[Edition]:
    """Return the editions of a club, the latest first."""
    found = adoptions(club_id)
    people = {one for each in found for one in (each.proposed_by_id, each.adopted_by_id) if one}
    users = User.objects.in_bulk(people)
    return [_edition(each, users, today) for each in found]


def edition_from(club_id: int, first_day: date, *, today: date) -> Edition:
    """Return the edition that begins on a day. Raises NotFound."""
    for found in editions(club_id, today=today):
        if found.first_day == first_day:
            return found
    raise NotFound(msg("No version of the rules begins on that day."), field="first_day")


def proposed_editions(club_id: int, *, at: datetime) -> list[Proposal]:
    """Return the adoptions that wait for a second person, the oldest first."""
    return [each for each in open_proposals(club_id, at=at) if each.operation == ADOPTION]


def proposed_book(content: dict[str, Any]) -> RuleBook:
    """Return the rules that a proposal, or its `instead_of`, names."""
    return edition(content["book"], json.dumps(content["overrides"], sort_keys=True))


def choices(club_id: int, *, at: datetime, today: date) -> list[Choice]:
    """Return what can be put side by side: proposals, editions, and the books as they stand."""
    proposed = [_proposed(each) for each in proposed_editions(club_id, at=at)]
    adopted = [
        Choice(
            name=each.first_day.isoformat(),
            title=msg(
                "{title}, from {day:%d.%m.%Y}",
                title=catalogued(each.book.title),
                day=each.first_day,
            ),
            book=each.book,
        )
        for each in editions(club_id, today=today)
    ]
    books = [
        Choice(
            name=name,
            title=msg("{title}, the book unchanged", title=catalogued(load_book(name).title)),
            book=load_book(name),
        )
        for name in NAMES
    ]
    return [*proposed, *adopted, *books]


def chosen(club_id: int, name: str, among: list[Choice]) -> Choice:
    """Return the rules of that name; a decided proposal's can be read too. Raises NotFound."""
    for choice in among:
        if choice.name == name:
            return choice
    if number := PROPOSED.fullmatch(name):
        found = proposal(club_id, int(number[1]))
        if found.operation == ADOPTION:
            return _proposed(found)
    raise NotFound(msg("There are no such rules in this club."))


def _proposed(found: Proposal) -> Choice:
    book = proposed_book(found.content)
    day = date.fromisoformat(found.content["first_day"])
    title = msg("{title}, proposed from {day:%d.%m.%Y}", title=catalogued(book.title), day=day)
    return Choice(name=f"proposal-{found.pk}", title=title, book=book)


def _edition(adoption: Adoption, users: dict[int, User], today: date) -> Edition:
    period = adoption.period
    return Edition(
        adoption=adoption,
        book=own_edition(adoption),
        first_day=period.lower,
        last_day=period.upper and date.fromordinal(period.upper.toordinal() - 1),
        in_force=today in period,
        proposed_by=users.get(adoption.proposed_by_id or 0),
        adopted_by=users.get(adoption.adopted_by_id or 0),
    )
