"""Time rake: planned for a table, begun period by period, collected share by share."""

from collections.abc import Iterator
from datetime import datetime
from itertools import takewhile
from uuid import uuid5

import structlog
from django.db import DatabaseError
from django.db.models import QuerySet

from cashgames import postings
from cashgames.models import Hand, Session, TableChange, TimePeriod, TimeShare
from cashgames.queries import time_rake
from cashgames.queries.tables import seats, seats_at
from cashgames.rules.time_rake import checked_time_rake, shares_cents
from cashgames.services.desk import DeskMeans, TableDesk
from cashgames.services.shared import SeatNos, check_by_hand, running_session
from casino.acts.kinds import Amount, Id, Number, Reason
from casino.acts.runner import act
from casino.cage.services.amounts import round_cash
from casino.house.keys import namespace
from casino.house.models import Club
from casino.house.queries import book_on, club_stamp
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.ledger.entries import debit
from casino.messages import msg
from casino.refusals import Conflict, Refusal

log = structlog.get_logger()
# Keys of the job: the same period of the same table always makes the same key.
BEGUN = namespace("7b1c8f0a-30d5-4a8e-9a52-6f0d7f6f5a11")


class OneMode(Conflict):
    """A table pays a rake on its pots or for its time, not both."""

    code = "TIME-001"
    message = msg(
        "This game is already on the other kind of rake. "
        "A session runs on pot rake or time rake, not both."
    )
    source = "AMB-13"
    next_step = msg("Plan the time rake before the first hand of the next game.")


class NothingDue(Conflict):
    """A share is paid once."""

    code = "TIME-002"
    message = msg("None of these players owes time rake for that period.")
    next_step = msg("Check the table again.")
    next_page = "session"


class NotAtTheTable(Conflict):
    """Who has left has no chips on the table any more."""

    code = "TIME-003"
    message = msg("This guest has left the table.")
    next_step = msg("Take the payment in cash at the cage.")
    next_page = "shares-due"


@act("cashgames.plan_time_rake")
def plan_time_rake(stamp: Stamp, *, session_id: Id, table_cents: Amount | None) -> Session:
    """
    Let a table pay for its time from the next period on; None: it pays on its pots again.

    A plan for the wrong table is given up as long as nobody paid, once what is due was waived.
    table_cents: for each period, at most the house's maximum. Source: OLY-2.37, AMB-13, AMB-16.
    Raises NotFound, TableClosed, TakenByBox, OneMode, NoTimeRake, AboveHouseMaximum.
    """
    session = running_session(stamp, session_id)
    check_by_hand(session)
    begin_periods(stamp, session, begun_now=True)
    changed = (session.time_rake_cents is None) != (table_cents is None)
    book = book_on(stamp.club_id, stamp.gaming_day)
    # Where new rules know no time rake, a table of before pays on its pots again.
    ended = table_cents is None and book.time_rake is None
    if changed and not ended and _has_paid(session):
        back = msg("Reverse its hands and waive its shares first, if the plan was wrong.")
        raise OneMode(field="table_cents", next_step=back if table_cents is None else None)
    if table_cents is not None:
        checked_time_rake(book, table_cents)
        currency = Club.objects.get(id=stamp.club_id).currency
        ledger.open_account(stamp.club_id, "income:time-rake", currency=currency)
    if changed and ended:
        # What was dealt before stays a hand of time rake. Any other plan is the whole game's.
        TableChange.objects.create(
            session=session,
            what=TableChange.What.TIME_RAKE,
            before={"time_rake_cents": session.time_rake_cents},
            after={"time_rake_cents": None},
            asked_by_id=stamp.person_id,
            at=stamp.at,
            act_id=stamp.act_id,
        )
    if changed:
        session.time_rake_since = stamp.at
    session.time_rake_cents = table_cents
    session.save(update_fields=["time_rake_cents", "time_rake_since"])
    return session


