"""How money, words of the ledger and instants are written on a page."""

import re
from collections.abc import Mapping
from contextlib import suppress
from datetime import date, datetime
from typing import Any

from django import template
from django.template.base import NodeList
from django.template.context import Context
from django.template.loader_tags import BlockNode
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_noop as _

from casino import clock
from casino.clock import gaming_day, local_time
from casino.house.models import Club
from casino.house.vocabulary import act_title, has_words, label, value_in_words
from casino.messages import Message, localized
from casino.money import MINUS, NO_BREAK_SPACE, format_cents
from casino.money import whole as written
from casino.names import with_names
from casino.refusals import Refusal
from casino.web.roles import ClubRequest, request_book
from casino.web.templatetags.kept import address

register = template.Library()
SUITS = {"S": "\N{BLACK SPADE SUIT}", "H": "\N{BLACK HEART SUIT}"}
SUITS |= {"D": "\N{BLACK DIAMOND SUIT}", "C": "\N{BLACK CLUB SUIT}"}
OFFSET = re.compile(r" [+-][0-9]{4}$")
CENTS, BASIS_POINTS = "cents", "_bp"


@register.simple_tag(takes_context=True)
def title(context: Context) -> SafeString:
    """Draw the page's block `title` once more: it is the heading too, as page.html has it."""
    return BlockNode("title", NodeList()).render(context)


@register.filter
def cents(value: int | None) -> str:
    """Return an amount with two decimals and a no-break space between thousands."""
    return "" if value is None else format_cents(value)


@register.filter
def whole(value: int) -> str:
    """Return a whole number, of chips say, with a no-break space between thousands."""
    return written(value)


@register.filter
def hours(minutes: int) -> str:
    """Return minutes as hours and minutes: 1:05."""
    return f"{minutes // 60}:{minutes % 60:02}"


@register.filter
def signed(value: int | None) -> str:
    """Return an amount with its sign, a plus too: the sign says what the colour says."""
    if not value:
        return cents(value)
    return f"{'+' if value > 0 else MINUS}{NO_BREAK_SPACE}{format_cents(abs(value))}"


@register.filter
def with_sign(text: str) -> str:
    """Return an amount that is written already with its sign, as `signed` writes one."""
    amount = text.removeprefix(MINUS)
    if not amount.strip("0,"):
        return text
    return f"{'+' if amount == text else MINUS}{NO_BREAK_SPACE}{amount}"


@register.filter
def on_the_wall(text: str) -> str:
    """Return what ends with an instant as content keeps it, without the offset from UTC."""
    return OFFSET.sub("", text)


@register.filter
def more_or_less(value: int) -> str:
    """Return a number of things with its sign, as amounts have it."""
    return f"{'+' if value > 0 else MINUS}{NO_BREAK_SPACE}{abs(value)}"


@register.filter
def tenths(value: int) -> str:
    """Return a factor in tenths as it is spoken: 35 is 3,5."""
    return f"{value // 10},{value % 10}"


@register.filter
def price(value_x10000: int) -> str:
    """Return the price of a point with four decimals; no prize is made from it (AMB-97)."""
    return f"{value_x10000 // 10_000},{value_x10000 % 10_000:04}"


@register.filter
def negated(value: int | None) -> int | None:
    """Return what the club owes as a positive amount."""
    return None if value is None else -value


@register.filter
def less(value: int, other: int) -> int:
    return value - other


@register.filter
def times(value: int, quantity: int) -> int:
    """Return the value of several denominations."""
    return value * quantity


@register.filter
def way(value: int | None) -> str:
    """Return the class of money that comes in or goes out."""
    return "in" if value and value > 0 else "out" if value else ""


@register.filter
def on(entry: Any, code: str) -> int:
    """Return what an entry moves on the accounts of a code, debit positive."""
    moved: int = entry.cents_on(code)
    return moved


@register.filter
def of(values: Mapping[Any, Any], key: object) -> object:
    """Return the value of a key, nothing where there is none."""
    return values.get(key, "")


