"""What recorded hands would have paid under another rule book. Cents; no Django here."""

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from cashgames.rules.families import FAMILIES, families_dealt
from cashgames.rules.jackpot_drop import DropTerms, drop_terms, pot_charges
from cashgames.rules.rake import RakeTerms, table_terms
from casino.house.rulebook import RuleBook
from casino.house.rules import Game as GameName

# Pots below these sums, and everything above the last.
BANDS_CENTS = (1_000, 2_000, 5_000, 10_000, 20_000, 50_000)
HOUR = 60
# So many hands are named of which the rules of their day give something else.
MAX_DIFFERENCES = 20
Charge = tuple[int, int]  # rake and jackpot money
# pots in cents, stacks dealt in, first round passed, rake and drop as recorded, number of the row
Hand = tuple[Sequence[int], int, bool, int, int, int]


@dataclass(frozen=True, kw_only=True, slots=True)
class Game:
    """
    A table's game for a while, as far as it decides what its hands pay.

    feeds: a jackpot takes money; mode "time": the table pays for its time and not for its pots.
    """

    session_id: int
    table: str
    game: GameName
    special_cap: bool
    feeds: bool
    mode: Literal["pot", "time"] = "pot"


@dataclass(frozen=True, kw_only=True, slots=True)
class WhatIfTerms:
    """What the hands of one game pay under one book."""

    rake: RakeTerms
    drop: DropTerms | None
    # A mixed game's hands do not tell which game was dealt: dropped where it was dropped.
    mixed_drop: DropTerms | None


@dataclass(slots=True)
class Sums:
    """Hands added up: what was taken, what the day's rules give again, what the others give."""

    hands: int = 0
    raked: int = 0
    other_raked: int = 0
    pots_cents: int = 0
    rake_cents: int = 0
    drop_cents: int = 0
    other_rake_cents: int = 0
    other_drop_cents: int = 0
    again_cents: int = 0
    # Hands of which the rules of their day do not give again what was taken.
    differing: int = 0
    # What the cheapest and the dearest of the hands paid that paid something; 0 where none did.
    least_cents: int = 0
    most_cents: int = 0
    other_least_cents: int = 0
    other_most_cents: int = 0

    def count(self, pot: int, was: Charge, would: Charge, again: int) -> None:
        """Add one hand; again: what the rules of its day give for it."""
        taken, other = sum(was), sum(would)
        self.hands += 1
        self.raked += was[0] > 0
        self.other_raked += would[0] > 0
        self.pots_cents += pot
        self.rake_cents += was[0]
        self.drop_cents += was[1]
        self.other_rake_cents += would[0]
        self.other_drop_cents += would[1]
        self.again_cents += again
        self.differing += again != taken
        self._stretch(taken, taken, other, other)

    def add(self, other: "Sums") -> None:
        """Add another sum to this one."""
        for name in ADDED:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self._stretch(
            other.least_cents, other.most_cents, other.other_least_cents, other.other_most_cents
        )

    def _stretch(self, minimum: int, maximum: int, other_least: int, other_most: int) -> None:
        if maximum:
            self.least_cents = min(minimum, self.least_cents or minimum)
            self.most_cents = max(maximum, self.most_cents)
        if other_most:
            self.other_least_cents = min(other_least, self.other_least_cents or other_least)
            self.other_most_cents = max(other_most, self.other_most_cents)

    def as_json(self) -> dict[str, int]:
        """Return the sums as plain data, with what a hand paid on the average, rounded down."""
        hands = self.hands or 1
        return {name: getattr(self, name) for name in self.__slots__} | {
            "mean_cents": (self.rake_cents + self.drop_cents) // hands,
            "other_mean_cents": (self.other_rake_cents + self.other_drop_cents) // hands,
        }


ADDED = (
    "hands", "raked", "other_raked", "pots_cents", "rake_cents", "drop_cents", "other_rake_cents",
    "other_drop_cents", "again_cents", "differing",
)  # fmt: skip


@dataclass(frozen=True, kw_only=True, slots=True)
class WhatIfDifference:
    """A hand of which the rules of its day do not give again what was taken."""

    hand_id: int
    taken_cents: int
    again_cents: int


@dataclass(slots=True)
class Study:
    """The sums of a period by session, game and size of the pot; tables: names by session."""

    by_session: dict[int, Sums] = field(default_factory=dict)
    by_game: dict[str, Sums] = field(default_factory=dict)
    tables: dict[int, str] = field(default_factory=dict)
    by_band: list[Sums] = field(
        default_factory=lambda: [Sums() for _ in range(len(BANDS_CENTS) + 1)]
    )
    differences: list[WhatIfDifference] = field(default_factory=list)


