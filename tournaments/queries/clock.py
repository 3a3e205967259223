"""The clock of a tournament as it stands at an instant, and what it opens and closes."""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from datetime import datetime, timedelta

from casino.db import asked_once
from casino.house.because import Because
from casino.house.queries import book_on
from tournaments.models import ClockMark, Ticket, Tournament
from tournaments.queries.days import Stage, flights_follow, latest_flight, stage
from tournaments.queries.tournaments import version
from tournaments.queries.undo import undone_acts
from tournaments.rules import clock as rules
from tournaments.rules.clock import Position
from tournaments.rules.structure import level_of_hand

# Longer than a hand that was shuffled before a new level lasts.
LAST_HAND = timedelta(minutes=4)

# So many levels a screen goes on by itself while it hears nothing.
COMING = 4


@dataclass(frozen=True, kw_only=True, slots=True)
class Bets:
    """A level with its bets, or a break; number: of the level, in a break of the one before."""

    step: int
    number: int
    is_break: bool
    small: int
    big: int
    ante: int
    minutes: int


@dataclass(frozen=True, kw_only=True, slots=True)
class ClockFace:
    """
    What the clock shows at an instant.

    left: of this level; until_break: None where no other break follows; ends_at: when this level
    ends if nobody touches the clock, None while it stands; stage: the flight or day, where there
    are several.
    """

    at: datetime
    running: bool
    now: Bets
    next: Bets | None
    left: timedelta
    until_break: timedelta | None
    stage: Stage | None

    @property
    def ends_at(self) -> datetime | None:
        """When this level or break ends."""
        return self.at + self.left if self.running and self.left else None

    @property
    def until(self) -> datetime:
        """When this level or break ends if the clock runs."""
        return self.at + self.left

    @property
    def break_at(self) -> datetime | None:
        """When the next break begins if the clock runs; None where none follows."""
        return self.at + self.until_break if self.until_break else None

    @property
    def left_shown(self) -> str:
        """How long the level lasts still, as a clock shows it."""
        return rules.face(self.left)

    @property
    def until_break_shown(self) -> str:
        """How long it is to the next break, as a clock shows it."""
        return rules.face(self.until_break or timedelta())

    @property
    def left_seconds(self) -> int:
        """How long the level lasts still, a begun second counted as one."""
        return -int(-self.left // timedelta(seconds=1))


@asked_once
def position(
    tournament: Tournament,
    at: datetime,
    *,
    without: int = 0,
    levels: Sequence[rules.Step] | None = None,
) -> tuple[Position, bool] | None:
    """
    Return where the clock stands at an instant and whether it runs; None before the start.

    without: the id of an act, as if it had not been; levels: of a structure that held then.
    """
    if tournament.started_at is None or at < tournament.started_at:
        return None
    steps = version(tournament).levels if levels is None else levels
    at = min(at, tournament.finished_at or at)
    marks = ClockMark.objects.filter(tournament=tournament, at__lte=at)
    marks = marks.exclude(act_id__in={*undone_acts(tournament), without})
    latest = marks.order_by("-id").first()
    if latest is None:
        return rules.advanced(steps, Position(step=0), at - tournament.started_at), True
    stood = Position(step=latest.step, passed=latest.passed)
    played = at - latest.at if latest.running else timedelta()
    return rules.advanced(steps, stood, played), latest.running


def clock_face(tournament: Tournament, at: datetime) -> ClockFace | None:
    """Return what the clock shows at an instant, None before the start."""
    stands = position(tournament, at)
    if stands is None:
        return None
    (here, running), steps = stands, version(tournament).levels
    return ClockFace(
        at=at,
        running=running,
        now=bets(steps, here.step),
        next=bets(steps, here.step + 1) if here.step + 1 < len(steps) else None,
        left=rules.left(steps, here),
        until_break=rules.until_break(steps, here),
        stage=stage(tournament),
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class LastHand:
    """What hands still play whose shuffle began before a new level; began_at: of the new one."""

    bets: Bets
    began_at: datetime
    because: tuple[Because, ...]


def last_hand(tournament: Tournament, at: datetime) -> LastHand | None:
    """Return what the last hands of the level before play, while there may be any (OLY-3.4.13)."""
    stands, book = position(tournament, at), book_on(tournament.club_id, tournament.gaming_day)
    if stands is None or book.structure is None or book.structure.new_level is None:
        return None
    (here, running), steps = stands, version(tournament).levels
    if not running or not here.step or here.passed > LAST_HAND:
        return None
    before, began_at = bets(steps, here.step - 1), at - here.passed
    if before.is_break:
        return None
    played = level_of_hand(
        book,
        level_starts_at=[began_at - timedelta(minutes=before.minutes), began_at],
        shuffle_began_at=began_at - timedelta(seconds=1),
    )
    shown = bets(steps, here.step - 2 + played.number)
    return LastHand(bets=shown, began_at=began_at, because=played.because)


def coming_faces(tournament: Tournament, face: ClockFace) -> list[ClockFace]:
    """Return what the clock will show as each of the next levels begins, if nobody touches it."""
    if not face.running or tournament.finished_at:
        return []
    found, steps, begins = list[ClockFace](), version(tournament).levels, face.at + face.left
    for step in range(face.now.step + 1, min(face.now.step + 1 + COMING, len(steps))):
        here = Position(step=step)
        found.append(
            ClockFace(
                at=begins,
                running=True,
                now=bets(steps, step),
                next=bets(steps, step + 1) if step + 1 < len(steps) else None,
                left=rules.left(steps, here),
                until_break=rules.until_break(steps, here),
                stage=face.stage,
            )
        )
        begins += rules.left(steps, here)
    return found


def bets(steps: list[list[int]], step: int) -> Bets:
    """Return a step of a structure."""
    small, big, ante, minutes = steps[step]
    return Bets(
        step=step,
        number=rules.level_number(steps, step),
        is_break=rules.is_break(small, big, ante),
        small=small,
        big=big,
        ante=ante,
        minutes=minutes,
    )


def all_bets(tournament: Tournament) -> list[Bets]:
    """Return levels and breaks in their order."""
    steps = version(tournament).levels
    return [bets(steps, step) for step in range(len(steps))]


def level_at(tournament: Tournament, at: datetime) -> int:
    """Return the number of the level at an instant; 0 before the start."""
    stands = position(tournament, at)
    return rules.level_number(version(tournament).levels, stands[0].step) if stands else 0


def registration_open(tournament: Tournament, at: datetime) -> bool:
    """Return whether entries are sold: before the start, then as late as announced (OLY-3.3.6)."""
    if not tournament.takes_purchases or _is_late(tournament, at):
        return False
    if tournament.started_at is None or tournament.late_until:
        return True
    return level_at(tournament, at) <= tournament.late_levels


def takes_tickets(tournament: Tournament, at: datetime) -> bool:
    """Return whether a ticket is of use: entries are sold, or will be to a flight that follows."""
    if registration_open(tournament, at):
        return True
    return tournament.takes_purchases and flights_follow(tournament)


def same_price(ticket: Ticket, at: datetime) -> list[Tournament]:
    """Return the tournaments to which a ticket may be moved, the first to start first."""
    found = Tournament.objects.filter(club_id=ticket.target.club_id)
    found = found.filter(registration_closed_at=None, cancelled_at=None, finished_at=None)
    others = found.exclude(id=ticket.target_id).order_by("starts_at", "id")
    same = [one for one in others if one.ticket_cents == ticket.cents]
    return [one for one in same if takes_tickets(one, at)]


def _is_late(tournament: Tournament, at: datetime) -> bool:
    """Return whether the instant at which entries end has passed, where one was announced."""
    if tournament.late_until is None or at < tournament.late_until:
        return False
    ends = late_ends_at(tournament)
    return ends is not None and at >= ends


def late_ends_at(tournament: Tournament) -> datetime | None:
    """
    Return the instant at which entries end, None where none was announced or is known.

    A further flight sells them for as long as the first one was announced to, unless the instant
    was moved since.
    """
    until = tournament.late_until
    flight = latest_flight(tournament) if until else None
    if until is None or flight is None or until > flight.at:
        return until
    begins = flight.next_starts_at or flight.begun_at
    return begins + (until - tournament.starts_at) if begins else None


def rebuys_open(tournament: Tournament, at: datetime) -> bool:
    """Return whether rebuys, add-ons and re-entries are sold now: at least as late as entries."""
    if not tournament.takes_purchases or tournament.started_at is None:
        return False
    return registration_open(tournament, at) or level_at(tournament, at) <= rebuys_until(tournament)


def rebuys_until(tournament: Tournament) -> int:
    """Return the last level of rebuys, add-ons and re-entries: at least that of entries."""
    return max(tournament.rebuy_levels, tournament.late_levels)


def was_sold(tournament: Tournament, what: str, at: datetime) -> bool:
    """Return whether rebuys or add-ons were sold at an instant, whatever was closed since."""
    closed = tournament.registration_closed_at
    if position(tournament, at) is None or (closed and at >= closed):
        return False
    then = copy(tournament)
    then.registration_closed_at = None
    return (addons_open if what == "addon" else rebuys_open)(then, at)


def more_sold(tournament: Tournament, at: datetime) -> bool:
    """Return whether anything is sold to entrants now: a freezeout has neither price nor button."""
    sold = any(tournament.during_play_cents(what) for what in ("rebuy", "addon", "reentry"))
    return sold and rebuys_open(tournament, at)


def more_forgotten(tournament: Tournament) -> bool:
    """Return whether a rebuy or an add-on may have been paid and not entered."""
    sold = any(tournament.during_play_cents(what) for what in ("rebuy", "addon"))
    return sold and tournament.started_at is not None


def addons_open(tournament: Tournament, at: datetime) -> bool:
    """Return whether add-ons are sold now: with rebuys, once the announced level is over."""
    stands = position(tournament, at)
    if stands is None or not rebuys_open(tournament, at):
        return False
    now = bets(version(tournament).levels, stands[0].step)
    return rules.is_past(now.number, tournament.addons_after, in_break=now.is_break)


def marks(tournament: Tournament) -> list[ClockMark]:
    """Return what was done to the clock, the latest first."""
    return list(tournament.marks.select_related("by").order_by("-id"))
