"""What people who signed in leave behind: the libraries that write it never remove it."""

from django.db import connection

LEFT = (
    "DELETE FROM django_session WHERE expire_date < now()",
    # Of a browser that is signing in, the session may not be there yet.
    """
    DELETE FROM usersessions_usersession u WHERE u.created_at < now() - interval '1 day'
    AND NOT EXISTS (SELECT FROM django_session s WHERE s.session_key = u.session_key)
    """,
    "DELETE FROM axes_accesslog WHERE attempt_time < now() - interval '90 days'",
)


def remove_leftovers() -> int:
    """Delete sessions that ended, and sign-ins of more than 90 days ago; return how many rows."""
    with connection.cursor() as cursor:
        return sum(cursor.execute(each).rowcount for each in LEFT)
