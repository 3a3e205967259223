"""Recorded tournaments taken over: who took part, how it ended; pool and prizes by two people."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from uuid import UUID, uuid5

from casino.approvals.models import Proposal
from casino.approvals.services import approve
from casino.clock import gaming_day
from casino.db import command
from casino.house.models import Club
from casino.house.queries import book_on, club_stamp
from casino.house.stamp import Stamp
from casino.ledger import queries as ledger_queries
from casino.ledger import services as ledger
from casino.money import equally
from casino.names import clean_name
from casino.players.models import Player
from casino.players.services import add_player
from casino.refusals import BadInput
from casino.words import say
from tournaments import postings, queries
from tournaments.models import Entry, FixedPool, Knockout, Purchase, StructureVersion, Tournament
from tournaments.queries.results import result
from tournaments.rules.prizes import prize_split
from tournaments.rules.resultfile import Recorded
from tournaments.services.deals import agree_to_deal, offer_deal
from tournaments.services.pool import propose_pool
from tournaments.services.prizes import propose_prizes
from tournaments.services.shared import open_accounts

# The same record of the same club always makes the same keys: a second import changes nothing.
RECORDS = UUID("0b1c0e64-6e0e-4c64-9d7e-2f1f3cbb5a10")
# No record keeps stacks and levels.
STACK, LEVELS = 1, [[1, 2, 0, 20]]


@dataclass(frozen=True, kw_only=True, slots=True)
class Importer:
    """Takes records over for a club; two people sign pools and prizes, as at any tournament."""

    club: Club
    by_id: int
    second_id: int

    def take(self, recorded: Recorded) -> tuple[Tournament, bool]:
        """
        Take a record over: guests, entries, places, then pool and prizes; whether it was new.

        Stopped anywhere and begun again it goes on where it was. Raises BadInput and what pool
        and prizes raise; what the house's table has no column for is refused before any guest.
        """
        key = uuid5(RECORDS, f"{self.club.pk} {recorded.id}")
        stamp = partial(self._stamp, key, recorded)
        new = ledger_queries.first_request(uuid5(key, "result")) is None
        _check_table(self.club, recorded)
        players = {
            name: self._guest(partial(stamp, f"guest {name}"), name) for name in recorded.players
        }
        tournament = import_result(stamp("result"), recorded=recorded, players=players)
        if not hasattr(tournament, "fixed"):
            asked = propose_pool(stamp("pool"), tournament_id=tournament.pk)
            self._sign(stamp, asked, "pool signed")
        if not result(queries.tournament(self.club.pk, tournament.pk)):
            deal_id = self._first_place(stamp, tournament, len(recorded.places[0]))
            asked = propose_prizes(stamp("prizes"), tournament_id=tournament.pk, deal_id=deal_id)
            self._sign(stamp, asked, "prizes signed")
        return queries.tournament(self.club.pk, tournament.pk), new

    def _stamp(self, key: UUID, recorded: Recorded, step: str, *, second: bool = False) -> Stamp:
        return club_stamp(
            self.club,
            at=recorded.starts_at,
            actor_id=self.second_id if second else self.by_id,
            key=uuid5(key, step),
        )

    def _guest(self, stamp: Callable[[], Stamp], name: str) -> int:
        """Return the id of the club's guest of that name, added when first named."""
        known = Player.objects.filter(club=self.club, name=clean_name(name)).order_by("id").first()
        return (known or add_player(stamp(), name=name)).pk

    def _first_place(
        self, stamp: Callable[..., Stamp], tournament: Tournament, people: int
    ) -> int | None:
        """Note the deal of those who ended first together: equal parts, as the record has it."""
        if people == 1:
            return None
        left = [each.pk for each in queries.playing(tournament)]
        prizes = FixedPool.objects.get(tournament=tournament).prizes_cents
        cents = equally(sum(prizes[:people]), people)
        deal = offer_deal(
            stamp("deal"),
            tournament_id=tournament.pk,
            shares_cents=dict(zip(map(str, left), cents, strict=True)),
            stacks={str(each): STACK for each in left},
        )
        for each in left:
            asked = {"tournament_id": tournament.pk, "deal_id": deal.pk, "entry_id": each}
            agree_to_deal(stamp(f"agreed {each}"), **asked)
        return deal.pk

    def _sign(self, stamp: Callable[..., Stamp], asked: Proposal, step: str) -> None:
        approve(stamp(step, second=True), proposal_id=asked.pk, digest=asked.digest)


