"""
The plan of a club: everything that it opens with, in one frozen object.

A file (TOML) and the pages say it in the same plain data, text wherever a person writes: amounts
as at the desk, settings of the rule book as on the page of the rules.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date, time
from typing import Annotated, Any, Literal, get_args
from zoneinfo import ZoneInfo

from casino.house.rulebook import NAMES, ControlsName, RuleBook, load_book
from casino.house.rulebook_format import value as typed_value
from casino.ledger.chart import CHART, Kind
from casino.messages import Message, msg, verbatim
from casino.money import MoneyError, format_cents, parse_cents
from casino.names import SIGN_IN_NAME, clean_text
from casino.refusals import BadInput
from casino.schema import By, Distinct, Range

RoleName = Literal["cashier", "supervisor", "director", "accountant", "manager", "auditor"]
LanguageName = Literal["et", "ru", "en", "lv"]
ONE_HOST: str = get_args(ControlsName)[0]
MAX_DENOMINATION_CENTS = 100_000_000
# The first words of addresses that are no club's.
RESERVED = {
    "api",
    "board",
    "events",
    "lock",
    "me",
    "pool",
    "setup",
    "sign-in",
    "sign-out",
    "standing",
    "static",
    "unlock",
}
# Money that is there or owed. House chips are none; income begins at zero.
OPENING = (
    *(
        code
        for code, account in CHART.items()
        if account.per == "club"
        and account.kind not in {Kind.INCOME, Kind.EXPENSE}
        and not (account.kind is Kind.EQUITY and code.startswith("chips:"))
    ),
    "jackpot:pool",
)


def _pattern(form: str, allowed: Message) -> Callable[[Any], str]:
    known = re.compile(form, re.ASCII)

    def make(text: Any) -> str:
        if not isinstance(text, str) or not known.fullmatch(text):
            raise ValueError(allowed)
        return text

    return make


def _amount(text: Any) -> int:
    if not isinstance(text, str):
        raise ValueError(msg('must be an amount written as text, "12 500" or "0,50"'))
    try:
        return parse_cents(text)
    except MoneyError as why:
        raise ValueError(verbatim(why.message.localized().rstrip("."))) from why


def _denomination(text: Any) -> int:
    cents = _amount(text)
    if not 0 < cents <= MAX_DENOMINATION_CENTS:
        raise ValueError(
            msg("must be from 0,01 to {maximum}", maximum=format_cents(MAX_DENOMINATION_CENTS))
        )
    return cents


def _name(max_length: int) -> Callable[[Any], str]:
    def make(text: Any) -> str:
        try:
            return clean_text(text, max_length=max_length)
        except BadInput as why:
            raise ValueError(verbatim(why.message.localized().rstrip("."))) from why

    return make


def _zone(text: Any) -> str:
    try:
        return ZoneInfo(text).key
    except (ValueError, KeyError, TypeError, OSError) as why:
        raise ValueError(msg("must be a time zone like Europe/Tallinn")) from why


def _book(text: Any) -> str:
    if text not in NAMES:
        raise ValueError(msg("must be one of {words}", words=", ".join(NAMES)))
    return str(text)


Slug = Annotated[
    str,
    By(
        _pattern(r"[a-z0-9]+(-[a-z0-9]+)*", msg("must be small letters, digits and single hyphens"))
    ),
    Range(1, 50),
]
Username = Annotated[
    str,
    By(_pattern(SIGN_IN_NAME, msg("must be small letters, digits and . _ - @"))),
]
Currency = Annotated[str, By(_pattern(r"[A-Z]{3}", msg("must be three capitals like EUR")))]
Zone = Annotated[str, By(_zone)]
Name = Annotated[str, By(_name(100))]
PlaceName = Annotated[str, By(_name(50))]
Amount = Annotated[int, By(_amount)]
Denominations = Annotated[tuple[Annotated[int, By(_denomination)], ...], Range(1, 40), Distinct()]
Places = Annotated[tuple[PlaceName, ...], Range(0, 100), Distinct()]


@dataclass(frozen=True, kw_only=True, slots=True)
class ClubPart:
    """
    The club; time zone, currency and close are the rule book's where nothing is said.

    language: of its screens, slips and new people; English where nothing is said. controls: its
    control profile; in `home` one person holds every role.
    """

    slug: Slug
    name: Name
    first_day: date
    timezone: Zone | None = None
    currency: Currency | None = None
    closes_at: time | None = None
    language: LanguageName | None = None
    controls: ControlsName | None = None

    @property
    def has_one_host(self) -> bool:
        """Whether one person may hold every role, by the control profile."""
        return self.controls == ONE_HOST


@dataclass(frozen=True, kw_only=True, slots=True)
class RulesPart:
    """The rule book, and what the club sets in it: key to value as people write it."""

    book: Annotated[str, By(_book)]
    overrides: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True, slots=True)
class MoneyPart:
    """Values of the notes, coins and chips in cents; the euro's and a usual set if left out."""

    notes: Denominations | None = None
    chips: Denominations | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class RoomPart:
    """Names of the drawers, the cash tables and the jackpot."""

    drawers: Annotated[Places, Range(1, 100)]
    tables: Places = ()
    jackpot: PlaceName | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Person:
    """Somebody who signs in."""

    username: Username
    name: Name
    roles: Annotated[tuple[RoleName, ...], Range(1, 6), Distinct()]


@dataclass(frozen=True, kw_only=True, slots=True)
class Plan:
    """A club as it opens; opening: account to cents, each on the side where it grows."""

    club: ClubPart
    rules: RulesPart
    room: RoomPart
    people: Annotated[tuple[Person, ...], Range(1, 200)]
    money: MoneyPart = field(default_factory=MoneyPart)
    opening: dict[str, Amount] = field(default_factory=dict)

    @property
    def overrides(self) -> dict[str, Any]:
        """The club's own settings as the book's plain data. Raises BadInput."""
        return {key: typed_value(key, typed) for key, typed in self.rules.overrides.items()}

    @property
    def edition(self) -> RuleBook:
        """The rule book with the club's own settings. Raises BadInput."""
        return load_book(self.rules.book).with_overrides(self.overrides)


def debit_cents(code: str, cents: int) -> int:
    """Return an opening balance as the ledger has it, owed negative. Source: DESIGN 4."""
    return cents if CHART[code].kind is Kind.ASSET else -cents


def sides(opening: Mapping[str, int]) -> tuple[int, int]:
    """Return what is there, and what is owed or the owners', in cents. Source: DESIGN 4."""
    signed = [debit_cents(code, cents) for code, cents in opening.items()]
    return sum(c for c in signed if c > 0), -sum(c for c in signed if c < 0)
