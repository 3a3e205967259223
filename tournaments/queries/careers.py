"""What guests played and won: of a season, of a life; and the facts of an event for others."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType

from django.db.models import Count, Q

from casino.ledger.queries.as_of import recorded_by
from casino.players.models import Player
from casino.players.queries import family
from tournaments.models import Bounty, Entry, Prize, Purchase, Tournament
from tournaments.queries.awards import prizes_by_place, prizes_of, standing, winners_at
from tournaments.queries.guests import guests_at
from tournaments.queries.order import places_out, played_on
from tournaments.queries.pools import waterfall
from tournaments.queries.tournaments import entered_count, sold_once

COUNTED = (Purchase.What.ENTRY, Purchase.What.REENTRY)
PLACES_SHOWN = 50


@dataclass(frozen=True, kw_only=True, slots=True)
class SeasonLine:
    """A guest in some tournaments; prizes_cents: with tickets at their price and bounties."""

    player_id: int
    tournaments: int
    entries: int
    cost_cents: int
    cashes: int
    wins: int
    prizes_cents: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Played:
    """
    One tournament of a guest; place: None while it is not decided.

    sold: the entry of each sale and refund with what was paid.
    """

    tournament: Tournament
    place: int | None
    entrants: int
    entries: int
    sold: list[tuple[int, int]]
    prizes_cents: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Career:
    """A guest's tournaments, the latest first, and what they come to."""

    played: list[Played]
    line: SeasonLine
    best: int | None

    @property
    def result_cents(self) -> int:
        """What was won less what was paid."""
        return self.line.prizes_cents - self.line.cost_cents


@dataclass(frozen=True, kw_only=True, slots=True)
class Facts:
    """An event in the numbers that sites of results ask for; pool_cents: without fees."""

    entries: int
    unique: int
    reentries: int
    rebuys: int
    addons: int
    pool_cents: int
    places_paid: int
    prizes_cents: tuple[int, ...]
    by_place: bool

    def structure_cents(self, place: int, shared: int, *, paid_cents: int) -> int:
        """
        Return what the structure pays a place, shared by so many, without a deal.

        paid_cents: that itself, where prizes go by tickets or chips and no deal divides them.
        """
        if not self.by_place:
            return paid_cents
        return sum(self.prizes_cents[place - 1 : place - 1 + shared]) // shared


def facts(tournament: Tournament, *, at: datetime) -> Facts:
    """Return an event in numbers."""
    sold = Purchase.objects.filter(entry__tournament=tournament, refund=None)
    sold = sold.filter(entry__refunded_at=None)
    what = Counter(sold.values_list("what", flat=True))
    unique, water = entered_count(tournament), waterfall(tournament, at=at)
    paid = water.paid_places
    if water.by_chips or water.by_deal:
        paid = prizes_of(tournament).count()
    return Facts(
        entries=unique + what["reentry"],
        unique=unique,
        reentries=what["reentry"],
        rebuys=what["rebuy"],
        addons=what["addon"],
        pool_cents=water.net_cents,
        places_paid=paid,
        by_place=prizes_by_place(tournament),
        prizes_cents=tuple(water.prizes_cents),
    )


def season_table(
    tournament_ids: Collection[int], *, known_at: datetime | None = None
) -> list[SeasonLine]:
    """
    Return every guest of some tournaments, who won most first; cards of one person are one.

    Who got the entry back has not played.
    """
    within = {"entry__tournament__in": tournament_ids}
    sold = recorded_by(Purchase.objects.filter(**within), known_at)
    won = standing(Prize.objects.filter(**within), known_at)
    chips = standing(Bounty.objects.filter(**within), known_at)
    played = played_on([each.entry_id for each in won], known_at)
    sales = list(sold.select_related("entry", "refund_of"))
    owed = (
        list(won.select_related("entry", "ticket", "payable")),
        list(chips.select_related("entry", "payable")),
    )
    entries = [each.entry for each in (*sales, *owed[0], *owed[1])]
    whose = guests_at(entries, known_at)
    for entry in entries:
        entry.player_id = whose[entry.pk]
    lines = _lines(sales, *owed, played=played, known_at=known_at)
    return [one for one in lines if one.tournaments or one.cost_cents or one.prizes_cents]


