"""
A small club for the tests, built through the services as the house builds it.

`world = a_club()` inside a test with a database; `world.stamp("22:15")` heads an act on the
world's evening, 27 February 2026 in Tallinn, where clocks stand two hours before UTC.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from typing import Any
from uuid import UUID, uuid4
from zoneinfo import ZoneInfo

from django.contrib.auth.hashers import make_password
from django.core.cache import caches
from django.db import connection, transaction
from django.db.backends.postgresql.psycopg_any import DateRange
from django.test import Client

from cashgames.models import Seat, Session
from cashgames.services import tables
from cashgames.services.seats import seat_player
from casino.cage.models import Drawer, PaymentThresholds, Shift
from casino.cage.queries.amounts import thresholds
from casino.cage.services import opening
from casino.cage.services.desk import add_drawer
from casino.cage.services.funds import fund_vault
from casino.db import next_id
from casino.house.models import Adoption, Club
from casino.house.queries import book_on, club_stamp
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.ledger.entries import Draft, credit, debit
from casino.ledger.queries.balances import balance_cents, refs
from casino.ledger.services import Posted
from casino.players.models import Player
from casino.players.services.guests import add_player
from casino.staff.models import Membership, Role, User
from jackpot.models import Jackpot
from jackpot.services.pools import open_jackpot

EVENING, FOUNDED = date(2026, 2, 27), datetime(2020, 1, 1, tzinfo=UTC)
FLOAT = {10000: 10, 5000: 20, 2000: 50, 1000: 100}  # 4,000 euro
A_FLOAT_CENTS = 10_000_000
RACK = {2500: 100, 500: 200, 100: 500}
PASSWORD = "correct horse battery"


@dataclass(frozen=True, kw_only=True, slots=True)
class World:
    """A club of the olympic book with one member of staff in each role."""

    club: Club
    staff: dict[str, User] = field(default_factory=dict)

    def at(self, clock: str, *, day: date = EVENING) -> datetime:
        """Return the instant of a wall clock time ("22:15", "06:59:59.900") in a gaming day."""
        wall = time.fromisoformat(clock)
        date_ = day if wall >= self.club.closes_at else day + timedelta(1)
        return datetime.combine(date_, wall, tzinfo=ZoneInfo(self.club.timezone)).astimezone(UTC)

    def stamp(
        self,
        clock: str = "22:00",
        *,
        role: str = Role.CASHIER,
        key: UUID | None = None,
        day: date = EVENING,
    ) -> Stamp:
        """Return the head of an act of somebody in a role, at a time of a gaming day."""
        actor = self.staff[role].pk
        return club_stamp(self.club, at=self.at(clock, day=day), actor_id=actor, key=key)

    def browser(self, role: str) -> Client:
        """Return a browser in which who is in a role is signed in."""
        client = Client()
        client.force_login(self.staff[role])
        return client

    def also(self, role: str, *more: str) -> None:
        """Give who is in a role other roles beside it."""
        with founding(self.club):
            for each in more:
                Membership.objects.create(user=self.staff[role], club=self.club, role=each)

    def balance(self, code: str, ref: int = 0) -> int:
        """Return what an account holds, debit positive."""
        return balance_cents(self.club.pk, code, ref)

    def fund(self, cents: int = 5_000_000, *, clock: str = "07:00", day: date = EVENING) -> Posted:
        """Put banknotes into the vault, as whoever sets a club up does by command."""
        founding = club_stamp(self.club, at=self.at(clock, day=day), actor_id=None)
        return fund_vault(founding, cents=cents)

    def sell(self, cents: int = 10_000, clock: str = "22:00", *, day: date = EVENING) -> Posted:
        """Post the vault's sale of chips: the shortest entry, for tests of the ledger itself."""
        draft = Draft(
            kind="cage.chips_sold",
            lines=(debit("cash:vault", cents), credit("chips:floor", cents)),
        )
        return ledger.post_once(self.stamp(clock, day=day), "test.sell", draft)

    def drawer(self, name: str = "Desk 1") -> Drawer:
        """Add a drawer."""
        return add_drawer(self.stamp("07:00", role=Role.MANAGER), name=name)

    def open_shift(self, drawer: Drawer | None = None, *, clock: str = "20:00") -> Shift:
        """Fund the vault and open the cashier's shift with a float of 4,000 euro."""
        self.fund()
        where = drawer or self.drawer()
        return opening.open_shift(self.stamp(clock), drawer_id=where.pk, cash=FLOAT, chips=RACK)

    def player(self, name: str = "Mari Tamm") -> Player:
        """Add a guest."""
        return add_player(self.stamp("20:00"), name=name)

    def opens(self, clock: str = "20:00", *, day: date = EVENING) -> dict[str, Any]:
        """Return who opens a table, and whether it feeds a jackpot: without a pool a manager."""
        feeds = bool(refs(self.club.pk, "jackpot:pool") or not book_on(self.club.pk, day).jackpot)
        role = Role.SUPERVISOR if feeds else Role.MANAGER
        return {"stamp": self.stamp(clock, role=role, day=day), "jackpot": feeds}

    def session(self, table: str = "1", **more: Any) -> Session:
        """Open a hold'em table, blinds 1/2 euro, fed into the club's jackpot if it has one."""
        where = tables.add_table(self.stamp("07:00", role=Role.MANAGER), name=table)
        return tables.open_session(
            **self.opens(),
            table_id=where.pk,
            game="texas_holdem",
            small_blind_cents=100,
            big_blind_cents=200,
            min_buy_in_cents=10_000,
            max_buy_in_cents=50_000,
            **more,
        )

    def seat(self, session: Session, *names: str, cents: int = 20_000) -> list[Seat]:
        """Seat guests from seat 1 on, each buying in with chips bought at the vault."""
        self.sell(cents * len(names), "20:00")
        return [
            seat_player(
                self.stamp("20:30", role=Role.SUPERVISOR),
                session_id=session.pk,
                seat_no=number,
                player_id=self.player(name).pk,
                cents=cents,
                paid_with="chips",
            )
            for number, name in enumerate(names, start=1)
        ]

    def jackpot(self, name: str = "Bad beat") -> Jackpot:
        """Open a jackpot."""
        return open_jackpot(self.stamp("07:00", role=Role.MANAGER), name=name)


