"""A crew: a cashier with a drawer, a table and a tournament, and those who sign for it."""

import random
import time
import uuid
from collections.abc import Callable, Collection
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from chaos.books import BESIDE, Moves
from chaos.client import Answer, Client, Person, address
from chaos.history import REFUND_ALL

CHIPS = [100_000, 50_000, 10_000, 2_500, 500, 200, 100, 50]
NOTES = [50_000, 20_000, 10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 20, 10, 5, 2, 1]


@dataclass
class Shift:
    """A shift at the drawer, and what its walk-ins were sold and may bring back."""

    id: int
    outstanding: int = 0
    slips: list[tuple[int, int]] = field(default_factory=list)  # (entry, cents sold)


@dataclass(frozen=True)
class CrewHand:
    """A hand as it was entered, and what was taken of it."""

    id: int
    pot: int
    players: int
    flop: bool
    rake: int
    drop: int


@dataclass
class CrewTable:
    """An open game: seat number -> guest, and how much lies there and in the table's bank."""

    id: int
    hands: int = 0
    chips: int = 0
    bank: int = 0
    seats: dict[int, int] = field(default_factory=dict)
    last_hand: CrewHand | None = None
    last_top_up: tuple[int, int] | None = None  # (move, cents)


@dataclass
class CrewNight:
    """A game of the crew's second table, by box or by time; takes: boxes or shares booked."""

    id: int
    by_box: bool
    chips: int = 0
    takes: int = 0
    seats: dict[int, int] = field(default_factory=dict)


@dataclass
class Tournament:
    """A tournament that is being sold or played: entries in the order in which they were sold."""

    id: int
    ranking: bool = False
    entries: list[int] = field(default_factory=list)
    guests: dict[int, int] = field(default_factory=dict)  # by entry
    out: list[int] = field(default_factory=list)  # guests, who went first is first
    step: str = "selling"
    pool: int = 0
    fees: int = 0
    chips: int = 0
    days: int = 1

    def took(self, price: int, fee: int, chips: int) -> None:
        """Count what a ticket brought and gave, or what was given back if negative."""
        self.pool += price
        self.fees += fee
        self.chips += chips


