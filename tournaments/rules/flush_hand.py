"""Straight and royal flushes for the Royal Flush Jackpot, read from the cards."""

from collections.abc import Mapping, Sequence

from casino.cards import ACE, Card, card_twice
from casino.messages import msg
from casino.refusals import BadInput, Refusal
from tournaments.rules.royal_flush_pool import Hit, Holder

FIVE, MIN_TOP = 5, 5
HOLDEM, OMAHA, STUD = 2, (4, 5), (5, 6, 7)  # own cards; of Omaha's two are played


class NoStraightFlush(Refusal):
    """Nobody holds the hand that is claimed."""

    code = "no_straight_flush"
    message = msg("None of these players holds a straight flush.")
    source = "OLY-3.2.i"


def flush_hit(*, hand_id: str, board: Sequence[Card], own: Mapping[str, Sequence[Card]]) -> Hit:
    """
    Return the best straight flush of a hand and who holds it; equal holders share (AMB-67).

    board: the cards that were dealt of it, in stud none, or the one that all share; own: of each
    claimant all cards, two to seven by the game. No showdown is needed.

    Source: OLY-3.2.i, AMB-67. Raises BadInput, NoStraightFlush.
    """
    _check(board, own)
    found = {name: _best(board, cards) for name, cards in own.items()}
    top = max(high for high, _ in found.values())
    if not top:
        raise NoStraightFlush
    return Hit(
        kind="hit",
        id=hand_id,
        hand="royal_flush" if top == ACE else "straight_flush",
        river_dealt=len(board) == FIVE or _all_dealt_of_stud(board, own),
        holders=tuple(
            Holder(player=name, hole_cards_used=used)
            for name, (high, used) in found.items()
            if high == top
        ),
    )


def _check(board: Sequence[Card], own: Mapping[str, Sequence[Card]]) -> None:
    if not own or len(board) > FIVE:
        raise BadInput(msg("Enter the board and the hole cards of the player."), field="board")
    allowed = {HOLDEM, *OMAHA, *(STUD if _is_stud(board) else ())}
    if any(len(cards) not in allowed for cards in own.values()):
        said = msg("A player has two hole cards, four or five in Omaha, or up to seven in stud.")
        raise BadInput(said, field="cards")
    if twice := card_twice([*board, *(card for cards in own.values() for card in cards)]):
        raise BadInput(msg("{twice} is given twice.", twice=twice), field="cards")


def _is_stud(board: Sequence[Card]) -> bool:
    return len(board) <= 1


def _all_dealt_of_stud(board: Sequence[Card], own: Mapping[str, Sequence[Card]]) -> bool:
    dealt = {len(board) + len(cards) for cards in own.values()}
    return _is_stud(board) and dealt == {max(STUD)}


def _best(board: Sequence[Card], own: Sequence[Card]) -> tuple[int, int]:
    """Return the top rank of a player's best straight flush and its own cards; 0 for none."""
    held = {*board, *own}
    plays_two = len(own) in OMAHA and not _is_stud(board)
    for top in range(ACE, MIN_TOP - 1, -1):
        for suit in sorted({card.suit for card in held}):
            five = {Card(rank if rank > 1 else ACE, suit) for rank in range(top - 4, top + 1)}
            used = len(five & set(own))
            if five <= held and (used == HOLDEM or not plays_two):
                return top, used
    return 0, 0
