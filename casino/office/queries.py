"""What a club's rules answer to a question: by its edition of the day, or by a book it names."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from casino.house.queries import book_on
from casino.house.rulebook import RuleBook
from casino.house.stamp import Stamp
from casino.office.calculators import answered
from casino.office.calculators.fields import own_settings
from casino.office.calculators.registry import asks_a_book


@dataclass(frozen=True, kw_only=True, slots=True)
class Edition:
    """The rules that answered; gaming_day: the day for which they are the club's own."""

    house: str
    title: str
    number: str
    gaming_day: date | None
    own_settings: dict[str, Any]


@dataclass(frozen=True, kw_only=True, slots=True)
class ClubAnswer:
    """The answer to a question, and the edition that gave it, if the topic asks one."""

    values: dict[str, Any]
    edition: Edition | None


def club_answer(stamp: Stamp, topic: str, given: dict[str, Any]) -> ClubAnswer:
    """
    Return the answer of a topic to plain data; where it names no house, the club's rules answer.

    Raises BadInput, another Refusal if the house says no, NoBookAdopted.
    """
    own = None
    if "house" not in given and asks_a_book(topic):
        own = book_on(stamp.club_id, stamp.gaming_day)
    found = answered(topic, given, house=own)
    day = stamp.gaming_day if own else None
    edition = _edition(found.book, day) if found.book else None
    return ClubAnswer(values=found.values, edition=edition)


def _edition(book: RuleBook, day: date | None) -> Edition:
    own = own_settings(book)
    return Edition(
        house=book.name, title=book.title, number=book.number, gaming_day=day, own_settings=own
    )
