"""Boxes off the tables, counted by two people, booked once they agree; tables settled."""

from dataclasses import replace
from datetime import datetime
from typing import Annotated

from cashgames.models import Session
from cashgames.queries import tables
from cashgames.queries.boxes import most_seated
from cashgames.services.correcting import CorrectedMeanwhile
from cashgames.services.joined_pools import feeding
from cashgames.services.shared import held_session
from casino.acts.kinds import Denominations, Flag, Id, Note, Text
from casino.acts.runner import act
from casino.approvals.services import done_alone
from casino.cage.rules import counted_cents
from casino.countroom import postings, queries
from casino.countroom.models import Box, Count, CountLine, Settlement
from casino.countroom.rules import Fee
from casino.db import refusing
from casino.house.models import Club
from casino.house.queries import book_on, club_stamp
from casino.house.rulebook import RuleBook
from casino.house.stamp import Stamp
from casino.kept_sql import hold
from casino.ledger import services as ledger
from casino.ledger.queries.balances import balance_cents
from casino.ledger.queries.gaming_days import day
from casino.messages import msg
from casino.refusals import BadInput, Conflict, Refusal

BoxNumber = Annotated[str, Text(max_length=30)]
OTHER_MODE = {"rake": "time", "time": "rake"}


class NotByBox(Conflict):
    """Hands are recorded at that table."""

    code = "COUNT-001"
    message = msg("This table's hands are recorded; it has no box to count.")
    source = "AMB-07"
    next_step = msg("A table is opened for boxes or for hands.")


class BoxKnown(Conflict):
    """Boxes are told apart by what is written on them."""

    code = "COUNT-002"
    message = msg("A box of that number has already been taken off a table today.")


class BoxBooked(Conflict):
    """What two people signed stays."""

    code = "COUNT-003"
    message = msg("This box was counted by two people and is booked.")


class CountedBefore(Conflict):
    """A person counts a box once; a second count of the same person is a correction."""

    code = "COUNT-004"
    message = msg("You have counted this box.")
    source = "AMB-07"
    next_step = msg("Correct your count with a reason, or let another person count.")


class NothingToCorrect(Conflict):
    """A correction strikes out a count of one's own."""

    code = "COUNT-005"
    message = msg("You have not counted this box yet.")


class NeverSix(Refusal):
    """No jackpot money without enough players (OLY-2.38, OLY-4.3)."""

    code = "COUNT-006"
    message = msg("This table never had enough players for a jackpot drop.")
    source = "OLY-2.38"
    next_step = msg("Check whether the box belongs to another table or to the rake.")
    next_page = "boxes"


class PotOrTime(Conflict):
    """A game pays a rake on its pots or for its time, whoever counts it."""

    code = "COUNT-012"
    message = msg(
        "A box of the other kind of rake came off this game. "
        "A session runs on pot rake or time rake, not both."
    )
    source = "AMB-13"
    next_step = msg("Check what the box is for; void the other box if that one is wrong.")
    next_page = "table-boxes"


class NotSettled(Conflict):
    """A table is settled when its game is over and its boxes are booked."""

    code = "COUNT-007"


@act("countroom.take_box")
def take_box(
    stamp: Stamp,
    *,
    session_id: Id,
    fee: Fee,
    number: BoxNumber,
    replaces_none: Annotated[bool, Flag(added=True)] = False,
) -> Box:
    """
    Take a box off a table; its content happened at this instant.

    Where the table played on over the end of a night, and none came off around it, the first one
    is of that night. Under the number of a counted one that is void it came off when that one did,
    as long as that night is not sealed; replaces_none: it does not, and comes off now. Once boxes
    of a settled table were put right, others may come off it, and its variance follows them.
    Source: AMB-07. Raises NotFound, NotByBox, BoxKnown, NotSettled, PotOrTime.
    """
    session = _by_box(stamp, session_id)
    settled = queries.settlement(session)
    follows = settled and queries.changed_since(session, settled.act_id).exists()
    then = None if replaces_none else _as_void_one(stamp, session, fee, number)
    then = then or _of_its_night(stamp, session, fee, settled)
    if settled and not follows:
        raise NotSettled(
            msg("This table is settled; no box comes off it any more."),
            next_step=msg("Take its settlement back first, then settle it anew."),
            next_page="settle-take-back",
        )
    _check_fee(book_on(stamp.club_id, then.gaming_day), session, fee)
    with refusing(countroom_number_once_a_day=BoxKnown(field="number")):
        return Box.objects.create(
            club_id=stamp.club_id,
            session=session,
            fee=fee,
            number=number,
            gaming_day=then.gaming_day,
            taken_at=then.at,
            taken_by_id=stamp.person_id,
            act_id=stamp.act_id,
        )