def career_of(player: Player) -> Career:
    """Return everything that a guest played, by all cards."""
    mine = family(player.pk)
    here = Q(entry__tournament__club_id=player.club_id)
    cards = here & Q(entry__player__in=mine)
    owed = cards | here & Q(payable__player__in=mine)
    sold = Purchase.objects.filter(cards).select_related("entry", "refund_of")
    won = standing(Prize.objects.filter(owed)).select_related("entry", "ticket", "payable")
    chips = standing(Bounty.objects.filter(owed)).select_related("entry", "payable")
    after_deals = played_on([each.entry_id for each in won])
    (line,) = _lines(sold, won, chips, persons={player.pk: mine}, played=after_deals)
    entries = Entry.objects.filter(
        player__in=mine, tournament__club_id=player.club_id, refunded_at=None
    )
    latest = entries.select_related("tournament").order_by("-tournament__starts_at", "-id")
    shown = list(latest[:PLACES_SHOWN])
    places = {one.entry_id: one.place for one in won} | after_deals
    places |= places_out([one.pk for one in shown if one.out_at and one.pk not in places])
    entrants = _entrants([one.tournament_id for one in shown])
    played = [
        _played(
            one,
            sold,
            won,
            chips,
            mine,
            place=places.get(one.pk),
            entrants=entrants[one.tournament_id],
        )
        for one in shown
    ]
    return Career(
        played=played, line=line, best=min((one.place for one in played if one.place), default=None)
    )


def _entrants(tournament_ids: Collection[int]) -> dict[int, int]:
    """Return how many entries were not refunded, by tournament."""
    kept = Entry.objects.filter(tournament__in=tournament_ids, refunded_at=None).order_by()
    return dict(kept.values_list("tournament").annotate(number=Count("id")))


def _played(
    entry: Entry,
    sold: Iterable[Purchase],
    won: Iterable[Prize],
    chips: Iterable[Bounty],
    mine: list[int],
    *,
    place: int | None,
    entrants: int,
) -> Played:
    def is_here(award: Prize | Bounty) -> bool:
        other = award.entry.player_id not in mine  # of whose award it was before it was ours
        return award.entry_id == entry.pk or (
            other and award.entry.tournament_id == entry.tournament_id
        )

    bought = [one for one in sold if one.entry_id == entry.pk]
    (line,) = _lines(
        bought,
        filter(is_here, won),
        filter(is_here, chips),
        persons={entry.player_id: mine},
    )
    return Played(
        tournament=entry.tournament,
        place=place,
        entrants=entrants,
        entries=line.entries,
        sold=[(one.slip_id, paid_cents(one)) for one in sold_once(bought)],
        prizes_cents=line.prizes_cents,
    )


def _lines(
    sold: Iterable[Purchase],
    won: Iterable[Prize],
    chips: Iterable[Bounty],
    *,
    persons: Mapping[int, list[int]] | None = None,
    played: Mapping[int, int] = MappingProxyType({}),
    known_at: datetime | None = None,
) -> list[SeasonLine]:
    """
    Return a line for each person, who won most first; persons: whose cards, where known.

    played: places of those who played on after a deal. A tournament whose entries were all given
    back was not played. Money is of whom it is owed to, a place of whose the entry is.
    """
    won, chips = list(won), list(chips)
    owed_to = winners_at([*won, *chips], known_at)
    cost, prizes = Counter[int](), Counter[int]()
    cashes, wins = Counter[int](), Counter[int]()
    entered: dict[int, Counter[int]] = defaultdict(Counter)
    for sale in sold:
        who, of = sale.entry.player_id, sale.refund_of or sale
        cost[who] += paid_cents(sale)
        entered[who][sale.entry.tournament_id] += (-1 if sale.refund_of else 1) * (
            of.what in COUNTED
        )
    for prize in won:
        who = prize.entry.player_id
        prizes[owed_to.get(prize.payable_id, who)] += prize.cents
        prizes[who] += prize.ticket.cents if prize.ticket else 0
        cashes[who] += 1
        wins[who] += played.get(prize.entry_id, prize.place) == 1
    for bounty in chips:
        prizes[owed_to.get(bounty.payable_id, bounty.entry.player_id)] += bounty.cents
    lines = [
        SeasonLine(
            player_id=person,
            tournaments=len({each for card in cards for each in +entered[card]}),
            entries=sum(entered[card].total() for card in cards),
            cost_cents=sum(cost[card] for card in cards),
            cashes=sum(cashes[card] for card in cards),
            wins=sum(wins[card] for card in cards),
            prizes_cents=sum(prizes[card] for card in cards),
        )
        for person, cards in (persons or _persons({*entered, *prizes})).items()
    ]
    return sorted(lines, key=lambda one: (-one.prizes_cents, one.cost_cents, one.player_id))


def paid_cents(sale: Purchase) -> int:
    """Return what a sale brought in, negative where it gave a sale back."""
    return -sale.refund_of.total_cents if sale.refund_of else sale.total_cents


def _persons(cards: Collection[int]) -> dict[int, list[int]]:
    """Return the cards of each person, by the card that goes on for all."""
    found: dict[int, list[int]] = defaultdict(list)
    rows = Player.objects.filter(id__in=cards).values_list("id", "merged_into_id")
    for card, main in rows.order_by("id"):
        found[main or card].append(card)
    return found
