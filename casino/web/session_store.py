"""Where sessions lie: in the database, on the disk of the server that leads alone."""

from typing import Any

from django.contrib.sessions.backends import db

from casino.db import unwaited


class SessionStore(db.SessionStore):
    """Django's, but that nobody waits for a standby to have a session, too."""

    def save(self, must_create: bool = False) -> None:  # noqa: FBT001, FBT002  (Django's)
        """Write it. Raises what Django's raises."""
        with unwaited():
            super().save(must_create)

    def delete(self, session_key: Any = None) -> None:
        """Remove it."""
        with unwaited():
            super().delete(session_key)
