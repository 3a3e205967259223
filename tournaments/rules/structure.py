"""Levels, blinds and stacks: fixed before the start, changed by whom, valid from which hand."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from casino.house.because import Because
from casino.house.rulebook import RuleBook
from casino.house.tournaments import Structure
from casino.messages import msg
from casino.refusals import BadInput, Refusal
from casino.schema import Count
from tournaments.rules.verdict import NoTournaments, SaleVerdict, allow, grounds, refuse


class StacksDiffer(Refusal):
    """All start with the same chips."""

    code = "stacks_differ"
    message = msg("All players must start with equal stacks.")


@dataclass(frozen=True, kw_only=True, slots=True)
class Level:
    """The forced bets of a level, in chips."""

    small_blind: Count
    big_blind: Count
    ante: Count = 0


@dataclass(frozen=True, kw_only=True, slots=True)
class Change:
    """A wish to change levels, blinds or stacks; told: the players hear of it."""

    started: bool
    told: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class HandLevel:
    """The number, from 1, of the level that a hand is played in."""

    number: int
    because: tuple[Because, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class StartingStack:
    """The chips with which somebody starts; extra: for terms that were met."""

    chips: int
    extra: int
    because: tuple[Because, ...]


def fixed_levels(book: RuleBook, levels: Sequence[Level], *, started: bool) -> tuple[Because, ...]:
    """
    Return why levels stand as announced: before the start, and never falling.

    Raises BadInput, NoTournaments.

    Source: OLY-3.4.1, VOO-T18, VOO-T26, IMG-T13, HOME-10.
    """
    rule = structure_of(book)
    if started and rule.shown == "before_start":
        raise BadInput(msg("levels: announce at least one level before the start."), field="levels")
    bets = [(one.big_blind, one.small_blind, one.ante) for one in levels]
    if not bets or any(small > big for big, small, _ in bets):
        raise BadInput(
            msg("levels: the big blind must not be below the small blind."), field="levels"
        )
    if bets != sorted(bets):
        raise BadInput(msg("levels: blinds must not decrease."), field="levels")
    return (book.why("structure.shown", len(levels)),)


def change_verdict(book: RuleBook, change: Change) -> SaleVerdict:
    """
    Return whether levels, blinds or stacks may be changed now. Raises NoTournaments.

    Source: OLY-3.4.2, VOO-T27, IMG-T5, HOME-44.
    """
    rule = structure_of(book)
    if change.started and rule.changes == "before_start":
        return refuse(book, "started", "structure.changes")
    if rule.told and not change.told:
        return refuse(book, "players_not_told", "structure.told")
    return allow(book, "changed", "structure.changes")


def level_of_hand(
    book: RuleBook, *, level_starts_at: Sequence[datetime], shuffle_began_at: datetime
) -> HandLevel:
    """
    Return the level that a hand is played in, to its end.

    A shuffle that began before a new level plays the old one; at the very instant, the new one.
    Raises BadInput before the first level.

    Source: OLY-3.4.13, VOO-T33, IMG-T14.
    """
    number = bisect_right(level_starts_at, shuffle_began_at)
    if not number:
        raise BadInput(msg("shuffle_began_at: before the first level."), field="shuffle_began_at")
    why = grounds(book, number, "structure.new_level", shuffle_began_at=shuffle_began_at)
    return HandLevel(number=number, because=why)


def starting_stack(
    book: RuleBook,
    *,
    chips: int,
    announced_chips: int,
    extra_chips: int = 0,
    terms_met: bool = False,
) -> StartingStack:
    """
    Return with how many chips somebody starts; extra ones are for terms set beforehand.

    Chips have no cash value. Raises StacksDiffer, NoTournaments.

    Source: OLY-3.4.7, VOO-T8, IMG-T6.
    """
    rule = structure_of(book)
    if rule.stacks == "equal" and chips != announced_chips:
        raise StacksDiffer(field="chips", source=book.source("structure.stacks"))
    extra = extra_chips if terms_met and rule.extra_chips else 0
    cited = [key for key in ("stacks", "extra_chips") if getattr(rule, key)]
    return StartingStack(
        chips=chips + extra,
        extra=extra,
        because=tuple(book.why(f"structure.{key}", chips + extra, extra=extra) for key in cited),
    )


def structure_of(book: RuleBook) -> Structure:
    """
    Return what the house says of levels and stacks. Raises NoTournaments.

    Source: OLY-3.4.1, VOO-T26, IMG-T13, HOME-10.
    """
    if book.structure is None:
        raise NoTournaments(field="house")
    return book.structure
