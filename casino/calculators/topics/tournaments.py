"""Calculators of tournaments: pools, prizes, places, deals, tables, chips, lists, refunds."""

from dataclasses import dataclass, field
from typing import Annotated, Any

from casino.calculators.registry import topic
from casino.calculators.topics.fields import House, main_book, shown
from casino.cards import Cards
from casino.house.rules import SeatNo, TournamentKind
from casino.messages import msg
from casino.refusals import BadInput
from casino.schema import (
    BasisPoints,
    Cents,
    Count,
    Distinct,
    PositiveCents,
    Range,
    SignedCents,
    Text,
)
from tournaments.rules import bounty, royal_flush_pool, waiting_list
from tournaments.rules.chip_race import Racer, chip_race
from tournaments.rules.deal import deal_verdict
from tournaments.rules.deal_shares import By, deal_shares
from tournaments.rules.finish_order import Eliminated, finish_order
from tournaments.rules.prize_pool import MoreRefundsThanEntries, TicketLine, prize_pool
from tournaments.rules.prizes import prize_split
from tournaments.rules.refund import Cause, Request, refund
from tournaments.rules.satellite import Finisher, satellite_split
from tournaments.rules.table_balance import table_balance
from tournaments.rules.time_end import Stack, time_split

Chip = Annotated[int, Range(1, 10**9)]
TableNo = Annotated[int, Range(1, 10_000)]
AtTable = Annotated[int, Range(0, 23)]
Participants = Annotated[int, Range(0, 1_000_000)]


def once(names: list[str], where: str) -> None:
    """Refuse a name that is there twice. Raises BadInput."""
    seen: set[str] = set()
    for i, name in enumerate(names):
        if name in seen:
            raise BadInput(
                msg("{where}[{i}]: {name} is given twice.", where=where, i=i, name=name),
                field=f"{where}[{i}]",
            )
        seen.add(name)


@dataclass(frozen=True, kw_only=True, slots=True)
class PoolGiven:
    """The tickets of a tournament."""

    kind: TournamentKind
    ranking: bool
    lines: tuple[TicketLine, ...]
    house: House = field(default_factory=main_book)


@topic("prize_pool_build")
def pool_answer(given: PoolGiven) -> dict[str, Any]:
    """Answer where the money of the tickets goes."""
    # Nothing says of what a refund is: of an entry (AMB-70).
    of_entries = [line for line in given.lines if line.kind in ("entry", "reentry", "refund")]
    if sum(line.signed_count for line in of_entries) < 0:
        raise MoreRefundsThanEntries(field="lines")
    return shown(prize_pool(given.house, kind=given.kind, ranking=given.ranking, lines=given.lines))


@dataclass(frozen=True, kw_only=True, slots=True)
class SplitGiven:
    """A net prize pool and the number of participants."""

    house: House
    participants: Participants
    net_prize_pool_cents: Cents
    unit_cents: PositiveCents
    custom_bp: tuple[BasisPoints, ...] | None
    ties: tuple[tuple[Participants, ...], ...]


