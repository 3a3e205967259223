"""
The rule books: data, one file a book, every value with the paragraph that it comes from.

In a file a value is a pair, `cap_cents = [1000, "OLY-2.36"]`. What the texts leave open is decided
in `decisions.toml`, which belongs to every book. Nothing in the program asks which book it has.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Literal

from casino.house import rules
from casino.house.because import Because
from casino.house.floor import AbsentHand, Chips, Claims, Clock, Hands, Penalties, Seats
from casino.house.tournaments import (
    Admission,
    Bubble,
    Ending,
    PaidStack,
    Purchases,
    SeatDraw,
    Structure,
    TableChips,
    TableMoves,
    Variant,
    VariantName,
)
from casino.messages import Message, msg
from casino.money import WHOLE_BP, format_cents, part
from casino.refusals import BadInput
from casino.schema import Text, read

FOLDER = Path(__file__).parent / "rulebooks"
NAMES = ("olympic", "voodoo", "img", "home", "online")
# How a paragraph names its house.
HOUSE = re.compile(r"[A-Z]+-(?=[A-Z]?[0-9])")
DECISION = "AMB-"
ControlsName = Literal["home", "club", "casino"]


class BookError(BadInput):
    """A rule book is wrong: its text names key, value and what is allowed; a file's, the file."""

    code = "bad_rule_book"
    message = msg("The rule book cannot be read.")


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class RuleBook:
    """One edition of one house's rules; a section is None where the house has nothing of it."""

    name: str
    title: Text
    number: Text
    house: rules.House
    first_round: rules.FirstRound
    rake: rules.Rake
    pots: rules.Pots
    odd_chip: rules.OddChip
    tables: rules.Tables
    floor: rules.Floor
    tournament: rules.Tournament
    refund: rules.Refund
    decides: rules.Decides
    hands: Hands
    chips: Chips
    time_rake: rules.TimeRake | None = None
    jackpot: rules.Jackpot | None = None
    run_it_twice: rules.RunItTwice | None = None
    buy_in: rules.BuyIn | None = None
    absence: rules.Absence | None = None
    prizes: rules.Prizes | None = None
    royal_flush_pool: rules.RoyalFlushPool | None = None
    ranking: rules.Ranking | None = None
    seats: Seats | None = None
    absent_hand: AbsentHand | None = None
    claims: Claims | None = None
    clock: Clock | None = None
    penalties: Penalties | None = None
    variants: dict[VariantName, Variant] = field(default_factory=dict)
    purchases: Purchases | None = None
    admission: Admission | None = None
    structure: Structure | None = None
    seat_draw: SeatDraw | None = None
    table_moves: TableMoves | None = None
    table_chips: TableChips | None = None
    paid_stack: PaidStack | None = None
    bubble: Bubble | None = None
    ending: Ending | None = None
    # Which control profile a club with this book is offered when it opens.
    suggested_controls: ControlsName = "club"
    values: dict[str, Any] = field(repr=False)
    sources: dict[str, str] = field(repr=False)
    paragraphs: dict[str, str] = field(repr=False)

    def says(self, rule_id: str) -> str:
        """Return a paragraph in our words. Raises KeyError if the book does not know it."""
        return self.paragraphs[rule_id]

    def cites(self, rule_id: str) -> bool:
        """Return whether a paragraph may be named here: another house's binds nobody."""
        house = HOUSE.match(rule_id)
        return not house or any(each.startswith(house[0]) for each in self.paragraphs)

    def unfit(self, chips_cents: Sequence[int], notes_cents: Sequence[int]) -> Message | None:
        """
        Return that nothing pays what the rake is made of, None where something does.

        Where no chips lie on the tables, guests are paid their cents in cash. Source: AMB-05.
        """
        lies = self.chips.cash_games is not None
        grain, smallest = (
            self.rake.grain_cents,
            min(chips_cents if lies else notes_cents, default=1),
        )
        if not self.rake.percent_bp or grain % smallest == 0:
            return None
        amounts = {"grain": format_cents(grain), "smallest": format_cents(smallest)}
        if lies:
            return msg(
                "Rake is taken to {grain}; the smallest chip is {smallest}: no chip pays the rest.",
                **amounts,
            )
        return msg(
            "Rake is taken to {grain}; the smallest note or coin is {smallest}: "
            "no cash pays the rest.",
            **amounts,
        )

    def source(self, key: str) -> str:
        """Return the paragraph of a value, `rake.cap_cents`. Raises KeyError on an unknown key."""
        return self.sources[key]

    def is_decided(self, key: str) -> bool:
        """Return whether a value is our decision rather than the text of the book."""
        return self.sources[key].startswith(DECISION)

    def why(self, cited: str, result: Any, **inputs: Any) -> Because:
        """Return the reason for a result: `cited` is a key of the book or a paragraph's id."""
        rule = self.sources.get(cited, cited)
        return Because(rule=rule, says=self.paragraphs[rule], inputs=inputs, result=result)

    def with_overrides(self, overrides: Mapping[str, Any]) -> "RuleBook":
        """
        Return the book with some values changed, `{"rake.percent_bp": 400}`, validated anew.

        The paragraph of a value stays: it is what allows the change. Raises BookError.
        """
        values = dict(self.values)
        for key, value in overrides.items():
            if key not in self.sources:
                raise BookError(msg("{key}: the book has no such value.", key=key), field=key)
            values[key] = value
        return _book(self.name, values, self.sources, self.paragraphs)


