"""Recorded tournaments taken over: who took part, how it ended; pool and prizes by two people."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Annotated, Any
from uuid import UUID, uuid5

from casino.acts.kinds import Cents, Identity, Line, Name, OneOf, Several, Whole
from casino.acts.runner import act
from casino.approvals.models import Proposal
from casino.approvals.services import approve
from casino.clock import gaming_day
from casino.house.keys import namespace
from casino.house.models import Club
from casino.house.queries import book_on, club_stamp
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.ledger.queries.documents import first_act
from casino.limits import MAX_CENTS
from casino.messages import msg
from casino.money import equally
from casino.names import clean_text
from casino.players.models import Player
from casino.players.queries import names
from casino.players.services.guests import add_player
from casino.refusals import BadInput, NotFound
from casino.schema import plain
from tournaments import postings
from tournaments.models import (
    Announced,
    Entry,
    FixedPool,
    Knockout,
    Purchase,
    StructureVersion,
    Tournament,
)
from tournaments.queries import tournaments
from tournaments.queries.awards import taken_back_in
from tournaments.queries.chips import chips
from tournaments.queries.order import playing
from tournaments.queries.results import import_taken_back, result
from tournaments.rules.prizes import prize_split
from tournaments.rules.resultfile import MAX_ENTRIES, Recorded
from tournaments.services.deals import Share, agree_to_deal, offer_deal
from tournaments.services.pool import fix_pool
from tournaments.services.prizes import award_prizes
from tournaments.services.shared import open_accounts

# The same record of the same club always makes the same keys: a second import changes nothing.
RECORDS = namespace("0b1c0e64-6e0e-4c64-9d7e-2f1f3cbb5a10")
# No record keeps stacks and levels.
STACK, LEVELS = 1, [[1, 2, 0, 20]]
SHARING = Several(of=Identity(), minimum=1, maximum=MAX_ENTRIES)


@dataclass(frozen=True, kw_only=True, slots=True)
class Importer:
    """
    Takes records over for a club; two people sign pools and prizes, as at any tournament.

    again: what was taken back is taken over anew as it was, too.
    """

    club: Club
    by_id: int
    second_id: int
    again: bool = False

    def take(self, recorded: Recorded) -> tuple[Tournament, bool]:
        """
        Take a record over: guests, entries, places, then pool and prizes; whether it was new.

        Stopped anywhere and begun again it goes on where it was. Raises BadInput, also for a
        record that was taken with other content, that two took back and is the same still, or
        whose prizes were taken back since, and what pool and prizes raise; what the house's table
        has no column for is refused before any guest.
        """
        key, before = self._key(recorded)
        stamp = partial(self._stamp, key, recorded)
        if before:
            _check_same(recorded, before.arguments, taken_at=before.recorded_at)
        _check_table(self.club, recorded)
        tournament = (
            tournaments.tournament(self.club.pk, Tournament.objects.get(act_id=before.id).pk)
            if before
            else self._import(stamp, recorded)
        )
        if not hasattr(tournament, "fixed"):
            # Above the table's last column that column holds: nobody is left to be asked.
            asked = fix_pool.ask(stamp("pool"), tournament_id=tournament.pk, confirms_fallback=True)
            self._sign(stamp, asked, "pool signed")
        if not result(tournaments.tournament(self.club.pk, tournament.pk)):
            _check_not_taken_back(tournament)
            deal_id = self._first_place(stamp, tournament, len(recorded.places[0]))
            asked = award_prizes.ask(stamp("prizes"), tournament_id=tournament.pk, deal_id=deal_id)
            self._sign(stamp, asked, "prizes signed")
        return tournaments.tournament(self.club.pk, tournament.pk), not before

    def _key(self, recorded: Recorded) -> tuple[UUID, Any]:
        """Return the key of a record and what took it over; taken back it has another one."""
        key, former = uuid5(RECORDS, f"{self.club.pk} {recorded.id}"), None
        while (before := first_act(uuid5(key, "result"))) and import_taken_back(before.id):
            key, former = uuid5(key, "anew"), before
        if former and before is None and not self.again:
            taken_at = former.recorded_at
            if not _differing(recorded, former.arguments, taken_at=taken_at):
                said = msg("This record was taken back. Correct it, or import it with --again.")
                raise BadInput(said, field="id")
        return key, before

    def _stamp(self, key: UUID, recorded: Recorded, step: str, *, second: bool = False) -> Stamp:
        return club_stamp(
            self.club,
            at=recorded.starts_at,
            actor_id=self.second_id if second else self.by_id,
            key=uuid5(key, step),
        )

    def _import(self, stamp: Callable[..., Stamp], recorded: Recorded) -> Tournament:
        """Enter a record's guests, who may be known, and its result."""
        players = {
            name: self._guest(partial(stamp, f"guest {name}"), name) for name in recorded.players
        }
        return import_result(
            stamp("result"),
            record=recorded.id,
            name=recorded.name,
            kind=recorded.kind,
            may_rank=recorded.may_rank,
            starts_at=recorded.starts_at,
            entries=recorded.entries,
            fee_cents=recorded.fee_cents,
            pool_cents=recorded.pool_cents,
            places=[[players[name] for name in group] for group in recorded.places],
        )

    def _guest(self, stamp: Callable[[], Stamp], name: str) -> int:
        """Return the id of the club's guest of that name, added when first named."""
        known = Player.objects.filter(club=self.club, name=clean_text(name)).order_by("id").first()
        return (known or add_player(stamp(), name=name)).pk

    def _first_place(
        self, stamp: Callable[..., Stamp], tournament: Tournament, people: int
    ) -> int | None:
        """Note the deal of those who ended first together: equal parts, as the record has it."""
        if people == 1:
            return None
        left = [each.pk for each in playing(tournament)]
        prizes = FixedPool.objects.get(tournament=tournament).prizes_cents
        cents = equally(sum(prizes[:people]), people)
        stacks = equally(chips(tournament).in_play, people)
        deal = offer_deal(
            stamp("deal"),
            tournament_id=tournament.pk,
            shares=[
                Share(entry_id=each, cents=share, chips=stack)
                for each, share, stack in zip(left, cents, stacks, strict=True)
            ],
        )
        for each in left:
            asked = {"tournament_id": tournament.pk, "deal_id": deal.pk, "entry_id": each}
            agree_to_deal(stamp(f"agreed {each}"), **asked)
        return deal.pk

    def _sign(self, stamp: Callable[..., Stamp], asked: Proposal, step: str) -> None:
        approve(stamp(step, second=True), proposal_id=asked.pk, digest=asked.digest)


