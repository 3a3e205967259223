"""Reading the count room: boxes, counts, what a table's boxes should hold. Cents."""

from collections import Counter, defaultdict
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce

from cashgames.models import Session
from cashgames.queries.boxes import CHANGE_AROUND, most_seated
from cashgames.queries.tables import by_table, open_sessions
from casino.approvals.queries import hands_of
from casino.cage.queries.blind import cage_unseen, may_count
from casino.clock import ONE_DAY, day_bounds
from casino.countroom.models import Box, Count, DealerTurn, Settlement
from casino.countroom.rules import (
    NOTHING_UNSEEN,
    Fee,
    Turn,
    Unseen,
    agree,
    shares_by_dealer,
)
from casino.db import asked_once
from casino.house.models import Club
from casino.house.queries import book_on, club_stamp
from casino.house.rulebook import RuleBook
from casino.house.stamp import Stamp
from casino.kept_sql import kept_sql
from casino.ledger.queries import documents, gaming_days
from casino.ledger.queries.balances import balance_cents
from casino.ledger.queries.rows import DayRow
from casino.messages import msg
from casino.refusals import NotFound
from casino.staff.models import Membership, Role

# Whoever has none of these roles is of the floor; one of two counters is not (RELIABILITY 4).
COUNT_ROOM = (Role.CASHIER, Role.ACCOUNTANT)
# What a table's float holds by the books.
FLOATS = ("chips:bank", "cash:table")


@dataclass(frozen=True, kw_only=True, slots=True)
class TableTake:
    """
    What the boxes of a table should hold and what was counted in them.

    expected_cents: buy-ins less cash-outs, what a table without players left over (AMB-117);
    on_table_cents: the part of it that no box has shown yet.
    """

    expected_cents: int
    counted_cents: int
    on_table_cents: int

    @property
    def difference_cents(self) -> int:
        """Counted less expected; negative: short."""
        return self.counted_cents - self.expected_cents


@dataclass(frozen=True, kw_only=True, slots=True)
class BoxDifference:
    """
    A table whose boxes held something else than they should, and who dealt there.

    counted_cents: with what was voided and counted in its place since it was settled.
    """

    settlement: Settlement
    counted_cents: int
    difference_cents: int
    by_dealer: dict[str, int]


def box(club_id: int, box_id: int) -> Box:
    """Return a box of the club, void or not. Raises NotFound."""
    found = _boxes(club_id).filter(id=box_id, reverses=None).first()
    if found is None:
        raise NotFound(msg("There is no such box in this club."), field="box_id")
    return found


def held_box(club_id: int, box_id: int) -> Box:
    """Hold a box for this transaction. Raises NotFound."""
    box(club_id, box_id)
    held = Box.objects.select_for_update(no_key=True, of=("self",)).select_related("session")
    return held.get(id=box_id)


@asked_once
def waiting_boxes(club_id: int, day: date | None = None) -> list[Box]:
    """Return the boxes that wait for a count, those up to a gaming day if one is given."""
    return sorted(_waiting(club_id, day), key=_by_day_and_table)


@kept_sql
def _waiting(club_id: int, day: date | None) -> QuerySet[Box]:
    waiting = _boxes(club_id).filter(booked_at=None, void_at=None)
    if day:
        waiting = waiting.filter(gaming_day__lte=day)
    return waiting.order_by("fee", "number")


def boxes_on(club_id: int, day: date) -> list[Box]:
    """Return the counted boxes of a gaming day, and what was voided on it, by table."""
    return sorted(_booked_on(club_id, day), key=_by_day_and_table)


@kept_sql
def _booked_on(club_id: int, day: date) -> QuerySet[Box]:
    counted = _boxes(club_id).filter(gaming_day=day, booked_at__isnull=False)
    return counted.order_by("fee", "number")


def _by_day_and_table(box: Box) -> tuple[Any, ...]:
    return box.gaming_day, by_table(box.session)


def boxes_of(session_id: int) -> list[Box]:
    """Return the boxes of a table's game, void ones too, in the order in which they came off."""
    found = Box.objects.filter(session_id=session_id, reverses=None).select_related("taken_by")
    return list(found.order_by("taken_at", "id"))


def put_on_at(box: Box) -> datetime:
    """Return when a box came onto the table: as the one before it went, or with the game."""
    before = Box.objects.filter(session=box.session, fee=box.fee, void_at=None, reverses=None)
    earlier = before.filter(taken_at__lt=box.taken_at).order_by("-taken_at").first()
    return earlier.taken_at if earlier else box.session.opened_at


def takes(book: RuleBook, session: Session, fee: Fee) -> bool:
    """Return whether the house takes a fee at a table by the rules of a day."""
    if fee == "jackpot":
        return book.jackpot is not None and session.pool_ref is not None
    return fee == "rake" or book.time_rake is not None