@cache
def load_book(name: str) -> RuleBook:
    """Return the rule book of that name. Raises BookError."""
    if name not in NAMES:
        raise BookError(
            msg("house: must be one of {names}, not “{name}”.", names=", ".join(NAMES), name=name),
            field="house",
        )
    return parse_book(name, (FOLDER / f"{name}.toml").read_text("utf-8"))


def decided(rule_id: str, result: Any, **inputs: Any) -> Because:
    """Return the reason for a result that a decision gives in every house alike."""
    return Because(rule=rule_id, says=_decisions()[rule_id], inputs=inputs, result=result)


def parse_book(name: str, text: str) -> RuleBook:
    """Return the rule book that a TOML text describes. Raises BookError."""
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as why:
        raise BookError(msg("{name}.toml: is not valid TOML: {why}.", name=name, why=why)) from why
    paragraphs = raw.pop("paragraphs", {}) | _decisions()
    values, sources = {}, {}
    for key, pair in _leaves(raw):
        if "." not in key:
            values[key] = pair
        else:
            values[key], sources[key] = _pair(name, key, pair)
    try:
        return _book(name, values, sources, paragraphs)
    except BookError as why:
        raise BookError(
            msg("{name}.toml: {message}", name=name, message=why.message), field=why.field
        ) from why


def _pair(name: str, key: str, pair: Any) -> tuple[Any, str]:
    match pair:
        case [value, str(source)]:
            return value, source
    raise BookError(
        msg('{name}.toml: {key}: must be a pair [value, "paragraph"].', name=name, key=key),
        field=key,
    )


@cache
def _decisions() -> dict[str, str]:
    texts = tomllib.loads((FOLDER / "decisions.toml").read_text("utf-8"))
    return dict(texts["paragraphs"])


