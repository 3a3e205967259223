"""
One hand of the PHH notation, replayed from its actions to the pots.

Amounts of the notation are units with two decimals; here they are cents at once. Only money and
streets are followed: who put in how much, who folded, which cards came.
"""

import reprlib
from collections.abc import Callable
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from cashgames.rules.pots import Contribution, side_pots, uncalled_cents
from casino.cards import RANKS, SUITS
from casino.house.rules import Family
from casino.messages import Message, msg

VARIANTS: dict[str, tuple[str, Family]] = {
    "FT": ("texas_holdem", "flop"),
    "NT": ("texas_holdem", "flop"),
    "NS": ("short_deck_holdem", "flop"),
    "PO": ("omaha", "flop"),
    "FO/8": ("omaha_hilo", "flop"),
    "F7S": ("seven_card_stud", "stud"),
    "F7S/8": ("seven_card_stud_hilo", "stud"),
    "FR": ("razz", "stud"),
    "F2L3D": ("triple_draw_27", "draw"),
    "N2L1D": ("single_draw_27", "draw"),
    "FB": ("badugi", "draw"),
}


MAX_CENTS = 10**12


class UnknownNotation(ValueError):
    """The hand uses what is not read here: `field`, and what it is."""

    def __init__(self, field: str, what: Message) -> None:
        self.field = field
        super().__init__(what)


@dataclass(frozen=True, kw_only=True, slots=True)
class Played:
    """What the house has to know of a hand: its pots in cents, how far it got."""

    game: str
    family: Family
    pots_cents: tuple[int, ...]
    players_dealt: int
    board_cards_dealt: int
    open_cards_dealt: int
    draws_done: int


@dataclass(slots=True)
class PhhTable:
    """The state of a hand while it is replayed; players are counted from 0, money in cents."""

    stacks: list[int]
    paid: list[int]
    bets: list[int]
    # Dead antes: nobody has to match them, all of them lie in the main pot.
    antes_cents: int
    family: Family
    folded: set[int] = field(default_factory=set)
    dealt: dict[int, int] = field(default_factory=dict)
    drew: set[int] = field(default_factory=set)
    board_cards: int = 0
    draws: int = 0

    def pay(self, player: int, cents: int) -> None:
        """Move chips of a player into the middle; never more than the stack."""
        if not 0 <= cents <= self.stacks[player]:
            paid = {"player": player + 1, "cents": cents, "left": self.stacks[player]}
            raise UnknownNotation(
                "actions", msg("p{player} bets {cents} with only {left} left", **paid)
            )
        self.stacks[player] -= cents
        self.paid[player] += cents

    def bet_to(self, player: int, cents: int) -> None:
        """Raise a player's bet of this street to an amount."""
        self.pay(player, cents - self.bets[player])
        self.bets[player] = cents

    def raise_to(self, player: int, cents: int) -> None:
        """Bet more than anybody has; less than that is a call, with the whole stack."""
        current = max(self.bets)
        self.bet_to(player, cents)
        if cents <= current:
            bet = {"player": player + 1, "cents": cents, "current": current}
            said = msg("p{player} raises to {cents}, which is not above {current}", **bet)
            raise UnknownNotation("actions", said)

    @property
    def live(self) -> set[int]:
        """Players with cards."""
        return self.dealt.keys() - self.folded

    def next_street(self) -> None:
        """Begin a new betting round: the one before is paid, and two hands at least are left."""
        self.check_called()
        if len(self.live) < MIN_HANDS:
            raise UnknownNotation("actions", msg("a card is dealt after the end of the hand"))
        self.bets = [0] * len(self.bets)

    def check_called(self) -> None:
        """Refuse an open bet: somebody with cards and chips has still to pay it."""
        maximum = max(self.bets)
        owing = [p for p in self.live if self.stacks[p] and self.bets[p] < maximum]
        if owing and len(self.live) >= MIN_HANDS:
            said = msg("p{player} has yet to answer a bet", player=min(owing) + 1)
            raise UnknownNotation("actions", said)


MIN_HANDS = 2


def replay(raw: dict[str, Any]) -> Played:
    """
    Return the pots of a hand and how far it got.

    Source: OLY-1.47, AMB-09, AMB-10. Raises UnknownNotation, KeyError for a field that is
    missing; AttributeError, IndexError, TypeError or ValueError for actions that are none.
    """
    variant = raw["variant"]
    if not isinstance(variant, str) or variant not in VARIANTS:
        said = msg("the variant {variant} is not supported", variant=reprlib.repr(variant))
        raise UnknownNotation("variant", said)
    game, family = VARIANTS[variant]
    table = _seated(raw, family)
    for action in raw["actions"]:
        _act(table, action.split("#")[0].split(), raw)
    if not table.live:
        raise UnknownNotation("actions", msg("no player is left in the hand"))
    table.check_called()
    return Played(
        game=game,
        family=family,
        pots_cents=_pots_cents(table),
        players_dealt=len(table.dealt),
        board_cards_dealt=table.board_cards,
        open_cards_dealt=_open_cards(table),
        draws_done=table.draws,
    )


def _pots_cents(table: PhhTable) -> tuple[int, ...]:
    """Return main pot and side pots; who is all-in with the ante plays for the antes alone."""
    contributions = [
        Contribution(seat=player + 1, cents=paid, live=player in table.live)
        for player, paid in enumerate(table.paid)
    ]
    pots = [pot.cents for pot in side_pots(contributions, uncalled_cents(contributions))]
    alone = any(one.live and not one.cents for one in contributions)
    if alone or not pots:
        return tuple(cents for cents in (table.antes_cents, *pots) if cents)
    return (table.antes_cents + pots[0], *pots[1:])


