"""
Run recorded nights of a cash table through the club's own services, from the float to the seal.

A folder holds week-NN.phhs (the hands) and session_events_raked.csv (who brought and took chips).
Where expected.json lies beside the folder, every figure is compared with it, to the cent. A club
that does not exist yet is opened for it, with the rule book of --book.
"""

import csv
import json
import secrets
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from itertools import groupby
from pathlib import Path
from typing import Any
from uuid import uuid5

from django.core.management.base import BaseCommand, CommandError

from cashgames.models import Session
from cashgames.queries import tables as tables_queries
from cashgames.rules.handfile import HandRecord, read_hands
from cashgames.services.importing import Importer
from cashgames.services.seats import seat_player, top_up
from cashgames.services.tables import add_table, close_session, open_session
from casino.cage.models import Shift
from casino.cage.queries import shifts
from casino.cage.queries.tallies import tally
from casino.cage.services.closing import close_shift
from casino.cage.services.counts import submit_count
from casino.cage.services.desk import add_drawer
from casino.cage.services.funds import fund_vault
from casino.closing.services.days import close_day, seal_day
from casino.db import now
from casino.house.keys import namespace
from casino.house.models import Club, usual_chips
from casino.house.queries import book_on, club_stamp
from casino.house.rulebook import NAMES
from casino.house.stamp import Stamp
from casino.ledger.queries.balances import balance_cents
from casino.ledger.services import backfill
from casino.money import format_cents
from casino.paging import Page
from casino.players.models import Player
from casino.players.services.guests import add_player
from casino.refusals import Refusal
from casino.setup.services import clubs
from casino.staff.models import Membership, Role
from demo.open_tables import cash_out_by_two, open_by_two
from jackpot.services.pools import open_jackpot

KEYS = namespace("7a0f3f0e-58a2-4f0b-9a55-2f2b6f6a1c11")
EVENTS = "session_events_raked.csv"
CHIP_KINDS = {"buy_in", "top_up", "cash_out"}
FLOAT = {50000: 100, 10000: 100, 5000: 100, 2000: 100, 1000: 100, 500: 100, 200: 50, 100: 50}
MAX_CENTS = 10_000_000
# Winners bear the rake in proportion, so recorded amounts are by the cent.
CHIPS = [*usual_chips(), 25, 5, 1]
# The recording knows no papers, and some brought more cash in a night than goes without.
PAPERS: dict[str, Any] = {"birth_date": date(1980, 1, 1), "document": "as recorded"}
COLUMNS = ("week", "hands", "pots", "rake", "drop", "buy-ins", "top-ups", "cash-outs", "in play")


class Command(BaseCommand):
    """`replay_nights FOLDER --club tallinn`; exit 2 where a figure differs."""

    help = __doc__
    requires_system_checks = []

    def add_arguments(self, parser: Any) -> None:
        """The folder, and the club that plays the nights again."""
        parser.add_argument("folder", type=Path)
        parser.add_argument("--club", required=True)
        parser.add_argument("--book", default="olympic", choices=NAMES)

    def handle(self, *, folder: Path, club: str, book: str, **_: Any) -> None:
        """Play, compare, print."""
        if not (folder / EVENTS).is_file():
            raise CommandError(f"{folder}: holds no {EVENTS}.")
        nights = list(_nights(folder))
        if not nights:
            raise CommandError(f"{folder}: holds no week of {EVENTS}.")
        expected = _expected(folder.parent / "expected.json")
        found = Club.objects.filter(slug=club).first()
        opened = found or _opened(club, book, nights[0].starts_at)
        with backfill(opened.pk):
            if found is None:
                _furnish(opened, nights[0].starts_at)
            differences = self._play(Room.of(opened), nights, expected)
        for difference in differences:
            self.stdout.write(difference)
        if differences:
            sys.exit(2)
        agreed = "; every figure as expected.json has it" if expected else ""
        self.stdout.write(f"Every table closed at zero, every day sealed{agreed}.")

    def _play(self, room: "Room", nights: list["Night"], expected: dict[str, Any]) -> list[str]:
        """Play the nights and print a line for each; return what is not as expected."""
        self.stdout.write("".join(f"{name:>12}" for name in COLUMNS) + "  sealed")
        differences: list[str] = []
        for night in nights:
            try:
                figures = room.play(night)
            except Refusal as refusal:
                said = f"week {night.week}: {refusal.message}"
                raise CommandError(said) from refusal
            differences += _compared(night.week, figures, expected)
            texts = [str(night.week), str(figures["hands"])]
            texts += [format_cents(figures[name]) for name in MONEY]
            self.stdout.write("".join(f"{text:>12}" for text in texts) + "  " + room.seal[:16])
        return differences


MONEY = ("pots", "rake", "drop", "buy_in", "top_up", "cash_out", "in_play")


