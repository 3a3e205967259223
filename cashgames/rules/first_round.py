"""Was the first betting round passed? Before that no hand pays anything."""

from dataclasses import dataclass

from casino.house.rules import Family, FirstRound
from casino.schema import Count


@dataclass(frozen=True, kw_only=True, slots=True)
class Street:
    """How far a hand got: common cards, most open cards of one player, draws done."""

    family: Family
    board_cards_dealt: Count = 0
    open_cards_dealt: Count = 0
    draws_done: Count = 0


def first_round_passed(street: Street, rule: FirstRound) -> bool:
    """
    Return whether a hand got past its first betting round; Open Face has none.

    Source: OLY-2.40, VOO-C26, IMG-C21, ONL-14, AMB-06.
    """
    match street.family:
        case "flop":
            return street.board_cards_dealt >= rule.board_cards
        case "stud":
            return street.open_cards_dealt >= rule.open_cards
        case "draw":
            return street.draws_done >= rule.draws
    return False


def first_round_key(family: Family) -> str:
    """
    Return the key of the book under which a family's first round stands.

    Source: OLY-2.40, AMB-06.
    """
    return f"first_round.{_COUNTED.get(family, 'draws')}"


_COUNTED: dict[Family, str] = {"flop": "board_cards", "stud": "open_cards"}
