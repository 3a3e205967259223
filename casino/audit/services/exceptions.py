"""Exceptions, ticked off as looked at."""

from collections.abc import Sequence
from typing import Annotated

from casino.acts.kinds import Identity, Note, Several
from casino.acts.runner import act
from casino.approvals.queries import signs_alone
from casino.audit.models import ExceptionSeen
from casino.audit.queries.exceptions import exception_ids, looked_at
from casino.audit.queries.hands import done_by
from casino.clock import gaming_day
from casino.house.models import Club
from casino.house.stamp import Stamp
from casino.kept_sql import hold
from casino.ledger.queries.trail import trail
from casino.messages import msg
from casino.refusals import BadInput, NotFound

MAX_AT_ONCE = 500
ActIds = Annotated[Sequence[int], Several(of=Identity(), minimum=1, maximum=MAX_AT_ONCE)]


@act("audit.look_at_exceptions")
def look_at_exceptions(stamp: Stamp, *, act_ids: ActIds, note: Note = "") -> list[ExceptionSeen]:
    """
    Note that somebody looked at what stands out, once for all; who did first stays.

    act_ids: the acts that stand out, of others unless one person is all there is; who asked for
    what two did is no other. Raises NotFound for one that is not of the club, BadInput for one's
    own and for one that does not stand out.
    """
    club = hold(Club, stamp.club_id)
    wanted = set(act_ids)
    rows = trail(club, ids=wanted, limit=len(wanted))
    if {row.id for row in rows} != wanted:
        raise NotFound(msg("The club has no such act."), field="act_ids")
    own = any(stamp.hands & hands for hands in done_by(club, rows).values())
    if own and not signs_alone(club.pk):
        raise BadInput(msg("Another person must look at what you did yourself."), field="act_ids")
    days = [
        gaming_day(row.happened_at, timezone=club.timezone, closes_at=club.closes_at)
        for row in rows
    ]
    if not wanted <= {*exception_ids(club, first=min(days), last=max(days))}:
        raise BadInput(msg("This act does not stand out."), field="act_ids")
    known = looked_at(club.pk, wanted)
    return ExceptionSeen.objects.bulk_create(
        ExceptionSeen(
            club=club,
            seen_act_id=each,
            note=note,
            seen_by_id=stamp.person_id,
            seen_at=stamp.at,
            act_id=stamp.act_id,
        )
        for each in sorted(wanted - known.keys())
    )
