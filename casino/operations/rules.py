"""What has to be done every so often, and when a duty is late."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from casino.messages import Message, msg

# So many of its intervals may pass, and a minute for a worker that is started again.
DUE, LONG = "celery", "long"
PATIENCE, GRACE = 3, timedelta(seconds=60)


@dataclass(frozen=True, kw_only=True, slots=True)
class Duty:
    """
    A job of the schedule; waits: what stays undone without it; closes: whether it ends something
    for good by the clock, and so waits for one that can be believed; is_long: whether it may work
    for an hour, and so has workers of its own.
    """

    name: str
    task: str
    seconds: int
    waits: Message
    closes: bool = False
    is_long: bool = False

    @property
    def queue(self) -> str:
        """Return where its workers find it: what has a deadline waits behind nothing long."""
        return LONG if self.is_long else DUE

    def is_late(self, done_at: datetime, now: datetime) -> bool:
        """Return whether it should have been done again long since."""
        return now - done_at > GRACE + PATIENCE * timedelta(seconds=self.seconds)


DUTIES = (
    # OLY-4.4: the level is fixed at the close, 07:00 at the latest.
    Duty(
        name="close-due-days",
        task="casino.closing.tasks.close_due_days",
        seconds=60,
        waits=msg("closes of gaming days"),
        closes=True,
    ),
    # OLY-2.22, OLY-2.23: breaks that are over, seats that the book lets go.
    Duty(
        name="find-due-absences",
        task="cashgames.tasks.find_due_absences",
        seconds=15,
        waits=msg("notes of breaks that are over"),
    ),
    # OLY-2.37: periods of time rake that have begun.
    Duty(
        name="find-due-time-rake",
        task="cashgames.tasks.find_due_time_rake",
        seconds=15,
        waits=msg("periods of time rake"),
    ),
    # OLY-5.4, AMB-93: points when prizes are awarded, quarters when they are over.
    Duty(
        name="count-and-close",
        task="ranking.tasks.count_and_close",
        seconds=30,
        waits=msg("points of the ranking"),
        closes=True,
    ),
    # A request waits a quarter of an hour, or as long as its act says.
    Duty(
        name="expire-requests",
        task="casino.approvals.tasks.expire_requests",
        seconds=15,
        waits=msg("ends of requests"),
    ),
    Duty(
        name="answer-studies",
        task="casino.whatif.tasks.answer_studies",
        seconds=5,
        waits=msg("what-ifs"),
        is_long=True,
    ),
    Duty(
        name="carry-out-jobs",
        task="casino.bookkeeping.tasks.carry_out_jobs",
        seconds=5,
        waits=msg("files and imports"),
        is_long=True,
    ),
    Duty(
        name="send-webhooks",
        task="casino.webhooks.tasks.send_webhooks",
        seconds=5,
        waits=msg("webhooks"),
    ),
    Duty(
        name="deliver-outbox",
        task="casino.ledger.tasks.deliver_outbox",
        seconds=60,
        waits=msg("copies outside the database"),
    ),
    # A server that was restored or promoted books nothing until its epoch has begun.
    Duty(
        name="begin-epoch",
        task="casino.epochs.tasks.begin_epoch",
        seconds=5,
        waits=msg("the new epoch after a restore"),
    ),
    Duty(
        name="watch",
        task="casino.operations.tasks.watch",
        seconds=60,
        waits=msg("alarms"),
    ),
    Duty(
        name="forget-sessions",
        task="casino.operations.tasks.forget_sessions",
        seconds=3600,
        waits=msg("removal of ended sign-ins"),
    ),
)
