"""A calculator at a club: the question is asked, the club's rules answer, all in its words."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from casino.calculators.forms.question import Question
from casino.calculators.headings import Topic
from casino.calculators.labels import Labels
from casino.calculators.queries import Edition, WouldPay, club_answer, would_pay
from casino.calculators.registry import asks_a_book
from casino.calculators.sheet import SIGNS, Sheet, Writer
from casino.house.models import Club
from casino.house.queries import NoBookAdopted, book_on
from casino.house.rulebook import NAMES, RuleBook, load_book
from casino.house.rulebook_format import full_label, text
from casino.house.stamp import Stamp
from casino.messages import catalogued, msg
from casino.refusals import Refusal

NOTHING: tuple[Any, ...] = (None, [], {})


class Desk:
    """One topic's page for one club; `edition` and `pays` are known once it has answered."""

    edition: Edition | None = None
    pays: Sequence[WouldPay] = ()

    def __init__(self, topic: Topic, club: Club, stamp: Stamp) -> None:
        clock = {"timezone": club.timezone, "close_local": f"{club.closes_at:%H:%M}"}
        own = {name: value for name, value in clock.items() if name in topic.start}
        self.topic = replace(topic, start=topic.start | own)
        self.club, self.stamp = club, stamp
        self.sign = SIGNS.get(club.currency, club.currency)
        self.labels = Labels(own=topic.labels, houses=self._houses(), zone=club.timezone)
        self.question = Question(self.topic, self.labels)

    @cached_property
    def book(self) -> RuleBook | None:
        """The club's rules of today, None where it has none."""
        try:
            return book_on(self.stamp.club_id, self.stamp.gaming_day)
        except NoBookAdopted:
            return None

    @property
    def asks_a_book(self) -> bool:
        """Whether the answer depends on the house."""
        return asks_a_book(self.topic.name)

    def _houses(self) -> list[tuple[str, str]]:
        own = self.book
        today = (
            msg("{club} today: {title}", club=self.club, title=catalogued(own.title))
            if own
            else msg("{club}: no book adopted", club=self.club)
        )
        return [("", today), *((name, catalogued(load_book(name).title)) for name in NAMES)]

    def load(self, data: Mapping[str, str]) -> None:
        """Take what was typed."""
        self.question.load(data)

    def answer(self) -> Sheet | None:
        """Return the answer; None where something is wrong, and the question says what."""
        given = self.question.given()
        if self.question.problems:
            return None
        try:
            found = club_answer(self.stamp, self.topic.name, given)
        except Refusal as refusal:
            self.question.refuse(refusal)
            return None
        self.edition = found.edition
        self.pays = would_pay(self.stamp.club_id, self.topic.name, found)
        shown = [field.own_name for field in self.question.fields]
        asked: dict[str, Any] = {
            name: given[name]
            for name in shown
            if name != "house" and given.get(name) not in NOTHING
        }
        writer = Writer(topic=self.topic, labels=self.labels, currency=self.club.currency)
        return writer.sheet(asked, found.values)

    @property
    def settings(self) -> list[tuple[str, str]]:
        """(what, value) of what the club has set otherwise than its book, after an answer."""
        own = self.edition.own_settings if self.edition else {}
        return [(full_label(key), text(key, value)) for key, value in own.items()]

    @property
    def paragraph(self) -> str:
        """What the paragraph of a refusal says, where the club's book knows it."""
        refusal, book = self.question.refusal, self.book
        return book.paragraphs.get(refusal.source or "", "") if refusal and book else ""