@register.simple_tag
def figures(row: Any, *, club: Club, day: date, title: str) -> SafeString:
    """Write opening, debit, credit and closing of an account's row, each leading to why it is."""
    account = address("account", club.slug, row.account_id)
    start = format_html('<td class="n"><a title="{}" href="{}?day={}">', title, account, day)
    of = (row.opening_cents, row.debit_cents, row.credit_cents, row.amount_cents)
    return format_html_join("", "{}{}</a></td>", ((start, cents(each)) for each in of))


@register.filter
def at_club(value: datetime | str | None, club: Club) -> str:
    """Return an instant on the club's wall clock, `21.11.2026 04:26`; also one that JSON kept."""
    if not value:
        return ""
    instant = datetime.fromisoformat(value) if isinstance(value, str) else value
    return local_time(instant, "%d.%m.%Y %H:%M", timezone=club.timezone)


@register.filter
def time_at_club(value: datetime | None, club: Club) -> str:
    """Return the time of an instant on the club's wall clock."""
    return "" if value is None else local_time(value, "%H:%M:%S", timezone=club.timezone)


@register.filter
def minute_at_club(value: datetime | None, club: Club) -> str:
    """Return the time of an instant on the club's wall clock, without its seconds."""
    return "" if value is None else local_time(value, "%H:%M", timezone=club.timezone)


@register.filter
def with_weekday(value: date) -> str:
    """Return a day as it stands in a sentence; English alone has a capital there."""
    weekday = date_format(value, "l")
    return f"{weekday if get_language() == 'en' else weekday.lower()} {value:%d.%m.%Y}"


@register.filter
def last_day(value: date) -> str:
    """Return a last day, or that it comes on request alone."""
    return str(localized(clock.last_day(value)))


@register.filter
def clock_at_club(value: datetime | None, request: ClubRequest) -> str:
    """Return a time on the club's wall clock, `21:04`; of another gaming day than now with it."""
    if value is None:
        return ""
    club = request.club
    wall: dict[str, Any] = {"timezone": club.timezone, "closes_at": club.closes_at}
    is_now = gaming_day(value, **wall) == gaming_day(request.at, **wall)
    return local_time(value, "%H:%M" if is_now else "%d.%m. %H:%M", timezone=club.timezone)


@register.simple_tag(takes_context=True)
def chip(context: Mapping[str, Any], value: int) -> SafeString:
    """Return the disc of a chip in the club's colour, whose name a pointer is told."""
    colour = context["club"].chip_colours.get(str(value), "")
    said = value_in_words(colour).localized() if colour else ""
    return format_html('<span class="chip {}" title="{}"></span>', colour, said)


@register.filter
def words(text: str) -> list[str]:
    return text.split()


@register.filter
def said(text: Any) -> Any:
    """Return what the program keeps as data, a paragraph or a label, in the reader's language."""
    if isinstance(text, Message):
        return text.localized()
    return gettext(text) if isinstance(text, str) and text else text


@register.filter
def cited(source: str | None, request: ClubRequest) -> str:
    """Return the paragraph that a refusal names, "" where it is another house's than the club's."""
    if not source or not getattr(request, "club", None):
        return source or ""
    try:
        return source if request_book(request).cites(source) else ""
    except Refusal:
        return source


@register.filter
def operation_name(operation: str) -> str:
    """Return a command in words: cage.sell_chips is Sell chips."""
    return act_title(operation).localized()


@register.filter
def card_face(card: str) -> SafeString:
    """Return a card as it is drawn: AH is an ace with a red heart."""
    rank = card[:1].replace("T", "10")
    return format_html('<span class="card {}">{}{}</span>', card[1:], rank, SUITS.get(card[1:], ""))


@register.filter
def game_name(game: str) -> str:
    """Return what a game is called, a variant, any name of the rules."""
    return value_in_words(game).localized()


@register.filter
def called(name: str) -> str:
    """Return what a field of the program is called."""
    return label(name).localized()


@register.filter
def but(facts: Mapping[str, Any], name: str) -> dict[str, Any]:
    """Return facts without one that stands elsewhere."""
    return {each: value for each, value in facts.items() if each != name}