def a_club(
    slug: str = "tallinn",
    *,
    timezone: str = "Europe/Tallinn",
    book: str = "olympic",
    overrides: dict[str, object] | None = None,
    since: date = date(2020, 1, 1),
    currency: str = "EUR",
) -> World:
    """Found a club that plays by a book since a day, with its accounts and one of each role."""
    for kept in ("panels", "days"):  # the last test's club had the same addresses
        caches[kept].clear()
    club = Club(
        pk=next_id(Club),
        slug=slug,
        name=f"Poker club {slug}",
        timezone=timezone,
        closes_at=time(7),
        currency=currency,
    )
    with founding(club, "office.open_club"):
        club.save(force_insert=True)
        Adoption.objects.create(
            club=club,
            book=book,
            overrides=overrides or {},
            period=DateRange(since, None),
            adopted_at=FOUNDED,
        )
        ledger.open_club_accounts(club.pk, currency=club.currency)
        # The tests' evenings begin without a second signature; who wants it says otherwise.
        of_the_desk(club, float_alone_under_cents=A_FLOAT_CENTS)
        return World(club=club, staff=one_of_each(club))


@contextmanager
def founding(club: Club, operation: str = "test.found") -> Iterator[None]:
    """Let an act write what tests lay beside the services: a row of nobody's is a finding."""
    with transaction.atomic():
        ledger.act(club_stamp(club, at=FOUNDED, actor_id=None), operation)
        yield


def nothing_waits() -> None:
    """Let what founded a club have left for the mirror already."""
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM ledger_outbox")


def one_of_each(club: Club) -> dict[str, User]:
    """Hire somebody for every role, all in two statements: nearly every test asks for them."""
    names = {role: f"{role}@{club.slug}" for role in Role.values}
    users = [
        User(username=name, name=name.title(), password=hashed_password())
        for name in names.values()
    ]
    with founding(club):
        staff = dict(zip(names, User.objects.bulk_create(users), strict=True))
        Membership.objects.bulk_create(
            Membership(user=user, club=club, role=role) for role, user in staff.items()
        )
    return staff


def of_the_desk(club: Club, **cents: int) -> None:
    """Give a club amounts of its own at the desk, the others as they are."""
    own = replace(thresholds(club.pk), **cents)
    with founding(club):
        if not PaymentThresholds.objects.filter(club=club).update(**asdict(own)):
            PaymentThresholds.objects.create(club=club, **asdict(own))


def a_member(club: Club, role: str, *, name: str | None = None) -> User:
    """Hire somebody who can sign in as e.g. cashier@tallinn with PASSWORD."""
    username = name or f"{role}@{club.slug}"
    values = {"name": username.title(), "password": hashed_password()}
    with founding(club):
        user, _ = User.objects.get_or_create(username=username, defaults=values)
        Membership.objects.create(user=user, club=club, role=role)
    return user


@cache
def hashed_password() -> str:
    """Hash PASSWORD once, as the site of the tests does: it would change any other at a sign-in."""
    return make_password(PASSWORD)


def a_key() -> UUID:
    """Return a fresh idempotency key."""
    return uuid4()
