"""Notes that never came from a table to a drawer: they lie at the table again."""

from cashgames.models import Correction, Session
from cashgames.queries import corrections as queries
from cashgames.services.correcting import CorrectedMeanwhile, Correcting, corrects
from cashgames.services.correction_cash import cash_of, reverse_entry, signature_of
from cashgames.services.shared import TableClosed, held_session
from casino.acts.kinds import Id, Reason
from casino.approvals.signed import Preview
from casino.cage.queries.shifts import shift
from casino.house.stamp import Stamp
from casino.ledger.queries.rows import EntryRow
from casino.messages import msg

NOTES, NOTES_LATE = "cashgames.take_back_notes", "cashgames.take_back_notes_large"


def notes_preview(stamp: Stamp, *, entry_id: int, reason: str, shift_id: int | None) -> Preview:
    """Say which notes go back to their table, and who signs it."""
    if shift_id:
        shift(stamp.club_id, shift_id)
    first, session = _standing(stamp, entry_id)
    late = queries.is_over(stamp, first.gaming_day)
    cents = first.cents_on("cash:drawer")
    return Preview(
        needs=signature_of(
            stamp,
            cents,
            entry_id=first.id,
            act_id=first.act_id,
            late=late,
            shift_id=shift_id,
            kinds=(None, NOTES, NOTES_LATE),
        ),
        content={
            "table": str(session.table),
            "slip": first.number,
            "concerns": first.gaming_day.isoformat(),
            "before": {"cents": cents},
            "after": None,
        },
        ahead={"day_state": queries.day_state(stamp.club_id, first.gaming_day)},
    )


@corrects(
    NOTES,
    asked_as="cashgames.ask_to_take_back_notes",
    preview=notes_preview,
    kinds={
        NOTES: msg("Reverse notes from a table"),
        NOTES_LATE: msg("Reverse notes from a table of a large amount or an earlier day"),
    },
)
def take_back_notes(
    stamp: Stamp, *, entry_id: Id, reason: Reason, shift_id: Id | None = None
) -> Correction:
    """
    Give notes back to the table that they were brought from; they are brought again as ever.

    They come out of the drawer they went to, or out of one's own where nobody works there. A
    closed table has no notes, so those that it gave stay in the cage.
    Source: IMG-C4. Raises NotFound, CorrectedMeanwhile, TableClosed, CashElsewhere, NotEnough.
    """
    first, session = _standing(stamp, entry_id)
    correcting = Correcting(stamp=stamp, session=session, concerns=first.gaming_day, reason=reason)
    with correcting.at_tables({}):
        reverse_entry(correcting, first, cash_of(stamp, first.id, shift_id))
    return correcting.keep(Correction.What.NOTES)


def _standing(stamp: Stamp, entry_id: int) -> tuple[EntryRow, Session]:
    """Hold the open table of notes that were brought. Raises as take_back_notes."""
    session = held_session(stamp, queries.notes(stamp.club_id, entry_id).session_id)
    first = queries.notes(stamp.club_id, entry_id).entry
    if first.reversed_by_id:
        raise CorrectedMeanwhile
    if session.closed_at:
        raise TableClosed(
            msg("This table is closed: its notes were in the cage by then."),
            next_step=msg(
                "Count the drawer: what is missing is its variance when the shift closes."
            ),
        )
    return first, session
