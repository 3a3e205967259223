"""
The values of a rule book in people's words: 12,50 for money, 5 % for a share, minutes, cards.

What `text` writes, `value` reads back, in English and in the reader's language. A value's kind is
that of its field in the book's sections, its unit the end of its name; a list of objects has a line
for each.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from itertools import chain
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from casino.house.rulebook import RuleBook
from casino.house.vocabulary import in_words, table, value_in_words
from casino.messages import (
    Message,
    both_languages,
    catalogued,
    join,
    localized,
    message_of,
    msg,
    msg_count,
)
from casino.money import NO_BREAK_SPACE, MoneyError, format_cents, parse_cents
from casino.refusals import BadInput

PERCENT = NO_BREAK_SPACE + "%"
RANKS = {14: "A", 13: "K", 12: "Q", 11: "J"}
CARDS = {letter: rank for rank, letter in RANKS.items()}
MINUTE, HOUR = 60, 3600
SECONDS = {"second": 1, "minute": MINUTE, "hour": HOUR}
# Numbers that take every plural form of every language here.
EVERY_FORM = (0, 1, 2, 5)
SHORTER = {"sec": 1, "min": MINUTE, "h": HOUR}
COUNTED = re.compile(r"(\D*?)\W*([0-9]{1,9})\W*(\D*)")
NUMERAL = re.compile(r"(?<![\w'-])[0-9]+\b", re.ASCII)


def section_title(section: str) -> Message:
    """Return the heading of a section, `Time rake`."""
    return catalogued(words(section).capitalize())


def label(key: str) -> Message:
    """Return what a value is, within its section: `Bad Beat from, Omaha hi-lo, hand`."""
    titles = table("settings")
    if key in titles:
        return catalogued(titles[key])
    above, _, last = key.rpartition(".")
    if above in titles or above.rpartition(".")[0] in titles:
        return join([label(above), value_in_words(last, "setting")], ", ")
    return catalogued(in_words(last))


@cache
def full_label(key: str) -> Message:
    """Return the words by which a value is found among all, `Rake: Minimum pot`."""
    return join([section_title(key.partition(".")[0]), label(key)], ": ")


def words(name: str) -> str:
    """Return a name of the program as words."""
    return name.replace("_", " ").replace("holdem", "hold'em").replace("hilo", "hi-lo")


def text(key: str, value: Any) -> Message:
    """Return a value of a book as a person reads it, the items of a table on lines of their own."""
    return _text(_kind(key), key.rpartition(".")[2], value)


def value(key: str, typed: str) -> Any:
    """
    Return what a person typed for a key as the book's plain data.

    Whether the book can have it is for the book to say. Raises BadInput, its field the key.
    """
    try:
        return _value(_kind(key), key.rpartition(".")[2], typed.strip())
    except MoneyError as error:
        raise BadInput(error.message, field=key) from error
    except ValueError as error:
        raise BadInput(msg("{error}.", error=message_of(error)), field=key) from error


def localized_error(key: str, said: Message) -> Message:
    """Return what a book says is wrong with a value, with its label and its numbers in its unit."""
    _, _, what = said.localized().rpartition(f"{key}: ")
    kind, name = _kind(key), key.rpartition(".")[2]
    if get_origin(kind) is tuple and is_dataclass(_inner(kind)):
        name = fields(_inner(kind))[-1].name
    unit = _unit(name)
    shown = NUMERAL.sub(lambda n: localized(unit.write(int(n[0]))), what)
    return join([full_label(key), shown], ": ")


def choices(key: str) -> tuple[str, ...]:
    """Return the words among which a value or a part is chosen, nothing where typed freely."""
    return tuple(_choices(_kind(key), key.rpartition(".")[2]))


def _choices(kind: Any, name: str) -> Iterator[str]:
    if get_origin(kind) is tuple:
        yield from _choices(_inner(kind), name)
    elif kind is bool:
        yield from ("yes", "no")
    elif get_origin(kind) is Literal:
        yield from (_called(name, each) for each in get_args(kind))
    elif hasattr(kind, "__dataclass_fields__"):
        yield from chain.from_iterable(_choices(one, of) for of, one in _hints(kind).items())


@cache
def _kind(key: str) -> Any:
    """Return the kind of the value under a key: int, bool, str, Literal, tuple or a dataclass."""
    kind: Any = RuleBook
    for step in key.split("."):
        of_game = get_origin(kind) is dict
        kind = _base(get_args(kind)[1]) if of_game else _hints(kind)[step]
    return kind


@cache
def _hints(kind: Any) -> dict[str, Any]:
    hints = get_type_hints(kind, include_extras=True)
    return {name: _base(hint) for name, hint in hints.items()}


def _base(kind: Any) -> Any:
    """Return a kind without its marks and without null."""
    if get_origin(kind) is Annotated:
        return _base(get_args(kind)[0])
    if get_origin(kind) in {Union, UnionType}:
        return _base(next(one for one in get_args(kind) if one is not NoneType))
    return kind


def _inner(kind: Any) -> Any:
    """Return the kind of a list's values."""
    return _base(get_args(kind)[0])


