"""Reading the cash tables."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Subquery, Sum, Value
from django.db.models.expressions import CombinedExpression
from django.db.models.functions import Coalesce

from cashgames.models import (
    ChipMove,
    Hand,
    OverShort,
    Seat,
    Session,
    Settled,
    Table,
    TableChange,
    TimeShare,
)
from cashgames.queries.games import game_corrections, game_said
from cashgames.rules.reconcile import TableMoney
from casino.db import asked_once
from casino.kept_sql import kept_sql
from casino.ledger.queries import gaming_days
from casino.ledger.queries.as_of import recorded_by
from casino.ledger.queries.balances import balance_cents, moved_by_kind
from casino.messages import msg
from casino.names import natural
from casino.paging import Page
from casino.players.queries import card_ids
from casino.refusals import NotFound

# How many hands there were: one that is taken back counts where it is booked, and then less.
NUMBER = Count("id") - 2 * Count("reverses")
TIME_SHARES = TimeShare.objects.filter(period__session=OuterRef("pk"))
HOUR, MINUTE = timedelta(hours=1), timedelta(minutes=1)


@dataclass(frozen=True, kw_only=True, slots=True)
class TableCheck:
    """
    Where the chips of a session came from and went. Source: AMB-117.

    All in cents; `over_short_cents`: counted beyond the books and booked, short if negative;
    `boxes_cents`: what the count room took off it, box by box and with what they lacked;
    `settled_cents`: what corrections left on it when it was closed already, which is what guests
    hold; `chips_cents`: what lies on the table now by the ledger.
    """

    buy_ins_cents: int
    top_ups_cents: int
    cash_outs_cents: int
    returned_cents: int
    moved_in_cents: int
    removed_cents: int
    moved_out_cents: int
    tips_cents: int
    bar_cents: int
    rake_cents: int
    time_rake_cents: int
    drop_cents: int
    over_short_cents: int
    boxes_cents: int
    settled_cents: int
    chips_cents: int

    @property
    def money(self) -> TableMoney:
        """The same as the rule, and the calculator, reads it."""
        return TableMoney(
            buy_ins_cents=self.buy_ins_cents,
            top_ups_cents=self.top_ups_cents,
            cash_outs_cents=self.cash_outs_cents,
            rake_cents=self.rake_cents,
            time_rake_cents=self.time_rake_cents,
            jackpot_drop_cents=self.drop_cents,
            tips_cents=self.tips_cents,
            food_and_drink_cents=self.bar_cents,
            stacks_held_cents=self.removed_cents,
            chips_still_in_play_cents=self.chips_cents,
            stacks_returned_cents=self.returned_cents,
            moved_in_cents=self.moved_in_cents,
            moved_out_cents=self.moved_out_cents,
            over_short_cents=self.over_short_cents,
            boxes_cents=self.boxes_cents,
            settled_cents=self.settled_cents,
        )

    @property
    def difference_cents(self) -> int:
        """What came in less what went out and lies there; 0 or the books are wrong."""
        return -self.money.difference_cents


@dataclass(frozen=True, kw_only=True, slots=True)
class SessionTake:
    """What a session gave the house and the jackpot, in cents."""

    session: Session
    hands: int
    rake_cents: int
    time_rake_cents: int
    drop_cents: int


def tables(club_id: int) -> list[Table]:
    found = Table.objects.filter(club_id=club_id).order_by("name", "id")
    return sorted(found, key=lambda table: natural(table.name))


def session(club_id: int, session_id: int) -> Session:
    """Return a session of the club with its table. Raises NotFound."""
    for found in _sessions(club_id, session_id):
        return found
    raise NotFound(msg("This club has no such table session."), field="session_id")


@kept_sql
def _sessions(club_id: int, session_id: int) -> QuerySet[Session]:
    return Session.objects.select_related("table").filter(club_id=club_id, id=session_id)


@asked_once
def open_sessions(club_id: int) -> list[Session]:
    return sorted(_running(club_id), key=by_table)


@kept_sql
def _running(club_id: int) -> QuerySet[Session]:
    running = Session.objects.filter(club_id=club_id, closed_at=None).select_related("table")
    return running.order_by("id")


def open_on(club_id: int, day: date) -> list[Session]:
    """Return the sessions that were opened up to a gaming day and are open yet, by table."""
    bounds = gaming_days.day(club_id, day)
    running = open_sessions(club_id)
    return [each for each in running if bounds and each.opened_at < bounds.closes_at]


def sessions_since(club_id: int, since: datetime) -> list[Session]:
    """Return the sessions that are open or closed since an instant, by table."""
    lately = Session.objects.filter(Q(closed_at=None) | Q(closed_at__gt=since), club_id=club_id)
    return sorted(lately.select_related("table").order_by("-id"), key=by_table)


def sessions_on(club_id: int, day: date) -> list[SessionTake]:
    """Return what each session took on a gaming day, from hands and paid shares; by table."""
    taken = {row["session"]: row for row in _taken(club_id, day)}
    by_time = dict(_paid_by_time(club_id, day))
    found = Session.objects.filter(id__in=[*taken, *by_time]).select_related("table")
    nothing = {"hands": 0, "rake": 0, "drop": 0}
    return [
        SessionTake(
            session=each,
            hands=taken.get(each.id, nothing)["hands"],
            rake_cents=taken.get(each.id, nothing)["rake"],
            time_rake_cents=by_time.get(each.id, 0),
            drop_cents=taken.get(each.id, nothing)["drop"],
        )
        for each in sorted(found.order_by("id"), key=by_table)
    ]


def games_at(
    sessions: Collection[Session], at: datetime, *, known_at: datetime | None = None
) -> dict[int, str]:
    """
    Return what was played at tables at an instant, by the changes since.

    known_at: by when it was said later what was dealt in truth, None: whenever.
    """
    later = TableChange.objects.filter(session__in=sessions, what=TableChange.What.GAME, at__gt=at)
    changed = {each.session_id: each.before["game"] for each in later.order_by("-at", "-id")}
    said = game_corrections(sessions, known_at=known_at)
    of = {each.pk: [one for one in said if one.session_id == each.pk] for each in sessions}
    right = {pk: one.game for pk, found in of.items() if (one := game_said(found, at))}
    return {each.pk: each.game for each in sessions} | changed | right


@kept_sql
def _taken(club_id: int, day: date) -> QuerySet[Hand, Any]:
    hands = Hand.objects.filter(session__club_id=club_id, gaming_day=day).values("session")
    return hands.annotate(hands=NUMBER, rake=Sum("rake_cents"), drop=Sum("drop_cents"))


@kept_sql
def _paid_by_time(club_id: int, day: date) -> QuerySet[TimeShare, Any]:
    paid = TimeShare.objects.filter(period__session__club_id=club_id, gaming_day=day)
    return paid.values_list("period__session").annotate(cents=Sum("cents"))


def by_table(session: Session) -> list[tuple[bool, int, str]]:
    """Return by what sessions stand in the order of their tables."""
    return natural(session.table.name)


@asked_once
@kept_sql
def seats(session_id: int) -> QuerySet[Seat]:
    """Return who sits at the table now, by seat."""
    taken = Seat.objects.filter(session_id=session_id, left_at=None)
    return taken.select_related("player").order_by("number")


def has_left(session_id: int, player_id: int) -> bool:
    """Return whether a player had a seat at the table and has none now."""
    held = Seat.objects.filter(session_id=session_id, player_id=player_id)
    return held.exists() and not held.filter(left_at=None).exists()


def seats_taken(known_at: datetime | None = None) -> QuerySet[Seat]:
    """
    Return the seats of all tables, but for those never taken: their buy-ins were reversed.

    known_at: as they were written down by then.
    """
    inflow_kinds = [ChipMove.Kind.BUY_IN, ChipMove.Kind.RETURNED, ChipMove.Kind.MOVED_IN]
    undone = ChipMove.objects.filter(seat=OuterRef("pk"), reverses__kind__in=inflow_kinds)
    never = Q(Exists(recorded_by(undone, known_at)), left_at=F("sat_at"))
    return recorded_by(Seat.objects.exclude(never), known_at)


@kept_sql
def seats_at(session_id: int, at: datetime) -> QuerySet[Seat]:
    """Return who had a seat at the table at an instant, present or not, by seat (AMB-26)."""
    taken = Seat.objects.filter(Q(left_at=None) | Q(left_at__gt=at), session_id=session_id)
    return taken.filter(sat_at__lte=at).select_related("player").order_by("number")


def seats_since(session_id: int, since: datetime) -> list[Seat]:
    """Return who had a seat at the table at some time since an instant, by seat, then by time."""
    taken = Seat.objects.filter(Q(left_at=None) | Q(left_at__gt=since), session_id=session_id)
    return list(taken.select_related("player").order_by("number", "sat_at"))


def hand(session_id: int, name: str) -> Hand | None:
    """Return the hand of that name at a table as it stands, None where none is recorded."""
    return next(iter(_hands_named(session_id, name)), None)


@kept_sql
def _hands_named(session_id: int, name: str) -> QuerySet[Hand]:
    return Hand.objects.filter(Hand.STANDS, session_id=session_id, name=name).order_by("id")


@kept_sql
def moves(session_id: int) -> QuerySet[ChipMove]:
    """Return the buy-ins, top-ups and cash-outs of a session, latest first; corrected ones too."""
    found = ChipMove.objects.filter(seat__session_id=session_id, reverses=None)
    rows = found.select_related("seat__player", "entry").prefetch_related("reversals")
    return rows.order_by("-at", "-id")


def spent(session_id: int) -> list[ChipMove]:
    """Return the tips, food and drink of a session that stand, latest first."""
    return [each for each in moves(session_id) if each.stands and each.kind in ChipMove.SPENT]


def hands(session_id: int, *, page: Page | None = None) -> list[Hand]:
    """Return the latest hands of a session, latest first; corrected ones too."""
    found = Hand.objects.filter(session_id=session_id, reverses=None)
    rows = found.prefetch_related("reversals").order_by("-played_at", "-id")
    return (page or Page(20)).of(rows)


def hands_between(session_id: int, since: datetime, until: datetime) -> int:
    """Return how many hands were recorded after an instant, up to another one."""
    return next(iter(_numbers(session_id, since, until)), 0)


@kept_sql
def _numbers(session_id: int, since: datetime, until: datetime) -> QuerySet[Hand, int]:
    played = Hand.objects.filter(session_id=session_id, played_at__gt=since, played_at__lte=until)
    return played.values("session").annotate(number=NUMBER).values_list("number", flat=True)


def short_buy_ins(club_id: int, player_id: int, gaming_day: date) -> int:
    """Return how often a player bought in short on a day, by any card (OLY-2.20, AMB-118)."""
    return len(_short_buy_ins(club_id, player_id, gaming_day))


@kept_sql
def _short_buy_ins(club_id: int, player_id: int, gaming_day: date) -> QuerySet[ChipMove]:
    of_day = Q(concerns=gaming_day) | Q(concerns=None, gaming_day=gaming_day)
    return ChipMove.objects.filter(
        of_day,
        ChipMove.STANDS,
        seat__session__club_id=club_id,
        seat__player__in=card_ids(player_id),
        short=True,
    )


def table_check(session: Session) -> TableCheck:
    """Return where the chips of a session came from and went (AMB-117)."""
    moved = dict(_moved(session))
    rake, drop, over, by_time, settled = _summed(session)[0]
    return TableCheck(
        buy_ins_cents=moved.get("buy_in", 0),
        top_ups_cents=moved.get("top_up", 0),
        cash_outs_cents=moved.get("cash_out", 0),
        returned_cents=moved.get("returned", 0),
        moved_in_cents=moved.get("moved_in", 0),
        removed_cents=moved.get("removed", 0),
        moved_out_cents=moved.get("moved_out", 0),
        tips_cents=moved.get("tip", 0),
        bar_cents=moved.get("bar", 0),
        rake_cents=rake,
        time_rake_cents=by_time,
        drop_cents=drop,
        over_short_cents=over,
        boxes_cents=_boxes_cents(session),
        settled_cents=settled,
        chips_cents=chips_cents(session),
    )


@kept_sql
def _moved(session: Session) -> QuerySet[ChipMove, Any]:
    moved = ChipMove.objects.filter(seat__session=session)
    return moved.values_list("kind").annotate(cents=Sum("cents"))


@kept_sql
def _summed(session: Session) -> QuerySet[Session, Any]:
    """Return rake, drop, over or short, time rake in chips and what corrections settled."""
    hands, counted = Hand.objects, OverShort.objects
    return Session.objects.filter(pk=session.pk).values_list(
        _sum(hands.filter(session=OuterRef("pk")), "rake_cents"),
        _sum(hands.filter(session=OuterRef("pk")), "drop_cents"),
        _sum(counted.filter(session=OuterRef("pk")), F("counted_cents") - F("expected_cents")),
        _sum(TIME_SHARES.filter(paid_with=ChipMove.PaidWith.CHIPS), "cents"),
        _sum(Settled.objects.filter(session=OuterRef("pk")), "cents"),
    )


def _sum(rows: QuerySet[Any], cents: str | CombinedExpression) -> Coalesce:
    whole = rows.order_by().annotate(every=Value(1)).values("every")
    return Coalesce(Subquery(whole.annotate(summed=Sum(cents)).values("summed")), 0)


def _boxes_cents(session: Session) -> int:
    """Return what the count room took off a table, by the ledger."""
    moved = moved_by_kind(session.club_id, "chips:table", session.pk) if session.by_box else {}
    return sum(cents for kind, cents in moved.items() if kind.startswith("countroom."))


def chips_cents(session: Session) -> int:
    """Return the chips that lie on a table by the books."""
    return -balance_cents(session.club_id, "chips:table", session.pk)


def over_shorts(session_id: int) -> list[OverShort]:
    """Return how often a table was counted over or short, the latest first."""
    found = OverShort.objects.filter(session_id=session_id).order_by("-at", "-id")
    return list(found.select_related("session__table", "player", "booked_by", "signed_by"))


def rake_per_hour_cents(session: Session, *, at: datetime) -> int | None:
    """
    Return what a game brought the house by the hour so far.

    None before its first hour, and where boxes are counted: who counts is told of none.
    """
    open_for = (session.closed_at or at) - session.opened_at
    if open_for < HOUR or session.by_box:
        return None
    brought: int = sum(_brought(session)[0])
    minutes = open_for // MINUTE
    return brought * (HOUR // MINUTE) // minutes


@kept_sql
def _brought(session: Session) -> QuerySet[Session, Any]:
    return Session.objects.filter(pk=session.pk).values_list(
        _sum(Hand.objects.filter(session=OuterRef("pk")), "rake_cents"),
        _sum(TIME_SHARES.filter(paid_at__isnull=False), "cents"),
    )


def table_bank_cents(session: Session) -> int:
    """Return the notes that lie in a table's bank."""
    return balance_cents(session.club_id, "cash:table", session.pk)


def next_hand_name(session_id: int) -> str:
    """Return the number of the next hand at a table."""
    return str(sum(_numbered(session_id)) + 1)


@kept_sql
def _numbered(session_id: int) -> QuerySet[Hand, Any]:
    dealt = Hand.objects.filter(session_id=session_id, reverses=None)
    # One that was entered at another table came with its number.
    numbered = dealt.filter(Q(instead_of=None) | ~Q(instead_of__session_id=session_id))
    return numbered.values("session").annotate(n=Count("id")).values_list("n", flat=True)
