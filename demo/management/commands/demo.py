"""A demo club with a quarter of weekend nights behind it, made through the services."""

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.core.management.base import BaseCommand, CommandError

from cashgames.models import Table
from cashgames.services.hands import rake_hand
from cashgames.services.seats import seat_player
from cashgames.services.tables import add_table, close_session, open_session
from casino.approvals.services import approve
from casino.cage.models import Drawer
from casino.cage.queries.shifts import shift
from casino.cage.queries.tallies import tally
from casino.cage.services.closing import close_shift
from casino.cage.services.counts import submit_count
from casino.cage.services.desk import add_drawer, sell_chips
from casino.cage.services.funds import fund_vault
from casino.cage.services.reversals import reverse_slip
from casino.cage.services.vault_count import count_vault
from casino.clock import gaming_day
from casino.closing.services.days import close_day, seal_day
from casino.db import all_or_nothing, now
from casino.editions.services import adopt_book
from casino.house.models import Club
from casino.house.queries import club_stamp
from casino.house.rulebook import load_book
from casino.house.stamp import Stamp
from casino.ledger.queries.balances import balance_cents
from casino.money import allocate
from casino.players.models import Player
from casino.setup.services import clubs
from casino.staff.services import set_pin
from casino.web import demo as progress
from demo import tournament
from demo.guests import guest
from demo.open_tables import cash_out_by_two, open_by_two, open_the_room
from jackpot.services.pools import open_jackpot
from ranking.services.closing import close_due_quarters
from ranking.services.counting import count_due
from ranking.services.paying import pay_quarter
from tournaments.models import Template, Tournament

PASSWORD = "correct-horse-battery"  # noqa: S105  (of the demo, printed for everybody)
PIN = "2468"
PEOPLE = (
    ("anna", "Anna Tamm", ["cashier"]),
    ("boris", "Борис Ильин", ["cashier"]),
    ("peter", "Peter Kask", ["supervisor"]),
    ("tiina", "Tiina Lepp", ["director"]),
    ("maria", "Maria Saar", ["accountant"]),
    ("liis", "Liis Õunapuu", ["manager"]),
    ("uku", "Uku Rebane", ["auditor"]),
)
PLAYERS = (
    "Ülle Põder", "Jānis Bērziņš", "Сергей Орлов", "Kalle Mägi", "Rasa O'Neil", "Tiit Vaher",
    "Mart Ööbik", "Ilze Kalniņa", "Дарья Соколова", "Sten Luik", "Arvo Pärn", "Eda Rand",
)  # fmt: skip
BOOK = "olympic"
WEEKENDS = 13
NIGHTS = FRIDAY, SATURDAY = (4, 5)
DAYS_A_WEEK = 7
# On the first Saturdays, so that a quarter of the ranking has been closed, and on the latest.
TOURNAMENTS_FIRST, TOURNAMENTS_LAST = 2, 5
HANDS = 40
# What a night begins with, and what lies in the vault: denomination in cents -> how many.
FLOAT = {5_000: 100, 2_000: 100, 1_000: 50, 500: 20}
RACK = {10_000: 300, 2_500: 200, 500: 200, 100: 500, 50: 100}
CHIP_CENTS = 50  # the smallest one: every stack is made of it
VAULT_CHIPS = {10_000: 2_000, 2_500: 2_000, 500: 4_000, 100: 8_000, 50: 4_000}
BUY_IN_CENTS = 50_000
TYPO_EVERY = 4  # nights, about


class Command(BaseCommand):
    """Make the demo club, or say that it is there."""

    help = __doc__
    requires_system_checks = []

    def add_arguments(self, parser: Any) -> None:
        """--slug: address of the club; --weekends: how many lie behind it."""
        parser.add_argument("--slug", default="tallinn")
        parser.add_argument("--weekends", type=int, default=WEEKENDS)
        parser.add_argument("--closed", action="store_true", help="no table runs tonight")

    def handle(self, *, slug: str, weekends: int, closed: bool, **_: Any) -> None:
        """Build it once."""
        if Club.objects.filter(slug=slug).exists():
            raise CommandError(f"There is a club {slug!r} already.")
        try:
            with all_or_nothing():
                self._make(slug, weekends, closed=closed)
        finally:
            progress.end()

    def _make(self, slug: str, weekends: int, *, closed: bool) -> None:
        at = now()
        nights = list(_nights(at, weekends))
        rules = load_book(BOOK).house
        today = gaming_day(at, timezone=rules.timezone, closes_at=rules.closes_at)
        first_day = nights[0] if nights else today
        club = _open_club(slug, first_day)
        room = _open_room(club, first_day)
        _play_all(room, nights)
        _announce(room, today + timedelta(days=(SATURDAY - today.weekday()) % 7 or 7), at)
        if not closed:
            open_the_room(club, users=room.users, regulars=room.players, now=at)
        self.stdout.write(f"{club}: {len(nights)} nights behind it. PIN {PIN}. Sign in with:")
        for username, name, roles in PEOPLE:
            self.stdout.write(f"  {username:8} {PASSWORD}   {name}, {', '.join(roles)}")