def _text(kind: Any, name: str, given: Any) -> Message:
    if isinstance(given, list):
        between = "\n" if is_dataclass(_inner(kind)) else ", "
        return join((_text(_inner(kind), name, each) for each in given), between) or NONE
    if isinstance(given, Mapping):
        return _item_text(kind, given)
    return _scalar_text(name, given)


def _scalar_text(name: str, given: Any) -> Message:
    if isinstance(given, bool):
        return msg("yes") if given else msg("no")
    return join([_unit(name).write(given)]) if isinstance(given, int) else _called(name, given)


def _called(name: str, given: str) -> Message:
    """Return a word of a book; cash is a game where chips are told apart, else banknotes."""
    game = name in OF_CHIPS and given == "cash"
    return msg("cash game") if game else catalogued(words(given))


def _item_text(kind: Any, given: Mapping[str, Any]) -> Message:
    """Write an object as `up to 8: 60 %, 40 %` or `away: 20 minutes`."""
    first, *others = (field.name for field in fields(kind))
    hints = _hints(kind)
    head = _text(hints[first], first, given[first])
    if hints[first] is int:
        head = catalogued("up to {n}" if first == "up_to" else first.replace("_", " {n} "), n=head)
    said = [_text(hints[name], name, given[name]) for name in others if given.get(name)]
    return join([head, join(said)], ": ") if said else head


def _value(kind: Any, name: str, typed: str) -> Any:
    if get_origin(kind) is tuple:
        parts = [each.strip() for each in re.split(_between(kind, name), typed)]
        return [
            _value(_inner(kind), name, each)
            for each in parts
            if each not in {"", *both_languages(NONE)}
        ]
    return _item(kind, typed) if is_dataclass(kind) else _scalar(kind, name, typed)


def _between(kind: Any, name: str) -> str:
    """Return what stands between the values of a list; the comma of 62,5 % does not."""
    if is_dataclass(_inner(kind)):
        return r"[;\n]"
    return r"[;\n]|,\s" if _unit(name) is SHARE else r"[;,\n]"


def _scalar(kind: Any, name: str, typed: str) -> Any:
    if kind is int:
        return _unit(name).read(typed)
    if kind is bool:
        return _one_of({msg("yes"): True, msg("no"): False}, typed)
    if get_origin(kind) is Literal:
        plain = {catalogued(words(each)): each for each in get_args(kind)}
        return _one_of({_called(name, each): each for each in get_args(kind)} | plain, typed)
    return typed.replace(" ", "_")


def _item(kind: Any, typed: str) -> dict[str, Any]:
    first, *others = (field.name for field in fields(kind))
    hints = _hints(kind)
    head, _, rest = (part.strip() for part in typed.partition(":"))
    digits = re.search(r"[0-9]+", head)
    number = digits[0] if digits and hints[first] is int else head
    given = {first: _value(hints[first], first, number)}
    if len(others) == 1:
        return given | {others[0]: _value(hints[others[0]], others[0], rest)}
    for part in filter(None, re.split(r",\s*", rest)):
        names = {catalogued(other.removesuffix("s")): other for other in others}
        units = {word: name for unit, name in names.items() for word in _unit_words(unit)}
        named = COUNTED.fullmatch(part)
        word = (named[1] or named[3]).casefold() if named else part
        name = units.get(word) or _one_of(names, word)
        given[name] = _unit(name).read(part)
    return given