def fees_left_on(session: Session, night: DayRow) -> set[Fee]:
    """
    Return for what fees a box of a night is on a table yet, which played on over its end.

    Rake and time rake are one of the two: a box of either serves.
    """
    ended = night.closes_at
    played_on = session.opened_at < ended and (session.closed_at or ended) >= ended
    if not played_on or settlement(session):
        return set()
    book = book_on(session.club_id, night.day)
    changed = Box.objects.filter(
        session=session,
        gaming_day=night.day,
        void_at=None,
        reverses=None,
        taken_at__gte=ended - CHANGE_AROUND,
    )
    off = set(changed.values_list("fee", flat=True))
    left: set[Fee] = set() if off & {"rake", "time"} else {"rake", "time"}
    if book.jackpot and "jackpot" not in off and most_seated(session) >= book.jackpot.min_players:
        left.add("jackpot")
    return {fee for fee in left if takes(book, session, fee)}


def nights_left_on(session: Session, fee: Fee, *, before: date) -> list[date]:
    """Return the nights before a day, not sealed yet, whose box of a fee is on a table yet."""
    club = Club.objects.get(id=session.club_id)
    first = club_stamp(club, at=session.opened_at, actor_id=None).gaming_day
    nights = gaming_days.days_between(club.pk, first, before - ONE_DAY)
    open_yet = [night for night in nights if night.state != "sealed"]
    return [night.day for night in open_yet if fee in fees_left_on(session, night)]


def void_ones(session: Session) -> list[Box]:
    """
    Return a game's counted boxes that are void, of nights not sealed, until the right one is.

    Of one number, which comes back every night, the earliest night's: the next is after it.
    """
    gone = Box.objects.filter(session=session, reversed_by__isnull=False).order_by("act_id")
    last = {(each.number, each.gaming_day): each for each in gone.select_related("reversed_by")}
    standing = Box.objects.filter(session=session, void_at=None, reverses=None)
    anew = {(each.number, each.gaming_day): each.act_id for each in standing}
    lacking = [void for which, void in last.items() if anew.get(which, 0) < void.reversed_by.act_id]
    nights = {
        each: gaming_days.day(session.club_id, each) for each in {v.gaming_day for v in lacking}
    }
    open_yet = [v for v in lacking if (night := nights[v.gaming_day]) and night.state != "sealed"]
    open_yet.sort(key=lambda void: void.gaming_day, reverse=True)
    return list({void.number: void for void in open_yet}.values())


def voided_night(session: Session, fee: Fee, since: Settlement) -> date | None:
    """
    Return the night of a box that was voided since a settlement, until the right one is off.

    The earliest where there are several; a right one that is void, too, lacks no second one.
    """
    changed = changed_since(session, since.act_id).filter(fee=fee)
    gone = changed.filter(reverses__isnull=False, reverses__act_id__lt=since.act_id)
    anew = changed.filter(reverses=None, void_at=None).values_list("gaming_day", flat=True)
    nights = gone.values_list("reverses__gaming_day", flat=True)
    return min(Counter(nights) - Counter(anew), default=None)


def boxes_left_on(club_id: int, day: date) -> list[Session]:
    """Return the tables that played on over the end of a gaming day with its boxes on."""
    night = gaming_days.day(club_id, day)
    if night is None or night.state == "open":
        return []
    found = Session.objects.filter(
        Q(closed_at=None) | Q(closed_at__gte=night.closes_at),
        club_id=club_id,
        by_box=True,
        opened_at__lt=night.closes_at,
    )
    left_on = [each for each in found.select_related("table") if fees_left_on(each, night)]
    return sorted(left_on, key=by_table)


def night_end(box: Box) -> datetime:
    """Return the last instant of the night that a box is of."""
    club = Club.objects.get(id=box.club_id)
    _, ended = day_bounds(box.gaming_day, timezone=club.timezone, closes_at=club.closes_at)
    return ended - timedelta.resolution


def boxes_to_count(session: Session) -> list[Box]:
    """Return the boxes of a game that two people have not agreed on yet."""
    return list(Box.objects.filter(session=session, booked_at=None, void_at=None).order_by("id"))


def settlement(session: Session) -> Settlement | None:
    """Return how a game was settled, None where it was not, or that was taken back."""
    return session.settlements.filter(void_at=None).first()


def unseen(stamp: Stamp) -> Unseen:
    """
    Return what the books don't tell the stamp's actor, who may count it and has not yet.

    The vault until its gaming day is closed, a drawer until its shift is, a table's float until the
    table is, and the accounts of house chips, from which the same could be read. A job is told
    everything.
    """
    if stamp.actor_id is None:
        return NOTHING_UNSEEN
    since = cage_unseen(stamp)
    if may_count(stamp, "countroom.send_credit", "countroom.confirm_credit"):
        where = Club.objects.get(id=stamp.club_id)
        opened = {
            each.pk: club_stamp(where, at=each.opened_at, actor_id=None).gaming_day
            for each in open_sessions(stamp.club_id)
        }
        since |= {(code, table): day for table, day in opened.items() for code in FLOATS}
        if opened:
            since["chips:stock", 0] = min(opened.values())
    return Unseen(since=since)


