"""A close that a wrong clock made: taken back by two while its hour is still to come."""

from datetime import date, timedelta

from casino.acts.kinds import Reason
from casino.approvals.signed import Preview, signed
from casino.house.models import Club
from casino.house.stamp import Stamp
from casino.kept_sql import hold
from casino.ledger import services as ledger
from casino.ledger.queries import gaming_days
from casino.ledger.queries.rows import CloseRow
from casino.ledger.refusals import DayNotEarly
from casino.messages import msg
from casino.money import format_cents
from casino.refusals import Conflict, NotFound
from casino.webhooks.models import Event
from casino.webhooks.services.telling import announce
from jackpot.queries.wrong_levels import (
    clubs_fixed_with,
    level_before_cents,
    unsettled_awards,
)

REOPEN = "office.reopen_day"


class LevelPaid(Conflict):
    """What was paid from a wrong level is settled before the level goes."""

    code = "OFFICE-011"
    source = "AMB-38"
    next_step = msg("Adjust the pool by what was paid too much or too little, then ask again.")
    next_page = "pool-adjust"


class OtherClubFirst(Conflict):
    """A pool of several clubs was fixed from this close by another one's."""

    code = "OFFICE-012"
    next_step = msg("Let that club take back its close first.")


def reopening(stamp: Stamp, *, day: date, **_: object) -> Preview:
    """
    Say when the close was made, by the clock of then: who signs sees how wrong that was.

    Raises NotFound, DayNotEarly, LevelPaid, OtherClubFirst.
    """
    if stamp.act_id:
        hold(Club, stamp.club_id)  # of two who ask at once one sees what the other asked
    row = gaming_days.day(stamp.club_id, day)
    if row is None:
        raise NotFound(msg("Nothing happened on that gaming day."))
    if row.state != "closed" or row.closes_at <= stamp.at:
        raise DayNotEarly
    made = gaming_days.daily_close(stamp.club_id, day)
    if paid := unsettled_awards(stamp.club_id, made.at):
        first = paid[0]
        right_cents = level_before_cents(first.jackpot, made.at)
        raise LevelPaid(
            msg(
                "{claim} was paid {paid} from the level of this close, {level}; without it the"
                " level is {right}.",
                claim=first.claim,
                paid=format_cents(first.total_cents),
                level=format_cents(first.level_cents),
                right=format_cents(right_cents),
            ),
            about={"jackpot_id": first.jackpot.pk},
        )
    if clubs := clubs_fixed_with(stamp.club_id, made.at):
        names = ", ".join(clubs)
        raise OtherClubFirst(msg("{clubs} fixed a shared pool from this close.", clubs=names))
    closed_at = gaming_days.closed_at(stamp.club_id, day)
    return Preview(content={"closed_at": closed_at.isoformat()})


@signed(
    REOPEN,
    asked_as="office.ask_to_reopen_day",
    preview=reopening,
    kinds={REOPEN: msg("A close taken back")},
    lives=timedelta(hours=1),
    waits="The second person may have to be called in the night.",
    latest_of="day",
    one_open=True,
    replay=lambda stamp, **_: gaming_days.close_taken_back(stamp.act_id),
)
def reopen_day(stamp: Stamp, *, day: date, reason: Reason) -> CloseRow:
    """
    Take back the daily close of a gaming day that is not over: a wrong clock made it.

    What was booked since stays where it is; the day closes anew at its hour. An early close by
    people stays. Source: OLY-4.4, AMB-28. Raises DayNotEarly, LevelPaid, OtherClubFirst.
    """
    close_id = ledger.reopen_day(stamp, day=day)
    announce(stamp, Event.DAY_REOPENED, day=str(day))
    return gaming_days.close(stamp.club_id, close_id)
