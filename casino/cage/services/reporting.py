"""Noting up to when an authority was told of payments of guests."""

from datetime import date

from casino.acts.kinds import ShortName
from casino.acts.runner import act
from casino.cage.models import CashReported
from casino.house.stamp import Stamp
from casino.messages import msg
from casino.refusals import BadInput


@act("cage.note_reported")
def note_reported(
    stamp: Stamp, *, until: date, sent_on: date, reference: ShortName
) -> CashReported:
    """
    Note that an authority was told of all payments up to a gaming day.

    sent_on, reference: on which day and under which reference; what was noted last holds.
    Source: COMPLIANCE 0.2, 0.3. Raises BadInput for a day that is not over, or before that.
    """
    if until >= stamp.gaming_day:
        raise BadInput(msg("That gaming day is not over."), field="until")
    if not until <= sent_on <= stamp.gaming_day:
        said = msg("It was sent after that gaming day, and no later than today.")
        raise BadInput(said, field="sent_on")
    return CashReported.objects.create(
        club_id=stamp.club_id,
        until=until,
        sent_on=sent_on,
        reference=reference,
        noted_by_id=stamp.person_id,
        noted_at=stamp.at,
        act_id=stamp.act_id,
    )
