"""What waits: copies, jobs, webhooks, duties, closes, seals."""

from collections.abc import Iterator

from casino.db import fetch_all, fetch_one
from casino.epochs.queries.standing import is_of_server, latest, standing
from casino.house.queries import clubs
from casino.messages import msg, msg_count, verbatim
from casino.operations.finding import Finding, Level, graded
from casino.operations.queries import heartbeats

# Each gives how many wait and the seconds since the oldest was due.
OUTBOX = """
SELECT count(*), coalesce(extract(epoch FROM clock_timestamp() - min(a.recorded_at)), 0)::float8
FROM ledger_outbox o JOIN ledger_act a ON a.id = o.act_id
"""
JOBS = """
SELECT count(*), coalesce(extract(epoch FROM clock_timestamp() - min(
    CASE WHEN beat_at < ahead THEN beat_at ELSE asked_at END)), 0)::float8
FROM (SELECT state, asked_at, beat_at FROM bookkeeping_job
    UNION ALL SELECT state, asked_at, beat_at FROM whatif_study) AS each,
    (SELECT clock_timestamp() + interval '5 minutes' AS ahead) AS clock
WHERE state = 'waiting' OR state = 'running'
    AND NOT beat_at BETWEEN clock_timestamp() - interval '1 minute' AND ahead
"""
# What the receiver heard three times without a word, and what nobody will send again.
UNANSWERED = """
SELECT count(*) FILTER (WHERE m.state = 'waiting'), count(*) FILTER (WHERE m.state = 'given_up')
FROM webhooks_message m JOIN webhooks_webhook w ON w.id = m.webhook_id
WHERE w.ended_at IS NULL AND (m.state = 'waiting' AND m.tries >= 3
    OR m.state = 'given_up' AND m.tried_at > clock_timestamp() - interval '7 days')
"""
WEBHOOKS = """
SELECT count(*), coalesce(extract(epoch FROM clock_timestamp() - min(m.next_at)), 0)::float8
FROM webhooks_message m JOIN webhooks_webhook w ON w.id = m.webhook_id
WHERE m.state = 'waiting' AND w.ended_at IS NULL AND m.next_at < clock_timestamp()
"""
# A day that somebody enters is closed by whoever enters it.
OVERDUE = """
SELECT c.slug, min(d.day), extract(epoch FROM clock_timestamp() - min(d.closes_at))::float8
FROM ledger_day d JOIN house_club c ON c.id = d.club_id
WHERE d.state = 'open' AND d.closes_at < clock_timestamp() - interval '15 minutes'
  AND NOT EXISTS (SELECT FROM pg_locks l WHERE l.locktype = 'advisory' AND l.classid = 7001
      AND l.objid = d.club_id AND l.objsubid = 2 AND l.granted)
GROUP BY c.slug ORDER BY c.slug
"""
UNSEALED = """
SELECT c.slug, count(*), min(d.day) FROM ledger_day d JOIN house_club c ON c.id = d.club_id
WHERE NOT c.is_held AND d.state = 'closed' AND d.closes_at < clock_timestamp() - interval '3 days'
GROUP BY c.slug ORDER BY c.slug
"""
# Each wrong one is an act; the worst-off person of each club is counted, too.
WRONG_PINS = """
SELECT slug, sum(wrong)::int, max(wrong)::int FROM (
    SELECT c.slug, count(*) AS wrong FROM ledger_act a JOIN house_club c ON c.id = a.club_id
    WHERE a.operation = 'audit.note_wrong_pin'
      AND a.recorded_at > clock_timestamp() - interval '1 hour'
    GROUP BY c.slug, a.arguments ->> 'user_id') AS each
GROUP BY slug ORDER BY slug
"""
MINUTE, HOUR = 60, 3600
# Within an hour: of one person more than one screen lets through, of a club what no evening has.
OF_ONE, OF_ALL = (6, 15), (15, 40)


def epoch() -> Iterator[Finding]:
    """Yield which epoch the database is in, and which clubs a restore keeps from booking."""
    now = latest()
    if not is_of_server(now):
        said = msg("The server was restored or promoted: run script/manage begin_epoch.")
        yield Finding(part="epoch", level=Level.CRITICAL, said=said, value=now.number)
        return
    begun_at = f"{now.begun_at:%d.%m.%Y %H:%M} UTC"
    said = msg("Epoch {number}, since {begun_at}.", number=now.number, begun_at=begun_at)
    yield Finding(part="epoch", level=Level.OK, said=said, value=now.number)
    for club in clubs():
        if not standing(club.pk).is_open:
            said = msg("Nothing is booked until two people have settled what the restore lost.")
            yield Finding(part="epoch", about=club.slug, level=Level.CRITICAL, said=said)


