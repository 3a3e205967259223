"""A hand that somebody claims a jackpot for: every condition, ticked or crossed, one by one."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from cashgames.rules.first_round import first_round_key, first_round_passed
from cashgames.rules.games import check_no_card_twice, game_rules
from cashgames.rules.hand_words import high_in_words, low_in_words
from cashgames.rules.hands import STRENGTH, Value, fives, high
from casino.cards import Card
from casino.house.rulebook import RuleBook
from casino.house.rules import Game
from casino.house.vocabulary import value_in_words
from casino.messages import Message, join, msg, msg_count
from jackpot.rules.qualification import (
    ROYAL,
    HandVerdict,
    Played,
    Shown,
    best_hands,
    closed_reason,
    proved,
    qualification,
    royal_flushes,
)

Subject = Literal["hand", "bad_beat", "royal_flush"]
Board = tuple[Card, ...]
TWO = 2  # hands that meet where there is no side pot


@dataclass(frozen=True, kw_only=True, slots=True)
class Condition:
    """
    One thing that has to hold: met, not met, or None where it was not come to.

    name: what has to be; found: what there was; rule and says: its paragraph.
    """

    of: Subject
    name: Message
    met: bool | None
    found: Message
    rule: str
    says: str


@dataclass(frozen=True, kw_only=True, slots=True)
class ClaimedHand:
    """A hand as the supervisor entered it; two boards where it was dealt twice."""

    game: Game
    players: int
    open_cards_dealt: int
    boards: tuple[Board, ...]
    showdown: bool
    hands: tuple[Shown, ...]
    campaign: bool = False

    def on_board(self, number: int) -> Played:
        """Return the hand as it was played on one of its boards, the first being 1."""
        return Played(
            game=self.game,
            players=self.players,
            open_cards_dealt=self.open_cards_dealt,
            board=self.boards[number - 1] if self.boards else (),
            showdown=self.showdown,
            hands=self.hands,
            campaign=self.campaign,
            board_no=number,
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class Judgement:
    """The verdict on a claimed hand, on which board it stands, and every condition."""

    verdict: HandVerdict
    board_no: int
    conditions: tuple[Condition, ...]

    @property
    def hit(self) -> bool:
        """Return whether the hand wins a jackpot."""
        return self.verdict.bad_beat or self.verdict.royal_flush


def judge(book: RuleBook, hand: ClaimedHand) -> Judgement:
    """
    Return the verdict on the first board that hits, else on the first, with its conditions.

    Raises BadInput for cards that cannot have been dealt.

    Source: OLY-4.1, OLY-4.6 to OLY-4.12, AMB-34.
    """
    _check_second_board(hand)
    judged = []
    for number in range(1, max(len(hand.boards), 1) + 1):
        played = hand.on_board(number)
        verdict = qualification(book, played)
        conditions = tuple(_conditions(book, hand, played))
        judged.append(Judgement(verdict=verdict, board_no=number, conditions=conditions))
    return next((each for each in judged if each.hit), judged[0])


def _check_second_board(hand: ClaimedHand) -> None:
    """Refuse a card that both boards have, but for the cards dealt before they parted."""
    for first, second in zip(hand.boards[:1], hand.boards[1:], strict=False):
        anew = [card for place, card in enumerate(second) if first[place : place + 1] != (card,)]
        check_no_card_twice([*first, *anew], field="boards")


def _conditions(book: RuleBook, hand: ClaimedHand, played: Played) -> Iterator[Condition]:
    if book.jackpot is None:
        says = book.says("AMB-20")
        found = msg("this club has no jackpot")
        yield Condition(
            of="hand",
            name=msg("There is a jackpot"),
            met=False,
            found=found,
            rule="AMB-20",
            says=says,
        )
        return
    closed = closed_reason(book, played)
    yield from _of_the_hand(book, played, twice=len(hand.boards) > 1)
    if closed is None:
        yield from _of_the_bad_beat(book, played)
        yield from _of_the_royal_flush(book, played)


def _of_the_hand(book: RuleBook, played: Played, *, twice: bool) -> Iterator[Condition]:
    """Yield what both jackpots ask for."""
    rule, street = book.jackpot, played.street
    assert rule is not None
    says = _Says(book, "hand")
    without = msg("suspended during a promotion") if played.campaign else msg("with jackpot")
    yield says("jackpot.campaigns", msg("Jackpot at this table"), not played.campaign, without)
    game, kind = value_in_words(played.game), value_in_words(street.family, "family")
    family = msg("{game} ({family})", game=game, family=kind)
    yield says(
        "jackpot.families", msg("The game is eligible"), street.family in rule.families, family
    )
    enough = played.players >= rule.min_players
    dealt = msg_count("{number} player dealt in", "{number} players dealt in", played.players)
    yield says(
        "jackpot.min_players",
        msg_count("At least {number} player", "At least {number} players", rule.min_players),
        enough,
        dealt,
    )
    passed = first_round_passed(street, book.first_round)
    stud = street.family == "stud"
    what = msg("Second upcard dealt") if stud else msg("Flop dealt")
    cards = played.open_cards_dealt if stud else len(played.board)
    seen = (
        msg_count("{number} upcard", "{number} upcards", cards)
        if stud
        else msg_count("{number} board card", "{number} board cards", cards)
    )
    yield says(first_round_key(street.family), what, passed, seen)
    if twice:
        counts = played.board_no <= rule.boards
        which = msg("board {number} of 2", number=played.board_no)
        yield says("jackpot.boards", msg("The board is eligible"), counts, which)


def _of_the_bad_beat(book: RuleBook, played: Played) -> Iterator[Condition]:
    """Yield what the bad beat asks for, as far as it is come to."""
    assert book.jackpot is not None
    says = _Says(book, "bad_beat")
    lowest = book.jackpot.bad_beat_from.get(played.game)
    if lowest is None:
        name = msg("The game has a bad beat jackpot")
        yield says("AMB-20", name, met=False, found=value_in_words(played.game))
        return
    shown = msg_count("{number} hand shown", "{number} hands shown", len(played.hands))
    shown_down = played.showdown and len(played.hands) > 1
    yield says("jackpot.bad_beat_bp", msg("At least two hands shown down"), shown_down, shown)
    if not shown_down:
        return
    if len(played.hands) > TWO:
        compared = msg("compared in the main pot")
        yield says("AMB-41", msg("Side pots do not count"), met=True, found=compared)
    best = {seat: hand.value for seat, hand in best_hands(played).items()}
    minimum = (STRENGTH[lowest.category], *lowest.ranks)
    yield from _of_the_beaten(book, played, best, minimum)
    top = max(best.values())
    proofs = _proofs(book, played, {seat: value for seat, value in best.items() if value == top})
    qualifies = bool(proofs) and top.order >= minimum
    found = _listed({seat: value for seat, value in best.items() if value == top})
    yield says("AMB-25", msg("The winning hand also qualifies"), qualifies, found)


def _of_the_beaten(
    book: RuleBook, played: Played, best: Mapping[int, Value], minimum: tuple[int, ...]
) -> Iterator[Condition]:
    """Yield what is asked of the hand that lost."""
    assert book.jackpot is not None
    says = _Says(book, "bad_beat")
    top = max(best.values())
    beaten = {seat: value for seat, value in best.items() if value < top}
    hilo = len(game_rules(played.game).halves) > 1
    what, paragraph = (
        (msg("The high hand was beaten"), "AMB-40")
        if hilo
        else (msg("The hand was beaten"), "AMB-24")
    )
    yield says(paragraph, what, bool(beaten), _listed(beaten))
    high_enough = {seat: value for seat, value in beaten.items() if value.order >= minimum}
    key = f"jackpot.bad_beat_from.{played.game}.category"
    rule = book.jackpot.bad_beat_from[played.game]
    least_hand = spoken(Value(minimum, rule.ranks, rule.category))
    name = msg("At least: {hand}", hand=least_hand)
    yield says(key, name, bool(high_enough), _listed(beaten))
    if played.game in book.jackpot.both_hole_cards:
        both = _proofs(book, played, high_enough)
        proof = _seats(both) or msg("no such hand")
        yield says("OLY-4.12", msg("Both hole cards used"), bool(both), proof)


def _of_the_royal_flush(book: RuleBook, played: Played) -> Iterator[Condition]:
    """Yield what the royal flush asks for."""
    assert book.jackpot is not None
    says = _Says(book, "royal_flush")
    royals = royal_flushes(book, played)
    there = sorted(hand.seat for hand in played.hands if _holds_royal(played, hand))
    shown = _seats(there) or msg("none")
    yield says("OLY-4.9", msg("A royal flush was shown"), bool(there), shown)
    if there and played.game in book.jackpot.both_hole_cards:
        used = _seats(sorted(royals)) or msg("fewer than two")
        yield says("jackpot.both_hole_cards", msg("Both hole cards used"), bool(royals), used)


def _holds_royal(played: Played, hand: Shown) -> bool:
    """Return whether five of a hand's cards are a royal flush, whichever they are."""
    rules = game_rules(played.game)
    return any(
        high(five).order == ROYAL
        for half in rules.halves
        for five in fives(rules, half, hand.cards, played.board)
    )