@dataclass(frozen=True, kw_only=True, slots=True)
class Event:
    """A change of chips that is no pot, before or after a hand."""

    seq: int
    hand_no: int
    after: bool
    player: str
    seat: int
    kind: str
    cents: int
    at: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class Night:
    """One week's file and events."""

    week: int
    file: Path
    events: list[Event]

    @property
    def starts_at(self) -> datetime:
        """The first event's instant."""
        return min(event.at for event in self.events)

    def steps(self) -> Iterator[Event | list[HandRecord]]:
        """Yield hands and events in the order in which they happened."""
        hands: list[HandRecord] = []
        for row in read_hands(self.file):
            if not isinstance(row, HandRecord):
                raise CommandError(f"{self.file.name}, hand {row.position}: {row.reason}")
            hands.append(row)
        left = self._ordered()
        for hand in hands:
            number = int(hand.external_id.rpartition(":")[2])
            while left and (left[0].hand_no, left[0].after) <= (number, False):
                yield left.pop(0)
            yield [hand]
        yield from left

    def _ordered(self) -> list[Event]:
        """Return the events; at one moment who sits brings chips before anybody takes some."""
        arrive = {(e.hand_no, e.after, e.player) for e in self.events if e.kind == "buy_in"}

        def place(event: Event) -> tuple[int, bool, bool]:
            stays = (event.hand_no, event.after, event.player) not in arrive
            return event.hand_no, event.after, not (stays and event.kind == "top_up")

        return sorted(self.events, key=place)


@dataclass(kw_only=True, slots=True)
class Room:
    """The club with cashier, manager and accountant; every step has a key, so a night runs once."""

    club: Club
    cashier: int
    keeper: int
    accountant: int
    drawer: int
    table: int
    seal: str = ""
    players: dict[str, Player] = field(default_factory=dict)

    @classmethod
    def of(cls, club: Club) -> "Room":
        """Return the room, with what it still lacks."""

        def first(role: Role) -> int:
            member = Membership.objects.filter(club=club, role=role).order_by("id").first()
            if member is None:
                raise CommandError(f"The club has no {role.label.lower()}.")
            return member.user_id

        drawers, tables = shifts.drawers(club.pk), tables_queries.tables(club.pk)
        if not drawers or not tables:
            raise CommandError("The club has no drawer or no table.")
        return cls(
            club=club,
            cashier=first(Role.CASHIER),
            keeper=first(Role.MANAGER),
            accountant=first(Role.ACCOUNTANT),
            drawer=drawers[0].pk,
            table=tables[-1].pk,
        )

    def play(self, night: Night) -> dict[str, int]:
        """Play a night from the float to the seal and return its figures in cents."""
        at = night.starts_at
        shift = self._open_shift(night, at)
        session = open_session(
            self._stamp(night, at, "open"),
            table_id=self.table,
            game="texas_holdem",
            small_blind_cents=200,
            big_blind_cents=400,
            min_buy_in_cents=5000,
            max_buy_in_cents=MAX_CENTS,
        )
        for kind, steps in groupby(night.steps(), key=type):
            if kind is list:
                hands = [hand for some in steps for hand in some]  # type: ignore[union-attr]
                at = hands[-1].played_at or at
                self._import(session, hands, at)
            else:
                for event in steps:
                    at = max(at, event.at)  # type: ignore[union-attr]
                    self._move(night, session, shift, event, at)  # type: ignore[arg-type]
        end = at + timedelta(minutes=1)
        close_session(self._stamp(night, end, "close"), session_id=session.pk)
        self._close_shift(night, shift, end)
        self._seal(night, end)
        return _figures(session)

    def _open_shift(self, night: Night, at: datetime) -> Shift:
        stamp = self._stamp(night, at - timedelta(minutes=5), "float")
        return open_by_two(stamp, self.keeper, drawer_id=self.drawer, cash=FLOAT, chips={})

    def _import(self, session: Session, hands: list[HandRecord], at: datetime) -> None:
        def refused(row: Any) -> None:
            raise CommandError(f"hand {row.external_id}: {row.reason}")

        Importer(
            club=self.club,
            session=session,
            at=at,
            actor_id=self.cashier,
            source=f"week {session.pk}",
            on_refused=refused,
        ).run(hands)

    def _move(
        self, night: Night, session: Session, shift: Shift, event: Event, at: datetime
    ) -> None:
        """Buy in, top up or cash out in cash; chips that went from hand to hand move no money."""
        if event.kind not in CHIP_KINDS:
            return
        name = f"event {event.seq}"
        common: dict[str, Any] = {
            "session_id": session.pk,
            "player_id": self._player(event.player).pk,
            "cents": event.cents,
            "paid_with": "cash",
            "shift_id": shift.pk,
        }
        stamp = self._stamp(night, at, name)
        if event.kind == "buy_in":
            seat_player(stamp, seat_no=event.seat, deviation="as recorded", **common)
        elif event.kind == "top_up":
            top_up(stamp, stack_cents=session.big_blind_cents, **common)  # it was dealt cards
        else:
            cash_out_by_two(stamp, self.keeper, **common)

    def _close_shift(self, night: Night, shift: Shift, at: datetime) -> None:
        """Count what the books say: the recorded nights know no cashier's errors."""
        expected = tally(shifts.shift(self.club.pk, shift.pk))
        cash = denominations(expected.cash.expected_cents, self.club.notes_cents)
        chips = max(expected.chips.expected_cents, 0)
        submit_count(
            self._stamp(night, at, "count"),
            shift_id=shift.pk,
            cash=cash,
            chips=denominations(chips, self.club.chips_cents),
        )
        close_shift(self._stamp(night, at, "counted"), shift_id=shift.pk, reason="recorded night")

    def _seal(self, night: Night, at: datetime) -> None:
        day = self._stamp(night, at, "day").gaming_day
        close_day(self.club, day, now=now())
        key = uuid5(KEYS, f"{self.club.pk} {night.week} seal")
        stamp = club_stamp(self.club, at=now(), actor_id=self.accountant, key=key)
        self.seal = seal_day(stamp, day=day).hex()

    def _stamp(self, night: Night, at: datetime, name: str) -> Stamp:
        key = uuid5(KEYS, f"{self.club.pk} {night.week} {name}")
        return club_stamp(self.club, at=at, actor_id=self.cashier, key=key)

    def _player(self, name: str) -> Player:
        if name not in self.players:
            known = Player.objects.filter(club=self.club, name=name).first()
            stamp = club_stamp(self.club, at=now(), actor_id=self.cashier)
            self.players[name] = known or add_player(stamp, name=name, **PAPERS)
        return self.players[name]


