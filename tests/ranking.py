"""Ranking tournaments of the tests: played to a given end, pool and prizes through the services."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from itertools import count
from typing import Any

from casino.approvals import services as approvals
from casino.approvals.models import Proposal
from casino.closing.services.days import close_due_days
from casino.house.queries import club_stamp
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.ledger.entries import Draft, credit, debit
from casino.players.models import Player
from casino.players.services.guests import add_player
from casino.staff.models import Role
from ranking.models import ClosedQuarter, Payout, Ranking
from ranking.queries.rankings import own
from ranking.services.closing import close_due_quarters, close_quarter
from ranking.services.correcting import PlaceOf, correct_points
from ranking.services.counting import count_due
from ranking.services.keeping import keep_edition
from ranking.services.paying import pay_quarter
from tests.tournaments import FREEZEOUT, agreed
from tests.world import EVENING, World, a_member, founding
from tournaments.models import Entry, Knockout, Purchase, Tournament
from tournaments.services.announcing import add_template, announce
from tournaments.services.pool import fix_pool
from tournaments.services.prizes import award_prizes
from tournaments.services.starting import close_registration, start

Places = Sequence[Sequence[str]]
# When the first quarter is over, and the day then.
END, APRIL = datetime(2026, 4, 1, 4, tzinfo=UTC), date(2026, 4, 1)


@dataclass
class League:
    """A club whose tournaments are played in an instant; guests are known by name."""

    world: World
    guests: dict[str, Player] = field(default_factory=dict)
    numbers: Any = field(default_factory=lambda: count(1))

    def stamp(self, day: date, clock: str, role: str = Role.MANAGER) -> Stamp:
        """Return the head of an act."""
        return self.world.stamp(clock, role=role, day=day)

    def guest(self, name: str) -> Player:
        """Return the guest of that name, added when first named."""
        if name not in self.guests:
            self.guests[name] = add_player(self.world.stamp("20:00"), name=name)
        return self.guests[name]

    def play(self, *places: str | Sequence[str], **more: Any) -> Tournament:
        """Play a tournament to its prizes; places from first on, several who share in a list."""
        tournament = self.begin(*places, **more)
        self.award(tournament, [_group(each) for each in places])
        return tournament

    def begin(
        self,
        *places: str | Sequence[str],
        name: str = "",
        day: date = EVENING,
        gross_cents: int = 0,
        entries: int = 0,
        **terms: Any,
    ) -> Tournament:
        """Announce, sell and fix a tournament; everybody but the named goes out first."""
        title = name or f"Event {next(self.numbers)}"
        tournament = self._announced(title, day, **({"ranking": True} | terms))
        named = [one for each in places for one in _group(each)]
        fillers = [f"Guest {n}" for n in range(1, max(0, entries - len(named)) + 1)]
        self.sell(tournament, [*named, *fillers], gross_cents or 10_000 * len(named))
        start(self.stamp(day, "21:00"), tournament_id=tournament.pk)
        close_registration(self.stamp(day, "22:00"), tournament_id=tournament.pk)
        asked = fix_pool.ask(self.stamp(day, "22:01"), tournament_id=tournament.pk)
        self.sign(asked, day, "22:02", role=Role.SUPERVISOR)
        self._out(tournament, [[one] for one in fillers], first_hand=1)
        return Tournament.objects.get(id=tournament.pk)

    def award(self, tournament: Tournament, places: Places, *, day: date | None = None) -> None:
        """Let everybody go out in order, then award; who shares the first place made a deal."""
        day, first = day or tournament.gaming_day, places[0]
        self._out(tournament, list(reversed(places[1:])), first_hand=1000)
        deal_id = None
        if len(first) > 1:
            left = Entry.objects.filter(tournament=tournament, out_at=None)
            prizes = Tournament.objects.get(id=tournament.pk).fixed.prizes_cents[: len(first)]
            deal_id = agreed(
                self.world, tournament, {one.pk: sum(prizes) // len(first) for one in left},
                stacks={one.pk: 5_000 for one in left}, clock="23:45", day=day,
            )  # fmt: skip
        asked = award_prizes.ask(
            self.stamp(day, "23:50"), tournament_id=tournament.pk, deal_id=deal_id
        )
        self.sign(asked, day, "23:55", role=Role.DIRECTOR)

    def sign(self, asked: Proposal, day: date, clock: str, *, role: str = Role.MANAGER) -> None:
        """Let a second person approve."""
        stamp = self.stamp(day, clock, role)
        approvals.approve(stamp, proposal_id=asked.pk, digest=asked.digest)

    def count(self, at: datetime | None = None) -> Ranking:
        """Count what was awarded; return the club's own ranking."""
        count_due(at or self.world.at("06:30"))
        found = own(self.world.club.pk)
        assert found
        return found

    def close(self, quarter: str, at: datetime) -> ClosedQuarter:
        """Close a quarter of the club's own ranking at an instant."""
        stamp = club_stamp(self.world.club, at=at, actor_id=None)
        return close_quarter(stamp, ranking_id=self.count(at).pk, quarter=quarter)

    def pay(self, quarter: str, day: date) -> Payout:
        """Let the accountant compute the prizes and the manager approve them."""
        accountant = self.stamp(day, "12:00", Role.ACCOUNTANT)
        asked = pay_quarter.ask(accountant, ranking_id=self.count().pk, quarter=quarter)
        self.sign(asked, day, "12:30")
        return Payout.objects.get(proposal=asked)

    def correct(
        self, tournament: Tournament, *places: str, day: date, reason: str = "The film says so."
    ) -> Proposal:
        """Let two people count a tournament with other places, nobody sharing one."""
        asked = correct_points.ask(
            self.stamp(day, "14:00", Role.ACCOUNTANT),
            tournament_id=tournament.pk,
            places=[
                PlaceOf(player_id=self.guest(name).pk, place=place)
                for place, name in enumerate(places, start=1)
            ],
            reason=reason,
        )
        self.sign(asked, day, "14:30")
        return asked

    def adopt(self, name: str, *, first_day: date, today: date, **more: Any) -> Ranking:
        """Let two people adopt a further ranking by the olympic scheme, or its next edition."""
        asked = keep_edition.ask(
            self.stamp(today, "12:00"),
            name=name,
            first_day=first_day,
            **({"book": "olympic", "overrides": {}, "reason": "The members asked."} | more),
        )
        self.sign(asked, today, "12:30", role=Role.ACCOUNTANT)
        return Ranking.objects.get(club=self.world.club, name=name)

    def _announced(self, title: str, day: date, **terms: Any) -> Tournament:
        template = add_template(self.stamp(day, "10:00"), name=title, **(FREEZEOUT | terms))
        return announce(
            self.stamp(day, "10:05"),
            template_id=template.pk,
            name=title,
            starts_at=self.world.at("21:00", day=day),
        )

    def sell(
        self, tournament: Tournament, names: list[str], gross_cents: int, *, first: int = 1
    ) -> None:
        """Take the whole pool in one entry, spread evenly over the tickets."""
        day = tournament.gaming_day
        act = ledger.post_once(
            self.stamp(day, "20:00", Role.CASHIER),
            "test.sell_tournament",
            Draft(
                kind="tournaments.entry_sold",
                lines=(
                    debit("bank", gross_cents),
                    credit("tournament:pool", gross_cents, tournament.pk),
                ),
            ),
            tournament=tournament.pk,
        )
        guests = [self.guest(name) for name in names]
        with founding(self.world.club):
            entries = Entry.objects.bulk_create(
                Entry(
                    tournament=tournament,
                    player=guest,
                    number=number,
                    registered_at=self.world.at("20:00", day=day),
                    act_id=act.act_id * 1_000_000 + number,
                )
                for number, guest in enumerate(guests, start=first)
            )
            price, rest = divmod(gross_cents, len(names))
            Purchase.objects.bulk_create(
                Purchase(
                    entry=entry,
                    what="entry",
                    price_cents=price + rest * (entry.number == 1),
                    fee_cents=0,
                    bounty_cents=0,
                    rfj_cents=0,
                    surcharge_cents=0,
                    paid_with="bank",
                    at=self.world.at("20:00", day=day),
                    gaming_day=day,
                    sold_by=self.world.staff[Role.CASHIER],
                    slip_id=act.entry_id,
                    act_id=act.act_id,
                )
                for entry in entries
            )

    def _out(self, tournament: Tournament, groups: Places, *, first_hand: int) -> None:
        """Note who went out, one hand a group; equal stacks share the place (AMB-71)."""
        at = self.world.at("23:30", day=tournament.gaming_day)
        by_name = {each.player.name: each for each in tournament.entries.select_related("player")}
        with founding(self.world.club):
            Knockout.objects.bulk_create(
                Knockout(
                    entry=by_name[name],
                    hand=hand,
                    stack=5_000,
                    at=at,
                    noted_by=self.world.staff[Role.DIRECTOR],
                    act_id=hand,
                )
                for hand, group in enumerate(groups, start=first_hand)
                for name in group
            )
            gone = [by_name[name].pk for group in groups for name in group]
            Entry.objects.filter(id__in=gone).update(out_at=at)


def one_manager(north: League, south: League) -> None:
    """Let one person be manager of both clubs."""
    north.world.staff[Role.MANAGER] = a_member(north.world.club, Role.MANAGER, name="boss")
    a_member(south.world.club, Role.MANAGER, name="boss")


def after(day: date) -> datetime:
    """Return noon of the day after a day, in UTC."""
    return datetime(day.year, day.month, day.day, 12, tzinfo=UTC) + timedelta(days=1)


def _group(each: str | Sequence[str]) -> list[str]:
    return [each] if isinstance(each, str) else list(each)


def awarded(world: World) -> League:
    """Return a club whose first quarter is closed and awarded."""
    world.fund()
    found = League(world)
    found.play("Ann", "Bob", "Cat", day=date(2026, 3, 31))
    close_due_days(END)
    count_due(END)
    close_due_quarters(END)
    found.pay("2026Q1", APRIL)
    return found
