"""Racing small chips off: whole exchanges first, then a card for each odd chip."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from casino.cards import Card, card_twice, texts
from casino.house.because import Because
from casino.house.rulebook import RuleBook
from casino.house.rules import SeatNo
from casino.messages import msg
from casino.refusals import Refusal
from casino.schema import Count


class BadChip(Refusal):
    """The new chip is not worth several of the old ones."""

    code = "bad_chip"
    message = msg("The denomination kept must be a multiple of the denomination removed.")


class CardTwice(Refusal):
    """A deck has each card once."""

    code = "card_twice"
    message = msg("A card was dealt twice.")


class CardsDoNotMatchOddChips(Refusal):
    """Each odd chip gets one card."""

    code = "cards_do_not_match_odd_chips"
    message = msg("Each player gets one card per odd chip.")
    source = "IMG-T24"


@dataclass(frozen=True, kw_only=True, slots=True)
class Racer:
    """A player's chips of the value that leaves play; has_other_chips: of any other value."""

    seat: SeatNo
    old_chips: Count
    has_other_chips: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class ChipRace:
    """What the race gives. Seats that would be left without any chip are saved by a new one."""

    raced_chips: int
    new_chips_raced_for: int
    race_winners: tuple[int, ...]
    saved_seats: tuple[int, ...]
    new_chips: dict[int, int]
    because: tuple[Because, ...]


def chip_race(
    book: RuleBook,
    *,
    old_chip: int,
    new_chip: int,
    players: Sequence[Racer],
    cards: Mapping[int, Sequence[Card]],
) -> ChipRace:
    """
    Return the new chips of each seat.

    cards: by seat, one for each odd chip. The best single cards win one chip each. Raises
    BadChip, CardTwice, CardsDoNotMatchOddChips.

    Source: HOME-8, IMG-T24, AMB-79.
    """
    ratio = _checked_ratio(old_chip, new_chip)
    odd = {one.seat: one.old_chips % ratio for one in players}
    _check_cards(odd, cards)
    raced = sum(odd.values())
    # Half a new chip or more counts as one.
    new = (2 * raced + ratio) // (2 * ratio)
    by_card = sorted(
        (seat for seat in odd if odd[seat]), key=lambda seat: max(cards[seat]), reverse=True
    )
    winners = tuple(sorted(by_card[:new]))
    saved = tuple(
        one.seat
        for one in sorted(players, key=lambda one: one.seat)
        if 0 < one.old_chips < ratio and not one.has_other_chips and one.seat not in winners
    )
    whole = Counter({one.seat: one.old_chips // ratio for one in players})
    whole.update((*winners, *saved))
    why = book.why("AMB-79", new, odd_chips=odd, cards={s: texts(c) for s, c in cards.items()})
    return ChipRace(
        raced_chips=raced,
        new_chips_raced_for=new,
        race_winners=winners,
        saved_seats=saved,
        new_chips=dict(sorted(whole.items())),
        because=(why,),
    )


def _checked_ratio(old_chip: int, new_chip: int) -> int:
    if new_chip % old_chip or new_chip == old_chip:
        raise BadChip(field="new_chip")
    return new_chip // old_chip


def _check_cards(odd: Mapping[int, int], cards: Mapping[int, Sequence[Card]]) -> None:
    if twice := card_twice(card for dealt in cards.values() for card in dealt):
        raise CardTwice(msg("{twice} was dealt twice.", twice=twice), field="cards")
    for seat in sorted({*odd, *cards}):
        dealt = len(cards.get(seat, ()))
        if dealt != odd.get(seat, 0):
            raise CardsDoNotMatchOddChips(
                msg(
                    "Seat {seat}: odd chips {cents}, cards {dealt}.",
                    seat=seat,
                    cents=odd.get(seat, 0),
                    dealt=dealt,
                ),
                field="cards",
            )
