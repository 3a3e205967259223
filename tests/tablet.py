"""A table of the cash room with a tablet at it: a program that asks the running site."""

import json
import random
from dataclasses import dataclass, field
from threading import RLock
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen
from uuid import uuid4

from script.children import PATIENCE_SECONDS
from tests.api.program import Program

BUY_IN, POT, TIP = 20_000, 2_000, 500


@dataclass(frozen=True, kw_only=True, slots=True)
class Tablet:
    """Sends requests over HTTP, each with a key of its own."""

    site: str
    program: Program

    def ask(self, path: str, body: dict[str, Any] | None = None) -> Any:
        """Return what the site answers; a body is posted. Raises AssertionError."""
        headers = {"Content-Type": "application/json", "Idempotency-Key": str(uuid4())}
        request = Request(
            self.site + self.program.address(path),
            data=None if body is None else json.dumps(body).encode(),
            headers=self.program.headers(headers),
        )
        try:
            with urlopen(request, timeout=PATIENCE_SECONDS) as answer:
                return json.load(answer)
        except HTTPError as refused:
            raise AssertionError(f"{path} {body}: {refused.read().decode()}") from refused


@dataclass(kw_only=True)
class Table:
    """
    A table as its dealer sees it.

    stacks: the cents in front of each player; gone: who will not come back from a break.
    """

    tablet: Tablet
    dice: random.Random
    session_id: int = 0
    stacks: dict[int, int] = field(default_factory=dict)
    between_hands: RLock = field(default_factory=RLock)
    gone: set[int] = field(default_factory=set)
    hands: int = 0

    def ask(self, path: str, **body: Any) -> Any:
        """Ask about this table, or with a body for something at it."""
        return self.tablet.ask(f"sessions/{self.session_id}/{path}", body or None)

    def open(self, table_id: int, terms: dict[str, Any]) -> None:
        """Open table."""
        opened = self.tablet.ask("sessions/", {"table_id": table_id, **terms})
        self.session_id = opened["id"]

    def seat(self, players: list[int]) -> None:
        """Seat players from seat 1 on; each brings chips."""
        for seat_no, player in enumerate(players, start=1):
            where = {"player_id": player, "seat_no": seat_no}
            self.ask("seats/", **where, cents=BUY_IN, paid_with="chips")
            self.stacks[player] = BUY_IN

    def play(self, hands: int) -> None:
        """Some hands, and what happens between them."""
        with self.between_hands:
            away = self.look_after_the_absent()
            self.collect()
        for _ in range(hands):
            with self.between_hands:
                self.deal([player for player in self.stacks if player not in away])
        with self.between_hands:
            self.wander([player for player in self.stacks if player not in away])

    def look_after_the_absent(self) -> set[int]:
        """Remove the stacks that are due, greet who is back, and return who is still away."""
        away = set()
        for seen in self.ask("absences/"):
            player = seen["absence"]["player_id"]
            if seen["due"]:
                self.ask("absences/remove/", player_id=player, cents=self.stacks.pop(player))
            elif player not in self.gone and self.dice.random() < 0.3:
                self.ask("absences/back/", player_id=player)
            else:
                away.add(player)
        return away

    def collect(self) -> None:
        """Take what the job has found due off the stacks; who has left owes nothing."""
        for share in self.ask("time-rake/")["shares"]:
            if not share["is_due"]:
                continue
            player, which = share["player_id"], f"time-rake/shares/{share['id']}"
            if self.stacks.get(player, 0) >= share["cents"]:
                self.tablet.ask(f"{which}/pay/", {"paid_with": "chips"})
                self.stacks[player] -= share["cents"]
            else:
                self.tablet.ask(f"{which}/waive/", {"reason": "Left before it was due"})

    def deal(self, players: list[int]) -> None:
        """One hand; the winner's chips grow by what the house leaves."""
        able = [player for player in players if self.stacks[player] >= POT // 2]
        if len(able) < 2:
            return
        self.hands += 1
        winner, loser = self.dice.sample(able, 2)
        seen = {"board_cards_dealt": 5, "open_cards_dealt": 4}
        dealt = {"name": str(self.hands), "players_dealt": len(able), **seen}
        hand = self.ask("hands/", pots_cents=[POT], **dealt)
        self.stacks[loser] -= POT // 2
        self.stacks[winner] += POT // 2 - hand["rake_cents"] - hand["drop_cents"]

    def wander(self, players: list[int]) -> None:
        """Somebody tips the dealer, adds chips or leaves for a while."""
        if not players:
            return
        player = self.dice.choice(players)
        what, stack = self.dice.choice(("tip", "away", "add", "")), self.stacks[player]
        if what == "tip" and stack >= TIP:
            self.ask("spendings/", player_id=player, cents=TIP, purpose="tip")
            self.stacks[player] -= TIP
        elif what == "away":
            self.ask("absences/", player_id=player, permission=False)
        elif what == "add" and stack < BUY_IN:
            added = {"player_id": player, "cents": BUY_IN - stack, "stack_cents": stack}
            self.ask("top-ups/", **added, paid_with="chips")
            self.stacks[player] = BUY_IN

    def end(self) -> None:
        """Everybody takes the stack along, and the check is zero."""
        self.collect()
        for player in [*self.stacks]:
            stack = {"cents": self.stacks.pop(player), "paid_with": "chips"}
            self.ask("cash-outs/", player_id=player, **stack)
        check = self.ask("")["check"]
        assert (check["chips_cents"], check["difference_cents"]) == (0, 0), check

    def close(self) -> None:
        """Close table."""
        self.tablet.ask(f"sessions/{self.session_id}/close/", {})