@act("countroom.count_box")
def count_box(stamp: Stamp, *, box_id: Id, chips: Denominations, reason: Note = "") -> Count:
    """
    Keep one person's blind count of a box; when two people agree, the box is booked.

    One of the two is not of the floor; of the host of a home one count suffices. chips: value of a
    chip in cents -> how many. reason: why an earlier count of the same person is struck out;
    without one a second count is refused.
    Source: AMB-07; PEERS 3a, 25 to 29.
    Raises NotFound, CorrectedMeanwhile (void), BoxBooked, CountedBefore, NothingToCorrect,
    NeverSix, BadInput, DayNotOpen (the night is sealed).
    """
    box = standing_box(stamp, box_id)
    if box.booked_at:
        raise BoxBooked
    club = Club.objects.get(id=stamp.club_id)
    if counted_cents(chips, allowed=club.chips_cents, field="chips") and box.fee == Box.Fee.JACKPOT:
        _check_six(box, book_on(stamp.club_id, box.gaming_day))
    mine = queries.standing_count(box, stamp.person_id)
    if mine and not reason:
        raise CountedBefore
    if reason and not mine:
        raise NothingToCorrect(field="reason")
    count = Count.objects.create(
        box=box,
        counter_id=stamp.person_id,
        counted_at=stamp.at,
        corrects=mine,
        reason=reason,
        act_id=stamp.act_id,
    )
    CountLine.objects.bulk_create(
        CountLine(count=count, cents=cents, quantity=quantity)
        for cents, quantity in chips.items()
        if quantity
    )
    _book_if_agreed(stamp, box, count)
    return count


@act("countroom.settle_table")
def settle_table(stamp: Stamp, *, session_id: Id, reason: Note = "") -> Settlement:
    """
    End a table that is taken by box: what its boxes lack goes back to what guests hold.

    A difference needs a reason, which stays on the list of differences. One that was taken back is
    settled anew on the open day.
    Source: AMB-07, AMB-117. Raises NotFound, NotByBox, NotSettled, BadInput.
    """
    session = _by_box(stamp, session_id)
    waiting = queries.boxes_to_count(session)
    if session.closed_at is None:
        raise NotSettled(
            msg("The game is still open."),
            next_step=msg("Close the table first."),
            next_page="session-close",
        )
    if waiting:
        raise NotSettled(
            msg("{waiting} is not counted yet.", waiting=waiting[0]),
            next_step=msg("Two people count each box."),
            next_page="boxes",
        )
    if queries.settlement(session):
        raise NotSettled(
            msg("This table is settled."),
            next_step=msg("Take its settlement back first, then settle it anew."),
            next_page="settle-take-back",
        )
    anew = session.settlements.exists()
    then = stamp if anew else _then(stamp, session.closed_at)
    take = queries.table_take(session)
    if take.difference_cents and not reason:
        raise BadInput(msg("Give a reason for the variance."), field="reason")
    if take.on_table_cents:
        draft = postings.table_settled(session_id, missing_cents=take.on_table_cents, reason=reason)
        ledger.post_entry(then, draft)
    ledger.set_account_open(stamp.club_id, "chips:table", ref=session_id, is_open=False)
    return Settlement.objects.create(
        session=session,
        gaming_day=then.gaming_day,
        expected_cents=take.expected_cents,
        counted_cents=take.counted_cents,
        reason=reason,
        settled_at=stamp.at,
        settled_by_id=stamp.person_id,
        act_id=stamp.act_id,
    )


def standing_box(stamp: Stamp, box_id: int) -> Box:
    """Hold a box that is not void, with its table; a mere look holds nothing."""
    found = queries.box(stamp.club_id, box_id)
    if stamp.act_id:
        held_session(stamp, found.session_id)
        found = queries.held_box(stamp.club_id, box_id)
    if found.void_at:
        raise CorrectedMeanwhile
    return found


def still_open(stamp: Stamp, box: Box) -> Stamp | None:
    """Return the stamp of a booked box's content, None once its night is sealed."""
    then = _content_came(stamp, box)
    night = day(stamp.club_id, then.gaming_day)
    return None if night is None or night.state == "sealed" else then


def _by_box(stamp: Stamp, session_id: int) -> Session:
    """Hold a session whose take is counted by box."""
    tables.session(stamp.club_id, session_id)
    session = hold(Session, session_id)
    if not session.by_box:
        raise NotByBox
    return session


