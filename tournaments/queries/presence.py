"""Who was seen at the seat, who never came, and what becomes of a stack without its player."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from casino.db import asked_once
from casino.house.queries import book_on
from tournaments.models import Entry, Knockout, Presence, Purchase, Tournament, WaitlistEntry
from tournaments.queries.clock import rebuys_open, registration_open
from tournaments.queries.days import at_play, bags_of
from tournaments.queries.order import playing
from tournaments.queries.pool_awards import jackpots_won
from tournaments.queries.undo import undone_acts
from tournaments.rules.ending import stays_verdict
from tournaments.rules.paid_stack import PaidStackState, RemovalVerdict, paid_stack, removal
from tournaments.rules.purchases import Buying, purchase_allowed
from tournaments.rules.verdict import SaleVerdict


@dataclass(frozen=True, kw_only=True, slots=True)
class Attendance:
    """here: whether present, by entry, nothing where nobody looked; arrived: who ever was."""

    here: dict[int, bool]
    arrived: frozenset[int]

    @property
    def never_came(self) -> frozenset[int]:
        """Entries that are absent and were never seen present."""
        return frozenset(each for each, here in self.here.items() if not here) - self.arrived


@dataclass(frozen=True, kw_only=True, slots=True)
class NoShow:
    """Who never came, how the paid stack stands, and whether it can be removed now."""

    entry: Entry
    stack: PaidStackState
    removal: RemovalVerdict


@asked_once
def attendance(tournament: Tournament, *, without: int = 0) -> Attendance:
    """
    Return who was seen where at last, and who ever came.

    without: the id of an act, as if it had not been.
    """
    rows = list(_noted(tournament, without).order_by("id").values_list("entry", "present"))
    return Attendance(here=dict(rows), arrived=frozenset(one for one, here in rows if here))


def seen(tournament: Tournament) -> list[Presence]:
    """Return what was noted of each player at last, by ticket."""
    rows = _noted(tournament)
    return list(rows.order_by("entry__number", "-id").distinct("entry__number"))


def no_shows(tournament: Tournament, at: datetime) -> list[NoShow]:
    """Return who plays and never came, by ticket."""
    missing = attendance(tournament).never_came
    if not missing:
        return []
    return absent_stacks(tournament, [one for one in playing(tournament) if one.pk in missing], at)


def absent_stacks(tournament: Tournament, entries: Sequence[Entry], at: datetime) -> list[NoShow]:
    """Return what becomes of the stacks of players who are not there."""
    book, arrived = (
        book_on(tournament.club_id, tournament.gaming_day),
        attendance(tournament).arrived,
    )
    waits, late = _has_waited(tournament), registration_open(tournament, at)
    found = []
    for each in entries:
        facts = {
            "has_come": each.pk in arrived,
            "somebody_waits": waits,
            "late_registration": late,
        }
        stack = paid_stack(book, **facts)
        found.append(NoShow(entry=each, stack=stack, removal=removal(book, **facts)))
    return found


def stays(tournament: Tournament, entries: Sequence[Entry], at: datetime) -> dict[int, SaleVerdict]:
    """Return of players without chips whether they may buy in again from the seat, by entry."""
    book, here = book_on(tournament.club_id, tournament.gaming_day), attendance(tournament).here
    in_period, bought = rebuys_open(tournament, at), Counter[int]()
    if in_period:
        sold = Purchase.objects.filter(entry__in=entries, what="rebuy", refund=None)
        bought.update(sold.values_list("entry", flat=True))
    found = {}
    for each in entries:
        wish = Buying(purchase="rebuy", chips=0, taken=bought[each.pk], in_period=in_period)
        again = purchase_allowed(book, tournament.terms, wish).allowed
        in_seat = here.get(each.pk, True)
        found[each.pk] = stays_verdict(book, chips=0, in_seat=in_seat, may_rebuy=again)
    return found


def not_entered(tournament: Tournament) -> frozenset[int]:
    """Return the entries whose paid stacks come into play with their players only (OLY-3.4.5)."""
    missing = attendance(tournament).never_came
    book = book_on(tournament.club_id, tournament.gaming_day)
    stands = paid_stack(
        book, has_come=False, somebody_waits=_has_waited(tournament), late_registration=True
    )
    if not missing or stands.state != "not_in_play":
        return frozenset()
    return missing & {each.pk for each in playing(tournament)}


def to_bag(tournament: Tournament) -> list[Entry]:
    """Return whose stacks go into bags at the end of the day: not of who never came (OLY-3.4.5)."""
    away = not_entered(tournament)
    return [one for one in at_play(tournament) if one.pk not in away]


def has_played(entry: Entry) -> bool:
    """Return whether an entry's stack is known to have been in play, by what stands (AMB-70)."""
    tournament = entry.tournament
    known_of = (
        entry.knockouts.filter(undone_at=None),
        bags_of(entry),
        Knockout.objects.filter(by__contains=[entry.pk], undone_at=None),
    )
    if any(found.exists() for found in known_of) or jackpots_won(entry):
        return True
    known = attendance(tournament)
    if tournament.started_at is None or entry.pk not in known.here:
        return False
    return entry.pk in known.arrived or entry.pk not in not_entered(tournament)


def _noted(tournament: Tournament, without: int = 0) -> QuerySet[Presence]:
    """Return what was noted and not taken back."""
    rows = Presence.objects.filter(entry__tournament=tournament)
    return rows.exclude(act_id__in={*undone_acts(tournament), without})


def _has_waited(tournament: Tournament) -> bool:
    """Return whether there is, or was, a waiting list: then all paid stacks play (OLY-3.4.6)."""
    return tournament.listed.filter(what=WaitlistEntry.What.WAITING).exists()
