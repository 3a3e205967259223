"""What a club's rules answer to a question."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from casino.calculators.registry import answered, asks_a_book
from casino.calculators.topics.fields import own_settings
from casino.house.queries import book_on
from casino.house.rulebook import RuleBook
from casino.house.stamp import Stamp
from jackpot.queries import levels as levels_queries
from jackpot.queries.levels import Level
from jackpot.rules.payouts import paid_from


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


@dataclass(frozen=True, kw_only=True, slots=True)
class WouldPay:
    """What a jackpot would pay from its level of now: kind of hand -> cents."""

    level: Level
    parts: dict[str, int]

    def as_json(self) -> dict[str, Any]:
        """Return it as the API says it."""
        name = str(self.level.jackpot)
        return {"jackpot": name, "base_cents": self.level.base_cents} | self.parts


def club_answer(stamp: Stamp | None, topic: str, given: dict[str, Any]) -> ClubAnswer:
    """
    Return the answer of a topic to plain data; where it names no house, the club's rules answer.

    stamp: of who asks; None where no club does.

    Raises BadInput, another Refusal if the house says no, NoBookAdopted.
    """
    own = None
    if stamp and "house" not in given and asks_a_book(topic):
        own = book_on(stamp.club_id, stamp.gaming_day)
    found = answered(topic, given, house=own)
    day = stamp.gaming_day if stamp and own else None
    edition = _edition(found.book, day) if found.book else None
    return ClubAnswer(values=found.values, edition=edition)


def would_pay(club_id: int, topic: str, found: ClubAnswer) -> list[WouldPay]:
    """
    Return what a hand that wins would be paid now from each of the club's jackpots.

    Only where the club's own rules of today answered. Source: OLY-4.4, OLY-4.6, OLY-4.10, AMB-29.
    """
    if topic != "jackpot_qualification" or not (found.edition and found.edition.gaming_day):
        return []
    won = {name: found.values[name] for name in ("bad_beat", "royal_flush")}
    book = book_on(club_id, found.edition.gaming_day)
    if not any(won.values()) or book.jackpot is None:
        return []
    levels = [levels_queries.level(each) for each in levels_queries.in_use(club_id)]
    return [
        WouldPay(level=each, parts=paid_from(book, base_cents=each.base_cents, **won))
        for each in levels
    ]


def _edition(book: RuleBook, day: date | None) -> Edition:
    own = own_settings(book)
    return Edition(
        house=book.name, title=book.title, number=book.number, gaming_day=day, own_settings=own
    )
