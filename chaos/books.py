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
CLUB, BESIDE = "chaos", "beside"  # two clubs of a group: the tables of both feed the first's pool
POOL_CENTS, VAULT_CENTS = 2_500_000, 50_000_000
# Chips of a drawer, points of a guest, hands that came by file: counted, but no money.
RACK, POINTS, HANDS = "rack/", "points/", "hands/"
PLACE_FACTORS = (30, 24, 20, 16, 14, 12, 10, 8, 6)
# From an average buy-in of so many euros on, in tenths.
BUY_IN_FACTORS = (
    (0, 20), (20, 25), (35, 30), (60, 35), (120, 40), (180, 45), (250, 50), (500, 55),
)  # fmt: skip
Moves = Sequence[tuple[str, int]]


class Books:
    """Balances by account. What is done at once from many desks adds up in any order."""

    def __init__(self) -> None:
        self.cents = Counter[str]()
        self.lock = Lock()
        opening = [("cash:vault", VAULT_CENTS), ("jackpot:pool", -POOL_CENTS)]
        self.move([*opening, ("equity:funding", POOL_CENTS - VAULT_CENTS)])
        self.move(moved(VAULT_CENTS, to=f"{BESIDE}:cash:vault", out_of=f"{BESIDE}:equity:funding"))

    def move(self, moves: Iterable[Sequence[str | int]]) -> None:
        """Book what one act moved."""
        with self.lock:
            for account, cents in moves:
                self.cents[str(account)] += int(cents)

    def differences(
        self, accounts: Iterable[Mapping[str, object]], *, club: str = CLUB
    ) -> dict[str, tuple[int, int]]:
        """Return where a club's trial balance says otherwise: account -> (by the model, by it)."""
        said, of = Counter[str](), "" if club == CLUB else f"{club}:"
        for row in accounts:
            code = str(row["code"])
            name = of + (f"{code}/{row['ref']}" if code in BY_REF else code)
            said[name] += int(str(row["cents"]))
        ours = {name for name in self.cents if name.startswith(f"{BESIDE}:") == (club == BESIDE)}
        return {
            name: (self.cents[name], said[name])
            for name in sorted(ours | set(said))
            if self.cents[name] != said[name]
            and not name.removeprefix(of).startswith((RACK, POINTS, HANDS))
        }

    def hands(self) -> int:
        """Return how many hands came by file, to both clubs."""
        return hands_of(self.cents.items())

    def points(self, *, club: str) -> dict[int, int]:
        """Return the points of a club's guests, in hundredths."""
        before = f"{BESIDE}:{POINTS}" if club == BESIDE else POINTS
        return {
            int(name.removeprefix(before)): x100
            for name, x100 in self.cents.items()
            if name.startswith(before) and x100
        }


def moved(cents: int, *, to: str, out_of: str) -> Moves:
    """Return one amount's two moves."""
    return [(to, cents), (out_of, -cents)]


def hands_of(moves: Iterable[Sequence[str | int]]) -> int:
    """Return how many hands came by file with these moves."""
    return sum(int(many) for account, many in moves if str(account).endswith(HANDS))


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


def points_x100(places: Sequence[int], pool_cents: int) -> dict[int, int]:
    """
    Return what each guest gets, in order of place, for a tournament of at most ten (OLY-5.7).

    pool_cents: before the ranking's part. Few as they are, the factor of their number is 1.0.
    """
    average = pool_cents // len(places) // 100
    buy_in = [x10 for least, x10 in BUY_IN_FACTORS if least <= average][-1]
    return {
        guest: factor * buy_in * 10 for guest, factor in zip(places, PLACE_FACTORS, strict=False)
    }


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