@topic("prize_pool_split")
def split_answer(given: SplitGiven) -> dict[str, Any]:
    """Answer the prizes by place."""
    return shown(
        prize_split(
            given.house,
            participants=given.participants,
            net_prize_pool_cents=given.net_prize_pool_cents,
            unit_cents=given.unit_cents,
            custom_bp=given.custom_bp,
            ties=given.ties,
        )
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class SatelliteGiven:
    """A satellite's pool, the price of a ticket, who finished in which order."""

    prize_pool_cents: Cents
    ticket_cents: PositiveCents
    finishers: Annotated[tuple[Finisher, ...], Range(1, 100_000)]
    house: House = field(default_factory=main_book)

    def __post_init__(self) -> None:
        once([one.player for one in self.finishers], "finishers")


@topic("satellite")
def satellite_answer(given: SatelliteGiven) -> dict[str, Any]:
    """Answer who wins a ticket and who cash."""
    split = satellite_split(
        given.house,
        prize_pool_cents=given.prize_pool_cents,
        ticket_cents=given.ticket_cents,
        finishers=given.finishers,
    )
    return shown(split) | {"awards": [shown(award) for award in split.awards]}


@dataclass(frozen=True, kw_only=True, slots=True)
class TimeGiven:
    """A pool and everybody's chips when time is up, in order of entry."""

    prize_pool_cents: Cents
    players: tuple[Stack, ...]
    house: House = field(default_factory=main_book)

    def __post_init__(self) -> None:
        once([one.player for one in self.players], "players")


@topic("time_tournament")
def time_answer(given: TimeGiven) -> dict[str, Any]:
    """Answer what everybody gets by chips."""
    return shown(
        time_split(given.house, prize_pool_cents=given.prize_pool_cents, stacks=given.players)
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class BountyGiven:
    """The value of a chip, who bought one, what happened, who is left."""

    bounty_cents: Cents
    entrants: Annotated[tuple[Text, ...], Distinct()]
    events: tuple[bounty.Event, ...]
    survivors: Annotated[tuple[Text, ...], Distinct()]
    house: House = field(default_factory=main_book)


@topic("bounty")
def bounty_answer(given: BountyGiven) -> dict[str, Any]:
    """Answer what the chips paid."""
    return shown(
        bounty.bounties(
            given.house,
            bounty_cents=given.bounty_cents,
            entrants=given.entrants,
            events=given.events,
            survivors=given.survivors,
        )
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class RoyalFlushPoolGiven:
    """A Royal Flush pool at the start of a tournament and what happened."""

    opening_cents: Cents
    per_buy_in_cents: Cents
    events: tuple[royal_flush_pool.Event, ...]
    house: House = field(default_factory=main_book)


@topic("rfj_tournament")
def royal_flush_pool_answer(given: RoyalFlushPoolGiven) -> dict[str, Any]:
    """Answer what the hits were paid and what is carried over."""
    run = royal_flush_pool.run_royal_flush_pool(
        given.house,
        opening_cents=given.opening_cents,
        per_buy_in_cents=given.per_buy_in_cents,
        events=given.events,
    )
    return shown(run) | {"hits": [shown(hit) for hit in run.hits]}


@dataclass(frozen=True, kw_only=True, slots=True)
class FinishGiven:
    """Who is out in one hand, and how many are left."""

    house: House
    survivors: Count
    eliminated: tuple[Eliminated, ...]

    def __post_init__(self) -> None:
        once([one.player for one in self.eliminated], "eliminated")


@topic("finish_order")
def finish_answer(given: FinishGiven) -> dict[str, Any]:
    """Answer the places of those who are out."""
    order = finish_order(given.house, survivors=given.survivors, eliminated=given.eliminated)
    return shown(order) | {"places": [shown(place) for place in order.places]}


@dataclass(frozen=True, kw_only=True, slots=True)
class DealGiven:
    """The prizes that are left and what the players agreed."""

    remaining_prizes_cents: tuple[Cents, ...]
    agreed_cents: dict[Text, SignedCents]
    all_agree: bool
    house: House = field(default_factory=main_book)


@topic("deal")
def deal_answer(given: DealGiven) -> dict[str, Any]:
    """Answer whether a deal holds."""
    return shown(
        deal_verdict(
            given.house,
            remaining_prizes_cents=given.remaining_prizes_cents,
            agreed_cents=given.agreed_cents,
            all_agree=given.all_agree,
        )
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class DealSharesGiven:
    """The prizes that are left, the chips of who is left, and how they are divided."""

    by: By
    remaining_prizes_cents: tuple[Cents, ...]
    chips: dict[Text, Chip]
    unit_cents: PositiveCents = 1
    house: House = field(default_factory=main_book)


@topic("deal_shares")
def deal_shares_answer(given: DealSharesGiven) -> dict[str, Any]:
    """Answer what each player gets."""
    shares = deal_shares(
        given.by,
        prizes_cents=given.remaining_prizes_cents,
        chips=list(given.chips.values()),
        unit_cents=given.unit_cents,
    )
    by_player = dict(zip(given.chips, shares, strict=True))
    facts = {"by": given.by, "remaining_prizes_cents": given.remaining_prizes_cents}
    why = given.house.why("AMB-74", by_player, **facts, chips=given.chips)
    return {"shares_cents": by_player, "because": (why,)}


@dataclass(frozen=True, kw_only=True, slots=True)
class BalanceGiven:
    """Players by table."""

    house: House
    tables: Annotated[dict[TableNo, AtTable], Range(1, 1000)]


@topic("table_balance")
def balance_answer(given: BalanceGiven) -> dict[str, Any]:
    """Answer which players move where."""
    balance = table_balance(given.house, given.tables)
    moves = [{"from": move.from_table, "to": move.to_table} for move in balance.moves]
    return shown(balance) | {"moves": moves}


@dataclass(frozen=True, kw_only=True, slots=True)
class ChipRaceGiven:
    """The chip that leaves play, the one that stays, who has how many, the cards dealt."""

    old_chip: Chip
    new_chip: Chip
    players: tuple[Racer, ...]
    cards: dict[SeatNo, Cards]
    house: House = field(default_factory=main_book)

    def __post_init__(self) -> None:
        once([str(one.seat) for one in self.players], "players")


@topic("chip_race")
def chip_race_answer(given: ChipRaceGiven) -> dict[str, Any]:
    """Answer the new chips of each seat."""
    return shown(
        chip_race(
            given.house,
            old_chip=given.old_chip,
            new_chip=given.new_chip,
            players=given.players,
            cards=given.cards,
        )
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class RegistrationGiven:
    """The places of a tournament and what happened, in order."""

    capacity: Annotated[int, Range(1, 1_000_000)]
    events: tuple[waiting_list.Event, ...]
    house: House = field(default_factory=main_book)


@topic("waiting_list")
def waiting_list_answer(given: RegistrationGiven) -> dict[str, Any]:
    """Answer who sits, who has booked, who waits."""
    registered = waiting_list.run_registration(
        given.house, capacity=given.capacity, events=given.events
    )
    return shown(registered.registration) | {"because": registered.because}


@dataclass(frozen=True, kw_only=True, slots=True)
class RefundGiven:
    """An entry and why it should be given back."""

    house: House
    cause: Cause
    paid_cents: Cents
    approved: bool
    before_start: bool
    valid_reason: bool
    stack_in_play: bool


@topic("refund")
def refund_answer(given: RefundGiven) -> dict[str, Any]:
    """Answer what is given back."""
    request = Request(
        cause=given.cause,
        approved=given.approved,
        before_start=given.before_start,
        valid_reason=given.valid_reason,
        stack_in_play=given.stack_in_play,
    )
    return shown(refund(given.house, paid_cents=given.paid_cents, request=request))
