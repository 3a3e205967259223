"""What the services of a table share."""

from collections.abc import Collection
from typing import Annotated

from cashgames.models import Session
from cashgames.queries import tables
from casino.acts.kinds import Cents, Identity, Several, Text, Whole
from casino.house.stamp import Stamp
from casino.kept_sql import hold
from casino.messages import msg
from casino.refusals import Conflict

MAX_SEATS = 23
SeatNo = Annotated[int, Whole(low=1, high=MAX_SEATS)]
SeatNos = Annotated[Collection[int], Several(of=Whole(low=1, high=MAX_SEATS), maximum=MAX_SEATS)]
PlayerIds = Annotated[Collection[int], Several(of=Identity(), maximum=MAX_SEATS)]
Pots = Annotated[list[int], Several(of=Cents(minimum=1), minimum=1, maximum=MAX_SEATS)]
Game = Annotated[str, Text(max_length=30)]


class TableClosed(Conflict):
    """Nothing happens at a closed table."""

    code = "TABLE-002"
    message = msg("This table is closed.")
    next_step = msg("Open a new game at this table.")
    next_page = "session-open"


class TakenByBox(Conflict):
    """Either each hand is recorded or the boxes are counted, never both (AMB-07)."""

    code = "TABLE-011"
    message = msg("This table uses drop boxes. Its hands are not recorded.")
    source = "AMB-07"
    next_step = msg("Collect the boxes for the count room.")
    next_page = "table-boxes"


def held_session(stamp: Stamp, session_id: int) -> Session:
    """Hold a session for the act that runs; a mere look holds nothing. Raises NotFound."""
    found = tables.session(stamp.club_id, session_id)
    if not stamp.act_id:
        return found
    return hold(Session, session_id)


def running_session(stamp: Stamp, session_id: int) -> Session:
    """Hold an open session for the act that runs. Raises NotFound, TableClosed."""
    session = held_session(stamp, session_id)
    if session.closed_at:
        raise TableClosed
    return session


def check_by_hand(session: Session) -> None:
    """Refuse to record a hand where boxes are counted. Raises TakenByBox."""
    if session.by_box:
        raise TakenByBox
