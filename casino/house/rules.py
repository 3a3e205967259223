"""What a rule book can say, section by section. A None is what the book does not have or limit."""

from dataclasses import dataclass, field
from datetime import time
from typing import Annotated, Literal
from zoneinfo import ZoneInfo

from casino.messages import msg
from casino.money import part
from casino.schema import BasisPoints, By, Cents, Count, PositiveCents, Range

Game = Literal[
    "texas_holdem", "crazy_pineapple", "watermelon", "omaha", "omaha_hilo", "five_card_omaha",
    "courchevel", "sviten_special", "seven_card_stud", "seven_card_stud_hilo", "razz", "soko",
    "triple_draw_27", "ofc_pineapple", "horse", "eight_game",
]  # fmt: skip
Family = Literal["flop", "stud", "draw", "ofc"]
TournamentKind = Literal["regular", "satellite", "international", "private", "restricted"]
BoardStreet = Literal["flop", "turn", "river"]
Role = Literal["cashier", "supervisor", "manager", "accountant", "everyone"]
Players = Annotated[int, Range(1, 23)]
BoardCards = Annotated[int, Range(0, 5)]
SeatNo = Annotated[int, Range(1, 23)]
Minute = Annotated[int, Range(0, 7 * 24 * 60)]
Minutes = Annotated[int, Range(0, 24 * 60)]
Places = Annotated[int, Range(0, 10_000)]
Factor = Annotated[int, Range(1, 1000)]


def _zone(name: object) -> str:
    try:
        return ZoneInfo(str(name)).key
    except (KeyError, ValueError, OSError) as unknown:
        raise ValueError(msg("must be a time zone like Europe/Tallinn")) from unknown


Zone = Annotated[str, By(_zone)]


@dataclass(frozen=True, kw_only=True, slots=True)
class House:
    """Money and time of the house; cash_unit: the smallest coin that is paid out."""

    currency: Annotated[str, Range(3, 3)]
    timezone: Zone
    closes_at: time
    cash_unit_cents: PositiveCents = 1


@dataclass(frozen=True, kw_only=True, slots=True)
class FirstRound:
    """How many cards or draws show that the first betting round was passed."""

    board_cards: Count
    open_cards: Count
    draws: Count


@dataclass(frozen=True, kw_only=True, slots=True)
class Rake:
    """Pot rake. basis: the sum of all pots, or the main pot alone."""

    percent_bp: BasisPoints
    max_percent_bp: BasisPoints
    step_cents: PositiveCents
    min_pot_cents: Cents
    cap_cents: Cents
    max_cap_cents: Cents
    basis: Literal["total", "main"]
    chip_unit_cents: PositiveCents = 1
    special_cap_cents: Cents | None = None

    @property
    def grain_cents(self) -> int:
        """Return what every rake is a multiple of: the rake of one step, or the smallest chip."""
        return (
            part(self.step_cents, self.percent_bp) if self.step_cents > 1 else self.chip_unit_cents
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class TimeRake:
    """What a table pays for each period instead of pot rake, in advance."""

    max_table_cents: PositiveCents
    period_minutes: Annotated[int, Range(1, 24 * 60)]
    chip_unit_cents: PositiveCents = 1


@dataclass(frozen=True, kw_only=True, slots=True)
class HandValue:
    """A category of hands and the ranks within it, ace 14."""

    category: Literal[
        "pair", "two_pair", "three_of_a_kind", "straight", "flush", "full_house",
        "four_of_a_kind", "straight_flush",
    ]  # fmt: skip
    ranks: Annotated[tuple[Annotated[int, Range(2, 14)], ...], Range(1, 5)]


@dataclass(frozen=True, kw_only=True, slots=True)
class Jackpot:
    """
    The drop, the two jackpots and the hands that win them.

    campaigns: a table may be opened without jackpot; bad_beat_from: the lowest losing hand.
    losers: which beaten hands share the losing part; table_seats: who shares the table's part;
    boards: how many boards of a hand dealt twice count.
    """

    drop_cents: PositiveCents
    min_players: Players
    families: tuple[Family, ...]
    campaigns: bool
    bad_beat_bp: BasisPoints
    losing_bp: BasisPoints
    winning_bp: BasisPoints
    table_bp: BasisPoints
    royal_fixed_cents: Cents
    royal_threshold_cents: Cents
    royal_bp: BasisPoints
    both_hole_cards: tuple[Game, ...]
    bad_beat_from: dict[Game, HandValue]
    losers: Literal["best_beaten", "all_beaten"]
    table_seats: Literal["all", "others"]
    boards: Annotated[int, Range(1, 2)]


@dataclass(frozen=True, kw_only=True, slots=True)
class Pots:
    """Bets that nobody answered, dead hands, pots beside the main pot or paid to the wrong one."""

    uncalled: Literal["back"]
    side_pots: Literal["last_first"]
    dead_hands: Literal["stay_in_pot"]
    wrong_award: Literal["paid_over"] | None = None
    joker: Literal["loses_ties"] | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class OddChip:
    """Who gets the odd chip of a split pot, and which half of a halved one."""

    flop: Literal["left_of_button"]
    draw: Literal["left_of_button"]
    stud: Literal["left_of_dealer", "highest_card"]
    between_halves: Literal["first", "second"]


@dataclass(frozen=True, kw_only=True, slots=True)
class RunItTwice:
    """When the rest of the board may be dealt twice; most_players: with more, not at all."""

    needs_everybody: bool
    min_blind_cents: Cents
    most_players: dict[Game, Players] = field(default_factory=dict)
    whole_board_most_players: dict[Game, Players] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True, slots=True)