def counts(box: Box) -> list[Count]:
    """Return every count of a box, the struck out ones too, in order."""
    found = box.counts.select_related("counter", "corrected_by").prefetch_related("lines")
    return list(found.order_by("id"))


def counts_shown(box: Box, person_id: int) -> list[Count]:
    """Return the counts of a box that a person may read: before it is booked only their own."""
    found = counts(box)
    return found if box.booked_at else [each for each in found if each.counter_id == person_id]


def standing_count(box: Box, counter_id: int) -> Count | None:
    """Return a person's count of a box that was not struck out."""
    return box.counts.filter(counter_id=counter_id, corrected_by=None).first()


def agreeing_count(count: Count) -> Count | None:
    """Return another person's standing count of the same chips, if one of both may sign."""
    others = Count.objects.filter(box_id=count.box_id, corrected_by=None)
    own = hands_of(count.act_id, count.counter_id)
    for other in others.exclude(counter_id=count.counter_id).select_related("counter"):
        if own & hands_of(other.act_id, other.counter_id):
            continue
        people = [count.counter_id, other.counter_id]
        if agree(_denominations(count), _denominations(other)) and _beyond_the_floor(count, people):
            return other
    return None


def table_take(session: Session) -> TableTake:
    """Return what the boxes of a game should hold and what was counted (AMB-117)."""
    booked = Box.objects.filter(session=session, booked_at__isnull=False)
    entries = documents.entries(session.club_id, Q(id__in=list(_ids(booked))))
    shown = sum(entry.cents_on("chips:table") for entry in entries)
    on_table = -balance_cents(session.club_id, "chips:table", session.pk)
    return TableTake(
        expected_cents=on_table + shown,
        counted_cents=sum(each.counted_cents or 0 for each in booked),
        on_table_cents=on_table,
    )


@asked_once
def unsettled(club_id: int, *, day: date | None = None) -> list[Session]:
    """Return the closed games whose boxes are not all counted and settled, up to a gaming day."""
    bounds = gaming_days.day(club_id, day) if day else None
    if day and not bounds:
        return []
    return _unsettled(club_id, bounds.closes_at if bounds else None)


@kept_sql
def _unsettled(club_id: int, before: datetime | None) -> QuerySet[Session]:
    closed = Session.objects.filter(
        ~Exists(Settlement.objects.filter(session=OuterRef("pk"), void_at=None)),
        club_id=club_id,
        by_box=True,
        closed_at__isnull=False,
    )
    if before:
        closed = closed.filter(closed_at__lt=before)
    return closed.select_related("table").order_by("closed_at")


def differences(club_id: int) -> list[BoxDifference]:
    """Return the tables whose boxes differed, the latest first, by the dealers' time there."""
    standing = Settlement.objects.filter(session__club_id=club_id, void_at=None)
    since = changed_since(OuterRef("session"), OuterRef("act_id")).order_by().values("session")
    changed = Subquery(since.annotate(cents=Sum("counted_cents")).values("cents"))
    found = standing.select_related("session__table", "settled_by").annotate(
        counted=F("counted_cents") + Coalesce(changed, 0)
    )
    return [
        BoxDifference(
            settlement=each,
            counted_cents=each.counted,
            difference_cents=difference,
            by_dealer=shares_by_dealer(
                difference, turns(each.session), until=each.session.closed_at or each.settled_at
            ),
        )
        for each in found.order_by("-id")
        if (difference := each.counted - each.expected_cents)
    ]


def by_dealer(found: list[BoxDifference]) -> dict[str, int]:
    """Return what differed by dealer, in cents, by name; nobody known: ""."""
    cents: dict[str, int] = defaultdict(int)
    for each in found:
        for dealer, share in each.by_dealer.items():
            cents[dealer] += share
    return dict(sorted(cents.items()))


def changed_since(session: Any, act_id: Any) -> QuerySet[Box]:
    """Return what was voided of a game's boxes, and counted in its place, since an act."""
    return Box.objects.filter(session=session, act_id__gt=act_id)


def turns(session: Session) -> list[Turn]:
    """Return who dealt at a table, in order."""
    return [Turn(dealer=each.dealer, began_at=each.began_at) for each in dealer_turns(session)]


def dealer_turns(session: Session) -> list[DealerTurn]:
    """Return who dealt at a table from when on; of several from one instant on the latest."""
    found = DealerTurn.objects.filter(session=session).order_by("began_at", "id")
    return list({each.began_at: each for each in found}.values())


def _boxes(club_id: int) -> QuerySet[Box]:
    found = Box.objects.filter(club_id=club_id)
    return found.select_related("session__table", "taken_by")


def _denominations(count: Count) -> dict[int, int]:
    return dict(count.lines.values_list("cents", "quantity"))


def _beyond_the_floor(count: Count, people: list[int]) -> bool:
    return Membership.objects.filter(
        club_id=count.box.club_id, user_id__in=people, role__in=COUNT_ROOM
    ).exists()


def _ids(booked: QuerySet[Box]) -> QuerySet[Box, int | None]:
    return booked.exclude(entry_id=None).values_list("entry_id", flat=True)
