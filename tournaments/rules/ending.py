"""Who is out, who has won, and what becomes of a disqualified player's place and prize."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from casino.house.because import Because
from casino.house.rulebook import RuleBook
from casino.messages import msg
from casino.money import allocate
from casino.refusals import BadInput
from casino.schema import Cents, Count
from tournaments.rules.verdict import SaleVerdict, allow, grounds, refuse


@dataclass(frozen=True, kw_only=True, slots=True)
class Winner:
    """Who has won all chips; None while several still hold some."""

    player: str | None
    because: tuple[Because, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Disqualification:
    """The place of who is put out, the chips that leave play, and the prizes by place after it."""

    place: int
    removed_chips: int
    prizes_cents: tuple[int, ...]
    because: tuple[Because, ...]


def winner(book: RuleBook, stacks: Mapping[str, Count]) -> Winner:
    """
    Return who holds all chips.

    Source: IMG-T27, OLY-3.2.c.
    """
    holding = [player for player, chips in stacks.items() if chips]
    found = holding[0] if len(holding) == 1 else None
    return Winner(player=found, because=grounds(book, found, "ending.won_by"))


def stays_verdict(book: RuleBook, *, chips: int, in_seat: bool, may_rebuy: bool) -> SaleVerdict:
    """
    Return whether a player is still in; who is out leaves the table.

    may_rebuy: he could still buy in again; where the book says so, only from his seat.

    Source: IMG-T17, IMG-T18.
    """
    if chips:
        return allow(book, "in_play", "ending.won_by")
    if may_rebuy and not in_seat and book.ending and book.ending.left_without_chips:
        return refuse(book, "left_the_seat", "ending.left_without_chips", "ending.out")
    if may_rebuy:
        return allow(book, "may_rebuy", "purchases.within")
    return refuse(book, "out", "ending.out")


def disqualify(
    book: RuleBook,
    *,
    players_left: int,
    chips: Count,
    prizes_cents: Sequence[Cents],
    heads_up: bool = False,
    withheld: bool | None = None,
    awarded: Collection[int] = (),
) -> Disqualification:
    """
    Return what a disqualification brings: the place at which the player leaves, like a knock-out.

    players_left: with him. withheld: the supervisor's word on the prize, None: as the house has
    it; a withheld prize is shared by the other places in proportion to theirs, but for those that
    were awarded already; where no other is left it is not withheld. In a heads-up tournament second
    place keeps its prize. Nothing is refunded and nothing falls to the house.
    Raises BadInput where nobody is left to win.

    Source: OLY-1.53, OLY-1.55, VOO-G5, IMG-T29, AMB-81.
    """
    if players_left <= 1:
        raise BadInput(
            msg("players_left: at least one other player must remain."), field="players_left"
        )
    prizes, place = list(prizes_cents), players_left
    withholds = book.tournament.disqualified_prize == "withheld" if withheld is None else withheld
    weights = [
        0 if each == place or each in awarded else cents
        for each, cents in enumerate(prizes, start=1)
    ]
    shared = withholds and not heads_up and place <= len(prizes) and any(weights)
    if shared:
        shares = allocate(prizes[place - 1], weights)
        prizes = [one + share for one, share in zip(prizes, shares, strict=True)]
        prizes[place - 1] = 0
    cited = "penalties.heads_up" if heads_up else "tournament.disqualified_prize"
    return Disqualification(
        place=place,
        removed_chips=chips,
        prizes_cents=tuple(prizes),
        because=grounds(book, place, cited, players_left=players_left, withheld=shared),
    )