def _as_void_one(stamp: Stamp, session: Session, fee: Fee, number: str) -> Stamp | None:
    """Return the stamp of the right box for a void one of its number, None where there is none."""
    for void in queries.void_ones(session):
        if (void.number, void.fee) == (number, fee):
            return replace(_then(stamp, void.taken_at), gaming_day=void.gaming_day)
    return None


def _of_its_night(stamp: Stamp, session: Session, fee: Fee, settled: Settlement | None) -> Stamp:
    """
    Return the stamp of a box that comes off now: after the game it belongs to its night.

    The first box after a night's end is of that night, unless one came off around it; what comes
    for a void one of a settled table is of the void one's night. Where its night is sealed, and the
    settlement or a box was taken back since, it is of today.
    """
    then = _then(stamp, session.closed_at or stamp.at)
    if settled and (voided := queries.voided_night(session, fee, settled)):
        then = replace(then, gaming_day=voided)
    for each in queries.nights_left_on(session, fee, before=then.gaming_day):
        if _wrong_fee(book_on(stamp.club_id, each), session, fee) is None:
            return replace(then, gaming_day=each)
    night = day(stamp.club_id, then.gaming_day)
    return stamp if night and night.state == "sealed" else then


def _then(stamp: Stamp, at: datetime) -> Stamp:
    """Return the stamp of an earlier instant: a box belongs to the night that it comes from."""
    then = club_stamp(Club.objects.get(id=stamp.club_id), at=at, actor_id=None)
    return replace(then, actor_id=stamp.actor_id, act_id=stamp.act_id)


def _check_fee(book: RuleBook, session: Session, fee: Fee) -> None:
    """Refuse a box for a fee that the house does not take at that table."""
    if refusal := _wrong_fee(book, session, fee):
        raise refusal


def _wrong_fee(book: RuleBook, session: Session, fee: Fee) -> Refusal | None:
    """Return why a box for that fee does not come off the table by a night's rules, if so."""
    if not queries.takes(book, session, fee):
        if fee == "jackpot":
            says = msg("This table takes no jackpot drop.")
            return BadInput(says, field="fee", source="OLY-4.11")
        return BadInput(msg("This house takes no time rake."), field="fee")
    # Where a night's rules know no time rake, what came off on it was of its pots.
    other = OTHER_MODE.get(fee) if book.time_rake else None
    for box in queries.boxes_of(session.pk):
        taken = box.fee == other and not box.void_at and box.counted_cents != 0
        if taken and book_on(session.club_id, box.gaming_day).time_rake:
            return PotOrTime(field="fee", about={"session_id": session.pk})
    return None


def _check_six(box: Box, book: RuleBook) -> None:
    minimum = book.jackpot.min_players if book.jackpot else 0
    if most_seated(box.session) < minimum:
        raise NeverSix(field="chips")


def _book_if_agreed(stamp: Stamp, box: Box, count: Count) -> None:
    """Book a box once two people counted the same chips, one not of the floor, or the host."""
    other = queries.agreeing_count(count)
    if other is None and not done_alone(stamp, "countroom.count_box"):
        return
    then = _content_came(stamp, box)
    book = book_on(stamp.club_id, then.gaming_day)
    entry_id = None
    if count.cents:
        draft = postings.box_counted(
            box.session_id,
            fee=box.fee,
            cents=count.cents,
            on_table_cents=-balance_cents(stamp.club_id, "chips:table", box.session_id),
            floor_cents=-balance_cents(stamp.club_id, "chips:floor"),
            pool_ref=box.session.pool_ref,
            because=(
                book.why(
                    "AMB-07",
                    count.cents,
                    box=box.number,
                    counted_by=[str(each.counter) for each in (other, count) if each],
                ),
            ),
            memo=box.number,
        )
        sheets = ledger.open_series(stamp.club_id, "count sheets")
        with feeding(stamp, [box.session_id], memo=box.number, next_seq=lambda: 2):
            entry_id = ledger.post_entry(then, draft.numbered(sheets)).entry_id
    box.counted_cents, box.booked_at, box.entry_id = count.cents, stamp.at, entry_id
    box.save(update_fields=["counted_cents", "booked_at", "entry_id"])


def _content_came(stamp: Stamp, box: Box) -> Stamp:
    """Return the stamp of a box's content: as it came off, at the latest as its night ended."""
    then = _then(stamp, box.taken_at)
    return then if then.gaming_day == box.gaming_day else _then(stamp, queries.night_end(box))
