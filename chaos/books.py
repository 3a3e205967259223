"""
The model: what the books of the club should say, computed by itself.

Plain Python that shares nothing with the product. Amounts are integer cents; as in the ledger, what
the house has is positive and what it owes negative. An account is a code, or `code/ref` where each
drawer, each table and its bank have their own; of the others (payables, pools) the sum is compared.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from threading import Lock

BY_REF = ("cash:drawer", "chips:table", "chips:bank")
POOL_CENTS, VAULT_CENTS = 2_500_000, 50_000_000
RACK = "rack/"  # the chips of a drawer are no money: the model alone counts them
Moves = Sequence[tuple[str, int]]


class Books:
    """Balances by account. What is done at once from many desks adds up in any order."""

    def __init__(self) -> None:
        self.cents = Counter[str]()
        self.lock = Lock()
        opening = [("cash:vault", VAULT_CENTS), ("jackpot:pool", -POOL_CENTS)]
        self.move([*opening, ("equity:funding", POOL_CENTS - VAULT_CENTS)])

    def move(self, moves: Iterable[Sequence[str | int]]) -> None:
        """Book what one act moved."""
        with self.lock:
            for account, cents in moves:
                self.cents[str(account)] += int(cents)

    def differences(self, accounts: Iterable[Mapping[str, object]]) -> dict[str, tuple[int, int]]:
        """Return where a trial balance says otherwise: account -> (by the model, by the books)."""
        said = Counter[str]()
        for row in accounts:
            code = str(row["code"])
            name = f"{code}/{row['ref']}" if code in BY_REF else code
            said[name] += int(str(row["cents"]))
        names = set(said) | set(self.cents)
        return {
            name: (self.cents[name], said[name])
            for name in sorted(names)
            if self.cents[name] != said[name] and not name.startswith(RACK)
        }


def moved(cents: int, *, to: str, out_of: str) -> Moves:
    """Return one amount's two moves."""
    return [(to, cents), (out_of, -cents)]


def rake_cents(pot_cents: int, *, flop: bool = True) -> int:
    """Return 5 % of the full tens of a pot, at most 10.00; nothing without a flop (OLY-2.36)."""
    return min(pot_cents // 1000 * 50, 1000) if flop else 0


def drop_cents(pot_cents: int, players: int, *, flop: bool = True) -> int:
    """Return 1.00 of a pot of six players that saw a flop (OLY-2.38), where the pot has it."""
    rest = pot_cents - rake_cents(pot_cents, flop=flop)
    return 100 if flop and players >= 6 and rest >= 100 else 0


def bad_beat(base_cents: int, *, loser: int, winner: int, seats: Sequence[int]) -> dict[int, int]:
    """
    Return what each seat gets of a bad beat: 60 % of the base (OLY-4.6), of which half is the
    losing hand's, a quarter the winning hand's, a quarter the whole table's (OLY-4.8).

    Cents that do not divide go to the first ones.
    """
    total = base_cents * 60 // 100
    hand, table = divided(total, [50, 25, 25])[:2], divided(total, [50, 25, 25])[2]
    won = dict(zip(sorted(seats), divided(table, [1] * len(seats)), strict=True))
    won[loser] += hand[0]
    won[winner] += hand[1]
    return won


def divided(cents: int, shares: Sequence[int]) -> list[int]:
    """Divide cents in proportion; what is left goes by the largest remainder, then in order."""
    whole = sum(shares)
    parts = [cents * share // whole for share in shares]
    left = cents - sum(parts)
    by_remainder = sorted(range(len(shares)), key=lambda n: (-(cents * shares[n] % whole), n))
    for n in by_remainder[:left]:
        parts[n] += 1
    return parts


def denominations(cents: int, values: Sequence[int]) -> dict[str, int]:
    """Return notes or chips that come to an amount, the largest first."""
    found = {}
    for value in sorted(values, reverse=True):
        if quantity := cents // value:
            found[str(value)] = quantity
            cents -= quantity * value
    if cents:
        raise ValueError(f"No denomination for the last {cents} cents.")
    return found
