"""
Recorded hands out of files: one record a hand, or a sentence why it is refused.

Two formats: JSON lines, one object a hand, amounts in cents; and PHH, the open Poker Hand History
notation (TOML), amounts in units with two decimals. Both are read one hand at a time.
"""

import json
import re
import reprlib
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from cashgames.rules.phh import MAX_CENTS, Played, UnknownNotation, replay
from casino.house.rules import Family
from casino.messages import Message, message_of, msg, msg_count

MIN_PLAYERS, MAX_PLAYERS = 2, 23
MAX_ID_LENGTH, MAX_REASON_LENGTH = 100, 300
MAX_RECORD_LENGTH = 1_000_000


@dataclass(frozen=True, kw_only=True, slots=True)
class HandRecord:
    """
    One hand as a file tells it.

    pots_cents: main pot, then side pots, uncalled bets returned (AMB-09). played_at: aware UTC
    instant, None where the file knows none. players_dealt: stacks dealt in (AMB-10). currency: an
    ISO 4217 code, "" where the file does not say.
    """

    position: int
    external_id: str
    game: str
    family: Family
    pots_cents: tuple[int, ...]
    players_dealt: int
    board_cards_dealt: int = 0
    open_cards_dealt: int = 0
    draws_done: int = 0
    played_at: datetime | None = None
    currency: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class RefusedRow:
    """A row that is no hand: where it stands, the field and one sentence."""

    position: int
    external_id: str
    field: str
    reason: Message


class BadRow(ValueError):
    """A field of a row is wrong: `field`, and the sentence."""

    def __init__(self, field: str, reason: Message) -> None:
        self.field = field
        super().__init__(reason)


HandRow = HandRecord | RefusedRow


def read_hands(path: Path) -> Iterator[HandRow]:
    """
    Yield the hands of a file in its order; the ending of its name says the format.

    Source: AMB-07, AMB-09, AMB-10. Raises ValueError for an ending that is not known.
    """
    if path.suffix not in READERS:
        endings = ", ".join(sorted(READERS))
        raise ValueError(
            msg("{name}: the file's name must end in {endings}.", name=path.name, endings=endings)
        )
    with path.open(encoding="utf-8-sig", errors="surrogateescape", newline="\n") as lines:
        yield from READERS[path.suffix](lines, path.stem)


def json_hands(lines: Iterable[str], source: str = "") -> Iterator[HandRow]:
    """
    Yield the hands of JSON lines, one object a line; an empty line is passed over.

    Source: AMB-07, AMB-09, AMB-10.
    """
    for position, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        name = ""
        try:
            _check_text(line)
            raw = DECODER.decode(line)
            if not isinstance(raw, dict):
                raise BadRow("", msg("The line is not a JSON object."))
            name = str(raw.get("id", ""))
            yield _json_hand(raw, position)
        except BadRow as why:
            yield _refused(position, name, why.field, message_of(why))
        except (ValueError, RecursionError):
            yield _refused(position, name, "", msg("The line is not valid JSON."))


def phh_hands(lines: Iterable[str], source: str = "") -> Iterator[HandRow]:
    """
    Yield the hands of a PHH file; without a number of its own a hand is named by its place.

    Source: AMB-07, AMB-09, AMB-10.
    """
    for position, text in enumerate(_sections(lines), start=1):
        name = f"{source}:{position}"
        try:
            _check_text(text)
            raw = tomllib.loads(text, parse_float=Decimal)
            name = f"{source}:{raw.get('hand', position)}"
            yield _phh_hand(raw, position, name)
        except BadRow as why:
            yield _refused(position, name, why.field, message_of(why))
        except (ValueError, RecursionError) as why:
            said = msg(
                "The hand cannot be read: {why}.", why=_printable(str(why)[:MAX_REASON_LENGTH])
            )
            yield _refused(position, name, "", said)


READERS = {".jsonl": json_hands, ".phh": phh_hands, ".phhs": phh_hands}


def _json_hand(raw: dict[str, Any], position: int) -> HandRecord:
    side = raw.get("side_pots_cents")
    if not isinstance(side, list) or len(side) >= MAX_PLAYERS:
        said = msg("Side pots must be a list of amounts in cents, at most one per player.")
        raise BadRow("side_pots_cents", said)
    main = _cents("main_pot_cents", raw.get("main_pot_cents"))
    pots = (main, *(_cents("side_pots_cents", cents) for cents in side))
    if sum(pots) != _cents("total_pot_cents", raw.get("total_pot_cents")):
        said = msg("The pots add up to {cents}, not to the total (both in cents).", cents=sum(pots))
        raise BadRow("total_pot_cents", said)
    family: Any = raw.get("family")
    if str(family) not in STREETS:
        known = {"families": ", ".join(STREETS), "family": _shown(family)}
        raise BadRow(
            "family", msg("The game type {family} is unknown. Allowed: {families}.", **known)
        )
    seen = raw.get("flop_seen")
    if not isinstance(seen, bool):
        said = msg("flop_seen must be true or false.")
        raise BadRow("flop_seen", said)
    _check_cards(raw.get("board") or (), raw.get("shown_hands") or ())
    return HandRecord(
        position=position,
        external_id=_text("id", raw.get("id")),
        game=_text("game", raw.get("game")),
        family=family,
        pots_cents=pots,
        players_dealt=_players("players_dealt", raw.get("players_dealt")),
        played_at=_instant(raw.get("played_at")),
        **(STREETS[family] if seen else {}),
    )