@act("tournaments.import_result")
def import_result(
    stamp: Stamp,
    *,
    record: Line,
    name: Name,
    kind: Annotated[str, OneOf(words=tuple(Announced.Kind.values))],
    may_rank: bool,
    starts_at: datetime,
    entries: Annotated[int, Whole(low=1, high=MAX_ENTRIES)],
    fee_cents: Annotated[int, Cents(maximum=MAX_CENTS)],
    pool_cents: Annotated[int, Cents(minimum=1, maximum=MAX_CENTS)],
    places: Annotated[Sequence[Sequence[int]], Several(of=SHARING, minimum=1, maximum=MAX_ENTRIES)],
) -> Tournament:
    """
    Enter a tournament that was played: everybody's entry, and the places in one stroke.

    record: its id; entries: re-entries too; places: from first on, the ids of the guests who share
    each. The pool is what the record says was collected, spread evenly over the entries; bounties
    went from hand to hand and are not in it. Raises NotFound, BadInput where two names are one
    guest, and what the prize table refuses.

    Source: CATALOGUE 5.7, AMB-71.
    """
    guests = [player_id for group in places for player_id in group]
    if len(set(guests)) < len(guests):
        raise BadInput(msg("Two players of the record are the same guest."), field="results")
    if Player.objects.filter(club=stamp.club_id, id__in=guests).count() < len(guests):
        raise NotFound(field="places")
    club = Club.objects.get(id=stamp.club_id)
    day = gaming_day(starts_at, timezone=club.timezone, closes_at=club.closes_at)
    tournament = Tournament.objects.create(
        club=club,
        name=name,
        kind=kind,
        variants=["freezeout"],
        price_cents=pool_cents // entries,
        fee_cents=fee_cents,
        places=entries,
        ranking=may_rank and book_on(club.pk, day).ranking is not None,
        starts_at=starts_at,
        gaming_day=day,
        started_at=starts_at,
        registration_closed_at=starts_at,
        announced_by_id=stamp.person_id,
        announced_at=stamp.at,
        act_id=stamp.act_id,
    )
    open_accounts(tournament)
    StructureVersion.objects.create(
        tournament=tournament,
        number=1,
        stack=STACK,
        levels=LEVELS,
        notice="Taken over from a record without stacks and levels",
        author_id=stamp.person_id,
        at=stamp.at,
        act_id=stamp.act_id,
    )
    # The tickets are numbered by place.
    people = Entry.objects.bulk_create(
        Entry(
            tournament=tournament,
            player_id=player_id,
            number=number,
            registered_at=stamp.at,
            act_id=stamp.act_id,
        )
        for number, player_id in enumerate(guests, start=1)
    )
    memo = f"{name}, record {record}"
    _sell(stamp, tournament, people, equally(pool_cents, entries), memo=memo)
    _end(stamp, people, places)
    return tournaments.tournament(stamp.club_id, tournament.pk)