def in_campaign(book: RuleBook, game: Game) -> bool:
    """
    Return whether a table fed no jackpot although the rules of its day would have it.

    Where those rules have no jackpot for the game, another book's may take its money.
    Source: OLY-4.11, AMB-20.
    """
    dealt = families_dealt(game.game)
    return not game.feeds and any(drop_terms(book, family=family) for family in dealt)


def terms(book: RuleBook, game: Game, *, campaign: bool) -> WhatIfTerms:
    """
    Return what a game's hands pay under a book; without a special cap there, its usual one.

    A table under time rake pays nothing on its pots, under a book without time rake as others do.
    Source: OLY-2.36, OLY-2.38, OLY-4.11, AMB-02, AMB-13, AMB-20.
    """
    family = FAMILIES.get(game.game)
    return WhatIfTerms(
        rake=table_terms(book, special_cap=game.special_cap, mode=game.mode),
        drop=drop_terms(book, family=family, campaign=campaign) if family else None,
        mixed_drop=None if family else drop_terms(book, family="flop", campaign=campaign),
    )


def study_hands(
    study: Study, game: Game, was: WhatIfTerms, would: WhatIfTerms, hands: Sequence[Hand]
) -> None:
    """
    Add the hands of one game on one gaming day to a study.

    was: the terms of the day's own rules, to see whether they give again what was taken; would:
    those of the other book. Source: AMB-07, AMB-08.
    """
    sums = Sums()
    again = _charged(was, hands)
    other = _charged(would, hands)
    for hand, old, new in zip(hands, again, other, strict=True):
        pot, taken, given = sum(hand[0]), hand[3:5], sum(old)
        sums.count(pot, taken, new, given)
        study.by_band[bisect_right(BANDS_CENTS, pot)].count(pot, taken, new, given)
        if given != sum(taken) and len(study.differences) < MAX_DIFFERENCES:
            study.differences.append(
                WhatIfDifference(hand_id=hand[5], taken_cents=sum(taken), again_cents=given)
            )
    study.tables[game.session_id] = game.table
    study.by_session.setdefault(game.session_id, Sums()).add(sums)
    study.by_game.setdefault(game.game, Sums()).add(sums)


def _charged(terms: WhatIfTerms, hands: Sequence[Hand]) -> Iterable[Charge]:
    if terms.mixed_drop is None:
        return pot_charges(terms.rake, terms.drop, (hand[:3] for hand in hands))
    return [
        next(iter(pot_charges(terms.rake, terms.mixed_drop if hand[4] else None, [hand[:3]])))
        for hand in hands
    ]


def cost_per_hour_cents(taken_cents: int, player_minutes: int) -> int | None:
    """
    Return what a player paid for an hour at the table, rounded down; None without times.

    taken_cents: rake and jackpot money; player_minutes: of all seats together.
    Source: CATALOGUE 1 (rounded down).
    """
    return taken_cents * HOUR // player_minutes if player_minutes else None


def side_by_side(study: Study, player_minutes: Mapping[int, int]) -> dict[str, Any]:
    """
    Return a study as plain data: in all, by table, by game, by size of the pot.

    player_minutes: by session; a session without seats has no part in the cost of an hour.
    Source: AMB-07.
    """
    tables: dict[str, list[int]] = {}
    for session_id in study.by_session:
        tables.setdefault(study.tables[session_id], []).append(session_id)
    edges = (0, *BANDS_CENTS)
    return {
        "total": _row(study, list(study.by_session), player_minutes),
        "tables": [
            {"table": name} | _row(study, sessions, player_minutes)
            for name, sessions in sorted(tables.items())
        ],
        "games": [{"game": name} | sums.as_json() for name, sums in sorted(study.by_game.items())],
        "pots": [
            {"from_cents": low, "below_cents": high} | sums.as_json()
            for low, high, sums in zip(edges, (*BANDS_CENTS, None), study.by_band, strict=True)
        ],
    }


def _row(study: Study, sessions: Sequence[int], minutes: Mapping[int, int]) -> dict[str, Any]:
    everything, timed = Sums(), Sums()
    for session_id in sessions:
        everything.add(study.by_session[session_id])
        if minutes.get(session_id):
            timed.add(study.by_session[session_id])
    played = sum(minutes.get(each, 0) for each in sessions)
    was = timed.rake_cents + timed.drop_cents
    would = timed.other_rake_cents + timed.other_drop_cents
    return everything.as_json() | {
        "player_minutes": played,
        "timed_hands": timed.hands,
        "hour_cents": cost_per_hour_cents(was, played),
        "other_hour_cents": cost_per_hour_cents(would, played),
    }
