"""With which chips a game is played, how they come to a table and how they may leave it."""

from dataclasses import dataclass
from typing import Literal

from casino.house.because import Because
from casino.house.floor import ChipKind
from casino.house.rulebook import RuleBook
from casino.messages import msg
from casino.refusals import Refusal

Move = Literal["add", "take_away", "food_and_drink", "tip", "give_to_player", "exchange"]
Means = Literal["cash", "plaque", "chips"]


class OtherChips(Refusal):
    """A game is played with one kind of chips, and never with another."""

    code = "other_chips"
    message = msg("These chips are not in play here.")


@dataclass(frozen=True, kw_only=True, slots=True)
class ChipVerdict:
    """Whether chips or money may be used like that; `code` says on what grounds."""

    allowed: bool
    code: str
    because: tuple[Because, ...]


def played_with(book: RuleBook, *, at: ChipKind, chips: ChipKind) -> Because:
    """
    Return why a game may be played with a kind of chips. Raises OtherChips.

    Tournament chips have no cash value: no door of the cage or of a cash table takes them.

    Source: OLY-1.10, OLY-2.1, VOO-G9, VOO-C1, IMG-G2, IMG-C2.
    """
    key = "chips.cash_games" if at == "cash" and book.chips.cash_games else "chips.kinds"
    if chips != at or chips not in book.chips.kinds:
        raise OtherChips(field="chips", source=book.source(key))
    return book.why(key, chips, at=at)


def payment_verdict(book: RuleBook, *, means: Means, cards_dealt: bool) -> ChipVerdict:
    """
    Return whether chips may be bought with something now: money is changed before the cards.

    Source: OLY-2.2, OLY-2.10, VOO-C2, VOO-C8, IMG-C3, IMG-C4.
    """
    if book.buy_in and means not in book.buy_in.paid_with:
        return _verdict(book, "means_not_accepted", "buy_in.paid_with", means=means)
    if cards_dealt and book.chips.bought == "before_cards":
        return _verdict(book, "cards_dealt", "chips.bought", means=means)
    cited = "buy_in.paid_with" if book.buy_in else "chips.added"
    return _verdict(book, "allowed", cited, means=means)


def move_verdict(
    book: RuleBook, *, move: Move, in_hand: bool, equal_value: bool = False
) -> ChipVerdict:
    """
    Return whether a player may move chips of his stack like that.

    Table stakes: chips are added between hands, and leave the table during the game only for what
    the book names. equal_value: the players exchange chips of the same worth.

    Source: OLY-1.52, OLY-2.19, OLY-2.21, VOO-C19, VOO-C20, IMG-G3, IMG-G4, IMG-G57, IMG-C17,
    HOME-1.
    """
    rule = book.chips
    match move:
        case "food_and_drink":
            return _taken_for(book, "food_and_drink")
        case "tip":
            return _taken_for(book, "tips")
        case "give_to_player" | "exchange":
            free = move == "exchange" and equal_value and rule.between_players == "equal_exchange"
            code = "allowed" if free else "not_between_players"
            return _verdict(book, code, "chips.between_players")
    return _verdict(book, "hand_in_progress" if in_hand else "allowed", "chips.added")


def least_stack_verdict(book: RuleBook, *, stack_cents: int, least_bet_cents: int) -> ChipVerdict:
    """
    Return whether a stack is large enough for cards: at least a minimum bet.

    Source: OLY-2.14, VOO-C13.
    """
    asked = book.seats is not None and book.seats.least_stack is not None
    enough = stack_cents >= (least_bet_cents if asked else 1)
    cited = "seats.least_stack" if asked else "chips.added"
    facts = {"stack_cents": stack_cents, "least_bet_cents": least_bet_cents}
    return _verdict(book, "dealt_in" if enough else "too_few_chips", cited, **facts)


def _taken_for(book: RuleBook, purpose: str) -> ChipVerdict:
    key = f"chips.{purpose}"
    return _verdict(book, "allowed" if book.values.get(key) else "not_removed", key)


def _verdict(book: RuleBook, code: str, cited: str, **facts: object) -> ChipVerdict:
    # A book that does not speak of it goes by what it says of chips in general.
    key = cited if cited in book.sources else "chips.kinds"
    return ChipVerdict(
        allowed=code in ("allowed", "dealt_in"), code=code, because=(book.why(key, code, **facts),)
    )