@register.filter
def named(facts: Mapping[str, Any]) -> dict[str, Any]:
    """Return facts without the numbers of rows, which only programs know."""
    return {name: value for name, value in facts.items() if not name.endswith("_id")}


@register.filter
def facts(inputs: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return (name, value) of a rule's inputs as a person reads them."""
    return [(_titled(name), fact(value, name)) for name, value in inputs.items()]


@register.filter
def in_line(inputs: Mapping[str, Any], between: str = " · ") -> str:
    """Return facts one after the other: a page of a hundred acts draws six hundred of them."""
    return between.join(f"{name} {value}" for name, value in facts(inputs))


# What some acts call otherwise than the books do.
AS_THERE = {
    "tournaments.": {"entry_id": "tournament_entry_id", "left": "players_left"},
    "cashgames.rake_hand": {"name": "hand_name"},
    "cashgames.book_found_hand": {"name": "hand_name"},
    "bookkeeping.": {"code": "account", "form": "file_format"},
    "journal.": {"code": "account"},
    "bank.": {"code": "account"},
}


@register.filter
def done_with(arguments: Mapping[str, Any], operation: str) -> str:
    """Return what an act was given, in a line, in the words of its room."""
    words = next((w for of, w in AS_THERE.items() if operation.startswith(of)), {})
    return in_line(_renamed(arguments, words))


def _renamed(value: Any, words: Mapping[str, str]) -> Any:
    if isinstance(value, list):
        return [_renamed(each, words) for each in value]
    if isinstance(value, Mapping):
        return {words.get(name, name): _renamed(each, words) for name, each in value.items()}
    return value


def _titled(name: str) -> str:
    """Return the title of a value: its own words, or what the program calls it."""
    return name.localized() if isinstance(name, Message) else label(name).localized()


# Notes or chips by what each is worth, as the acts of the desk keep them.
PIECES, TIMES = {"cash", "chips"}, "\N{MULTIPLICATION SIGN}"
# A day or an instant, as the acts and rules keep it.
AS_JSON = re.compile(r"\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|\+00:00))?")


@register.filter
def fact(value: Any, name: str = CENTS) -> str:
    """Return one value: cents as money, basis points as percent, lists with commas."""
    return value.localized() if isinstance(value, Message) else _fact(with_names(value), name)


def _fact(value: Any, name: str) -> str:
    if isinstance(value, list):
        return ", ".join(_fact(each, name) for each in value) or gettext("none")
    if isinstance(value, Mapping):
        return _mapping(value, name)
    if type(value) is int and name.endswith((CENTS, BASIS_POINTS)):
        money = format_cents(value)
        return money if name.endswith(CENTS) else money.removesuffix(",00") + " %"
    return _word(str(value), name) if value != "" else ""


def _mapping(value: Mapping[str, Any], name: str) -> str:
    if name in PIECES and all(map(str.isdigit, value)):
        held = ((int(worth), number) for worth, number in value.items() if number)
        return ", ".join(f"{number} {TIMES} {format_cents(worth)}" for worth, number in held)
    inner = (name,) if name.endswith((CENTS, BASIS_POINTS)) else ()
    return ", ".join(f"{_key(k)}: {_fact(each, *inner or (k,))}" for k, each in value.items())


def _word(text: str, name: str) -> str:
    """Return a word of the program, a day, an instant; a text of people's stays as it is."""
    if AS_JSON.fullmatch(text):
        with suppress(ValueError):  # somebody typed 2026-13-01
            said = datetime.fromisoformat(text)
            return f"{said:%d.%m.%Y %H:%M} UTC" if said.tzinfo else f"{said:%d.%m.%Y}"
    if has_words(text) or has_words(f"{name}.{text}"):
        return value_in_words(text, name).localized()
    plain = {"True": _("yes"), "False": _("no"), "None": _("none")}.get(text)
    return gettext(plain or text.replace("_", " "))


def _key(key: str) -> str:
    return key if key.isdigit() else label(key).localized()
