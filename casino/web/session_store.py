"""Where sessions lie: in the database, on the disk of the server that leads alone."""

from typing import Any

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session

from casino.db import by_name, row_of, unwaited

# Plain SQL: every request asks this, and the ORM takes several times as long to say it.
SESSION = by_name(
    Session,
    "s",
    "SELECT s.* FROM django_session s WHERE s.session_key = %s AND s.expire_date > now()",
)


class SessionStore(db.SessionStore):
    """Django's, but that nobody waits for a standby to have a session, too."""

    def _get_session_from_db(self) -> Session | None:
        found = row_of(Session, SESSION, [self.session_key])
        if found is None:
            self._session_key = None
        return found

    def save(self, must_create: bool = False) -> None:  # noqa: FBT001, FBT002  (Django's)
        """Write it. Raises what Django's raises."""
        with unwaited():
            super().save(must_create)

    def delete(self, session_key: Any = None) -> None:
        """Remove it."""
        with unwaited():
            super().delete(session_key)
