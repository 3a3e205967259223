"""Which hands win a jackpot: the bad beat at a showdown, the royal flush whenever shown."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from cashgames.rules.families import dealt_family
from cashgames.rules.first_round import Street, first_round_passed
from cashgames.rules.games import (
    GameRules,
    Half,
    check_board,
    check_no_card_twice,
    check_own,
    game_rules,
)
from cashgames.rules.hands import SCALES, STRENGTH, Five, Hand, Value, best_hand, fives, high
from cashgames.rules.jackpot_drop import no_jackpot_reason
from casino.cards import ACE, Card, Cards
from casino.house.because import Because
from casino.house.rulebook import RuleBook
from casino.house.rules import Game, SeatNo
from jackpot.rules.reasons import Verdicts, reasons

ROYAL = (STRENGTH["straight_flush"], ACE)


@dataclass(frozen=True, kw_only=True, slots=True)
class Shown:
    """The own cards that a seat shows."""

    seat: SeatNo
    cards: Cards


@dataclass(frozen=True, kw_only=True, slots=True)
class Played:
    """A hand as it was played, with the hands shown; board_no: which of two boards it is."""

    game: Game
    players: int
    open_cards_dealt: int
    board: tuple[Card, ...]
    showdown: bool
    hands: tuple[Shown, ...]
    campaign: bool = False
    board_no: int = 1

    @property
    def street(self) -> Street:
        """Return how far the hand got."""
        return Street(
            family=dealt_family(self.game),
            board_cards_dealt=len(self.board),
            open_cards_dealt=self.open_cards_dealt,
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class HandVerdict:
    """Which jackpots were hit, by whom, why, and the five cards that prove it, by seat."""

    bad_beat: bool
    bad_beat_reason: str
    losing_seats: tuple[int, ...]
    winning_seats: tuple[int, ...]
    royal_flush: bool
    royal_seats: tuple[int, ...]
    proof: dict[int, Five]
    because: tuple[Because, ...]


def qualification(book: RuleBook, played: Played) -> HandVerdict:
    """
    Return which jackpots a hand wins. Raises BadInput for cards that cannot have been dealt.

    Source: OLY-4.1, OLY-4.2, OLY-4.6, OLY-4.7, OLY-4.9, OLY-4.11, OLY-4.12, AMB-10, AMB-20 to
    AMB-25, AMB-32 to AMB-34, AMB-40, AMB-41.
    """
    _check_cards(book, played)
    closed = closed_reason(book, played)
    royals = {} if closed else royal_flushes(book, played)
    best = {} if closed or not _asks_bad_beat(book, played) else best_hands(played)
    reason, losers, winners = (closed, {}, {}) if closed else bad_beat(book, played, best)
    beat = {seat: hand.cards for seat, hand in (losers | winners).items()}
    found = Verdicts(
        game=played.game,
        family=played.street.family,
        players=played.players,
        reason=reason,
        best=best,
        beat=beat,
        royals=royals,
    )
    return HandVerdict(
        bad_beat=reason == "hit",
        bad_beat_reason=reason,
        losing_seats=tuple(sorted(losers)),
        winning_seats=tuple(sorted(winners)),
        royal_flush=bool(royals),
        royal_seats=tuple(sorted(royals)),
        proof=royals | beat,
        because=tuple(reasons(book, found)),
    )


def royal_flushes(book: RuleBook, played: Played) -> dict[int, Five]:
    """
    Return the royal flushes shown, by seat: five cards that the game lets count.

    Source: OLY-4.9, OLY-4.12, AMB-20, AMB-21, AMB-32, AMB-33.
    """
    rules, found = game_rules(played.game), {}
    for shown in played.hands:
        for half in rules.halves:
            for five in countable(book, played, half, shown):
                if high(five).order == ROYAL:
                    found[shown.seat] = five
    return found


def _asks_bad_beat(book: RuleBook, played: Played) -> bool:
    """Return whether the hands at the showdown decide about a bad beat."""
    has = book.jackpot is not None and played.game in book.jackpot.bad_beat_from
    return has and played.showdown


def bad_beat(
    book: RuleBook, played: Played, best: Mapping[int, Hand]
) -> tuple[str, dict[int, Hand], dict[int, Hand]]:
    """
    Return what decided about the bad beat, the losing and the winning hands that share it.

    best: of each hand shown. Source: OLY-4.6, OLY-4.7, OLY-4.12, AMB-20 to AMB-25, AMB-40, AMB-41.
    """
    lowest = book.jackpot.bad_beat_from.get(played.game) if book.jackpot else None
    if lowest is None:
        return "game_has_no_bad_beat", {}, {}
    if not played.showdown:
        return "no_showdown", {}, {}
    minimum = (STRENGTH[lowest.category], *lowest.ranks)
    counting = {
        shown.seat: hand
        for shown in played.hands
        if (value := best[shown.seat].value).order >= minimum
        and (hand := proved(book, played, shown, value))
    }
    every = book.jackpot is not None and book.jackpot.losers == "all_beaten"
    top = max((hand.value for hand in best.values()), default=None)
    return _losers_and_winners(counting, top, every=every)


def _losers_and_winners(
    counting: Mapping[int, Hand], best: Value | None, *, every: bool
) -> tuple[str, dict[int, Hand], dict[int, Hand]]:
    beaten = {seat: hand for seat, hand in counting.items() if hand.value != best}
    winners = {seat: hand for seat, hand in counting.items() if hand.value == best}
    if not beaten:
        return "no_losing_hand_qualifies", {}, {}
    if not winners:
        return "winning_hand_does_not_qualify", {}, {}
    best_beaten = max(hand.value for hand in beaten.values())
    losers = {seat: hand for seat, hand in beaten.items() if every or hand.value == best_beaten}
    return "hit", losers, winners


def best_hands(played: Played) -> dict[int, Hand]:
    """
    Return what each hand shown is worth, whether or not its cards may win the jackpot, by seat.

    Source: OLY-4.7, OLY-1.45.
    """
    rules = game_rules(played.game)
    half = _high_half(rules)
    found = {
        shown.seat: best_hand(rules, half, shown.cards, played.board) for shown in played.hands
    }
    return {seat: hand for seat, hand in found.items() if hand}


def proved(book: RuleBook, played: Played, shown: Shown, value: Value) -> Hand | None:
    """
    Return five cards of that value that may win the jackpot, if there are any.

    Source: OLY-4.7.3, OLY-4.12, AMB-22.
    """
    half = _high_half(game_rules(played.game))
    for five in countable(book, played, half, shown):
        if SCALES[half](five) == value:
            return Hand(value=value, cards=five)
    return None


def countable(book: RuleBook, played: Played, half: Half, shown: Shown) -> Iterator[Five]:
    """
    Yield the five cards that the game lets count, both hole cards among them if asked for.

    Source: OLY-4.9, OLY-4.12, AMB-21, AMB-22.
    """
    both = book.jackpot is not None and played.game in book.jackpot.both_hole_cards
    for five in fives(game_rules(played.game), half, shown.cards, played.board):
        if not both or set(shown.cards) <= set(five):
            yield five


def _high_half(rules: GameRules) -> Half:
    return "soko" if "soko" in rules.halves else "high"


def closed_reason(book: RuleBook, played: Played) -> str | None:
    """
    Return why the hand can win nothing at all, or None if it can.

    Source: OLY-4.1, OLY-4.2, OLY-4.11, AMB-10, AMB-20, AMB-34.
    """
    street = played.street
    if none := no_jackpot_reason(book, family=street.family, campaign=played.campaign):
        return none
    if book.jackpot and played.players < book.jackpot.min_players:
        return "too_few_players"
    if book.jackpot and played.board_no > book.jackpot.boards:
        return "board_does_not_count"
    return None if first_round_passed(street, book.first_round) else "first_round_not_passed"


def _check_cards(book: RuleBook, played: Played) -> None:
    complete = played.showdown and first_round_passed(played.street, book.first_round)
    check_board(played.game, played.board, complete=complete, field="board")
    dealt = list(played.board)
    check_no_card_twice(dealt, field="board")
    for i, shown in enumerate(played.hands):
        check_own(played.game, shown.cards, complete=complete, field=f"hands[{i}].cards")
        dealt += shown.cards
        check_no_card_twice(dealt, field=f"hands[{i}].cards")
