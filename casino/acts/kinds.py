"""
The kinds of input that an act takes: what may be given, and how the act's key keeps it.

A kind stands in an argument's annotation, `cents: Amount`; its plain type (int, str, date, a
Literal) is what the act's body gets. `kinds_of` reads them off a body once, at its import.
"""

import hmac
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Annotated, Any

from django.conf import settings

from casino.house.rulebook import NAMES
from casino.limits import (
    MAX_CENTS,
    MAX_COUNT,
    MAX_ID,
    MAX_LINE_LENGTH,
    MAX_NAME_LENGTH,
    MAX_QUANTITY,
    MAX_ROWS,
    AboveLimit,
)
from casino.messages import Message, msg, msg_count
from casino.money import format_cents
from casino.names import clean_text
from casino.refusals import BadInput, NotFound
from casino.schema import plain

SURROGATE = re.compile("[\ud800-\udfff]")


# By identity: an Annotated that is joined with None hashes its marks.
@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class Kind:
    """
    Any value that JSON can say; the base of all kinds. label: its name on a page.

    added: of an argument that the act took later: its default is kept by no key, so that a request
    of the program before is the same one.
    """

    label: str = ""
    optional: bool = False
    added: bool = False

    def check(self, value: Any, field: str) -> Any:
        """Return the value as the act takes it. Raises BadInput for text that nothing can keep."""
        if any("\0" in text or SURROGATE.search(text) for text in _texts(value)):
            raise BadInput(msg("There is a character in it that cannot be shown."), field=field)
        return value

    def __call__(self, value: Any, where: str) -> Any:
        """Check a value that `casino.schema` has read: a kind marks parts of a shape, too."""
        return self.check(value, where)

    def as_plain(self, value: Any) -> Any:
        """Return a checked value as a proposal keeps and shows it."""
        return plain(value)

    def from_plain(self, value: Any) -> Any:
        """Return a value out of what a proposal keeps."""
        return value

    def as_key(self, value: Any) -> Any:
        """Return a checked value as the act's key keeps it; None: not at all."""
        return self.as_plain(value)

    def own_words(self, value: Any) -> Iterator[str]:
        """Yield what somebody wrote in their own words, which is kept for good."""
        yield from ()


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class Whole(Kind):
    """A whole number from `low` to `high`, both included."""

    low: int = 0
    high: int = MAX_COUNT

    def check(self, value: Any, field: str) -> Any:
        """Raise BadInput for another number."""
        if not self.low <= value <= self.high:
            said = msg("Write a number from {low} to {high}.", low=self.low, high=self.high)
            raise BadInput(said, field=field)
        return value


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class Identity(Kind):
    """The id of something in the club."""

    def check(self, value: Any, field: str) -> Any:
        """Raise NotFound for a number that cannot be one."""
        if not 1 <= value <= MAX_ID:
            raise NotFound(field=field)
        return value


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class Cents(Kind):
    """Integer cents; maximum: the highest that one operation moves."""

    minimum: int = 0
    maximum: int = MAX_CENTS

    def check(self, value: Any, field: str) -> Any:
        """Raise BadInput below the minimum, AboveLimit above the maximum."""
        if value < self.minimum:
            if self.minimum == -MAX_CENTS:
                raise AboveLimit(field=field)
            if self.minimum == 1:
                raise BadInput(msg("Write an amount above zero."), field=field)
            raise BadInput(
                msg("Write at least {minimum}.", minimum=format_cents(self.minimum)), field=field
            )
        if value > self.maximum:
            if self.maximum == MAX_CENTS:
                raise AboveLimit(field=field)
            raise BadInput(
                msg("Write at most {maximum}.", maximum=format_cents(self.maximum)), field=field
            )
        return value


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class Text(Kind):
    """
    One line of text in any script, cleaned; may_be_empty: "" passes, too.

    private: about a guest, so the key keeps a fingerprint and the guest can be erased; free: one
    writes what one likes, a reason, a file's name, and so may write who it was.
    """

    max_length: int = MAX_NAME_LENGTH
    may_be_empty: bool = False
    private: bool = False
    free: bool = False

    def check(self, value: Any, field: str) -> Any:
        """Return the text in NFC. Raises BadInput."""
        if self.may_be_empty and isinstance(value, str) and not value.strip():
            return ""
        return clean_text(value, field=field, max_length=self.max_length)

    def as_key(self, value: Any) -> Any:
        """Return the text, or its fingerprint."""
        return fingerprint(value) if self.private and value else value

    def own_words(self, value: Any) -> Iterator[str]:
        """Yield it where it is free."""
        if self.free:
            yield value


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class Prose(Text):
    """Text of several lines, kept as it was written."""

    max_length: int = 20 * MAX_LINE_LENGTH

    def check(self, value: Any, field: str) -> Any:
        """Raise BadInput above the length."""
        Kind.check(self, value, field)
        if len(value) > self.max_length:
            said = msg_count(
                "Write at most {number} character.",
                "Write at most {number} characters.",
                self.max_length,
            )
            raise BadInput(said, field=field)
        return value


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class Written(Kind):
    """Text that a regular expression fits as a whole; says: what to write instead."""

    pattern: str
    says: Message
    max_length: int = MAX_NAME_LENGTH

    def check(self, value: Any, field: str) -> Any:
        """Raise BadInput for another text."""
        if not re.fullmatch(self.pattern, value, re.ASCII):
            raise BadInput(self.says, field=field)
        return value


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class Hidden(Kind):
    """A password, PIN or code: the key never keeps it."""

    def as_key(self, value: Any) -> Any:
        return None


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class Bytes(Kind):
    """The content of a file; the key keeps its fingerprint."""

    def as_key(self, value: Any) -> Any:
        """Return its fingerprint."""
        return fingerprint(value)


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class ByDenomination(Kind):
    """A count by denomination: value of one in cents -> how many."""

    def check(self, value: Any, field: str) -> Any:
        """Raise BadInput for a quantity that cannot be right."""
        if any(cents <= 0 or not 0 <= many <= MAX_QUANTITY for cents, many in value.items()):
            raise BadInput(msg("Write how many there are, from 0 to 1 000 000."), field=field)
        return value

    def as_plain(self, value: Any) -> Any:
        """Return it with its keys as text."""
        return {str(cents): many for cents, many in sorted(value.items())}

    def from_plain(self, value: Any) -> Any:
        """Return it with its keys as numbers."""
        return {int(cents): many for cents, many in value.items()}


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class OneOf(Kind):
    """One of a few words."""

    words: tuple[str, ...] = ()

    def check(self, value: Any, field: str) -> Any:
        """Raise BadInput for another word."""
        if value not in self.words:
            raise BadInput(msg("Send one of: {words}.", words=", ".join(self.words)), field=field)
        return value


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class Flag(Kind):
    """Yes or no."""


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class Day(Kind):
    """A calendar day of some years, usually of this century; private: as of a text."""

    years: range = range(2000, 2101)
    private: bool = False

    def check(self, value: Any, field: str) -> Any:
        """Raise BadInput for a year that cannot be right."""
        if value.year not in self.years:
            raise BadInput(msg("That year cannot be right."), field=field)
        return value

    def as_key(self, value: Any) -> Any:
        """Return the day, or its fingerprint."""
        return fingerprint(value.isoformat()) if self.private else self.as_plain(value)

    def from_plain(self, value: Any) -> Any:
        return date.fromisoformat(value)


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class Instant(Kind):
    """An aware instant."""

    def from_plain(self, value: Any) -> Any:
        return datetime.fromisoformat(value)


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class Values(Kind):
    """Values by name, each of one kind: the settings of a rule book."""

    of: Kind = Kind()

    def check(self, value: Any, field: str) -> Any:
        """Raise BadInput for something else."""
        if not isinstance(value, Mapping):
            raise BadInput(msg("Send values by name."), field=field)
        return {name: self.of.check(each, name) for name, each in value.items()}


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class Several(Kind):
    """A list of values of one kind, from `minimum` to `maximum` of them."""

    of: Kind = Kind()
    minimum: int = 0
    maximum: int = MAX_ROWS

    def check(self, value: Any, field: str) -> Any:
        """Return the list, each value checked. Raises BadInput for too few or too many."""
        if not self.minimum <= len(value) <= self.maximum:
            said = msg(
                "Send {minimum} to {maximum} of them.", minimum=self.minimum, maximum=self.maximum
            )
            raise BadInput(said, field=field)
        return [self.of.check(each, field) for each in value]

    def as_plain(self, value: Any) -> Any:
        """Return each as it is kept."""
        return [self.of.as_plain(each) for each in value]

    def as_key(self, value: Any) -> Any:
        """Return each as the key keeps it."""
        return [self.of.as_key(each) for each in value]

    def own_words(self, value: Any) -> Iterator[str]:
        """Yield those of each."""
        for each in value:
            yield from self.of.own_words(each)

    def from_plain(self, value: Any) -> Any:
        return [self.of.from_plain(each) for each in value]


