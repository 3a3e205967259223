"""A table whose chips are not what its books say: counted, signed, booked, and listed."""

from datetime import datetime
from typing import NamedTuple

from django.db.models import Exists, F, Min, OuterRef, QuerySet, Sum

from cashgames import postings
from cashgames.models import ChipMove, Hand, OverShort, Session
from cashgames.queries.chips_then import dealt_at
from cashgames.queries.tables import chips_cents
from cashgames.services.correcting import Correcting
from cashgames.services.shared import check_by_hand, running_session
from casino.acts.kinds import AmountOrZero, Id, Reason
from casino.approvals.queries import (
    approved_by,
    asked_at,
    signs,
    signs_for_oneself,
    waiting_about,
)
from casino.approvals.signed import NothingChanges, Preview, WaitsAlready, signed
from casino.cage.queries.amounts import thresholds
from casino.cage.rules import Signatures, count_signatures
from casino.cage.services.amounts import check_counted
from casino.cage.services.closing import owed_less
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.ledger.queries.balances import balance_cents
from casino.messages import msg
from casino.money import format_cents
from casino.refusals import Conflict


class Kinds(NamedTuple):
    """Of the signature of a second person, and of the manager's."""

    second: str
    manager: str


COUNTED = Kinds("cashgames.over_short", "cashgames.over_short_large")


class MoreThanBooked(Conflict):
    """More chips would leave a table than its books know of."""

    code = "TABLE-025"
    source = "AMB-117"
    next_step = msg("Count all chips on the table and record the table over/short, then try again.")
    next_page = "table-over-short"


def over_short_preview(
    stamp: Stamp, *, session_id: int, counted_cents: int, reason: str
) -> Preview:
    """
    Say by how much a table is over or short, and who signs it.

    Of counts that follow each other the first decides, so that one that agrees, too, takes the
    place of the one that waits. Raises NotPayable, NothingChanges, WaitsAlready (see there).
    """
    session = running_session(stamp, session_id)
    check_by_hand(session)
    check_counted(stamp, counted_cents, field="counted_cents")
    expected = chips_cents(session)
    over = counted_cents - expected
    needs = needed_signature(stamp, session, over, COUNTED) if over else None
    if not stamp.proposal_id:
        first = _counted_before(stamp, session_id, agrees=not over)
        needs = max(filter(None, (needs, first)), key=COUNTED.index, default=None)
    return Preview(
        needs=needs,
        content={
            "table": str(session.table),
            "by_the_books_cents": expected,
            "over_cents": over,
        },
    )


def _booked(stamp: Stamp, **_: object) -> OverShort | None:
    return OverShort.objects.filter(act_id=stamp.act_id).first()


@signed(
    "cashgames.book_over_short",
    asked_as="cashgames.ask_over_short",
    preview=over_short_preview,
    kinds={
        COUNTED.second: msg("Table over/short"),
        COUNTED.manager: msg("Table over/short above limit"),
    },
    latest_of="session_id",
    counted=True,
    replay=_booked,
)
def book_over_short(
    stamp: Stamp, *, session_id: Id, counted_cents: AmountOrZero, reason: Reason
) -> OverShort | None:
    """
    Book what a table holds more or less than its books say, all its chips counted.

    The club's limits for counts say who signs; while a count waits the next one needs its
    signature at least. One that agrees is taken then alone, and books nothing.
    Source: AMB-117, RELIABILITY 4.
    Raises NotFound, TableClosed, TakenByBox, NotPayable, NothingChanges, WaitsAlready.
    """
    session = running_session(stamp, session_id)
    if counted_cents == chips_cents(session):
        return None
    return keep_over_short(stamp, session, counted_cents=counted_cents, reason=reason)


