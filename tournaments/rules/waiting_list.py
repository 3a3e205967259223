"""Who sits, who has booked, who waits: registration of a tournament with too few places."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from casino.house.because import Because
from casino.house.rulebook import RuleBook
from casino.schema import Text


@dataclass(frozen=True, kw_only=True, slots=True)
class PlayerEvent:
    """Something that a player does, or that is done to one."""

    op: Literal["reserve", "pay", "bust", "reenter", "withdraw", "admit"]
    player: Text


@dataclass(frozen=True, kw_only=True, slots=True)
class CloseLateRegistration:
    """Late registration ends; from then on only the tournament director admits."""

    op: Literal["close_late_registration"]


Event = PlayerEvent | CloseLateRegistration


@dataclass(kw_only=True, slots=True)
class Registration:
    """
    The lists of one tournament, each in its order, while events happen.

    reserved: unpaid bookings; out: knocked out; cancelled: bookings that lapsed; refused: who
    asked in vain; entries: paid ones by player, counted when the seat is taken.
    """

    capacity: int
    is_open: bool = True
    seated: list[str] = field(default_factory=list)
    reserved: list[str] = field(default_factory=list)
    waiting: list[str] = field(default_factory=list)
    out: list[str] = field(default_factory=list)
    cancelled: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    entries: dict[str, int] = field(default_factory=dict)

    @property
    def has_free_place(self) -> bool:
        """Return whether a place is neither taken nor booked."""
        return len(self.seated) + len(self.reserved) < self.capacity

    def apply(self, event: Event) -> None:
        """
        Let one thing happen; who may not do it is noted among the refused.

        Source: OLY-3.3.3, OLY-3.3.4, OLY-3.3.7 to OLY-3.3.11, VOO-T5, VOO-T6, IMG-T2, AMB-75.
        """
        if isinstance(event, CloseLateRegistration):
            self.is_open = False
            self._cancel_bookings()
        elif not self._done(event.op, event.player):
            self.refused.append(event.player)
        self._move_up()

    def _done(self, op: str, player: str) -> bool:
        """Return whether the player may do it; then it is done."""
        ways = {
            "reserve": self._reserve,
            "pay": self._pay,
            "bust": self._bust,
            "reenter": self._reenter,
            "withdraw": self._withdraw,
            "admit": self._admit,
        }
        return ways[op](player)

    def _reserve(self, player: str) -> bool:
        free = self.is_open and self.has_free_place and not self.waiting
        if not free or self._is_known(player):
            return False
        self.reserved.append(player)
        return True

    def _pay(self, player: str) -> bool:
        if player in self.reserved:
            self.reserved.remove(player)
            self._sit(player)
            return True
        return not self._is_known(player) and self._join(player)

    def _bust(self, player: str) -> bool:
        if player not in self.seated:
            return False
        self.seated.remove(player)
        self.out.append(player)
        return True

    def _reenter(self, player: str) -> bool:
        if player not in self.out or not self.is_open:
            return False
        self.out.remove(player)
        return self._join(player)

    def _withdraw(self, player: str) -> bool:
        for held in (self.seated, self.reserved, self.waiting):
            if player in held:
                held.remove(player)
                return True
        return False

    def _admit(self, player: str) -> bool:
        if player not in self.waiting or not self.has_free_place:
            return False
        self.waiting.remove(player)
        self._sit(player)
        return True

    def _join(self, player: str) -> bool:
        """Take a free place, or go to the back of the list."""
        if not self.is_open:
            return False
        if self.has_free_place and not self.waiting:
            self._sit(player)
        else:
            self.waiting.append(player)
        return True

    def _sit(self, player: str) -> None:
        self.seated.append(player)
        self.entries[player] = self.entries.get(player, 0) + 1

    def _is_known(self, player: str) -> bool:
        lists = (self.seated, self.reserved, self.waiting, self.out)
        return any(player in held for held in lists)

    def _cancel_bookings(self) -> None:
        self.cancelled += self.reserved
        self.reserved.clear()

    def _move_up(self) -> None:
        """While anybody waits no booking holds; in time the first of the list moves up."""
        if self.waiting:
            self._cancel_bookings()
        while self.is_open and self.waiting and self.has_free_place:
            self._sit(self.waiting.pop(0))


@dataclass(frozen=True, kw_only=True, slots=True)
class Registered:
    """The lists after all events."""

    registration: Registration
    because: tuple[Because, ...]


def run_registration(book: RuleBook, *, capacity: int, events: Sequence[Event]) -> Registered:
    """
    Return the lists of a tournament after some events, and the rules that moved them.

    Source: OLY-3.3.3, OLY-3.3.4, OLY-3.3.7 to OLY-3.3.11, VOO-T5, VOO-T6, IMG-T2, AMB-75.
    """
    registration = Registration(capacity=capacity)
    for event in events:
        registration.apply(event)
    facts = {"capacity": capacity, "waiting": list(registration.waiting)}
    why = book.why("AMB-75", list(registration.seated), **facts)
    return Registered(registration=registration, because=(why,))