def outbox() -> Iterator[Finding]:
    """Yield how old the oldest act is that nobody has copied outside the database."""
    count, seconds = fetch_one(OUTBOX)
    level = graded(seconds, 3 * MINUTE, 10 * MINUTE)
    said = msg("All acts are copied outside the database.")
    if count:
        said = msg_count(
            "{number} act waits to be copied outside the database, the oldest for {minutes} min.",
            "{number} acts wait to be copied outside the database, the oldest for {minutes} min.",
            count,
            minutes=round(seconds / MINUTE),
        )
    yield Finding(part="outbox", level=level, said=said, value=seconds)


def jobs() -> Iterator[Finding]:
    """Yield how long files, imports and what-ifs have waited, also for one that took over."""
    count, seconds = fetch_one(JOBS)
    said = msg("No job waits.")
    if count:
        said = msg_count(
            "{number} job waits, the oldest for {minutes} min.",
            "{number} jobs wait, the oldest for {minutes} min.",
            count,
            minutes=round(seconds / MINUTE),
        )
    yield Finding(part="jobs", level=graded(seconds, 10 * MINUTE, HOUR), said=said, value=seconds)


def wrong_pins() -> Iterator[Finding]:
    """Yield the clubs where somebody seems to try PINs."""
    for club, wrong, of_one in fetch_all(WRONG_PINS):
        level = max(graded(of_one, *OF_ONE), graded(wrong, *OF_ALL))
        said = msg_count(
            "{number} wrong PIN within an hour, {of_one} in one person's name.",
            "{number} wrong PINs within an hour, {of_one} in one person's name.",
            wrong,
            of_one=of_one,
        )
        yield Finding(part="wrong PINs", about=club, level=level, said=said, value=wrong)


def webhooks() -> Iterator[Finding]:
    """Yield how long messages are due, and those that are sent in vain."""
    count, seconds = fetch_one(WEBHOOKS)
    said = msg("No webhook is due.")
    if count:
        said = msg_count(
            "{number} webhook is due, the oldest for {minutes} min.",
            "{number} webhooks are due, the oldest for {minutes} min.",
            count,
            minutes=round(seconds / MINUTE),
        )
    yield Finding(
        part="webhooks", level=graded(seconds, 10 * MINUTE, HOUR), said=said, value=seconds
    )
    yield from _unanswered(*fetch_one(UNANSWERED))


def _unanswered(repeated: int, given_up: int) -> Iterator[Finding]:
    if repeated:
        said = msg_count(
            "{number} webhook is repeated, as nobody answers it; after three days it is given up.",
            "{number} webhooks are repeated, as nobody answers; given up after three days.",
            repeated,
        )
        about = "repeated"
        yield Finding(part="webhooks", about=about, level=Level.WARNING, said=said, value=repeated)
    if given_up:
        said = msg_count(
            "{number} webhook was given up within a week: its page has Try again.",
            "{number} webhooks were given up within a week: their pages have Try again.",
            given_up,
        )
        about = "given up"
        yield Finding(part="webhooks", about=about, level=Level.WARNING, said=said, value=given_up)


def duties() -> Iterator[Finding]:
    """Yield which duties are late, and which fail."""
    wrong = 0
    for beat in heartbeats.beats():
        age = (beat.asked_at - beat.done_at).total_seconds()
        level, said = Level.OK, verbatim(beat.duty.name)
        if beat.is_late:
            level = Level.CRITICAL
            said = msg(
                "Last done {minutes} min ago: look at worker, beat and Redis.",
                minutes=round(age / MINUTE),
            )
        elif beat.failure:
            level = Level.WARNING
            said = msg("It fails: {failure}", failure=beat.failure)
        wrong += level > Level.OK
        if level:
            part = "heartbeat"
            yield Finding(part=part, about=beat.duty.name, level=level, said=said, value=age)
    if not wrong:
        said = msg("Worker and beat do every duty in time.")
        yield Finding(part="heartbeat", level=Level.OK, said=said)


def closes() -> Iterator[Finding]:
    """Yield the clubs whose day is over for a quarter of an hour and not closed."""
    rows = fetch_all(OVERDUE)
    for slug, day, seconds in rows:
        said = msg(
            "The gaming day {day} should have been closed {minutes} min ago.",
            day=f"{day:%d.%m.%Y}",
            minutes=round(seconds / MINUTE),
        )
        level = Level.CRITICAL
        yield Finding(part="close", about=slug, level=level, said=said, value=seconds)
    if not rows:
        yield Finding(part="close", level=Level.OK, said=msg("Every day that is over is closed."))


def seals() -> Iterator[Finding]:
    """Yield the clubs with days that nobody sealed for three days."""
    rows = fetch_all(UNSEALED)
    for slug, count, first in rows:
        said = msg_count(
            "{number} gaming day since {day} is closed and not sealed.",
            "{number} gaming days since {day} are closed and not sealed.",
            count,
            day=f"{first:%d.%m.%Y}",
        )
        yield Finding(part="seal", about=slug, level=Level.WARNING, said=said, value=count)
    if not rows:
        said = msg("No day waits for its seal for more than three days.")
        yield Finding(part="seal", level=Level.OK, said=said, value=0)
