"""Terminator tournaments: each player's own cash chip and who gets it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from casino.house.because import Because
from casino.house.rulebook import RuleBook
from casino.messages import msg
from casino.money import equally
from casino.refusals import BadInput
from casino.schema import Text


@dataclass(frozen=True, kw_only=True, slots=True)
class Knockout:
    """A player is out; by: who won the last pot he was in, in order from the button."""

    kind: Literal["knockout"]
    out: Text
    by: tuple[Text, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Rebuy:
    """A player who was out comes back with a new chip."""

    kind: Literal["rebuy"]
    player: Text


@dataclass(frozen=True, kw_only=True, slots=True)
class Disqualified:
    """A player is removed; nobody has won the chip."""

    kind: Literal["disqualified"]
    out: Text


Event = Knockout | Rebuy | Disqualified


@dataclass(frozen=True, kw_only=True, slots=True)
class Bounties:
    """What the chips paid to each entrant; it sums to the chips issued."""

    payouts_cents: dict[str, int]
    chips_issued: int
    total_cents: int
    because: tuple[Because, ...]


@dataclass(kw_only=True, slots=True)
class _Chips:
    """The chips while the events are gone through."""

    bounty_cents: int
    payouts: dict[str, int]
    playing: set[str]
    issued: int
    unclaimed: int = 0

    def apply(self, event: Event, where: str) -> None:
        match event:
            case Knockout():
                self._leave(event.out, f"{where}.out")
                self._pay(event.by, where)
            case Disqualified():
                self._leave(event.out, f"{where}.out")
                self.unclaimed += self.bounty_cents
            case Rebuy():
                self._come_back(event.player, f"{where}.player")

    def _leave(self, player: str, where: str) -> None:
        if player not in self.playing:
            raise BadInput(
                msg("{where}: {player} is not playing.", where=where, player=player), field=where
            )
        self.playing.remove(player)

    def _come_back(self, player: str, where: str) -> None:
        if player not in self.payouts or player in self.playing:
            raise BadInput(
                msg("{where}: {player} has not been eliminated.", where=where, player=player),
                field=where,
            )
        self.playing.add(player)
        self.issued += 1

    def _pay(self, winners: Sequence[str], where: str) -> None:
        if not winners:
            raise BadInput(
                msg("{where}.by: enter who won the bounty chip.", where=where),
                field=f"{where}.by",
            )
        for winner in winners:
            if winner not in self.playing or winners.count(winner) > 1:
                said = msg(
                    "{where}.by: {winner} is not playing or is given twice.",
                    where=where,
                    winner=winner,
                )
                raise BadInput(said, field=f"{where}.by")
        self.share(self.bounty_cents, winners)

    def share(self, cents: int, players: Sequence[str]) -> None:
        for player, share in zip(players, equally(cents, len(players)), strict=True):
            self.payouts[player] += share


def bounties(
    book: RuleBook,
    *,
    bounty_cents: int,
    entrants: Sequence[str],
    events: Sequence[Event],
    survivors: Sequence[str],
) -> Bounties:
    """
    Return what everybody's chips paid, all events told in their order.

    survivors: everybody left, at the end, after a deal or when time is up; they keep the own
    chip and share those that nobody won. Raises BadInput for a story that cannot have happened.

    Source: OLY-3.2.g, OLY-1.55, VOO-T2, IMG-V4, OLY-3.4.8, VOO-T31, AMB-63 to AMB-66.
    """
    chips = _Chips(
        bounty_cents=bounty_cents,
        payouts=dict.fromkeys(entrants, 0),
        playing=set(entrants),
        issued=len(entrants),
    )
    for i, event in enumerate(events):
        chips.apply(event, f"events[{i}]")
    if set(survivors) != chips.playing or not survivors:
        left = ", ".join(sorted(chips.playing)) or "nobody"
        raise BadInput(
            msg("survivors: after these events the remaining players must be {left}.", left=left),
            field="survivors",
        )
    for player in survivors:
        chips.payouts[player] += bounty_cents
    chips.share(chips.unclaimed, survivors)
    return Bounties(
        payouts_cents=chips.payouts,
        chips_issued=chips.issued,
        total_cents=chips.issued * bounty_cents,
        because=_reasons(book, chips, survivors),
    )


def _reasons(book: RuleBook, chips: _Chips, survivors: Sequence[str]) -> tuple[Because, ...]:
    facts = {"bounty_cents": chips.bounty_cents, "chips_issued": chips.issued}
    why = [
        book.why("AMB-63", chips.payouts, **facts),
        book.why("AMB-65", chips.bounty_cents, survivors=survivors),
    ]
    if chips.unclaimed:
        why.append(book.why("AMB-64", chips.unclaimed, survivors=survivors))
    return tuple(why)