class Tables:
    """
    The games offered and the most players of each; cash tables may have a lower limit.

    max_hands_an_hour: above it a recorded hand needs a note; a setting, the texts name no speed.
    """

    max_players: dict[Game, Players]
    max_players_cash: Players | None = None
    max_hands_an_hour: Annotated[int, Range(1, 1000)] = 60


@dataclass(frozen=True, kw_only=True, slots=True)
class BuyIn:
    """Short buy-ins, coming back, means of payment."""

    paid_with: tuple[Literal["cash", "plaque", "chips"], ...]
    short: bool
    return_seconds: Count
    short_bp: BasisPoints = 0
    short_needs_supervisor: bool = False
    short_per_day: Count = 0


@dataclass(frozen=True, kw_only=True, slots=True)
class Absence:
    """
    What becomes of a seat whose player is away.

    First the break (break_minutes, breaks_per_day), then one state with a waiting list and one
    without; each lasts its minutes, or for good where it has none, and ends in removal. kept_stack:
    a removed one comes back as it is, whatever a new buy-in may be.
    """

    break_minutes: Minutes
    break_needs_permission: bool
    break_state: Literal["on_break", "sitting_out"]
    waiting_state: Literal["seat_held", "may_lose_seat"]
    free_state: Literal["blinds_collected", "may_lose_seat", "sitting_out"]
    breaks_per_day: Count | None = None
    waiting_minutes: Minutes | None = None
    free_minutes: Minutes | None = None
    took_chips: Literal["session_over"] | None = None
    kept_stack: Literal["returned_whole"] | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Floor:
    """Habits of the floor that the back office shows."""

    one_place_at_a_time: bool
    deals_to_absent: bool
    hand_for_hand: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class Tournament:
    """
    Minimum, ties, balance, absent players, what is left of a satellite.

    disqualified_prize: of who is put out, kept or shared by the others; jackpot_surcharge: whether
    a tournament may collect one on top of the buy-in.
    """

    min_participants: Players
    balance_difference: Annotated[int, Range(2, 23)]
    finish_by: Literal["stack"]
    no_show: Literal["enters_with_player", "blinded", "blinded_until_late_end"]
    satellite_rest: Literal["next_place", "equal_split", "house_tops_up"]
    below_ticket: Literal["first_place", "house_tops_up"]
    participants: Literal["persons", "entries"]
    disqualified_prize: Literal["keeps_place", "withheld"]
    finish_tiebreak: Literal["hand"] | None = None
    jackpot_surcharge: bool = True
    stop_difference: Players | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class RoyalFlushPool:
    """
    What the two hands take of a tournament's Royal Flush pool, and how many own cards.

    rest: where goes what is left of it.
    """

    straight_flush_bp: BasisPoints
    royal_flush_bp: BasisPoints
    min_hole_cards: Count
    rest: Literal["carried_over", "prize_pool"]


@dataclass(frozen=True, kw_only=True, slots=True)
class PrizeColumn:
    """Shares of the places when at most `up_to` took part."""

    up_to: Annotated[int, Range(1, 1_000_000)]
    shares: tuple[BasisPoints, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Prizes:
    """A table by number of participants, or shares that always hold."""

    unit_cents: PositiveCents
    table: tuple[PrizeColumn, ...] = ()
    shares: tuple[BasisPoints, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Refund:
    """
    When who withdraws gets the entry back.

    changed: of a tournament that was changed after the sale.
    """

    withdrawal: bool
    only_before_start: bool = False
    only_valid_reason: bool = False
    changed: Literal["on_demand"] | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class BuyInFactor:
    """Factor from an average buy-in on, whole euros."""

    from_euros: Count
    x10: Factor


@dataclass(frozen=True, kw_only=True, slots=True)
class ParticipantsFactor:
    """Factor from a number of participants on."""

    from_participants: Count
    x10: Factor


@dataclass(frozen=True, kw_only=True, slots=True)
class Ranking:
    """Points, the share of the prize pools, who is paid."""

    contribution_bp: BasisPoints
    place_factors: tuple[Factor, ...]
    buy_in_factors: tuple[BuyInFactor, ...]
    participants_factors: tuple[ParticipantsFactor, ...]
    paid_places: Places
    barred_kinds: tuple[TournamentKind, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Decides:
    """Who decides what; the spoken word of a dealer reaches the system through a supervisor."""

    dispute: Role
    deviation: Role
    sale: Role
    payout: Role
    table_limits: Role
    table_limits_change: Role
    seat_change: Role
    ban: Role
    tournament_change: Role
    rake_terms: Role
    correction: Role
    short_buy_in: Role | None = None
    permitted_break: Role | None = None
    refund: Role | None = None
    late_admission: Role | None = None
    tournament_start: Role | None = None
    campaign: Role | None = None
    ranking: Role | None = None
    jackpot_hit: Role | None = None
    jackpot_payment: Role | None = None
    deal: Role | None = None
    special_offer: Role | None = None
    time_rake: Role | None = None
    table_break: Role | None = None
    list_skip: Role | None = None
    kept_apart: Role | None = None
    penalty: Role | None = None
    spectators: Role | None = None
    phones: Role | None = None
    game_rules: Role | None = None
    clock: Role | None = None