def _seated(raw: dict[str, Any], family: Family) -> PhhTable:
    stacks = _amounts(raw, "starting_stacks")
    table = PhhTable(
        stacks=stacks, paid=[0] * len(stacks), bets=[0] * len(stacks), antes_cents=0, family=family
    )
    matched = bool(raw.get("ante_trimming_status"))
    for player, amount in enumerate(_amounts(raw, "antes")):
        ante = min(amount, table.stacks[player])
        table.stacks[player] -= ante
        if matched:
            table.paid[player] += ante
        else:
            table.antes_cents += ante
    if "blinds_or_straddles" in raw:
        for player, amount in enumerate(_amounts(raw, "blinds_or_straddles")):
            table.bet_to(player, min(amount, table.stacks[player]))
    return table


def _amounts(raw: dict[str, Any], field: str) -> list[int]:
    """Return a list of amounts; there is one for each player."""
    amounts = [cents_of(amount, field) for amount in raw[field]]
    if len(amounts) != len(raw["starting_stacks"]):
        said = msg("there must be one amount per player, found {n}", n=len(amounts))
        raise UnknownNotation(field, said)
    return amounts


def _act(table: PhhTable, words: list[str], raw: dict[str, Any]) -> None:
    who, what, *rest = words
    if who == "d":
        _deal(table, what, rest)
        return
    player = _player(table, who)
    if what not in ACTS:
        said = msg("the action {action} is not supported", action=reprlib.repr(what))
        raise UnknownNotation("actions", said)
    if player not in table.live:
        raise UnknownNotation("actions", msg("p{player} acts without cards", player=player + 1))
    ACTS[what](table, player, cents_of(rest[0]) if what == "cbr" else _bring_in(raw, what))


def _player(table: PhhTable, who: str) -> int:
    """Return the place of p1, p2 ... in the lists."""
    player = int(who[1:]) - 1 if who[:1] == "p" and who[1:].isdecimal() else -1
    if not 0 <= player < len(table.stacks):
        said = msg("there is no player {player}", player=reprlib.repr(who))
        raise UnknownNotation("actions", said)
    return player


def _call(table: PhhTable, player: int, _cents: int) -> None:
    table.bet_to(player, min(max(table.bets), table.bets[player] + table.stacks[player]))


def _bring_in(raw: dict[str, Any], what: str) -> int:
    return cents_of(raw["bring_in"], "bring_in") if what == "pb" else 0


def _deal(table: PhhTable, what: str, rest: list[str]) -> None:
    if what == "db":
        table.board_cards += _cards(rest[0])
        table.next_street()
    elif what == "dh":
        player = _player(table, rest[0])
        if player in table.dealt and table.family == "stud" and any(table.bets):
            table.next_street()
        table.dealt[player] = table.dealt.get(player, 0) + _cards(rest[1])
    else:
        said = msg("the deal {deal} is not supported", deal=reprlib.repr(what))
        raise UnknownNotation("actions", said)


def _cards(text: str) -> int:
    """
    Return how many cards are dealt, As4d????, two characters each.

    A card that comes twice is no reason to refuse: broadcasts misread cards, the chips are right.
    """
    ranks, suits = set(text[::2]), set(text[1::2])
    if len(text) % 2 or not ranks <= {*RANKS, "?"} or not suits <= {*SUITS.lower(), "?"}:
        said = msg("{cards} is not a deal of cards", cards=reprlib.repr(text))
        raise UnknownNotation("actions", said)
    return len(text) // 2


def _draw(table: PhhTable, player: int, _cents: int = 0) -> None:
    """A player who draws again begins the next draw; a draw ends the betting round before it."""
    if not table.drew or player in table.drew:
        table.draws += 1
        table.drew = set()
    if any(table.bets):
        table.next_street()
    table.drew.add(player)


ACTS: dict[str, Callable[[PhhTable, int, int], None]] = {
    "f": lambda table, player, _cents: table.folded.add(player),
    "cc": _call,
    "cbr": PhhTable.raise_to,
    "pb": lambda table, player, cents: table.bet_to(player, min(cents, table.stacks[player])),
    "sd": _draw,
    "sm": lambda _table, _player, _cents: None,
}


def _open_cards(table: PhhTable) -> int:
    """Two cards of seven-card stud are closed, and the seventh."""
    if table.family != "stud" or not table.dealt:
        return 0
    maximum = max(table.dealt.values())
    return max(0, min(maximum, CLOSED_LAST - 1) - CLOSED_FIRST)


CLOSED_FIRST, CLOSED_LAST = 2, 7


def cents_of(amount: object, field: str = "actions") -> int:
    """
    Return an amount of the notation in cents.

    Source: the notation writes units. Raises UnknownNotation for parts of a cent and no amounts.
    """
    try:
        exact = Decimal(str(amount)) * 100
        if 0 <= exact <= MAX_CENTS and exact == int(exact):
            return int(exact)
    except (ArithmeticError, ValueError) as why:
        raise UnknownNotation(field, msg("an amount is not a number")) from why
    said = msg("{amount} is not an amount in whole cents", amount=reprlib.repr(str(amount)))
    raise UnknownNotation(field, said)