@command
def import_result(stamp: Stamp, *, recorded: Recorded, players: Mapping[str, int]) -> Tournament:
    """
    Enter a tournament that was played: everybody's entry, and the places in one stroke.

    players: name -> id. The pool is what the record says was collected, spread evenly over the
    entries; bounties went from hand to hand and are not in it. Raises BadInput where two names
    are one guest, and what the prize table refuses.

    Source: CATALOGUE 5.7, AMB-71.
    """
    act = ledger.act(stamp, "tournaments.import_result", record=recorded.id)
    if act.replayed:
        return queries.tournament(stamp.club_id, Tournament.objects.get(act_id=act.id).pk)
    if len(set(players.values())) < len(recorded.players):
        raise BadInput(say("Two players of the record are the same guest."), field="results")
    tournament = _tournament(stamp, act, recorded)
    entries = _entries(stamp, act, tournament, recorded, players)
    _sell(stamp, act, tournament, recorded, entries)
    _end(stamp, act, recorded, entries)
    return queries.tournament(stamp.club_id, tournament.pk)


def _tournament(stamp: Stamp, act: ledger.Act, recorded: Recorded) -> Tournament:
    club = Club.objects.get(id=stamp.club_id)
    at = recorded.starts_at
    day = gaming_day(at, timezone=club.timezone, closes_at=club.closes_at)
    made = Tournament.objects.create(
        club=club,
        name=clean_name(recorded.name),
        kind=recorded.kind,
        variants=["freezeout"],
        price_cents=recorded.pool_cents // recorded.entries,
        fee_cents=recorded.fee_cents,
        places=recorded.entries,
        ranking=recorded.may_rank and book_on(club.pk, day).ranking is not None,
        starts_at=at,
        gaming_day=day,
        started_at=at,
        registration_closed_at=at,
        announced_by_id=stamp.person_id,
        announced_at=stamp.at,
        act_id=act.id,
    )
    open_accounts(made)
    StructureVersion.objects.create(
        tournament=made,
        number=1,
        stack=STACK,
        levels=LEVELS,
        notice="Taken over from a record without stacks and levels",
        author_id=stamp.person_id,
        at=stamp.at,
        act_id=act.id,
    )
    return made


def _entries(
    stamp: Stamp,
    act: ledger.Act,
    tournament: Tournament,
    recorded: Recorded,
    players: Mapping[str, int],
) -> dict[str, Entry]:
    """Return the entry of each player; the tickets are numbered by place."""
    made = Entry.objects.bulk_create(
        Entry(
            tournament=tournament,
            player_id=players[name],
            number=number,
            registered_at=stamp.at,
            act_id=act.id,
        )
        for number, name in enumerate(recorded.players, start=1)
    )
    return dict(zip(recorded.players, made, strict=True))


def _sell(
    stamp: Stamp,
    act: ledger.Act,
    tournament: Tournament,
    recorded: Recorded,
    entries: Mapping[str, Entry],
) -> None:
    """Book what was collected in one entry; whose re-entries they were, no record says."""
    shares = equally(recorded.pool_cents, recorded.entries)
    parts = postings.Parts(
        tournament_id=tournament.pk,
        series_id=0,
        price_cents=recorded.pool_cents,
        fee_cents=recorded.fee_cents * recorded.entries,
    )
    memo = f"{tournament.name}, record {recorded.id}"
    posted = ledger.post(stamp, act, postings.result_imported(parts, memo=memo))
    people = list(entries.values())
    Purchase.objects.bulk_create(
        Purchase(
            entry=people[number % len(people)],
            what="entry" if number < len(people) else "reentry",
            price_cents=cents,
            fee_cents=recorded.fee_cents,
            bounty_cents=0,
            rfj_cents=0,
            surcharge_cents=0,
            paid_with="bank",
            at=stamp.at,
            gaming_day=stamp.gaming_day,
            sold_by_id=stamp.person_id,
            slip_id=posted.entry_id,
            act_id=act.id,
        )
        for number, cents in enumerate(shares)
    )


def _end(stamp: Stamp, act: ledger.Act, recorded: Recorded, entries: Mapping[str, Entry]) -> None:
    """Note who went out, the last place first; who shares a place went out in one hand."""
    at = stamp.at + timedelta(seconds=1)
    out = list(reversed(recorded.places[1:]))
    Knockout.objects.bulk_create(
        Knockout(
            entry=entries[name],
            hand=hand,
            stack=STACK,
            at=at,
            noted_by_id=stamp.person_id,
            act_id=act.id,
        )
        for hand, group in enumerate(out, start=1)
        for name in group
    )
    gone = [entries[name].pk for group in out for name in group]
    Entry.objects.filter(id__in=gone).update(out_at=at)


def _check_table(club: Club, recorded: Recorded) -> None:
    """Raise what the house's table of prizes refuses of a record."""
    day = gaming_day(recorded.starts_at, timezone=club.timezone, closes_at=club.closes_at)
    prize_split(
        book_on(club.pk, day),
        participants=len(recorded.players),
        net_prize_pool_cents=recorded.pool_cents,
    )