def _counted_before(stamp: Stamp, session_id: int, *, agrees: bool) -> str | None:
    """
    Return the signature that a count of the table waits for, None without one.

    Raises for a count that agrees NothingChanges without one, WaitsAlready to who would sign it
    alone: it is not booked, so there is nothing to be done alone but to refuse the other.
    """
    waiting = waiting_about(stamp, COUNTED, about={"session_id": session_id})
    first = waiting.select_related("proposed_by").first()
    if agrees and first is None:
        raise NothingChanges(msg("The table holds what its books say: nothing to record."))
    if agrees and first and signs_for_oneself(stamp, first.operation):
        raise WaitsAlready.of(first)
    return first.operation if first else None


def needed_signature(stamp: Stamp, session: Session, over_cents: int, kinds: Kinds) -> str | None:
    """Return the signature that a difference needs; a small one is the floor's alone."""
    floor = signs(stamp.club_id, stamp.person_id, kinds.second, at=stamp.at)
    alone = None if floor else kinds.second
    needs = {"one": alone, "second": kinds.second, "manager": kinds.manager}
    return needs[sum_signatures(stamp, session, abs(over_cents))]


def sum_signatures(
    stamp: Stamp, session: Session, off_cents: int, *, spent_cents: int = 0
) -> Signatures:
    """
    Return who signs that a table is off by so much more, or that so much more is spent there.

    What nobody else signed of a table's differences is one sum, over and short, of the gaming day,
    however often the table is opened. Of what is spent no slip tells: with these differences it is
    a sum that a second person signs from above the manager's amount of a difference on, which the
    tips of a night do not come near; below zero, what is taken back of it by itself.
    Source: DESIGN 12.3.
    """
    amounts = thresholds(stamp.club_id)
    off_cents += _alone_cents(stamp, session) if off_cents > 0 else 0
    signs = count_signatures(max(off_cents, 0), thresholds=amounts)
    if spent_cents and signs == "one":
        # Back goes alone what was booked alone, however much was spent besides.
        of_day = unsigned_cents(stamp, session) if spent_cents > 0 else 0
        off_alone = abs(spent_cents) + of_day <= amounts.count_manager_over_cents
        return "one" if off_alone else "second"
    return signs


def unsigned_cents(stamp: Stamp, session: Session) -> int:
    """Return what one person alone booked as a table's difference, or as spent there, that day."""
    spent = ChipMove.objects.filter(
        ChipMove.STANDS,
        seat__session__table=session.table_id,
        gaming_day=stamp.gaming_day,
        kind__in=ChipMove.SPENT,
    )
    moves = list(spent.values_list("act_id", "cents"))
    signed_acts = approved_by([act_id for act_id, _ in moves])
    alone = sum(cents for act_id, cents in moves if act_id not in signed_acts)
    return _alone_cents(stamp, session) + alone


def _alone_cents(stamp: Stamp, session: Session) -> int:
    """
    Return what stands of a table's differences of the day and was booked by one person.

    Of a cash-out that was corrected it is what came on top of what a second person signed. What a
    found hand explains of a shortage was not counted, so it adds nothing and takes nothing off.
    """
    rows = OverShort.objects.filter(
        ~Exists(Hand.objects.filter(session=OuterRef("session"), act_id=OuterRef("act_id"))),
        session__table=session.table_id,
        gaming_day=stamp.gaming_day,
    ).order_by("id")
    alone: dict[int, int] = {}
    carried: dict[int, int] = {}
    for row in rows.select_related("entry"):
        if before := row.entry.reverses_id:
            carried[row.act_id] = alone.pop(before, 0) - abs(row.over_cents)
        elif row.signed_by_id is None:
            cents = carried.get(row.act_id, 0) + abs(row.over_cents)
            alone[row.entry_id] = max(cents, 0)
    return sum(alone.values())