def _seats(numbers: list[int]) -> Message:
    """Return seats in words, nothing for none."""
    return join(_seat(number) for number in numbers)


def _seat(number: int) -> Message:
    return msg("seat {seat}", seat=number)


def _proofs(book: RuleBook, played: Played, values: Mapping[int, Value]) -> list[int]:
    """Return the seats whose hand of that value may win."""
    return [
        hand.seat
        for hand in played.hands
        if hand.seat in values and proved(book, played, hand, values[hand.seat])
    ]


@dataclass(frozen=True, slots=True)
class _Says:
    """Makes the conditions of one subject, each with its paragraph of the book."""

    book: RuleBook
    of: Subject

    def __call__(self, cited: str, name: Message, met: bool, found: Message) -> Condition:  # noqa: FBT001
        rule = self.book.sources.get(cited, cited)
        return Condition(
            of=self.of, name=name, met=met, found=found, rule=rule, says=self.book.says(rule)
        )


def spoken(value: Value) -> Message:
    """
    Return a hand in words: Full house, aces over jacks.

    Source: OLY-1.41.
    """
    if value.category is None:
        return low_in_words(value.ranks)
    return high_in_words(value.category, value.ranks)


def _listed(values: Mapping[int, Value]) -> Message:
    shown = ({"seat": _seat(seat), "hand": spoken(value)} for seat, value in values.items())
    return join((msg("{seat}: {hand}", **each) for each in shown), "; ") or msg("none")