@dataclass(frozen=True, kw_only=True, slots=True)
class Room:
    """The demo club and who and what is in it."""

    club: Club
    users: dict[str, int]
    drawer: Drawer
    table: Table
    players: tuple[Player, ...]
    template: Template
    entrants: tuple[Player, ...]

    def stamp(self, who: str | None, at: datetime) -> Stamp:
        """Return the head of an act of one of the staff."""
        return club_stamp(self.club, at=at, actor_id=self.users.get(who) if who else None)

    def evening(self, day: date) -> datetime:
        """Return eight o'clock in the evening."""
        return datetime.combine(day, time(20), tzinfo=ZoneInfo(self.club.timezone))

    def notes(self, cents: int) -> dict[int, int]:
        """Return an amount in the fewest notes and coins of the club."""
        return _denominations(cents, dict.fromkeys(self.club.notes_cents))

    def stamps(self, began: datetime) -> tournament.Stamps:
        """Return who acts so long after an instant."""
        return lambda who, later: self.stamp(who, began + later)


def _nights(now: datetime, weekends: int) -> Iterator[date]:
    """Yield the weekend days of the past weeks, the oldest first; today is not over yet."""
    first = now.date() - timedelta(days=7 * weekends + 1)
    for ahead in range(7 * weekends):
        day = first + timedelta(days=ahead)
        if day.weekday() in NIGHTS:
            yield day


def _open_club(slug: str, first_day: date) -> Club:
    at = datetime.combine(first_day, time(12), tzinfo=UTC)
    return clubs.open_club(
        at=at, slug=slug, name="Olympic Poker Club, demo", book=BOOK, first_day=first_day
    )


def _open_room(club: Club, first_day: date) -> Room:
    at = datetime.combine(first_day, time(12), tzinfo=UTC)

    def stamp(minutes: int = 0) -> Stamp:
        return club_stamp(club, at=at + timedelta(minutes=minutes), actor_id=None)

    hired = [
        clubs.hire(stamp(), username=username, name=name, password=PASSWORD, roles=roles)
        for username, name, roles in PEOPLE
    ]
    for user in hired:
        set_pin(user, PIN)
    users = {user.username: user.pk for user in hired}
    fund_vault(stamp(), cents=20_000_000, memo="Opening of the club")
    drawers = [add_drawer(stamp(), name=name) for name in ("Desk 1", "Desk 2")]
    tables = [add_table(stamp(), name=f"Table {number}") for number in range(1, 5)]
    open_jackpot(stamp(), name="Olympic Poker Jackpot")
    players = tuple(guest(stamp(), name) for name in PLAYERS)
    template, entrants = tournament.prepare(
        lambda who, later: club_stamp(club, at=at + later, actor_id=users[who])
    )
    return Room(
        club=club,
        users=users,
        drawer=drawers[0],
        table=tables[0],
        players=players,
        template=template,
        entrants=entrants,
    )


def _change_rules(room: Room, first_day: date) -> None:
    """Let the manager propose a lower cap of the rake, and the accountant approve it."""
    noon = datetime.combine(first_day - timedelta(days=1), time(12), tzinfo=UTC)
    proposal = adopt_book.ask(
        room.stamp("liis", noon),
        book=BOOK,
        first_day=first_day,
        overrides={"rake.cap_cents": 800},
        reason="Guests asked for a lower cap; we try 8 euro",
    )
    hour_later = room.stamp("maria", noon + timedelta(hours=1))
    approve(hour_later, proposal_id=proposal.id, digest=proposal.digest)


def _count_vault(room: Room, at: datetime) -> None:
    """Let the supervisor count the vault, as at the beginning of a month, and the manager sign."""
    asked = count_vault.ask(
        room.stamp("peter", at),
        cash=room.notes(balance_cents(room.club.id, "cash:vault")),
        chips=VAULT_CHIPS,
        reason="The chips of the tables' rake are back in the vault",
    )
    approve(room.stamp("liis", at), proposal_id=asked.pk, digest=asked.digest)


def _announce(room: Room, day: date, at: datetime) -> Tournament:
    """Put the tournament of an evening into the calendar, at an instant before it."""
    starts_at = room.evening(day) + timedelta(minutes=30)
    return tournament.announce(room.stamp("liis", at), room.template, starts_at)


