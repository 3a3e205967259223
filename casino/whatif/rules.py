"""What recorded hands would have paid under another rule book. Cents; no Django here."""

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from cashgames.rules.families import FAMILIES
from cashgames.rules.jackpot_drop import DropTerms, drop_terms, pot_charges
from cashgames.rules.rake import RakeTerms, rake_terms
from casino.house.rulebook import RuleBook

# Pots below these sums, and everything above the last.
BANDS_CENTS = (1_000, 2_000, 5_000, 10_000, 20_000, 50_000)
HOUR = 60


@dataclass(frozen=True, kw_only=True, slots=True)
class Game:
    """A table's game, as far as it decides what its hands pay; feeds: a jackpot takes money."""

    session_id: int
    table: str
    game: str
    special_cap: bool
    feeds: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class Terms:
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

    def add(self, other: "Sums") -> None:
        """Add another sum to this one."""
        for name in self.__slots__:
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def as_json(self) -> dict[str, int]:
        """Return the sums as plain data."""
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(slots=True)
class Study:
    """The sums of a period by game and by size of the pot."""

    by_session: dict[int, Sums] = field(default_factory=dict)
    by_band: list[Sums] = field(
        default_factory=lambda: [Sums() for _ in range(len(BANDS_CENTS) + 1)]
    )


# pots in cents, stacks dealt in, first round passed, rake and drop as recorded
Hand = tuple[Sequence[int], int, bool, int, int]


def terms(book: RuleBook, game: Game) -> Terms:
    """
    Return what a game's hands pay under a book; without a special cap there, its usual one.

    Source: OLY-2.36, OLY-2.38, OLY-4.11, AMB-02, AMB-20.
    """
    special = game.special_cap and book.rake.special_cap_cents is not None
    family = FAMILIES.get(game.game)  # type: ignore[call-overload]
    return Terms(
        rake=rake_terms(book.rake, special_cap=special),
        drop=drop_terms(book, family=family, campaign=not game.feeds) if family else None,
        mixed_drop=None if family else drop_terms(book, family="flop", campaign=not game.feeds),
    )


def study_hands(
    study: Study, session_id: int, was: Terms, would: Terms, hands: Sequence[Hand]
) -> None:
    """
    Add the hands of one game on one gaming day to a study.

    was: the terms of the day's own rules, to see whether they give again what was taken; would:
    those of the other book. Source: AMB-07, AMB-08.
    """
    sums = study.by_session.setdefault(session_id, Sums())
    again = _charged(was, hands)
    other = _charged(would, hands)
    for (pots, _, _, rake, drop), (old_rake, old_drop), (new_rake, new_drop) in zip(
        hands, again, other, strict=True
    ):
        pot = sum(pots)
        for each in (sums, study.by_band[bisect_right(BANDS_CENTS, pot)]):
            each.hands += 1
            each.raked += rake > 0
            each.other_raked += new_rake > 0
            each.pots_cents += pot
            each.rake_cents += rake
            each.drop_cents += drop
            each.other_rake_cents += new_rake
            each.other_drop_cents += new_drop
            each.again_cents += old_rake + old_drop


def _charged(terms: Terms, hands: Sequence[Hand]) -> Iterable[tuple[int, int]]:
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


def side_by_side(
    study: Study, games: Mapping[int, Game], player_minutes: Mapping[int, int]
) -> dict[str, Any]:
    """
    Return a study as plain data: in all, by table, by size of the pot.

    player_minutes: by session; a game without seats has no part in the cost of an hour.
    Source: AMB-07.
    """
    tables: dict[str, list[int]] = {}
    for session_id in study.by_session:
        tables.setdefault(games[session_id].table, []).append(session_id)
    edges = (0, *BANDS_CENTS)
    return {
        "total": _row(study, list(study.by_session), player_minutes),
        "tables": [
            {"table": name} | _row(study, sessions, player_minutes)
            for name, sessions in sorted(tables.items())
        ],
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
        "hour_cents": cost_per_hour_cents(was, played),
        "other_hour_cents": cost_per_hour_cents(would, played),
    }
