"""Keeping the tables of a tournament equally full."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from casino.house.because import Because
from casino.house.rulebook import RuleBook


@dataclass(frozen=True, kw_only=True, slots=True)
class Move:
    """One player goes from a table to another."""

    from_table: int
    to_table: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Balance:
    """Whether tables must be balanced, which of them wait, the moves and what is then there."""

    balance_needed: bool
    stopped_tables: tuple[int, ...]
    moves: tuple[Move, ...]
    after: dict[int, int]
    because: tuple[Because, ...]


def table_balance(book: RuleBook, players_by_table: Mapping[int, int]) -> Balance:
    """
    Return how players move until the tables are as equal as the house wants them.

    Source: OLY-3.4.14, OLY-3.4.15, VOO-T19, IMG-T20, HOME-5, AMB-78.
    """
    rule, maximum = book.tournament, max(players_by_table.values())
    after = dict(sorted(players_by_table.items()))
    stopped = tuple(
        table
        for table, players in after.items()
        if rule.stop_difference is not None and maximum - players >= rule.stop_difference
    )
    moves = tuple(_moves(after, rule.balance_difference))
    why = [book.why("tournament.balance_difference", len(moves), tables=dict(players_by_table))]
    if stopped:
        why.append(book.why("tournament.stop_difference", stopped, largest=maximum))
    return Balance(
        balance_needed=bool(moves),
        stopped_tables=stopped,
        moves=moves,
        after=after,
        because=tuple(why),
    )


def _moves(players: dict[int, int], difference: int) -> Iterator[Move]:
    """Move one player at a time from the largest to the smallest table, lowest number first."""
    while True:
        largest = max(players, key=lambda table: (players[table], -table))
        smallest = min(players, key=lambda table: (players[table], table))
        if players[largest] - players[smallest] < difference:
            return
        players[largest] -= 1
        players[smallest] += 1
        yield Move(from_table=largest, to_table=smallest)
