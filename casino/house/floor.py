"""What a rule book can say of the floor: chips, seats, hands, the clock, claims, penalties."""

from dataclasses import dataclass, field
from typing import Annotated, Literal

from casino.house.rules import Game
from casino.schema import Count, Range

ChipKind = Literal["cash", "tournament"]
Where = Literal["cash", "tournament", "heads_up"]
Breach = Literal[
    "conduct", "rudeness", "cards_revealed", "out_of_turn", "information", "clock_abuse",
    "keeps_wrong_pot", "phone",
]  # fmt: skip
Measure = Literal["warning", "away", "second_place", "out"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Hands:
    """
    How hands are compared, and from which cards the hand of a game is made.

    low_half: of hi-lo games; four_card_hands: those of Sökö, which rank above a pair.
    """

    winner: Literal["best_cards_shown"]
    suits: Literal["equal"]
    cards: Annotated[int, Range(5, 5)] = 5
    low_half: Literal["eight_or_better"] | None = None
    four_card_hands: Literal["below_two_pair"] | None = None
    made: dict[Game, Literal["any_five", "two_and_three", "own_five_and_two_and_three"]] = field(
        default_factory=dict
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class Chips:
    """Kinds of chips that never mix, how they come to a table and how they leave it."""

    kinds: tuple[ChipKind, ...]
    added: Literal["between_hands"]
    cash_games: ChipKind | None = None
    bought: Literal["before_cards"] | None = None
    between_players: Literal["never", "equal_exchange"] | None = None
    food_and_drink: bool = False
    tips: bool = False

    @property
    def for_money(self) -> bool:
        """Whether money is played for at tables, not in tournaments alone. Source: HOME-0."""
        return "cash" in self.kinds


@dataclass(frozen=True, kw_only=True, slots=True)
class Seats:
    """
    How a seat at a cash table is given, and what becomes of the players of a broken one.

    call_minutes: how long a called guest is waited for; a setting, the texts name no minutes.
    """

    choice: Literal["any_free"]
    call_minutes: Count = 5
    order: Literal["first_come"] | None = None
    absent_when_called: Literal["next_in_line"] | None = None
    reserved: Literal["while_listed"] | None = None
    skipping: Literal["supervisor_with_reason"] | None = None
    least_stack: Literal["minimum_bet"] | None = None
    breaks_first: Literal["opened_last"] | None = None
    moved_posts_blind: bool | None = None
    too_few_seats: Literal["by_cards"] | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class AbsentHand:
    """
    What becomes of an absent player's cards and blinds.

    blinds: paid by the stack, owed, or a new player's blind on return; big_blind_wins: whether an
    absent big blind can win a showdown.
    """

    cash: Literal["removed_at_turn", "not_dealt"]
    tournament: Literal["removed_at_turn", "dead_at_once"]
    blinds: Literal["paid", "owed", "new_players_blind"]
    big_blind_wins: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class Claims:
    """Complaints and disputes: until when they are heard, whether a decision can be reopened."""

    final: bool
    heard_until: Literal["undue_delay", "next_hand"] | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Clock:
    """
    Time for one decision, then a countdown, then the hand is folded.

    cash: a clock of its own for cash games, `as_set` where the floor says how long.
    """

    seconds: Annotated[int, Range(1, 600)]
    countdown_seconds: Count
    may_refuse: bool = False
    own_table_only: bool = False
    turbo_seconds: Annotated[int, Range(1, 600)] | None = None
    cash: Literal["as_set"] | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Step:
    """One measure; away: for minutes or rounds."""

    measure: Measure
    minutes: Count = 0
    rounds: Count = 0


@dataclass(frozen=True, kw_only=True, slots=True)
class Penalties:
    """
    The measures that follow one another when somebody breaches the rules again.

    begins: the measure with which a kind of breach begins, where the book names it; at_once: what
    the floor may impose from the first breach on; longer: where a time away may be longer.
    """

    cash: tuple[Step, ...]
    tournament: tuple[Step, ...]
    repeated: Literal["out"]
    heads_up: tuple[Step, ...] = ()
    begins: dict[Breach, Measure] = field(default_factory=dict)
    at_once: dict[Where, Literal["out"]] = field(default_factory=dict)
    longer: tuple[Where, ...] = ()
