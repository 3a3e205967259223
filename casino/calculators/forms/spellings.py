"""How people type values: 12,50 for money, AhKh for cards, 1-6 for seats, wall clock for time."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, time
from functools import partial
from typing import Any, Literal, get_args, get_origin
from zoneinfo import ZoneInfo

from casino.cards import AnyCard, Cards
from casino.house.rules import SeatNo
from casino.messages import Message, msg
from casino.money import MINUS, format_cents, parse_cents
from casino.schema import BasisPoints, Cents, PositiveCents, SignedCents

MAX_LISTED = 200


@dataclass(frozen=True, kw_only=True, slots=True)
class Spelling:
    """One way to type: text to plain data (ValueError says why not) and back; the widget's name."""

    widget: str
    plain: Callable[[str], Any]
    text: Callable[[Any], str]
    hint: Message | None = None
    empty: Any = None


def spelling_of(kind: Any, name: str, *, zone: str) -> Spelling:
    """Return how a value of a kind without null is typed. zone: the clock on the club's wall."""
    base = bare(kind)
    if name.endswith("_x100"):
        found = POINTS
    elif kind is datetime:
        found = _moments(ZoneInfo(zone))
    elif get_origin(kind) is Literal:
        found = CHOICE
    elif kind not in KINDS and get_origin(base) is tuple:
        found = _list_of(get_args(base)[0])
    else:
        found = KINDS.get(kind) or KINDS.get(base, TEXT)
    return found


def _moments(zone: ZoneInfo) -> Spelling:
    return Spelling(
        widget="moment",
        plain=partial(_instant, zone=zone),
        text=partial(_moment, zone=zone),
        hint=msg("In club time."),
    )


def bare(kind: Any) -> Any:
    """Return a kind without its marks."""
    return get_args(kind)[0] if hasattr(kind, "__metadata__") else kind


def _list_of(inner: Any) -> Spelling:
    base = bare(inner)
    return PERCENTS if inner == BasisPoints else WHOLES if base is int else NAMES


def _whole(text: str) -> int:
    digits = re.sub(r"[\s\u00a0\u202f]", "", text)
    if not re.fullmatch(r"[0-9]{1,12}", digits, re.ASCII):
        raise ValueError(msg("Write a whole number in digits."))
    return int(digits)


def _signed(text: str) -> int:
    if text[0] in f"-{MINUS}":
        return -parse_cents(text[1:])
    return parse_cents(text)


def _percent(text: str) -> int:
    """Return basis points: hundredths of a percent, as cents are hundredths of a euro."""
    return parse_cents(text.rstrip("% \u00a0"))


def _percent_text(bp: int) -> str:
    return format_cents(bp).removesuffix(",00")


def _wholes(text: str) -> list[int]:
    """Return numbers from `1 2 5` or `1, 2, 5` or `1-6`."""
    found: list[int] = []
    for word in re.split(r"[\s,;]+", text.strip(" ,;")):
        first, dash, last = re.sub("[\u2013\u2212]", "-", word).partition("-")
        low, high = _whole(first), _whole(last if dash else first)
        if high < low:
            raise ValueError(msg("For example 1, 2, 5 or 1-6."))
        if high - low >= MAX_LISTED:
            raise ValueError(msg("{word} is too many.", word=word))
        found += range(low, high + 1)
    return found


def _percents(text: str) -> list[int]:
    return [_percent(word) for word in re.split(r"[\s;]+|,\s+", text.strip(" ,;"))]


def _names(text: str) -> list[str]:
    return [name for part in re.split(r"[,;\n]", text) if (name := part.strip())]


def _cards(text: str) -> list[str]:
    """Return cards of `AhKh`, `ah kh`, `10h`, `A\u2665`; what is none is for the rules to name."""
    letters = text.translate(SUIT_SIGNS).upper().replace("10", "T")
    return re.findall(r"\S{1,2}", re.sub(r"[\s,;]+", "", letters))


def _card(text: str) -> str:
    cards = _cards(text)
    if len(cards) != 1:
        raise ValueError(msg("Write one card, like Ah."))
    return cards[0]


def _card_text(card: str) -> str:
    return card[0] + card[1:].lower()


def _cards_text(cards: list[str]) -> str:
    return "".join(map(_card_text, cards))


def _instant(text: str, *, zone: ZoneInfo) -> str:
    """Return an instant in UTC; of an hour that autumn repeats the first."""
    try:
        wall = datetime.fromisoformat(text)
    except ValueError:
        raise ValueError(msg("Write day and time like 2026-11-21T22:15.")) from None
    if wall.tzinfo:
        raise ValueError(msg("Write the club's local time, without an offset."))
    at = wall.replace(tzinfo=zone).astimezone(UTC)
    if at.astimezone(zone).replace(tzinfo=None) != wall:
        raise ValueError(msg("The clock skips this hour when summer time begins."))
    return at.strftime("%Y-%m-%dT%H:%M:%SZ")


def _moment(instant: str, *, zone: ZoneInfo) -> str:
    there = datetime.fromisoformat(instant).astimezone(zone)
    return there.strftime("%Y-%m-%dT%H:%M:%S" if there.second else "%Y-%m-%dT%H:%M")


SUIT_SIGNS = str.maketrans("\u2660\u2665\u2666\u2663\u2664\u2661\u2662\u2667", "SHDCSHDC")
_comma = ", ".join
MONEY = Spelling(widget="money", plain=parse_cents, text=format_cents)
POINTS = Spelling(widget="number", plain=parse_cents, text=_percent_text)
CHOICE = Spelling(widget="choice", plain=str, text=str)
TEXT = Spelling(widget="text", plain=str, text=str)
NAMES = Spelling(
    widget="text", plain=_names, text=_comma, hint=msg("Names, separated by commas."), empty=[]
)
WHOLES = Spelling(
    widget="text",
    plain=_wholes,
    text=lambda numbers: _comma(map(str, numbers)),
    hint=msg("For example 1, 2, 5 or 1-6."),
    empty=[],
)
PERCENTS = Spelling(
    widget="text",
    plain=_percents,
    text=lambda shares: " ".join(map(_percent_text, shares)),
    hint=msg("Percentages, for example 50 30 20."),
    empty=[],
)
KINDS: dict[Any, Spelling] = {
    bool: Spelling(widget="check", plain=bool, text=lambda on: "yes" if on else "", empty=False),
    Cents: MONEY,
    PositiveCents: MONEY,
    SignedCents: Spelling(widget="money", plain=_signed, text=format_cents),
    BasisPoints: Spelling(widget="percent", plain=_percent, text=_percent_text),
    SeatNo: Spelling(widget="number", plain=_whole, text=str),
    int: Spelling(widget="number", plain=_whole, text=str),
    time: Spelling(widget="clock", plain=str, text=str),
    AnyCard: Spelling(widget="cards", plain=_card, text=_card_text),
    Cards: Spelling(widget="cards", plain=_cards, text=_cards_text, empty=[]),
}