def _play_all(room: Room, nights: list[date]) -> None:
    """Play the nights in order, with what a club does between them."""
    saturdays = [day for day in nights if day.weekday() == SATURDAY]
    with_tournament = {*saturdays[:TOURNAMENTS_FIRST], *saturdays[-TOURNAMENTS_LAST:]}
    for number, day in enumerate(nights):
        progress.note(100 * number // len(nights))
        if day == nights[len(nights) // 2]:
            _change_rules(room, day)
        if day == nights[0] or (day.weekday() == FRIDAY and day.day <= DAYS_A_WEEK):
            _count_vault(room, room.evening(day) - timedelta(hours=1))
        _play(room, day, with_tournament=day in with_tournament)


def _play(room: Room, day: date, *, with_tournament: bool) -> None:
    """Play one night from eight in the evening to its seal; the same day, the same night."""
    dice = random.Random(day.toordinal())  # noqa: S311  (a demo's dice)
    evening = room.evening(day)
    _end_quarter(room, evening)
    at_desk = open_by_two(
        room.stamp("anna", evening),
        room.users["peter"],
        drawer_id=room.drawer.id,
        cash=FLOAT,
        chips=RACK,
    )
    if with_tournament:
        tournament.play(
            room.stamps(evening),
            _announce(room, day, evening),
            room.entrants,
            shift_id=at_desk.id,
            dice=dice,
        )
    session = open_session(
        room.stamp("peter", evening),
        table_id=room.table.id,
        game="texas_holdem",
        small_blind_cents=200,
        big_blind_cents=400,
        min_buy_in_cents=20_000,
        max_buy_in_cents=100_000,
    )
    seated = dice.sample(room.players, dice.randint(6, 9))
    for seat_no, player in enumerate(seated, start=1):
        seat_player(
            room.stamp("anna", evening + timedelta(minutes=seat_no)),
            session_id=session.id,
            seat_no=seat_no,
            player_id=player.id,
            cents=BUY_IN_CENTS,
            paid_with="cash",
            shift_id=at_desk.id,
        )
    left = BUY_IN_CENTS * len(seated)
    for number in range(1, HANDS + 1):
        hand = rake_hand(
            room.stamp("peter", evening + timedelta(minutes=10 + 8 * number)),
            session_id=session.id,
            name=str(number),
            pots_cents=[100 * dice.choice((14, 26, 52, 84, 130, 210, 360))],
            players_dealt=len(seated),
            board_cards_dealt=dice.choice((0, 3, 4, 5, 5)),
        )
        left -= hand.rake_cents + hand.drop_cents
    end = evening + timedelta(hours=6)
    stacks = allocate(left // CHIP_CENTS, [dice.randint(0, 10) for _ in seated[1:]] + [5])
    for player, chips in zip(seated, stacks, strict=True):
        cash_out_by_two(
            room.stamp("anna", end),
            room.users["liis"],
            session_id=session.id,
            player_id=player.id,
            cents=chips * CHIP_CENTS,
            paid_with="cash",
            shift_id=at_desk.id,
        )
    close_session(room.stamp("peter", end), session_id=session.id)
    if not dice.randrange(TYPO_EVERY):
        _mistype(room, at_desk.id, end)
    _close(room, at_desk.id, end, day, short=dice.choice((0, 0, 0, 500)))


def _mistype(room: Room, shift_id: int, at: datetime) -> None:
    """Sell a nought too much; the cashier asks for it back, and the manager signs."""
    sold = sell_chips(room.stamp("anna", at), shift_id=shift_id, cents=50_000)
    asked = reverse_slip.ask(
        room.stamp("anna", at),
        shift_id=shift_id,
        entry_id=sold.entry_id,
        reason="A nought too much: 50 was meant",
    )
    approve(room.stamp("liis", at), proposal_id=asked.pk, digest=asked.digest)


def _end_quarter(room: Room, at: datetime) -> None:
    """Do what the job does; then the accountant computes the prizes and the manager approves."""
    count_due(at)
    for _, quarter in close_due_quarters(at):
        own = room.club.rankings.get(own=True)
        asked = pay_quarter.ask(room.stamp("maria", at), ranking_id=own.pk, quarter=quarter)
        approve(room.stamp("liis", at), proposal_id=asked.pk, digest=asked.digest)


def _close(room: Room, shift_id: int, end: datetime, day: date, *, short: int) -> None:
    """Count the drawer, close the day and seal it on the next morning."""
    expected = tally(shift(room.club.id, shift_id))
    submit_count(
        room.stamp("anna", end),
        shift_id=shift_id,
        cash=room.notes(expected.cash.expected_cents - short),
        chips=_denominations(expected.chips.expected_cents, RACK),
    )
    reason = "A note of 5 too much paid out" if short else ""
    close_shift(room.stamp("anna", end), shift_id=shift_id, reason=reason)
    morning = end.replace(hour=9)
    close_day(room.club, day, now=morning)
    seal_day(room.stamp("maria", morning), day=day)


def _denominations(cents: int, there: Mapping[int, int | None]) -> dict[int, int]:
    """Return an amount in the fewest notes or chips; there: how many of each, None: plenty."""
    denominations = {}
    for value, maximum in sorted(there.items(), reverse=True):
        needed = cents // value
        denominations[value] = needed if maximum is None else min(needed, maximum)
        cents -= value * denominations[value]
    return denominations