def _opened(slug: str, book: str, first_night: datetime) -> Club:
    at = first_night - timedelta(hours=1)
    own: dict[str, Any] = {"slug": slug, "name": "Recorded nights", "chips_cents": CHIPS}
    return clubs.open_club(at=at, book=book, first_day=at.date(), **own)


def _furnish(club: Club, first_night: datetime) -> None:
    """Give a club cashier, manager, accountant, a drawer, a table and money in the vault."""

    def stamp() -> Stamp:
        return club_stamp(club, at=first_night - timedelta(hours=1), actor_id=None)

    for role, *also in ((Role.CASHIER, Role.SUPERVISOR), (Role.MANAGER,), (Role.ACCOUNTANT,)):
        name = f"{club.slug}-{role}"
        secret = secrets.token_urlsafe()
        clubs.hire(
            stamp(), username=name, name=str(role.label), password=secret, roles=[role, *also]
        )
    fund_vault(stamp(), cents=MAX_CENTS, memo="recorded nights")
    add_drawer(stamp(), name="Desk 1")
    add_table(stamp(), name="Table 1")
    if book_on(club.pk, stamp().gaming_day).jackpot:
        open_jackpot(stamp(), name="Jackpot")


def denominations(cents: int, values: list[int]) -> dict[int, int]:
    """Return the fewest notes or chips of the given values, the largest first."""
    counted = {}
    for value in sorted(values, reverse=True):
        counted[value], cents = divmod(cents, value)
    return counted


def _figures(session: Session) -> dict[str, int]:
    check = tables_queries.table_check(session)
    hands = tables_queries.hands(session.pk, page=Page(1_000_000))
    return {
        "hands": len(hands),
        "pots": sum(sum(hand.pots_cents) for hand in hands),
        "rake": check.rake_cents,
        "drop": check.drop_cents,
        "buy_in": check.buy_ins_cents,
        "top_up": check.top_ups_cents,
        "cash_out": check.cash_outs_cents,
        "in_play": -balance_cents(session.club_id, "chips:table", session.pk),
    }


def _nights(folder: Path) -> Iterator[Night]:
    with (folder / EVENTS).open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    for week, events in groupby(rows, key=lambda row: int(row["week"])):
        name = f"week-{week:02}.phhs"
        if (folder / name).is_file():
            yield Night(week=week, file=folder / name, events=[_event(row) for row in events])


def _event(row: dict[str, str]) -> Event:
    return Event(
        seq=int(row["seq"]),
        hand_no=int(row["hand_no"]),
        after=row["when"] == "after",
        player=row["player"],
        seat=int(row["seat"]),
        kind=row["kind"],
        cents=int(row["amount_cents"]),
        at=datetime.fromisoformat(row["at"]),
    )


def _expected(file: Path) -> dict[str, Any]:
    weeks: dict[str, Any] = json.loads(file.read_text())["big_game"] if file.is_file() else {}
    return weeks


def _compared(week: int, figures: dict[str, int], expected: dict[str, Any]) -> Iterator[str]:
    """Yield a sentence for each figure that differs from the expected one."""
    if str(week) not in expected:
        return
    known = expected[str(week)]
    raked = known["session_if_raked"]
    pairs = {
        "hands": known["hands"],
        "pots": known["pots_cents"],
        "rake": known["rake_whole_pot_cents"],
        "drop": known["jackpot_drop_cents"],
        "in_play": 0,
    } | {name: raked[name] for name in sorted(CHIP_KINDS)}
    for name, cents in pairs.items():
        if figures[name] != cents:
            yield f"week {week}: {name} is {figures[name]}, expected {cents}"