@act("cashgames.collect_time_rake")
def collect_time_rake(
    stamp: Stamp,
    *,
    period_id: Id,
    paid_with: DeskMeans,
    shift_id: Id | None = None,
    unpaid: SeatNos = (),
) -> list[TimeShare]:
    """
    Book that everybody at the table has paid for a period, but for some seats.

    In chips who has left is left out, too. Each share is an entry of its own; in cash each has
    its slip, and what no coin makes is rounded. Source: OLY-2.37, AMB-14, AMB-15, AMB-123.
    Raises NotFound, NothingDue, ShiftNotOpen, NotEnough.
    """
    time_rake.period(stamp.club_id, period_id)
    shares = [
        share
        for share in _held_shares(stamp, period_id=period_id)
        if share.is_due
        and share.seat.number not in unpaid
        and (paid_with == "cash" or _at_the_table(share))
    ]
    if not shares:
        raise NothingDue
    return _pay(stamp, shares, paid_with=paid_with, shift_id=shift_id)


@act("cashgames.pay_share")
def pay_share(
    stamp: Stamp, *, share_id: Id, paid_with: DeskMeans, shift_id: Id | None = None
) -> TimeShare:
    """
    Book that one guest has paid a share, later than the others too.

    Raises NotFound, NothingDue, NotAtTheTable, ShiftNotOpen, NotEnough.
    """
    share = _due(stamp, share_id)
    if paid_with == "chips" and not _at_the_table(share):
        raise NotAtTheTable(field="paid_with")
    return _pay(stamp, [share], paid_with=paid_with, shift_id=shift_id)[0]


@act(
    "cashgames.waive_share",
    replay=lambda stamp, share_id, **_: time_rake.time_share(stamp.club_id, share_id),
)
def waive_share(stamp: Stamp, *, share_id: Id, reason: Reason) -> TimeShare:
    """
    Let a share go that nobody will pay; the supervisor says why.

    Source: OLY-0.1, AMB-15. Raises NotFound, NothingDue.
    """
    share = _due(stamp, share_id)
    let_go(stamp, TimeShare.objects.filter(pk=share.pk), reason)
    share.refresh_from_db()
    return share


def let_go(stamp: Stamp, shares: QuerySet[TimeShare], reason: str) -> None:
    """Waive shares as a step of an act, which is kept with its actor and instant."""
    shares.update(
        waived=reason, waived_at=stamp.at, waived_by_id=stamp.actor_id, act_id=stamp.act_id
    )


def find_due_time_rake(now: datetime) -> int:
    """
    Begin every period whose first instant has come; return how many were new.

    Any number of workers may ask at once: a period of a table begins once.
    Source: OLY-2.37, AMB-15.
    """
    begun = 0
    paying = Session.objects.filter(closed_at=None, time_rake_cents__isnull=False)
    for session in paying.select_related("club").order_by("id"):
        try:
            begun += sum(_begin_missing(session, now))
        except (Refusal, DatabaseError):
            log.exception("the time rake of a table could not begin", session=session.pk)
    return begun


@act("cashgames.begin_period", replay=lambda *_, **__: False)
def begin_period(stamp: Stamp, *, session_id: Id, number: Number) -> bool:
    """Begin one period of a table by the clock; return whether it was new. Raises TableClosed."""
    session = running_session(stamp, session_id)
    first = next(time_rake.coming(session), None)
    if first is None or first.number != number:
        return False
    _begin(stamp, session, first)
    return True


def begin_periods(stamp: Stamp, session: Session, *, begun_now: bool = False) -> None:
    """
    Begin what the clock has not begun yet, as a step of a table's close or of a new plan.

    A table that closes exactly on a boundary starts no new period (AMB-15). begun_now: with the
    one that begins at this very instant.
    """
    for each in takewhile(lambda each: each.starts_at <= stamp.at, time_rake.coming(session)):
        if begun_now or each.starts_at < stamp.at:
            _begin(stamp, session, each)


