"""The list of those who wait for a seat at a cash game: who is called, and for what reason."""

from collections.abc import Sequence
from dataclasses import dataclass

from casino.house.because import Because
from casino.house.rulebook import RuleBook
from casino.messages import msg
from casino.names import clean_text
from casino.refusals import Conflict


class NobodyWaits(Conflict):
    """There is nobody on the list to whom the seat could be given."""

    code = "nobody_waits"
    message = msg("No guest on the list is here to take the seat.")


class QueueJump(Conflict):
    """A seat is given to the first of the list."""

    code = "queue_jump"
    message = msg("Another guest is first on the list.")
    next_step = msg("Seat the first guest. The supervisor may skip a guest with a reason.")
    next_page = "waiting"


@dataclass(frozen=True, kw_only=True, slots=True)
class WaitingPlayer:
    """Who waits for a game, in the order of coming; present: there when called."""

    player: str
    present: bool = True


@dataclass(frozen=True, kw_only=True, slots=True)
class Called:
    """To whom the seat goes, who was not there for it, and why."""

    player: str
    passed_over: tuple[str, ...]
    because: tuple[Because, ...]


def next_for_seat(
    book: RuleBook,
    waiting: Sequence[WaitingPlayer],
    *,
    wanted: str | None = None,
    supervisor: bool = False,
    reason: str = "",
) -> Called:
    """
    Return to whom a seat goes: to the first who is there; who is not may lose it to the next.

    wanted: somebody else than the first, whom only a supervisor places before others, with a
    reason. Raises NobodyWaits, QueueJump, and BadInput where the reason is missing.

    Source: OLY-2.3, OLY-2.4, OLY-2.6, VOO-C3, IMG-C18.
    """
    absent_kept = book.seats is None or book.seats.absent_when_called is None
    able = [one for one in waiting if one.present or absent_kept]
    if not able:
        raise NobodyWaits(field="player")
    first = able[0].player
    gone = tuple(one.player for one in waiting[: waiting.index(able[0])])
    if wanted is None or wanted == first:
        cited = "absent_when_called" if gone else "order"
        return Called(player=first, passed_over=gone, because=_why(book, cited, first, gone))
    ahead = _ahead_of(wanted, waiting)
    if not supervisor:
        source = _source(book, "skipping")
        raise QueueJump(
            msg("{first} is first on the list.", first=first), field="player", source=source
        )
    said = clean_text(reason, field="reason", max_length=200)
    because = _why(book, "skipping", wanted, ahead, reason=said)
    return Called(player=wanted, passed_over=ahead, because=because)


def _ahead_of(wanted: str, waiting: Sequence[WaitingPlayer]) -> tuple[str, ...]:
    names = [one.player for one in waiting]
    if wanted not in names:
        raise NobodyWaits(msg("{wanted} is not on the list.", wanted=wanted), field="player")
    return tuple(names[: names.index(wanted)])


def _source(book: RuleBook, key: str) -> str:
    return book.sources.get(f"seats.{key}") or book.sources.get("seats.order", "AMB-75")


def _why(
    book: RuleBook, key: str, player: str, passed: tuple[str, ...], **facts: str
) -> tuple[Because, ...]:
    return (book.why(_source(book, key), player, passed_over=list(passed), **facts),)
