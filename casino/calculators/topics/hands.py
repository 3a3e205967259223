"""Calculators of hands: what cards are worth, who wins the pots, which hands hit a jackpot."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Annotated, Any

from cashgames.rules.families import FAMILIES, MIXED
from cashgames.rules.games import (
    Half,
    check_board,
    check_no_card_twice,
    check_own,
    ranked_rules,
)
from cashgames.rules.hands import Hand, best_hand
from cashgames.rules.odd_chip import Seating
from cashgames.rules.pots import Claim, Contribution, Played, Run, settle, showdown
from casino.calculators.registry import topic
from casino.calculators.topics.fields import Dealt, House, main_book, shown
from casino.cards import AnyCard, Card, Cards, texts
from casino.house.because import Because
from casino.house.rules import Game, Players, SeatNo
from casino.messages import msg, msg_count
from casino.refusals import BadInput
from casino.schema import Count, Range
from jackpot.rules.qualification import Played as JackpotPlayed
from jackpot.rules.qualification import Shown, qualification

Boards = Annotated[tuple[Cards, ...], Range(0, 2)]
OneOrTwo = Annotated[int, Range(1, 2)]

# The answer's key of each half.
NAMES: dict[Half, str] = {
    "high": "high",
    "own_five": "own_five",
    "soko": "high",
    "low8": "low",
    "razz": "low",
    "low27": "low",
}
# The key of the book that ranks a half, where it is not how the game's hand is made.
RANKED_BY: dict[Half, str] = {
    "soko": "hands.four_card_hands",
    "low8": "hands.low_half",
    "low27": "hands.winner",
}


@dataclass(frozen=True, kw_only=True, slots=True)
class HandRankGiven:
    """A player's cards and the common ones, in one game."""

    game: Game
    cards: Cards
    board: Cards
    house: House = field(default_factory=main_book)


@topic("hand_rank")
def hand_rank_answer(given: HandRankGiven) -> dict[str, Any]:
    """Answer what cards are worth in each half of the pot, and which five prove it."""
    rules = ranked_rules(given.game)
    check_board(given.game, given.board, complete=False, field="board")
    check_own(given.game, given.cards, complete=False, field="cards")
    check_no_card_twice((*given.cards, *given.board), field="cards")
    hands = {half: best_hand(rules, half, given.cards, given.board) for half in rules.halves}
    if any(hand is None and half != "low8" for half, hand in hands.items()):
        few = "board" if rules.boards[-1] else "cards"
        raise BadInput(msg("{few}: there are not yet five cards to rank.", few=few), field=few)
    values = {NAMES[half]: _value(half, hand) for half, hand in hands.items()}
    return values | {
        "proof": {NAMES[half]: texts(hand.cards) for half, hand in hands.items() if hand},
        "because": (
            *(
                given.house.why(_cited(given, half), _value(half, hand), game=given.game)
                for half, hand in hands.items()
            ),
            *_left_out(given),
        ),
    }


def _left_out(given: HandRankGiven) -> Iterator[Because]:
    """Yield why cards do not count where there are more than make a hand."""
    book, there = given.house, len(given.cards) + len(given.board)
    if there > book.hands.cards and "hands.cards" in book.sources:
        yield book.why("hands.cards", book.hands.cards, cards_there=there)


def _cited(given: HandRankGiven, half: Half) -> str:
    """Return the key that ranks a half; a book without it leaves it to the cards that speak."""
    key = RANKED_BY.get(half, f"hands.made.{given.game}")
    return key if key in given.house.sources else "hands.winner"


def _value(half: Half, hand: Hand | None) -> Any:
    """Show a high value by category and ranks, a low one by ranks, no low as null."""
    if NAMES[half] != "low":
        return hand and {"category": hand.value.category, "ranks": hand.value.ranks}
    return hand.value.ranks if hand and hand.value.category is None else None


@dataclass(frozen=True, kw_only=True, slots=True)
class ShowdownLine:
    """What a seat shows, as numbers: bigger is better; null: nothing for the second half."""

    seat: SeatNo
    first: Count
    second: Count | None
    odd_card: AnyCard | None

    def claim(self, halves: int) -> Claim:
        """Return it as the rules take it."""
        orders = (self.first, self.second)[:halves]
        shown = tuple(None if order is None else (order,) for order in orders)
        return Claim(halves=shown, odd_card=self.odd_card)


ShowdownLines = Annotated[tuple[ShowdownLine, ...], Range(0, 23)]