def _begin_missing(session: Session, now: datetime) -> Iterator[bool]:
    for each in takewhile(lambda each: each.starts_at <= now, time_rake.coming(session)):
        key = uuid5(BEGUN, f"{session.pk} {each.number}")
        stamp = club_stamp(session.club, at=now, actor_id=None, key=key)
        yield begin_period(stamp, session_id=session.pk, number=each.number)


def _begin(stamp: Stamp, session: Session, begun: time_rake.ComingPeriod) -> None:
    assert session.time_rake_cents is not None  # it has periods
    period = TimePeriod.objects.create(
        session=session,
        number=begun.number,
        starts_at=begun.starts_at,
        table_cents=session.time_rake_cents,
        act_id=stamp.act_id,
    )
    seated = {seat.number: seat for seat in seats_at(session.pk, begun.starts_at)}
    unit = begun.rules.chip_unit_cents
    shares = shares_cents(session.time_rake_cents, seated, chip_unit_cents=unit)
    TimeShare.objects.bulk_create(
        TimeShare(period=period, seat=seated[seat_no], cents=cents)
        for seat_no, cents in shares.items()
        if cents
    )


def _has_paid(session: Session) -> bool:
    """Return whether a hand was raked, or a guest paid for a period or owes it."""
    shares = TimeShare.objects.filter(TimeShare.STANDS, period__session=session, waived="")
    return session.hands.filter(Hand.STANDS).exists() or shares.exists()


def _due(stamp: Stamp, share_id: int) -> TimeShare:
    """Hold a share that is still owed. Raises NotFound, NothingDue."""
    time_rake.time_share(stamp.club_id, share_id)
    share = _held_shares(stamp, id=share_id)[0]
    if not share.is_due:
        raise NothingDue(about={"session_id": share.period.session_id})
    return share


def _at_the_table(share: TimeShare) -> bool:
    """Return whether the guest who owes a share sits there still, on another seat too."""
    if share.seat.left_at is None:
        return True
    seated = seats(share.period.session_id)
    return any(seat.player_id == share.seat.player_id for seat in seated)


def _held_shares(stamp: Stamp, **which: int) -> list[TimeShare]:
    """Hold shares of the club: two who collect at once take turns."""
    ours = TimeShare.objects.filter(period__session__club_id=stamp.club_id, **which)
    held = ours.select_related("period__session", "seat").order_by("seat__number")
    return list(held.select_for_update(of=("self",), no_key=True))


def _pay(
    stamp: Stamp,
    shares: list[TimeShare],
    *,
    paid_with: DeskMeans,
    shift_id: int | None,
) -> list[TimeShare]:
    session, book = shares[0].period.session, time_rake.book_of(shares[0].period)
    desk = TableDesk.of(stamp, session, paid_with=paid_with, shift_id=shift_id)
    for seq, share in enumerate(shares, start=1):
        # Chips come off the stack; cash comes into the drawer.
        cents = share.cents
        paid = debit("chips:table", cents, session.pk) if paid_with == "chips" else desk.line(cents)
        draft = postings.time_paid(
            cents,
            paid=paid,
            player_id=share.seat.player_id,
            because=(
                book.why("time_rake.max_table_cents", share.period.table_cents),
                book.why("AMB-14", cents, seat_no=share.seat.number),
            ),
        )
        posted = ledger.post_entry(stamp, draft.numbered(desk.series_id), seq=seq)
        if paid_with == "cash":
            round_cash(
                stamp,
                -cents,
                drawer_id=desk.ref,
                series_id=desk.series_id,
                seq=len(shares) + seq,
            )
        share.paid_at, share.gaming_day, share.act_id = stamp.at, stamp.gaming_day, stamp.act_id
        share.entry_id, share.paid_with = posted.entry_id, paid_with
        share.save(update_fields=["paid_at", "gaming_day", "act_id", "entry_id", "paid_with"])
    return shares