Id = Annotated[int, Identity()]
Amount = Annotated[int, Cents(minimum=1)]
AmountOrZero = Annotated[int, Cents()]
# As on a statement: money out has a minus.
SignedAmount = Annotated[int, Cents(minimum=-MAX_CENTS)]
Number = Annotated[int, Whole()]
Name = Annotated[str, Text(free=True)]
ShortName = Annotated[str, Text(max_length=50, free=True)]
FileName = Annotated[str, Text(max_length=150, free=True)]
# Of who works here or for the club, though a guest may be called the same.
ColleagueName = Annotated[str, Text()]
Line = Annotated[str, Text(max_length=MAX_LINE_LENGTH, free=True)]
Reason = Annotated[str, Text(max_length=MAX_LINE_LENGTH, free=True)]
Note = Annotated[str, Text(max_length=MAX_LINE_LENGTH, may_be_empty=True, free=True)]
PrivateName = Annotated[str, Text(private=True)]
PrivateReason = Annotated[str, Text(max_length=MAX_LINE_LENGTH, private=True)]
Secret = Annotated[str, Hidden()]
File = Annotated[bytes, Bytes()]
Language = Annotated[str, OneOf(words=tuple(dict(settings.LANGUAGES)))]
Book = Annotated[str, OneOf(words=NAMES)]
Overrides = Annotated[Mapping[str, Any], Values()]
NO_OVERRIDES: Mapping[str, Any] = {}
Denominations = Annotated[Mapping[int, int], ByDenomination()]


def fingerprint(value: str | bytes) -> str:
    """Return what a key keeps of a private value: equal for equal ones, and no way back."""
    data = value if isinstance(value, bytes) else value.encode()
    return hmac.digest(settings.SECRET_KEY.encode(), data, "sha256").hex()


def _texts(value: Any) -> Iterator[str]:
    """Yield every text in plain data."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for name, inner in value.items():
            yield from (str(name), *_texts(inner))
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _texts(inner)
