"""Calculators of the tables: limits, buy-ins, absence, time rake, the sums, the gaming day."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, time
from typing import Any, Literal

from cashgames.rules.absence import seat_state
from cashgames.rules.buy_in import LeftBefore, Limits, buy_in_verdict, top_up_verdict
from cashgames.rules.reconcile import TableMoney
from cashgames.rules.table_limits import most_players, run_it_twice
from cashgames.rules.time_rake import Period, Stay, checked_time_rake, periods, shares_cents
from casino import clock
from casino.calculators.registry import topic
from casino.calculators.topics.fields import House, Seats, shown
from casino.house.because import Because
from casino.house.rulebook import decided
from casino.house.rules import BoardStreet, Game, Minute, Players, Zone
from casino.messages import msg
from casino.refusals import BadInput
from casino.schema import Cents, Count, PositiveCents
from tournaments.rules.participants import start_verdict


@dataclass(frozen=True, kw_only=True, slots=True)
class GamingDayGiven:
    """An instant and a club's clock."""

    instant_utc: datetime
    timezone: Zone
    close_local: time


@topic("gaming_day")
def gaming_day_answer(given: GamingDayGiven) -> dict[str, Any]:
    """Answer which gaming day an instant belongs to."""
    zone, close = given.timezone, given.close_local
    day = clock.gaming_day(given.instant_utc, timezone=zone, closes_at=close)
    opens_at, closes_at = clock.day_bounds(day, timezone=zone, closes_at=close)
    return {
        "gaming_day": day,
        "opens_at_utc": opens_at,
        "closes_at_utc": closes_at,
        "length_minutes": (closes_at - opens_at) // clock.ONE_MINUTE,
        "quarter": clock.quarter(day),
        "because": (decided("AMB-37", day, instant_utc=given.instant_utc, timezone=zone),),
    }


@topic("session_reconcile")
def reconcile_answer(given: TableMoney) -> dict[str, Any]:
    """Answer whether a table's money adds up."""
    return {
        "expected_cents": given.expected_cents,
        "counted_cents": given.counted_cents,
        "difference_cents": given.difference_cents,
        "balanced": given.difference_cents == 0,
        "because": (decided("AMB-117", given.difference_cents, **shown(given)),),
    }


@dataclass(frozen=True, kw_only=True, slots=True)
class BuyInGiven:
    """A buy-in or a top-up, the table's limits, and what is known of the player."""

    house: House
    kind: Literal["initial", "top_up"]
    min_cents: PositiveCents
    max_cents: PositiveCents
    requested_cents: Cents
    stack_cents: Cents
    in_hand: bool
    short_buy_ins_used: Count
    supervisor_approved: bool
    left_before: LeftBefore | None

    def __post_init__(self) -> None:
        if self.min_cents > self.max_cents:
            raise BadInput(msg("min_cents: must be at most max_cents."), field="min_cents")


@topic("buy_in")
def buy_in_answer(given: BuyInGiven) -> dict[str, Any]:
    """Answer whether an amount may be brought to a table."""
    limits = Limits(min_cents=given.min_cents, max_cents=given.max_cents)
    if given.kind == "top_up":
        verdict = top_up_verdict(
            given.house,
            limits,
            cents=given.requested_cents,
            stack_cents=given.stack_cents,
            in_hand=given.in_hand,
        )
    else:
        verdict = buy_in_verdict(
            given.house,
            limits,
            cents=given.requested_cents,
            left_before=given.left_before,
            short_buy_ins_used=given.short_buy_ins_used,
            supervisor_approved=given.supervisor_approved,
        )
    return shown(verdict)


@dataclass(frozen=True, kw_only=True, slots=True)
class MostPlayersGiven:
    """A game at a cash table or in a tournament."""

    kind: Literal["max_players"]
    house: House
    game: Game
    format: Literal["cash", "tournament"]


@dataclass(frozen=True, kw_only=True, slots=True)
class StartGiven:
    """Paid participants at a tournament's announced start."""

    kind: Literal["tournament_start"]
    house: House
    paid_participants: Count


@dataclass(frozen=True, kw_only=True, slots=True)
class TwiceGiven:
    """An all-in and the wish to deal the rest of the board twice."""

    kind: Literal["run_it_twice"]
    house: House
    game: Game
    players: Players
    small_blind_cents: Cents
    big_blind_cents: Cents
    all_in_before: BoardStreet
    all_agree: bool
    special_offer: bool


