"""Why a hand wins a jackpot or misses it: the two hands, their five cards, what is missing."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from cashgames.rules.first_round import first_round_key
from cashgames.rules.hands import STRENGTH, Five, Hand, Value
from casino.cards import texts
from casino.house.because import Because
from casino.house.rulebook import RuleBook
from casino.house.rules import Family, Game
from casino.messages import msg

MISSING = {
    "nobody": msg("no shown hand was beaten"),
    "too_low": msg("the losing hand is too low"),
    "own_cards": msg("the losing hand does not use both hole cards"),
    "winner": msg("the winning hand does not use both hole cards"),
}


@dataclass(frozen=True, kw_only=True, slots=True)
class Verdicts:
    """What was found: best: each hand shown; beat and royals: the five cards that win, by seat."""

    game: Game
    family: Family
    players: int
    reason: str
    best: Mapping[int, Hand]
    beat: Mapping[int, Five]
    royals: Mapping[int, Five]


def reasons(book: RuleBook, found: Verdicts) -> Iterator[Because]:
    """
    Yield why the royal flush is won, and why the bad beat is won or missed.

    Source: OLY-4.6, OLY-4.7, OLY-4.9, OLY-4.12.
    """
    if found.reason == "house_has_no_jackpot":
        return
    facts: dict[str, Any] = {"game": found.game, "players": found.players}
    if found.royals:
        hands = {seat: texts(five) for seat, five in found.royals.items()}
        yield book.why("OLY-4.9", sorted(found.royals), jackpot="royal_flush", **facts, hands=hands)
    compared = dict(_compared(book, found)) if found.best else {}
    about = {"jackpot": "bad_beat"} if found.royals or compared else {}
    yield book.why(_cited(found), found.reason, **about, **facts, **compared)


def _compared(book: RuleBook, found: Verdicts) -> Iterator[tuple[str, Any]]:
    """Yield the threshold, the hands that lost and won with their names, and what is missing."""
    lowest = book.jackpot.bad_beat_from.get(found.game) if book.jackpot else None
    if lowest is None:
        return
    minimum = Value((STRENGTH[lowest.category], *lowest.ranks), lowest.ranks, lowest.category)
    shown = _compared_hands(found)
    yield "at_least", _named(minimum)
    yield (
        "hands",
        {seat: texts(found.beat.get(seat, hand.cards)) for seat, hand in shown.items()},
    )
    yield "hand_names", {seat: _named(hand.value) for seat, hand in shown.items()}
    if missing := _missing(found, shown, minimum):
        yield "missing", MISSING[missing]


def _compared_hands(found: Verdicts) -> dict[int, Hand]:
    """Return the hands that won, and those that lost and share it, else the best that lost."""
    if found.beat:
        return {seat: found.best[seat] for seat in sorted(found.beat)}
    top = max(hand.value for hand in found.best.values())
    beaten = [hand.value for hand in found.best.values() if hand.value < top]
    values = {top, max(beaten)} if beaten else {top}
    return {seat: hand for seat, hand in sorted(found.best.items()) if hand.value in values}


def _missing(found: Verdicts, shown: Mapping[int, Hand], minimum: Value) -> str:
    if found.reason == "winning_hand_does_not_qualify":
        return "winner"
    if found.reason != "no_losing_hand_qualifies":
        return ""
    values = {hand.value for hand in shown.values()}
    if len(values) == 1:
        return "nobody"
    return "own_cards" if min(values).order >= minimum.order else "too_low"


def _named(value: Value) -> dict[str, Any]:
    return {"category": value.category, "ranks": list(value.ranks)}


def _cited(found: Verdicts) -> str:
    values = {hand.value for hand in found.best.values()}
    if found.reason == "no_losing_hand_qualifies" and len(values) == 1 < len(found.best):
        return "AMB-24"
    return {
        "campaign": "OLY-4.11",
        "game_excluded": "jackpot.families",
        "too_few_players": "jackpot.min_players",
        "board_does_not_count": "jackpot.boards",
        "first_round_not_passed": first_round_key(found.family),
        "game_has_no_bad_beat": "AMB-20",
        "no_showdown": "jackpot.bad_beat_bp",
        "winning_hand_does_not_qualify": "AMB-25",
    }.get(found.reason, f"jackpot.bad_beat_from.{found.game}.category")
