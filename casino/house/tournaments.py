"""What a rule book says of tournaments: variants, admission, structure, seats, chips, results."""

from dataclasses import dataclass
from typing import Annotated, Literal

from casino.schema import Count, Range

VariantName = Literal[
    "rebuy_when_broke", "rebuy_at_will", "freezeout", "double_chance", "time", "satellite",
    "terminator", "joker", "royal_flush_jackpot", "heads_up",
]  # fmt: skip
Way = Literal["desk", "wire", "online_room"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Variant:
    """
    What a kind of tournament lets its players have, and by what its prizes go.

    rebuy: only without chips, whatever the stack, or refused even if another variant has it.
    extra_chips: once, free. own_chip: everybody buys a cash chip, won by who knocks him out.
    """

    rebuy: Literal["when_broke", "at_will", "refused"] | None = None
    extra_chips: Literal["once_free"] | None = None
    prizes: Literal["places", "chips", "tickets"] | None = None
    own_chip: bool = False
    joker: bool = False
    royal_flush_part: bool = False
    most_players: Annotated[int, Range(2, 2)] | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Purchases:
    """When chips are bought in a tournament, and where the money of rebuys and add-ons goes."""

    within: Literal["announced_period"]
    money: Literal["prize_pool"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Admission:
    """
    How one comes into a tournament.

    ways: where one registers and pays; daily_ways: for daily tournaments. late: whether there is
    late registration; list_moves: until when a place that becomes free goes to who waits.
    """

    ways: tuple[Way, ...]
    accepts_rules: bool = False
    daily_ways: tuple[Way, ...] | None = None
    restricted: Literal["house_may"] | None = None
    late: Literal["always", "announced"] | None = None
    free_bookings: Literal["festivals"] | None = None
    list_moves: Literal["late_registration", "rebuy_period", "announced_period"] | None = None
    place: Literal["personal"] | None = None
    tickets: Literal["personal"] | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Structure:
    """Levels, blinds and stacks; changes: until when they may be changed."""

    shown: Literal["before_start"]
    changes: Literal["any_time", "before_start"]
    told: bool
    new_level: Literal["next_hand"] | None = None
    stacks: Literal["equal"] | None = None
    extra_chips: Literal["set_terms"] | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class SeatDraw:
    """
    How seats are given, and when they are drawn again.

    redraw_at_tables: in monthly tournaments, as soon as no more tables are left.
    """

    by: Literal["lot"]
    exchanged: bool
    final_table: Literal["lot"] | None = None
    broken_table: Literal["lot"] | None = None
    redraw_at_tables: Count | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class TableMoves:
    """
    Who goes to another table, and to which seat.

    flop: the big blind to the free seat that posts one soonest, or to the seat that became free;
    or a player to the same seat as seen from the button. stud: to the seat that became free.
    mixed: as the last button says. between_blinds: who comes between small blind and button.
    """

    flop: Literal["big_blind_to_blind", "big_blind_to_vacated", "same_position"]
    stud: Literal["to_vacated"] | None = None
    mixed: Literal["last_button"] | None = None
    at_once: bool = False
    between_blinds: Literal["sits_out_one_hand"] | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class TableChips:
    """What lies on a tournament's table, and what becomes of chips that leave it."""

    on_table: Literal["tournament_chips"]
    beside: tuple[Literal["card_cap", "terminator_chip"], ...] = ()
    between_players: Literal["never"] | None = None
    taken_off: Literal["refused", "removed"] | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class PaidStack:
    """
    The stack of who has paid and is not there.

    blinds: of a stack in play whose player has never come; away_blinds: of a player who went
    away; waiting_list: what becomes of all paid stacks once somebody waits for a place.
    """

    away_blinds: Literal["posted"]
    blinds: Literal["posted"] | None = None
    waiting_list: Literal["in_play"] | None = None
    removed: Literal["late_registration_ends"] | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Bubble:
    """One place before the prizes. for_points: also before a place with ranking points."""

    freeze: bool = False
    at: Literal["all", "international"] = "all"
    for_points: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Ending:
    """Who has won, and who is out."""

    won_by: Literal["all_chips"] | None = None
    out: Literal["leaves_table"] | None = None
    left_without_chips: Literal["out"] | None = None
