"""What a club's rules answer to a question, its closings and what was booked late."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from casino.house.queries import book_on
from casino.house.rulebook import RuleBook
from casino.house.stamp import Stamp
from casino.office.calculators import answered
from casino.office.calculators.fields import own_settings
from casino.office.calculators.registry import asks_a_book
from casino.office.models import Closing, LateEntry
from casino.refusals import NotFound
from casino.words import say
from jackpot import queries as jackpot
from jackpot.queries import Level
from jackpot.rules.payouts import paid_from

MOST_LATE = 200


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
    levels = [jackpot.level(each) for each in jackpot.jackpots(club_id)]
    return [
        WouldPay(level=each, parts=paid_from(book, base_cents=each.base_cents, **won))
        for each in levels
    ]


def closings(club_id: int, *, limit: int = 100) -> list[Closing]:
    """Return the latest numbered documents, the latest first."""
    found = Closing.objects.filter(club_id=club_id).defer("content").select_related("closed_by")
    return list(found.order_by("-number")[:limit])


def closing(club_id: int, number: int) -> Closing:
    """Return a numbered document. Raises NotFound."""
    found = Closing.objects.filter(club_id=club_id, number=number).select_related("closed_by")
    row = found.first()
    if row is None:
        raise NotFound(say("There is no such document in this club."), field="number")
    return row


def closing_of(club_id: int, day: date) -> Closing | None:
    """Return the document of a sealed day; None before, and for days sealed before there were."""
    return Closing.objects.filter(club_id=club_id, period="day", first_day=day).first()


def late_entries(
    club_id: int, first_day: date | None = None, last_day: date | None = None
) -> list[LateEntry]:
    """Return what was booked late, or about days from one to another; the latest first."""
    found = LateEntry.objects.filter(club_id=club_id)
    if first_day and last_day:
        found = found.filter(concerns__range=(first_day, last_day))
    people = found.select_related("proposal__proposed_by", "proposal__decided_by")
    return list(people.order_by("-id")[:MOST_LATE])


def _edition(book: RuleBook, day: date | None) -> Edition:
    own = own_settings(book)
    return Edition(
        house=book.name, title=book.title, number=book.number, gaming_day=day, own_settings=own
    )