@dataclass(frozen=True, kw_only=True, slots=True)
class PotSplitGiven(Dealt):
    """A hand's bets, and a showdown: ranked already, or as boards and cards by seat."""

    game: Game
    campaign_no_jackpot: bool
    players_dealt_in: Count
    seats_at_table: Players
    button_seat: SeatNo
    halves: OneOrTwo
    contributions: Annotated[tuple[Contribution, ...], Range(1, 23)]
    showdown: Annotated[tuple[ShowdownLines, ...], Range(0, 2)] | None = None
    boards: Boards | None = None
    cards: dict[SeatNo, Cards] | None = None

    def __post_init__(self) -> None:
        families = {FAMILIES[game] for game in MIXED.get(self.game, (self.game,))}
        if self.family not in families:
            raise BadInput(
                msg(
                    "family: {game} is not of the family {family}.",
                    game=self.game,
                    family=self.family,
                ),
                field="family",
            )
        if self.button_seat > self.seats_at_table:
            raise _no_seat("button_seat", self.button_seat)
        for i, one in enumerate(self.contributions):
            if one.seat > self.seats_at_table:
                raise _no_seat(f"contributions[{i}].seat", one.seat)
            if one.seat in {other.seat for other in self.contributions[:i]}:
                raise _seat_twice(f"contributions[{i}].seat", one.seat)
        if self.showdown is not None and (self.boards is not None or self.cards is not None):
            raise BadInput(
                msg("showdown: stands beside boards or cards; give one."), field="showdown"
            )
        if (self.boards is None) != (self.cards is None):
            lost = "boards" if self.boards is None else "cards"
            raise BadInput(msg("{lost}: is missing.", lost=lost), field=lost)

    def runs(self) -> Iterator[Run]:
        """Yield one showdown for each board."""
        for i, lines in enumerate(self.showdown or ()):
            run = {line.seat: line.claim(self.halves) for line in lines}
            if len(run) < len(lines):
                raise BadInput(
                    msg("showdown[{i}]: a seat is given twice.", i=i), field=f"showdown[{i}]"
                )
            yield run
        if self.boards and self.cards:
            yield from self._ranked(self.boards, self.cards)

    def _ranked(self, boards: tuple[Cards, ...], cards: dict[SeatNo, Cards]) -> Iterator[Run]:
        rules = ranked_rules(self.game)
        if len(rules.halves) != self.halves:
            said = msg(
                "halves: the pot of {game} has {count}, not {halves}.",
                game=self.game,
                count=len(rules.halves),
                halves=self.halves,
            )
            raise BadInput(said, field="halves")
        dealt: list[Card] = []
        for seat, own in cards.items():
            check_own(self.game, own, complete=True, field=f"cards.{seat}")
            dealt += own
            check_no_card_twice(dealt, field=f"cards.{seat}")
        for i, board in enumerate(boards):
            check_board(self.game, board, complete=True, field=f"boards[{i}]")
            # Of the second board only what was dealt anew counts: the flop may be common to both.
            dealt += [card for k, card in enumerate(board) if not i or boards[0][k] != card]
            check_no_card_twice(dealt, field=f"boards[{i}]")
            yield showdown(rules, board, cards)


def _no_seat(field: str, seat: int) -> BadInput:
    return BadInput(
        msg("{field}: there is no seat {seat} at this table.", field=field, seat=seat), field=field
    )


def _seat_twice(field: str, seat: int) -> BadInput:
    return BadInput(
        msg("{field}: seat {seat} is given twice.", field=field, seat=seat), field=field
    )


@topic("pot_split")
def pot_split_answer(given: PotSplitGiven) -> dict[str, Any]:
    """Answer who gets what of a hand's pots."""
    settled = settle(
        given.house,
        given.terms,
        Played(
            street=given.street,
            players=given.players_dealt_in,
            seating=Seating(seats_at_table=given.seats_at_table, button_seat=given.button_seat),
            campaign=given.campaign_no_jackpot,
        ),
        contributions=given.contributions,
        runs=tuple(given.runs()),
    )
    return shown(settled) | {"pots": [shown(pot) for pot in settled.pots]}


@dataclass(frozen=True, kw_only=True, slots=True)
class QualificationGiven:
    """A hand and the cards that were shown; board: as far as it was dealt."""

    house: House
    game: Game
    players_dealt_in: Count
    campaign_no_jackpot: bool
    open_cards_dealt: Count
    showdown: bool
    board: Cards
    hands: tuple[Shown, ...]

    def __post_init__(self) -> None:
        for i, one in enumerate(self.hands):
            if one.seat in {other.seat for other in self.hands[:i]}:
                raise _seat_twice(f"hands[{i}].seat", one.seat)
        if len(self.hands) > self.players_dealt_in:
            said = msg_count(
                "{number} hand is shown: at least {number} player was dealt in.",
                "{number} hands are shown: at least {number} players were dealt in.",
                len(self.hands),
            )
            raise BadInput(msg("players_dealt_in: {said}", said=said), field="players_dealt_in")


@topic("jackpot_qualification")
def qualification_answer(given: QualificationGiven) -> dict[str, Any]:
    """Answer which jackpots a hand wins, and the cards that prove it."""
    verdict = qualification(
        given.house,
        JackpotPlayed(
            game=given.game,
            players=given.players_dealt_in,
            campaign=given.campaign_no_jackpot,
            open_cards_dealt=given.open_cards_dealt,
            showdown=given.showdown,
            board=given.board,
            hands=given.hands,
        ),
    )
    proof = {seat: texts(five) for seat, five in verdict.proof.items()}
    return shown(verdict) | {"proof": proof}