@topic("table_limits")
def table_limits_answer(given: MostPlayersGiven | StartGiven | TwiceGiven) -> dict[str, Any]:
    """Answer how many may or must play, or whether a board may be dealt twice."""
    match given:
        case MostPlayersGiven():
            return shown(most_players(given.house, given.game, at=given.format))
        case StartGiven():
            return _start(given)
    return shown(
        run_it_twice(
            given.house,
            given.game,
            players=given.players,
            small_blind_cents=given.small_blind_cents,
            big_blind_cents=given.big_blind_cents,
            all_in_before=given.all_in_before,
            all_agree=given.all_agree,
            special_offer=given.special_offer,
        )
    )


def _start(given: StartGiven) -> dict[str, Any]:
    verdict = start_verdict(given.house, paid_entries=given.paid_participants)
    minimum = given.house.tournament.min_participants
    return {"can_start": verdict.allowed, "min_participants": minimum, "because": verdict.because}


@dataclass(frozen=True, kw_only=True, slots=True)
class SplitGiven:
    """One period of time rake and the seats that pay it."""

    kind: Literal["split"]
    house: House
    table_cents: Cents
    chip_unit_cents: PositiveCents
    seats: Seats


@dataclass(frozen=True, kw_only=True, slots=True)
class SessionGiven:
    """A whole session that paid time rake."""

    kind: Literal["session"]
    house: House
    table_cents: Cents
    chip_unit_cents: PositiveCents
    closed_minute: Minute
    players: tuple[Stay, ...]

    def __post_init__(self) -> None:
        free: dict[int, float] = {}  # by seat, from which minute on
        in_order = sorted(enumerate(self.players), key=lambda each: _span(each[1]))
        for i, stay in in_order:
            begun, left = _span(stay)
            if begun > left:
                early = msg("{player} leaves before coming.", player=stay.player)
                raise BadInput(early, field=f"players[{i}]")
            if begun < free.get(stay.seat, 0):
                two = msg("Seat {seat} is given to two people at once.", seat=stay.seat)
                raise BadInput(two, field=f"players[{i}]")
            free[stay.seat] = left


def _span(stay: Stay) -> tuple[int, float]:
    """Return from which minute to which somebody sat there, without an end to the last one."""
    return stay.from_minute, math.inf if stay.to_minute is None else stay.to_minute


@topic("time_rake")
def time_rake_answer(given: SplitGiven | SessionGiven) -> dict[str, Any]:
    """Answer who pays how much for the table's time."""
    rule = checked_time_rake(given.house, given.table_cents)
    table = {"table_cents": given.table_cents, "period_minutes": rule.period_minutes}
    if isinstance(given, SplitGiven):
        shares = shares_cents(given.table_cents, given.seats, chip_unit_cents=given.chip_unit_cents)
        why = _time_paid(given, shares, **table)
        return {"collected_cents": sum(shares.values()), "shares_cents": shares, "because": why}
    paid = tuple(
        periods(
            rule,
            given.players,
            table_cents=given.table_cents,
            closed_minute=given.closed_minute,
            chip_unit_cents=given.chip_unit_cents,
        )
    )
    steps = [
        step
        for one in paid
        for step in _time_paid(given, one.shares_cents, start_minute=one.start_minute, **table)
    ]
    return {**_totals(paid), "because": steps}


def _time_paid(
    given: SplitGiven | SessionGiven, shares: Mapping[Any, int], **facts: Any
) -> tuple[Because, Because]:
    """Return why a period was paid: what the table owes, and by whom it is paid."""
    book = given.house
    owed = book.why("time_rake.max_table_cents", sum(shares.values()), **facts)
    return owed, book.why("AMB-15", shares, chip_unit_cents=given.chip_unit_cents)


def _totals(paid: Sequence[Period]) -> dict[str, Any]:
    by_player: dict[str, int] = {}
    for period in paid:
        for player, cents in period.shares_cents.items():
            by_player[player] = by_player.get(player, 0) + cents
    return {
        "periods": [shown(period) | {"collected_cents": period.collected_cents} for period in paid],
        "by_player_cents": {player: cents for player, cents in by_player.items() if cents},
        "total_cents": sum(by_player.values()),
    }


@dataclass(frozen=True, kw_only=True, slots=True)
class AbsenceGiven:
    """A player who is away, for whole minutes."""

    house: House
    minutes_absent: Minute
    permission: bool
    breaks_used: Count
    waiting_list: bool


@topic("absence")
def absence_answer(given: AbsenceGiven) -> dict[str, Any]:
    """Answer what becomes of the seat of a player who is away."""
    return shown(
        seat_state(
            given.house,
            minutes_absent=given.minutes_absent,
            permission=given.permission,
            breaks_used=given.breaks_used,
            waiting_list=given.waiting_list,
        )
    )