def _check_cards(board: Any, shown: Any) -> None:
    """Refuse a card that lies on the board or in the shown hands twice; `?` is not known."""
    try:
        cards = [card for part in (board, *(hand["cards"] for hand in shown)) for card in part]
        known = [card for card in cards if "?" not in card]
        twice = len(set(known)) != len(known)
    except (KeyError, TypeError) as why:
        raise BadRow("board", msg("The board and the shown hands must be lists of cards.")) from why
    if twice:
        card = next(card for card in known if known.count(card) > 1)
        raise BadRow("board", msg("The card {card} appears twice.", card=_shown(card)))


# What of a hand shows that its first betting round was passed.
STREETS: dict[str, dict[str, Any]] = {
    "flop": {"board_cards_dealt": 3},
    "stud": {"open_cards_dealt": 2},
    "draw": {"draws_done": 1},
    "ofc": {},
}


def _phh_hand(raw: dict[str, Any], position: int, name: str) -> HandRecord:
    try:
        played: Played = replay(raw)
    except KeyError as missing:
        field = _printable(str(missing.args[0])[:MAX_ID_LENGTH])
        raise BadRow(field, msg("The field {field} is missing.", field=field)) from missing
    except UnknownNotation as why:
        said = msg("The hand cannot be read: {why}.", why=message_of(why))
        raise BadRow(why.field, said) from why
    except (AttributeError, IndexError, TypeError, ValueError) as why:
        raise BadRow("actions", msg("The actions do not match the stacks and bets.")) from why
    pots = tuple(_cents("actions", cents) for cents in played.pots_cents)
    return HandRecord(
        position=position,
        external_id=_text("hand", name),
        game=played.game,
        family=played.family,
        pots_cents=pots,
        players_dealt=_players("players", played.players_dealt),
        board_cards_dealt=played.board_cards_dealt,
        open_cards_dealt=played.open_cards_dealt,
        draws_done=played.draws_done,
        played_at=_phh_instant(raw),
        currency=_text("currency", raw["currency"]) if "currency" in raw else "",
    )


def _sections(lines: Iterable[str]) -> Iterator[str]:
    """Yield the text of each hand: a .phhs file has a heading [1], [2] ... above each."""
    held: list[str] = []
    for line in lines:
        if HEADING.match(line):
            if any(text.strip() for text in held):
                yield "".join(held)
            held = []
        else:
            held.append(line)
    if any(text.strip() for text in held):
        yield "".join(held)


HEADING = re.compile(r"\[[0-9]+\]\s*$")


def _phh_instant(raw: dict[str, Any]) -> datetime | None:
    """Return the instant of a hand; None where the notation leaves out the day or the time."""
    if "_at" in raw:
        return _instant(raw["_at"])
    if not {"year", "month", "day", "time"} <= raw.keys():
        return None
    try:
        zone = ZoneInfo(raw.get("time_zone", "UTC"))
        day = date(raw["year"], raw["month"], raw["day"])
        at = datetime.combine(day, raw["time"], tzinfo=zone)
    except (ArithmeticError, KeyError, OSError, TypeError, ValueError) as why:
        raise BadRow("time", msg("Day, time and time zone do not make a valid time.")) from why
    return _instant(at)


def _instant(value: object) -> datetime | None:
    if value is None:
        return None
    try:
        at = datetime.fromisoformat(str(value))
    except ValueError as why:
        raise BadRow(
            "played_at", msg("{value} is not a date and time.", value=_shown(value))
        ) from why
    if at.utcoffset() is None or not FIRST_YEAR <= at.year <= LAST_YEAR:
        said = msg("{value} has no time zone offset or an impossible year.", value=_shown(value))
        raise BadRow("played_at", said)
    return at.astimezone(UTC)


FIRST_YEAR, LAST_YEAR = 2000, 2100


def _cents(field: str, value: object) -> int:
    if type(value) is not int or not 0 < value <= MAX_CENTS:
        said = msg(
            "A pot must be a whole number of cents above zero, not {value}.", value=_shown(value)
        )
        raise BadRow(field, said)
    return value


def _players(field: str, value: object) -> int:
    if type(value) is not int or not MIN_PLAYERS <= value <= MAX_PLAYERS:
        known = {"maximum": MAX_PLAYERS, "value": _shown(value)}
        raise BadRow(
            field,
            msg("The number of players dealt in must be 2 to {maximum}, not {value}.", **known),
        )
    return value


def _text(field: str, value: object) -> str:
    if not isinstance(value, str) or not 0 < len(value) <= MAX_ID_LENGTH or not value.isprintable():
        said = msg_count(
            "{field} must be printable text of at most {number} character.",
            "{field} must be printable text of at most {number} characters.",
            MAX_ID_LENGTH,
            field=field,
        )
        raise BadRow(field, said)
    return value


def _check_text(text: str) -> None:
    """Refuse what is too long to be a hand, and bytes that are no UTF-8."""
    if len(text) > MAX_RECORD_LENGTH:
        said = msg_count(
            "A hand has at most {number} character.",
            "A hand has at most {number} characters.",
            MAX_RECORD_LENGTH,
        )
        raise BadRow("", said)
    try:
        text.encode()
    except UnicodeEncodeError as why:
        raise BadRow("", msg("The text is not UTF-8.")) from why


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise BadRow(twice, msg("The field appears twice in the line."))
    return found


def _shown(value: object) -> str:
    """Return a value as a sentence shows it, a long one cut."""
    return reprlib.repr(value)


def _no_constant(text: str) -> None:
    raise ValueError(text)


# Made once: a decoder a line costs as much as the line.
DECODER = json.JSONDecoder(parse_constant=_no_constant, object_pairs_hook=_once)


def _refused(position: int, name: str, field: str, reason: Message) -> RefusedRow:
    return RefusedRow(
        position=position,
        external_id=_printable(name[:MAX_ID_LENGTH]),
        field=_printable(field[:MAX_ID_LENGTH]),
        reason=reason,
    )


def _printable(text: str) -> str:
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
