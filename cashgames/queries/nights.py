"""A player's night: seats, times, chips that came and went, and what it cost."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.db.models import F, Q

from cashgames.models import Absence, ChipMove, Hand, Seat, TimeShare
from cashgames.queries.corrections import Corrected, corrections_of_night
from casino.clock import day_bounds
from casino.house.models import Club
from casino.players.models import Player
from casino.players.queries import family

CAME = (ChipMove.Kind.BUY_IN, ChipMove.Kind.TOP_UP)
WENT = (ChipMove.Kind.CASH_OUT, ChipMove.Kind.REMOVED)
KEPT_BEFORE = ChipMove.Kind.RETURNED


@dataclass(frozen=True, kw_only=True, slots=True)
class Stay:
    """
    A seat of a night, within the gaming day; minutes without the absences.

    over_close: whether the player sat there at its beginning, or sat on after its end.
    """

    seat: Seat
    since: datetime
    until: datetime
    minutes: int
    over_close: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class Night:
    """
    What a player did in the cash room on a gaming day, in cents and minutes.

    rake_cents: an equal share of the rake of each hand dealt while seated, an estimate;
    time_rake_cents: paid for periods; result_cents: None while chips are still in play, and of a
    day over whose beginning or end the player sat on: nobody counts chips then. All is as it is
    known now; corrected: what was put right of it, on this gaming day or later.
    """

    player: Player
    day: date
    stays: tuple[Stay, ...]
    moves: tuple[ChipMove, ...]
    rake_cents: int
    time_rake_cents: int
    corrected: tuple[Corrected, ...] = ()

    @property
    def minutes(self) -> int:
        """Minutes played, for the club's loyalty."""
        return sum(stay.minutes for stay in self.stays)

    @property
    def came_cents(self) -> int:
        """What was brought to the tables: buy-ins, top-ups, kept stacks given back."""
        return self.cents_of(*CAME, KEPT_BEFORE)

    @property
    def went_cents(self) -> int:
        """What was taken along, or is kept for the player."""
        return self.cents_of(*WENT)

    @property
    def tips_cents(self) -> int:
        """Tips in chips."""
        return self.cents_of(ChipMove.Kind.TIP)

    @property
    def bar_cents(self) -> int:
        """Food and drink in chips."""
        return self.cents_of(ChipMove.Kind.BAR)

    @property
    def result_cents(self) -> int | None:
        """What the night brought; below zero, what it cost. Cash for time rake is beside it."""
        counted = not self.playing and not any(stay.over_close for stay in self.stays)
        return self.went_cents - self.came_cents if counted else None

    @property
    def playing(self) -> bool:
        """Whether chips are still in play."""
        return any(stay.seat.left_at is None for stay in self.stays)

    def cents_of(self, *kinds: str) -> int:
        """Return the chips of some kinds of moves."""
        return sum(move.cents for move in self.moves if move.kind in kinds)


def player_night(club: Club, player: Player, day: date, *, at: datetime) -> Night:
    """Return a player's gaming day in the cash room; who still sits there, until an instant."""
    opens_at, closes_at = day_bounds(day, timezone=club.timezone, closes_at=club.closes_at)
    cards = family(player.pk)
    seats = Seat.objects.filter(player__in=cards, sat_at__lt=closes_at)
    seats = seats.exclude(left_at__lte=opens_at).select_related("session__table")
    end = min(at, closes_at)

    def over_close(seat: Seat) -> bool:
        return seat.sat_at < opens_at or (seat.left_at or at) > closes_at

    # A seat that was never taken, by a correction, was left when it was taken.
    sat = seats.exclude(left_at=F("sat_at")).order_by("sat_at", "id")
    stays = tuple(_stay(seat, opens_at, end, over_close=over_close(seat)) for seat in sat)
    of_day = Q(concerns=day) | Q(concerns=None, gaming_day=day)
    moves = ChipMove.objects.filter(of_day, ChipMove.STANDS, seat__player__in=cards)
    shares = TimeShare.objects.filter(of_day, seat__player__in=cards, paid_at__isnull=False)
    return Night(
        player=player,
        day=day,
        stays=stays,
        moves=tuple(moves.select_related("seat__session__table").order_by("at", "id")),
        rake_cents=sum(_rake_share(stay) for stay in stays),
        time_rake_cents=sum(share.cents for share in shares),
        corrected=tuple(corrections_of_night(cards, day)),
    )


def _stay(seat: Seat, opens_at: datetime, end: datetime, *, over_close: bool) -> Stay:
    since = max(seat.sat_at, opens_at)
    until = max(since, min(seat.left_at or end, end))
    absences = seat.absences.exclude(ended=Absence.Ended.VOID)
    away = sum((_overlap(each, since, until) for each in absences), start=timedelta())
    minutes = int((until - since - away).total_seconds()) // 60
    minutes = max(0, minutes)
    return Stay(seat=seat, since=since, until=until, minutes=minutes, over_close=over_close)


def _overlap(absence: Absence, since: datetime, until: datetime) -> timedelta:
    ended = min(absence.ended_at or until, until)
    return max(ended - max(absence.since, since), timedelta())


def _rake_share(stay: Stay) -> int:
    """Return an equal share of each hand's rake, each rounded down to the cent."""
    dealt = Hand.objects.filter(
        Hand.STANDS,
        session_id=stay.seat.session_id,
        played_at__gte=stay.since,
        played_at__lt=stay.until,
    )
    raked = dealt.filter(rake_cents__gt=0).values_list("rake_cents", "players_dealt")
    return sum(rake // players for rake, players in raked)
