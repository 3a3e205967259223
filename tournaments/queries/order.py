"""Who still plays, who finished where, and whose bounty chips are whose."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby

from django.db.models import F, QuerySet, Sum

from casino.db import asked_once, fetch_all
from casino.house.because import Because
from casino.house.queries import book_on
from casino.house.rulebook import RuleBook
from casino.kept_sql import kept_sql
from casino.ledger.queries.as_of import recorded_by
from casino.messages import msg
from casino.refusals import NotFound
from tournaments.models import Entry, Knockout, Purchase, Tournament
from tournaments.queries.awards import bounties_of, prizes_before, prizes_of
from tournaments.queries.tournaments import left_count, unrefunded
from tournaments.rules.bounty import Bounties, Disqualified, Event, Rebuy, bounties
from tournaments.rules.bounty import Knockout as ChipWon
from tournaments.rules.ending import disqualify, winner
from tournaments.rules.finish_order import Eliminated, FinishOrder, finish_order

# How many were ahead of each who went out for good: who is in, and who went out in a later hand.
AHEAD = """
SELECT mine.id, (
    SELECT count(*) FROM tournaments_entry
    WHERE tournament_id = mine.tournament_id AND refunded_at IS NULL AND out_at IS NULL
) + (
    SELECT count(*) FROM tournaments_entry other
    JOIN tournaments_knockout later ON later.entry_id = other.id
    WHERE other.tournament_id = mine.tournament_id AND later.hand > k.hand
    AND later.undone_at IS NULL AND later.came_back_at IS NULL
)
FROM tournaments_entry mine
JOIN tournaments_knockout k
ON k.entry_id = mine.id AND k.undone_at IS NULL AND k.came_back_at IS NULL
WHERE mine.id = ANY(%s)
"""


@dataclass(frozen=True, kw_only=True, slots=True)
class TournamentStanding:
    """A place that is decided; `shared`: how many have it together (AMB-71)."""

    place: int
    shared: int
    entry: Entry
    knockout: Knockout | None
    because: tuple[Because, ...]


@asked_once
def playing(tournament: Tournament) -> list[Entry]:
    """Return who is not out, by ticket."""
    left = tournament.entries.filter(refunded_at=None, out_at=None)
    return list(left.select_related("player").order_by("number"))


@asked_once
@kept_sql
def final_knockouts(tournament: Tournament) -> QuerySet[Knockout]:
    """Return the knock-outs that stand and were the end of a player, the latest first."""
    rows = gone_for_good(tournament).select_related("entry__player", "noted_by", "chip_change")
    return rows.order_by("-hand", "-id")


def gone_for_good(tournament: Tournament) -> QuerySet[Knockout]:
    """Return the knock-outs that were the end of a player, to ask on."""
    return Knockout.objects.filter(entry__tournament=tournament, undone_at=None, came_back_at=None)


def knockout(tournament: Tournament, knockout_id: int) -> Knockout:
    """Return an elimination, whether it stands or not. Raises NotFound."""
    rows = Knockout.objects.select_related(
        "entry__player", "entry__tournament__club", "noted_by", "chip_change"
    )
    found = rows.filter(entry__tournament=tournament, id=knockout_id).first()
    if found is None:
        raise NotFound(msg("This tournament has no such elimination."), field="knockout_id")
    return found


def stopped_together(found: Knockout) -> list[Knockout]:
    """Return who stopped with a player after a deal, that player too; else the elimination."""
    if not found.stopped or found.undone_at:
        return [found]
    of_act = Knockout.objects.filter(act_id=found.act_id, undone_at=None)
    return list(of_act.select_related("entry__player", "entry__tournament").order_by("id"))


def knockouts_of(entry: Entry) -> list[Knockout]:
    """Return the eliminations of a player that stand, came back or not, in order."""
    rows = entry.knockouts.filter(undone_at=None).select_related("entry__player", "noted_by")
    return list(rows.select_related("chip_change").order_by("id"))


def winners_of(knockouts: Collection[Knockout]) -> dict[int, list[str]]:
    """Return the names of who won the last pots, by the ids of the eliminations."""
    won = {entry_id for one in knockouts for entry_id in one.by}
    names = dict(Entry.objects.filter(id__in=won).values_list("id", "player__name"))
    return {one.pk: [names[entry_id] for entry_id in one.by] for one in knockouts}


def noted_out(tournament: Tournament) -> QuerySet[Knockout]:
    """Return the eliminations that stand, the latest first, whether they came back or not."""
    rows = Knockout.objects.filter(entry__tournament=tournament, undone_at=None)
    rows = rows.select_related("entry__player", "entry__tournament__club")
    return rows.order_by("-hand", "-id")


def out_lately(tournament: Tournament) -> list[Knockout]:
    """Return the nine who went out last, the latest first, whether they came back or not."""
    return list(noted_out(tournament).filter(stopped=False)[:9])


def standings(tournament: Tournament) -> list[TournamentStanding]:
    """Return the places decided so far, best first; the last player left has the first place."""
    book = book_on(tournament.club_id, tournament.gaming_day)
    ahead, found = left_count(tournament), list[TournamentStanding]()
    if ahead == 1 and tournament.registration_closed_at:
        (last,) = playing(tournament)
        found.append(
            TournamentStanding(
                place=1,
                shared=1,
                entry=last,
                knockout=None,
                because=winner(book, {str(last.pk): 1}).because,
            )
        )
    for _, hand in groupby(final_knockouts(tournament), key=lambda one: one.hand):
        outs = {str(one.entry_id): one for one in hand}
        order = _finish(book, list(outs.values()), ahead)
        found += [
            TournamentStanding(
                place=place.place,
                shared=len(place.players),
                entry=outs[name].entry,
                knockout=outs[name],
                because=order.because,
            )
            for place in order.places
            for name in place.players
        ]
        ahead += len(outs)
    return found


def left_places(prizes: Mapping[int, int]) -> dict[int, int]:
    """
    Return the places of who is left as play stops, by the place that each had as it was awarded.

    prizes: that place, by entry; who went out since is left out.
    """
    return {
        one: 1 + sum(other < place for other in prizes.values()) for one, place in prizes.items()
    }


def played_on(entry_ids: Collection[int], known_at: datetime | None = None) -> dict[int, int]:
    """
    Return by entry the places of the tournaments of entries that were played on after a deal.

    Those of the finishing order; who is left, as the deal placed them. Source: AMB-99.
    """
    theirs = Entry.objects.filter(id__in=entry_ids).values("tournament")
    gone = Knockout.objects.filter(
        entry__tournament__in=theirs,
        undone_at=None,
        came_back_at=None,
        entry__prizes__reversal=None,
    )
    later = recorded_by(gone.filter(act_id__gt=F("entry__prizes__act_id")), known_at)
    places: dict[int, int] = {}
    for each in Tournament.objects.filter(entries__knockouts__in=later).distinct():
        decided = {one.entry.pk: one.place for one in standings(each)}
        awarded = dict(prizes_of(each).values_list("entry", "place"))
        left = {entry: place for entry, place in awarded.items() if entry not in decided}
        places |= decided | left_places(left)
    return places


def _finish(book: RuleBook, outs: Sequence[Knockout], ahead: int) -> FinishOrder:
    """Return in which order those finish who went out in one hand, so many being ahead of them."""
    return finish_order(
        book,
        survivors=ahead,
        eliminated=[
            Eliminated(
                player=str(one.entry_id), stack=one.stack, hand=one.strength, joker=one.joker
            )
            for one in outs
        ],
    )


def places_out(entry_ids: Collection[int]) -> dict[int, int]:
    """Return the places of entries that are out, as `standings` has them, of many tournaments."""
    if not entry_ids:
        return {}
    ahead: dict[int, int] = dict(fetch_all(AHEAD, [list(entry_ids)]))
    stand = Knockout.objects.filter(undone_at=None, came_back_at=None)
    mine = list(stand.filter(entry__in=ahead).select_related("entry__tournament"))
    there = stand.filter(
        entry__tournament__in={one.entry.tournament_id for one in mine},
        hand__in={one.hand for one in mine},
    )
    together: dict[tuple[int, int], list[Knockout]] = {}
    for one in there.select_related("entry"):
        together.setdefault((one.entry.tournament_id, one.hand), []).append(one)
    return {
        one.entry_id: _place(one, together[one.entry.tournament_id, one.hand], ahead[one.entry_id])
        for one in mine
    }


def _place(mine: Knockout, hand: Sequence[Knockout], ahead: int) -> int:
    """Return the place of who went out in a hand, others with them or not."""
    if len(hand) == 1:
        return ahead + 1
    event = mine.entry.tournament
    order = _finish(book_on(event.club_id, event.gaming_day), hand, ahead)
    return next(each.place for each in order.places if str(mine.entry_id) in each.players)


def prizes_by_places(tournament: Tournament) -> tuple[list[int], tuple[Because, ...]]:
    """
    Return the fixed prizes by place, each that was withheld shared by the others, and why.

    What was awarded before a disqualification stays as it was, also where it was taken back since
    and is awarded anew. Source: AMB-81.
    """
    prizes, because = list(tournament.fixed.prizes_cents), list[Because]()
    outs = Knockout.objects.filter(entry__tournament=tournament, undone_at=None)
    if not outs.filter(prize_withheld=True, came_back_at=None).exists():
        return prizes, ()
    book = book_on(tournament.club_id, tournament.gaming_day)
    places = standings(tournament)
    withheld = [one for one in places if one.knockout and one.knockout.prize_withheld]
    together = {one.place: one.shared for one in places}
    for one in sorted(withheld, key=lambda each: each.knockout.act_id if each.knockout else 0):
        assert one.knockout
        before = prizes_before(tournament, one.knockout.act_id)
        found = disqualify(
            book,
            players_left=one.place,
            chips=one.knockout.stack,
            prizes_cents=prizes,
            withheld=True,
            awarded=_covered(before.values_list("place", flat=True), together),
        )
        prizes = list(found.prizes_cents)
        because += found.because
    return prizes, tuple(because)


def _covered(awarded: Iterable[int], together: Mapping[int, int]) -> set[int]:
    """Return the places of prizes; a shared one uses up as many as have it (AMB-55)."""
    return {
        place + following
        for place, prizes in Counter(awarded).items()
        for following in range(max(prizes, together.get(place, 1)))
    }


def won_bounties(tournament: Tournament, *, ended: bool) -> Bounties | None:
    """
    Return what everybody's bounty chips paid so far; at the end the survivors keep their own.

    None where there are no bounties, or nobody yet who has a chip. Entries are named by their id.
    Source: AMB-63 to AMB-66.
    """
    if not tournament.bounty_cents:
        return None
    book = book_on(tournament.club_id, tournament.gaming_day)
    outs = Knockout.objects.filter(entry__tournament=tournament, undone_at=None, stopped=True)
    # Who stopped after a deal keeps the own chip, as who is left.
    left = [*playing(tournament), *(one.entry for one in outs.select_related("entry"))]
    if not left:
        return None
    found = bounties(
        book,
        bounty_cents=tournament.bounty_cents,
        entrants=[str(each.pk) for each in unrefunded(tournament)],
        events=_story(tournament),
        survivors=[str(each.pk) for each in left],
    )
    return found if ended else _without_own(found, tournament)


def _without_own(found: Bounties, tournament: Tournament) -> Bounties:
    """Return what is won before the end: chips that nobody won, and own ones, are still open."""
    paid: dict[str, int] = dict.fromkeys(found.payouts_cents, 0)
    for event in _story(tournament):
        if isinstance(event, ChipWon):
            shares = divmod(tournament.bounty_cents, len(event.by))
            for place, name in enumerate(event.by):
                paid[name] += shares[0] + (place < shares[1])
    return Bounties(
        payouts_cents=paid,
        chips_issued=found.chips_issued,
        total_cents=sum(paid.values()),
        because=(replace(found.because[0], result=paid),),
    )


def _story(tournament: Tournament) -> list[Event]:
    """Return knock-outs and new chips in their order."""
    outs = Knockout.objects.filter(entry__tournament=tournament, undone_at=None, stopped=False)
    told: list[tuple[int, Event]] = []
    for one in outs.order_by("id"):
        name = str(one.entry_id)
        by = tuple(str(each) for each in one.by)
        gone: Event = (
            Disqualified(kind="disqualified", out=name)
            if one.disqualified
            else ChipWon(kind="knockout", out=name, by=by)
        )
        told.append((one.act_id, gone))
    sold = Purchase.objects.filter(entry__tournament=tournament, what__in=("rebuy", "reentry"))
    again, begun = sold.filter(refund=None), dict[tuple[int, datetime], int]()
    for entry_id, at, act_id in sold.order_by("-act_id").values_list("entry_id", "at", "act_id"):
        # One whose tender was corrected was sold by the first act of its instant.
        begun[entry_id, at] = act_id
    came_back = set(outs.exclude(came_back_at=None).values_list("entry_id", "came_back_at"))
    told += [
        (begun[sale.entry_id, sale.at], Rebuy(kind="rebuy", player=str(sale.entry_id)))
        for sale in again
        if (sale.entry_id, sale.at) in came_back
    ]
    return [event for _, event in sorted(told, key=lambda pair: pair[0])]


def collected_cents(tournament: Tournament) -> dict[int, int]:
    """Return what each entry's player has handed in of bounty chips, by entry."""
    sums = bounties_of(tournament).values_list("entry")
    return dict(sums.annotate(cents=Sum("cents")).values_list("entry", "cents"))


def open_chips(tournament: Tournament) -> set[int]:
    """Return the entries whose players won bounty chips that they have not handed in."""
    won = won_bounties(tournament, ended=False)
    given = collected_cents(tournament) if won else {}
    cents = won.payouts_cents if won else {}
    return {int(name) for name, so_far in cents.items() if so_far > given.get(int(name), 0)}