@dataclass(frozen=True, slots=True)
class Unit:
    """How whole numbers of a unit are written and read."""

    write: Callable[[int], str | Message]
    read: Callable[[str], int]


def _unit(name: str) -> Unit:
    """Return the unit that the end of a name says."""
    return next((unit for end, unit in UNITS.items() if name.endswith(end)), NUMBER)


def _whole(typed: str) -> int:
    if not re.fullmatch(r"[0-9]{1,9}", typed, re.ASCII):
        raise ValueError(msg("“{typed}” is not a whole number", typed=typed))
    return int(typed)


def _tenths(typed: str) -> int:
    tenths, rest = divmod(parse_cents(typed), 10)
    if rest:
        raise ValueError(
            msg("“{typed}” has more than one decimal; write a factor like 2,5", typed=typed)
        )
    return tenths


def _count(number: int, unit: str) -> Message:
    """Return a number of a unit in words, `1 round`, `20 minutes`."""
    match unit:
        case "second":
            return msg_count("{number} second", "{number} seconds", number)
        case "minute":
            return msg_count("{number} minute", "{number} minutes", number)
        case "hour":
            return msg_count("{number} hour", "{number} hours", number)
        case _:
            return msg_count("{number} round", "{number} rounds", number)


def _unit_words(unit: str) -> set[str]:
    """Return the words of a unit, in English and in all forms as the reader reads them."""
    spelled = (text for number in EVERY_FORM for text in both_languages(_count(number, unit)))
    return {re.sub(r"[\W\d]+", "", text).casefold() for text in spelled}


def _seconds_text(seconds: int) -> Message:
    minutes, rest = divmod(seconds, MINUTE)
    return _count(seconds, "second") if rest or minutes <= 1 else _count(minutes, "minute")


def _duration(typed: str, unit: str) -> int:
    """Read `30`, `30 minutes`, `1 hour` as a number of units."""
    known_units = SHORTER | {word: s for name, s in SECONDS.items() for word in _unit_words(name)}
    found = COUNTED.fullmatch(typed)
    word = (found[1] or found[3]).casefold() if found else ""
    seconds = known_units.get(word or unit)
    if not found or not seconds or int(found[2]) * seconds % SECONDS[unit]:
        example = _count(30, unit)
        raise ValueError(
            msg(
                "“{typed}” is not a time; write for example {example}", typed=typed, example=example
            )
        )
    return int(found[2]) * seconds // SECONDS[unit]


def _rounds(typed: str) -> int:
    found = COUNTED.fullmatch(typed)
    named = (found[1] or found[3]).casefold() if found else ""
    return _whole(found[2] if found and named in {"", *_unit_words("round")} else typed)


def _one_of(choices: Mapping[Message, Any], typed: str) -> Any:
    plain = " ".join(words(typed).casefold().split())
    for said, value in choices.items():
        if plain in map(str.casefold, both_languages(said)):
            return value
    raise ValueError(msg("“{typed}” is none of: {known}", typed=typed, known=join(choices)))


NONE = msg("none")
OF_CHIPS = {"kinds", "cash_games"}
NUMBER = Unit(str, _whole)
SHARE = Unit(
    lambda bp: format_cents(bp).removesuffix(",00") + PERCENT,
    lambda typed: parse_cents(typed.removesuffix("%")),
)
UNITS = {
    "_cents": Unit(format_cents, parse_cents),
    "_bp": SHARE,
    "shares": SHARE,
    "x10": Unit(lambda tenths: format_cents(10 * tenths)[:-1], _tenths),
    "ranks": Unit(
        lambda rank: RANKS.get(rank, str(rank)),
        lambda typed: CARDS.get(typed.upper()) or _whole(typed),
    ),
    "minutes": Unit(
        lambda minutes: _count(minutes, "minute"), lambda typed: _duration(typed, "minute")
    ),
    "seconds": Unit(_seconds_text, lambda typed: _duration(typed, "second")),
    "rounds": Unit(lambda rounds: _count(rounds, "round"), _rounds),
}
