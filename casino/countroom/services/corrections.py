"""What was booked of boxes and taken back: a box that was none, a table settled too early."""

from cashgames.models import Correction
from cashgames.queries import corrections, tables
from cashgames.services.correcting import CorrectedMeanwhile, Correcting, corrects
from cashgames.services.correction_cash import floor_signature
from cashgames.services.shared import held_session
from casino.acts.kinds import Id, Reason
from casino.approvals.signed import Preview
from casino.countroom.models import Box, Settlement
from casino.countroom.postings import TABLE_SETTLED
from casino.countroom.queries import changed_since, settlement
from casino.countroom.services.boxes import standing_box, still_open
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.ledger.queries import documents
from casino.ledger.queries.balances import balance_cents
from casino.ledger.queries.rows import EntryRow
from casino.messages import msg

VOID = "countroom.void_box"
UNSETTLE, UNSETTLE_LATE = "countroom.unsettle_table", "countroom.unsettle_table_large"


def void_preview(stamp: Stamp, *, box_id: int, reason: str) -> Preview:
    """Say what was counted in a box, what of it goes back, and what was decided from it since."""
    found = standing_box(stamp, box_id)
    cents, session = found.counted_cents or 0, found.session
    late = corrections.is_over(stamp, found.gaming_day)
    entry = documents.entry(stamp.club_id, found.entry_id) if found.entry_id else None
    back = entry.cents_on("chips:table") if entry else 0
    settled = settlement(session)
    on_table = -balance_cents(stamp.club_id, "chips:table", session.pk)
    chips = {"chips_cents": on_table, "chips_after_cents": on_table + back}
    fed = found.fee == Box.Fee.JACKPOT and cents
    state = corrections.day_state(stamp.club_id, found.gaming_day)
    within = still_open(stamp, found) if found.entry_id else None
    return Preview(
        needs=VOID if late or found.booked_at else None,
        content={
            "table": str(session.table),
            "box": found.number,
            "fee": found.fee,
            "concerns": found.gaming_day.isoformat(),
            "before": {"cents": cents},
            "after": None,
            **(corrections.levels_from(session, found.taken_at) if fed else {}),
        },
        ahead={
            "day_state": "adjusted" if within and state == "closed" else state,
            **(corrections.pool_change(session, -cents) if fed else {}),
            **({"level_follows": True} if fed and within else {}),
            **({"guests_hold_change_cents": back} if settled else chips),
        },
    )


@corrects(
    VOID,
    asked_as="countroom.ask_to_void_box",
    preview=void_preview,
    kinds={VOID: msg("Void a box that was counted, or one of an earlier day")},
)
def void_box(stamp: Stamp, *, box_id: Id, reason: Reason) -> Correction:
    """
    Void a box that never came off the table, or that was counted wrongly by two; free its number.

    Uncounted, on its gaming day, the floor decides; otherwise the manager signs. What was booked is
    taken back where it was booked, once that night is sealed on the open day. The right one is
    taken off and counted as ever.
    Source: AMB-07. Raises NotFound, CorrectedMeanwhile, NotEnough.
    """
    found = standing_box(stamp, box_id)
    within = still_open(stamp, found) if found.entry_id else None
    correcting = Correcting(
        stamp=stamp,
        session=found.session,
        concerns=found.gaming_day,
        reason=reason,
        within=within,
    )
    if found.entry_id:
        first = correcting.booked(found.entry_id)
        with correcting.at_tables({found.session_id: first.cents_on("chips:table")}):
            posted = correcting.reverse(first)
        Box.objects.create(
            club_id=stamp.club_id,
            session=found.session,
            fee=found.fee,
            number=found.number,
            gaming_day=within.gaming_day if within else stamp.gaming_day,
            taken_at=found.taken_at if within else stamp.at,
            taken_by_id=stamp.person_id,
            act_id=stamp.act_id,
            counted_cents=-(found.counted_cents or 0),
            booked_at=stamp.at,
            entry_id=posted.entry_id,
            reverses=found,
        )
    found.void_at = stamp.at
    found.save(update_fields=["void_at"])
    return correcting.keep(
        Correction.What.BOX,
        box_id=found.pk,
        box_number=found.number,
        box_cents=found.counted_cents or 0,
    )


def unsettling_preview(stamp: Stamp, *, session_id: int, reason: str) -> Preview:
    """Say which variance is taken back, who signs it, and what lies on the table again."""
    settled = _settled(stamp, session_id)
    session, booked = settled.session, _variance(stamp, settled)
    back = booked.cents_on("chips:table") if booked else 0
    return Preview(
        needs=floor_signature(
            stamp,
            late=corrections.is_over(stamp, settled.gaming_day),
            kinds=(None, UNSETTLE, UNSETTLE_LATE),
        ),
        content={
            "table": str(session.table),
            "kind": TABLE_SETTLED,
            "concerns": settled.gaming_day.isoformat(),
            "before": {"cents": back},
            "after": None,
        },
        ahead={
            "day_state": corrections.day_state(stamp.club_id, settled.gaming_day),
            "chips_cents": 0,
            "chips_after_cents": back,
            "settled_anew": True,
        },
    )


@corrects(
    UNSETTLE,
    asked_as="countroom.ask_to_unsettle_table",
    preview=unsettling_preview,
    kinds={
        UNSETTLE: msg("Take back the settlement of a table"),
        UNSETTLE_LATE: msg("Take back the settlement of a table of an earlier day"),
    },
)
def unsettle_table(stamp: Stamp, *, session_id: Id, reason: Reason) -> Correction:
    """
    Take back how a table was settled: what its boxes lacked lies on it again by the books.

    Another box may come off it then, and it is settled anew.
    Source: AMB-07, AMB-117. Raises NotFound, CorrectedMeanwhile, NotEnough.
    """
    settled = _settled(stamp, session_id)
    session, booked = settled.session, _variance(stamp, settled)
    correcting = Correcting(
        stamp=stamp, session=session, concerns=settled.gaming_day, reason=reason
    )
    ledger.set_account_open(stamp.club_id, "chips:table", ref=session.pk, is_open=True)
    if booked:
        with correcting.at_tables({}):
            correcting.reverse(booked)
    settled.void_at = stamp.at
    settled.save(update_fields=["void_at"])
    return correcting.keep(Correction.What.SETTLED)


def _settled(stamp: Stamp, session_id: int) -> Settlement:
    """Hold a table that is settled. Raises NotFound, CorrectedMeanwhile (it is not, by now)."""
    session = tables.session(stamp.club_id, session_id)
    if stamp.act_id:
        held_session(stamp, session_id)
    if (settled := settlement(session)) is None:
        raise CorrectedMeanwhile(msg("This table is not settled."))
    if changed_since(session, settled.act_id).exists():
        raise CorrectedMeanwhile(
            msg("A box was voided or counted since: the variance follows it."),
            next_step=msg("Look at the list of variances."),
            next_page="box-differences",
        )
    return settled


def _variance(stamp: Stamp, settled: Settlement) -> EntryRow | None:
    """Return the entry of a settlement, None where the boxes held what they should."""
    booked = documents.act_entries(stamp.club_id, settled.act_id)
    return next((each for each in booked if each.kind == TABLE_SETTLED), None)
