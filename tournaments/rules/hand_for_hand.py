"""One place before the prizes all tables play the same number of hands."""

from dataclasses import dataclass

from casino.house.because import Because
from casino.house.rulebook import RuleBook
from casino.house.tournaments import Bubble
from tournaments.rules.verdict import grounds


@dataclass(frozen=True, kw_only=True, slots=True)
class HandForHand:
    """Whether tables wait for each other; freezes: an all-in waits for the other tables, too."""

    on: bool
    freezes: bool
    because: tuple[Because, ...]


def hand_for_hand(
    book: RuleBook,
    *,
    players_left: int,
    paid_places: int,
    international: bool = False,
    scoring_places: int = 0,
) -> HandForHand:
    """
    Return whether play goes hand for hand: with one player more than prizes.

    scoring_places: with ranking points; in some houses they count like prizes. Who is out in the
    same round is out in the same hand (AMB-73). Where no place is paid nothing is waited for.

    Source: OLY-3.4.23, OLY-3.4.24, VOO-T35, IMG-T23, AMB-73.
    """
    rule = book.bubble or Bubble()
    here = book.floor.hand_for_hand and (rule.at == "all" or international)
    before = {
        paid_places + 1 if paid_places else 0,
        scoring_places + 1 if rule.for_points and scoring_places else 0,
    }
    on = here and players_left in before
    freezes = on and rule.freeze
    cited = ["floor.hand_for_hand", *["bubble.freeze"] * freezes]
    facts = {"players_left": players_left, "paid_places": paid_places}
    return HandForHand(on=on, freezes=freezes, because=grounds(book, on, *cited, **facts))