def keep_over_short(
    stamp: Stamp,
    session: Session,
    *,
    counted_cents: int,
    reason: str,
    player_id: int | None = None,
    expected_cents: int | None = None,
    at: datetime | None = None,
    seq: int = 1,
) -> OverShort:
    """
    Post the difference of a held table, as a step of an act, and keep who counted it, and when.

    expected_cents: what the table held by the books then, None: what it holds now. at: None, when
    it was counted, however much later it is signed: it is of who dealt then.
    """
    expected = chips_cents(session) if expected_cents is None else expected_cents
    over = counted_cents - expected
    draft = postings.table_over_short(
        session.pk,
        over_cents=over,
        floor_cents=owed_less(stamp.club_id, over),
        player_id=player_id,
        reason=reason,
    )
    return OverShort.objects.create(
        session=session,
        player_id=player_id,
        expected_cents=expected,
        counted_cents=counted_cents,
        reason=reason,
        booked_by_id=stamp.person_id,
        signed_by_id=stamp.signed_by_id,
        at=at or asked_at(stamp),
        gaming_day=stamp.gaming_day,
        entry_id=ledger.post_entry(stamp, draft, seq=seq).entry_id,
        act_id=stamp.act_id,
    )


def over_of(move: ChipMove) -> OverShort | None:
    """Return what a cash-out booked as over beside it: the stack was more than the table held."""
    booked = OverShort.objects.filter(act_id=move.act_id, counted_cents__gt=F("expected_cents"))
    return booked.first() if move.kind == ChipMove.Kind.CASH_OUT else None


def over_with(hand: Hand) -> OverShort | None:
    """Return what was taken of its table's shortage with a hand that was found."""
    booked = OverShort.objects.filter(session=hand.session_id, act_id=hand.act_id)
    return booked.filter(counted_cents__gt=F("expected_cents"), entry__reverses=None).first()


def short_cents(
    session: Session, *, without: OverShort | None = None, since: datetime | None = None
) -> int:
    """
    Return what is booked as short of a table, less what is booked as over.

    since: of counts after an instant alone, which a hand of that instant may explain. Hands found
    before explain the counts after their own instants, the earliest first.
    """
    booked = OverShort.objects.filter(session=session.pk).exclude(pk=without.pk if without else 0)
    booked = booked.annotate(dealt_at=dealt_at())
    if since is None:
        return max(0, -_over_cents(booked))
    earlier = booked.filter(dealt_at__lt=since)
    found = earlier.filter(at__gt=F("dealt_at"), counted_cents__gt=F("expected_cents"))
    # What hands found of earlier counts explain beyond those: none was counted before the first.
    counts = earlier.filter(dealt_at__gte=found.aggregate(at=Min("dealt_at"))["at"] or since)
    beyond = max(0, min(_over_cents(found), _over_cents(counts)))
    return max(0, -_over_cents(booked.filter(dealt_at__gte=since)) - beyond)


def _over_cents(booked: QuerySet[OverShort]) -> int:
    over = booked.aggregate(cents=Sum(F("counted_cents") - F("expected_cents"), default=0))
    cents: int = over["cents"]
    return cents


def explain_short(correcting: Correcting, session: Session, cents: int) -> None:
    """Take so much of a table's shortage back as a found hand explains, in that hand's act."""
    if not cents:
        return
    expected = -balance_cents(session.club_id, "chips:table", session.pk)
    keep_over_short(
        correcting.stamp,
        session,
        counted_cents=expected + cents,
        expected_cents=expected,
        reason=correcting.reason,
        at=correcting.stamp.at,
        seq=correcting.next_seq(),
    )


def take_back_over(correcting: Correcting, over: OverShort) -> None:
    """Take back what a cash-out or a found hand booked as over, by a row the other way round."""
    stamp = correcting.stamp
    OverShort.objects.create(
        session=over.session,
        player_id=over.player_id,
        expected_cents=over.counted_cents,
        counted_cents=over.expected_cents,
        reason=correcting.reason,
        booked_by_id=stamp.person_id,
        signed_by_id=stamp.signed_by_id,
        at=stamp.at,
        gaming_day=stamp.gaming_day,
        entry_id=correcting.reverse(correcting.booked(over.entry_id)).entry_id,
        act_id=stamp.act_id,
    )


def check_on_table(session: Session, cents: int, *, field: str = "cents") -> None:
    """Raise MoreThanBooked where more chips would leave a table than it holds by the books."""
    held = chips_cents(session)
    if cents > held:
        said = msg("By the books only {held} lies on this table.", held=format_cents(held))
        raise MoreThanBooked(said, field=field)
