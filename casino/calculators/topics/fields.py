"""Fields that several calculators share: the house, a hand's street, what its session charges."""

from dataclasses import asdict, dataclass, field, fields
from typing import Annotated, Any, Literal

from cashgames.rules.first_round import Street
from cashgames.rules.rake import RakeTerms, rake_terms
from casino.house.rulebook import NAMES, RuleBook, load_book
from casino.house.rules import BoardCards, Family, SeatNo
from casino.messages import msg
from casino.schema import BasisPoints, By, Cents, Count, Distinct, PositiveCents, Range


def _book(name: Any) -> RuleBook:
    if isinstance(name, RuleBook):  # an edition that the caller gave; no plain data is one
        return name
    if not isinstance(name, str) or name not in NAMES:
        raise ValueError(msg("must be one of {words}", words=", ".join(NAMES)))
    return load_book(name)


def main_book() -> RuleBook:
    """Return the book that answers where a question names no house."""
    return load_book(NAMES[0])


def own_settings(book: RuleBook) -> dict[str, Any]:
    """Return what a club has set otherwise than its book says, by key."""
    printed = load_book(book.name).values
    return {key: value for key, value in book.values.items() if printed.get(key, ...) != value}


House = Annotated[RuleBook, By(_book)]
Seats = Annotated[tuple[SeatNo, ...], Distinct()]
Pots = Annotated[tuple[Cents, ...], Range(1, 23)]


@dataclass(frozen=True, kw_only=True, slots=True)
class RakeOverrides:
    """A session's own terms in place of the book's."""

    percent_bp: BasisPoints | None = None
    step_cents: PositiveCents | None = None
    min_pot_cents: Cents | None = None
    cap_cents: Cents | None = None
    basis: Literal["total", "main"] | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Dealt:
    """A hand of a session: how far it got, what the session charges."""

    house: House
    family: Family
    board_cards_dealt: BoardCards
    open_cards_dealt: Count
    draws_done: Count
    rake_mode: Literal["pot", "time"]
    chip_unit_cents: PositiveCents
    special_cap: bool = False
    overrides: RakeOverrides = field(default_factory=RakeOverrides)

    @property
    def street(self) -> Street:
        """Return how far the hand got."""
        return Street(
            family=self.family,
            board_cards_dealt=self.board_cards_dealt,
            open_cards_dealt=self.open_cards_dealt,
            draws_done=self.draws_done,
        )

    @property
    def terms(self) -> RakeTerms:
        """Return what the session charges."""
        return rake_terms(
            self.house.rake,
            mode=self.rake_mode,
            chip_unit_cents=self.chip_unit_cents,
            special_cap=self.special_cap,
            **asdict(self.overrides),
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class Hand(Dealt):
    """A hand and what lies in its pots."""

    pots: Pots


def shown(value: Any) -> dict[str, Any]:
    """Return the fields of a rule's answer by name, as the calculator shows them."""
    return {one.name: getattr(value, one.name) for one in fields(value)}
