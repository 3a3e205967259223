"""Names that people type: any script, stored in NFC, nothing invisible."""

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any, ClassVar

from casino.messages import msg, msg_count
from casino.refusals import BadInput

# What somebody signs in with: capitals, accents and other scripts would be two names that look one.
SIGN_IN_NAME = r"[a-z0-9][a-z0-9._@-]{0,49}"
LOOKS_LIKE = str.maketrans("01", "ol")
# Control, surrogate, private use and unassigned; format characters hide text or turn it round.
# The letters that Estonian has after S and W, in signs that stand there.
AT_ITS_END = {"š": "s~", "z": "s~~", "ž": "s~~~", "õ": "w~", "ä": "w~~", "ö": "w~~~", "ü": "w~~~~"}
REFUSED = {"Cc", "Cs", "Co", "Cn", "Cf"}
JOINERS = {"\u200c", "\u200d"}  # needed inside words of some scripts and in emoji


def clean_text(text: object, *, field: str = "name", max_length: int = 100) -> str:
    """
    Return a name in NFC, outer spaces removed.

    Raises BadInput for something else than text, nothing visible, more than `max_length`
    characters, control characters or characters that turn the reading direction round.
    """
    if not isinstance(text, str):
        raise BadInput(msg("Write text."), field=field)
    name = unicodedata.normalize("NFC", text).strip()
    if any(unicodedata.category(c) in REFUSED and c not in JOINERS for c in name):
        raise BadInput(msg("There is a character in it that cannot be shown."), field=field)
    if not any(unicodedata.category(c)[0] not in "ZC" for c in name):
        raise BadInput(msg("Write a name."), field=field)
    if len(name) > max_length:
        said = msg_count(
            "Write at most {number} character.", "Write at most {number} characters.", max_length
        )
        raise BadInput(said, field=field)
    return name


def look_of(sign_in_name: str) -> str:
    """Return what names that are mistaken for each other have in common: b0ris and boris."""
    return sign_in_name.casefold().translate(LOOKS_LIKE)


def natural(name: str) -> list[tuple[bool, int, str]]:
    """Return by what names are sorted as people do: "Table 2" stands before "Table 10"."""
    parts = re.findall(r"([0-9]+)|([^0-9]+)", name)
    return [(not digits, int(digits or 0), words.casefold()) for digits, words in parts]


def spelled(name: str, language: str) -> str:
    """
    Return a name by which it is sorted.

    In Latvian Ā is an A, Č stands after C, not after Z. In Estonian Š and Ž stand after S, then
    Õ, Ä, Ö and Ü after W; other accents count for nothing, as in Réunion.
    """
    match language:
        case "et":
            parts = "".join(AT_ITS_END.get(each, each) for each in name.casefold())
            return "".join(x for x in unicodedata.normalize("NFD", parts) if x.isascii())
        case "lv":
            return unicodedata.normalize("NFD", name).replace("\N{COMBINING MACRON}", "")
        case _:
            return name


def initials(name: str) -> str:
    """Return the first letters of the first and the last word of a name."""
    words = name.split()
    return " ".join(f"{word[0].upper()}." for word in (words[:1] + words[1:][-1:]))


def public_name(name: str, code: int, shows: str) -> str:
    """Return a guest as everybody in the room may read one; shows: names, initials or numbers."""
    if shows == "names":
        return name
    return initials(name) if shows == "initials" else f"No. {code}"


class Guests:
    """Who the guests are that plain data name by id: the guests' app says it."""

    names: ClassVar[Callable[[Collection[int]], Mapping[int, str]]]
    # The number of one at a club who is called so, in small letters.
    called: ClassVar[Callable[[int, Collection[str]], int | None]]


# No name has more words; one of a single word is not looked for, as texts are full of them.
WORDS_OF_A_NAME = 5


def check_nobody_named(texts: Iterable[str], club_id: int, *, field: str) -> None:
    """Raise BadInput where a text says a guest's whole name, which could not be erased there."""
    found = {each for text in texts for each in _as_names(text)}
    if found and (code := Guests.called(club_id, found)):
        raise BadInput(
            msg(
                "Write guest {code} instead of the name: what is written here is kept for good.",
                code=code,
            ),
            field=field,
        )


def _as_names(text: str) -> Iterator[str]:
    """Yield what in a text could be a whole name, in small letters, the surname first, too."""
    line = " ".join(text.lower().split())
    words = [each.span() for each in re.finditer(r"\w+", line)]
    for number, (begin, end) in enumerate(words):
        further = words[number + 1 : number + WORDS_OF_A_NAME]
        for _, last in further:
            yield line[begin:last]
            yield f"{line[further[0][0] : last]} {line[begin:end]}"


def guest(player_id: int) -> dict[str, int]:
    """Return a guest as plain data that is kept holds one: never by name, which can be erased."""
    return {GUEST: player_id}


def guest_key(player_id: int) -> str:
    """Return the same as a rule names a player and as a key; keys sort by id."""
    return f"{GUEST}:{player_id:06}"


def guest_of(key: str) -> int:
    """Return the id of a key."""
    return int(key.removeprefix(f"{GUEST}:"))


def with_names(value: Any) -> Any:
    """Return plain data as who may see it is shown it: guests by their names of today."""
    ids = set(_guests(value))
    return _named(value, Guests.names(ids)) if ids else value


# A mapping of that one name, or the beginning of a key: no text that people type is either.
GUEST = "guest"
KEY = re.compile(rf"{GUEST}:[0-9]{{6,}}")


def _guests(value: Any) -> Iterator[int]:
    if isinstance(value, Mapping):
        if _is_guest(value):
            yield value[GUEST]
        for name, inner in value.items():
            if isinstance(name, str) and KEY.fullmatch(name):
                yield guest_of(name)
            yield from _guests(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _guests(inner)


def _named(value: Any, names: Mapping[int, str]) -> Any:
    if isinstance(value, Mapping):
        if _is_guest(value):
            return names.get(value[GUEST], "")
        return {_key(name, names): _named(inner, names) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_named(inner, names) for inner in value]
    return value


def _is_guest(value: Mapping[Any, Any]) -> bool:
    return value.keys() == {GUEST} and type(value[GUEST]) is int


def _key(name: Any, names: Mapping[int, str]) -> Any:
    if not (isinstance(name, str) and KEY.fullmatch(name)):
        return name
    player_id = guest_of(name)
    # Two guests of one name are two keys.
    return f"{player_id:06} {names.get(player_id, '')}"
