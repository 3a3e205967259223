"""How many may play, and when a board may be dealt twice."""

from dataclasses import dataclass
from typing import Literal

from casino.house.because import Because
from casino.house.rulebook import RuleBook
from casino.house.rules import BoardStreet, Game, RunItTwice
from casino.messages import msg
from casino.refusals import Refusal

STREETS: tuple[BoardStreet, ...] = ("flop", "turn", "river")


class GameNotOffered(Refusal):
    """The rule book of the house does not list the game."""

    code = "game_not_offered"
    message = msg("This club does not offer this game.")


@dataclass(frozen=True, kw_only=True, slots=True)
class MostPlayers:
    """The limit, and whether it is the book's text or a decision of ours."""

    max_players: int
    source: Literal["text", "decision"]
    because: tuple[Because, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class TwiceVerdict:
    """Whether the board may be dealt twice, and which streets of it."""

    allowed: bool
    code: str
    dealt_twice: tuple[BoardStreet, ...]
    because: tuple[Because, ...]


def most_players(book: RuleBook, game: Game, *, at: Literal["cash", "tournament"]) -> MostPlayers:
    """
    Return how many may play a game at one table. Raises GameNotOffered.

    Source: OLY-6.7.1, OLY-6.8.1, OLY-6.12.1, VOO-G2, VOO-C5, IMG-G1, ONL-1, AMB-113, AMB-114.
    """
    limit = book.tables.max_players.get(game)
    if limit is None:
        raise GameNotOffered(field="game")
    key = f"tables.max_players.{game}"
    cash_limit = book.tables.max_players_cash
    if at == "cash" and cash_limit is not None and cash_limit < limit:
        key, limit = "tables.max_players_cash", cash_limit
    return MostPlayers(
        max_players=limit,
        source="decision" if book.is_decided(key) else "text",
        because=(book.why(key, limit, game=game, at=at),),
    )


def run_it_twice(
    book: RuleBook,
    game: Game,
    *,
    players: int,
    small_blind_cents: int,
    big_blind_cents: int,
    all_in_before: BoardStreet,
    all_agree: bool,
    special_offer: bool = False,
) -> TwiceVerdict:
    """
    Return whether the rest of the board may be dealt twice.

    players: who sat in the hand; all_in_before: the first street not yet dealt.

    Source: OLY-2.29 to OLY-2.33, VOO-C27, AMB-46, AMB-115.
    """
    rule = book.run_it_twice
    if rule is None:
        return TwiceVerdict(
            allowed=False, code="house_has_no_run_it_twice", dealt_twice=(), because=()
        )
    least_blind = rule.min_blind_cents if not special_offer else 0
    if rule.needs_everybody and not all_agree:
        code, cited = "not_agreed", "needs_everybody"
    elif min(small_blind_cents, big_blind_cents) < least_blind:
        code, cited = "blinds_too_low", "min_blind_cents"
    elif players > rule.most_players.get(game, players):
        code, cited = "too_many_players", f"most_players.{game}"
    elif players > rule.whole_board_most_players.get(game, players):
        code, cited = "allowed", f"whole_board_most_players.{game}"
    else:
        code, cited = "allowed", "min_blind_cents"
    return TwiceVerdict(
        allowed=code == "allowed",
        code=code,
        dealt_twice=_dealt_twice(rule, game, players, all_in_before) if code == "allowed" else (),
        because=(book.why(f"run_it_twice.{cited}", code, game=game, players=players),),
    )


def _dealt_twice(
    rule: RunItTwice, game: Game, players: int, all_in_before: BoardStreet
) -> tuple[BoardStreet, ...]:
    """Return the streets left; a full table of some games keeps its one flop."""
    first = STREETS.index(all_in_before)
    whole_board = players <= rule.whole_board_most_players.get(game, players)
    return STREETS[first if whole_board else max(1, first) :]
