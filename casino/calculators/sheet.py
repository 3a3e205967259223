"""A question, its answer and the reasons as a person reads them: sentences, figures, tables."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.utils.translation import gettext, ngettext

from cashgames.rules.hand_words import high_in_words, low_in_words
from casino.calculators.headings import Topic
from casino.calculators.labels import Labels
from casino.cards import DECK
from casino.clock import local_time
from casino.house.vocabulary import has_label, has_words, value_in_words
from casino.messages import msg
from casino.money import NO_BREAK_SPACE, format_cents

SIGNS = {"EUR": "€"}
CENTS = "cents"
UNITS = ("cents", "bp", "_x100", "_x10")
HUNDREDTHS = {"bp": 1, "_x100": 1, "_x10": 10}
INSTANT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", re.ASCII)
DAY = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
PLACE = re.compile(r"\{(\w+)\}")
# What the keys of a mapping or the items of a list are, where it is not seat or player.
SEAT, TABLE = msg("Seat"), msg("Table")
ABOUT = {"after": TABLE, "tables": TABLE, "by_pot_cents": msg("Pot"), "prizes_cents": msg("Place")}
PLAYER, NONE = msg("Player"), msg("none")
HALVES = {"high", "low", "own_five"}
SIGN_OF_SUIT = str.maketrans({"S": "♠", "H": "♥", "D": "♦", "C": "♣", "T": "10"})


@dataclass(frozen=True, kw_only=True, slots=True)
class Cell:
    """One value as text; cards: to be drawn as such; is_figure: stands to the right."""

    text: str
    cards: tuple[str, ...] = ()
    is_figure: bool = False

    @property
    def faces(self) -> list[tuple[str, str]]:
        """(suit, face) of each card: S, A♠."""
        return [(card[1], card.translate(SIGN_OF_SUIT)) for card in self.cards]


@dataclass(frozen=True, kw_only=True, slots=True)
class AnswerTable:
    """Values in rows; total: below the last column, where it is a sum."""

    title: str
    head: list[str]
    rows: list[list[Cell]]
    total: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Step:
    """One paragraph: what it says, what went in, what came out."""

    rule: str
    says: str
    inputs: list[tuple[str, Cell]]
    result: Cell


@dataclass(frozen=True, kw_only=True, slots=True)
class Sheet:
    """The whole answer."""

    sentences: list[str]
    facts: list[tuple[str, Cell]]
    tables: list[AnswerTable]
    asked: list[tuple[str, Cell]]
    steps: list[Step]


@dataclass(frozen=True, kw_only=True, slots=True)
class Writer:
    """Writes values as the club reads them: its currency, the clock on its wall."""

    topic: Topic
    labels: Labels
    currency: str

    def sheet(self, given: Mapping[str, Any], answer: Mapping[str, Any]) -> Sheet:
        """Return the answer to a question, both plain data."""
        shown = {name: value for name, value in answer.items() if name != "because"}
        tables = {name: value for name, value in shown.items() if is_table(value, name)}
        units = {**_units(given), **_units(shown)}
        for why in answer["because"]:
            units = _units(why["inputs"]) | units
        return Sheet(
            sentences=self.sentences(shown),
            facts=[
                (self.labels.label(name), self.cell(value, name))
                for name, value in shown.items()
                if name not in tables and not isinstance(self.topic.says.get(name), dict)
            ],
            tables=[self.table(name, value) for name, value in tables.items() if value],
            asked=[(self.labels.label(name), self.cell(v, name)) for name, v in given.items()],
            steps=[self.step(why, units) for why in answer["because"]],
        )

    def sentences(self, answer: Mapping[str, Any]) -> list[str]:
        """Return the answer in a sentence or two."""
        found, otherwise = [], []
        for name, said in self.topic.says.items():
            if name not in answer or answer[name] is None:
                continue
            if isinstance(said, list):
                found.append(_counted(said, answer[name]))
            elif isinstance(said, str):
                found.append(gettext(said))
            elif (
                key := str(answer[name]).replace("True", "true").replace("False", "false")
            ) in said:
                found.append(gettext(said[key]))
            elif "else" in said:
                otherwise.append(gettext(said["else"]))
        return [
            PLACE.sub(lambda place: self.text(answer[place[1]], place[1]), said)
            for said in found or otherwise
        ]

    def cell(self, value: Any, name: str) -> Cell:
        """Return a value as it stands in a table."""
        if isinstance(value, list) and value and all(_is_card(one) for one in value):
            return Cell(text=" ".join(value), cards=tuple(value))
        if isinstance(value, str) and _is_card(value):
            return Cell(text=value, cards=(value,))
        figure = isinstance(value, int) and not isinstance(value, bool)
        return Cell(text=self.text(value, name), is_figure=figure)

    def text(self, value: Any, name: str) -> str:
        """Return a value in words: money with its sign, percent, points, instants, verdicts."""
        writers: dict[Any, Callable[[Any, str], str]] = {
            int: self.figure,
            list: self._list,
            dict: self._mapping,
        }
        said = {True: msg("yes"), False: msg("no"), None: NONE}
        if isinstance(value, bool | None):
            return said[value].localized()
        return writers.get(type(value), self.phrase)(value, name)

    def _list(self, values: list[Any], name: str) -> str:
        if name == "low":
            return low_in_words(values).localized()
        between = ", "
        if values and all(map(_is_card, values)):
            between = " "
        elif any(isinstance(one, list | dict) for one in values):
            between = "; "
        return between.join(self.text(one, name) for one in values) or NONE.localized()

    def _mapping(self, values: dict[str, Any], name: str) -> str:
        if "category" in values:
            return high_in_words(values["category"], values["ranks"]).localized()
        return ", ".join(
            f"{self._key(key, name)}: {self.text(one, _unit(key, name))}"
            for key, one in values.items()
        )

    def figure(self, number: int, name: str) -> str:
        if name.endswith(CENTS):
            sign = SIGNS.get(self.currency, self.currency)
            return f"{format_cents(number)}{NO_BREAK_SPACE}{sign}"
        ending = next((one for one in UNITS if name.endswith(one)), "")
        short = format_cents(number * HUNDREDTHS.get(ending, 100)).removesuffix(",00")
        if ending == "_x10":
            short = short.removesuffix("0") if "," in short else short
        return f"{short}{NO_BREAK_SPACE}%" if ending == "bp" else short

    def phrase(self, text: str, name: str) -> str:
        """Return a word of the program, an instant or a day as people write it."""
        if INSTANT.fullmatch(text):
            at = datetime.fromisoformat(text)
            return local_time(at, "%d.%m.%Y %H:%M", timezone=self.labels.zone)
        if DAY.fullmatch(text):
            return f"{date.fromisoformat(text):%d.%m.%Y}"
        if has_words(text) or has_words(f"{name}.{text}") or "_" in text:
            return value_in_words(text, name).localized()
        return text.translate(SIGN_OF_SUIT) if text in DECK else text

    def _key(self, key: str, name: str) -> str:
        if key.isdigit():
            return f"{ABOUT.get(name, SEAT).localized()} {key}"
        return self.labels.label(key).localized() if has_label(key) else key

    def _row(self, key: str) -> str:
        return self.labels.label(key) if key in HALVES else key

    def table(self, name: str, value: Any) -> AnswerTable:
        """Return a mapping or a list as a table."""
        title = self.labels.label(name)
        if isinstance(value, list) and isinstance(value[0], dict):
            head = list(value[0])
            cells = [[self.cell(row.get(key), key) for key in head] for row in value]
            return AnswerTable(
                title=title, head=[self.labels.label(key) for key in head], rows=cells
            )
        pairs = value.items() if isinstance(value, dict) else enumerate(value, 1)
        rows = [[Cell(text=self._row(str(key))), self.cell(one, name)] for key, one in pairs]
        about: str = ABOUT.get(name, SEAT if rows[0][0].text.isdigit() else PLAYER)
        about = "" if name == "proof" and about == PLAYER else about
        amounts = list(value.values()) if isinstance(value, dict) else value
        total = ""
        if name.endswith(CENTS) and len(rows) > 1:
            total = self.figure(sum(amounts), name)
        said = msg("Amount") if name.endswith(CENTS) else ""
        return AnswerTable(title=title, head=[about, said], rows=rows, total=total)

    def step(self, why: Mapping[str, Any], units: Mapping[str, str]) -> Step:
        """Return a reason; its result gets the unit of the value that it is."""
        result = why["result"]
        name = units.get(repr(result)) or _common_unit(result, units)
        return Step(
            rule=why["rule"],
            says=why["says"],
            inputs=[(self.labels.label(n), self.cell(v, n)) for n, v in why["inputs"].items()],
            result=self.cell(result, name),
        )


def _counted(forms: list[str], value: Any) -> str:
    """Return a sentence with a count: a number, or how many there are."""
    one, many = forms
    number = value if isinstance(value, int) else len(value)
    return ngettext(one, many, number).replace("{number}", str(number))


def is_table(value: Any, name: str) -> bool:
    """Return whether a value of an answer needs rows of its own."""
    if isinstance(value, dict):
        return "category" not in value
    return isinstance(value, list) and (
        name.endswith(CENTS) or any(isinstance(one, dict) for one in value)
    )


def _units(value: Any, name: str = "") -> dict[str, str]:
    """Return the name of each amount in some data, by the amount."""
    found: dict[str, str] = {}
    if name.endswith(UNITS):
        found[repr(value)] = name
    if isinstance(value, Mapping):
        for key, one in value.items():
            found |= _units(one, _unit(key, name))
    elif isinstance(value, list):
        for one in value:
            found |= _units(one, name)
    return found


def _unit(key: str, name: str) -> str:
    """Return what gives a value of a mapping its unit: its key, or the mapping's own name."""
    return name if name.endswith(UNITS) or key.isdigit() else key


def _common_unit(value: Any, units: Mapping[str, str]) -> str:
    """Return the unit of the amounts in a value, if that of any of them is known."""
    return next((units[repr(one)] for one in _amounts(value) if repr(one) in units), "")


def _amounts(value: Any) -> Iterator[int]:
    if isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, list):
        for one in value:
            yield from _amounts(one)
    elif type(value) is int:
        yield value


def _is_card(value: Any) -> bool:
    return isinstance(value, str) and value in DECK