class Crew:
    """Chooses what happens next by its own dice; `acts` are tried until one can be done."""

    def __init__(
        self,
        number: int,
        *,
        seed: str,
        client: Client,
        people: dict[str, list[Person]],
        club: str,
        drawer: int,
    ) -> None:
        self.number, self.client, self.drawer_id = number, client, drawer
        self.club, self.other_id = club, 0
        self.dice = random.Random(f"{seed} {number}")
        self.people, self.cashier = people, people["cashier"][number]
        self.supervisor, self.manager = people["supervisor"][0], people["manager"][0]
        self.accountant, self.director = people["accountant"][0], people["director"][0]
        self.guests: list[int] = []
        self.regulars: list[int] = []  # of the second table
        self.own: list[str] = []  # accounts of the general journal
        self.documents: list[tuple[int, int]] = []  # (document, cents)
        self.tables: list[int] = []
        self.folder = Path()
        self.shift: Shift | None = None
        self.table: CrewTable | None = None
        # Who comes back to the crew's table within the hour brings all, whatever its game is.
        self.left: set[int] = set()
        self.night: CrewNight | None = None
        self.tournament: Tournament | None = None
        self.template = 0

    @property
    def drawer(self) -> str:
        """The account of the drawer."""
        return f"cash:drawer/{self.drawer_id}"

    @property
    def crews(self) -> int:
        """How many crews there are: each has a cashier."""
        return len(self.people["cashier"])

    @property
    def sitting(self) -> list[int]:
        """The guests who play at tables; the others play tournaments, and nobody plays both."""
        return self.guests[::2]

    @property
    def rack(self) -> int:
        """What the drawer's rack holds in chips."""
        return self.holds(f"rack/{self.drawer_id}")

    def racked(self, cents: int) -> tuple[str, int]:
        """Return the move of chips into the rack, out of it if negative."""
        return f"rack/{self.drawer_id}", cents

    def means(self, *, cash: bool) -> str:
        """Return the account with which a guest pays or is paid."""
        return self.drawer if cash else "chips:floor"

    def holds(self, account: str) -> int:
        """Return what an account holds by the model; of the crew's own accounts exactly."""
        return self.client.books.cents[self.named(account)]

    def named(self, account: str) -> str:
        """Return the model's name of an account of the crew's club; with / of the other one."""
        if account.startswith("/"):
            return account[1:] if self.club == BESIDE else f"{BESIDE}:{account[1:]}"
        return f"{BESIDE}:{account}" if self.club == BESIDE else account

    def mine(self, moves: Moves) -> Moves:
        """Return moves of the crew's club as the model calls them."""
        return [(self.named(account), cents) for account, cents in moves]

    def at(self, path: str) -> str:
        """Return an address below the club's; one that begins with / is whole."""
        return path if path.startswith("/") else address(self.club, path)

    def get(self, who: Person, path: str) -> Any:
        """Read at the crew's club."""
        return self.client.get(who, self.at(path))

    def key(self) -> str:
        """Return a fresh key, by the dice."""
        return str(uuid.UUID(int=self.dice.getrandbits(128), version=4))

    def do(
        self,
        who: Person,
        path: str,
        body: dict[str, Any] | None = None,
        *,
        moves: Moves = (),
        may: Collection[str] = (),
        method: str = "POST",
    ) -> Answer:
        """Act; now and then twice over, as who presses twice does, or under a used key."""
        key, asked, path, moves = self.key(), body or {}, self.at(path), self.mine(moves)
        of_vault = any(account.endswith("cash:vault") for account, _ in moves)
        with self.client.vaults.moved() if of_vault else nullcontext():
            answer = self.client.act(who, path, asked, key=key, moves=moves, may=may, method=method)
        if answer.ok and self.dice.random() < 0.05:
            again = self.client.settle(who, method, path, asked, key)
            replayed = again.replayed or path.endswith(REFUND_ALL)
            if not replayed or not _is_alike(again.body, answer.body):
                self.client.watch.say(f"{path} under {key} was not replayed: {again.body}")
        if answer.ok and "cents" in asked and self.dice.random() < 0.02:
            other = self.client.settle(who, method, path, asked | {"cents": 7_700}, key)
            if other.code != "LEDGER-001" and asked["cents"] != 7_700:
                self.client.watch.say(f"{path} under the used key {key}: {other.status}")
        return answer

    def decided(
        self, who: Person, path: str, body: dict[str, Any], *, signer: Person, moves: Moves
    ) -> Answer | None:
        """Act alone; where that needs two, ask, and let the second person sign."""
        done = self.do(who, path, body, moves=moves, may=["APPROVAL-010"])
        if done.code != "APPROVAL-010":
            return done
        return self.by_two(who, f"{path}ask/", body, signer=signer, moves=moves)

    def by_two(
        self, who: Person, path: str, body: dict[str, Any], *, signer: Person, moves: Moves
    ) -> Answer | None:
        """Ask and let sign what an end of the gaming day between the two makes the manager's."""
        old = ["APPROVAL-011"]
        done = self.signed(self.do(who, path, body), signer, asked_by=who, moves=moves, may=old)
        if done and done.code in old:
            done = self.signed(self.do(who, path, body), signer, asked_by=who, moves=moves)
        return done

    def signed(
        self,
        proposal: Answer,
        by: Person,
        *,
        asked_by: Person,
        moves: Moves = (),
        may: Collection[str] = (),
    ) -> Answer | None:
        """Let a second person sign; sometimes the first one tries, who never may."""
        if not proposal.ok:
            return None
        number = proposal.body.get("proposal_id") or proposal.body["id"]
        shown = self.get(by, f"proposals/{number}/")
        if shown is None:
            return None
        path, body = f"proposals/{number}/approve/", {"digest": shown["digest"]}
        if self.dice.random() < 0.3:
            self.do(asked_by, path, body, may=["!APPROVAL-001", "APPROVAL-005", "APPROVAL-008"])
        return self.do(by, path, body, moves=moves, may=may)

    def work(self, acts: list[Callable[["Crew"], bool]], weights: list[float]) -> None:
        """Do one thing that can be done now."""
        for _ in range(20):
            if self.dice.choices(acts, weights)[0](self):
                return
        time.sleep(0.05)


def _is_alike(again: Any, first: Any) -> bool:
    """Return whether two answers say the same; over an upgrade one of them may say more."""
    if isinstance(again, dict) and isinstance(first, dict):
        return all(again[name] == first[name] for name in again.keys() & first.keys())
    return bool(again == first)