def _sell(
    stamp: Stamp,
    tournament: Tournament,
    people: Sequence[Entry],
    shares: Sequence[int],
    *,
    memo: str,
) -> None:
    """Book what was collected in one entry; whose re-entries they were, no record says."""
    parts = postings.Parts(
        tournament_id=tournament.pk,
        series_id=0,
        price_cents=sum(shares),
        fee_cents=tournament.fee_cents * len(shares),
    )
    posted = ledger.post_entry(stamp, postings.result_imported(parts, memo=memo))
    Purchase.objects.bulk_create(
        Purchase(
            entry=people[number % len(people)],
            what="entry" if number < len(people) else "reentry",
            price_cents=cents,
            fee_cents=tournament.fee_cents,
            bounty_cents=0,
            rfj_cents=0,
            surcharge_cents=0,
            paid_with="bank",
            at=stamp.at,
            gaming_day=stamp.gaming_day,
            sold_by_id=stamp.person_id,
            slip_id=posted.entry_id,
            act_id=stamp.act_id,
        )
        for number, cents in enumerate(shares)
    )


def _end(stamp: Stamp, people: Sequence[Entry], places: Sequence[Sequence[int]]) -> None:
    """Note who went out, the last place first; who shares a place went out in one hand."""
    at = stamp.at + timedelta(seconds=1)
    hands = {
        player_id: len(places) - place
        for place, group in enumerate(places[1:], start=1)
        for player_id in group
    }
    out = sorted(
        (one for one in people if one.player_id in hands), key=lambda one: hands[one.player_id]
    )
    Knockout.objects.bulk_create(
        Knockout(
            entry=one,
            hand=hands[one.player_id],
            stack=STACK,
            at=at,
            noted_by_id=stamp.person_id,
            act_id=stamp.act_id,
        )
        for one in out
    )
    Entry.objects.filter(id__in=[one.pk for one in out]).update(out_at=at)


def _check_table(club: Club, recorded: Recorded) -> None:
    """Raise what the house's table of prizes refuses of a record."""
    day = gaming_day(recorded.starts_at, timezone=club.timezone, closes_at=club.closes_at)
    prize_split(
        book_on(club.pk, day),
        participants=len(recorded.players),
        net_prize_pool_cents=recorded.pool_cents,
    )


def _check_not_taken_back(tournament: Tournament) -> None:
    """Raise BadInput where two people took prizes back: they correct places, and award anew."""
    if taken_back_in(tournament.club_id).filter(id=tournament.pk).exists():
        said = msg(
            "The prizes of this record were taken back. Award them on the tournament's page."
        )
        raise BadInput(said, field="id")


def _check_same(recorded: Recorded, before: Mapping[str, Any], *, taken_at: datetime) -> None:
    """Raise BadInput where a record that was taken has other figures or places now."""
    if differing := _differing(recorded, before, taken_at=taken_at):
        said = msg(
            "The record differs from what was imported: {fields}.", fields=", ".join(differing)
        )
        raise BadInput(said, field="id")


def _differing(recorded: Recorded, before: Mapping[str, Any], *, taken_at: datetime) -> list[str]:
    """Return the fields in which a record differs from what was taken."""
    now: dict[str, Any] = {
        "name": clean_text(recorded.name),
        "kind": recorded.kind,
        "starts_at": recorded.starts_at,
        "entries": recorded.entries,
        "fee_cents": recorded.fee_cents,
        "pool_cents": recorded.pool_cents,
    }
    differing = [field for field, value in plain(now).items() if before[field] != value]
    if not _same_places(recorded, before["places"], taken_at=taken_at):
        differing.append("places")
    return differing


def _same_places(
    recorded: Recorded, places: Sequence[Sequence[int]], *, taken_at: datetime
) -> bool:
    """Return whether the guests had these names when they were taken; who was erased has any."""
    guests = [player_id for group in places for player_id in group]
    then = names(guests, known_at=taken_at)
    erased = Player.objects.filter(id__in=guests).exclude(anonymised_at=None)
    nameless = set(erased.values_list("id", flat=True))
    return [len(group) for group in places] == [len(group) for group in recorded.places] and all(
        player_id in nameless or then[player_id] == clean_text(name)
        for group, named in zip(places, recorded.places, strict=True)
        for player_id, name in zip(group, named, strict=True)
    )
