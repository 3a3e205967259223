"""
Where sessions lie: in the database, on the disk of the server that leads alone.

How old they are, when they end, and what is kept in them, goes by its clock, whichever web node
answers.
"""

from datetime import UTC, datetime
from typing import Any

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session

from casino.db import by_name, fetch_one, row_of, unwaited

NOW = "SELECT extract(epoch FROM clock_timestamp())::bigint"
# Plain SQL: every request asks this, and the ORM takes several times as long to say it.
SESSION = by_name(
    Session,
    "s",
    "SELECT s.*, extract(epoch FROM clock_timestamp())::bigint AS read_at FROM django_session s"
    " WHERE s.session_key = %s AND s.expire_date > now()",
)


def session_now(request: Any) -> int:
    """Return the database's now, in seconds since 1970: as it was when the session was read."""
    return int(request.session.now())


class SessionStore(db.SessionStore):
    """Django's, but that nobody waits for a standby to have a session, too."""

    read_at: int | None = None

    def now(self) -> int:
        """Return when it was read; where none lay in the database, ask what time it is there."""
        self.keys()  # Django reads it once it is needed
        if self.read_at is None:
            self.read_at = int(fetch_one(NOW)[0])
        return self.read_at

    def get_expiry_date(self, **kwargs: Any) -> datetime:
        """Return when it ends."""
        at = datetime.fromtimestamp(self.now(), UTC)
        ends: datetime = super().get_expiry_date(**{"modification": at} | kwargs)
        return ends

    def _get_session_from_db(self) -> Session | None:
        found = row_of(Session, SESSION, [self.session_key])
        if found is None:
            self._session_key = None
        self.read_at = getattr(found, "read_at", None)
        return found

    def save(self, must_create: bool = False) -> None:  # noqa: FBT001, FBT002  (Django's)
        """Write it. Raises what Django's raises."""
        with unwaited():
            super().save(must_create)

    def delete(self, session_key: Any = None) -> None:
        """Remove it."""
        with unwaited():
            super().delete(session_key)