def _leaves(table: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _leaves(value, f"{above}{key}.")
        else:
            yield above + key, value


def _book(
    name: str, values: dict[str, Any], sources: dict[str, str], paragraphs: dict[str, str]
) -> RuleBook:
    for key, rule_id in sources.items():
        if rule_id not in paragraphs:
            said = msg(
                "{key}: “{rule_id}” must be one of the [paragraphs].", key=key, rule_id=rule_id
            )
            raise BookError(said, field=key)
    aside = {"name": name, "values": values, "sources": sources, "paragraphs": paragraphs}
    try:
        book: RuleBook = read(RuleBook, _nested(values) | aside)
    except BadInput as why:
        raise BookError(why.message, field=why.field) from why
    for key, allowed in _contradictions(book):
        raise BookError(
            msg("{key}: {allowed}, not {value}.", key=key, allowed=allowed, value=values.get(key)),
            field=key,
        )
    return book


def _nested(values: Mapping[str, Any]) -> dict[str, Any]:
    tree: dict[str, Any] = {}
    for key, value in values.items():
        *path, leaf = key.split(".")
        branch = tree
        for step in path:
            branch = branch.setdefault(step, {})
        branch[leaf] = value
    return tree


def _contradictions(book: RuleBook) -> Iterator[tuple[str, Message]]:
    """Yield the keys whose values cannot stand together, with what is allowed."""
    jackpot = book.jackpot
    yield from _wrong_rake(book.rake)
    if jackpot and jackpot.losing_bp + jackpot.winning_bp + jackpot.table_bp != WHOLE_BP:
        yield (
            "jackpot.table_bp",
            msg("the three parts of the bad beat must sum to {whole}", whole=WHOLE_BP),
        )
    if book.prizes:
        yield from _wrong_prizes(book.prizes)
    if book.ranking:
        yield from _wrong_ranking(book.ranking)


def _wrong_rake(rake: rules.Rake) -> Iterator[tuple[str, Message]]:
    if rake.percent_bp > rake.max_percent_bp:
        yield (
            "rake.percent_bp",
            msg("must be {maximum} or less, the house's maximum", maximum=rake.max_percent_bp),
        )
    for key in ("cap_cents", "special_cap_cents"):
        if (getattr(rake, key) or 0) > rake.max_cap_cents:
            yield (
                f"rake.{key}",
                msg("must be {maximum} or less, the house's maximum", maximum=rake.max_cap_cents),
            )
    step = part(rake.step_cents, rake.percent_bp)
    if rake.step_cents > 1 and step % rake.chip_unit_cents:
        yield "rake.chip_unit_cents", msg("must divide the rake of one step, {step}", step=step)


def _wrong_prizes(prizes: rules.Prizes) -> Iterator[tuple[str, Message]]:
    if bool(prizes.table) == bool(prizes.shares):
        yield "prizes.table", msg("there must be either a table or shares")
    limits = [column.up_to for column in prizes.table]
    if limits != sorted(set(limits)):
        yield "prizes.table", msg("the columns must be in order of up_to")
    columns = [("prizes.table", column.shares) for column in prizes.table]
    for key, shares in [*columns, *[("prizes.shares", prizes.shares)] * bool(prizes.shares)]:
        if sum(shares) != WHOLE_BP:
            yield (
                key,
                msg(
                    "shares must sum to {whole}, {shares} sum to {found}",
                    whole=WHOLE_BP,
                    shares=list(shares),
                    found=sum(shares),
                ),
            )
        if not _falls(shares):
            yield (
                key,
                msg(
                    "shares must not rise from place to place, as in {shares}", shares=list(shares)
                ),
            )


def _wrong_ranking(ranking: rules.Ranking) -> Iterator[tuple[str, Message]]:
    if not ranking.place_factors or not _falls(ranking.place_factors):
        yield (
            "ranking.place_factors",
            msg("must not rise from place to place; there must be one or more"),
        )
    if not ranking.paid_places:
        yield "ranking.paid_places", msg("must be 1 or more")
    classes = {
        "ranking.buy_in_factors": [each.from_euros for each in ranking.buy_in_factors],
        "ranking.participants_factors": [
            each.from_participants for each in ranking.participants_factors
        ],
    }
    for key, begins in classes.items():
        if begins[:1] != [0] or begins != sorted(set(begins)):
            yield key, msg("the classes must begin at 0 and be in order")


def _falls(numbers: Sequence[int]) -> bool:
    return list(numbers) == sorted(numbers, reverse=True)
